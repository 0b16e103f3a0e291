//! The bounds of the board with islands, and those that every rules table of River Dragons keeps.

/// The number of villages, and of colors.
pub(super) const COLORS: usize = 6;
/// The number of islands.
pub(super) const ISLANDS: usize = 27;
/// The number of supports: villages and islands.
pub(super) const SUPPORTS: usize = COLORS + ISLANDS;
/// The number of lengths of planks; each color has one plank of each.
pub(super) const LENGTHS: usize = 6;
/// The number of planks.
pub(super) const PLANKS: usize = COLORS * LENGTHS;
/// The largest number of spans: a set of them is three words.
pub(super) const MAX_SPANS: usize = 192;
/// The largest number of players: one for each color.
pub(super) const PLAYERS: usize = COLORS;
/// The longest program.
pub(super) const MAX_PROGRAM: usize = 5;
/// The largest number of rounds.
pub(super) const MAX_ROUNDS: usize = 60;
