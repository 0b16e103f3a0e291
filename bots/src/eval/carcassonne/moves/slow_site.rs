//! What `slow_laying.rs` looks at of cells and of the table.
//!
//! ```text
//! chance of a road or city = product over its open sides of the chance of the cell that the side faces
//! ```
//!
//! What is alike for all moves is found once for each position ([`Outlook`]) and for each cell ([`Site`]).

use riverlab_engine::games::carcassonne::{
    ACROSS, Cell, Feature, FeatureKind, OpenCell, Segment, SegmentIdx, Side, Turned,
};
use riverlab_engine::{Game, Seat};

use super::stakes::{Fit, Holding, Stake, View};
use crate::eval::carcassonne::ends::ends_at;

/// The largest number of meeples on monasteries: five players have seven each.
const MAX_MONKS: usize = 35;
/// The largest number of roads and cities that end at the four cells around: three at each.
const MAX_NEARBY: usize = 12;

/// A monastery with a meeple that is not completed.
#[derive(Clone, Copy)]
pub(super) struct Monk {
    cell: Cell,
    pub(super) feature: Feature,
    pub(super) holding: Holding,
}

/// What is alike for all moves of a position.
pub(super) struct Outlook<'a> {
    pub(super) view: View<'a>,
    /// By pattern of terrains.
    fits: [Fit; OpenCell::PATTERNS],
    /// How likely roads and cities are completed, by root.
    chances: [f32; SegmentIdx::LIMIT],
    monks: [Monk; MAX_MONKS],
    monks_len: usize,
}

impl<'a> Outlook<'a> {
    /// Nothing is looked at yet: a large value is best filled where it stays.
    #[inline]
    pub(super) fn new(view: View<'a>) -> Outlook<'a> {
        let nobody = Monk { cell: Cell::default(), feature: Feature::default(), holding: Holding::NOBODY };
        Outlook {
            view,
            fits: [Fit::UNKNOWN; OpenCell::PATTERNS],
            chances: [1.0; SegmentIdx::LIMIT],
            monks: [nobody; MAX_MONKS],
            monks_len: 0,
        }
    }

    /// Looks at the whole table.
    pub(super) fn look(&mut self) {
        let state = self.view.state;
        for &open in state.board().open() {
            for (_, kind, root) in ends_at(state, open) {
                self.chances[root.index()] *= self.fit(open).chance(kind);
            }
        }
        self.find_monks();
    }

    fn find_monks(&mut self) {
        let View { state, .. } = self.view;
        for seat in Seat::all(state.n_players()) {
            for &segment in state.player(seat).meeples() {
                if state.kind_of(segment) == FeatureKind::Monastery {
                    let feature = *state.features().feature(segment);
                    let cell = state.board().placed()[state.features().tile_of(segment)].cell;
                    self.monks[self.monks_len] = Monk { cell, feature, holding: self.view.holding(feature) };
                    self.monks_len += 1;
                }
            }
        }
    }

    /// How tiles fit on a cell.
    #[inline]
    pub(super) fn fit(&mut self, open: OpenCell) -> Fit {
        let pattern = open.pattern();
        if self.fits[pattern].is_unknown() {
            self.find_fit(open);
        }
        self.fits[pattern]
    }

    #[cold]
    fn find_fit(&mut self, open: OpenCell) {
        self.fits[open.pattern()] = Fit::of(self.view.state.fitting_tiles(open), self.view.state.n_players());
    }

    /// The monasteries around a cell.
    #[inline]
    pub(super) fn monks_near(&self, cell: Cell) -> impl Iterator<Item = &Monk> {
        self.monks[..self.monks_len].iter().filter(move |monk| monk.cell.is_near(cell))
    }

    #[inline]
    fn stake(&self, kind: FeatureKind, root: SegmentIdx) -> Stake {
        self.view.stake(kind, *self.view.state.features().feature(root), self.chances[root.index()])
    }
}

/// A road or city that ends at an empty cell.
#[derive(Clone, Copy)]
pub(super) struct End {
    root: SegmentIdx,
    pub(super) stake: Stake,
}

/// A claimed road or city that ends at a cell beside the one where the tile may be laid.
#[derive(Clone, Copy)]
pub(super) struct Nearby {
    /// The side beyond which that cell is.
    pub(super) side: Side,
    root: SegmentIdx,
    pub(super) stake: Stake,
}

/// A cell where the tile may be laid.
pub(super) struct Site {
    pub(super) open: OpenCell,
    /// How tiles fit there.
    fit: Fit,
    /// The roads and cities that end there, by side.
    ends: [Option<End>; 4],
    /// The farms that touch it, by half of a side.
    farms: [Option<SegmentIdx>; 8],
    /// The empty cells beyond the sides where nothing lies, and how tiles fit there now.
    beyond: [(OpenCell, Fit); 4],
    nearby: [Option<Nearby>; MAX_NEARBY],
    nearby_len: usize,
}

impl Site {
    /// No cell yet.
    pub(super) fn none() -> Site {
        Site {
            open: OpenCell::default(),
            fit: Fit::UNKNOWN,
            ends: [None; 4],
            farms: [None; 8],
            beyond: [(OpenCell::default(), Fit::UNKNOWN); 4],
            nearby: [None; MAX_NEARBY],
            nearby_len: 0,
        }
    }

    /// Looks at a cell and at those beside it.
    pub(super) fn look_at(&mut self, outlook: &mut Outlook<'_>, open: OpenCell) {
        self.open = open;
        self.fit = outlook.fit(open);
        self.ends = [None; 4];
        self.farms = [None; 8];
        self.beyond = [(OpenCell::default(), Fit::UNKNOWN); 4];
        self.nearby_len = 0;
        for (side, kind, root) in ends_at(outlook.view.state, open) {
            self.ends[side.index()] = Some(End { root, stake: outlook.stake(kind, root) });
        }
        for side in Side::ALL {
            self.find_farms(&outlook.view, side);
        }
        for &other in outlook.view.state.board().open() {
            if let Some(side) = Side::ALL.into_iter().find(|&side| open.cell.at(side) == other.cell) {
                self.look_beyond(outlook, side, other);
            }
        }
    }

    #[inline]
    fn look_beyond(&mut self, outlook: &mut Outlook<'_>, side: Side, open: OpenCell) {
        self.beyond[side.index()] = (open, outlook.fit(open));
        for (_, kind, root) in ends_at(outlook.view.state, open) {
            if outlook.view.state.features().feature(root).is_claimed() {
                self.nearby[self.nearby_len] = Some(Nearby { side, root, stake: outlook.stake(kind, root) });
                self.nearby_len += 1;
            }
        }
    }

    #[inline]
    fn find_farms(&mut self, view: &View<'_>, side: Side) {
        let Some(neighbor) = self.open.neighbor(side) else { return };
        let placed = view.state.board().placed()[neighbor];
        let turned = &view.state.rules().tile(placed.tile).turned[usize::from(placed.turns)];
        for half in [2 * side.index(), 2 * side.index() + 1] {
            let farm = turned.at_half(ACROSS[half]);
            self.farms[half] = farm.map(|farm| view.state.features().root(SegmentIdx(placed.first + farm as u16)));
        }
    }

    /// How tiles will fit and do fit on the empty cells beside, if the tile lies here; where that matters for a road or
    /// city.
    #[inline]
    pub(super) fn fits_beyond(&self, outlook: &mut Outlook<'_>, turned: &Turned) -> [Option<(Fit, Fit)>; 4] {
        let mut fits = [None; 4];
        for side in Side::ALL {
            let matters = turned.at_side(side).is_some() || self.nearby().any(|nearby| nearby.side == side);
            if matters && self.open.neighbor(side).is_none() {
                let (beyond, before) = self.beyond[side.index()];
                fits[side.index()] = Some((outlook.fit(beyond.beside(side.opposite(), turned)), before));
            }
        }
        fits
    }

    /// The claimed roads and cities that end at the cells beside.
    #[inline]
    pub(super) fn nearby(&self) -> impl Iterator<Item = &Nearby> {
        self.nearby[..self.nearby_len].iter().flatten()
    }

    /// The sides that touch a tile.
    pub(super) fn touching(&self) -> usize {
        Side::ALL.into_iter().filter(|&side| self.open.neighbor(side).is_some()).count()
    }

    /// Joins a road or city of the tile with those that end here.
    #[inline]
    pub(super) fn join(
        &self,
        view: &View<'_>,
        number: usize,
        segment: Segment,
        turned: &Turned,
        fits: &[Option<(Fit, Fit)>; 4],
    ) -> Joined {
        let mut after = Feature { open: segment.sides, tiles: 1, shields: segment.shields, ..Feature::default() };
        let mut chance = 1.0;
        let mut before: [Option<End>; 4] = [None; 4];
        for side in Side::ALL.into_iter().filter(|&side| turned.at_side(side) == Some(number)) {
            if let Some((fit, _)) = fits[side.index()] {
                chance *= fit.chance(segment.kind);
            }
            let Some(end) = self.ends[side.index()] else { continue };
            if before.iter().flatten().all(|other| other.root != end.root) {
                join(&mut after, end.stake.feature);
                chance *= end.stake.chance;
                before[side.index()] = Some(end);
            }
            after.open -= 2;
            chance /= self.fit.chance(segment.kind);
        }
        // Quotients of products can be a little larger than 1.
        let chance = if after.open == 0 { 1.0 } else { chance.min(1.0) };
        Joined { before, after: view.stake(segment.kind, after, chance) }
    }

    /// Joins a farm of the tile with those that touch this cell.
    #[inline]
    pub(super) fn join_farm(&self, view: &View<'_>, number: usize, turned: &Turned) -> JoinedFarm {
        let mut joined = JoinedFarm { after: Feature { tiles: 1, ..Feature::default() }, before: [None; 8] };
        for (half, farm) in self.farms.iter().enumerate() {
            if turned.at_half(half) == Some(number) && !joined.before.contains(farm) {
                joined.before[half] = *farm;
                if let Some(root) = *farm {
                    join(&mut joined.after, *view.state.features().feature(root));
                }
            }
        }
        joined
    }
}

/// A road or city of the tile with those that it joins.
pub(super) struct Joined {
    before: [Option<End>; 4],
    pub(super) after: Stake,
}

impl Joined {
    /// The roads and cities that it joins, each once.
    #[inline]
    pub(super) fn before(&self) -> impl Iterator<Item = &Stake> {
        self.before.iter().flatten().map(|end| &end.stake)
    }

    /// Whether a feature that ends at a cell beside is another one of the same kind.
    #[inline]
    pub(super) fn may_meet(&self, nearby: &Nearby) -> bool {
        nearby.stake.kind == self.after.kind && self.before.iter().flatten().all(|end| end.root != nearby.root)
    }
}

/// A farm of the tile with those that it joins.
pub(super) struct JoinedFarm {
    before: [Option<SegmentIdx>; 8],
    pub(super) after: Feature,
}

impl JoinedFarm {
    /// The farms that it joins, each once.
    #[inline]
    pub(super) fn before(&self) -> impl Iterator<Item = SegmentIdx> {
        self.before.iter().flatten().copied()
    }
}

/// Adds to a feature another one that is joined to it. Tiles that both are on count twice.
#[inline]
fn join(feature: &mut Feature, other: Feature) {
    feature.open += other.open;
    feature.tiles += other.tiles;
    feature.shields += other.shields;
    for (count, more) in feature.meeples.iter_mut().zip(other.meeples) {
        *count += more;
    }
}
