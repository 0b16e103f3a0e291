//! `riverlab calibrate`.

use riverlab_bots::play::streams::MAX_SEED;
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget};
use riverlab_arena::error::ArenaError;
use riverlab_arena::json::pretty;
use riverlab_bots::BotSpec;
use riverlab_engine::Intervention;
use riverlab_lab::calibrate::methods::HOUSE;
use riverlab_lab::calibrate::report::{json, text, verdict};
use riverlab_lab::calibrate::request::{CalibrationRequest, Part};
use riverlab_lab::calibrate::run::{Calibration, calibrate};
use riverlab_lab::calibrate::simulator::Progress;
use riverlab_lab::games::Catalog;

use super::game_args::{GameArgs, one_of, parse_bots, players, share, whole};
use super::plan_file::PlanOption;
use super::printer::Printer;
use super::progress::bar_style;
use super::run_args::{THREADS, thread_count};

/// The parts of a calibration: their names, what they are about.
const PARTS: &[(&str, &str, Part)] = &[
    ("shares", "Intervals of shares and of score differences, and p-values", Part::Shares),
    ("ratings", "Ratings, and effects of turn order", Part::Ratings),
    ("stops", "Matches that stop early", Part::Stops),
    ("tests", "Sequential tests", Part::Tests),
    ("balance", "Balance studies", Part::Balance),
];

/// Arguments of `calibrate`.
#[derive(Args, Debug)]
pub(super) struct CalibrateArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    plan: PlanOption,
    /// The number of players
    #[arg(long, short, default_value = "2", value_parser = players)]
    players: u64,
    /// The bots: the first plays a match against the others, or where there is no other against ply (ply against greedy), and
    /// against itself in the balance part
    #[arg(long, short, num_args = 1.., value_name = "SPEC", default_values = ["greedy", "ply"])]
    bots: Vec<String>,
    /// The number of deals of a simulated match or tournament
    #[arg(long, short, default_value = "200", value_parser = whole(2, 1_000_000))]
    deals: u64,
    /// The number of deals of a simulated balance study
    #[arg(long, default_value = "1000", value_parser = whole(2, 1_000_000))]
    balance_deals: u64,
    /// Names, kinds or patterns (with *) of components, as for balance
    #[arg(long = "elements", short = 'e', alias = "components", num_args = 1.., value_name = "COMPONENT")]
    components: Vec<String>,
    /// What is done to each, as for balance
    #[arg(long, short, num_args = 1.., default_value = "ban", allow_hyphen_values = false, value_parser = str::parse::<Intervention>)]
    interventions: Vec<Intervention>,
    /// Effects on the win share that are shown to lie within this are balanced
    #[arg(long, short, default_value = "0.02", value_parser = share)]
    margin: f64,
    /// What is calibrated [default: all]
    #[arg(long, num_args = 1.., value_name = "PART", value_parser = one_of(PARTS))]
    parts: Vec<Part>,
    /// The number of simulated studies behind a row; rows about ratings have an eighth, those about estimates after a
    /// sequential test a fortieth
    #[arg(long, default_value = "4000", value_parser = whole(100, 1_000_000))]
    studies: u64,
    /// The number of real deals of the match that studies are drawn from
    #[arg(long, default_value = "5000", value_parser = whole(20, 1_000_000))]
    sample: u64,
    /// The number of real deals on which the effects are measured that balance studies are drawn from
    #[arg(long, default_value = "1000", value_parser = whole(20, 1_000_000))]
    effect_sample: u64,
    /// The master seed
    #[arg(long, short, default_value = "1", value_parser = whole(0, MAX_SEED))]
    seed: u64,
    #[arg(long, short, help = THREADS, value_parser = whole(1, 1024))]
    threads: Option<u64>,
    /// No progress
    #[arg(long, short)]
    quiet: bool,
    /// Results as JSON
    #[arg(long)]
    json: bool,
}

/// Plays, simulates, and says which rows hold.
pub(super) fn run(catalog: &Catalog, args: &CalibrateArgs, stdout: &mut Printer<'_>) -> Result<(), ArenaError> {
    let (game, rules) = args.game.resolve()?;
    let request = CalibrationRequest {
        players: args.players as usize,
        bots: with_opponent(parse_bots(&args.bots)?)?,
        deals: args.deals,
        balance_deals: args.balance_deals,
        components: args.components.clone(),
        interventions: args.interventions.clone(),
        margin: args.margin,
        parts: args.parts.clone(),
        studies: args.studies,
        sample: args.sample,
        effect_sample: args.effect_sample,
        seed: args.seed,
    };
    let (mut bar, threads) = (CalibrationBar::new(args.quiet), thread_count(args.threads));
    let table = catalog.open(game, &rules)?;
    let calibration = calibrate(&request, &*table, &HOUSE, threads, &mut |progress| bar.show(progress));
    bar.bar.finish_and_clear();
    let calibration = calibration?;
    let shown =
        if args.json { pretty(&json(game, &request, &calibration)).into() } else { text(game, &request, &calibration) };
    stdout.show(&shown)?;
    outcome(&calibration)
}

/// A bot alone gets an opponent that is quick and unlike it.
fn with_opponent(mut bots: Vec<BotSpec>) -> Result<Vec<BotSpec>, ArenaError> {
    if let [bot] = &bots[..] {
        let ply: BotSpec = "ply".parse()?;
        let other = if *bot == ply { "greedy".parse()? } else { ply };
        bots.push(other);
    }
    Ok(bots)
}

/// An error when a row does not hold.
fn outcome(calibration: &Calibration) -> Result<(), ArenaError> {
    if calibration.holds() { Ok(()) } else { Err(ArenaError::Found(verdict(calibration))) }
}

/// Shows how far the part under way has come, and how long it still takes.
struct CalibrationBar {
    bar: ProgressBar,
    part: &'static str,
    since: Instant,
}

impl CalibrationBar {
    fn new(quiet: bool) -> CalibrationBar {
        let target = if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
        let style = "{bar:20} {percent:>3} % {human_pos}/{human_len} {wide_msg}";
        let bar = ProgressBar::with_draw_target(None, target).with_style(bar_style(style));
        CalibrationBar { bar, part: "", since: Instant::now() }
    }

    fn show(&mut self, Progress { part, done, of }: Progress) {
        if part != self.part {
            (self.part, self.since) = (part, Instant::now());
        }
        let speed = done as f64 / self.since.elapsed().as_secs_f64().max(1e-3);
        let left = Duration::from_secs_f64((of.saturating_sub(done) as f64 / speed.max(1e-9)).min(1e9));
        self.bar.set_length(of);
        self.bar.set_position(done);
        self.bar.set_message(format!("{part}, {speed:.0}/s, {} left", HumanDuration(left)));
    }
}

#[cfg(test)]
#[path = "calibrate_tests.rs"]
mod tests;
