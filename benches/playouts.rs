//! Uniformly random complete games on one core: games per second, nanoseconds per decision, per deal, per copy of a position.
//!
//! The numbers of decisions and deals of the seeded games are asserted, so that two figures are only ever compared for
//! the same work. `cargo bench --bench playouts`

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use riverlab_engine::games::carcassonne::Carcassonne;
use riverlab_engine::games::rio_grande::RioGrande;
use riverlab_engine::games::river_dragons::RiverDragons;
use riverlab_engine::games::the_river::TheRiver;
use riverlab_engine::{Game, GameRules, PlayoutCounts, Turn, playout};

/// Seeded games that make one measurement.
const GAMES: u64 = 1000;
/// Copies of a position that make one measurement.
const CLONES: u32 = 10_000;

/// Decisions and deals of the first [`GAMES`] games, by number of players.
type Expected = [(usize, PlayoutCounts)];

const THE_RIVER: &Expected = &[
    (2, PlayoutCounts { decisions: 78_060, chance_events: 81_945 }),
    (3, PlayoutCounts { decisions: 128_757, chance_events: 116_558 }),
    (4, PlayoutCounts { decisions: 142_739, chance_events: 125_076 }),
];
const RIO_GRANDE: &Expected = &[
    (2, PlayoutCounts { decisions: 158_837, chance_events: 144_504 }),
    (3, PlayoutCounts { decisions: 177_618, chance_events: 163_514 }),
    (5, PlayoutCounts { decisions: 174_409, chance_events: 166_000 }),
];

const RIVER_DRAGONS: &Expected = &[
    (2, PlayoutCounts { decisions: 837_934, chance_events: 1000 }),
    (4, PlayoutCounts { decisions: 1_665_129, chance_events: 1000 }),
    (6, PlayoutCounts { decisions: 2_540_430, chance_events: 1000 }),
];

const CARCASSONNE: &Expected = &[
    (2, PlayoutCounts { decisions: 103_872, chance_events: 83_000 }),
    (3, PlayoutCounts { decisions: 115_129, chance_events: 83_000 }),
    (5, PlayoutCounts { decisions: 136_861, chance_events: 83_000 }),
];

fn play_all<G: Game>(players: usize, buffer: &mut Vec<G::Move>) -> PlayoutCounts {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(players as u64);
    let mut total = PlayoutCounts::default();
    for _ in 0..GAMES {
        let mut state = G::new(G::Rules::standard(), players);
        let counts = playout(&mut state, &mut rng, buffer);
        total.decisions += counts.decisions;
        total.chance_events += counts.chance_events;
    }
    total
}

/// Positions of random games in which chance is about to deal after a player has moved; the start, if it never does.
fn before_deals<G: Game>(players: usize) -> Vec<G> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(99);
    let (mut positions, mut buffer) = (Vec::new(), Vec::new());
    while positions.len() < 2000 {
        let mut state = G::new(G::Rules::standard(), players);
        let (mut decided, so_far) = (false, positions.len());
        while state.turn() != Turn::Over {
            if state.turn() == Turn::Chance {
                if std::mem::take(&mut decided) {
                    positions.push(state.clone());
                }
                state.play_unchecked(state.draw(&mut rng));
            } else {
                decided = true;
                state.play_unchecked(state.random_move(&mut buffer, &mut rng));
            }
        }
        if positions.len() == so_far {
            positions.push(G::new(G::Rules::standard(), players));
        }
    }
    positions
}

/// Deals on until a player is to move; returns the number of deals.
fn deal_on<G: Game>(mut state: G, rng: &mut Xoshiro256PlusPlus) -> u64 {
    let mut deals = 0;
    while state.turn() == Turn::Chance {
        state.play_unchecked(state.draw(rng));
        deals += 1;
    }
    deals
}

/// Measurements of each figure; one when the bench is only checked (`-- --test`).
fn repeats() -> usize {
    if std::env::args().any(|argument| argument == "--test") { 1 } else { 60 }
}

fn fastest(mut run: impl FnMut()) -> Duration {
    let timed = (0..repeats()).map(|_| {
        let start = Instant::now();
        run();
        start.elapsed()
    });
    timed.min().unwrap_or_default()
}

fn table<G: Game>(counts: &Expected) {
    println!("\nrandom games of {}, one core, fastest of {} measurements of {GAMES} games", G::TITLE, repeats());
    println!("players  games/s  decisions/game  deals/game  ns/game  ns/decision  ns/deal  bytes  ns/clone");
    for &(players, expected) in counts {
        let mut buffer = Vec::new();
        let whole = fastest(|| assert_eq!(play_all::<G>(players, &mut buffer), expected));
        let positions = before_deals::<G>(players);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        let mut deals = 0;
        let dealing = fastest(|| deals = positions.iter().map(|state| deal_on(state.clone(), &mut rng)).sum());
        let ns_deal = dealing.as_nanos() as f64 / deals as f64;
        let middle = &positions[positions.len() / 2];
        let cloning = fastest(|| (0..CLONES).for_each(|_| drop(black_box(black_box(middle).clone()))));
        let ns_clone = cloning.as_nanos() as f64 / f64::from(CLONES);
        let ns_game = whole.as_nanos() as f64 / GAMES as f64;
        let per_game = |count: u64| count as f64 / GAMES as f64;
        let ns_decision = (ns_game - ns_deal * per_game(expected.chance_events)) / per_game(expected.decisions);
        println!(
            "{players:>7}  {:>7.0}  {:>14.1}  {:>10.1}  {ns_game:>7.0}  {ns_decision:>11.1}  {ns_deal:>7.1}  {:>5}  {ns_clone:>8.1}",
            1e9 / ns_game,
            per_game(expected.decisions),
            per_game(expected.chance_events),
            size_of::<G>(),
        );
    }
}

fn playouts_of<G: Game>(criterion: &mut Criterion, counts: &Expected) {
    table::<G>(counts);
    let mut group = criterion.benchmark_group(format!("playouts/{}", G::NAME));
    group.sample_size(20);
    for &(players, expected) in counts {
        let mut buffer = Vec::new();
        group.throughput(Throughput::Elements(GAMES));
        group.bench_function(format!("{players}p"), |bencher| {
            bencher.iter_batched(
                || (),
                |()| assert_eq!(play_all::<G>(players, &mut buffer), expected),
                BatchSize::PerIteration,
            );
        });
    }
    group.finish();
}

fn playouts(criterion: &mut Criterion) {
    playouts_of::<TheRiver>(criterion, THE_RIVER);
    playouts_of::<RioGrande>(criterion, RIO_GRANDE);
    playouts_of::<Carcassonne>(criterion, CARCASSONNE);
    playouts_of::<RiverDragons>(criterion, RIVER_DRAGONS);
}

criterion_group!(benches, playouts);
criterion_main!(benches);
