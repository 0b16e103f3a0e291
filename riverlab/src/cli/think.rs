//! `riverlab think`.

use riverlab_bots::play::streams::MAX_SEED;
use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use riverlab_arena::error::ArenaError;
use riverlab_arena::external::programs::OnFault;
use riverlab_arena::report::text::text_table;
use riverlab_arena::trace::{Header, Question, RankedText, Ranking, Thought, check_header};
use riverlab_bots::BotSpec;
use riverlab_engine::Seat;
use riverlab_lab::games::Catalog;

use super::game_args::{RulesArgs, whole};
use super::output::print;
use super::program_args::ProgramArgs;
use super::traces::{open_by_header, read_trace};

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
    #[arg(long, short, value_parser = whole(2, u64::MAX))]
    line: Option<u64>,
    /// The seed of the bot
    #[arg(long, short, default_value = "1", value_parser = whole(0, MAX_SEED))]
    seed: u64,
    #[command(flatten)]
    rules: RulesArgs,
    #[command(flatten)]
    programs: ProgramArgs,
}

/// What a bot thinks, as text.
fn thought_text(header: &Header, spec: &BotSpec, thought: &Thought) -> String {
    let Thought { seat, mv, ranking, info } = thought;
    let mut text = format!("{}, {} players, {seat} to move\n{spec} plays {mv}\n", header.game, header.players);
    match ranking {
        Some(ranking) => text += &ranking_text(*seat, ranking),
        None => text += "it ranks no moves here: there was nothing to choose, or the bot cannot say\n",
    }
    if let Some(info) = info {
        writeln!(text, "it says: {info}").expect("written");
    }
    text
}

fn ranking_text(seat: Seat, Ranking { simulations, nodes, values, variation, moves }: &Ranking) -> String {
    let values = Seat::all(values.len()).zip(values).map(|(seat, value)| format!("{seat} {value:.3}"));
    let mut text =
        format!("{simulations} simulations, {nodes} nodes; mean values: {}\n", values.collect::<Vec<_>>().join(", "));
    writeln!(text, "principal variation: {}\n", variation.join(", ")).expect("written");
    let value_of = format!("value for {seat}");
    let mut table = text_table(&["#", "move", "visits", "of all", &value_of], &[1]);
    let all: u64 = moves.iter().map(|ranked| ranked.visits).sum();
    for (rank, RankedText { mv, visits, value }) in (1..).zip(moves) {
        table.add_row([
            rank.to_string(),
            mv.clone(),
            visits.to_string(),
            format!("{:.1} %", 100.0 * *visits as f64 / all as f64),
            if *visits > 0 { format!("{value:.3}") } else { "-".to_owned() },
        ]);
    }
    text + &format!("{table}\n")
}

/// Shows how a bot ranks the legal moves of a position of a trace.
pub(super) fn think(catalog: &Catalog, args: &ThinkArgs, stdout: &mut dyn Write) -> Result<(), ArenaError> {
    let spec: BotSpec = args.bot.parse()?;
    let text = read_trace(&args.file, |lines, header| {
        let table = open_by_header(catalog, header, &args.rules)?;
        let programs = args.programs.greeted(std::slice::from_ref(&spec))?;
        if programs.on_fault == OnFault::Forfeit {
            let message = "--on-fault forfeit: a single decision is asked for, and a program that fails takes none";
            return Err(ArenaError::Usage(message.to_owned()));
        }
        check_header(header, table.facts())?;
        let name = args.file.display().to_string();
        let question = Question { bot: &spec, seed: args.seed, header, line: args.line, name: &name };
        Ok(thought_text(header, &spec, &table.think(lines, question, &programs)?))
    })?;
    print(stdout, &text)
}
