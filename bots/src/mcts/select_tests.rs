use super::*;
use crate::mcts::actor::Actor;
use crate::mcts::tree::Knows;
use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use riverlab_engine::Seat;

/// The formulas as they stand at the top of this file.
fn score(selection: &Selection, [value, prior]: [f64; 2], visits: f64, all: f64) -> f64 {
    let (c, w) = (f64::from(selection.c), f64::from(selection.prior));
    let n = visits + w;
    let mean = (value * visits + w * prior) / n;
    match selection.formula {
        Formula::Ucb1 => mean + c * (libm::log(all) / n).sqrt(),
        Formula::Puct => value + c * prior * all.sqrt() / (1.0 + visits),
    }
}

#[test]
fn the_best_move_is_that_of_the_formula() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut table_left = 0;
    for case in 0..3000 {
        let selection = Selection {
            formula: [Formula::Ucb1, Formula::Puct][case / 2 % 2],
            c: rng.random_range(0.1..2.0),
            prior: if case % 2 == 0 { 0.0 } else { rng.random_range(0.5..5.0) },
        };
        let mut tree: Tree<u8> = Tree::new(100, Knows::All);
        tree.reset(1, 0);
        assert!(tree.expand(0, &[0, 1, 2, 3, 4, 5], Actor::player(Seat::FIRST), |_| 0.0));
        let statistics: Vec<[f64; 2]> =
            (0..6).map(|_| [rng.random_range(0.1..0.9), rng.random_range(0.0..1.0)]).collect();
        let visits: Vec<u32> = (0..6).map(|_| rng.random_range(1..6000)).collect();
        let all: u32 = visits.iter().sum();
        table_left += u32::from(all as usize >= Selection::table().len());
        tree.set_visits(0, all);
        for (child, (&[value, prior], &n)) in tree.children(0).zip(statistics.iter().zip(&visits)) {
            tree.set_visits(child, n);
            tree.set_available(child, all);
            tree.set_prior(child, prior as f32);
            selection.update(value * f64::from(n), prior as f32, tree.branch_mut(child));
        }
        let whole: f64 = statistics.iter().map(|[_, prior]| prior).sum();
        let check = |chosen: NodeId, whole: f64, how: &str| {
            let scores: Vec<f64> = (0..6)
                .map(|idx| {
                    let [value, prior] = statistics[idx];
                    let prior = if selection.formula == Formula::Puct { prior / whole } else { prior };
                    score(&selection, [value, prior], f64::from(visits[idx]), f64::from(all))
                })
                .collect();
            let best = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            assert!(best - scores[chosen as usize - 1] < 1e-4, "{how}: {selection:?} {scores:?} {chosen}");
        };
        check(selection.best_of_all(&tree, Selection::table(), 0), 1.0, "all");
        let available: Vec<NodeId> = tree.children(0).collect();
        check(selection.best_available(&tree, Selection::table(), &available, None), whole, "available");
    }
    assert!(table_left > 100, "numbers beyond the table were tried {table_left} times");
}
