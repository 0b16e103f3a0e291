use std::collections::BTreeSet;

use rand::{RngExt, SeedableRng};
use riverlab_engine::games::the_river::TheRiver;
use riverlab_engine::{ComponentIdx, Intervention, LoadedRules, Scope, Turn, for_each_game};

use super::*;
use crate::rng::SearchRng;

/// The legal moves, from what an intervention says of each move.
fn plain_list<G: Evaluate + Modify>(state: &ModifiedGame<G>) -> Vec<G::Move> {
    let (mut all, mut left) = (Vec::new(), Vec::new());
    state.game().legal_moves(&mut all);
    left.extend(all.iter().copied().filter(|&mv| !state.is_banned(mv)));
    if state.is_restricted() {
        left.extend(state.game().pass(&left));
    }
    if left.is_empty() { all } else { left }
}

/// Chance makes the same draws, one by one or in one go.
fn check_chance<G: Evaluate + Modify>(state: &ModifiedGame<G>, rng: &SearchRng) -> ModifiedGame<G> {
    let (mut at_once, mut one_by_one) = (state.clone(), state.clone());
    let mut rngs = [rng.clone(), rng.clone()];
    at_once.play_chance(&mut rngs[0]);
    while one_by_one.turn() == Turn::Chance {
        one_by_one.play_unchecked(one_by_one.draw(&mut rngs[1]));
    }
    assert!(at_once == one_by_one, "{at_once:?} {one_by_one:?}");
    assert_eq!(rngs[0], rngs[1]);
    at_once
}

/// What is chosen by its number is legal and has that number, and every legal move can be chosen.
fn check_numbers<G: Evaluate + Modify>(
    state: &ModifiedGame<G>,
    legal: &[G::Move],
    (scratch, numbers): (&mut Vec<G::Move>, &mut Vec<u16>),
) {
    state.game().legal_moves(scratch);
    let mut chosen = BTreeSet::new();
    for place in 0..scratch.len().max(legal.len()) as u32 {
        let mut number = 0;
        let mv = state.choose_by_number(scratch, numbers, |numbers| {
            let (picked, mv) = numbers.at(place % numbers.len());
            number = picked;
            mv
        });
        assert_eq!(G::move_number(mv), number, "{state:?}");
        chosen.insert(mv);
    }
    assert!(chosen.is_subset(&legal.iter().copied().collect()), "{state:?}");
    // Moves that an intervention forbids have places of their own.
    assert!(state.is_hindered() || chosen.len() == legal.len(), "{state:?}");
}

/// Drawn moves are legal, and where the intervention forbids nothing that the game itself draws, the same.
fn check_draws<G: Evaluate + Modify>(state: &ModifiedGame<G>, legal: &[G::Move], scratch: &mut Vec<G::Move>) {
    for seed in 0..4 {
        let rng = SearchRng::seed_from_u64(seed);
        let drawn = state.rollout_move(scratch, &mut rng.clone());
        let of_game = state.game().rollout_move(scratch, &mut rng.clone());
        assert!(legal.contains(&drawn), "{state:?}");
        state.game().legal_moves(scratch);
        assert!(!state.keeps(of_game, scratch) || drawn == of_game, "{state:?}");
        assert!(scratch == legal, "{state:?}");
    }
}

/// Plays a random game; returns how often a ban kept a player from nothing.
fn check_game<G: Evaluate + Modify>(mut state: ModifiedGame<G>, rng: &mut SearchRng) -> usize {
    let (mut legal, mut scratch, mut numbers, mut unhindered) = (Vec::new(), Vec::new(), Vec::new(), 0);
    loop {
        match state.turn() {
            Turn::Over => return unhindered,
            Turn::Chance => {
                state = check_chance(&state, rng);
                rng.next_u64();
                continue;
            }
            Turn::Player(_) => state.legal_moves(&mut legal),
        }
        let place = rng.random_range(0..legal.len() as u32);
        if state.modification().affected_seat.is_none() || state.is_restricted() {
            let is_ban = matches!(state.modification().intervention, ActiveIntervention::Ban(_));
            assert!(!is_ban || legal == plain_list(&state), "{state:?}");
        }
        if state.is_restricted() {
            check_numbers(&state, &legal, (&mut scratch, &mut numbers));
            check_draws(&state, &legal, &mut scratch);
            unhindered += usize::from(!state.is_hindered());
        }
        state.play_unchecked(legal[place as usize]);
    }
}

/// Games under an intervention in each of the components that allow it.
fn check_all<G: Evaluate + Modify>(intervention: &str) -> usize {
    let (base, mut rng) = (LoadedRules::<G>::standard(), SearchRng::seed_from_u64(1));
    let intervention: Intervention = intervention.parse().expect("it is one");
    let mut unhindered = 0;
    for (idx, component) in G::components(base.rules, 2).iter().enumerate() {
        let idx = ComponentIdx(idx as u16);
        let resolved = intervention.applies_to(component).then(|| intervention.resolve(Some(idx), &base));
        let Some(Ok(modification)) = resolved else { continue };
        let modification = match intervention.scope() {
            Scope::One => modification.for_seat(Seat::FIRST),
            Scope::All => modification,
        };
        unhindered += check_game(ModifiedGame::<G>::new(modification.leak(), 2), &mut rng);
    }
    unhindered
}

#[test]
fn what_may_be_forbidden_is_foretold() {
    for intervention in ["ban", "ban-all", "grant", "cost+1"] {
        for_each_game!(G => {
            check_all::<G>(intervention);
        });
    }
    assert!(check_all::<TheRiver>("ban") > 1000);
}
