//! A generation of games, and who plays them.

use std::ops::RangeInclusive;

use riverlab_arena::error::ArenaError;
use riverlab_bots::BotSpec;
use riverlab_bots::play::game_loop::BotFailure;
use serde::{Deserialize, Serialize};

/// The kind of this work.
pub(crate) const SELF_PLAY: &str = "SelfPlay";

/// Games of a generation, as a job holds them: from the first to the last.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct SelfPlayWork {
    pub(super) bot: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) against: Option<String>,
    pub(super) players: usize,
    pub(super) seed: u64,
    pub(super) first: u64,
    pub(super) last: u64,
}

impl SelfPlayWork {
    /// The games.
    ///
    /// # Errors
    /// When one of the bots is none.
    pub(crate) fn generation(&self) -> Result<Generation, ArenaError> {
        Ok(Generation {
            bot: self.bot.parse()?,
            against: self.against.as_deref().map(str::parse).transpose()?,
            players: self.players,
            games: self.first..=self.last,
            seed: self.seed,
        })
    }
}

/// A generation of games.
#[derive(Clone, Debug)]
pub struct Generation {
    /// The bot at all seats, or at one of them in turn.
    pub bot: BotSpec,
    /// The bot at the other seats, if it is another one.
    pub against: Option<BotSpec>,
    /// The number of players.
    pub players: usize,
    /// The games that are played.
    pub games: RangeInclusive<u64>,
    /// The seed of the generation.
    pub seed: u64,
}

impl Generation {
    /// Its bots.
    pub(crate) fn bots(&self) -> Vec<BotSpec> {
        std::iter::once(&self.bot).chain(&self.against).cloned().collect()
    }

    /// That a bot could not play on in a game.
    pub(super) fn failed(&self, game: u64, failure: BotFailure) -> ArenaError {
        ArenaError::of_bot(self.bot.to_string(), format!("training game {game}"), failure)
    }
}

/// One thread's bots for self-play.
pub trait SelfPlay {
    /// Plays games: gives their number, and their rows.
    ///
    /// # Errors
    /// When a bot fails.
    fn play(&mut self, games: &[u64]) -> Result<(u64, Vec<u8>), ArenaError>;
}
