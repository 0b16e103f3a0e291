//! `riverlab tournament`.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::plan_file::{Deals, PlanFile};
use super::session::{self, RunArgs};
use super::{RulesArgs, dry_run, parse_bots, whole};
use crate::error::ArenaError;
use crate::plan::{Request, Shard, StopRule};
use crate::schedule::Pairing;

/// Arguments of `tournament`.
#[derive(Args, Debug)]
pub(super) struct TournamentArgs {
    /// The game [default: the-river]
    game: Option<String>,
    #[command(flatten)]
    rules: RulesArgs,
    /// A plan (TOML) with any of game, players, bots, deals, schedule, seed, rules, set, threads, out; what is also given
    /// here overrides it
    #[arg(long, value_name = "FILE")]
    plan: Option<PathBuf>,
    /// The number of players [default: 2]
    #[arg(long, short, allow_negative_numbers = true, value_parser = whole::<0, 99>)]
    players: Option<u64>,
    /// The bots; one given twice plays twice [default: mcts:sims=400 greedy random]
    #[arg(long, short, num_args = 1.., value_name = "SPEC")]
    bots: Vec<String>,
    /// The number of deals that each line-up plays in all rotations, or auto:WIDTH to go on until the 95 % interval of
    /// every share is that narrow [default: 50]
    #[arg(long, short, allow_negative_numbers = true, value_parser = str::parse::<Deals>)]
    deals: Option<Deals>,
    /// Who meets whom: full (every line-up), gauntlet or gauntlet:N (each of the first N bots with all line-ups of the
    /// rest), swiss:ROUNDS (bots with like results, --deals deals a round) [default: full]
    #[arg(long, value_name = "SCHEDULE", value_parser = str::parse::<Pairing>)]
    schedule: Option<Pairing>,
    /// The master seed [default: 1]
    #[arg(long, short, allow_negative_numbers = true, value_parser = whole::<0, { u64::MAX }>)]
    seed: Option<u64>,
    /// Play part K of M of the deals, for `riverlab merge`
    #[arg(long, value_name = "K/M", value_parser = str::parse::<Shard>)]
    shard: Option<Shard>,
    #[command(flatten)]
    run: RunArgs,
}

/// The bots of the main job.
const BOTS: [&str; 3] = ["mcts:sims=400", "greedy", "random"];
/// The deals of the main job.
const DEALS: Deals = Deals::Fixed(50);

/// Plays a tournament, or goes on with one, or shows a complete one.
pub(super) fn run(args: &TournamentArgs, stdout: &mut impl Write) -> Result<(), ArenaError> {
    let file = PlanFile::read(args.plan.as_deref())?;
    file.refuse_keys_of_matches()?;
    let bots = match (&args.bots[..], file.bots()) {
        ([], None) => BOTS.map(str::to_owned).to_vec(),
        ([], Some(bots)) => bots,
        (bots, _) => bots.to_vec(),
    };
    let deals = args.deals.or(file.deals()?).unwrap_or(DEALS);
    let request = Request {
        rules: file.rules(&args.rules)?,
        players: args.players.or(file.players).unwrap_or(2) as usize,
        bots: parse_bots(&bots)?,
        pairing: args.schedule.or(file.schedule).unwrap_or(Pairing::Full),
        comparison: None,
        seed: args.seed.or(file.seed).unwrap_or(1),
        deals: deals.most(),
        stop: deals.width().map(StopRule::Width),
        shard: args.shard,
    };
    let game = args.game.clone().or(file.game.clone()).unwrap_or_else(|| "the-river".to_owned());
    let run = file.run(&args.run)?;
    if run.dry_run {
        return dry_run::run(&game, &request, &run, stdout);
    }
    session::run(&game, &request, &run, stdout)
}
