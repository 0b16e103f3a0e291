//! How much fits: numbers that the rules tables, the moves and the position share.

/// The largest number of players.
pub(super) const PLAYERS: usize = 4;
/// The largest tile display that fits on the islands.
pub(super) const MAX_TILE_SLOTS: usize = 9;
/// The largest building display that a position can hold.
pub(super) const MAX_BUILDING_SLOTS: usize = 6;
/// How many reserved buildings a player can have.
pub(super) const RESERVED: usize = 2;
/// The number of bonus tokens in the box.
pub(super) const TOKENS: usize = 20;
/// The spaces of a column of the river board.
pub(super) const COLUMN: usize = 3;
/// The resources in the box, 44, by name.
pub(super) const BOX: [(&str, u8); 4] = [("wood", 13), ("clay", 13), ("stone", 13), ("food", 5)];
