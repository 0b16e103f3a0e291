//! What a bot may know of a position.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

use rand::{Rng, RngExt};
use riverlab_engine::{Game, Seat};

/// What is set when nobody waits for a decision any more, if somebody may set it.
pub(crate) type Stop<'a> = Option<&'a AtomicBool>;

/// Whether nobody waits any more.
#[inline]
pub(crate) fn is_set(stop: Stop<'_>) -> bool {
    stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
}

/// A position as one player knows it: the legal moves and samples of the position, never the true hidden state.
///
/// # Examples
/// The host has hidden a car, and the contestant, who chose a door, knows only which other door was opened:
/// ```
/// use rand::SeedableRng;
/// use riverlab_bots::{BotRng, View};
/// use riverlab_engine::{Game, Seat, Turn, games::toy::{Tree, monty_hall}};
///
/// let rules = Box::leak(Box::new(monty_hall()));
/// let mut position = Tree::<2>::new(rules, 2);
/// for text in ["car-2", "door-1", "open-3"] {
///     position.play(position.parse_move(text)?)?;
/// }
/// assert_eq!(position.turn(), Turn::Player(Seat::FIRST));
///
/// let view = View::new(&position, Seat::FIRST);
/// let mut rng = BotRng::seed_from_u64(1);
/// let samples: Vec<Tree<2>> = (0..3000).map(|_| view.sample(&mut rng)).collect();
/// // The truth is among what the contestant can imagine: the car is behind the other door two times out of three.
/// let true_ones = samples.iter().filter(|sample| **sample == position).count();
/// assert!((1900..2100).contains(&true_ones), "{true_ones}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct View<'a, G: Game> {
    state: &'a G,
    observer: Seat,
    /// The legal moves, where somebody has listed them.
    legal: Option<&'a [G::Move]>,
    /// Set when nobody waits for the decision any more.
    stop: Stop<'a>,
}

impl<'a, G: Game> View<'a, G> {
    /// The view of `observer`.
    pub fn new(state: &'a G, observer: Seat) -> Self {
        View { state, observer, legal: None, stop: None }
    }

    /// The view of `observer`, whose legal moves were listed already, so that they need not be listed again.
    pub fn with_legal_moves(state: &'a G, observer: Seat, legal: &'a [G::Move]) -> Self {
        View { state, observer, legal: Some(legal), stop: None }
    }

    /// The same view, whose decision is given up once this is set.
    #[must_use]
    pub fn until(self, stop: &'a AtomicBool) -> View<'a, G> {
        View { stop: Some(stop), ..self }
    }

    /// The same view, whose decision is given up with another one.
    pub(crate) fn within(self, stop: Stop<'a>) -> View<'a, G> {
        View { stop, ..self }
    }

    /// What is set when the decision is given up.
    pub(crate) fn stop(&self) -> Stop<'a> {
        self.stop
    }

    /// Whether the decision has been given up. A bot that thinks for more than an instant should ask now and then, and
    /// end soon with any legal move, which nobody will look at.
    #[inline]
    pub fn is_given_up(&self) -> bool {
        is_set(self.stop)
    }

    /// Whose view it is.
    pub fn observer(&self) -> Seat {
        self.observer
    }

    /// The number of players.
    pub fn n_players(&self) -> usize {
        self.state.n_players()
    }

    /// Replaces the content of `moves` by the observer's legal moves, which hide nothing.
    pub fn legal_moves(&self, moves: &mut Vec<G::Move>) {
        let Some(legal) = self.legal else { return self.state.legal_moves(moves) };
        moves.clear();
        moves.extend_from_slice(legal);
    }

    /// A legal move, each equally likely. `buffer` is scratch space.
    pub fn random_move(&self, buffer: &mut Vec<G::Move>, rng: &mut impl Rng) -> G::Move {
        let Some(legal) = self.legal else { return self.state.random_move(buffer, rng) };
        legal[rng.random_range(0..legal.len() as u32) as usize]
    }

    /// The position itself in a game of perfect information, where it hides nothing; `None` in all others, of which a
    /// bot gets [samples](Self::sample).
    ///
    /// ```
    /// use riverlab_bots::View;
    /// use riverlab_engine::games::rio_grande::{RioGrande, RioRules};
    /// use riverlab_engine::games::toy::ConnectFour;
    /// use riverlab_engine::{Game, GameRules, Seat};
    ///
    /// let position = ConnectFour::after("44").expect("legal columns");
    /// assert_eq!(View::new(&position, Seat::FIRST).position(), Some(&position));
    /// let position = RioGrande::new(RioRules::standard(), 2);
    /// assert_eq!(View::new(&position, Seat::FIRST).position(), None, "others have hands of cards");
    /// ```
    pub fn position(&self) -> Option<&'a G> {
        (!G::IMPERFECT_INFORMATION).then_some(self.state)
    }

    /// A move in the notation of the game. Names of pieces are public, so any move that the observer knows can be
    /// written.
    pub fn move_text(&self, mv: G::Move) -> String {
        self.state.move_text(mv)
    }

    /// Whether the observer chooses at the same time as others, who do not see what.
    pub fn is_simultaneous(&self) -> bool {
        self.state.is_simultaneous()
    }

    /// What the observer knows of the position, as data; see [`Game::known_position`].
    pub fn known_position(&self) -> serde_json::Value {
        self.state.known_position(self.observer)
    }

    /// Whether this is the position, in a game of perfect information; false in all others.
    pub(crate) fn is_of(&self, position: &G) -> bool {
        self.position() == Some(position)
    }

    /// A position that the observer can imagine: all that is public is true, all that is hidden is sampled, every
    /// consistent assignment equally likely.
    pub fn sample(&self, rng: &mut impl Rng) -> G {
        let mut sample = self.state.clone();
        sample.resample_hidden(self.observer, rng);
        sample
    }
}

/// Shows the observer and nothing of the position, which may hold what the observer must not know.
impl<G: Game> fmt::Debug for View<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("View").field("observer", &self.observer).finish_non_exhaustive()
    }
}

#[cfg(test)]
#[path = "view_tests.rs"]
mod tests;
