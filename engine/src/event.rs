//! What becomes public by a move without being a move.

use crate::player::Seat;

/// Something that everybody learns as a move is played, beside the move: cards that are revealed together, what a card
/// does not do, a pawn that falls. Whoever knows the moves that they may see and these events can follow a game without
/// hidden information being told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PublicEvent {
    /// What has happened, in one word, such as `reveal`.
    pub kind: &'static str,
    /// Whom it concerns, in the order in which they are concerned, with the word that says what: a card, say.
    pub by_seat: Vec<(Seat, String)>,
}
