//! The features of putting a meeple on the tile that was laid last.

use riverlab_engine::Game;
use riverlab_engine::games::carcassonne::{Carcassonne, FeatureKind, Move, SegmentIdx, Spot};

use super::features::{FARM_PARTS, Index, MONASTERY, Row};
use super::spots::Prospects;
use super::stakes::{View, farm_now};
use crate::eval::features::{FeatureSink, MoveTable};

/// Adds a row for each spot of the tile that was laid last, and for putting no meeple.
pub(super) fn write_claims(view: &View<'_>, moves: &[Move], table: &mut MoveTable) {
    let prospects = Prospects::of(view);
    for &mv in moves {
        let mut row: Row<'_> = table.new_row();
        if let Move::Meeple(spot) = mv {
            row.write_claim(view, &prospects, spot);
        }
    }
}

/// The segment with this spot of the tile that was laid last.
fn segment_at(state: &Carcassonne, spot: Spot) -> Option<SegmentIdx> {
    let placed = state.board().placed().last()?;
    let tile = state.rules().tile(placed.tile);
    let turned = &tile.turned[usize::from(placed.turns)];
    let segment = (0..tile.segments.len()).find(|&segment| turned.spot(segment) == spot)?;
    Some(SegmentIdx(placed.first + segment as u16))
}

impl Row<'_> {
    /// Writes the features of putting a meeple; they are 0 before.
    fn write_claim(&mut self, view: &View<'_>, prospects: &Prospects, spot: Spot) {
        let Some(segment) = segment_at(view.state, spot) else { return };
        let (kind, root) = (spot.kind(), view.state.features().root(segment));
        let feature = view.state.features().feature(root);
        let (flag, scarce) = match kind {
            FeatureKind::Road => (Index::Road, Index::RoadScarce),
            FeatureKind::City => (Index::City, Index::CityScarce),
            FeatureKind::Monastery => (Index::Monastery, Index::MonasteryScarce),
            FeatureKind::Farm => (Index::Farm, Index::FarmScarce),
        };
        self.set(flag, 1.0);
        let mut now = f32::from(view.state.worth(kind, feature));
        if Carcassonne::is_complete(kind, feature) {
            self.set(Index::Completed, 1.0);
            return self.set(Index::CompletedPoints, now);
        }
        let supply = f32::from(view.supply());
        self.set(scarce, 1.0 / supply);
        self.set_flag(Index::Last, supply <= 1.0);
        let turns = view.state.stack_len() as f32 / view.state.n_players() as f32;
        match kind {
            FeatureKind::Road | FeatureKind::City => self.set_prospect(view, prospects, kind, root),
            FeatureKind::Monastery => {
                self.set(Index::MonasteryTiles, f32::from(feature.tiles));
                self.set(Index::MonasteryLate, f32::from(MONASTERY.saturating_sub(feature.tiles)) / (1.0 + turns));
            }
            FeatureKind::Farm => {
                let (points, open_cities) = farm_now(view.state, root);
                now = points;
                self.set(Index::FarmNow, points);
                self.set(Index::FarmOpenCities, open_cities);
                self.set(Index::FarmSize, f32::from(feature.tiles) / FARM_PARTS);
            }
        }
        if supply > turns {
            self.set(Index::Surplus, now);
        }
    }

    /// An incomplete road or city on which the meeple is put.
    fn set_prospect(&mut self, view: &View<'_>, prospects: &Prospects, kind: FeatureKind, root: SegmentIdx) {
        let Some(prospect) = prospects.get(root) else { return };
        let stake = view.stake(kind, *view.state.features().feature(root), prospect.chance);
        if kind == FeatureKind::Road {
            self.set(Index::RoadNow, stake.now);
            self.set(Index::RoadChance, stake.chance);
        } else {
            self.set(Index::CityNow, stake.now);
            self.set(Index::CityHope, stake.hope);
            self.set(Index::CityChance, stake.chance);
            self.set(Index::CityOpen, f32::from(stake.feature.open));
        }
        self.set(Index::ClaimApproaches, prospect.approaches);
        self.set(Index::BesideOwn, prospect.beside_own);
        self.set_flag(Index::Stuck, prospect.is_stuck);
    }
}
