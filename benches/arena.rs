//! Tournaments of random bots, journal included: games per second on one thread and on two, side by side.
//!
//! The number of games and the size of the journal are asserted. `cargo bench --bench arena`

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use riverlab_arena::plan::{Plan, Request};
use riverlab_arena::run::runner::PlaySettings;
use riverlab_arena::run::session::Session;
use riverlab_arena::store::journal::JournalPaths;
use riverlab_arena::store::run_dir::OnExisting;
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

/// Plays the tournament into a new journal in a folder; returns the time that the games took, journal included, and the
/// size of the journal in bytes.
fn tournament(plan: &Plan, folder: &Path, threads: usize) -> (Duration, u64) {
    let rules = RiverRules::standard();
    let mut session = Session::<TheRiver>::open(folder, plan, rules, OnExisting::Replace).expect("a new run");
    let stop = AtomicBool::new(false);
    let start = Instant::now();
    session.play(PlaySettings::new(threads, &stop), |_| ()).expect("the tournament is played");
    let elapsed = start.elapsed();
    assert_eq!(session.results().tally.deals(), DEALS);
    let paths = JournalPaths::in_folder::<TheRiver>(folder, rules, plan.request.players);
    (elapsed, paths.files().iter().map(|path| std::fs::metadata(path).expect("a journal").len()).sum())
}

/// The time of a tournament, whose journal must be as long as that of all others.
fn timed(plan: &Plan, folder: &Path, threads: usize, size: &mut Option<u64>) -> Duration {
    let (elapsed, bytes) = tournament(plan, folder, threads);
    assert_eq!(*size.get_or_insert(bytes), bytes, "another number of threads, another journal");
    elapsed
}

fn arena(criterion: &mut Criterion) {
    let folder = tempfile::tempdir().expect("a folder");
    let request = request();
    let plan = Plan::new::<TheRiver>(request, RiverRules::standard()).expect("a plan");
    assert_eq!(plan.games, 2 * DEALS);
    let mut size = None;
    let mut pairs: Vec<[Duration; 2]> =
        (0..ROUNDS).map(|_| [1, 2].map(|threads| timed(&plan, folder.path(), threads, &mut size))).collect();
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
            bencher.iter_custom(|times| (0..times).map(|_| tournament(&plan, folder.path(), threads).0).sum());
        });
    }
    group.finish();
}

fn ratio([one, two]: &[Duration; 2]) -> f64 {
    one.as_secs_f64() / two.as_secs_f64()
}

criterion_group!(benches, arena);
criterion_main!(benches);
