//! Values of positions, one file or folder for each game, and the search defaults that were measured for it.
//!
//! A value is an estimate for choices and for the ends of short playouts; no rule depends on it. **Hand-made** values
//! open with their formula, what its words mean, and what it leaves out. **Learned** ones are weighted sums of the
//! game's [features], with [weights] that `riverlab train` fits to games of self-play. An
//! [`Evaluator`](evaluator::Evaluator) is one or the other, as the option `eval` says.

mod carcassonne;
pub mod evaluator;
pub(crate) mod exponential;
pub mod features;
pub mod linear;
mod modified_game;
mod move_numbers;
pub mod policy;
mod rio_grande;
mod river_dragons;
pub mod softmax;
mod the_river;
mod toy;
pub mod weights;
pub mod weights_files;

use std::sync::atomic::AtomicBool;

use rand::Rng;
use riverlab_engine::{
    ChosenMove, Components, LegalNumbers, Modification, ModifiedGame, Modify, PerPlayer, Seat, Targets,
};

use crate::bot::Bot;
use crate::options::Defaults;
use crate::play::game_loop::{Before, BotFailure, FinishedGame};
use crate::play::streams::Deal;
use crate::play::watched::Watch;
use crate::spec::{BotSpec, SpecError};
use features::{Feature, FeatureTable, MoveTable};
use linear::LinearModel;
use move_numbers::{choose_from_list, hashed_number};
use weights_files::WeightsFiles;

/// How many [classes of moves](Evaluate::value_class) a game may have.
pub const VALUE_CLASSES: usize = 32;

/// A game with a hand-made value of its positions.
pub trait Evaluate: Components {
    /// By how many points two players' values must differ for the odds of winning to be `e` to 1. It turns values into
    /// shares: `exp(value / temperature)`, divided by its sum over the players.
    const SOFTMAX_TEMPERATURE: f64;

    /// How much the mean value of the others counts in the choices of a player, from 0 to 1. It is less than 1 where
    /// what helps all is still worth doing.
    const OPPONENT_WEIGHT: f64 = 1.0;

    /// The defaults of options that differ from the general ones in this game, for bots that go by hand-made values.
    const DEFAULTS: Defaults = &[];

    /// The same for bots that go by learned values. They do so by default where this sets `eval` to `learned`, for
    /// which weights must come with the program.
    const LEARNED_DEFAULTS: Defaults = Self::DEFAULTS;

    /// What the position is worth to each player: an estimate of the final score, in its points, and the score itself
    /// once the game is over. Hidden pieces count as they stand, because a bot is shown samples.
    fn evaluate(&self) -> PerPlayer<f64>;

    /// The same as [`evaluate`](Self::evaluate) as far as `observer` can know it, for choices that do not weigh many
    /// samples.
    fn evaluate_as(&self, _observer: Seat) -> PerPlayer<f64> {
        self.evaluate()
    }

    /// The [values](Self::evaluate_as) after moves of the player to act, as `observer` can know them, where a game can
    /// tell them sooner than by making the move and valuing all of the position anew; `None` where it cannot.
    fn values_after(&self, _observer: Seat) -> impl Fn(Self::Move) -> Option<PerPlayer<f64>> {
        |_| None
    }

    /// A number below [`VALUE_CLASSES`] that this move of the player to act has in common with others after which all
    /// [values](Self::values_after) are equal, so that they are computed once; `None` where a game knows of none.
    fn value_class(&self, _mv: Self::Move) -> Option<usize> {
        None
    }

    /// The value in a modified game in which the seats that are affected may not take these components:
    /// [`evaluate_as`](Self::evaluate_as) if there is an observer, else [`evaluate`](Self::evaluate). A game in which
    /// they differ sets [`BAN_CHANGES_BELIEFS`](Modify::BAN_CHANGES_BELIEFS).
    fn evaluate_under_ban(
        &self,
        observer: Option<Seat>,
        _banned: Targets,
        _is_affected: impl Fn(Seat) -> bool,
    ) -> PerPlayer<f64> {
        observer.map_or_else(|| self.evaluate(), |observer| self.evaluate_as(observer))
    }

    /// A hand-made choice of the player to act among the legal moves, as far as that player can know, for rollouts:
    /// much quicker than valuing each move. `None` where the game has no such choice.
    fn quick_choice(&self, _legal: &[Self::Move], _rng: &mut impl Rng) -> Option<Self::Move> {
        None
    }

    /// A number of a player's move, below [`MOVE_NUMBERS`](riverlab_engine::MOVE_NUMBERS) and the same in all
    /// positions: by it rollouts remember how moves did. Moves that share a number share what is remembered.
    fn move_number(mv: Self::Move) -> u16 {
        hashed_number(&mv)
    }

    /// The legal move that `choose` picks by the [numbers](Self::move_number) of all of them. `legal` and `buffer` are
    /// scratch space; a game that knows the numbers without the list writes no list. Where an intervention forbids what
    /// was picked, `choose` picks again.
    fn choose_by_number(
        &self,
        legal: &mut Vec<Self::Move>,
        buffer: &mut Vec<u16>,
        choose: impl FnMut(&LegalNumbers<'_>) -> ChosenMove,
    ) -> Self::Move {
        self.legal_moves(legal);
        choose_from_list(legal, Self::move_number, buffer, choose)
    }

    /// What learned values look at of each player, in this order; nothing where none are learned.
    const FEATURES: &'static [Feature] = &[];

    /// Writes the [features](Self::FEATURES) of all players, and how much of the game is left, as far as `observer` can
    /// know if there is one. The game is not over.
    fn write_features(&self, _observer: Option<Seat>, _table: &mut FeatureTable) {}

    /// What learned policies look at of each move, in this order; nothing where none are learned.
    const MOVE_FEATURES: &'static [Feature] = &[];

    /// Adds a row with the [features](Self::MOVE_FEATURES) of each of these legal moves of the player to act, in their
    /// order, and writes how much of the game is left: as far as that player can know, and without making the moves.
    fn write_move_features(&self, _moves: &[Self::Move], _table: &mut MoveTable) {}

    /// Writes the model's value of each of these moves to `logits`, replacing what it held. An implementation must give
    /// the same values, bit for bit, as this default; `table` is scratch space.
    fn write_logits(&self, moves: &[Self::Move], model: &LinearModel, table: &mut MoveTable, logits: &mut Vec<f32>) {
        table.clear();
        self.write_move_features(moves, table);
        model.logits(table, logits);
    }

    /// Makes a bot for this game. [`compile_bots!`](crate::compile_bots) writes this function, and decides by its place
    /// in which crate the searches of the game are compiled; a [`BotRegistry`](crate::BotRegistry) calls it, with its
    /// files of weights.
    ///
    /// # Errors
    /// As [`registry::build`](crate::registry::build).
    fn build_bot(spec: &BotSpec, weights: &WeightsFiles) -> Result<Box<dyn Bot<Self>>, SpecError>;

    /// Makes a bot for this game under an intervention, as [`build_bot`](Self::build_bot) does for the game itself.
    ///
    /// # Errors
    /// As [`registry::build`](crate::registry::build).
    fn build_bot_of_modified(
        spec: &BotSpec,
        weights: &WeightsFiles,
    ) -> Result<Box<dyn Bot<ModifiedGame<Self>>>, SpecError>
    where
        Self: Modify;

    /// Plays one deal and returns the result and the last position, as
    /// [`play_game_until`](crate::play::game_loop::play_game_until) does.
    /// [`compile_bots!`](crate::compile_bots) writes this function and those below, as it writes
    /// [`build_bot`](Self::build_bot).
    ///
    /// # Errors
    /// As [`play_game_until`](crate::play::game_loop::play_game_until).
    fn play_game(
        rules: &'static Self::Rules,
        deal: Deal,
        bots: &mut [&mut dyn Bot<Self>],
        stop: &AtomicBool,
        before: Before<'_, Self>,
    ) -> Result<(FinishedGame, Self), BotFailure>;

    /// Plays one deal and returns the result, while its decisions are counted and perhaps noted.
    ///
    /// # Errors
    /// As [`play_game_until`](crate::play::game_loop::play_game_until).
    fn play_watched_game(
        rules: &'static Self::Rules,
        deal: Deal,
        bots: &mut [&mut dyn Bot<Self>],
        stop: &AtomicBool,
        watch: Watch<'_>,
    ) -> Result<FinishedGame, BotFailure>;

    /// [`play_game`](Self::play_game) for this game under an intervention.
    ///
    /// # Errors
    /// As [`play_game_until`](crate::play::game_loop::play_game_until).
    fn play_game_of_modified(
        rules: &'static Modification<Self>,
        deal: Deal,
        bots: &mut [&mut dyn Bot<ModifiedGame<Self>>],
        stop: &AtomicBool,
        before: Before<'_, ModifiedGame<Self>>,
    ) -> Result<(FinishedGame, ModifiedGame<Self>), BotFailure>
    where
        Self: Modify;
}

#[cfg(test)]
mod tests;
