//! `riverlab tournament`.

use clap::Args;

use super::parse_bots;
use super::plan_file::{Deals, PlanArgs, PlanFile};
use super::printer::Printer;
use super::run_args::RunArgs;
use super::session;
use crate::error::ArenaError;
use crate::games::{Catalog, OpenTable};
use crate::plan::Request;
use crate::schedule::Pairing;

/// Arguments of `tournament`.
#[derive(Args, Debug)]
pub(super) struct TournamentArgs {
    #[command(flatten)]
    plan: PlanArgs,
    /// The bots; one given twice plays twice [default: mcts:sims=400 greedy random]
    #[arg(long, short, num_args = 1.., value_name = "SPEC")]
    bots: Vec<String>,
    /// The number of deals that each line-up plays in all rotations, auto:WIDTH to go on until the 95 % interval of
    /// every share is that narrow, or auto:ranks (auto:ranks:MARGIN) to go on until every two neighbors in the ranking are told
    /// apart or equivalent within a margin of the share, 0.05 unless given [default: 50]
    #[arg(long, short, allow_negative_numbers = true, value_parser = str::parse::<Deals>)]
    deals: Option<Deals>,
    /// Who meets whom: full (every line-up), gauntlet or gauntlet:N (each of the first N bots with all line-ups of the
    /// rest), swiss:ROUNDS (bots with like results, --deals deals a round) [default: full]
    #[arg(long, value_name = "SCHEDULE", value_parser = str::parse::<Pairing>)]
    schedule: Option<Pairing>,
    #[command(flatten)]
    pub(super) run: RunArgs,
}

/// The bots of the main job.
const BOTS: [&str; 3] = ["mcts:sims=400", "greedy", "random"];
/// The deals of the main job.
const DEALS: Deals = Deals::Fixed(50);

/// Plays a tournament, resumes one, or shows a complete one.
pub(super) fn run(catalog: &Catalog, args: &TournamentArgs, stdout: &mut Printer<'_>) -> Result<(), ArenaError> {
    let file = args.plan.file()?;
    let request = request(args, &file)?;
    let run = file.run(&args.run)?;
    session::run_or_try(&*args.plan.open(&file, catalog)?, request, &run, stdout)
}

/// What is asked for, and the game.
pub(super) fn request_and_game(args: &TournamentArgs, catalog: &Catalog) -> Result<(Request, OpenTable), ArenaError> {
    let file = args.plan.file()?;
    file.run(&args.run)?;
    Ok((request(args, &file)?, args.plan.open(&file, catalog)?))
}

fn request(args: &TournamentArgs, file: &PlanFile) -> Result<Request, ArenaError> {
    file.refuse_keys_of_matches()?;
    let bots = match (&args.bots[..], &file.bots) {
        ([], None) => BOTS.map(str::to_owned).to_vec(),
        ([], Some(bots)) => bots.clone(),
        (bots, _) => bots.to_vec(),
    };
    let deals = args.deals.or(file.deals()?).unwrap_or(DEALS);
    let request = args.plan.request(file, parse_bots(&bots)?, deals, None)?;
    let pairing = args.schedule.or(file.schedule()?).unwrap_or(Pairing::Full);
    Ok(Request { pairing, ..request })
}
