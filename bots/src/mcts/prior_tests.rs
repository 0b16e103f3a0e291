use rand::SeedableRng;
use riverlab_engine::games::rio_grande::RioGrande;
use riverlab_engine::games::toy::ConnectFour;
use riverlab_engine::{GameRules, Turn};

use super::*;
use crate::eval::evaluator::Evaluator;
use crate::mcts::actor::Actor;
use crate::mcts::select::Selection;
use crate::mcts::tree::Knows;
use crate::rng::SearchRng;
use crate::simulate::SimulationOptions;

/// The priors of the first player's columns, in a position where column 1 wins.
fn priors(formula: Formula, prior: f32) -> Vec<f32> {
    let state = ConnectFour::after("121212").expect("a position");
    let (mut tree, mut legal) = (Tree::new(100, Knows::All), Vec::new());
    state.legal_moves(&mut legal);
    tree.reset(1, legal[0]);
    assert!(tree.expand(0, &legal, Actor::player(Seat::FIRST), |_| 0.0));
    let selection = Selection { formula, c: 1.0, prior };
    let options = SearchOptions { selection, ..SearchOptions::default() };
    let choice = Choice { state: &state, legal: &legal, unseen: 0, seat: Seat::FIRST };
    know_children(&mut tree, &options, None, 0, &choice);
    tree.children(0).map(|child| tree.prior(child)).collect()
}

#[test]
fn the_winning_move_is_known() {
    let puct = priors(Formula::Puct, 1.0);
    assert!((puct.iter().sum::<f32>() - 1.0).abs() < 1e-6, "{puct:?}");
    assert!(puct[1..].iter().all(|&other| puct[0] > 2.0 * other), "{puct:?}");
    let ucb1 = priors(Formula::Ucb1, 1.0);
    // One point more is worth e^(1 / 0.5) to 1.
    let won = libm::expf(2.0) / (1.0 + libm::expf(2.0));
    assert!((ucb1[0] - won).abs() < 1e-6 && ucb1[1..].iter().all(|&other| other < won), "{ucb1:?}");
}

#[test]
fn the_policy_says_how_probable_moves_are_and_how_good() {
    let mut state = RioGrande::new(GameRules::standard(), 2);
    let mut rng = SearchRng::seed_from_u64(1);
    while state.turn() == Turn::Chance {
        state.play_unchecked(state.draw(&mut rng));
    }
    let (seat, mut legal) = (state.turn().player().expect("a decision"), Vec::new());
    state.legal_moves(&mut legal);
    let evaluator = Evaluator::learned::<RioGrande>().expect("weights");
    let mut policy = evaluator.policy().expect("it is learned");
    let expected = policy.probabilities(&state, &legal).to_vec();
    let value = evaluator.share::<RioGrande>(&evaluator.values(&state, Some(seat)), seat);
    let selection = Selection { formula: Formula::Puct, c: 1.0, prior: 0.0 };
    let simulation = SimulationOptions { evaluator, ..SimulationOptions::default() };
    let options = SearchOptions { selection, simulation, ..SearchOptions::default() };
    let best = expected.iter().copied().fold(0.0, f32::max);

    let mut tree = Tree::new(1000, Knows::All);
    tree.reset(1, legal[0]);
    assert!(tree.expand(0, &legal, Actor::player(seat), |_| 0.0));
    let choice = |unseen| Choice { state: &state, legal: &legal, unseen, seat };
    know_children(&mut tree, &options, Some(&mut policy), 0, &choice(0));
    for (child, &probability) in tree.children(0).zip(&expected) {
        assert_eq!(tree.prior(child), probability);
        let lost = BEHIND * libm::logf(best / probability);
        assert!((tree.branch(child).bound.mean - (value - lost).max(0.0)).abs() < 1e-5);
    }

    // The first two moves are not seen, and share a node; the last one was met before.
    let unseen = tree.find_or_add(0, legal[0], Actor::player(seat).unseen(), &mut 0, || 0.0).expect("room");
    let met = tree.children(0).start + legal.len() as NodeId - 1;
    tree.set_prior(met, 0.5);
    let new: Vec<NodeId> = tree.children(0).filter(|&child| child != met).collect();
    know_new(&mut tree, &options, Some(&mut policy), &new, &choice(2));
    assert_eq!(tree.prior(unseen), expected[0] + expected[1]);
    assert_eq!(tree.prior(met), 0.5);
}

#[test]
fn without_prior_knowledge_all_moves_are_alike() {
    assert_eq!(priors(Formula::Puct, 0.0), [1.0 / 7.0; 7]);
}

#[test]
fn no_prior_leaves_the_range_of_numbers() {
    let mut weights = [log_weight(1000.0, 1e6), log_weight(1000.0, -1e6)];
    exp_all(&mut weights);
    assert!(weights[0].is_finite() && weights[1] > 0.0);
}
