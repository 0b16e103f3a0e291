//! Whether a program does what the protocol asks for: it is led through every kind of game and through what it must ignore.
//!
//! Only what the protocol says is asked for, so that nothing is wrong with a program that passes and nothing but a fault of
//! its own can make one fail.

use std::time::Instant;

use riverlab_arena::error::ArenaError;
use riverlab_arena::external::programs::{Hello, Program, Programs};
use riverlab_arena::external::{Fault, FaultClass, Oddity, ProgramBot, who_is};
use riverlab_arena::table::Table;
use riverlab_engine::RulesSource;
use riverlab_lab::games::Catalog;

/// What a step has shown.
#[derive(Debug)]
pub(crate) struct Step {
    /// What was asked for.
    pub name: String,
    /// What came of it: in one line, or the fault.
    pub result: Result<String, Fault>,
}

/// Checks a program, in games of these names or, where there is none, in all; `told` is handed each step as it is done.
///
/// # Errors
/// When there is no game of one of these names.
pub(crate) fn check(
    catalog: &Catalog,
    games: &[String],
    program: &Program,
    programs: &Programs,
    told: &mut dyn FnMut(&Step),
) -> Result<(), ArenaError> {
    let start = Instant::now();
    let hello = match who_is(program, programs.limits) {
        Ok(hello) => hello,
        Err(fault) => {
            told(&Step { name: "hello".to_owned(), result: Err(fault) });
            return Ok(());
        }
    };
    let Hello { name, version, deterministic, .. } = &hello;
    let promise = if *deterministic { "deterministic" } else { "not deterministic" };
    let ms = start.elapsed().as_millis();
    told(&Step {
        name: "hello".to_owned(),
        result: Ok(format!("\"{name}\" version \"{version}\", {promise}; {ms} ms")),
    });
    let mut checker = Checker {
        program: Program { hello, ..program.clone() },
        programs: programs.clone(),
        bots: Vec::new(),
        decisions: 0,
        seconds: 0.0,
        told,
    };
    let names =
        if games.is_empty() { catalog.names().into_iter().map(str::to_owned).collect() } else { games.to_vec() };
    for name in &names {
        let table = catalog.open(name, &RulesSource::default())?;
        table.facts().players.clone().for_each(|players| checker.play_twice(&*table, players));
    }
    for oddity in Oddity::ALL {
        let table = catalog.open(&names[0], &RulesSource::default())?;
        checker.play_oddly(&*table, oddity);
    }
    checker.tell_speed();
    checker.quit();
    Ok(())
}

/// The bots of a check, which play one game after the other.
struct Checker<'a> {
    program: Program,
    programs: Programs,
    bots: Vec<ProgramBot>,
    /// How many decisions there were, and how long they took together with the rules.
    decisions: usize,
    seconds: f64,
    told: &'a mut dyn FnMut(&Step),
}

impl Checker<'_> {
    /// Plays a game with the program at all seats; the indexes of the moves.
    fn play(&mut self, table: &dyn Table, players: usize, oddity: Option<Oddity>) -> Result<Vec<usize>, Fault> {
        while self.bots.len() < players {
            self.bots.push(ProgramBot::new(&self.program, &self.programs, &[], None));
        }
        self.bots.iter_mut().for_each(|bot| bot.be_odd(oddity));
        table.play_programs(&mut self.bots[..players])
    }

    /// A game in which the program is told everything in an odd way.
    fn play_oddly(&mut self, table: &dyn Table, oddity: Oddity) {
        let played = self.play(table, *table.facts().players.start(), Some(oddity));
        self.tell(oddity.name().to_owned(), played.map(|indexes| format!("{} decisions", indexes.len())));
    }

    fn tell(&mut self, name: String, result: Result<String, Fault>) {
        (self.told)(&Step { name, result });
    }

    /// A game to its end, and once more: the second time must be like the first, if the program says so.
    fn play_twice(&mut self, table: &dyn Table, players: usize) {
        let name = format!("{}, {players} players", table.facts().name);
        let first = match self.play(table, players, None) {
            Ok(first) => first,
            Err(fault) => return self.tell(name, Err(fault)),
        };
        let start = Instant::now();
        let second = match self.play(table, players, None) {
            Ok(second) => second,
            Err(fault) => return self.tell(format!("{name}, again"), Err(fault)),
        };
        // All processes run by now.
        self.seconds += start.elapsed().as_secs_f64();
        self.decisions += second.len();
        let differs = first.iter().zip(&second).position(|(first, second)| first != second);
        let count = first.len();
        let result = match differs {
            None => Ok(format!("{count} decisions, the same ones again")),
            Some(at) if self.program.hello.deterministic => {
                let detail = format!("decision {} of {count} was another one the second time", at + 1);
                Err(Fault::new(FaultClass::DifferentAnswer, detail))
            }
            Some(_) => Ok(format!("{count} decisions, other ones the second time")),
        };
        self.tell(name, result);
    }

    fn tell_speed(&mut self) {
        if self.decisions > 0 {
            let speed = self.decisions as f64 / self.seconds.max(1e-9);
            self.tell("speed".to_owned(), Ok(format!("{} decisions, {speed:.0} per second", self.decisions)));
        }
    }

    fn quit(&mut self) {
        let faults: Vec<Fault> = self.bots.iter_mut().filter_map(|bot| bot.quit().err()).collect();
        let result = match faults.into_iter().next() {
            None => Ok("all processes ended".to_owned()),
            Some(fault) => Err(fault),
        };
        self.tell("quit".to_owned(), result);
    }
}
