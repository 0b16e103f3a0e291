//! A survey of the table: all features that are claimed, how likely they are completed, and what else can be done where
//! tiles may be laid.
//!
//! ```text
//! chance of a cell = 1 - 1 / (1 + x + x^2 / 2), about 1 - exp(-x)
//! x                = (tiles that fit there and end the feature + 0.25 * other tiles that fit there) / players
//! ```
//!
//! The chance of a road or city is the product over the cells that its open sides face. For a monastery all tiles that
//! fit count in full, and the chance is less where few turns are left.

use riverlab_engine::games::carcassonne::{
    Carcassonne, Cell, CitiesBeside, Feature, FeatureKind, OpenCell, SegmentIdx, Side,
};
use riverlab_engine::{Game, MAX_PLAYERS, Seat};

use super::ends;

/// The largest number of features with meeples: five players have seven each.
const MAX_CLAIMED: usize = 35;
/// Stands for no place in the list of features that are claimed.
const UNCLAIMED: u8 = u8::MAX;
/// The tiles of a completed monastery.
const MONASTERY: u8 = 9;
/// How much a tile counts that makes a feature larger and does not end it.
const GOING_ON: f32 = 0.25;
/// The chance of a cell beside a monastery that touches no tile yet.
const FAR_CELL: f32 = 0.9;
/// How many tiles are laid beside a monastery in each turn of its player, those of the others included.
const PACE: f32 = 1.5;

/// A feature that is claimed.
#[derive(Clone, Copy)]
pub(super) struct Claimed {
    pub(super) kind: FeatureKind,
    root: SegmentIdx,
    /// What is known of it.
    pub(super) feature: Feature,
    /// Whether it is completed and will be scored at the end of the turn.
    pub(super) is_complete: bool,
    /// What it brings if it is scored as it is.
    pub(super) now: f32,
    /// What completing it adds.
    pub(super) gain: f32,
    /// How likely it is completed.
    pub(super) chance: f32,
    /// The number of cells that must be filled, as far as tiles can be laid there.
    pub(super) cells: u8,
    /// Whether no tile of the stack fits on one of these cells.
    pub(super) is_stuck: bool,
    /// Whether the tile that was drawn can complete it.
    pub(super) completes: bool,
    /// For a farm: the cities beside it that are not completed.
    pub(super) open_cities: f32,
}

/// How a player stands on a feature.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing {
    /// With the most meeples.
    Alone,
    /// With the most meeples, as others.
    Shared,
    /// With fewer meeples than others.
    Behind,
}

impl Claimed {
    /// Stands behind the list; all zeros are quickly written.
    const NONE: Claimed = Claimed {
        kind: FeatureKind::Road,
        root: SegmentIdx(0),
        feature: Feature { open: 0, tiles: 0, shields: 0, meeples: [0; 5] },
        is_complete: false,
        now: 0.0,
        gain: 0.0,
        chance: 0.0,
        cells: 0,
        is_stuck: false,
        completes: false,
        open_cities: 0.0,
    };

    /// A road, city or monastery.
    fn new(state: &Carcassonne, kind: FeatureKind, root: SegmentIdx) -> Claimed {
        let feature = *state.features().feature(root);
        let mut claimed = Claimed { kind, root, feature, chance: 1.0, ..Claimed::NONE };
        claimed.is_complete = Carcassonne::is_complete(kind, &feature);
        claimed.now = f32::from(state.worth(kind, &feature));
        claimed.gain = match kind {
            _ if claimed.is_complete => 0.0,
            FeatureKind::Monastery => f32::from(claimed.missing()),
            _ => f32::from(state.worth_completed(kind, &feature)) - claimed.now,
        };
        claimed
    }

    fn farm(state: &Carcassonne, root: SegmentIdx) -> Claimed {
        let CitiesBeside { completed, others } = state.cities_beside(root);
        Claimed {
            kind: FeatureKind::Farm,
            root,
            feature: *state.features().feature(root),
            now: f32::from(state.farm_city_points(root)) * completed as f32,
            open_cities: others as f32,
            ..Claimed::NONE
        }
    }

    /// How many tiles a monastery lacks.
    pub(super) fn missing(&self) -> u8 {
        MONASTERY.saturating_sub(self.feature.tiles)
    }

    /// The meeples of a player on it.
    #[inline]
    pub(super) fn own(&self, seat: Seat) -> u8 {
        self.feature.meeples[seat.index()]
    }

    /// By how many meeples a player with meeples on it is ahead of the best other one, and whether there is one.
    #[inline]
    pub(super) fn lead(&self, seat: Seat) -> (i8, bool) {
        // Without writing to a copy, which would have to be read back before it is there.
        let others = self.feature.meeples.iter().enumerate().filter(|(idx, _)| *idx != seat.index());
        let most = others.fold(0, |most, (_, &meeples)| most.max(meeples));
        (self.own(seat) as i8 - most as i8, most > 0)
    }

    /// One of the cells that must be filled, with the number of tiles that fit there and of those that end the feature.
    #[inline]
    fn add_cell(&mut self, fitting: u32, ending: u32, players: usize) {
        self.chance *= chance_of_cell(fitting, ending, players);
        self.cells += 1;
        self.is_stuck |= fitting == 0;
    }
}

/// The chance of a cell, from the number of tiles that fit there and of those that end the feature.
#[inline]
pub(super) fn chance_of_cell(fitting: u32, ending: u32, players: usize) -> f32 {
    let tiles = ending as f32 + GOING_ON * (fitting - ending) as f32;
    let x = tiles / players as f32;
    1.0 - 1.0 / (1.0 + x + 0.5 * x * x)
}

impl Standing {
    /// How a player stands who leads by so many meeples.
    #[inline]
    pub(super) fn of_lead(lead: i8) -> Standing {
        match lead {
            1.. => Standing::Alone,
            0 => Standing::Shared,
            _ => Standing::Behind,
        }
    }
}

/// What the table shows.
pub(super) struct Survey {
    claimed: [Claimed; MAX_CLAIMED],
    /// The number of roads, cities and monasteries.
    len: usize,
    /// Where farms begin.
    farms: usize,
    /// The places of roads, cities and monasteries in this list, by root; [`UNCLAIMED`] where nobody claims them.
    places: [u8; SegmentIdx::LIMIT],
    /// The most that an unclaimed road or city brings as it is, of those that end at an empty cell on which tiles fit;
    /// none where the turn is nobody's who has a meeple and will lay a tile.
    pub(super) unclaimed: Option<f32>,
    /// By player: what own roads and cities bring that one tile may join to those of others.
    pub(super) joins_own: [f32; MAX_PLAYERS],
    /// By player: what roads and cities of others bring that one tile may join to own ones.
    pub(super) joins_others: [f32; MAX_PLAYERS],
}

impl Survey {
    /// Nothing is looked at yet: a large value is best filled where it stays.
    #[inline]
    pub(super) fn new() -> Survey {
        Survey {
            claimed: [Claimed::NONE; MAX_CLAIMED],
            len: 0,
            farms: MAX_CLAIMED,
            places: [UNCLAIMED; SegmentIdx::LIMIT],
            unclaimed: None,
            joins_own: [0.0; MAX_PLAYERS],
            joins_others: [0.0; MAX_PLAYERS],
        }
    }

    /// Looks at the whole table.
    pub(super) fn look(&mut self, state: &Carcassonne) {
        let has_meeple = |seat| state.player(seat).supply() > 0;
        let will_claim = !may_claim_now(state) && state.current().is_some_and(has_meeple);
        self.unclaimed = will_claim.then_some(0.0);
        self.list(state);
        state.board().open().chunks(ends::CELLS).for_each(|cells| self.look_at_cells(state, cells));
        for claimed in &mut self.claimed[..self.len] {
            if claimed.kind == FeatureKind::Monastery {
                look_around_monastery(state, claimed);
            }
        }
    }

    /// Lists the features that are claimed. Farms fill the list from its end.
    fn list(&mut self, state: &Carcassonne) {
        state.each_claimed(|kind, root| {
            let is_farm = usize::from(kind == FeatureKind::Farm);
            self.farms -= is_farm;
            let place = if is_farm == 1 { self.farms } else { self.len };
            self.len += 1 - is_farm;
            (self.claimed[place].kind, self.claimed[place].root) = (kind, root);
        });
        for (place, claimed) in self.claimed[..self.len].iter_mut().enumerate() {
            self.places[claimed.root.index()] = place as u8;
            *claimed = Claimed::new(state, claimed.kind, claimed.root);
        }
        for farm in &mut self.claimed[self.farms..] {
            *farm = Claimed::farm(state, farm.root);
        }
    }

    /// The roads, cities and monasteries that are claimed.
    #[inline]
    pub(super) fn claimed(&self) -> &[Claimed] {
        &self.claimed[..self.len]
    }

    /// The farms that are claimed.
    #[inline]
    pub(super) fn farms(&self) -> &[Claimed] {
        &self.claimed[self.farms..]
    }

    /// Looks at what ends at some empty cells, at most [`CELLS`](ends::CELLS).
    fn look_at_cells(&mut self, state: &Carcassonne, cells: &[OpenCell]) {
        let ends = ends::of_cells(cells);
        let (mut roots, mut claimed) = ([SegmentIdx::default(); 64], 0_u64);
        for end in ends::each(ends) {
            let Some(root) = ends::root_at(state, cells[end / 4], Side::ALL[end % 4]) else { continue };
            roots[end] = root;
            claimed |= u64::from(self.places[root.index()] != UNCLAIMED) << end;
        }
        if let Some(most) = &mut self.unclaimed {
            for end in ends::each(ends & !claimed) {
                let (open, feature) = (cells[end / 4], state.features().feature(roots[end]));
                let points = f32::from(state.worth(open.kind_of_end(Side::ALL[end % 4]), feature));
                if points > *most && state.fitting_tiles(open).all() > 0 {
                    *most = points;
                }
            }
        }
        while claimed != 0 {
            let at = claimed.trailing_zeros() as usize / 4;
            let sides = claimed & 15 << (4 * at);
            self.look_at_cell(state, cells[at], ends::each(sides).map(|end| roots[end]));
            claimed ^= sides;
        }
    }

    /// Looks at the claimed roads and cities that end at an empty cell, each given once for each of its sides there.
    #[inline]
    fn look_at_cell(&mut self, state: &Carcassonne, open: OpenCell, roots: impl Iterator<Item = SegmentIdx>) {
        let (mut here, mut sides, mut len) = ([0_u8; 4], [0_u8; 4], 0);
        for root in roots {
            let place = self.places[root.index()];
            let at = here[..len].iter().position(|&other| other == place).unwrap_or(len);
            here[at] = place;
            sides[at] += 1;
            len = len.max(at + 1);
        }
        let fitting = state.fitting_tiles(open);
        let all = fitting.all();
        for (&place, &sides) in here[..len].iter().zip(&sides) {
            let claimed = &mut self.claimed[usize::from(place)];
            claimed.add_cell(all, fitting.closing(claimed.kind), state.n_players());
            claimed.completes |= claimed.feature.open == sides && state.drawn_closes(claimed.kind, open);
        }
        if all == 0 {
            return;
        }
        for (at, &one) in here[..len].iter().enumerate() {
            here[at + 1..len].iter().for_each(|&other| self.add_join(usize::from(one), usize::from(other)));
        }
    }

    /// Two claimed features end at the same cell.
    fn add_join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.claimed[one], self.claimed[other]);
        if one.kind != other.kind {
            return;
        }
        for (seat, (&on_one, &on_other)) in one.feature.meeples.iter().zip(&other.feature.meeples).enumerate() {
            let (own, others) = match (on_one, on_other) {
                (1.., 0) => (one.now, other.now),
                (0, 1..) => (other.now, one.now),
                _ => continue,
            };
            self.joins_own[seat] += own;
            self.joins_others[seat] += others;
        }
    }
}

/// Whether a player may put a meeple on the tile that was laid last.
pub(super) fn may_claim_now(state: &Carcassonne) -> bool {
    state.turn().player().is_some() && state.drawn().is_none()
}

/// The chance of a monastery, from the cells around it.
fn look_around_monastery(state: &Carcassonne, claimed: &mut Claimed) {
    let missing = claimed.missing();
    if missing == 0 {
        return;
    }
    let cell: Cell = state.board().placed()[state.features().tile_of(claimed.root)].cell;
    for &open in state.board().open().iter().filter(|open| open.cell.is_near(cell)) {
        let fitting = state.fitting_tiles(open).all();
        claimed.add_cell(fitting, fitting, state.n_players());
        claimed.completes |= missing == 1 && state.drawn_closes(FeatureKind::Monastery, open);
    }
    for _ in claimed.cells..missing {
        claimed.chance *= FAR_CELL;
    }
    let turns = state.stack_len() as f32 / state.n_players() as f32;
    claimed.chance *= (PACE * turns / f32::from(missing)).min(1.0);
}
