//! Points: of features that a tile completes, and of what is left on the table at the end.

use crate::bits::set_bits;
use crate::{Outcome, Parts, PerPlayer, Seat};

use super::board::Placed;
use super::features::{Feature, SegmentIdx, SegmentSet};
use super::limits::{MAX_MEEPLES, PLAYERS};
use super::rules::Points;
use super::state::{Carcassonne, Phase};
use super::tiles::{FeatureKind, Segment};

/// The score parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// Points of roads.
    Roads,
    /// Points of cities.
    Cities,
    /// Points of monasteries.
    Monasteries,
    /// Points of farms.
    Farms,
}

impl Part {
    /// The names, in order.
    pub const NAMES: [&'static str; 4] = ["roads", "cities", "monasteries", "farms"];
}

/// The tiles of a completed monastery: its own and the eight around.
const MONASTERY: u8 = 9;

/// Whether each seat has the most meeples, which must be some.
#[inline]
fn majority(meeples: [u8; PLAYERS]) -> [bool; PLAYERS] {
    let most = meeples.iter().copied().max().unwrap_or_default().max(1);
    meeples.map(|count| count == most)
}

#[inline]
pub(super) fn score_parts(state: &Carcassonne, seat: Seat) -> Parts {
    let mut parts = Parts::default();
    for (part, points) in parts.iter_mut().zip(state.players[seat].points) {
        *part = i32::from(points);
    }
    parts
}

#[inline]
pub(super) fn outcome(state: &Carcassonne) -> Option<Outcome> {
    let parts = || PerPlayer::from_fn(state.players.players(), |seat| score_parts(state, seat));
    (state.phase == Phase::Over).then(|| Outcome::from_parts(parts()))
}

/// The cities beside a farm.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CitiesBeside {
    /// How many of them are completed.
    pub completed: u32,
    /// How many are not.
    pub others: u32,
}

impl Carcassonne {
    /// The kind of the feature of a segment.
    #[inline]
    pub fn kind_of(&self, segment: SegmentIdx) -> FeatureKind {
        self.on_tile(segment).1.kind
    }

    /// The tile that a segment is on, and what it is there.
    #[inline]
    fn on_tile(&self, segment: SegmentIdx) -> (Placed, &'static Segment) {
        let placed = self.board.placed()[self.features.tile_of(segment)];
        (placed, &self.rules.0.tile(placed.tile).segments[usize::from(segment.0 - placed.first)])
    }

    /// Whether a road, city or monastery is completed; a farm never is.
    #[inline]
    pub fn is_complete(kind: FeatureKind, feature: &Feature) -> bool {
        match kind {
            FeatureKind::Road | FeatureKind::City => feature.open == 0,
            FeatureKind::Monastery => feature.tiles == MONASTERY,
            FeatureKind::Farm => false,
        }
    }

    /// What a road, city or monastery brings if it is scored as it is.
    #[inline]
    pub fn worth(&self, kind: FeatureKind, feature: &Feature) -> u16 {
        let rules = self.rules.0;
        let is_small = rules.old_two_tile_city && feature.tiles == 2 && kind == FeatureKind::City;
        let complete = Self::is_complete(kind, feature) && !is_small;
        Self::worth_at(kind, *feature, if complete { rules.completed } else { rules.incomplete })
    }

    /// What a road, city or monastery brings if it is completed just so.
    #[inline]
    pub fn worth_completed(&self, kind: FeatureKind, feature: &Feature) -> u16 {
        Self::worth_at(kind, *feature, self.rules.0.completed)
    }

    #[inline]
    fn worth_at(kind: FeatureKind, feature: Feature, points: Points) -> u16 {
        let tiles = u16::from(feature.tiles);
        match kind {
            FeatureKind::Road => points.road * tiles,
            FeatureKind::City => points.city * tiles + points.shield * u16::from(feature.shields),
            FeatureKind::Monastery => points.monastery * tiles,
            FeatureKind::Farm => 0,
        }
    }

    /// Scores what the tile that was laid last has completed.
    #[inline]
    pub(super) fn score_turn(&mut self) {
        let placed = self.last_placed();
        let tile = self.rules.0.tile(placed.tile);
        for (segment, number) in tile.segments[..tile.roads_and_cities].iter().zip(placed.first..) {
            self.score_if_completed(segment.kind, SegmentIdx(number));
        }
        while let Some(monastery) = self.monastery_to_score() {
            self.score_if_completed(FeatureKind::Monastery, monastery);
        }
    }

    /// A monastery that is completed and claimed: beside the tile that was laid last, as others have been scored.
    #[inline]
    fn monastery_to_score(&self) -> Option<SegmentIdx> {
        let mut monasteries = self.board.monasteries().filter_map(|placed| placed.monastery(self.rules.0));
        monasteries.find(|&monastery| {
            let feature = self.features.feature(monastery);
            (feature.tiles == MONASTERY) & feature.is_claimed()
        })
    }

    #[inline]
    fn score_if_completed(&mut self, kind: FeatureKind, segment: SegmentIdx) {
        let root = self.features.root(segment);
        let feature = *self.features.feature(root);
        if feature.is_claimed() && Self::is_complete(kind, &feature) {
            self.pay(kind, feature.meeples, self.worth(kind, &feature));
            self.take_meeples_back(root);
        }
    }

    /// Pays points to those who have the most meeples.
    fn pay(&mut self, kind: FeatureKind, meeples: [u8; PLAYERS], points: u16) {
        for (player, wins) in self.players.as_mut_slice().iter_mut().zip(majority(meeples)) {
            player.points[kind as usize] += if wins { points } else { 0 };
        }
    }

    fn take_meeples_back(&mut self, root: SegmentIdx) {
        let features = &mut self.features;
        let meeples = std::mem::take(&mut features.feature_mut(root).meeples);
        for (player, count) in self.players.as_mut_slice().iter_mut().zip(meeples) {
            if count > 0 {
                player.take_back(|segment| features.root(segment) != root);
            }
        }
    }

    /// Calls `found` once for each feature that is claimed.
    #[inline]
    pub fn each_claimed(&self, mut found: impl FnMut(FeatureKind, SegmentIdx)) {
        let mut roots = SegmentSet::default();
        for player in &self.players {
            for &segment in player.meeples() {
                let root = self.features.root(segment);
                if roots.insert(root) {
                    found(self.kind_of(segment), root);
                }
            }
        }
    }

    /// Calls `found` once for each city that a farm touches, with whether it is completed.
    #[inline]
    fn each_city_of(&self, farm: SegmentIdx, mut found: impl FnMut(SegmentIdx, bool)) {
        let mut seen = SegmentSet::default();
        for segment in self.features.segments(farm) {
            let (placed, on_tile) = self.on_tile(segment);
            for city in set_bits(on_tile.cities) {
                let city = self.features.root(SegmentIdx(placed.first + u16::from(city)));
                if seen.insert(city) {
                    found(city, self.features.feature(city).open == 0);
                }
            }
        }
    }

    /// The completed cities that a farm touches.
    fn completed_cities_of(&self, farm: SegmentIdx) -> SegmentSet {
        let mut completed = SegmentSet::default();
        self.each_city_of(farm, |city, is_completed| {
            if is_completed {
                completed.insert(city);
            }
        });
        completed
    }

    /// The numbers of cities that a farm touches.
    pub fn cities_beside(&self, farm: SegmentIdx) -> CitiesBeside {
        let (mut all, mut completed) = (0, 0);
        self.each_city_of(farm, |_, is_completed| {
            all += 1;
            completed += u32::from(is_completed);
        });
        CitiesBeside { completed, others: all - completed }
    }

    /// What a farm is paid for each completed city.
    #[inline]
    pub fn farm_city_points(&self, farm: SegmentIdx) -> u16 {
        self.rules.0.farm_city + u16::from(self.rules.0.pigsty && self.has_pigsty(farm))
    }

    fn has_pigsty(&self, farm: SegmentIdx) -> bool {
        self.features.segments(farm).any(|segment| self.on_tile(segment).1.pigsty)
    }

    /// Scores what is left on the table. Farmers stay, all other meeples go home.
    fn score_rest(&mut self) {
        let mut claimed = [(FeatureKind::Road, SegmentIdx::default()); PLAYERS * MAX_MEEPLES];
        let (mut others, mut farms) = (0, PLAYERS * MAX_MEEPLES);
        // Farms fill the list from its end.
        self.each_claimed(|kind, root| {
            let place = if kind == FeatureKind::Farm {
                farms -= 1;
                farms
            } else {
                others += 1;
                others - 1
            };
            claimed[place] = (kind, root);
        });
        for &(kind, root) in &claimed[..others] {
            let feature = *self.features.feature(root);
            self.pay(kind, feature.meeples, self.worth(kind, &feature));
            self.take_meeples_back(root);
        }
        let farms = &claimed[farms..];
        match self.rules.0.farm_rule {
            1 => self.score_farms_by_city(farms),
            2 => self.score_farms_by_player(farms),
            _ => {
                for &(kind, farm) in farms {
                    let points = self.farm_city_points(farm) * self.cities_beside(farm).completed as u16;
                    let meeples = self.features.feature(farm).meeples;
                    self.pay(kind, meeples, points);
                }
            }
        }
    }

    /// The rule of 2000: each completed city pays those who have the most farmers on all farms that touch it.
    fn score_farms_by_city(&mut self, farms: &[(FeatureKind, SegmentIdx)]) {
        let mut all = SegmentSet::default();
        let cities: Vec<SegmentSet> = farms.iter().map(|&(_, farm)| self.completed_cities_of(farm)).collect();
        for cities in &cities {
            all.insert_all(cities);
        }
        for city in all.iter() {
            let mut farmers = [0; PLAYERS];
            for (&(_, farm), _) in farms.iter().zip(&cities).filter(|(_, cities)| cities.contains(city)) {
                let meeples = self.features.feature(farm).meeples;
                farmers.iter_mut().zip(meeples).for_each(|(count, more)| *count += more);
            }
            self.pay(FeatureKind::Farm, farmers, self.rules.0.farm_city);
        }
    }

    /// The rule of 2001: a player is paid once for each completed city that a farm with the most own farmers touches.
    fn score_farms_by_player(&mut self, farms: &[(FeatureKind, SegmentIdx)]) {
        for seat in Seat::all(self.players.players()) {
            let mut cities = SegmentSet::default();
            let is_own = |farm: SegmentIdx| majority(self.features.feature(farm).meeples)[seat.index()];
            for &(_, farm) in farms.iter().filter(|&&(_, farm)| is_own(farm)) {
                cities.insert_all(&self.completed_cities_of(farm));
            }
            self.players[seat].points[FeatureKind::Farm as usize] += self.rules.0.farm_city * cities.len() as u16;
        }
    }

    /// The game is over: what is left on the table scores.
    pub(super) fn finish(&mut self) {
        self.score_rest();
        self.phase = Phase::Over;
    }
}
