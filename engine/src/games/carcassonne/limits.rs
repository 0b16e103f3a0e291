//! The bounds that every rules table of Carcassonne keeps: a position has room for so much and no more.

/// The largest number of players.
pub(super) const PLAYERS: usize = 5;
/// The largest number of meeples of each player.
pub(super) const MAX_MEEPLES: usize = 7;
/// The largest number of kinds of tiles, those of sets that are not in play included.
pub(super) const MAX_KINDS: usize = 48;
/// The largest number of tiles of all sets: the bag has room for so many.
pub(super) const MAX_BOX: usize = 108;
/// The largest number of tiles on the table: all that can be in play together.
pub(super) const MAX_TILES: usize = 96;
/// The largest number of segments of a tile.
pub(super) const MAX_TILE_SEGMENTS: usize = 9;
/// The largest number of segments on the table; the tiles of the box have fewer.
pub(super) const MAX_SEGMENTS: usize = 352;
/// The largest number of shields, and of parts of farms, on the table: features count them in bytes.
pub(super) const MAX_COUNTED: usize = u8::MAX as usize;
