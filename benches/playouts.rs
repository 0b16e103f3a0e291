//! Uniformly random complete games on one core, of every game of the list: games per second, nanoseconds per decision, per
//! chance event, per copy of a position.
//!
//! The numbers of decisions and chance events of the seeded games are asserted (`playouts.csv`), so that two figures are
//! only ever compared for the same work. `cargo bench --bench playouts`

use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use riverlab_engine::{Game, GameRules, PlayoutCounts, Turn, for_each_game, playout};

/// Seeded games that make one measurement.
const GAMES: u64 = 1000;
/// Copies of a position that make one measurement.
const CLONES: u32 = 10_000;

/// Decisions and chance events of the first [`GAMES`] games, by number of players.
type Expected = [(usize, PlayoutCounts)];

/// The rows of `playouts.csv` that are of this game.
fn expected_counts(game: &str) -> Vec<(usize, PlayoutCounts)> {
    let mut reader = csv::Reader::from_reader(include_bytes!("playouts.csv").as_slice());
    let rows = reader.deserialize().map(|row| row.expect("a row of four columns"));
    let of_game = rows.filter(|(name, ..): &(String, usize, u64, u64)| name == game);
    let counts: Vec<_> = of_game
        .map(|(_, players, decisions, chance_events)| (players, PlayoutCounts { decisions, chance_events }))
        .collect();
    assert!(!counts.is_empty(), "playouts.csv says nothing of {game}");
    counts
}

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

/// Positions of random games in which chance is about to act after a player has moved; the start, if it never does.
fn before_chance_events<G: Game>(players: usize) -> Vec<G> {
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

/// Draws on until a player is to move; returns the number of chance events.
fn draw_on<G: Game>(mut state: G, rng: &mut Xoshiro256PlusPlus) -> u64 {
    let mut events = 0;
    while state.turn() == Turn::Chance {
        state.play_unchecked(state.draw(rng));
        events += 1;
    }
    events
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

/// Nanoseconds per chance event; 0 in a game without chance.
fn ns_per_event<G: Game>(positions: &[G]) -> f64 {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut events = 0;
    let drawing = fastest(|| events = positions.iter().map(|state| draw_on(state.clone(), &mut rng)).sum());
    if events == 0 { 0.0 } else { drawing.as_nanos() as f64 / events as f64 }
}

fn table<G: Game>(counts: &Expected) {
    println!("\nrandom games of {}, one core, fastest of {} measurements of {GAMES} games", G::TITLE, repeats());
    println!("players  games/s  decisions/game  events/game  ns/game  ns/decision  ns/event  bytes  ns/clone");
    for &(players, expected) in counts {
        let mut buffer = Vec::new();
        let whole = fastest(|| assert_eq!(play_all::<G>(players, &mut buffer), expected, "{}", G::NAME));
        let positions = before_chance_events::<G>(players);
        let ns_event = ns_per_event(&positions);
        let middle = &positions[positions.len() / 2];
        let cloning = fastest(|| (0..CLONES).for_each(|_| drop(black_box(black_box(middle).clone()))));
        let ns_clone = cloning.as_nanos() as f64 / f64::from(CLONES);
        let ns_game = whole.as_nanos() as f64 / GAMES as f64;
        let per_game = |count: u64| count as f64 / GAMES as f64;
        let ns_decision = (ns_game - ns_event * per_game(expected.chance_events)) / per_game(expected.decisions);
        println!(
            "{players:>7}  {:>7.0}  {:>14.1}  {:>11.1}  {ns_game:>7.0}  {ns_decision:>11.1}  {ns_event:>8.1}  {:>5}  {ns_clone:>8.1}",
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
    for_each_game!(G => playouts_of::<G>(criterion, &expected_counts(G::NAME)));
}

criterion_group!(benches, playouts);
criterion_main!(benches);
