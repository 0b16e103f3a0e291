//! Values of positions and probabilities of moves on one core, of every game that comes with learned weights: evaluations
//! of all players per second, hand-made and learned, and nanoseconds per move of the learned policy.
//!
//! The positions are those of decisions in seeded random games, from their first to their last; how many there are and how
//! many moves they have is asserted (`evaluations.csv`), so that two figures are only ever compared for the same work.
//! `cargo bench --bench evaluations`

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use riverlab_bots::Evaluate;
use riverlab_bots::eval::evaluator::Evaluator;
use riverlab_engine::{Game, GameRules, Turn, for_each_game};

/// Seeded games whose decisions make one measurement.
const GAMES: u64 = 20;
/// One decision in so many is taken.
const ONE_IN: usize = 3;

/// The positions, each with its legal moves.
fn positions<G: Game>(players: usize) -> Vec<(G, Vec<G::Move>)> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(players as u64);
    let (mut positions, mut decisions) = (Vec::new(), 0);
    for _ in 0..GAMES {
        let mut state = G::new(G::Rules::standard(), players);
        while state.turn() != Turn::Over {
            let mv = if state.turn() == Turn::Chance {
                state.draw(&mut rng)
            } else {
                let mut legal = Vec::new();
                state.legal_moves(&mut legal);
                let mv = state.random_move(&mut Vec::new(), &mut rng);
                if decisions % ONE_IN == 0 {
                    positions.push((state.clone(), legal));
                }
                decisions += 1;
                mv
            };
            state.play_unchecked(mv);
        }
    }
    positions
}

fn evaluations_of<G: Evaluate>(criterion: &mut Criterion) {
    let Ok(learned) = Evaluator::learned::<G>() else { return };
    let mut reader = csv::Reader::from_reader(include_bytes!("evaluations.csv").as_slice());
    let rows = reader.deserialize().map(|row| row.expect("a row of four columns"));
    for (_, players, expected, moves) in rows.filter(|(game, ..): &(String, usize, usize, usize)| game == G::NAME) {
        let positions = positions::<G>(players);
        let counted = (positions.len(), positions.iter().map(|(_, legal)| legal.len()).sum());
        assert_eq!(counted, (expected, moves), "{}, {players} players: positions and moves", G::NAME);
        let mut group = criterion.benchmark_group(format!("evaluations/{}/{players}p", G::NAME));
        group.sample_size(20).throughput(Throughput::Elements(expected as u64));
        for (name, evaluator) in [("hand", Evaluator::Hand), ("learned", learned.clone())] {
            group.bench_function(name, |bencher| {
                bencher.iter(|| {
                    for (state, _) in &positions {
                        black_box(evaluator.values(state, None));
                    }
                });
            });
        }
        let mut policy = learned.policy().expect("it is learned");
        group.throughput(Throughput::Elements(moves as u64));
        group.bench_function("policy", |bencher| {
            bencher.iter(|| {
                for (state, legal) in &positions {
                    black_box(policy.probabilities(state, legal));
                }
            });
        });
        group.finish();
    }
}

fn evaluations(criterion: &mut Criterion) {
    for_each_game!(G => evaluations_of::<G>(criterion));
}

criterion_group!(benches, evaluations);
criterion_main!(benches);
