//! `riverlab endings`.

use clap::Args;
use riverlab_arena::error::ArenaError;
use riverlab_arena::json::pretty;
use riverlab_arena::report::text::text_table;
use riverlab_bots::play::streams::MAX_SEED;
use riverlab_lab::endings::{BotRecord, Endings, EndingsRequest, EndingsTable, solve_endings};
use riverlab_lab::games::Catalog;
use riverlab_stats::Interval;
use serde_json::{Value, json};

use super::game_args::{GameArgs, parse_bots, whole};
use super::host::Host;
use super::output::print;
use super::plan_file::PlanOption;
use super::printer::Printer;
use super::progress::{games_bar, note_bar};
use super::run_args::{FolderArgs, GIVING_UP, stop_flag};

/// Arguments of `endings`.
#[derive(Args, Debug)]
pub(super) struct EndingsArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    plan: PlanOption,
    /// The bots that decide
    #[arg(long, short, required = true, num_args = 1.., value_name = "SPEC")]
    bots: Vec<String>,
    /// The bot that plays the games whose endings these are
    #[arg(long, value_name = "SPEC", default_value = "mcts:sims=50")]
    by: String,
    /// The number of positions, of one game each
    #[arg(long, default_value = "300", value_parser = whole(2, 1_000_000))]
    positions: u64,
    /// The most positions that a solution may look at
    #[arg(long, default_value = "300000", value_parser = whole(10, 10_000_000_000))]
    nodes: u64,
    /// The master seed
    #[arg(long, short, default_value = "1", value_parser = whole(0, MAX_SEED))]
    seed: u64,
    #[command(flatten)]
    pub(super) run: FolderArgs,
}

/// Solves endings, and says how bots decide in them.
pub(super) fn run(
    catalog: &Catalog,
    args: &EndingsArgs,
    host: &Host,
    stdout: &mut Printer<'_>,
) -> Result<(), ArenaError> {
    let (game, rules) = args.game.resolve()?;
    let request = EndingsRequest {
        command: String::new(),
        bots: parse_bots(&args.bots)?,
        by: args.by.parse()?,
        positions: args.positions,
        most: args.nodes,
        seed: args.seed,
    }
    .with_command(game, &rules);
    let endings = solve(&*catalog.open(game, &rules)?, args, &request, host)?;
    print(stdout, &if args.run.json { pretty(&json(&endings, &request)) } else { text(&endings) })
}

fn solve(
    table: &dyn EndingsTable,
    args: &EndingsArgs,
    request: &EndingsRequest,
    host: &Host,
) -> Result<Endings, ArenaError> {
    let EndingsArgs { run, positions, .. } = args;
    let stop = stop_flag(host, GIVING_UP);
    let bar = games_bar(*positions, run.quiet);
    let threads = run.workers(host, &stop).threads;
    let endings = solve_endings(table, request, run.destination("endings"), threads, &stop, |found| {
        bar.inc(found);
        note_bar(host, &bar);
    });
    bar.finish_and_clear();
    endings
}

fn text(endings: &Endings) -> String {
    let Endings { positions, deals, moves, best_moves, decision, sizes, bots } = endings;
    let mut table =
        text_table(&["bot", "best moves", "95 % interval", "share lost", "95 % interval", "points lost"], &[0]);
    for BotRecord { bot, best, share_lost, points_lost, .. } in bots {
        let percent = |value: f64| format!("{:.1} %", 100.0 * value);
        let points = points_lost.as_ref().map_or_else(|| "-".to_owned(), |points| format!("{:.3}", points.mean));
        table.add_row([
            bot.clone(),
            percent(best.mean),
            format!("{} .. {}", percent(best.lo), percent(best.hi)),
            format!("{:.4}", share_lost.mean),
            share_lost.text(4),
            points,
        ]);
    }
    let heads: Vec<String> = sizes.iter().map(|most| format!("up to {most}")).collect();
    let heads: Vec<&str> = std::iter::once("share lost").chain(heads.iter().map(String::as_str)).collect();
    let mut groups = text_table(&heads, &[0]);
    for BotRecord { bot, lost_by_size, .. } in bots {
        groups.add_row(std::iter::once(bot.clone()).chain(lost_by_size.iter().map(|lost| format!("{lost:.4}"))));
    }
    format!(
        "{positions} positions of {deals} deals: on average decision {decision:.0}, {moves:.1} legal moves, {best_moves:.1} \
         of them best\n\n{table}\n\nby how many positions the solutions have looked at, in groups of as many endings:\n{groups}\n\nlost: beside a best move, if both players make no more mistakes\n"
    )
}

fn json(endings: &Endings, request: &EndingsRequest) -> Value {
    let interval = |one: &Interval| json!({ "mean": one.mean, "lo": one.lo, "hi": one.hi });
    let bot = |record: &BotRecord| {
        json!({
            "bot": record.bot,
            "best": interval(&record.best),
            "share_lost": interval(&record.share_lost),
            "share_lost_by_size": record.lost_by_size,
            "points_lost": record.points_lost.as_ref().map(interval),
        })
    };
    json!({
        "command": request.command,
        "positions": endings.positions,
        "deals": endings.deals,
        "moves": endings.moves,
        "best_moves": endings.best_moves,
        "decision": endings.decision,
        "sizes": endings.sizes,
        "bots": endings.bots.iter().map(bot).collect::<Vec<_>>(),
    })
}
