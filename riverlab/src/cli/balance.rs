//! `riverlab balance`.

use riverlab_bots::play::streams::MAX_SEED;
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use comfy_table::Table;
use indicatif::HumanDuration;
use riverlab_arena::error::ArenaError;
use riverlab_arena::external::programs::{OnFault, Programs};
use riverlab_arena::json::pretty;
use riverlab_arena::plan::{Shard, weights_notes};
use riverlab_arena::report::terminal::{Text, fitted};
use riverlab_arena::report::text::text_table;
use riverlab_arena::store::run_dir::RunStatus;
use riverlab_bots::BotSpec;
use riverlab_engine::Intervention;
use riverlab_lab::balance::budget::Budget;
use riverlab_lab::balance::pilot::{Estimate, estimate};
use riverlab_lab::balance::plan::{StudyPlan, Task};
use riverlab_lab::balance::report::Report;
use riverlab_lab::balance::report::precision::{SpreadDesign, needed_table};
use riverlab_lab::balance::request::StudyRequest;
use riverlab_lab::balance::runner::{Progress, StudyRunner};
use riverlab_lab::balance::session;
use riverlab_lab::balance::setup::StudyTable;
use riverlab_lab::games::Catalog;
use riverlab_stats::power::{Design, Power};
use serde_json::{Value, json};

use super::game_args::{GameArgs, parse_bots, share, whole};
use super::host::Host;
use super::plan_file::PlanOption;
use super::printer::Printer;
use super::program_args::ProgramArgs;
use super::run_args::{GIVING_UP, RunArgs, stop_flag};
use super::study_progress::StudyBar;

/// The number of deals of the first round of a study that is played until all is decided: enough to see how much deals
/// differ.
const FIRST_ROUND: u64 = 100;

/// Arguments of `balance`.
#[derive(Args, Debug)]
pub(super) struct BalanceArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    plan: PlanOption,
    /// The number of players
    #[arg(long, short, default_value = "2", value_parser = whole(0, 1000))]
    players: u64,
    /// The bots, each at all seats of its own games
    #[arg(long, short, num_args = 1.., value_name = "SPEC", default_value = "greedy")]
    bots: Vec<String>,
    /// Names, kinds or patterns (with *) of components [default: those that people ask about first; The River: all meadows
    /// and buildings]
    #[arg(long = "elements", short = 'e', alias = "components", num_args = 1.., value_name = "COMPONENT")]
    components: Vec<String>,
    /// What is done to each. To one player alone, in turn at each seat: ban, grant, cost+1, points-1 and the like. To all:
    /// ban-all, remove, cost+1-all, points-1-all, set:KEY=VALUE
    #[arg(long, short, num_args = 1.., default_value = "ban", allow_hyphen_values = false, value_parser = str::parse::<Intervention>)]
    interventions: Vec<Intervention>,
    /// The number of deals that everything is played on [default: 1000, with --until-decided 100, those of the first round]
    #[arg(long, short, value_parser = whole(1, 1_000_000_000))]
    deals: Option<u64>,
    /// The number of fresh deals on which what stands out is played again, or on which a suggestion is checked [default: 0,
    /// with --suggest and --interactions as many as --deals]
    #[arg(long, value_parser = whole(0, 1_000_000_000))]
    confirm: Option<u64>,
    /// Effects on the win share that are shown to lie within this are balanced
    #[arg(long, short, default_value = "0.02", value_parser = share)]
    margin: f64,
    /// Compare with the alternatives of the values that are reconstructed: all, or those that a name, key or pattern means
    #[arg(long = "readings", alias = "alternatives", num_args = 0.., value_name = "PATTERN", conflicts_with = "suggest")]
    alternatives: Option<Vec<String>>,
    /// Search a small change of points and costs that brings elements to parity with others of their kind, in effect and in
    /// how often they are used
    #[arg(long)]
    suggest: bool,
    /// Measure what two components are worth together beyond the sum of what each is worth: all are played alone on --deals,
    /// then so many pairs on the fresh deals of --confirm [default: 30 pairs]
    #[arg(long, value_name = "PAIRS", num_args = 0..=1, default_missing_value = "30",
          value_parser = whole(1, 10_000), conflicts_with_all = ["suggest", "alternatives"])]
    interactions: Option<u64>,
    /// Play on, round after round, what is not decided yet: strong, weak, balanced within the margin, or near it. Verdicts and
    /// intervals of shares hold at every look. Needs --budget
    #[arg(long, requires = "budget")]
    until_decided: bool,
    /// How much --until-decided may play: a number of games, or a time such as 90s, 30m or 2h, which makes the study one that
    /// cannot be reproduced
    #[arg(long, value_name = "GAMES|TIME", requires = "until_decided")]
    budget: Option<Budget>,
    /// The master seed
    #[arg(long, short, default_value = "1", value_parser = whole(0, MAX_SEED))]
    seed: u64,
    /// Play part K of M of the deals, for `riverlab merge`, which plays what follows from them
    #[arg(long, value_name = "K/M", value_parser = str::parse::<Shard>)]
    shard: Option<Shard>,
    #[command(flatten)]
    programs: ProgramArgs,
    #[command(flatten)]
    pub(super) run: RunArgs,
}

/// Carries out a study, resumes one, or shows a complete one.
pub(super) fn run(
    catalog: &Catalog,
    args: &BalanceArgs,
    host: &Host,
    stdout: &mut Printer<'_>,
) -> Result<(), ArenaError> {
    let (game, rules) = args.game.resolve()?;
    let bots = parse_bots(&args.bots)?;
    let deals = args.deals.unwrap_or(if args.until_decided { FIRST_ROUND } else { 1_000 });
    let request = StudyRequest {
        task: task(args),
        players: args.players as usize,
        programs: programs(args, &bots)?,
        bots,
        components: args.components.clone(),
        interventions: args.interventions.clone(),
        margin: args.margin,
        deals,
        confirm: args.confirm.unwrap_or(if args.suggest || args.interactions.is_some() { deals } else { 0 }),
        budget: args.budget,
        seed: args.seed,
    };
    if args.run.dry_run {
        args.run.check_resumable("balance")?;
        return stdout.show(&pilot(&*catalog.open(game, &rules)?, &request, &args.run)?);
    }
    let session = Session { request: &request, shard: args.shard, args: &args.run, host };
    let (text, complete) = session.play(&*catalog.open(game, &rules)?)?;
    stdout.show(&text)?;
    if complete { Ok(()) } else { Err(ArenaError::Interrupted) }
}

/// The programs of a study, in which no game goes on after a fault.
fn programs(args: &BalanceArgs, bots: &[BotSpec]) -> Result<Programs, ArenaError> {
    let programs = args.programs.greeted(bots)?;
    if programs.on_fault == OnFault::Forfeit {
        return Err(ArenaError::Usage("--on-fault forfeit: a balance study has no seat to spare".to_owned()));
    }
    Ok(programs)
}

fn task(args: &BalanceArgs) -> Task {
    match (&args.alternatives, args.interactions) {
        (Some(patterns), _) => Task::Sensitivity(patterns.clone()),
        (None, Some(pairs)) => Task::Interactions(pairs as usize),
        (None, None) if args.suggest => Task::Suggestion,
        (None, None) => Task::Effects,
    }
}

fn folder(args: &RunArgs) -> PathBuf {
    args.folder_or("balance")
}

struct Session<'a> {
    request: &'a StudyRequest,
    shard: Option<Shard>,
    args: &'a RunArgs,
    host: &'a Host,
}

impl Session<'_> {
    /// Plays the study in its folder: what it comes to, and whether it is complete.
    fn play(self, table: &dyn StudyTable) -> Result<(Text, bool), ArenaError> {
        let (args, plan, folder) = (self.args, self.request.plan(table)?, folder(self.args));
        let plan = match self.shard {
            Some(shard) => plan.part(shard)?,
            None => plan,
        };
        let (start, stop, threads) = (Instant::now(), stop_flag(self.host, GIVING_UP), args.thread_count());
        for note in weights_notes(table, &self.request.bots, plan.players)? {
            args.note(&note);
        }
        if !plan.context.weights.is_empty() {
            args.note("learned weights were made for the game as it is; they stay the same where the study changes it");
        }
        let mut bar = StudyBar::new(args);
        let mut show = |progress: Progress| {
            self.host.note(|noted| {
                (noted.done, noted.of) = (progress.games, progress.of);
                noted.standing = format!("stage {}", progress.stage);
            });
            bar.show(progress);
        };
        let mut runner = StudyRunner { threads, stop: &stop, crew: self.host.crew(), progress: &mut show };
        let study = session::run(&plan, table, &folder, args.on_existing(), &mut runner)?;
        bar.clear();
        if study.found == RunStatus::Complete {
            args.note(&format!("{} is complete; nothing to play", folder.display()));
        } else if bar.has_begun() {
            let seconds = start.elapsed().as_secs_f64();
            args.note(&format!("{seconds:.1} s on {threads} threads, results in {}", folder.display()));
        }
        if !study.result.is_complete {
            args.note(&format!("to go on: {}", args.command(&plan.command)));
        }
        Ok((shown(&study.report, args.json), study.result.is_complete))
    }
}

/// What a study comes to, as text or as JSON.
pub(super) fn shown(report: &Report, json: bool) -> Text {
    if json { pretty(&report.json).into() } else { report.text.clone() }
}

/// `--dry-run`: plays some deals, writes nothing, and says how many the margin needs.
fn pilot(table: &dyn StudyTable, request: &StudyRequest, args: &RunArgs) -> Result<Text, ArenaError> {
    let (plan, threads) = (request.plan(table)?, args.thread_count());
    let estimate = estimate(&plan, table, threads)?;
    Ok(if args.json {
        pretty(&estimate_json(&plan, &estimate, threads)).into()
    } else {
        estimate_text(&plan, &estimate, threads)
    })
}

fn estimate_text(plan: &StudyPlan, estimate: &Estimate, threads: usize) -> Text {
    let Estimate { experiments, games_per_deal, deals: played, .. } = estimate;
    let time = |deals: u64| HumanDuration(estimate.time(deals));
    let mut text = Text::from(format!(
        "{}, {} players: {experiments} experiments, {games_per_deal} games on each deal; {} deals take about {} on {threads} \
         threads\n",
        plan.context.game,
        plan.players,
        plan.deals,
        time(plan.deals)
    ));
    if let Some(Budget::Games(games)) = plan.budget {
        let time = HumanDuration(estimate.time_of_games(games));
        text.push(format!("that is the first round; a budget of {games} games takes about {time}\n"));
    }
    if estimate.impossible > 0 {
        let impossible = estimate.impossible;
        text.push(format!("not measurable, as a ban leaves a player no legal move: {impossible} experiments\n"));
    }
    if estimate.impossible == estimate.tried {
        return text;
    }
    let Some(designs) = estimate.designs else {
        return text
            .with(format!("nothing has an effect in {played} deals, so more of them must tell how many it takes\n"));
    };
    let designs = SpreadDesign::both(designs);
    let family = designs[0].design.family;
    let needed = fitted(needed_table(&designs), &[]).trimmed();
    if plan.budget.is_some() {
        text.push(format!("from {played} deals; deals for 90 % in studies of fixed size with a family of {family}:\n"));
        return text.with(needed).with("\n");
    }
    text.push(format!("from {played} deals, in a family of {family}; the probability that this study finds each:\n"));
    text.push(fitted(power_table(plan, &designs), &[]));
    text.with("deals for 90 %, each, without a second look:\n").with(needed).with("\n")
}

fn estimate_json(plan: &StudyPlan, estimate: &Estimate, threads: usize) -> Value {
    let design = |(spread, design): (&str, &Design)| {
        let Power { margin_found, twice_called, none_balanced } = design.power(plan.deals, plan.confirm);
        json!({
            "spread": spread,
            "sd": design.sd,
            "power": { "margin_found": margin_found, "twice_called": twice_called, "none_balanced": none_balanced },
        })
    };
    let [median, largest] =
        estimate.designs.as_ref().map_or([None, None], |[median, largest]| [Some(median), Some(largest)]);
    let designs = [("median", median), ("largest", largest)];
    let mut value = json!({
        "command": plan.command,
        "game": plan.context.game,
        "players": plan.players,
        "experiments": estimate.experiments,
        "impossible": estimate.impossible,
        "games_per_deal": estimate.games_per_deal,
        "tried": { "deals": estimate.deals, "experiments": estimate.tried, "threads": threads },
        "expected": { "deals": plan.deals, "seconds": estimate.time(plan.deals).as_secs_f64() },
        "margin": plan.margin,
        "family": median.map(|design| design.family),
        "designs": designs.into_iter().filter_map(|(spread, found)| Some(design((spread, found?)))).collect::<Vec<_>>(),
    });
    if let Some(Budget::Games(games)) = plan.budget {
        value["budget"] = json!({ "games": games, "seconds": estimate.time_of_games(games).as_secs_f64() });
    }
    value
}

/// What a study as planned finds.
fn power_table(plan: &StudyPlan, designs: &[SpreadDesign]) -> Table {
    let found = format!("an effect of {} is found", plan.margin);
    let called = format!("one of {} is called strong or weak", 2.0 * plan.margin);
    let mut table = text_table(&["", "sd of a deal", &found, &called, "none is called balanced"], &[0]);
    for SpreadDesign { spread, design } in designs {
        let Power { margin_found, twice_called, none_balanced } = design.power(plan.deals, plan.confirm);
        let mut cells = vec![(*spread).to_owned(), format!("{:.3}", design.sd)];
        cells.extend([margin_found, twice_called, none_balanced].map(|power| format!("{:.0} %", 100.0 * power)));
        table.add_row(cells);
    }
    table
}
