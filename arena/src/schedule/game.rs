//! A game to be played: who sits where, on which deal.

use riverlab_engine::PerPlayer;
use riverlab_stats::PlayerIdx;

/// A bot of the run, as an index into its list of bots.
pub type BotIdx = PlayerIdx;

/// A game to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScheduledGame {
    /// The number of the game, from 1.
    pub game: u64,
    /// The number of the line-up, from 1.
    pub lineup: u64,
    /// The number of the deal, from 1.
    pub deal: u64,
    /// The number of the rotation, from 1.
    pub rotation: u8,
    /// Who sits where.
    pub seats: PerPlayer<BotIdx>,
}
