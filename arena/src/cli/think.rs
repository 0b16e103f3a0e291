//! `riverlab think`.

use std::fmt::Write as _;
use std::io::{BufRead, Write};
use std::path::PathBuf;

use clap::Args;
use rand::SeedableRng;
use riverlab_bots::{BotRng, BotSpec, Evaluate, Explanation, NewGame, Seen, View};
use riverlab_engine::{Seat, Turn};

use super::program_args::ProgramArgs;
use super::traces::read_trace;
use super::{RulesArgs, print, whole};
use crate::error::ArenaError;
use crate::games::{Catalog, GameList, GameTask, compile_standard_games};
use crate::plan::Programs;
use crate::play::game_loop::{BotFailure, FailureReason};
use crate::report::text::text_table;
use crate::trace::{self, Header, Lines, variation_texts};
use crate::venue::Venue;

/// Arguments of `think`.
#[derive(Args, Debug)]
pub(super) struct ThinkArgs {
    /// The trace, finished or not, or - for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The bot that thinks
    #[arg(long, short, value_name = "SPEC", default_value = "mcts")]
    bot: String,
    /// Think about the position in which the move of this line was made [default: the last position]
    #[arg(long, short, allow_negative_numbers = true, value_parser = whole::<2, { u64::MAX }>)]
    line: Option<u64>,
    /// The seed of the bot
    #[arg(long, short, default_value = "1", allow_negative_numbers = true, value_parser = whole::<0, { u64::MAX }>)]
    seed: u64,
    #[command(flatten)]
    rules: RulesArgs,
    #[command(flatten)]
    programs: ProgramArgs,
}

struct Think<'a> {
    args: &'a ThinkArgs,
    spec: &'a BotSpec,
    programs: &'a Programs,
    lines: &'a mut Lines<Box<dyn BufRead>>,
    header: &'a Header,
}

impl GameTask for Think<'_> {
    type Output = String;

    compile_standard_games!();

    fn run<G: Evaluate>(self, venue: Venue<'_, G>) -> Result<String, ArenaError> {
        trace::check_header::<G>(self.header, venue.rules)?;
        let mut bot = venue.with_programs(self.programs).build(self.spec)?;
        let (players, mut past) = (self.header.players, Vec::new());
        let state = trace::position::<G>(self.lines, venue.rules, players, self.args.line, |step| {
            past.push((step.before.clone(), step.mv));
        })?;
        let seat = match state.turn() {
            Turn::Player(seat) => seat,
            Turn::Chance => return Err(nobody("chance is to act")),
            Turn::Over => return Err(nobody("the game is over")),
        };
        let view = View::new(&state, seat);
        bot.will_explain();
        let mut rng = BotRng::seed_from_u64(self.args.seed);
        if bot.remembers() {
            let seed = self.args.seed;
            bot.begin_game(&NewGame { rules: venue.rules, seat, players, seed });
            for (before, mv) in &past {
                bot.observe(&Seen::new(before, seat, *mv));
            }
        }
        let mv = bot.try_choose(&view, &mut rng).map_err(|reason| {
            let decided = past.iter().filter(|(before, _)| before.turn() == Turn::Player(seat)).count();
            let failure = BotFailure { seat, decision: decided as u32 + 1, reason: FailureReason::NoAnswer(reason) };
            ArenaError::Bot { bot: self.spec.to_string(), place: self.args.file.display().to_string(), failure }
        })?;
        let mut text = format!("{}, {} players, {seat} to move\n", self.header.game, self.header.players);
        writeln!(text, "{} plays {}", self.spec, state.move_text(mv)).expect("written");
        match bot.explain(&view) {
            Some(explanation) => text += &ranking(&state, seat, &explanation),
            None => text += "it ranks no moves here: there was nothing to choose, or the bot cannot say\n",
        }
        if let Some(info) = bot.info() {
            writeln!(text, "it says: {info}").expect("written");
        }
        Ok(text)
    }
}

fn nobody(reason: &str) -> ArenaError {
    ArenaError::Usage(format!(
        "{reason}: nobody is to move; --line N thinks about the position before the move of line N"
    ))
}

fn ranking<G: Evaluate>(state: &G, seat: Seat, explanation: &Explanation<G::Move>) -> String {
    let values =
        Seat::all(state.n_players()).zip(&explanation.values).map(|(seat, value)| format!("{seat} {value:.3}"));
    let mut text = format!(
        "{} simulations, {} nodes; mean values: {}\n",
        explanation.simulations,
        explanation.nodes,
        values.collect::<Vec<_>>().join(", ")
    );
    let variation = variation_texts(state, explanation);
    writeln!(text, "principal variation: {}\n", variation.join(", ")).expect("written");
    let value_of = format!("value for {seat}");
    let mut table = text_table(&["#", "move", "visits", "of all", &value_of], &[1]);
    let all: u64 = explanation.ranking.iter().map(|ranked| ranked.visits).sum();
    for (rank, ranked) in (1..).zip(&explanation.ranking) {
        let tried = ranked.visits > 0;
        table.add_row([
            rank.to_string(),
            state.move_text(ranked.mv),
            ranked.visits.to_string(),
            format!("{:.1} %", 100.0 * ranked.visits as f64 / all as f64),
            if tried { format!("{:.3}", ranked.value) } else { "-".to_owned() },
        ]);
    }
    text + &format!("{table}\n")
}

/// Shows how a bot ranks the legal moves of a position of a trace.
pub(super) fn think(
    catalog: &Catalog<impl GameList>,
    args: &ThinkArgs,
    stdout: &mut dyn Write,
) -> Result<(), ArenaError> {
    let spec: BotSpec = args.bot.parse()?;
    let text = read_trace(&args.file, |lines, header| {
        let source = args.rules.source_after(header.sets(catalog)?)?;
        let programs = args.programs.greeted(std::slice::from_ref(&spec), None)?;
        catalog.with_game(&header.game, &source, Think { args, spec: &spec, programs: &programs, lines, header })
    })?;
    print(stdout, &text)
}
