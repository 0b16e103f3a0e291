//! What a bot that remembers is told while a game is played.

use std::fmt;

use riverlab_engine::{Game, PublicEvent, Seat, Turn};

/// A game that begins, as the player at one seat knows it.
#[derive(Debug)]
pub struct NewGame<G: Game> {
    /// The rules of the game, which are public.
    pub rules: &'static G::Rules,
    /// The seat.
    pub seat: Seat,
    /// The number of players.
    pub players: usize,
    /// A random number for this game and seat. Neither the seed of the run nor the number of the deal, from which
    /// hidden cards would follow, can be computed from it.
    pub seed: u64,
}

/// A move as one player sees it, in the position before it: perhaps only that there was one.
///
/// ```
/// use riverlab_bots::Seen;
/// use riverlab_engine::games::river_dragons::{DragonRules, RiverDragons};
/// use riverlab_engine::{Game, GameRules, Seat, Turn};
///
/// let mut position = RiverDragons::new(DragonRules::standard(), 2);
/// position.play(position.parse_move("deal:p1")?)?;
/// let mv = position.parse_move("program:jump")?;
/// let by_others = Seen::new(&position, Seat::new(1), mv);
/// assert_eq!((by_others.turn(), by_others.mv()), (Turn::Player(Seat::FIRST), None), "it is programmed in secret");
/// let by_oneself = Seen::new(&position, Seat::FIRST, mv);
/// assert_eq!(by_oneself.text().as_deref(), Some("program:jump"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct Seen<'a, G: Game> {
    before: &'a G,
    observer: Seat,
    mv: G::Move,
}

impl<'a, G: Game> Seen<'a, G> {
    /// A move that is legal in a position, as `observer` sees it.
    pub fn new(before: &'a G, observer: Seat, mv: G::Move) -> Self {
        Seen { before, observer, mv }
    }

    /// Who has made the move.
    pub fn turn(&self) -> Turn {
        self.before.turn()
    }

    /// The move, if the observer sees which it is.
    pub fn mv(&self) -> Option<G::Move> {
        self.before.is_visible_to(self.observer, self.mv).then_some(self.mv)
    }

    /// The move in the notation of the game, if the observer sees which it is.
    pub fn text(&self) -> Option<String> {
        self.mv().map(|mv| self.before.move_text(mv))
    }

    /// What everybody learns by it beside the move.
    pub fn public_events(&self) -> Vec<PublicEvent> {
        self.before.public_events(self.mv)
    }
}

/// Shows what the observer sees.
impl<G: Game> fmt::Debug for Seen<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Seen").field("turn", &self.turn()).field("mv", &self.mv()).finish_non_exhaustive()
    }
}
