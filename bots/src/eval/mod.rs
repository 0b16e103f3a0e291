//! Hand-made values of positions, one file or folder for each game, and the search defaults that were measured for it.
//!
//! Each file opens with its formula, what its words mean, and what it leaves out. A value is an estimate for choices and
//! for the ends of short playouts; no rule depends on it. Learned values are no part of this module.

mod carcassonne;
mod modified_game;
mod rio_grande;
mod river_dragons;
mod the_river;
mod toy;

use rand::Rng;
use riverlab_engine::{ComponentIdx, Components, ModifiedGame, Modify, PerPlayer, Seat};

use crate::best::Best;
use crate::options::Defaults;
use crate::{Bot, BotSpec, SpecError};

/// A game with a hand-made value of its positions.
pub trait Evaluate: Components {
    /// By how many points two players' values must differ for the odds of winning to be `e` to 1. It turns values into
    /// shares: `exp(value / temperature)`, divided by its sum over the players.
    const SOFTMAX_TEMPERATURE: f64;

    /// How much the mean value of the others counts in the choices of a player, from 0 to 1. It is less than 1 where what
    /// helps all is still worth doing.
    const OPPONENT_WEIGHT: f64 = 1.0;

    /// The defaults of search options that differ from the general ones in this game.
    const DEFAULTS: Defaults = &[];

    /// What the position is worth to each player: an estimate of the final score, in its points, and the score itself once
    /// the game is over. Hidden pieces count as they stand, because a bot is shown samples.
    fn evaluate(&self) -> PerPlayer<f64>;

    /// The same as [`evaluate`](Self::evaluate) as far as `observer` can know it, for choices that do not weigh many samples.
    fn evaluate_as(&self, _observer: Seat) -> PerPlayer<f64> {
        self.evaluate()
    }

    /// Whether it is plain, without making the move, that all [values](Self::evaluate_as) stay as they are: a greedy choice
    /// values such moves together. False where that is not known.
    fn keeps_values(&self, _mv: Self::Move) -> bool {
        false
    }

    /// The value in a modified game in which the seats that are affected may not take `component`:
    /// [`evaluate_as`](Self::evaluate_as) if there is an observer, else [`evaluate`](Self::evaluate).
    fn evaluate_under_ban(
        &self,
        observer: Option<Seat>,
        _component: ComponentIdx,
        _is_affected: impl Fn(Seat) -> bool,
    ) -> PerPlayer<f64> {
        observer.map_or_else(|| self.evaluate(), |observer| self.evaluate_as(observer))
    }

    /// A hand-made choice of the player to act among the legal moves, as far as that player can know, for rollouts: much
    /// quicker than valuing each move. `None` where the game has no such choice.
    fn quick_choice(&self, _legal: &[Self::Move], _rng: &mut impl Rng) -> Option<Self::Move> {
        None
    }

    /// Makes a bot for this game. [`compile_bots!`](crate::compile_bots) writes this function, and decides by its place in
    /// which crate the searches of the game are compiled; [`registry::build`](crate::registry::build) calls it.
    ///
    /// # Errors
    /// As [`registry::build`](crate::registry::build).
    fn build_bot(spec: &BotSpec) -> Result<Box<dyn Bot<Self>>, SpecError>;

    /// Makes a bot for this game under an intervention, as [`build_bot`](Self::build_bot) does for the game itself.
    ///
    /// # Errors
    /// As [`registry::build`](crate::registry::build).
    fn build_bot_of_modified(spec: &BotSpec) -> Result<Box<dyn Bot<ModifiedGame<Self>>>, SpecError>
    where
        Self: Modify;
}

/// Finds the moves of a list after which a player's advantage is highest, before anything else happens.
pub(crate) fn find_greedy<G: Evaluate>(best: &mut Best<G::Move>, state: &G, legal: &[G::Move], seat: Seat) {
    let advantage = |position: &G| advantage::<G>(&position.evaluate_as(seat), seat);
    let mut kept = None;
    best.find(legal, |mv| {
        if state.keeps_values(mv) {
            return *kept.get_or_insert_with(|| advantage(state));
        }
        let mut next = state.clone();
        next.play_unchecked(mv);
        advantage(&next)
    });
}

/// A player's value less the mean of the others' values, as far as these count.
pub(crate) fn advantage<G: Evaluate>(values: &PerPlayer<f64>, seat: Seat) -> f64 {
    let others = values.iter().sum::<f64>() - values[seat];
    values[seat] - G::OPPONENT_WEIGHT * others / (values.players() - 1) as f64
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use riverlab_engine::games::rio_grande::RioGrande;
    use riverlab_engine::{Game, GameRules, Turn, for_each_game};

    use super::*;
    use crate::rng::SearchRng;

    /// Plays random games; returns how many moves kept the values, which is checked.
    fn moves_that_keep_values<G: Evaluate>(start: &G) -> usize {
        let mut rng = SearchRng::seed_from_u64(1);
        let (mut legal, mut kept) = (Vec::new(), 0);
        for _ in 0..5 {
            let mut state = start.clone();
            while state.turn() != Turn::Over {
                let mv = if state.turn() == Turn::Chance {
                    state.draw(&mut rng)
                } else {
                    state.legal_moves(&mut legal);
                    for &mv in legal.iter().filter(|&&mv| state.keeps_values(mv)) {
                        let mut next = state.clone();
                        next.play_unchecked(mv);
                        for seat in Seat::all(start.n_players()) {
                            assert_eq!(next.evaluate_as(seat), state.evaluate_as(seat), "{}", state.move_text(mv));
                        }
                        kept += 1;
                    }
                    legal[rng.random_range(0..legal.len())]
                };
                state.play_unchecked(mv);
            }
        }
        kept
    }

    #[test]
    fn moves_keep_values_where_a_game_says_so() {
        for_each_game!(G => {
            moves_that_keep_values(&G::new(GameRules::standard(), 3.clamp(*G::PLAYERS.start(), *G::PLAYERS.end())));
        });
        assert!(moves_that_keep_values(&RioGrande::new(GameRules::standard(), 3)) > 1000);
    }
}
