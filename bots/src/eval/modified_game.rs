//! The value of a position of a modified game: that of the position itself, and the points that the intervention adds.

use rand::Rng;
use riverlab_engine::{ActiveIntervention, ChosenMove, Game, LegalNumbers, ModifiedGame, Modify, PerPlayer, Seat};

use super::Evaluate;
use super::features::{Feature, FeatureTable, MoveTable, POINTS};
use super::move_numbers::choose_from_list;
use super::weights_files::WeightsFiles;
use crate::options::Defaults;
use crate::registry::build_here;
use crate::{Bot, BotSpec, SpecError};

impl<G: Evaluate + Modify> Evaluate for ModifiedGame<G> {
    const SOFTMAX_TEMPERATURE: f64 = G::SOFTMAX_TEMPERATURE;
    const DEFAULTS: Defaults = G::DEFAULTS;
    const LEARNED_DEFAULTS: Defaults = G::LEARNED_DEFAULTS;

    const OPPONENT_WEIGHT: f64 = G::OPPONENT_WEIGHT;

    #[inline]
    fn evaluate(&self) -> PerPlayer<f64> {
        values(self, None)
    }

    #[inline]
    fn evaluate_as(&self, observer: Seat) -> PerPlayer<f64> {
        values(self, Some(observer))
    }

    #[inline]
    fn values_after(&self, observer: Seat) -> impl Fn(G::Move) -> Option<PerPlayer<f64>> {
        let after = has_values_of_game(self).then(|| self.game().values_after(observer));
        move |mv| after.as_ref().and_then(|after| after(mv))
    }

    #[inline]
    fn value_class(&self, mv: G::Move) -> Option<usize> {
        if has_values_of_game(self) { self.game().value_class(mv) } else { None }
    }

    const FEATURES: &'static [Feature] = G::FEATURES;

    /// Points that the intervention adds count as points; a ban changes nothing of what is seen.
    fn write_features(&self, observer: Option<Seat>, table: &mut FeatureTable) {
        self.game().write_features(observer, table);
        if matches!(self.modification().intervention, ActiveIntervention::Points(..)) {
            for seat in Seat::all(self.n_players()) {
                table.row_mut(seat)[POINTS] += self.points_added(seat) as f32;
            }
        }
    }

    const MOVE_FEATURES: &'static [Feature] = G::MOVE_FEATURES;

    fn write_move_features(&self, moves: &[G::Move], table: &mut MoveTable) {
        self.game().write_move_features(moves, table);
    }

    fn quick_choice(&self, legal: &[G::Move], rng: &mut impl Rng) -> Option<G::Move> {
        self.game().quick_choice(legal, rng)
    }

    #[inline]
    fn move_number(mv: G::Move) -> u16 {
        G::move_number(mv)
    }

    /// What is chosen in the game itself, so that as much as can be happens alike; chosen again among what is left
    /// where the intervention forbids it.
    #[inline]
    fn choose_by_number(
        &self,
        legal: &mut Vec<G::Move>,
        buffer: &mut Vec<u16>,
        mut choose: impl FnMut(&LegalNumbers<'_>) -> ChosenMove,
    ) -> G::Move {
        if self.modification().watch.is_some() {
            // What is listed is noted.
            self.legal_moves(legal);
        }
        let chosen = self.game().choose_by_number(legal, buffer, &mut choose);
        if !self.is_hindered() {
            return chosen;
        }
        self.game().legal_moves(legal);
        if self.keeps(chosen, legal) { chosen } else { choose_from_list(legal, G::move_number, buffer, choose) }
    }

    fn build_bot(spec: &BotSpec, weights: &WeightsFiles) -> Result<Box<dyn Bot<Self>>, SpecError> {
        G::build_bot_of_modified(spec, weights)
    }

    fn build_bot_of_modified(
        spec: &BotSpec,
        weights: &WeightsFiles,
    ) -> Result<Box<dyn Bot<ModifiedGame<Self>>>, SpecError>
    where
        Self: Modify,
    {
        build_here(spec, weights)
    }
}

/// Whether positions are worth the same as without the intervention.
#[inline]
fn has_values_of_game<G: Evaluate + Modify>(state: &ModifiedGame<G>) -> bool {
    match state.modification().intervention {
        ActiveIntervention::Points(..) => false,
        ActiveIntervention::Ban(_) => !G::BAN_CHANGES_BELIEFS,
        _ => true,
    }
}

#[inline]
fn values<G: Evaluate + Modify>(state: &ModifiedGame<G>, observer: Option<Seat>) -> PerPlayer<f64> {
    let modification = state.modification();
    if let ActiveIntervention::Ban(banned) = modification.intervention {
        return state.game().evaluate_under_ban(observer, banned, |seat| modification.affects(seat));
    }
    let values = observer.map_or_else(|| state.game().evaluate(), |observer| state.game().evaluate_as(observer));
    match modification.intervention {
        ActiveIntervention::Points(..) => {
            PerPlayer::from_fn(state.n_players(), |seat| values[seat] + f64::from(state.points_added(seat)))
        }
        _ => values,
    }
}

#[cfg(test)]
mod tests {
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
}
