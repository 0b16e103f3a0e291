//! Tournaments of random bots, journal included: games per second on one thread and on two, and beside pure random playouts
//! on two, in turn.
//!
//! The number of games and the size of the journal are asserted. `cargo bench --bench arena`

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use riverlab_arena::plan::{Plan, Request};
use riverlab_arena::run::runner::PlaySettings;
use riverlab_arena::run::session::Session;
use riverlab_arena::store::journal::JournalPaths;
use riverlab_arena::store::run_dir::OnExisting;
use riverlab_arena::table::GameTable;
use riverlab_engine::games::the_river::{RiverRules, TheRiver};
use riverlab_engine::{Game, GameRules, playout};

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
    let table = GameTable::<TheRiver>::standard();
    let mut session = Session::open(folder, plan, &table, OnExisting::Replace).expect("a new run");
    let stop = AtomicBool::new(false);
    let start = Instant::now();
    session.play(PlaySettings::new(threads, &stop), |_| ()).expect("the tournament is played");
    let elapsed = start.elapsed();
    assert_eq!(session.results().tally.deals(), DEALS);
    let paths = JournalPaths::in_folder(folder, plan, &table);
    (elapsed, paths.files().iter().map(|path| std::fs::metadata(path).expect("a journal").len()).sum())
}

/// The time of as many random games as a tournament has, on so many threads, of which nothing is kept.
fn playouts(threads: u64) -> Duration {
    let start = Instant::now();
    std::thread::scope(|scope| {
        for thread in 0..threads {
            scope.spawn(move || {
                let (mut rng, mut buffer) = (Xoshiro256PlusPlus::seed_from_u64(thread), Vec::new());
                for _ in 0..2 * DEALS / threads {
                    let mut state = TheRiver::new(RiverRules::standard(), 2);
                    assert!(playout(&mut state, &mut rng, &mut buffer).decisions > 0);
                }
            });
        }
    });
    start.elapsed()
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
    let plan = Plan::new(request, &GameTable::<TheRiver>::standard()).expect("a plan");
    assert_eq!(plan.games, 2 * DEALS);
    let mut size = None;
    let mut timed = |threads| timed(&plan, folder.path(), threads, &mut size);
    let rounds: Vec<[Duration; 3]> = (0..ROUNDS).map(|_| [timed(1), timed(2), playouts(2)]).collect();
    let speed =
        |idx: usize| rounds.iter().map(|round| plan.games as f64 / round[idx].as_secs_f64()).fold(0.0, f64::max);
    println!(
        "\nrandom bots, The River with 2 players, {} games a tournament, {ROUNDS} tournaments of each kind",
        plan.games
    );
    println!("threads  games/s (fastest)");
    println!("      1  {:>17.0}\n      2  {:>17.0}", speed(0), speed(1));
    println!("      2  {:>17.0}  pure playouts", speed(2));
    print_ratios("two threads to one", rounds.iter().map(|&[one, two, _]| ratio(one, two)));
    print_ratios("tournaments to pure playouts", rounds.iter().map(|&[_, two, playouts]| ratio(playouts, two)));

    let mut group = criterion.benchmark_group("arena/the-river");
    group.sample_size(10).throughput(Throughput::Elements(plan.games));
    for threads in [1, 2] {
        group.bench_function(format!("{threads} threads"), |bencher| {
            bencher.iter_custom(|times| (0..times).map(|_| tournament(&plan, folder.path(), threads).0).sum());
        });
    }
    group.finish();
}

/// How many times as long the first took.
fn ratio(first: Duration, second: Duration) -> f64 {
    first.as_secs_f64() / second.as_secs_f64()
}

fn print_ratios(name: &str, ratios: impl Iterator<Item = f64>) {
    let mut ratios: Vec<f64> = ratios.collect();
    ratios.sort_by(f64::total_cmp);
    let (least, median, most) = (ratios[0], ratios[ratios.len() / 2], ratios[ratios.len() - 1]);
    println!("{name}: median {median:.2}, from {least:.2} to {most:.2}");
}

criterion_group!(benches, arena);
criterion_main!(benches);
