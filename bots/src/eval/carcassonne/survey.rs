//! A survey of the table: all features that are claimed, how likely they are completed, and what else can be done where
//! tiles may be laid.
//!
//! ```text
//! chance of a cell = 1 - 1 / (1 + x + x^2 / 2), about 1 - exp(-x)
//! x                = (tiles that fit there and end the feature + 0.25 * other tiles that fit there) / players
//! ```
//!
//! The chance of a road or city is the product over the cells that its open sides face. For a monastery all tiles that fit
//! count in full, and the chance is less where few turns are left.

use riverlab_engine::games::carcassonne::{
    Carcassonne, Cell, Feature, FeatureKind, FittingTiles, OpenCell, SegmentIdx, Side,
};
use riverlab_engine::{Game, MAX_PLAYERS, Seat};

/// The largest number of features with meeples: five players have seven each.
const MAX_CLAIMED: usize = 35;
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
    const NONE: Claimed = Claimed {
        kind: FeatureKind::Road,
        root: SegmentIdx(0),
        feature: Feature { open: 0, tiles: 0, shields: 0, meeples: [0; 5] },
        is_complete: false,
        now: 0.0,
        gain: 0.0,
        chance: 1.0,
        cells: 0,
        is_stuck: false,
        completes: false,
        open_cities: 0.0,
    };

    fn new(state: &Carcassonne, kind: FeatureKind, root: SegmentIdx) -> Claimed {
        let feature = *state.features().feature(root);
        let mut claimed = Claimed { kind, root, feature, ..Claimed::NONE };
        if kind == FeatureKind::Farm {
            let (completed, others) = state.cities_beside(root);
            claimed.now = f32::from(state.farm_city_points(root)) * completed as f32;
            claimed.open_cities = others as f32;
            return claimed;
        }
        claimed.is_complete = Carcassonne::is_complete(kind, &feature);
        claimed.now = f32::from(state.worth(kind, &feature));
        claimed.gain = match kind {
            _ if claimed.is_complete => 0.0,
            FeatureKind::Monastery => f32::from(claimed.missing()),
            _ => f32::from(state.worth_completed(kind, &feature)) - claimed.now,
        };
        claimed
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
        let mut others = self.feature.meeples;
        others[seat.index()] = 0;
        let most = others.into_iter().max().unwrap_or_default();
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
    len: usize,
    /// The most that an unclaimed road or city brings as it is, of those that end at an empty cell on which tiles fit.
    pub(super) unclaimed: f32,
    /// By player: what own roads and cities bring that one tile may join to those of others.
    pub(super) joins_own: [f32; MAX_PLAYERS],
    /// By player: what roads and cities of others bring that one tile may join to own ones.
    pub(super) joins_others: [f32; MAX_PLAYERS],
}

impl Survey {
    /// Looks at the whole table.
    pub(super) fn of(state: &Carcassonne) -> Survey {
        let mut survey = Survey {
            claimed: [Claimed::NONE; MAX_CLAIMED],
            len: 0,
            unclaimed: 0.0,
            joins_own: [0.0; MAX_PLAYERS],
            joins_others: [0.0; MAX_PLAYERS],
        };
        state.each_claimed(|kind, root| {
            survey.claimed[survey.len] = Claimed::new(state, kind, root);
            survey.len += 1;
        });
        for &open in state.board().open() {
            survey.look_at_cell(state, open);
        }
        for claimed in &mut survey.claimed[..survey.len] {
            if claimed.kind == FeatureKind::Monastery {
                look_around_monastery(state, claimed);
            }
        }
        survey
    }

    /// The features that are claimed.
    #[inline]
    pub(super) fn claimed(&self) -> &[Claimed] {
        &self.claimed[..self.len]
    }

    /// Looks at the roads and cities that end at an empty cell.
    #[inline]
    fn look_at_cell(&mut self, state: &Carcassonne, open: OpenCell) {
        // The claimed features that end here, and with how many sides.
        let (mut here, mut len) = ([(0, 0_u8); 4], 0);
        let mut unclaimed = 0;
        for side in Side::ALL {
            let Some((kind, root)) = ends_at(state, open, side) else { continue };
            let feature = state.features().feature(root);
            if !feature.is_claimed() {
                unclaimed = unclaimed.max(state.worth(kind, feature));
                continue;
            }
            let Some(idx) = self.claimed().iter().position(|claimed| claimed.root == root) else { continue };
            if let Some((_, sides)) = here[..len].iter_mut().find(|(other, _)| *other == idx) {
                *sides += 1;
            } else {
                here[len] = (idx, 1);
                len += 1;
            }
        }
        let unclaimed = f32::from(unclaimed);
        if len == 0 && unclaimed <= self.unclaimed {
            return;
        }
        let fitting = state.fitting_tiles(open);
        if fitting.all > 0 {
            self.unclaimed = self.unclaimed.max(unclaimed);
        }
        for &(idx, sides) in &here[..len] {
            self.add_end(state, open, fitting, idx, sides);
        }
        if fitting.all > 0 {
            for (at, &(one, _)) in here[..len].iter().enumerate() {
                here[at + 1..len].iter().for_each(|&(other, _)| self.add_join(one, other));
            }
        }
    }

    /// A claimed road or city ends at a cell with so many sides.
    #[inline]
    fn add_end(&mut self, state: &Carcassonne, open: OpenCell, fitting: FittingTiles, idx: usize, sides: u8) {
        let claimed = &mut self.claimed[idx];
        let is_road = claimed.kind == FeatureKind::Road;
        let ending = if is_road { fitting.closing_roads } else { fitting.closing_cities };
        claimed.add_cell(fitting.all, ending, state.n_players());
        claimed.completes |= claimed.feature.open == sides && state.drawn_closes(claimed.kind, open);
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

/// The road or city that ends at a side of an empty cell.
#[inline]
pub(super) fn ends_at(state: &Carcassonne, open: OpenCell, side: Side) -> Option<(FeatureKind, SegmentIdx)> {
    let placed = state.board().placed()[open.neighbor(side)?];
    let tile = state.rules().tile(placed.tile);
    let segment = tile.turned[usize::from(placed.turns)].at_side(side.opposite())?;
    let root = state.features().root(SegmentIdx(placed.first + segment as u16));
    Some((tile.segments[segment].kind, root))
}

/// The chance of a monastery, from the cells around it.
fn look_around_monastery(state: &Carcassonne, claimed: &mut Claimed) {
    let missing = claimed.missing();
    if missing == 0 {
        return;
    }
    let cell: Cell = state.board().placed()[state.features().tile_of(claimed.root)].cell;
    for &open in state.board().open().iter().filter(|open| open.cell.is_near(cell)) {
        let fitting = state.fitting_tiles(open).all;
        claimed.add_cell(fitting, fitting, state.n_players());
        claimed.completes |= missing == 1 && state.drawn_closes(FeatureKind::Monastery, open);
    }
    for _ in claimed.cells..missing {
        claimed.chance *= FAR_CELL;
    }
    let turns = state.stack_len() as f32 / state.n_players() as f32;
    claimed.chance *= (PACE * turns / f32::from(missing)).min(1.0);
}
