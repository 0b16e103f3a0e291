use std::collections::BTreeSet;
use std::sync::Arc;

use rand::{RngExt, SeedableRng};
use riverlab_engine::games::rio_grande::RioGrande;
use riverlab_engine::games::the_river::TheRiver;
use riverlab_engine::{ComponentIdx, Game, GameRules, Intervention, LoadedRules, Scope, Turn, for_each_game};

use super::evaluator::Evaluator;
use super::features::MAX_FEATURES;
use super::policy::LearnedPolicy;
use super::*;
use crate::long::scaled;
use crate::rng::SearchRng;

/// Plays random games, and compares what moves are told to be worth with the values after them, and these within a
/// class of moves; returns for how many moves it is told.
fn check_values_after<G: Evaluate>(start: &G, games: usize) -> usize {
    let mut rng = SearchRng::seed_from_u64(1);
    let (mut legal, mut valued) = (Vec::new(), 0);
    for _ in 0..games {
        let mut state = start.clone();
        while state.turn() != Turn::Over {
            let mv = if state.turn() == Turn::Chance {
                state.draw(&mut rng)
            } else {
                state.legal_moves(&mut legal);
                let seat = state.turn().player().expect("a decision");
                let after = state.values_after(seat);
                let mut of_class = [None; VALUE_CLASSES];
                for &mv in &legal {
                    let Some(values) = after(mv) else {
                        assert_eq!(state.value_class(mv), None, "{} in {state:?}", state.move_text(mv));
                        continue;
                    };
                    if let Some(class) = state.value_class(mv) {
                        assert_eq!(*of_class[class].get_or_insert(values), values, "{}", state.move_text(mv));
                    }
                    let mut next = state.clone();
                    next.play_unchecked(mv);
                    assert_eq!(values, next.evaluate_as(seat), "{} in {state:?}", state.move_text(mv));
                    valued += 1;
                }
                legal[rng.random_range(0..legal.len())]
            };
            state.play_unchecked(mv);
        }
    }
    valued
}

#[test]
fn what_moves_are_told_to_be_worth_are_the_values_after_them() {
    for_each_game!(G => {
        check_values_after(&G::new(GameRules::standard(), 3.clamp(*G::PLAYERS.start(), *G::PLAYERS.end())), 20);
    });
    for players in [2, 5] {
        assert!(check_values_after(&RioGrande::new(GameRules::standard(), players), 20) > 10_000);
    }
    for players in [2, 4] {
        assert!(check_values_after(&TheRiver::new(GameRules::standard(), players), 20) > 10_000);
    }
}

/// Does this to the first component that allows it, for the first player where it may be one; as
/// [`check_values_after`].
fn check_values_after_under<G: Evaluate + Modify>(intervention: &str) -> usize {
    let (base, players) = (LoadedRules::<G>::standard(), 2);
    let intervention: Intervention = intervention.parse().expect("it is one");
    let allows = |component| intervention.applies_to(component);
    let Some(component) = G::components(base.rules, players).iter().position(allows) else { return 0 };
    let modification = intervention.resolve(Some(ComponentIdx(component as u16)), &base).expect("it is allowed");
    let modification = match intervention.scope() {
        Scope::One => modification.for_seat(Seat::FIRST),
        Scope::All => modification,
    };
    check_values_after(&ModifiedGame::<G>::new(modification.leak(), players), 4)
}

#[test]
fn what_moves_are_told_to_be_worth_holds_in_modified_games() {
    let interventions = ["ban", "ban-all", "grant", "remove", "cost+1", "points+1"];
    for_each_game!(G => {
        for intervention in interventions {
            check_values_after_under::<G>(intervention);
        }
    });
    assert_eq!(
        interventions.map(|intervention| check_values_after_under::<TheRiver>(intervention) > 1000),
        [true, true, true, true, true, false]
    );
    assert!(check_values_after_under::<RioGrande>("ban") > 1000);
}

/// Looks at the features in all positions of random games; returns how often what is hidden differed.
fn check_features<G: Evaluate>(players: usize) -> usize {
    let mut rng = SearchRng::seed_from_u64(2);
    let names: BTreeSet<&str> = G::FEATURES.iter().map(|feature| feature.name).collect();
    assert!(names.len() == G::FEATURES.len() && G::FEATURES.len() <= MAX_FEATURES, "{}: a name twice", G::NAME);
    let features = |state: &G, observer| {
        let mut table = FeatureTable::default();
        state.write_features(observer, &mut table);
        assert!((0.0..=1.0).contains(&table.left), "{}: {} left", G::NAME, table.left);
        let rows: Vec<_> = Seat::all(players).map(|seat| *table.row(seat)).collect();
        let (used, unused): (Vec<_>, Vec<_>) = rows.iter().map(|row| row.split_at(G::FEATURES.len())).unzip();
        assert!(used.concat().iter().all(|value| value.is_finite()), "{}", G::NAME);
        assert!(unused.concat().iter().all(|value| *value == 0.0), "{}", G::NAME);
        (table.left, rows)
    };
    let (mut buffer, mut hidden) = (Vec::new(), 0);
    for _ in 0..3 {
        let mut state = G::new(GameRules::standard(), players);
        while state.turn() != Turn::Over {
            features(&state, None);
            for observer in Seat::all(players) {
                let mut other = state.clone();
                other.resample_hidden(observer, &mut rng);
                hidden += usize::from(other != state);
                assert_eq!(features(&state, Some(observer)), features(&other, Some(observer)), "{state:?}");
            }
            let mv = match state.turn() {
                Turn::Chance => state.draw(&mut rng),
                _ => state.random_move(&mut buffer, &mut rng),
            };
            state.play_unchecked(mv);
        }
    }
    hidden
}

/// Looks at the features of all moves in random games, some of which were never offered together; returns how many
/// there were.
fn check_move_features<G: Evaluate>(players: usize) -> usize {
    let mut rng = SearchRng::seed_from_u64(3);
    let names: BTreeSet<&str> = G::MOVE_FEATURES.iter().map(|feature| feature.name).collect();
    assert!(names.len() == G::MOVE_FEATURES.len() && names.len() <= MAX_FEATURES, "{}: a name twice", G::NAME);
    let features = |state: &G, moves: &[G::Move]| {
        let mut table = MoveTable::default();
        state.write_move_features(moves, &mut table);
        assert!((0.0..=1.0).contains(&table.left), "{}: {} left", G::NAME, table.left);
        assert_eq!(table.rows().len(), moves.len(), "{}", G::NAME);
        for row in table.rows() {
            let (used, unused) = row.split_at(G::MOVE_FEATURES.len());
            assert!(used.iter().all(|value| value.is_finite() && value.abs() < 100.0), "{}: {used:?}", G::NAME);
            assert!(unused.iter().all(|value| *value == 0.0), "{}", G::NAME);
        }
        (table.left, table.rows().to_vec())
    };
    let (mut legal, mut again, mut seen) = (Vec::new(), Vec::new(), 0);
    for _ in 0..3 {
        let mut state = G::new(GameRules::standard(), players);
        while state.turn() != Turn::Over {
            let mv = match state.turn() {
                Turn::Player(seat) => {
                    state.legal_moves(&mut legal);
                    let all = features(&state, &legal);
                    let idx = rng.random_range(0..legal.len());
                    assert_eq!(features(&state, &legal[idx..=idx]).1, all.1[idx..=idx], "{state:?}");
                    let mut other = state.clone();
                    other.resample_hidden(seat, &mut rng);
                    other.legal_moves(&mut again);
                    assert!(again == legal && features(&other, &legal) == all, "{state:?}");
                    seen += legal.len();
                    legal[idx]
                }
                _ => state.draw(&mut rng),
            };
            state.play_unchecked(mv);
        }
    }
    seen
}

#[test]
fn features_of_moves_are_numbers_that_depend_on_nothing_hidden() {
    for_each_game!(G => {
        for players in G::PLAYERS.filter(|players| [2, 5].contains(players) && !G::MOVE_FEATURES.is_empty()) {
            assert!(check_move_features::<G>(players) > 500, "{}", G::NAME);
        }
    });
}

/// Compares the logits of moves that are summed up while features are told with those of rows, in games that random
/// moves and the policy play in turn; returns how many there were.
fn check_logits<G: Evaluate>(games: usize) -> usize {
    let Ok(Evaluator::Learned(weights)) = Evaluator::learned::<G>() else { return 0 };
    let mut policy = LearnedPolicy::new(Arc::clone(&weights));
    let (mut table, mut told, mut summed) = (MoveTable::default(), Vec::new(), Vec::new());
    let (mut legal, mut seen) = (Vec::new(), 0);
    let players: Vec<usize> = G::PLAYERS.filter(|&players| players > 1).collect();
    for game in 0..games {
        let mut rng = SearchRng::seed_from_u64(game as u64);
        let mut state = G::new(GameRules::standard(), players[game % players.len()]);
        let model = &weights.models(state.n_players()).policy;
        while state.turn() != Turn::Over {
            let mv = if state.turn() == Turn::Chance {
                state.draw(&mut rng)
            } else {
                state.legal_moves(&mut legal);
                state.write_logits(&legal, model, &mut table, &mut told);
                table.clear();
                state.write_move_features(&legal, &mut table);
                model.logits(&table, &mut summed);
                let bits = |logits: &[f32]| logits.iter().map(|logit| logit.to_bits()).collect::<Vec<_>>();
                assert_eq!(bits(&told), bits(&summed), "{state:?}");
                seen += legal.len();
                let power = if game % 2 == 0 { 0.0 } else { 2.0 };
                policy.draw(&state, &legal, power, &mut rng)
            };
            state.play_unchecked(mv);
        }
    }
    seen
}

#[test]
fn logits_that_are_told_are_those_of_rows() {
    for_each_game!(G => assert!(check_logits::<G>(scaled(24, 2000)) > 500 || G::MOVE_FEATURES.is_empty(), "{}", G::NAME));
}

#[test]
fn features_are_numbers_that_depend_on_nothing_hidden() {
    for_each_game!(G => {
        for players in G::PLAYERS.filter(|players| [2, 5].contains(players)) {
            let hidden = check_features::<G>(players);
            assert!(hidden > 100 || !G::IMPERFECT_INFORMATION, "{}: {hidden}", G::NAME);
        }
    });
}

/// An intervention on points relies on it.
#[test]
fn the_first_feature_is_points() {
    for_each_game!(G => {
        assert!(G::FEATURES.first().is_none_or(|feature| feature.name == "points"), "{}", G::NAME);
    });
}
