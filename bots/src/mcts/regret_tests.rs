use rand::SeedableRng;
use riverlab_engine::Seat;

use super::*;
use crate::mcts::actor::Actor;
use crate::mcts::tree::Knows;

/// Rock, paper, scissors against an opponent who plays these in turn: the regrets and the average strategy.
fn learned(opponent: &[u8], rounds: usize) -> [[f32; 3]; 2] {
    let (mut tree, mut mixtures) = (Tree::new(10, Knows::All), Mixtures::default());
    let mut rng = SearchRng::seed_from_u64(1);
    tree.reset(1, 0_u8);
    assert!(tree.expand(0, &[0, 1, 2], Actor::player(Seat::FIRST).mixing(), |_| 0.0));
    let moves: Vec<NodeId> = tree.children(0).collect();
    for &id in &moves {
        tree.branch_mut(id).bound = UNTRIED;
    }
    for round in 0..rounds {
        for &id in &moves {
            tree.count_available(id);
        }
        let drawn = mixtures.draw(&mut tree, &moves, &mut rng);
        let won = (tree.branch(drawn).mv + 3 - opponent[round % opponent.len()]) % 3;
        let value = [0.5, 1.0, 0.0][usize::from(won)];
        mixtures.learn(&mut tree, &[value; 8]);
        tree.visit(drawn, f64::from(value));
    }
    let of_each = |value: fn(Bound) -> f32| [0, 1, 2].map(|idx| value(tree.branch(moves[idx]).bound));
    let (regrets, weights) = (of_each(|bound| bound.mean), of_each(weight));
    let whole: f32 = weights.iter().sum();
    [regrets, weights.map(|weight| weight / whole)]
}

#[test]
fn the_average_strategy_answers_what_the_opponent_plays() {
    let [_, strategy] = learned(&[0], 2000);
    assert!(strategy[1] > 0.95, "{strategy:?}");
    let [_, strategy] = learned(&[2, 2, 0], 2000);
    assert!(strategy[0] > 0.9, "{strategy:?}");
}

#[test]
fn regrets_are_never_negative() {
    let [regrets, _] = learned(&[0, 1, 2], 500);
    assert!(regrets.iter().all(|&regret| regret >= 0.0), "{regrets:?}");
}
