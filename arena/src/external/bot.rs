//! A program as a bot.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use riverlab_bots::rand::{Rng, SeedableRng};
use riverlab_bots::stopwatch::Stopwatch;
use riverlab_bots::{Bot, BotRng, Forfeit, NewGame, NoAnswer, Seen, View};
use riverlab_engine::{Game, Outcome, PerPlayer, Share, playout};

use super::fault::{Fault, FaultClass};
use super::lines::{self, Dialog, PROTOCOL, Question, Said, Wants};
use super::oddity::Oddity;
use super::process::Process;
use crate::external::programs::{Clock, Hello, Limits, OnFault, Program, Programs};

/// How long a program may take until it says who it is.
const HELLO: Duration = Duration::from_secs(10);
/// How long after its time a program is given to answer late rather than not at all.
const GRACE: Duration = Duration::from_millis(500);
/// By how much an answer may come after its time on a clock, in milliseconds: what pipes and schedulers take.
const MARGIN_MS: u64 = 50;
/// The most playouts that a program may ask for at once.
const MAX_PLAYOUTS: u64 = 1_000_000;

/// What programs did after their last game, when no game could note it.
pub type QuitFaults = Arc<Mutex<Vec<(String, Fault)>>>;

/// A program as a bot: a process that is started for its first game and asked for one decision after the other.
#[derive(Debug)]
pub struct ProgramBot {
    program: Program,
    clock: Option<Clock>,
    limits: Limits,
    on_fault: OnFault,
    dialog: Dialog,
    process: Option<Process>,
    quit_faults: Option<QuitFaults>,
    /// In which odd way it is told everything, to see whether it stands that.
    oddity: Option<Oddity>,
    /// What the process is to be told before the next question.
    untold: String,
    /// The decisions of this game.
    decisions: u32,
    /// What is left on a clock for a whole game.
    left_ms: u64,
    forfeit: Option<Forfeit>,
    info: Option<String>,
}

/// A decision to ask a program for.
trait AskedDecision {
    /// The line of a question.
    fn line(&self, dialog: &mut Dialog, question: &Question<'_>) -> String;
    /// Whether the answer is no longer needed.
    fn is_given_up(&self) -> bool;
    /// Samples a position that fits what the seat knows, plays the legal move with this index and then at random. Returns
    /// the share of each seat.
    fn playout(&mut self, index: usize, rng: &mut BotRng) -> PerPlayer<Share>;
}

struct GameDecision<'v, 's, G: Game> {
    view: &'v View<'s, G>,
    legal: &'v [G::Move],
    buffer: Vec<G::Move>,
}

impl<G: Game> AskedDecision for GameDecision<'_, '_, G> {
    fn line(&self, dialog: &mut Dialog, question: &Question<'_>) -> String {
        dialog.question(self.view, question)
    }

    fn is_given_up(&self) -> bool {
        self.view.is_given_up()
    }

    fn playout(&mut self, index: usize, rng: &mut BotRng) -> PerPlayer<Share> {
        let mut state = self.view.sample(rng);
        state.play_unchecked(self.legal[index]);
        playout(&mut state, rng, &mut self.buffer);
        state.win_shares()
    }
}

/// What a program is asked in one decision, and how long it has.
struct Asked<'a> {
    legal: &'a [String],
    id: u32,
    /// How much time it has.
    allowed: Duration,
}

impl Asked<'_> {
    fn late(&self, process: &Process) -> Fault {
        let allowed = self.allowed.as_millis();
        process.fault(FaultClass::Late, format!("it had {allowed} ms"))
    }
}

impl ProgramBot {
    /// A program of a run under rules in which these values were set.
    pub fn new(
        program: &Program,
        programs: &Programs,
        sets: &[String],
        quit_faults: Option<&QuitFaults>,
    ) -> ProgramBot {
        ProgramBot {
            program: program.clone(),
            clock: programs.clock,
            limits: programs.limits,
            on_fault: programs.on_fault,
            dialog: Dialog::new(Wants::of(&program.hello), programs.clock, sets.to_vec()),
            process: None,
            quit_faults: quit_faults.cloned(),
            oddity: None,
            untold: String::new(),
            decisions: 0,
            left_ms: 0,
            forfeit: None,
            info: None,
        }
    }

    /// The process; it is started if there is none.
    fn process(&mut self) -> Result<&mut Process, Fault> {
        if self.process.is_none() {
            let (process, hello) = start(&self.program, self.limits)?;
            if hello != self.program.hello {
                let detail = format!("it is {}, planned with {}", described(&hello), described(&self.program.hello));
                return Err(process.fault(FaultClass::WrongHello, detail));
            }
            self.process = Some(process);
        }
        Ok(self.process.as_mut().expect("it was started"))
    }

    /// Asks for one of these legal moves and returns its index.
    fn ask(&mut self, decision: &mut dyn AskedDecision, legal: &[String], rng: &mut BotRng) -> Result<usize, Fault> {
        let (id, seed) = (self.decisions, rng.next_u64());
        let left_ms = match self.clock {
            None => None,
            Some(Clock::Move(ms)) => Some(ms),
            Some(Clock::Game { .. }) => Some(self.left_ms),
        };
        let mut question = std::mem::take(&mut self.untold);
        question += &decision.line(&mut self.dialog, &Question { id, seed, legal, left_ms });
        let allowed =
            left_ms.map_or(Duration::from_secs(self.limits.answer_seconds), |ms| Duration::from_millis(ms + MARGIN_MS));
        if let Some(oddity) = self.oddity {
            question = oddity.applied_to(&question);
        }
        let process = self.process()?;
        process.ask(question.as_bytes());
        let index = self.answer(decision, &Asked { legal, id, allowed }, rng)?;
        self.take_time();
        Ok(index)
    }

    /// Takes what the answer took off the clock.
    fn take_time(&mut self) {
        if let (Some(Clock::Game { increment, .. }), Some(process)) = (self.clock, &mut self.process) {
            let taken = process.watch().elapsed().as_millis() as u64;
            self.left_ms = self.left_ms.saturating_sub(taken) + increment;
        }
    }

    /// Waits for the answer and says which legal move it is.
    fn answer(
        &mut self,
        decision: &mut dyn AskedDecision,
        asked: &Asked<'_>,
        rng: &mut BotRng,
    ) -> Result<usize, Fault> {
        let mut playouts = None;
        let process = self.process.as_mut().expect("it was asked");
        loop {
            let line = process.next_line(asked.allowed + GRACE, &|| decision.is_given_up());
            // First of all the time: whatever comes too late is late.
            let has_answered = line.as_ref().map_or_else(|fault| fault.class.is_an_answer(), |_| true);
            if has_answered && process.watch().elapsed() > asked.allowed {
                return Err(asked.late(process));
            }
            let line = line?;
            match lines::read(&line).map_err(|fault| process.seen(fault))? {
                Said::Move { id, mv, index, info } => {
                    check_id(process, id, asked.id)?;
                    self.info = info;
                    return index_of(mv.as_deref(), index, asked.legal).map_err(|fault| process.seen(fault));
                }
                Said::Playouts { id, moves, playouts: count } => {
                    check_id(process, id, asked.id)?;
                    if !process.has_been_told() {
                        return Err(process.fault(FaultClass::StdinUnread, "it has not read the playouts before"));
                    }
                    let indexes = playout_moves(&moves, count, asked.legal).map_err(|fault| process.seen(fault))?;
                    // The generator is as secret as what it samples: nothing that the program is told tells of it.
                    let rng = playouts.get_or_insert_with(|| BotRng::from_rng(rng));
                    let shares = mean_shares(decision, &indexes, count, process.watch(), asked.allowed, rng);
                    let shares = shares.ok_or_else(|| asked.late(process))?;
                    process.send(lines::playouts(asked.id, &shares).as_bytes());
                }
                Said::Hello(..) => return Err(process.fault(FaultClass::WrongMessage, "a second hello")),
                Said::Other => {}
            }
        }
    }

    /// From now on it is told everything in this odd way.
    pub fn be_odd(&mut self, oddity: Option<Oddity>) {
        self.oddity = oddity;
    }

    /// Ends the process as the protocol says.
    ///
    /// # Errors
    /// When it does not end in time, or says something else.
    pub fn quit(&mut self) -> Result<(), Fault> {
        self.process.take().map_or(Ok(()), |process| process.quit(lines::QUIT.as_bytes()))
    }

    /// Ends the process; what goes wrong is noted.
    fn quit_and_note(&mut self) {
        if let (Err(fault), Some(faults)) = (self.quit(), &self.quit_faults) {
            let name = format!("cmd:{}", self.program.name);
            faults.lock().unwrap_or_else(PoisonError::into_inner).push((name, fault));
        }
    }
}

impl<G: Game> Bot<G> for ProgramBot {
    fn choose(&mut self, view: &View<'_, G>, rng: &mut BotRng) -> G::Move {
        self.try_choose(view, rng).unwrap_or_else(|fault| panic!("cmd:{}: {fault}", self.program.name))
    }

    fn try_choose(&mut self, view: &View<'_, G>, rng: &mut BotRng) -> Result<G::Move, NoAnswer> {
        self.decisions += 1;
        self.info = None;
        if self.forfeit.is_some() {
            return Ok(view.random_move(&mut Vec::new(), rng));
        }
        let mut legal = Vec::new();
        view.legal_moves(&mut legal);
        // What is drawn after a fault does not depend on how far the program came.
        let mut after_fault = rng.clone();
        let texts: Vec<String> = legal.iter().map(|&mv| view.move_text(mv)).collect();
        let asked = self.ask(&mut GameDecision { view, legal: &legal, buffer: Vec::new() }, &texts, rng);
        asked.map(|index| legal[index]).or_else(|fault| {
            self.process = None;
            if self.on_fault == OnFault::Abort {
                return Err(fault.into());
            }
            self.forfeit = Some(Forfeit { decision: self.decisions, reason: fault.into() });
            let mv = view.random_move(&mut legal, &mut after_fault);
            rng.clone_from(&after_fault);
            Ok(mv)
        })
    }

    fn remembers(&self) -> bool {
        true
    }

    fn begin_game(&mut self, game: &NewGame<G>) {
        if self.program.hello.restart {
            self.quit_and_note();
        }
        (self.decisions, self.forfeit, self.info) = (0, None, None);
        self.left_ms = match self.clock {
            Some(Clock::Game { start, .. }) => start,
            _ => 0,
        };
        self.untold = self.dialog.game(game);
    }

    fn observe(&mut self, seen: &Seen<'_, G>) {
        if self.forfeit.is_none() {
            self.dialog.observe(seen);
        }
    }

    fn end_game(&mut self, outcome: &Outcome) {
        let over = self.dialog.over(outcome);
        // A program that was never asked has not heard of the game.
        if let (Some(process), true, None) = (&mut self.process, self.untold.is_empty(), &self.forfeit) {
            process.send(over.as_bytes());
        }
        self.untold.clear();
    }

    fn forfeit(&self) -> Option<&Forfeit> {
        self.forfeit.as_ref()
    }

    fn info(&self) -> Option<&str> {
        self.info.as_deref()
    }
}

impl Drop for ProgramBot {
    fn drop(&mut self) {
        self.quit_and_note();
    }
}

/// Starts a program and asks who it is.
fn start(program: &Program, limits: Limits) -> Result<(Process, Hello), Fault> {
    let mut process = Process::start(&program.words(), limits)?;
    process.ask(lines::hello().as_bytes());
    let hello = loop {
        let line = process.next_line(HELLO, &|| false).map_err(|fault| match fault.class {
            FaultClass::Silent | FaultClass::StdinUnread => Fault { class: FaultClass::NoHello, ..fault },
            class if class.is_an_answer() => Fault { class: FaultClass::WrongHello, ..fault },
            _ => fault,
        })?;
        let wrong = |detail: String| process.fault(FaultClass::WrongHello, detail);
        match lines::read(&line).map_err(|fault| wrong(fault.detail))? {
            Said::Hello(PROTOCOL, hello) => {
                check_hello(&hello).map_err(wrong)?;
                break hello;
            }
            Said::Hello(other, _) => return Err(wrong(format!("protocol {other}, not {PROTOCOL}"))),
            Said::Move { .. } | Said::Playouts { .. } => return Err(wrong("another message comes first".to_owned())),
            Said::Other => {}
        }
    };
    Ok((process, hello))
}

/// Whether what a program says of itself can stand in a file and in a terminal.
fn check_hello(hello: &Hello) -> Result<(), String> {
    const MOST: usize = 100;
    let is_short = |text: &str| text.len() <= MOST && !text.chars().any(char::is_control);
    if hello.name.is_empty() || !is_short(&hello.name) {
        return Err(format!("\"name\": expected a text of 1 to {MOST} bytes without control characters"));
    }
    if !is_short(&hello.version) || hello.wants.len() > MOST || !hello.wants.iter().all(|want| is_short(want)) {
        return Err(format!("\"version\", \"wants\": expected at most {MOST} bytes without control characters"));
    }
    Ok(())
}

/// Asks a program who it is, and ends it.
///
/// # Errors
/// When it does not start, or does not say who it is.
pub fn who_is(program: &Program, limits: Limits) -> Result<Hello, Fault> {
    let (process, hello) = start(program, limits)?;
    // How it quits is seen when it has played.
    let _ = process.quit(lines::QUIT.as_bytes());
    Ok(hello)
}

fn described(hello: &Hello) -> String {
    let Hello { name, version, deterministic, wants, restart } = hello;
    let mut text = format!("\"{name}\" version \"{version}\"");
    if *deterministic {
        text += ", deterministic";
    }
    if !wants.is_empty() {
        text = text + ", wants " + &wants.join(" and ");
    }
    if *restart {
        text += ", restarted for each game";
    }
    text
}

fn check_id(process: &Process, id: u64, asked: u32) -> Result<(), Fault> {
    if id == u64::from(asked) {
        return Ok(());
    }
    Err(process.fault(FaultClass::StaleId, format!("it answered question {id}, asked was {asked}")))
}

/// The place of a chosen move in the legal list.
fn index_of(mv: Option<&str>, index: Option<u64>, legal: &[String]) -> Result<usize, Fault> {
    let illegal = |text: String| Fault::new(FaultClass::IllegalMove, format!("{text} is none of {}", list(legal)));
    let by_index = |index: u64| {
        let there = usize::try_from(index).ok().filter(|&index| index < legal.len());
        there.ok_or_else(|| illegal(format!("index {index}")))
    };
    let by_text = |mv: &str| legal.iter().position(|text| text == mv).ok_or_else(|| illegal(format!("\"{mv}\"")));
    match (mv, index) {
        (Some(mv), None) => by_text(mv),
        (None, Some(index)) => by_index(index),
        (Some(mv), Some(index)) if by_text(mv)? == by_index(index)? => by_index(index),
        (Some(mv), Some(index)) => {
            Err(Fault::new(FaultClass::WrongMessage, format!("\"{mv}\" is not the move with index {index}")))
        }
        (None, None) => Err(Fault::new(FaultClass::WrongMessage, "\"move\" has neither \"move\" nor \"index\"")),
    }
}

/// The beginning of a list of legal moves.
fn list(legal: &[String]) -> String {
    let shown = legal.iter().take(5).map(|text| format!("\"{text}\"")).collect::<Vec<_>>().join(", ");
    match legal.len() {
        len @ 6.. => format!("{shown} and {} more", len - 5),
        _ => shown,
    }
}

fn playout_moves(moves: &[String], count: u64, legal: &[String]) -> Result<Vec<usize>, Fault> {
    if moves.len() > legal.len() {
        let detail = format!("playouts of {} moves: there are {} legal ones", moves.len(), legal.len());
        return Err(Fault::new(FaultClass::WrongMessage, detail));
    }
    let all = count.checked_mul(moves.len() as u64);
    if all.is_none_or(|all| !(1..=MAX_PLAYOUTS).contains(&all)) {
        let detail = format!("{} moves, {count} playouts each: allowed are 1 to {MAX_PLAYOUTS} in all", moves.len());
        return Err(Fault::new(FaultClass::WrongMessage, detail));
    }
    moves.iter().map(|mv| index_of(Some(mv), None, legal)).collect()
}

/// The mean share of each seat in random games after each of some moves, from samples of what the seat knows; `None` if they
/// are not done in time.
fn mean_shares(
    decision: &mut dyn AskedDecision,
    indexes: &[usize],
    count: u64,
    watch: &mut Stopwatch,
    allowed: Duration,
    rng: &mut BotRng,
) -> Option<Vec<Vec<f64>>> {
    let mut shares_after = |index: usize| {
        let mut sums = Vec::new();
        for _ in 0..count {
            if decision.is_given_up() || watch.elapsed() > allowed {
                return None;
            }
            let shares = decision.playout(index, rng);
            sums.resize(shares.players(), 0);
            sums.iter_mut().zip(&shares).for_each(|(sum, share)| *sum += share.sixtieths());
        }
        let whole = f64::from(Share::WHOLE) * count as f64;
        Some(sums.iter().map(|&sum| f64::from(sum) / whole).collect())
    };
    indexes.iter().map(|&index| shares_after(index)).collect()
}
