//! What a training asks of a game.

use std::sync::atomic::AtomicBool;

use riverlab_arena::table::{GameTable, Table};
use riverlab_bots::Evaluate;
use riverlab_bots::eval::features::Feature;
use riverlab_bots::play::decisions::replay;
use riverlab_bots::play::streams::Deal;
use riverlab_engine::Modify;

use super::generation::{Generation, SelfPlay};
use super::noisy::GameSelfPlay;
use super::samples::{KeptDecisions, Samples};

/// What a training asks of a game: features, self-play, and what is learned from games.
pub trait TrainingTable: Table {
    /// The features of positions, and those of moves.
    fn features(&self) -> [&'static [Feature]; 2];

    /// One thread's bots, ready to play games of a generation.
    ///
    /// # Panics
    /// When a bot cannot be made: [`check_bot`](Table::check_bot) says so before.
    fn self_play<'a>(&'a self, generation: &'a Generation, stop: &'a AtomicBool) -> Box<dyn SelfPlay + 'a>;

    /// Plays the decisions of a game again, and adds positions and decisions to learn from.
    ///
    /// # Errors
    /// When these are not the decisions and visits of a whole game; the message says what is wrong.
    fn add_samples(&self, game: &KeptDecisions<'_>, samples: &mut Samples) -> Result<(), String>;
}

impl<G: Evaluate + Modify> TrainingTable for GameTable<G> {
    fn features(&self) -> [&'static [Feature]; 2] {
        [G::FEATURES, G::MOVE_FEATURES]
    }

    fn self_play<'a>(&'a self, generation: &'a Generation, stop: &'a AtomicBool) -> Box<dyn SelfPlay + 'a> {
        Box::new(GameSelfPlay::new(self, generation, stop))
    }

    fn add_samples(&self, game: &KeptDecisions<'_>, samples: &mut Samples) -> Result<(), String> {
        let (rules, players) = (self.rules(), samples.players());
        samples.add_game(game, |see: &mut dyn FnMut(&G)| {
            let deal = Deal { seed: game.seed, number: game.game };
            let played = replay(rules, players, deal, game.moves, &mut |state, _| see(state))?;
            Ok(played.0.outcome)
        })
    }
}

/// The names of features of positions and moves, one below the other.
pub(super) fn feature_names(table: &dyn TrainingTable) -> String {
    table.features().into_iter().flatten().fold(String::new(), |names, feature| names + feature.name + "\n")
}
