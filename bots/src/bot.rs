//! What every bot does.

use riverlab_engine::{Game, Seat, Turn};

use crate::View;

/// The generator that feeds a bot: one stream per deal and seat.
pub type BotRng = rand_chacha::ChaCha8Rng;

/// Chooses moves for one seat in one game after the other.
pub trait Bot<G: Game>: Send {
    /// A legal move for the observer of the view, whose turn it is.
    ///
    /// The same view and the same stream give the same move, whatever was played before; of a bot that
    /// [remembers](Self::remembers), after the same game so far.
    fn choose(&mut self, view: &View<'_, G>, rng: &mut BotRng) -> G::Move;

    /// Whether the bot must be told of the game: [`begin_game`](Self::begin_game), then [`observe`](Self::saw) of each move.
    fn remembers(&self) -> bool {
        false
    }

    /// A new game begins.
    fn begin_game(&mut self) {}

    /// A move that the bot's seat has seen, its own ones included, and whose turn it was.
    fn observe(&mut self, _turn: Turn, _mv: G::Move) {}

    /// How many simulations the last decision took; 0 for a bot that plays none.
    fn simulations(&self) -> u64 {
        0
    }

    /// Why the last move was chosen, from the same view; none if there was nothing to choose, or the bot cannot say.
    fn explain(&self, _view: &View<'_, G>) -> Option<Explanation<G::Move>> {
        None
    }
}

/// What a bot thinks of a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Explanation<M> {
    /// Simulations of this decision.
    pub simulations: u64,
    /// Places for nodes that the trees take up in memory.
    pub nodes: u64,
    /// The mean value of all simulations for each seat, from 0 to 1.
    pub values: Vec<f64>,
    /// All legal moves, the chosen one first, then as the bot ranks them.
    pub ranking: Vec<RankedMove<M>>,
    /// The moves that look best one after the other, with who makes them, as far as the tree goes: deals that are not part
    /// of it are left out, at one that is it ends.
    pub principal_variation: Vec<(Seat, M)>,
}

/// A legal move with what a bot found out about it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RankedMove<M> {
    /// The move.
    pub mv: M,
    /// How often it was tried.
    pub visits: u64,
    /// The mean value for the player to move, from 0 to 1; 0 for a move that was never tried.
    pub value: f64,
}

impl<M> RankedMove<M> {
    /// The value to compare by: a move that was never tried comes after all that were.
    pub(crate) fn known_value(&self) -> f64 {
        if self.visits == 0 { -1.0 } else { self.value }
    }
}
