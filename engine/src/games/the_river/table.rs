//! What the rules tables say for one number of players.

use super::board::ActionSpace;
use super::resources::Bundle;

/// What differs by the number of players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Table {
    /// The resources on the islands at the start.
    pub supply: Bundle,
    /// Tiles revealed for each round.
    pub tile_slots: u8,
    /// Tiles revealed for the draft.
    pub draft_slots: u8,
    /// Buildings in the display.
    pub building_slots: u8,
    /// How many pioneers each action space holds in one round.
    pub limits: [Limits; ActionSpace::COUNT],
    /// The action spaces that hold any pioneer of all players together, as a set.
    pub(super) open_any: u16,
    /// The action spaces that hold any pioneer of one player, as a set.
    pub(super) open_each: u16,
    /// What the first pioneer of the round on wood, clay or stone takes besides.
    pub first_pioneer_bonus: Bundle,
    /// Bonus tokens that a player can take; the last one triggers the end.
    pub bonus_slots: u8,
    /// The values of the bonus tokens in the order in which they are taken.
    pub tokens: Vec<u8>,
}

/// How many pioneers an action space holds in one round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Of all players together.
    pub any: u8,
    /// Of each player.
    pub each: u8,
}

impl Limits {
    /// No limit.
    pub const NONE: Limits = Limits { any: u8::MAX, each: u8::MAX };
}
