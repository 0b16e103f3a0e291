//! `riverlab tournament`.

use clap::Args;
use riverlab_arena::error::ArenaError;
use riverlab_arena::plan::Request;
use riverlab_arena::schedule::Pairing;
use riverlab_lab::games::{Catalog, OpenTable};

use super::deals::Deals;
use super::game_args::parse_bots;
use super::games_args::GamesArgs;
use super::host::Host;
use super::printer::Printer;
use super::run_args::RunArgs;
use super::session::{self, RunSettings};

/// Arguments of `tournament`.
#[derive(Args, Debug)]
pub(super) struct TournamentArgs {
    #[command(flatten)]
    games: GamesArgs,
    /// The bots; one given twice plays twice
    #[arg(long, short, num_args = 1.., value_name = "SPEC", default_values = BOTS)]
    bots: Vec<String>,
    /// The number of deals that each line-up plays in all rotations, auto:WIDTH to go on until the 95 % interval of
    /// every share is that narrow, or auto:ranks (auto:ranks:MARGIN) to go on until every two neighbors in the ranking are told
    /// apart or equivalent within a margin of the share, 0.05 unless given
    #[arg(long, short, default_value = "50", value_parser = str::parse::<Deals>)]
    deals: Deals,
    /// Who meets whom: full (every line-up), gauntlet or gauntlet:N (each of the first N bots with all line-ups of the
    /// rest), swiss:ROUNDS (bots with like results, --deals deals a round)
    #[arg(long, value_name = "SCHEDULE", default_value = "full", value_parser = str::parse::<Pairing>)]
    schedule: Pairing,
    #[command(flatten)]
    pub(super) run: RunArgs,
}

/// The bots of the main job.
const BOTS: [&str; 3] = ["mcts:sims=400", "greedy", "random"];

/// Plays a tournament, resumes one, or shows a complete one.
pub(super) fn run(
    catalog: &Catalog,
    args: &TournamentArgs,
    host: &Host,
    stdout: &mut Printer<'_>,
) -> Result<(), ArenaError> {
    let (request, table) = request_and_table(args, catalog)?;
    let settings = RunSettings { args: &args.run, clock: args.games.clock(), host };
    session::run_or_try(&*table, request, settings, stdout)
}

/// What is asked for, and the game.
pub(super) fn request_and_table(args: &TournamentArgs, catalog: &Catalog) -> Result<(Request, OpenTable), ArenaError> {
    let (bots, table) = (parse_bots(&args.bots)?, args.games.open(catalog)?);
    let request = args.games.request(bots, args.deals, None, &*table)?;
    Ok((Request { pairing: args.schedule, ..request }, table))
}
