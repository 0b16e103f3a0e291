//! Whose turn it is.

use std::fmt;

use crate::player::Seat;

/// Who acts next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Turn {
    /// A player decides.
    Player(Seat),
    /// A chance event is pending: a piece is dealt, a die rolled. It is a move of nobody, also with one possible
    /// outcome.
    Chance,
    /// The game is over.
    Over,
}

impl Turn {
    /// The player who decides, if one does.
    #[inline]
    pub fn player(self) -> Option<Seat> {
        match self {
            Turn::Player(seat) => Some(seat),
            Turn::Chance | Turn::Over => None,
        }
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Turn::Player(seat) => seat.fmt(f),
            Turn::Chance => f.write_str("chance"),
            Turn::Over => f.write_str("over"),
        }
    }
}
