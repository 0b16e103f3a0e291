//! The value of a position of a modified game: that of the position itself, and the points that the intervention adds.

use std::sync::atomic::AtomicBool;

use rand::Rng;
use riverlab_engine::{
    ActiveIntervention, ChosenMove, Game, LegalNumbers, Modification, ModifiedGame, Modify, PerPlayer, Seat,
};

use super::Evaluate;
use super::features::{Feature, FeatureTable, MoveTable, POINTS};
use super::linear::LinearModel;
use super::move_numbers::choose_from_list;
use super::weights_files::WeightsFiles;
use crate::options::Defaults;
use crate::play::game_loop::{Before, BotFailure, FinishedGame, play_game_until};
use crate::play::streams::Deal;
use crate::play::watched::{Watch, play_watched_game_here};
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

    fn write_logits(&self, moves: &[G::Move], model: &LinearModel, table: &mut MoveTable, logits: &mut Vec<f32>) {
        self.game().write_logits(moves, model, table, logits);
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

    fn play_game(
        rules: &'static Modification<G>,
        deal: Deal,
        bots: &mut [&mut dyn Bot<Self>],
        stop: &AtomicBool,
        before: Before<'_, Self>,
    ) -> Result<(FinishedGame, Self), BotFailure> {
        G::play_game_of_modified(rules, deal, bots, stop, before)
    }

    fn play_watched_game(
        rules: &'static Modification<G>,
        deal: Deal,
        bots: &mut [&mut dyn Bot<Self>],
        stop: &AtomicBool,
        watch: Watch<'_>,
    ) -> Result<FinishedGame, BotFailure> {
        play_watched_game_here(rules, deal, bots, stop, watch)
    }

    fn play_game_of_modified(
        rules: &'static Modification<ModifiedGame<G>>,
        deal: Deal,
        bots: &mut [&mut dyn Bot<ModifiedGame<Self>>],
        stop: &AtomicBool,
        before: Before<'_, ModifiedGame<Self>>,
    ) -> Result<(FinishedGame, ModifiedGame<Self>), BotFailure>
    where
        Self: Modify,
    {
        play_game_until(rules, deal, bots, stop, before)
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
#[path = "modified_game_tests.rs"]
mod tests;
