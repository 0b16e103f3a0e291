//! Texts about the moves of a game under way, kept as far as somebody has asked for them.

use std::sync::{Arc, Mutex, PoisonError};

use riverlab_engine::Game;

/// A line for each move and event, up to some move.
#[derive(Clone)]
struct Replay<G: Game> {
    /// The position after the moves that the lines are about.
    state: G,
    moves: usize,
    lines: Vec<Arc<str>>,
}

/// The lines of several kinds, each as far as it was asked for: whoever asks after every move has only the last one told.
pub(crate) struct Replays<G: Game>(Mutex<Vec<Option<Replay<G>>>>);

impl<G: Game> Replays<G> {
    pub(crate) fn new() -> Replays<G> {
        Replays(Mutex::default())
    }

    /// The lines of a kind about all these moves, which begin at `start` and only ever grow. `tell` gives those about a move
    /// that is about to be played.
    pub(crate) fn lines<T>(
        &self,
        kind: usize,
        moves: &[G::Move],
        start: impl FnOnce() -> G,
        tell: impl Fn(&G, G::Move, &mut Vec<Arc<str>>),
        read: impl FnOnce(&[Arc<str>]) -> T,
    ) -> T {
        let mut replays = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if replays.len() <= kind {
            replays.resize(kind + 1, None);
        }
        let replay = replays[kind].get_or_insert_with(|| Replay { state: start(), moves: 0, lines: Vec::new() });
        for &mv in &moves[replay.moves..] {
            tell(&replay.state, mv, &mut replay.lines);
            replay.state.play_unchecked(mv);
        }
        replay.moves = moves.len();
        read(&replay.lines)
    }
}

impl<G: Game> Clone for Replays<G> {
    fn clone(&self) -> Self {
        Replays(Mutex::new(self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()))
    }
}
