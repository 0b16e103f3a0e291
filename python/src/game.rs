//! What Python needs of a game.

use riverlab_bots::Evaluate;
use riverlab_engine::games::carcassonne::Carcassonne;
use riverlab_engine::games::rio_grande::RioGrande;
use riverlab_engine::games::river_dragons::RiverDragons;
use riverlab_engine::games::the_river::TheRiver;
use riverlab_engine::games::toy::{ConnectFour, Dice};
use riverlab_engine::{Actions, Feature, ModifiedGame, Modify, Observe, Seat};

/// A game that can be played from Python.
pub(crate) trait PyGame: Evaluate + Actions + Observe {
    /// The actions of a window of cells around the first one, and the number of a move among them; nothing in games
    /// that have no window.
    fn windowed(_window: u8) -> Option<usize> {
        None
    }

    /// The number of a move in a window; nothing where its cell is outside.
    fn windowed_index(&self, _mv: Self::Move, _window: u8) -> Option<usize> {
        None
    }

    /// What an observation has after its other features where it shows a window of cells.
    fn windowed_features(_rules: &Self::Rules, _players: usize, _window: u8) -> Vec<Feature> {
        Vec::new()
    }

    /// Writes what a seat sees in the window, in the order of its [features](Self::windowed_features).
    fn observe_windowed(&self, _seat: Seat, _window: u8, _out: &mut [f32]) {}
}

impl PyGame for TheRiver {}
impl PyGame for RioGrande {}
impl PyGame for RiverDragons {}
impl PyGame for ConnectFour {}
impl PyGame for Dice {}
/// A game under an intervention, in balance studies.
impl<G: PyGame + Modify> PyGame for ModifiedGame<G> {}

impl PyGame for Carcassonne {
    fn windowed(window: u8) -> Option<usize> {
        Some(Carcassonne::n_windowed_actions(window))
    }

    fn windowed_index(&self, mv: Self::Move, window: u8) -> Option<usize> {
        Carcassonne::windowed_action_index(mv, window)
    }

    fn windowed_features(rules: &Self::Rules, players: usize, window: u8) -> Vec<Feature> {
        Carcassonne::window_features(rules, players, window)
    }

    fn observe_windowed(&self, seat: Seat, window: u8, out: &mut [f32]) {
        self.observe_window(seat, window, out);
    }
}
