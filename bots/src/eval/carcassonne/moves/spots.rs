//! What may become of the roads and cities of the tile that was laid last, on which a meeple may be put now.

use riverlab_engine::Game;
use riverlab_engine::games::carcassonne::{FeatureKind, OpenCell, SegmentIdx};

use super::stakes::{Fit, View};
use crate::eval::carcassonne::ends::ends_at;

/// The largest number of roads and cities on a tile: each has a side.
const MAX_ENDS: usize = 4;

/// What may become of an unclaimed road or city.
#[derive(Clone, Copy)]
pub(super) struct Prospect {
    root: SegmentIdx,
    kind: FeatureKind,
    /// How likely it is completed, from 0 to 1.
    pub(super) chance: f32,
    /// Whether no tile of the stack fits on one of the cells where it ends.
    pub(super) is_stuck: bool,
    /// The points that features of its kind bring now that end at a cell with it, and for which only others are paid.
    pub(super) approaches: f32,
    /// The same for those for which only the player to act is paid.
    pub(super) beside_own: f32,
}

impl Prospect {
    fn new(kind: FeatureKind, root: SegmentIdx) -> Prospect {
        Prospect { root, kind, chance: 1.0, is_stuck: false, approaches: 0.0, beside_own: 0.0 }
    }
}

/// The prospects of all roads and cities on which the meeple may be put.
pub(super) struct Prospects {
    all: [Prospect; MAX_ENDS],
    len: usize,
}

impl Prospects {
    /// Looks at the tile that was laid last, and at the empty cells where its features end.
    pub(super) fn of(view: &View<'_>) -> Prospects {
        let mut found = Prospects { all: [Prospect::new(FeatureKind::Road, SegmentIdx::default()); MAX_ENDS], len: 0 };
        let Some(placed) = view.state.board().placed().last() else { return found };
        for (segment, number) in view.state.rules().tile(placed.tile).segments.iter().zip(placed.first..) {
            if !matches!(segment.kind, FeatureKind::Road | FeatureKind::City) {
                continue;
            }
            let root = view.state.features().root(SegmentIdx(number));
            let feature = view.state.features().feature(root);
            if feature.open > 0 && !feature.is_claimed() && found.position(root).is_none() {
                found.all[found.len] = Prospect::new(segment.kind, root);
                found.len += 1;
            }
        }
        if found.len > 0 {
            view.state.board().open().iter().for_each(|&open| found.look_at_cell(view, open));
        }
        found
    }

    /// The prospect of the feature with this root.
    #[inline]
    pub(super) fn get(&self, root: SegmentIdx) -> Option<&Prospect> {
        self.position(root).map(|idx| &self.all[idx])
    }

    #[inline]
    fn position(&self, root: SegmentIdx) -> Option<usize> {
        self.all[..self.len].iter().position(|prospect| prospect.root == root)
    }

    #[inline]
    fn look_at_cell(&mut self, view: &View<'_>, open: OpenCell) {
        let mut fit = Fit::UNKNOWN;
        for (_, kind, root) in ends_at(view.state, open) {
            let Some(idx) = self.position(root) else { continue };
            if fit.is_unknown() {
                fit = Fit::of(view.state.fitting_tiles(open), view.state.n_players());
            }
            let prospect = &mut self.all[idx];
            prospect.chance *= fit.chance(kind);
            prospect.is_stuck |= fit.is_stuck();
            if !fit.is_stuck() {
                prospect.meet(view, open);
            }
        }
    }
}

impl Prospect {
    /// Looks at the features that end at one cell with it.
    fn meet(&mut self, view: &View<'_>, open: OpenCell) {
        for (_, kind, root) in ends_at(view.state, open) {
            if kind != self.kind || root == self.root {
                continue;
            }
            let feature = *view.state.features().feature(root);
            let holding = view.holding(feature);
            let now = f32::from(view.state.worth(kind, &feature));
            if holding.is_others() {
                self.approaches += now;
            } else if holding.is_own() {
                self.beside_own += now;
            }
        }
    }
}
