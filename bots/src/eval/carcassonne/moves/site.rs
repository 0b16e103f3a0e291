//! The cells where the drawn tile may be laid: what ends there, what ends at the cells beside, and what the tile joins.
//!
//! ```text
//! chance of a road or city = product over its open sides of the chance of the cell that the side faces
//! ```
//!
//! What is alike for all moves is found once for each position ([`Outlook`]), for each cell ([`Site`]), and for each
//! direction of the tile ([`Lie`]).

use riverlab_engine::bits::set_bits;
use riverlab_engine::games::carcassonne::{
    ACROSS, Cell, Feature, FeatureKind, FittingStack, OpenCell, Placed, Segment, SegmentIdx, Side, Tile, Turned,
};
use riverlab_engine::{Game, Seat};

use super::features::Index;
use super::stakes::{Fit, Holding, Stake, View};
use crate::eval::carcassonne::ends::ends_at;

/// Stands for no road or city in lists of places.
const NONE: u16 = u16::MAX;
/// The largest number of roads and cities that end at the four cells around: three at each.
const MAX_NEARBY: usize = 12;

/// A monastery with a meeple that is not completed.
#[derive(Clone, Copy)]
pub(super) struct Monk {
    cell: Cell,
    pub(super) feature: Feature,
    pub(super) holding: Holding,
}

/// A road or city that ends at empty cells.
#[derive(Clone, Copy)]
pub(super) struct End {
    root: SegmentIdx,
    pub(super) stake: Stake,
    /// The meeples on it.
    pub(super) meeples: Holding,
    /// What it is in the row of a move that takes or leaves it.
    pub(super) shares: Shares,
}

/// What a claimed road or city counts in the features from [`Index::RoadsNow`] to [`Index::CityEndsOthers`].
pub(super) type Shares = [f32; Index::CityEndsOthers as usize + 1 - Index::RoadsNow as usize];

impl End {
    fn new(kind: FeatureKind, root: SegmentIdx) -> End {
        End { root, stake: Stake::unknown(kind), meeples: Holding::NOBODY, shares: Shares::default() }
    }

    /// Looks at what is alike for all moves, once the chance is known.
    #[inline]
    fn look(&mut self, view: &View<'_>) {
        let feature = *view.state.features().feature(self.root);
        self.stake = view.stake(self.stake.kind, feature, self.stake.chance);
        if feature.is_claimed() {
            self.meeples = view.meeples(feature);
            self.shares = shares(view, &self.stake, self.meeples);
        }
    }
}

/// What a road or city counts that is claimed.
#[inline]
pub(super) fn shares(view: &View<'_>, stake: &Stake, meeples: Holding) -> Shares {
    const FIRST: usize = Index::RoadsNow as usize;
    let mut shares = Shares::default();
    let mut set = |index: Index, value| shares[index as usize - FIRST] = value;
    let Holding { own, others } = stake.holding;
    let returns = meeples.own * stake.chance;
    set(Index::NowOthers, others * stake.now);
    set(Index::Returns, returns);
    set(Index::ReturnsScarce, returns / (1.0 + f32::from(view.supply())));
    set(Index::ReturnsOthers, meeples.others * stake.chance);
    if stake.kind == FeatureKind::Road {
        set(Index::RoadsNow, own * stake.now);
    } else {
        set(Index::CitiesNow, own * stake.now);
        set(Index::Hope, own * stake.hope);
        set(Index::HopeOthers, others * stake.hope);
        set(Index::CityEnds, own * f32::from(stake.feature.open));
        set(Index::CityEndsOthers, others * f32::from(stake.feature.open));
    }
    shares
}

/// How tiles fit on cells, by pattern of terrains: found when it is first asked for in a position.
#[derive(Clone, Default)]
pub(super) struct Fits {
    /// Each with the number of the position that it holds for.
    slots: Vec<(Fit, u32)>,
    position: u32,
}

impl Fits {
    /// A new position.
    fn begin(&mut self) {
        self.position = self.position.wrapping_add(1);
        if self.slots.is_empty() || self.position == 0 {
            self.position = 1;
            self.slots.clear();
            self.slots.resize(OpenCell::PATTERNS, (Fit::UNKNOWN, 0));
        }
    }

    /// How tiles fit where terrains lie in a pattern.
    #[inline]
    pub(super) fn at(&mut self, stack: &FittingStack, players: usize, pattern: usize) -> Fit {
        let slot = &mut self.slots[pattern];
        if slot.1 != self.position {
            *slot = (Fit::of(stack.at(pattern), players), self.position);
        }
        slot.0
    }
}

/// What is alike for all moves of a position; keeps its memory from one to the next.
#[derive(Clone, Default)]
pub(super) struct Outlook {
    /// The places of roads and cities in `ends`, by root.
    places: Vec<u16>,
    pub(super) ends: Vec<End>,
    /// What ends at the open cells, in their order: by side.
    ends_at: Vec<[u16; 4]>,
    map: Map,
    monks: Vec<Monk>,
}

/// Where the open cells are: their places in the list, by the lowest bits of their coordinates.
#[derive(Clone, Default)]
struct Map {
    places: Vec<u8>,
    /// Where the map is filled.
    filled: Vec<u16>,
    /// Whether cells are so far apart that two have the same lowest bits.
    is_full: bool,
}

impl Map {
    /// The bits of each coordinate: tables are rarely wider.
    const BITS: u32 = 6;
    const NOWHERE: u8 = u8::MAX;

    #[inline]
    fn key(cell: Cell) -> u16 {
        const MASK: u8 = (1 << Map::BITS) - 1;
        u16::from(cell.x as u8 & MASK) | u16::from(cell.y as u8 & MASK) << Map::BITS
    }

    fn clear(&mut self) {
        self.places.resize(1 << (2 * Map::BITS), Map::NOWHERE);
        self.filled.drain(..).for_each(|key| self.places[usize::from(key)] = Map::NOWHERE);
        self.is_full = false;
    }

    #[inline]
    fn put(&mut self, cell: Cell, place: usize) {
        let key = Map::key(cell);
        self.is_full |= self.places[usize::from(key)] != Map::NOWHERE;
        self.places[usize::from(key)] = place as u8;
        self.filled.push(key);
    }

    /// The place of a cell among the open ones, if it is open.
    #[inline]
    fn place_of(&self, open: &[OpenCell], cell: Cell) -> Option<usize> {
        let place = usize::from(self.places[usize::from(Map::key(cell))]);
        if open.get(place).is_some_and(|open| open.cell == cell) {
            return Some(place);
        }
        if self.is_full { open.iter().position(|open| open.cell == cell) } else { None }
    }

    /// The open cells at the sides of a cell, by their places: ascending.
    #[inline]
    fn around(&self, open: &[OpenCell], cell: Cell) -> impl Iterator<Item = (usize, Side)> {
        const { assert!(OpenCell::MAX < Map::NOWHERE as usize, "places fit in a byte") };
        let mut around = Side::ALL.map(|side| (self.place_of(open, cell.at(side)).unwrap_or(usize::MAX), side));
        for (one, other) in [(0, 1), (2, 3), (0, 2), (1, 3), (1, 2)] {
            if around[one] > around[other] {
                around.swap(one, other);
            }
        }
        around.into_iter().take_while(|&(place, _)| place != usize::MAX)
    }
}

impl Outlook {
    /// Looks at the whole table.
    pub(super) fn look(&mut self, view: &View<'_>, fits: &mut Fits, stack: &FittingStack) {
        let state = view.state;
        fits.begin();
        self.places.clear();
        self.places.resize(SegmentIdx::LIMIT, NONE);
        self.ends.clear();
        self.ends_at.clear();
        self.map.clear();
        for (place, &open) in state.board().open().iter().enumerate() {
            self.map.put(open.cell, place);
            let mut here = [NONE; 4];
            let fit = fits.at(stack, state.n_players(), open.pattern());
            for (side, kind, root) in ends_at(state, open) {
                let place = &mut self.places[root.index()];
                if *place == NONE {
                    *place = self.ends.len() as u16;
                    self.ends.push(End::new(kind, root));
                }
                here[side.index()] = *place;
                self.ends[usize::from(*place)].stake.chance *= fit.chance(kind);
            }
            self.ends_at.push(here);
        }
        self.ends.iter_mut().for_each(|end| end.look(view));
        self.find_monks(view);
    }

    fn find_monks(&mut self, view: &View<'_>) {
        let state = view.state;
        self.monks.clear();
        for seat in Seat::all(state.n_players()) {
            for &segment in state.player(seat).meeples() {
                if state.kind_of(segment) == FeatureKind::Monastery {
                    let feature = *state.features().feature(segment);
                    let cell = state.board().placed()[state.features().tile_of(segment)].cell;
                    self.monks.push(Monk { cell, feature, holding: view.holding(feature) });
                }
            }
        }
    }

    /// The monasteries around a cell.
    #[inline]
    pub(super) fn monks_near(&self, cell: Cell) -> impl Iterator<Item = &Monk> {
        self.monks.iter().filter(move |monk| monk.cell.is_near(cell))
    }
}

/// How the drawn tile lies after some quarter turns.
#[derive(Clone, Copy)]
pub(super) struct Lie {
    /// The sides of each road or city, one bit each.
    pub(super) sides: [u8; Turned::MAX_SEGMENTS],
    /// The halves of sides of each farm, one bit each.
    pub(super) halves: [u8; Turned::MAX_SEGMENTS],
    /// The sides where a road or city ends.
    ends: u8,
    /// What the tile adds to the [patterns](OpenCell::pattern) of the cells around it, by side.
    patterns: [u16; 4],
}

impl Lie {
    const NONE: Lie =
        Lie { sides: [0; Turned::MAX_SEGMENTS], halves: [0; Turned::MAX_SEGMENTS], ends: 0, patterns: [0; 4] };

    /// Those of a tile, by the number of quarter turns.
    pub(super) fn all(tile: &Tile) -> [Lie; 4] {
        let mut lies = [Lie::NONE; 4];
        for (lie, turned) in lies.iter_mut().zip(&tile.turned).take(usize::from(tile.rotations)) {
            for side in Side::ALL {
                if let Some(segment) = turned.at_side(side) {
                    lie.sides[segment] |= 1 << side.index();
                    lie.ends |= 1 << side.index();
                }
                lie.patterns[side.index()] = OpenCell::default().beside(side.opposite(), turned).pattern() as u16;
            }
            for half in 0..8 {
                if let Some(segment) = turned.at_half(half) {
                    lie.halves[segment] |= 1 << half;
                }
            }
        }
        lies
    }
}

/// A farm that touches the cell.
#[derive(Clone, Copy)]
pub(super) struct Farm {
    pub(super) root: SegmentIdx,
    /// What is known of it, [packed](pack).
    packed: u64,
    /// Who would be paid for it.
    pub(super) holding: Holding,
}

impl Farm {
    const NONE: Farm = Farm { root: SegmentIdx(0), packed: 0, holding: Holding::NOBODY };

    /// The number of its segments.
    #[inline]
    pub(super) fn tiles(&self) -> u8 {
        tiles(self.packed)
    }
}

/// A road or city of the tile that joins no other.
#[inline]
pub(super) fn on_one_tile(segment: Segment) -> Feature {
    Feature { open: segment.sides, tiles: 1, shields: segment.shields, ..Feature::default() }
}

/// What is known of a feature in one number: sums of features are sums of these.
#[inline]
fn pack(feature: Feature) -> u64 {
    let Feature { open, tiles, shields, meeples: [first, second, third, fourth, fifth] } = feature;
    u64::from_le_bytes([open, tiles, shields, first, second, third, fourth, fifth])
}

/// The number of its tiles, of a farm of its segments.
#[inline]
fn tiles(packed: u64) -> u8 {
    packed.to_le_bytes()[1]
}

/// Whether a meeple stands on it.
#[inline]
fn is_claimed(packed: u64) -> bool {
    packed >> 24 != 0
}

/// The feature that was [packed](pack).
#[inline]
fn unpack(packed: u64) -> Feature {
    let [open, tiles, shields, meeples @ ..] = packed.to_le_bytes();
    Feature { open, tiles, shields, meeples }
}

/// A claimed road or city that ends at a cell beside the one where the tile may be laid.
#[derive(Clone, Copy)]
pub(super) struct Nearby {
    /// The side beyond which that cell is.
    pub(super) side: u8,
    end: u16,
}

/// A cell where the tile may be laid.
pub(super) struct Site {
    pub(super) cell: Cell,
    /// How tiles fit there.
    fit: Fit,
    /// The sides that touch a tile, one bit each.
    touching: u8,
    /// The sides where roads and cities end, one bit each.
    ended: u8,
    /// The places of these roads and cities.
    ends: [u16; 4],
    /// For each of these sides those where the same one ends, one bit each.
    same_end: [u8; 4],
    /// Whether no road or city ends here twice.
    is_simple: bool,
    /// What is known of these roads and cities, by side: each [packed](pack), and the chance.
    packed: [u64; 4],
    chances: [f32; 4],
    /// The halves of sides that touch a farm, one bit each.
    farmed: u8,
    farms: [Farm; 8],
    /// For each of these halves those that touch the same farm, one bit each.
    same_farm: [u8; 8],
    /// The patterns of the empty cells beyond the sides where nothing lies; 0 for those that touch no tile yet.
    patterns: [u16; 4],
    /// How tiles fit there now.
    pub(super) before: [Fit; 4],
    nearby: [Nearby; MAX_NEARBY],
    nearby_len: usize,
    /// The sides beyond which they are, one bit each.
    nearby_sides: u8,
}

impl Site {
    /// No cell yet.
    pub(super) fn none() -> Site {
        Site {
            cell: Cell::default(),
            fit: Fit::UNKNOWN,
            touching: 0,
            ended: 0,
            ends: [NONE; 4],
            same_end: [0; 4],
            is_simple: true,
            packed: [0; 4],
            chances: [1.0; 4],
            farmed: 0,
            farms: [Farm::NONE; 8],
            same_farm: [0; 8],
            patterns: [0; 4],
            before: [Fit::UNKNOWN; 4],
            nearby: [Nearby { side: 0, end: NONE }; MAX_NEARBY],
            nearby_len: 0,
            nearby_sides: 0,
        }
    }

    /// Looks at an open cell, by its place, and at those beside it.
    pub(super) fn look_at(&mut self, view: &View<'_>, outlook: &Outlook, mut fit: impl FnMut(usize) -> Fit, at: usize) {
        let board = view.state.board();
        let open = board.open()[at];
        self.cell = open.cell;
        self.fit = fit(open.pattern());
        self.ends = outlook.ends_at[at];
        (self.touching, self.ended, self.farmed) = (0, 0, 0);
        self.is_simple = true;
        for side in 0..4 {
            let end = self.ends[side];
            (self.packed[side], self.chances[side]) = (0, 1.0);
            if end == NONE {
                continue;
            }
            let stake = &outlook.ends[usize::from(end)].stake;
            (self.packed[side], self.chances[side]) = (pack(stake.feature), stake.chance);
            self.ended |= 1 << side;
            self.same_end[side] = (0..4).fold(0, |same, other| same | u8::from(self.ends[other] == end) << other);
            self.is_simple &= self.same_end[side] == 1 << side;
        }
        for side in Side::ALL {
            self.find_farms(view, open, side);
        }
        (self.patterns, self.before) = ([0; 4], [Fit::UNKNOWN; 4]);
        (self.nearby_len, self.nearby_sides) = (0, 0);
        for (place, side) in outlook.map.around(board.open(), open.cell) {
            let pattern = board.open()[place].pattern();
            self.patterns[side.index()] = pattern as u16;
            self.before[side.index()] = fit(pattern);
            for end in outlook.ends_at[place] {
                if end != NONE && outlook.ends[usize::from(end)].stake.feature.is_claimed() {
                    self.nearby[self.nearby_len] = Nearby { side: side.index() as u8, end };
                    self.nearby_len += 1;
                    self.nearby_sides |= 1 << side.index();
                }
            }
        }
    }

    #[inline]
    fn find_farms(&mut self, view: &View<'_>, open: OpenCell, side: Side) {
        let Some(neighbor) = open.neighbor(side) else { return };
        self.touching |= 1 << side.index();
        let placed = view.state.board().placed()[neighbor];
        let turned = &view.state.rules().tile(placed.tile).turned[usize::from(placed.turns)];
        let halves = [2 * side.index(), 2 * side.index() + 1];
        let farms = halves.map(|half| turned.at_half(ACROSS[half]));
        if let [Some(first), Some(second)] = farms
            && first == second
        {
            // Along a field one farm touches both.
            self.add_farm(view, placed, first, 3 << halves[0]);
            return;
        }
        for (half, farm) in halves.into_iter().zip(farms) {
            if let Some(farm) = farm {
                self.add_farm(view, placed, farm, 1 << half);
            }
        }
    }

    /// A farm of a tile beside touches these halves of sides, one bit each.
    #[inline]
    fn add_farm(&mut self, view: &View<'_>, placed: Placed, farm: usize, halves: u8) {
        let root = view.state.features().root(SegmentIdx(placed.first + farm as u16));
        let others = set_bits(self.farmed).map(usize::from);
        let same = others.fold(halves, |same, other| same | u8::from(self.farms[other].root == root) << other);
        self.farmed |= halves;
        let feature = *view.state.features().feature(root);
        let farm = Farm { root, packed: pack(feature), holding: view.holding(feature) };
        set_bits(halves).for_each(|half| self.farms[usize::from(half)] = farm);
        set_bits(same).for_each(|half| self.same_farm[usize::from(half)] = same);
    }

    /// How tiles will fit on the empty cells beside, by side, if the tile lies here so; where that matters for a road or
    /// city.
    #[inline]
    pub(super) fn fits_beyond(&self, lie: &Lie, mut fit: impl FnMut(usize) -> Fit) -> [Fit; 4] {
        let mut fits = [Fit::UNKNOWN; 4];
        for side in set_bits((lie.ends | self.nearby_sides) & !self.touching).map(usize::from) {
            fits[side] = fit(usize::from(self.patterns[side] + lie.patterns[side]));
        }
        fits
    }

    /// The claimed roads and cities that end at the cells beside.
    #[inline]
    pub(super) fn nearby(&self) -> &[Nearby] {
        &self.nearby[..self.nearby_len]
    }

    /// The same beyond one side, if a road or city of this kind may meet them that joins these.
    #[inline]
    pub(super) fn nearby_at<'a>(
        &'a self,
        outlook: &'a Outlook,
        side: usize,
        kind: FeatureKind,
        joined: &'a [u16],
    ) -> impl Iterator<Item = &'a Stake> {
        let here = self.nearby().iter();
        let here = here.filter(move |nearby| usize::from(nearby.side) == side && !joined.contains(&nearby.end));
        here.map(|nearby| &nearby.end(outlook).stake).filter(move |stake| stake.kind == kind)
    }

    /// Those of some sides beyond which claimed roads and cities end, one bit each.
    #[inline]
    pub(super) fn near(&self, sides: u8) -> u8 {
        sides & self.nearby_sides
    }

    /// The number of sides that touch a tile.
    pub(super) fn touching(&self) -> u32 {
        self.touching.count_ones()
    }

    /// Those of some sides that face an empty cell, one bit each.
    #[inline]
    pub(super) fn open_sides(&self, sides: u8) -> u8 {
        sides & !self.touching
    }

    /// Those of some sides where a road or city ends, one bit each.
    #[inline]
    pub(super) fn ended(&self, sides: u8) -> u8 {
        sides & self.ended
    }

    /// The chance of a road or city of the tile that joins no other.
    #[inline]
    pub(super) fn chance_alone(kind: FeatureKind, sides: u8, fits: &[Fit; 4]) -> f32 {
        let chance = |side: usize| if sides >> side & 1 == 1 { fits[side].chance(kind) } else { 1.0 };
        (0..4).fold(1.0, |product, side| product * chance(side))
    }

    /// Joins a road or city of the tile with those that end here, of which there are some.
    #[inline]
    pub(super) fn join(
        &self,
        view: &View<'_>,
        outlook: &Outlook,
        segment: Segment,
        sides: u8,
        fits: &[Fit; 4],
    ) -> Joined {
        let ended = sides & self.ended;
        let once = if self.is_simple { ended } else { self.once(ended) };
        let (mut chance, here) = (1.0, self.fit.chance(segment.kind));
        let mut after = pack(on_one_tile(segment));
        // A processor guesses wrong which sides a road or city has, so other sides count as factors of 1 instead of branches.
        for (side, fit) in fits.iter().enumerate() {
            let (is_on, is_ended, is_first) = (sides >> side & 1, ended >> side & 1, once >> side & 1);
            after += self.packed[side] & u64::from(is_first).wrapping_neg();
            let beyond = if is_on > is_ended { fit.chance(segment.kind) } else { 1.0 };
            let factor = if is_first == 1 { self.chances[side] } else { beyond };
            chance *= factor;
            chance /= if is_ended == 1 { here } else { 1.0 };
        }
        // The number of open sides is lowest.
        let after = unpack(after - 2 * u64::from(ended.count_ones()));
        // Quotients of products can be a little larger than 1.
        let chance = if after.open == 0 { 1.0 } else { chance.min(1.0) };
        let (mut before, mut len) = ([NONE; 4], 0);
        for side in set_bits(once) {
            before[len] = self.ends[usize::from(side)];
            len += 1;
        }
        let (holding, meeples) = if len == 1 {
            let end = &outlook.ends[usize::from(before[0])];
            (end.stake.holding, end.meeples)
        } else {
            (view.holding(after), view.meeples(after))
        };
        Joined { before, len, after: view.stake_of(segment.kind, after, holding, chance), meeples }
    }

    /// Of sides where the same road or city ends the first one, one bit each.
    fn once(&self, ended: u8) -> u8 {
        let (mut once, mut left) = (0, ended);
        while left != 0 {
            let side = left.trailing_zeros();
            once |= 1 << side;
            left &= !self.same_end[side as usize];
        }
        once
    }

    /// Joins a farm of the tile, on these halves of sides, with those that touch this cell.
    #[inline]
    pub(super) fn join_farm(&self, halves: u8) -> JoinedFarm {
        let mut joined =
            JoinedFarm { packed: pack(Feature { tiles: 1, ..Feature::default() }), before: [0; 8], len: 0 };
        let mut left = halves & self.farmed;
        while left != 0 {
            let half = left.trailing_zeros() as usize;
            left &= !self.same_farm[half];
            joined.before[joined.len] = half as u8;
            joined.len += 1;
            joined.packed += self.farms[half].packed;
        }
        joined
    }
}

impl Nearby {
    /// That road or city.
    #[inline]
    pub(super) fn end(self, outlook: &Outlook) -> &End {
        &outlook.ends[usize::from(self.end)]
    }
}

/// A road or city of the tile with those that it joins.
pub(super) struct Joined {
    before: [u16; 4],
    len: usize,
    pub(super) after: Stake,
    /// The meeples on all of it.
    pub(super) meeples: Holding,
}

impl Joined {
    /// The places of the roads and cities that it joins, each once.
    #[inline]
    pub(super) fn before(&self) -> &[u16] {
        &self.before[..self.len]
    }
}

/// A farm of the tile with those that it joins.
pub(super) struct JoinedFarm {
    /// Each by a half of a side that touches it.
    before: [u8; 8],
    len: usize,
    packed: u64,
}

impl JoinedFarm {
    /// The farms that it joins, each once.
    #[inline]
    pub(super) fn before<'a>(&'a self, site: &'a Site) -> impl Iterator<Item = &'a Farm> {
        self.before[..self.len].iter().map(|&half| &site.farms[usize::from(half)])
    }

    /// The number of its segments.
    #[inline]
    pub(super) fn tiles(&self) -> u8 {
        tiles(self.packed)
    }

    /// Who would be paid for all of it, if it is claimed.
    #[inline]
    pub(super) fn holding(&self, site: &Site, view: &View<'_>) -> Option<Holding> {
        if !is_claimed(self.packed) {
            return None;
        }
        let alone = self.len == 1;
        Some(if alone { site.farms[usize::from(self.before[0])].holding } else { view.holding(unpack(self.packed)) })
    }
}

#[cfg(test)]
#[path = "site_tests.rs"]
mod tests;
