//! Moves of players and of chance.

use crate::Seat;

use super::board::{Color, RiverSpace};
use super::buildings::BuildingId;
use super::resources::{Bundle, Resource};
use super::slots::Slot;
use super::tiles::TileKind;

/// Where a building that is built comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BuildFrom {
    /// A slot of the display.
    Display(Slot),
    /// The player's reserved buildings, in the order of reserving, from 0.
    Reserved(u8),
}

/// A move; [`super::TheRiver`] writes and reads them in the notation of `RULES.md`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// Chance: the color of the next seat.
    DealColor(Color),
    /// Chance: the start player.
    DealStart(Seat),
    /// Chance: a tile for the lowest empty slot of the tile display.
    DealTile(TileKind),
    /// Chance: a building for the lowest empty slot of the building display.
    DealBuilding(BuildingId),
    /// Take a tile of the draft.
    Draft(Slot),
    /// Hand in three resources for one food.
    Trade(Bundle),
    /// Claim a tile of the display.
    Claim(Slot),
    /// Take as much of wood, clay or stone as own symbols show.
    Produce(Resource),
    /// Take one food; or, when there is none, one of this other resource.
    Food(Option<Resource>),
    /// Reserve a building of the display.
    Reserve(Slot),
    /// Build a building.
    Build {
        /// Where the building lies.
        from: BuildFrom,
        /// What is paid, after the discount of a reserved building.
        payment: Bundle,
    },
    /// Take the start player figure.
    Start,
    /// Swap the tiles on two own river spaces, the lower one first.
    Swap(RiverSpace, RiverSpace),
    /// Decline the rest of a meadow's swaps.
    Keep,
    /// Put back one resource, holding more than the barns allow.
    Return(Resource),
    /// Let a pioneer do nothing, when no space can be chosen.
    Idle,
}

/// How many resources are handed in for one food.
pub(super) const TRADE: u8 = 3;

/// All ways to hand in [`TRADE`] resources; food cannot be handed in.
pub(super) const TRADES: [Bundle; 10] = trades();

const fn trades() -> [Bundle; 10] {
    let mut all = [Bundle::NONE; 10];
    let (mut count, mut wood) = (0, 0);
    while wood <= TRADE {
        let mut clay = 0;
        while wood + clay <= TRADE {
            all[count] = Bundle::new(wood, clay, TRADE - wood - clay, 0);
            count += 1;
            clay += 1;
        }
        wood += 1;
    }
    all
}

/// The trades that a player can make who holds this many wood, clay and stone, each counted up to [`TRADE`]: as a set
/// of places in [`TRADES`].
static TRADES_OF: [u16; 64] = {
    let mut all = [0; 64];
    let mut idx = 0;
    while idx < 64 {
        let mut place = 0;
        while place < TRADES.len() {
            let [wood, clay, stone, _] = TRADES[place].to_bytes();
            if wood as usize <= idx & 3 && clay as usize <= idx >> 2 & 3 && stone as usize <= idx >> 4 {
                all[idx] |= 1 << place;
            }
            place += 1;
        }
        idx += 1;
    }
    all
};

/// All trades that a player who holds this can make, as a set of places in [`TRADES`].
#[inline]
pub(super) fn trades_of(held: Bundle) -> u16 {
    let [wood, clay, stone] = Resource::PRODUCED.map(|resource| usize::from(held.get(resource).min(TRADE)));
    TRADES_OF[wood | clay << 2 | stone << 4]
}

/// The place of a trade among [`TRADES`].
#[inline]
pub(super) fn trade_place(handed_in: Bundle) -> usize {
    let [wood, clay, ..] = handed_in.to_bytes().map(usize::from);
    wood * (2 * usize::from(TRADE) + 3 - wood) / 2 + clay
}

/// The place of a swap among those of all pairs of spaces.
#[inline]
pub(super) fn swap_place(lower: RiverSpace, upper: RiverSpace) -> usize {
    upper.index() * upper.index().saturating_sub(1) / 2 + lower.index()
}

/// The number of pairs of river spaces.
pub(super) const PAIRS: usize = RiverSpace::COUNT * (RiverSpace::COUNT - 1) / 2;

/// Swaps of all pairs of spaces, ordered by the upper one, so that those among the first `k` spaces come first.
pub(super) const SWAPS: [Move; PAIRS] = swaps();

const fn swaps() -> [Move; PAIRS] {
    let mut all = [Move::Keep; PAIRS];
    let (mut count, mut upper) = (0, 1);
    while upper < RiverSpace::COUNT as u8 {
        let mut lower = 0;
        while lower < upper {
            all[count] = Move::Swap(RiverSpace(lower), RiverSpace(upper));
            count += 1;
            lower += 1;
        }
        upper += 1;
    }
    all
}

/// All swaps among the first `tiles` spaces.
#[inline]
pub(super) fn swaps_among(tiles: u8) -> &'static [Move] {
    let tiles = usize::from(tiles);
    &SWAPS[..tiles * tiles.saturating_sub(1) / 2]
}

/// Moves without a choice besides a slot or a resource: few enough for one bit each.
pub(super) mod plain_moves {
    use super::super::limits::{MAX_BUILDING_SLOTS, MAX_TILE_SLOTS};
    use super::{Move, Resource, Slot};

    pub(crate) const CLAIM: u32 = 0;
    pub(crate) const DRAFT: u32 = CLAIM + MAX_TILE_SLOTS as u32;
    pub(crate) const PRODUCE: u32 = DRAFT + MAX_TILE_SLOTS as u32;
    pub(crate) const FOOD: u32 = PRODUCE + 3;
    pub(crate) const FOOD_INSTEAD: u32 = FOOD + 1;
    pub(crate) const RESERVE: u32 = FOOD_INSTEAD + 3;
    pub(crate) const START: u32 = RESERVE + MAX_BUILDING_SLOTS as u32;
    pub(crate) const KEEP: u32 = START + 1;
    pub(crate) const RETURN: u32 = KEEP + 1;
    pub(crate) const IDLE: u32 = RETURN + 4;

    /// The bit of a move, if it is one of them.
    #[inline]
    pub(crate) fn place(mv: Move) -> Option<u32> {
        Some(match mv {
            Move::Claim(slot) => CLAIM + u32::from(slot.0),
            Move::Draft(slot) => DRAFT + u32::from(slot.0),
            Move::Produce(resource) => PRODUCE + resource as u32,
            Move::Food(None) => FOOD,
            Move::Food(Some(resource)) => FOOD_INSTEAD + resource as u32,
            Move::Reserve(slot) => RESERVE + u32::from(slot.0),
            Move::Start => START,
            Move::Keep => KEEP,
            Move::Return(resource) => RETURN + resource as u32,
            Move::Idle => IDLE,
            _ => return None,
        })
    }

    /// The moves in the order of their bits.
    pub(crate) static ALL: [Move; 64] = all();

    const fn all() -> [Move; 64] {
        let mut all = [Move::Idle; 64];
        let mut slot = 0;
        while slot < MAX_TILE_SLOTS {
            all[CLAIM as usize + slot] = Move::Claim(Slot(slot as u8));
            all[DRAFT as usize + slot] = Move::Draft(Slot(slot as u8));
            slot += 1;
        }
        slot = 0;
        while slot < MAX_BUILDING_SLOTS {
            all[RESERVE as usize + slot] = Move::Reserve(Slot(slot as u8));
            slot += 1;
        }
        let mut idx = 0;
        while idx < Resource::ALL.len() {
            let resource = Resource::ALL[idx];
            all[RETURN as usize + idx] = Move::Return(resource);
            if idx < Resource::PRODUCED.len() {
                all[PRODUCE as usize + idx] = Move::Produce(resource);
                all[FOOD_INSTEAD as usize + idx] = Move::Food(Some(resource));
            }
            idx += 1;
        }
        all[FOOD as usize] = Move::Food(None);
        all[START as usize] = Move::Start;
        all[KEEP as usize] = Move::Keep;
        all
    }
}

#[cfg(test)]
#[path = "moves_tests.rs"]
mod tests;
