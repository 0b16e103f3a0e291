//! `riverlab match`.

use clap::Args;
use riverlab_arena::error::ArenaError;
use riverlab_arena::plan::{Comparison, Request, StopRule};
use riverlab_arena::schedule::Pairing;
use riverlab_lab::games::{Catalog, OpenTable};
use riverlab_stats::Sprt;

use super::deals::Deals;
use super::game_args::parse_bots;
use super::games_args::GamesArgs;
use super::host::Host;
use super::printer::Printer;
use super::run_args::RunArgs;
use super::session::{self, RunSettings};

/// Arguments of `match`.
#[derive(Args, Debug)]
pub(super) struct MatchArgs {
    #[command(flatten)]
    games: GamesArgs,
    /// The bot that is put to the test
    #[arg(long, short, value_name = "SPEC")]
    focus: Option<String>,
    /// Compare with what this bot wins in the same seats of the same deals, instead of with an equal share
    #[arg(long, value_name = "SPEC")]
    baseline: Option<String>,
    /// The field: every set of bots that fills the other seats; with fewer bots than these, every way that uses each
    #[arg(long, short, num_args = 1.., value_name = "SPEC")]
    against: Vec<String>,
    /// A sequential test on the t-value per deal (mean less null, in standard deviations): LO,HI (at most LO, or at least
    /// HI), win:D (0,D), no-loss:D (-D,0) or equivalence:D (beyond D on either side, or 0)
    #[arg(long, value_name = "TEST", allow_hyphen_values = true)]
    sprt: Option<String>,
    /// The probability of accepting the second hypothesis when the first holds [default: 0.05]
    #[arg(long)]
    alpha: Option<f64>,
    /// The probability of accepting the first hypothesis when the second holds [default: 0.05]
    #[arg(long)]
    beta: Option<f64>,
    /// The number of deals, at most that many with --sprt; or auto:WIDTH to go on until the 95 % interval is that narrow
    /// [default: 100, with --sprt 100000]
    #[arg(long, short, value_parser = str::parse::<Deals>)]
    deals: Option<Deals>,
    #[command(flatten)]
    pub(super) run: RunArgs,
}

/// Deals without a test.
const DEALS: Deals = Deals::Fixed(100);
/// Deals that nobody waits for.
const MAX_DEALS: Deals = Deals::Fixed(100_000);

/// Plays a match, resumes one, or shows a complete one.
pub(super) fn run(
    catalog: &Catalog,
    args: &MatchArgs,
    host: &Host,
    stdout: &mut Printer<'_>,
) -> Result<(), ArenaError> {
    let (request, table) = request_and_table(args, catalog)?;
    let settings = RunSettings { args: &args.run, clock: args.games.clock(), host };
    session::run_or_try(&*table, request, settings, stdout)
}

/// What is asked for, and the game.
pub(super) fn request_and_table(args: &MatchArgs, catalog: &Catalog) -> Result<(Request, OpenTable), ArenaError> {
    let missing = |option: &str, what: &str| ArenaError::Usage(format!("{option} is missing: {what}"));
    let focus = args.focus.clone().ok_or_else(|| missing("--focus", "the bot that is put to the test"))?;
    if args.against.is_empty() {
        return Err(missing("--against", "one or more bots of the field"));
    }
    let comparison = if args.baseline.is_some() { Comparison::Baseline } else { Comparison::EqualShare };
    let bots: Vec<String> = std::iter::once(focus).chain(args.baseline.clone()).chain(args.against.clone()).collect();
    let deals = args.deals.unwrap_or(if args.sprt.is_some() { MAX_DEALS } else { DEALS });
    let (bots, stop, table) = (parse_bots(&bots)?, stop_rule(args, deals)?, args.games.open(catalog)?);
    let request = args.games.request(bots, deals, Some(comparison), &*table)?;
    let pairing = Pairing::Gauntlet { challengers: comparison.challengers() };
    Ok((Request { pairing, stop, ..request }, table))
}

fn stop_rule(args: &MatchArgs, deals: Deals) -> Result<Option<StopRule>, ArenaError> {
    match (&args.sprt, deals.stop()) {
        (Some(_), Some(_)) => {
            Err(ArenaError::Usage("--deals auto: and --sprt: a match stops by one rule only".to_owned()))
        }
        (Some(test), None) => {
            let (alpha, beta) = (args.alpha.unwrap_or(0.05), args.beta.unwrap_or(0.05));
            let sprt = Sprt::parse(test, alpha, beta).map_err(|error| ArenaError::Usage(format!("--sprt: {error}")))?;
            Ok(Some(StopRule::Sprt(sprt)))
        }
        (None, _) if args.alpha.or(args.beta).is_some() => {
            Err(ArenaError::Usage("--alpha and --beta: they are of --sprt, which is not given".to_owned()))
        }
        (None, stop) => Ok(stop),
    }
}
