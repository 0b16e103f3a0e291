//! Positions of a trace whatever their game, as they can be shown.

use riverlab_engine::{Game, Outcome, PerPlayer, Picture, Seat, Turn, Viewer};
use serde_json::Value;

use super::told::{Told, told};

/// A position, whatever its game.
pub trait ShownPosition {
    /// Whose turn it is.
    fn turn(&self) -> Turn;

    /// The position as text, as a viewer sees it.
    fn text(&self, viewer: Viewer) -> String;

    /// The position as a picture, if the game has pictures.
    fn picture(&self, viewer: Viewer) -> Option<Picture>;

    /// By seat the score parts as the position stands.
    fn points(&self) -> Vec<Vec<i32>>;
}

/// A position of a game whose type is known.
pub(super) struct Position<G>(pub(super) G);

impl<G: Game> ShownPosition for Position<G> {
    fn turn(&self) -> Turn {
        self.0.turn()
    }

    fn text(&self, viewer: Viewer) -> String {
        self.0.position_text(viewer)
    }

    fn picture(&self, viewer: Viewer) -> Option<Picture> {
        self.0.picture(viewer)
    }

    fn points(&self) -> Vec<Vec<i32>> {
        let of_seat = |seat| self.0.score_parts(seat)[..G::PARTS.len()].to_vec();
        Seat::all(self.0.n_players()).map(of_seat).collect()
    }
}

/// A move of a trace that follows from the rules, whatever its game.
pub trait ShownStep {
    /// The position in which it is made.
    fn before(&self) -> &dyn ShownPosition;

    /// What a viewer is told of it.
    fn told(&self, viewer: Viewer) -> Told;

    /// What the bot thought, if the trace says.
    fn explain(&self) -> Option<&Value>;
}

/// A move of a game whose type is known.
pub(super) struct Step<'a, G: Game> {
    pub(super) before: Position<G>,
    pub(super) mv: G::Move,
    pub(super) explain: Option<&'a Value>,
}

impl<G: Game> ShownStep for Step<'_, G> {
    fn before(&self) -> &dyn ShownPosition {
        &self.before
    }

    fn told(&self, viewer: Viewer) -> Told {
        told(&self.before.0, self.mv, viewer)
    }

    fn explain(&self) -> Option<&Value> {
        self.explain
    }
}

/// A trace that replays, whatever its game.
pub struct ShownGame {
    /// The number of moves, chance included.
    pub moves: usize,
    /// The outcome.
    pub outcome: Outcome,
    /// By seat the decision in which a program failed and forfeited the game, or 0.
    pub forfeits: PerPlayer<u32>,
    /// The last position.
    pub position: Box<dyn ShownPosition>,
}
