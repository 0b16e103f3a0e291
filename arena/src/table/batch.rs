//! Games that were played together.

use riverlab_bots::play::component_event::ComponentEvent;
use riverlab_bots::play::game_loop::FinishedGame;

use crate::error::ArenaError;
use crate::external::fault_row::FaultRow;
use crate::schedule::ScheduledGame;

use super::timed::DecisionTime;

/// A finished game.
#[derive(Clone, Copy, Debug)]
pub struct Played {
    /// The game.
    pub game: ScheduledGame,
    /// Its result.
    pub result: FinishedGame,
    /// Where what belongs to it ends in the batch.
    pub ends: BatchOffsets,
}

/// Where a game ends in a batch.
#[derive(Clone, Copy, Default, Debug)]
pub struct BatchOffsets {
    /// The number of the game.
    pub game: u64,
    /// In the rows.
    pub rows: usize,
    /// In the rows of moves.
    pub moves: usize,
    /// In the events.
    pub events: usize,
    /// In the decisions that were timed.
    pub decision_times: usize,
}

/// Finished games in schedule order, with their rows for the journal.
#[derive(Debug)]
pub struct Batch {
    /// The games.
    pub games: Vec<Played>,
    /// Their rows.
    pub rows: Vec<u8>,
    /// The rows of their moves; none in games without components.
    pub moves: Vec<u8>,
    /// What happened to components.
    pub events: Vec<ComponentEvent>,
    /// How long decisions took, where they were timed.
    pub decision_times: Vec<DecisionTime>,
    /// What programs did wrong in them, and in the game after them that could not be played.
    pub faults: Vec<FaultRow>,
    /// Why the game after them could not be played, if a bot failed in it.
    pub failure: Option<ArenaError>,
}

impl Batch {
    /// The games, each with what happened to its components.
    pub fn observed(&self) -> impl Iterator<Item = (&Played, &[ComponentEvent])> {
        let mut begin = 0;
        self.games.iter().map(move |played| {
            let events = &self.events[begin..played.ends.events];
            begin = played.ends.events;
            (played, events)
        })
    }
}
