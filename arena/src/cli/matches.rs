//! `riverlab match`.

use clap::Args;

use super::parse_bots;
use super::plan_file::{Deals, PlanArgs, PlanFile};
use super::printer::Printer;
use super::run_args::RunArgs;
use super::session;
use crate::error::ArenaError;
use crate::games::{Catalog, OpenTable};
use crate::plan::{Comparison, Request, StopRule};
use crate::schedule::Pairing;
use crate::stats::Sprt;

/// Arguments of `match`.
#[derive(Args, Debug)]
pub(super) struct MatchArgs {
    #[command(flatten)]
    plan: PlanArgs,
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
    #[arg(long, short, allow_negative_numbers = true, value_parser = str::parse::<Deals>)]
    deals: Option<Deals>,
    #[command(flatten)]
    pub(super) run: RunArgs,
}

impl MatchArgs {
    /// Whether the plan is that of a match.
    pub(super) fn is_planned(&self) -> Result<bool, ArenaError> {
        Ok(self.plan.file()?.is_of_match())
    }
}

/// Deals without a test.
const DEALS: Deals = Deals::Fixed(100);
/// Deals that nobody waits for.
const MAX_DEALS: Deals = Deals::Fixed(100_000);

/// Plays a match, resumes one, or shows a complete one.
pub(super) fn run(catalog: &Catalog, args: &MatchArgs, stdout: &mut Printer<'_>) -> Result<(), ArenaError> {
    let file = args.plan.file()?;
    let request = request(args, &file)?;
    let run = file.run(&args.run)?;
    session::run_or_try(&*args.plan.open(&file, catalog)?, request, &run, stdout)
}

/// What is asked for, and the game.
pub(super) fn request_and_game(args: &MatchArgs, catalog: &Catalog) -> Result<(Request, OpenTable), ArenaError> {
    let file = args.plan.file()?;
    file.run(&args.run)?;
    Ok((request(args, &file)?, args.plan.open(&file, catalog)?))
}

fn request(args: &MatchArgs, file: &PlanFile) -> Result<Request, ArenaError> {
    file.refuse_keys_of_tournaments()?;
    let missing = |option: &str, what: &str| ArenaError::Usage(format!("{option} is missing: {what}"));
    let focus = args.focus.clone().or(file.focus.clone());
    let focus = focus.ok_or_else(|| missing("--focus", "the bot that is put to the test"))?;
    let baseline = args.baseline.clone().or(file.baseline.clone());
    let against = if args.against.is_empty() { file.against.clone().unwrap_or_default() } else { args.against.clone() };
    if against.is_empty() {
        return Err(missing("--against", "one or more bots of the field"));
    }
    let comparison = if baseline.is_some() { Comparison::Baseline } else { Comparison::EqualShare };
    let bots: Vec<String> = std::iter::once(focus).chain(baseline).chain(against).collect();
    let sprt = args.sprt.clone().or(file.sprt.clone());
    let deals = args.deals.or(file.deals()?).unwrap_or(if sprt.is_some() { MAX_DEALS } else { DEALS });
    Ok(Request {
        pairing: Pairing::Gauntlet { challengers: comparison.challengers() },
        stop: stop_rule(args, file, sprt, deals)?,
        ..args.plan.request(file, parse_bots(&bots)?, deals, Some(comparison))?
    })
}

fn stop_rule(
    args: &MatchArgs,
    file: &PlanFile,
    sprt: Option<String>,
    deals: Deals,
) -> Result<Option<StopRule>, ArenaError> {
    let [alpha, beta] = [args.alpha.or(file.alpha), args.beta.or(file.beta)];
    match (sprt, deals.stop()) {
        (Some(_), Some(_)) => {
            Err(ArenaError::Usage("--deals auto: and --sprt: a match stops by one rule only".to_owned()))
        }
        (Some(test), None) => {
            let (alpha, beta) = (alpha.unwrap_or(0.05), beta.unwrap_or(0.05));
            let sprt =
                Sprt::parse(&test, alpha, beta).map_err(|error| ArenaError::Usage(format!("--sprt: {error}")))?;
            Ok(Some(StopRule::Sprt(sprt)))
        }
        (None, _) if alpha.or(beta).is_some() => {
            Err(ArenaError::Usage("--alpha and --beta: they are of --sprt, which is not given".to_owned()))
        }
        (None, stop) => Ok(stop),
    }
}
