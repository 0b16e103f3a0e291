//! Tournaments of random bots, journal included: games per second on one thread and on two, side by side.
//!
//! The number of games and the size of the journal are asserted. `cargo bench --bench arena`

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use riverlab_arena::plan::{Plan, Request};
use riverlab_arena::run::results::Results;
use riverlab_arena::run::runner::{self, Clock};
use riverlab_arena::store::journal::Journal;
use riverlab_arena::store::run_dir::journal_paths;
use riverlab_engine::GameRules;
use riverlab_engine::games::the_river::{RiverRules, TheRiver};

/// Deals of one tournament; two bots play each twice.
const DEALS: u64 = 10_000;
/// Tournaments on each number of threads, one after the other in turn.
const ROUNDS: usize = 15;

fn request() -> Request {
    let bots = ["random", "random"].map(|bot| bot.parse().expect("a bot")).to_vec();
    Request::tournament(2, bots, DEALS, 1)
}

/// Plays the tournament into a new journal in a folder; returns its size in bytes.
fn tournament(plan: &Plan, folder: &Path, threads: usize) -> u64 {
    let rules = RiverRules::standard();
    let mut results = Results::new::<TheRiver>(plan, rules).expect("a plan");
    let mut schedule = plan.schedule();
    let paths = journal_paths::<TheRiver>(folder, rules, plan.players);
    let files: Vec<PathBuf> = std::iter::once(paths.games.clone()).chain(paths.moves.clone()).collect();
    for file in files.iter().filter(|file| file.exists()) {
        std::fs::remove_file(file).expect("the last journal");
    }
    let mut journal = Journal::lock(&paths).expect("a journal");
    let progress = journal
        .read::<TheRiver>(plan, rules, &mut schedule, |_| Ok(ControlFlow::Continue(())))
        .expect("an empty journal");
    journal.go_on::<TheRiver>(progress).expect("a journal");
    let stop = AtomicBool::new(false);
    runner::run::<TheRiver>(plan, rules, schedule, threads, Clock::Off, &stop, |batch| {
        journal.append(&batch.rows, &batch.moves)?;
        let mut games = batch.observed();
        let ended = games.any(|(played, events)| results.add(&played.game, &played.result, events).is_break());
        Ok(if ended { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    })
    .expect("the tournament is played");
    assert_eq!(results.tally.deals(), DEALS);
    files.iter().map(|path| std::fs::metadata(path).expect("a journal").len()).sum()
}

fn timed(run: impl FnOnce() -> u64, size: &mut Option<u64>) -> Duration {
    let start = Instant::now();
    let bytes = run();
    assert_eq!(*size.get_or_insert(bytes), bytes, "another number of threads, another journal");
    start.elapsed()
}

fn arena(criterion: &mut Criterion) {
    let folder = tempfile::tempdir().expect("a folder");
    let request = request();
    let plan = request.plan::<TheRiver>(RiverRules::standard()).expect("a plan");
    assert_eq!(plan.games, 2 * DEALS);
    let mut size = None;
    let mut pairs: Vec<[Duration; 2]> = (0..ROUNDS)
        .map(|_| [1, 2].map(|threads| timed(|| tournament(&plan, folder.path(), threads), &mut size)))
        .collect();
    pairs.sort_by(|a, b| ratio(a).total_cmp(&ratio(b)));
    let speed = |idx: usize| pairs.iter().map(|pair| plan.games as f64 / pair[idx].as_secs_f64()).fold(0.0, f64::max);
    println!(
        "\nrandom bots, The River with 2 players, {} games a tournament, {ROUNDS} pairs of tournaments",
        plan.games
    );
    println!("threads  games/s (fastest)");
    println!("      1  {:>17.0}\n      2  {:>17.0}", speed(0), speed(1));
    let [least, median, most] = [0, ROUNDS / 2, ROUNDS - 1].map(|idx| ratio(&pairs[idx]));
    println!("two threads to one: median {median:.2}, from {least:.2} to {most:.2}");

    let mut group = criterion.benchmark_group("arena/the-river");
    group.sample_size(10).throughput(Throughput::Elements(plan.games));
    for threads in [1, 2] {
        group.bench_function(format!("{threads} threads"), |bencher| {
            bencher.iter(|| tournament(&plan, folder.path(), threads));
        });
    }
    group.finish();
}

fn ratio([one, two]: &[Duration; 2]) -> f64 {
    one.as_secs_f64() / two.as_secs_f64()
}

criterion_group!(benches, arena);
criterion_main!(benches);
