//! `riverlab train`.

use clap::Args;
use riverlab_arena::error::ArenaError;
use riverlab_arena::json::pretty;
use riverlab_arena::report::text::text_table;
use riverlab_bots::play::streams::MAX_SEED;
use riverlab_lab::games::Catalog;
use riverlab_lab::train::{Gate, PHASES, PhaseDivergence, Progress, TrainRequest, Trained, TrainingTable, train};
use serde_json::{Value, json};

use super::game_args::{GameArgs, players, whole};
use super::host::Host;
use super::output::print;
use super::plan_file::PlanOption;
use super::printer::Printer;
use super::progress::{games_bar, note_bar};
use super::run_args::{FolderArgs, GIVING_UP, stop_flag};

/// Arguments of `train`.
#[derive(Args, Debug)]
pub(super) struct TrainArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    plan: PlanOption,
    /// The number of players
    #[arg(long, short, default_value = "2", value_parser = players)]
    players: u64,
    /// Train for one seat, against this bot at all others, which stays as it is: a best response to it
    #[arg(long, value_name = "SPEC")]
    against: Option<String>,
    /// The number of generations: games, a fit to all games so far, and a match of the new weights
    #[arg(long, default_value = "3", value_parser = whole(1, 100))]
    generations: u64,
    /// The number of games of each generation
    #[arg(long, default_value = "1000", value_parser = whole(20, 1_000_000))]
    games: u64,
    /// The simulations per decision of the games
    #[arg(long, default_value = "50", value_parser = whole(1, 1_000_000))]
    sims: u64,
    /// The number of deals of the match that new weights must win
    #[arg(long, default_value = "200", value_parser = whole(10, 1_000_000))]
    gate_deals: u64,
    /// The master seed
    #[arg(long, short, default_value = "1", value_parser = whole(0, MAX_SEED))]
    seed: u64,
    #[command(flatten)]
    pub(super) run: FolderArgs,
}

/// Trains, and says how well the weights foretell and play.
pub(super) fn run(
    catalog: &Catalog,
    args: &TrainArgs,
    host: &Host,
    stdout: &mut Printer<'_>,
) -> Result<(), ArenaError> {
    let (game, rules) = args.game.resolve()?;
    let table = catalog.open(game, &rules)?;
    let request = TrainRequest {
        players: args.players as usize,
        against: args.against.as_deref().map(str::parse).transpose()?,
        generations: args.generations,
        games: args.games,
        sims: args.sims,
        gate_deals: args.gate_deals,
        seed: args.seed,
        command: String::new(),
    }
    .with_command(game, &rules);
    let trained = play(&*table, args, &request, host)?;
    let text = if args.run.json { pretty(&json(&trained)) } else { text(&trained) };
    print(stdout, &text)
}

fn play(
    table: &dyn TrainingTable,
    args: &TrainArgs,
    request: &TrainRequest,
    host: &Host,
) -> Result<Trained, ArenaError> {
    let TrainArgs { run, games, generations, .. } = args;
    let stop = stop_flag(host, GIVING_UP);
    let bar = games_bar(games * generations, run.quiet);
    let trained = train(table, request, run.destination("training"), run.workers(host, &stop), |progress| {
        match progress {
            Progress::Games(games) => bar.inc(games),
            Progress::Fit => bar.set_message("fit"),
            Progress::Gate => bar.set_message("match"),
        }
        note_bar(host, &bar);
    });
    bar.finish_and_clear();
    trained
}

fn json(trained: &Trained) -> Value {
    let phases = |phases: &[PhaseDivergence]| {
        let row = |(phase, divergence): (usize, &PhaseDivergence)| {
            json!({
                "left_from": phase as f64 / phases.len() as f64,
                "left_to": (phase + 1) as f64 / phases.len() as f64,
                "positions": divergence.positions,
                "learned": divergence.learned,
                "hand": divergence.hand,
                "constant": divergence.constant,
                "decisions": divergence.policy.decisions,
                "policy_learned": divergence.policy.learned,
                "policy_constant": divergence.policy.constant,
            })
        };
        phases.iter().enumerate().map(row).collect::<Vec<_>>()
    };
    let generation = |(number, (gate, divergences)): (u64, (&Gate, &[PhaseDivergence; PHASES]))| {
        json!({
            "generation": number,
            "share": gate.share.mean,
            "share_lo": gate.share.lo,
            "share_hi": gate.share.hi,
            "deals": gate.deals,
            "passed": gate.is_passed,
            "divergences": phases(divergences),
        })
    };
    let generations = (1..).zip(trained.gates.iter().zip(&trained.divergences));
    json!({ "weights": trained.weights, "generations": generations.map(generation).collect::<Vec<_>>() })
}

fn text(trained: &Trained) -> String {
    let head = ["generation", "share", "95 % interval", "left", "learned", "hand", "constant", "policy", "constant"];
    let mut table = text_table(&head, &[]);
    for (number, (gate, phases)) in (1..).zip(trained.gates.iter().zip(&trained.divergences)) {
        for (phase, divergence) in phases.iter().enumerate().rev() {
            let first = phase == phases.len() - 1;
            let only = |text: String| if first { text } else { String::new() };
            table.add_row([
                only(format!("{number}")),
                only(format!("{:.3}{}", gate.share.mean, if gate.is_passed { "" } else { " (kept out)" })),
                only(gate.share.text(3)),
                format!("{}-{} %", 20 * phase, 20 * (phase + 1)),
                format!("{:.4}", divergence.learned),
                format!("{:.4}", divergence.hand),
                format!("{:.4}", divergence.constant),
                format!("{:.4}", divergence.policy.learned),
                format!("{:.4}", divergence.policy.constant),
            ]);
        }
    }
    let weights = trained.weights.as_ref().map_or_else(
        || "no weights: hand-made values have won every match".to_owned(),
        |file| format!("weights: {}", file.display()),
    );
    format!("{table}\n{weights}\n")
}
