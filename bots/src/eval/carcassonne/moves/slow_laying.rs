//! The features of laying the drawn tile, all looked at anew for each move: what the quick way is compared with.

use riverlab_engine::games::carcassonne::{Feature, FeatureKind, Move, Segment, Side, Tile, Turned};

use super::features::{FARM_PARTS, Index, MONASTERY, Row};
use super::slow_site::{Joined, Nearby, Outlook, Site};
use super::stakes::{Fit, Stake, View, farm_now};
use crate::eval::features::{FeatureSink, MoveTable};

/// Adds a row for each place of the drawn tile. Each cell is looked at once if its moves stand together.
pub(super) fn write_places_slowly(view: View<'_>, tile: &Tile, moves: &[Move], table: &mut MoveTable) {
    let mut outlook = Outlook::new(view);
    outlook.look();
    let supply = f32::from(view.supply());
    let can_claim = supply > 0.0 && !tile.has_volcano;
    let open = view.state.board().open();
    let mut site = Site::none();
    let mut at = open.len();
    for &mv in moves {
        let mut row: Row<'_> = table.new_row();
        let Move::Tile(cell, turns) = mv else { continue };
        if open.get(at).is_none_or(|open| open.cell != cell) {
            // Moves mostly stand in the order of the cells.
            let after = (at + 1).min(open.len());
            let mut order = (after..open.len()).chain(0..after);
            let Some(found) = order.find(|&idx| open[idx].cell == cell) else { continue };
            at = found;
            site.look_at(&mut outlook, open[at]);
        }
        let turned = &tile.turned[usize::from(turns)];
        let fits = site.fits_beyond(&mut outlook, turned);
        row.slow_write_place(&Place { outlook: &outlook, site: &site, tile, turned, fits, supply, can_claim });
    }
}

/// The drawn tile as a move lays it.
struct Place<'a> {
    outlook: &'a Outlook<'a>,
    site: &'a Site,
    tile: &'a Tile,
    turned: &'a Turned,
    /// How tiles will fit and do fit on the empty cells beside, by side, where that matters.
    fits: [Option<(Fit, Fit)>; 4],
    /// The meeples that the player has in the supply.
    supply: f32,
    /// Whether the player may put a meeple on the tile.
    can_claim: bool,
}

impl Row<'_> {
    /// Writes the features of laying the tile; they are 0 before.
    fn slow_write_place(&mut self, place: &Place<'_>) {
        self.set(Index::Touching, place.site.touching() as f32);
        self.slow_add_monasteries(place);
        let mut completed = 0;
        for (number, segment) in place.tile.segments.iter().enumerate() {
            match segment.kind {
                FeatureKind::Road | FeatureKind::City => {
                    let view = &place.outlook.view;
                    let joined = place.site.join(view, number, *segment, place.turned, &place.fits);
                    self.slow_add_joined(place, number, &joined);
                    completed |= u16::from(joined.after.is_complete()) << number;
                }
                FeatureKind::Monastery => {}
                // The farms of a tile stand behind its cities.
                FeatureKind::Farm => self.slow_add_farm(place, number, *segment, completed),
            }
        }
        for nearby in place.site.nearby() {
            self.slow_add_nearby(place, nearby);
        }
    }

    /// The monasteries around, and that of the tile.
    fn slow_add_monasteries(&mut self, place: &Place<'_>) {
        let (view, cell) = (&place.outlook.view, place.site.open.cell);
        let completed = Feature { tiles: MONASTERY, ..Feature::default() };
        let points = || f32::from(view.state.worth_completed(FeatureKind::Monastery, &completed));
        for monk in place.outlook.monks_near(cell) {
            self.add(Index::Monks, monk.holding.own);
            self.add(Index::MonksOthers, monk.holding.others);
            if monk.feature.tiles + 1 == MONASTERY {
                self.add(Index::Done, monk.holding.own * points());
                self.add(Index::DoneOthers, monk.holding.others * points());
                self.slow_add_returns(place, monk.holding.own);
                self.add(Index::ReturnsOthers, monk.holding.others);
            }
        }
        if place.can_claim && place.tile.monastery().is_some() {
            let placed = view.state.board().placed();
            let tiles = 1 + placed.iter().filter(|placed| placed.cell.is_near(cell)).count();
            self.set(Index::FreeMonastery, tiles as f32);
            if tiles == usize::from(MONASTERY) {
                self.set(Index::DoneFree, points());
            }
        }
    }

    /// A road or city of the tile.
    fn slow_add_joined(&mut self, place: &Place<'_>, number: usize, joined: &Joined) {
        let after = &joined.after;
        if after.feature.is_claimed() {
            self.slow_add_stake(place, after, 1.0);
            joined.before().for_each(|before| self.slow_add_stake(place, before, -1.0));
            self.slow_add_leads(joined);
        } else if place.can_claim {
            self.slow_raise_free(after);
        } else if !after.is_complete() {
            self.raise(Index::Gift, after.now + after.hope);
        }
        for side in Side::ALL.into_iter().filter(|&side| place.turned.at_side(side) == Some(number)) {
            if let Some((fit, _)) = place.fits[side.index()] {
                self.slow_add_end(place, side, fit, joined);
            }
        }
    }

    /// Own meeples that are likelier to return.
    #[inline]
    fn slow_add_returns(&mut self, place: &Place<'_>, meeples: f32) {
        self.add(Index::Returns, meeples);
        self.add(Index::ReturnsScarce, meeples / (1.0 + place.supply));
    }

    /// A claimed road or city that is there after the move, with sign 1, or was there before, with -1.
    #[inline]
    fn slow_add_stake(&mut self, place: &Place<'_>, stake: &Stake, sign: f32) {
        let (own, others) = (sign * stake.holding.own, sign * stake.holding.others);
        let meeples = place.outlook.view.meeples(stake.feature);
        self.slow_add_returns(place, sign * meeples.own * stake.chance);
        self.add(Index::ReturnsOthers, sign * meeples.others * stake.chance);
        self.add(Index::NowOthers, others * stake.now);
        if stake.kind == FeatureKind::Road {
            return self.add(Index::RoadsNow, own * stake.now);
        }
        self.add(Index::CitiesNow, own * stake.now);
        self.add(Index::Hope, own * stake.hope);
        self.add(Index::HopeOthers, others * stake.hope);
        self.add(Index::CityEnds, own * f32::from(stake.feature.open));
        self.add(Index::CityEndsOthers, others * f32::from(stake.feature.open));
    }

    /// What a claimed road or city of the tile brings at once, and who leads then what others led.
    fn slow_add_leads(&mut self, joined: &Joined) {
        let after = &joined.after;
        if after.is_complete() {
            self.add(Index::Done, after.holding.own * after.now);
            self.add(Index::DoneOthers, after.holding.others * after.now);
        }
        for before in joined.before() {
            if before.holding.is_others() {
                self.add(Index::Joins, after.holding.own * before.now);
            } else if before.holding.is_own() {
                self.add(Index::Joined, after.holding.others * before.now);
            }
        }
    }

    /// A road or city of the tile on which the player may put a meeple.
    fn slow_raise_free(&mut self, after: &Stake) {
        if after.is_complete() {
            self.raise(Index::DoneFree, after.now);
        } else if after.kind == FeatureKind::Road {
            self.raise(Index::FreeRoad, after.now);
            self.raise(Index::FreeRoadChance, after.chance);
        } else {
            self.raise(Index::FreeCity, after.now);
            self.raise(Index::FreeCityHope, after.hope);
        }
    }

    /// An open side of a road or city of the tile, and how tiles will fit beyond it.
    fn slow_add_end(&mut self, place: &Place<'_>, side: Side, fit: Fit, joined: &Joined) {
        let after = &joined.after;
        if fit.is_stuck() {
            return self.slow_add_trapped(place, after);
        }
        let own = if after.feature.is_claimed() { after.holding.own } else { f32::from(u8::from(place.can_claim)) };
        for nearby in place.site.nearby().filter(|nearby| nearby.side == side && joined.may_meet(nearby)) {
            let stake = &nearby.stake;
            if stake.holding.is_others() {
                self.add(Index::Approaches, own * stake.now);
            } else if stake.holding.is_own() {
                self.add(Index::Approached, after.holding.others * stake.now);
            }
        }
    }

    /// Meeples on a feature that is unlikely to be completed.
    fn slow_add_trapped(&mut self, place: &Place<'_>, stake: &Stake) {
        let meeples = place.outlook.view.meeples(stake.feature);
        self.add(Index::TrapsOwn, meeples.own);
        self.add(Index::Traps, meeples.others);
    }

    /// A claimed road or city that ends at a cell beside the tile.
    fn slow_add_nearby(&mut self, place: &Place<'_>, nearby: &Nearby) {
        let Some((after, before)) = place.fits[nearby.side.index()] else { return };
        let stake = &nearby.stake;
        let kept = after.chance(stake.kind) / before.chance(stake.kind);
        let lost = stake.hope * (1.0 - kept.min(1.0 / stake.chance));
        self.add(Index::Blocks, stake.holding.others * lost);
        self.add(Index::BlocksOwn, stake.holding.own * lost);
        if after.is_stuck() && !before.is_stuck() {
            self.slow_add_trapped(place, stake);
        }
    }

    /// A farm of the tile, some of whose cities are completed, one bit each.
    fn slow_add_farm(&mut self, place: &Place<'_>, number: usize, segment: Segment, completed: u16) {
        let view = &place.outlook.view;
        let joined = place.site.join_farm(view, number, place.turned);
        let after = joined.after;
        if !after.is_claimed() {
            if place.can_claim {
                self.raise(Index::FreeFarm, f32::from(after.tiles) / FARM_PARTS);
                self.raise(Index::FreeFarmCities, segment.cities.count_ones() as f32);
            }
            return;
        }
        let holding = view.holding(after);
        let (paid, size) = ((segment.cities & completed).count_ones() as f32, f32::from(after.tiles) / FARM_PARTS);
        self.add(Index::FarmsPaid, holding.own * paid);
        self.add(Index::FarmsPaidOthers, holding.others * paid);
        self.add(Index::FarmsSize, holding.own * size);
        self.add(Index::FarmsSizeOthers, holding.others * size);
        for farm in joined.before() {
            let feature = *view.state.features().feature(farm);
            let (before, size) = (view.holding(feature), f32::from(feature.tiles) / FARM_PARTS);
            self.add(Index::FarmsSize, -before.own * size);
            self.add(Index::FarmsSizeOthers, -before.others * size);
            if before.is_others() && holding.own > 0.0 {
                self.add(Index::FarmsJoins, farm_now(view.state, farm).0);
            } else if before.is_own() && holding.others > 0.0 {
                self.add(Index::FarmsJoined, holding.others * farm_now(view.state, farm).0);
            }
        }
    }
}
