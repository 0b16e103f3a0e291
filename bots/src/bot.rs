//! What every bot does.

use riverlab_engine::Game;

use crate::View;

/// The generator that feeds a bot: one stream per deal and seat.
pub type BotRng = rand_chacha::ChaCha8Rng;

/// Chooses moves for one seat in one game after the other.
pub trait Bot<G: Game>: Send {
    /// A legal move for the observer of the view, whose turn it is.
    ///
    /// The same view and the same stream give the same move, whatever was played before.
    fn choose(&mut self, view: &View<'_, G>, rng: &mut BotRng) -> G::Move;
}
