//! The features of laying the drawn tile.

use riverlab_engine::Game;
use riverlab_engine::bits::set_bits;
use riverlab_engine::games::carcassonne::{Feature, FeatureKind, Move, Segment, Tile, Turned};

use super::features::{FARM_PARTS, Index, MONASTERY, Row};
use super::site::{End, Fits, Joined, Lie, Nearby, Outlook, Site, on_one_tile, shares};
use super::stakes::{Fit, View, farm_now};
use crate::eval::features::{FeatureSink, MAX_FEATURES, MoveTable};

/// What is kept from one position to the next: memory, and nothing that a result depends on.
#[derive(Clone, Default)]
struct Memory {
    outlook: Outlook,
    fits: Fits,
}

/// Adds a row for each place of the drawn tile. Each cell is looked at once if its moves stand together.
pub(super) fn write_places(view: &View<'_>, tile: &Tile, moves: &[Move], table: &mut MoveTable) {
    table.with_memory(|table, Memory { outlook, fits }| {
        let stack = view.state.fitting_stack();
        outlook.look(view, fits, &stack);
        let supply = f32::from(view.supply());
        let can_claim = supply > 0.0 && !tile.has_volcano;
        let (lies, alone) = (Lie::all(tile), Alone::all(view, tile));
        let open = view.state.board().open();
        let mut site = Site::none();
        let mut base = [0.0; MAX_FEATURES];
        let mut at = open.len();
        let players = view.state.n_players();
        let mut fit = |pattern| fits.at(&stack, players, pattern);
        for &mv in moves {
            let Move::Tile(cell, turns) = mv else {
                table.new_row::<Index>();
                continue;
            };
            if open.get(at).is_none_or(|open| open.cell != cell) {
                // Moves mostly stand in the order of the cells.
                let after = (at + 1).min(open.len());
                let mut order = (after..open.len()).chain(0..after);
                let Some(found) = order.find(|&idx| open[idx].cell == cell) else {
                    table.new_row::<Index>();
                    continue;
                };
                at = found;
                site.look_at(view, outlook, &mut fit, at);
                base.fill(0.0);
                let place = Place { view, outlook, site: &site, tile, alone: &alone, supply, can_claim };
                Row::on(&mut base).write_cell(&place);
            }
            let place = Place { view, outlook, site: &site, tile, alone: &alone, supply, can_claim };
            let lie = &lies[usize::from(turns)];
            let fits = site.fits_beyond(lie, &mut fit);
            table.push_row(&base).write_place(&place, lie, &fits);
        }
    });
}

/// A road or city of the drawn tile, as long as it joins no other.
#[derive(Clone, Copy)]
struct Alone {
    kind: FeatureKind,
    now: f32,
    /// What completing it adds.
    gain: f32,
}

impl Alone {
    /// Those of a tile, by segment.
    fn all(view: &View<'_>, tile: &Tile) -> [Alone; Turned::MAX_SEGMENTS] {
        let mut all = [Alone { kind: FeatureKind::Road, now: 0.0, gain: 0.0 }; Turned::MAX_SEGMENTS];
        for (alone, segment) in all.iter_mut().zip(&tile.segments) {
            if matches!(segment.kind, FeatureKind::Road | FeatureKind::City) {
                let stake = view.stake(segment.kind, on_one_tile(*segment), 1.0);
                *alone = Alone { kind: segment.kind, now: stake.now, gain: stake.hope };
            }
        }
        all
    }
}

/// A cell and the drawn tile.
struct Place<'a> {
    view: &'a View<'a>,
    outlook: &'a Outlook,
    site: &'a Site,
    tile: &'a Tile,
    alone: &'a [Alone; Turned::MAX_SEGMENTS],
    /// The meeples that the player has in the supply.
    supply: f32,
    /// Whether the player may put a meeple on the tile.
    can_claim: bool,
}

impl Row<'_> {
    /// Writes what is alike for all directions of the tile; all features are 0 before.
    fn write_cell(&mut self, place: &Place<'_>) {
        self.set(Index::Touching, place.site.touching() as f32);
        let (view, cell) = (place.view, place.site.cell);
        let completed = Feature { tiles: MONASTERY, ..Feature::default() };
        let points = || f32::from(view.state.worth_completed(FeatureKind::Monastery, &completed));
        for monk in place.outlook.monks_near(cell) {
            self.add(Index::Monks, monk.holding.own);
            self.add(Index::MonksOthers, monk.holding.others);
            if monk.feature.tiles + 1 == MONASTERY {
                self.add(Index::Done, monk.holding.own * points());
                self.add(Index::DoneOthers, monk.holding.others * points());
                self.add(Index::Returns, monk.holding.own);
                self.add(Index::ReturnsScarce, monk.holding.own / (1.0 + place.supply));
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

    /// Writes what depends on how the tile lies; `fits` says how tiles will fit on the empty cells beside.
    fn write_place(&mut self, place: &Place<'_>, lie: &Lie, fits: &[Fit; 4]) {
        let mut completed = 0;
        for (number, segment) in place.tile.segments.iter().enumerate() {
            match segment.kind {
                FeatureKind::Road | FeatureKind::City => {
                    let sides = lie.sides[number];
                    if place.site.ended(sides) == 0 {
                        self.add_new(place, &place.alone[number], sides, fits);
                        continue;
                    }
                    let joined = place.site.join(place.view, place.outlook, *segment, sides, fits);
                    self.add_joined(place, sides, fits, &joined);
                    completed |= u16::from(joined.after.is_complete()) << number;
                }
                FeatureKind::Monastery => {}
                // The farms of a tile stand behind its cities.
                FeatureKind::Farm => self.add_farm(place, lie.halves[number], *segment, completed),
            }
        }
        for &nearby in place.site.nearby() {
            self.add_nearby(place, nearby, fits);
        }
    }

    /// A road or city of the tile that joins no other, on these sides.
    #[inline]
    fn add_new(&mut self, place: &Place<'_>, alone: &Alone, sides: u8, fits: &[Fit; 4]) {
        let Alone { kind, now, gain } = *alone;
        let chance = Site::chance_alone(kind, sides, fits);
        if !place.can_claim {
            return self.raise(Index::Gift, now + chance * gain);
        }
        self.raise_incomplete(kind, now, chance, chance * gain);
        for side in set_bits(place.site.near(sides)).map(usize::from).filter(|&side| !fits[side].is_stuck()) {
            for stake in place.site.nearby_at(place.outlook, side, kind, &[]).filter(|stake| stake.holding.is_others())
            {
                self.add(Index::Approaches, stake.now);
            }
        }
    }

    /// A road or city of the tile that joins others, on these sides.
    #[inline]
    fn add_joined(&mut self, place: &Place<'_>, sides: u8, fits: &[Fit; 4], joined: &Joined) {
        let after = &joined.after;
        if after.feature.is_claimed() {
            let ends = &place.outlook.ends;
            self.add_all(Index::RoadsNow, &shares(place.view, after, joined.meeples));
            for &before in joined.before() {
                self.add_all(Index::RoadsNow, &ends[usize::from(before)].shares.map(|share| -share));
            }
            self.add_leads(place, joined);
        } else if place.can_claim {
            self.raise_free(joined);
        } else if !after.is_complete() {
            self.raise(Index::Gift, after.now + after.hope);
        }
        for side in set_bits(place.site.open_sides(sides)) {
            self.add_end(place, usize::from(side), fits, joined);
        }
    }

    /// What a claimed road or city of the tile brings at once, and who leads then what others led.
    fn add_leads(&mut self, place: &Place<'_>, joined: &Joined) {
        let after = &joined.after;
        if after.is_complete() {
            self.add(Index::Done, after.holding.own * after.now);
            self.add(Index::DoneOthers, after.holding.others * after.now);
        }
        for &before in joined.before() {
            let before = &place.outlook.ends[usize::from(before)].stake;
            if before.holding.is_others() {
                self.add(Index::Joins, after.holding.own * before.now);
            } else if before.holding.is_own() {
                self.add(Index::Joined, after.holding.others * before.now);
            }
        }
    }

    /// A road or city of the tile on which the player may put a meeple.
    #[inline]
    fn raise_free(&mut self, joined: &Joined) {
        let after = &joined.after;
        if after.is_complete() {
            self.raise(Index::DoneFree, after.now);
        } else {
            self.raise_incomplete(after.kind, after.now, after.chance, after.hope);
        }
    }

    /// The same of an incomplete one.
    #[inline]
    fn raise_incomplete(&mut self, kind: FeatureKind, now: f32, chance: f32, hope: f32) {
        if kind == FeatureKind::Road {
            self.raise(Index::FreeRoad, now);
            self.raise(Index::FreeRoadChance, chance);
        } else {
            self.raise(Index::FreeCity, now);
            self.raise(Index::FreeCityHope, hope);
        }
    }

    /// An open side of a road or city of the tile, and how tiles will fit beyond it.
    #[inline]
    fn add_end(&mut self, place: &Place<'_>, side: usize, fits: &[Fit; 4], joined: &Joined) {
        let after = &joined.after;
        let is_claimed = after.feature.is_claimed();
        if fits[side].is_stuck() {
            self.add(Index::TrapsOwn, joined.meeples.own);
            return self.add(Index::Traps, joined.meeples.others);
        }
        if place.site.near(1 << side) == 0 {
            return;
        }
        let own = if is_claimed { after.holding.own } else { f32::from(u8::from(place.can_claim)) };
        for stake in place.site.nearby_at(place.outlook, side, after.kind, joined.before()) {
            if stake.holding.is_others() {
                self.add(Index::Approaches, own * stake.now);
            } else if stake.holding.is_own() {
                self.add(Index::Approached, after.holding.others * stake.now);
            }
        }
    }

    /// A claimed road or city that ends at a cell beside the tile.
    #[inline]
    fn add_nearby(&mut self, place: &Place<'_>, nearby: Nearby, fits: &[Fit; 4]) {
        let side = usize::from(nearby.side);
        let (after, before) = (fits[side], place.site.before[side]);
        let End { stake, meeples, .. } = nearby.end(place.outlook);
        let kept = after.chance(stake.kind) / before.chance(stake.kind);
        let lost = stake.hope * (1.0 - kept.min(1.0 / stake.chance));
        self.add(Index::Blocks, stake.holding.others * lost);
        self.add(Index::BlocksOwn, stake.holding.own * lost);
        if after.is_stuck() && !before.is_stuck() {
            self.add(Index::TrapsOwn, meeples.own);
            self.add(Index::Traps, meeples.others);
        }
    }

    /// A farm of the tile, on these halves of sides, some of whose cities are completed, one bit each.
    #[inline]
    fn add_farm(&mut self, place: &Place<'_>, halves: u8, segment: Segment, completed: u16) {
        let view = place.view;
        let joined = place.site.join_farm(halves);
        let size = f32::from(joined.tiles()) / FARM_PARTS;
        let Some(holding) = joined.holding(place.site, view) else {
            if place.can_claim {
                self.raise(Index::FreeFarm, size);
                self.raise(Index::FreeFarmCities, segment.cities.count_ones() as f32);
            }
            return;
        };
        let paid = (segment.cities & completed).count_ones() as f32;
        self.add(Index::FarmsPaid, holding.own * paid);
        self.add(Index::FarmsPaidOthers, holding.others * paid);
        self.add(Index::FarmsSize, holding.own * size);
        self.add(Index::FarmsSizeOthers, holding.others * size);
        for farm in joined.before(place.site) {
            let (root, before, size) = (farm.root, farm.holding, f32::from(farm.tiles()) / FARM_PARTS);
            self.add(Index::FarmsSize, -before.own * size);
            self.add(Index::FarmsSizeOthers, -before.others * size);
            if before.is_others() && holding.own > 0.0 {
                self.add(Index::FarmsJoins, farm_now(view.state, root).0);
            } else if before.is_own() && holding.others > 0.0 {
                self.add(Index::FarmsJoined, holding.others * farm_now(view.state, root).0);
            }
        }
    }
}
