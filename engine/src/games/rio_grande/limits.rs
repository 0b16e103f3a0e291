//! The bounds that every rules table of Rio Grande keeps: a position has room for so much and no more.

/// The largest number of players.
pub(super) const PLAYERS: usize = 5;
/// The largest hand.
pub(super) const MAX_HAND: usize = 9;
/// The largest number of rivers that lie on the table at a time. A set of rivers is one byte.
pub(super) const MAX_RIVERS: usize = 6;
/// The largest number of cards: those of the box, which may all lie on the table.
pub(super) const MAX_CARDS: usize = 165;
