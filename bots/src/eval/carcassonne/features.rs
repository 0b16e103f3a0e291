//! What learned values of Carcassonne look at of each player.
//!
//! A player **leads** a feature alone who has more meeples on it than each other player, and shares it with those who
//! have as many. What a feature brings **now** is what it brings if the game ends as it is. Chances are those of the
//! [survey](super::survey).

use riverlab_engine::games::carcassonne::{Carcassonne, FeatureKind, SegmentIdx};
use riverlab_engine::{Game, Seat};

use super::survey::{Claimed, Standing, Survey, may_claim_now};
use super::worth::share_left;
use crate::eval::features::{FeatureRow, FeatureSink, FeatureTable, features};

/// Margins in meeples count up to so many.
const MAX_MARGIN: i8 = 2;

features! {
    Points: "points", "points", "points that are sure: those so far, and those of what this turn has completed";
    RoadsNow: "now.roads", "points", "what roads bring now that the player leads alone";
    CitiesNow: "now.cities", "points", "what cities bring now that the player leads alone";
    MonasteriesNow: "now.monasteries", "points", "what the player's monasteries bring now";
    FarmsNow: "now.farms", "points", "what farms bring now that the player leads alone";
    SharedNow: "shared.now", "points", "what roads and cities bring now that the player shares";
    SharedFarms: "shared.farms", "points", "what farms bring now that the player shares";
    BehindNow: "behind.now", "points", "what roads and cities bring now where the player has fewer meeples than others";
    BehindFarms: "behind.farms", "points", "what farms bring now where the player has fewer meeples than others";
    CityGain: "gain.cities", "points", "what completing adds to cities that the player leads alone, times the chance";
    CityGainShared: "gain.cities_shared", "points", "what completing adds to cities that the player shares, times the chance";
    CityGainNear: "gain.cities_near", "points", "what completing adds to cities that the player leads or shares and that one tile can complete";
    MonasteryGain: "gain.monasteries", "points", "what completing adds to monasteries, times the chance";
    MonasteryMissing: "monasteries.missing", "tiles", "tiles that the player's monasteries lack";
    MonasteryNear: "monasteries.near", "monasteries", "the player's monasteries that lack one or two tiles and are not stuck";
    Returns: "returns", "meeples", "meeples on roads, cities and monasteries, each times the chance of completing";
    RoadReturns: "returns.roads", "meeples", "those of them on roads";
    RoadsNear: "near.roads", "roads", "roads that the player leads or shares and that one tile can complete";
    CitiesNear: "near.cities", "cities", "cities that the player leads or shares and that one tile can complete";
    RoadEnds: "open.road_ends", "sides", "open sides of roads that the player leads or shares";
    CityEnds: "open.city_ends", "sides", "open sides of cities that the player leads or shares";
    Roads: "open.roads", "roads", "incomplete roads with own meeples";
    Cities: "open.cities", "cities", "incomplete cities with own meeples";
    Monasteries: "open.monasteries", "monasteries", "incomplete monasteries with an own meeple";
    Farmers: "farmers", "meeples", "meeples on farms, which stay there";
    Stuck: "stuck", "meeples", "meeples on roads, cities and monasteries with a cell to fill on which no tile of the stack fits";
    Unlikely: "stuck.unlikely", "meeples", "meeples on roads, cities and monasteries that are completed with a chance of less than a quarter";
    Supply: "supply", "meeples", "meeples in the supply, those included that come home at the end of this turn";
    SupplyNone: "supply.none", "players", "whether there are none";
    SupplyOne: "supply.up_to_1", "players", "whether there is at most one";
    SupplyTwo: "supply.up_to_2", "players", "whether there are at most two";
    FarmCities: "farms.open_cities", "cities", "incomplete cities beside farms that the player leads alone";
    FarmCitiesShared: "farms.open_cities_shared", "cities", "incomplete cities beside farms that the player shares";
    FarmCitiesBehind: "farms.open_cities_behind", "cities", "incomplete cities beside farms where the player has fewer meeples than others";
    ContestedNow: "contested.now", "points", "what roads and cities bring now that the player leads alone though others have meeples there";
    ContestedFarms: "contested.farms", "points", "what farms bring now that the player leads alone though others have meeples there";
    Margin: "contested.margin", "meeples", "by how many meeples the player is ahead, or behind, on roads and cities where others have some, up to two on each";
    FarmMargin: "contested.farm_margin", "meeples", "the same on farms";
    JoinsOwn: "joins.own", "points", "what own roads and cities bring now that end at one cell with those of others";
    JoinsOthers: "joins.others", "points", "what roads and cities of others bring now that end at one cell with own ones";
    LargestCity: "largest.own", "points", "the most that an incomplete city would bring when completed that the player leads or shares";
    LargestThreat: "largest.others", "points", "the most that an incomplete city would bring when completed that others lead without the player";
    ToAct: "act", "players", "whether it is the player's turn, from the draw of the tile on";
    ActUnclaimed: "act.unclaimed", "points", "the most that an unclaimed road or city brings now that can grow, where the player has the turn and a meeple and will lay a tile";
    ActCompletes: "act.completes", "points", "the most that a feature brings that the drawn tile can complete for the player, who is to lay it";
    ActClaimComplete: "act.claim_complete", "points", "the most that a completed feature brings on which the player may put a meeple now";
    ActClaimOpen: "act.claim_open", "points", "the most that an incomplete road, city or monastery brings now on which the player may put a meeple now";
    ActClaimFarm: "act.claim_farm", "points", "the most that a farm brings now on which the player may put a meeple now";
}

/// A row of features as it is written.
type Row<'a> = FeatureRow<'a, Index>;

/// Writes the features of all players.
pub(super) fn write(state: &Carcassonne, table: &mut FeatureTable) {
    table.left = share_left(state);
    let mut survey = Survey::new();
    survey.look(state);
    for seat in Seat::all(state.n_players()) {
        let mut row: Row<'_> = table.new_row(seat);
        row.write(state, &survey, seat);
    }
}

impl Row<'_> {
    /// Writes all features; they are 0 before.
    fn write(&mut self, state: &Carcassonne, survey: &Survey, seat: Seat) {
        self.set(Index::Points, state.score_parts(seat).iter().sum::<i32>() as f32);
        let mut supply = state.player(seat).supply();
        let acts = state.current() == Some(seat);
        for claimed in survey.claimed() {
            let own = claimed.own(seat);
            if own == 0 {
                self.add_of_others(claimed);
                continue;
            }
            let (lead, is_contested) = claimed.lead(seat);
            let standing = Standing::of_lead(lead);
            if claimed.is_complete {
                supply += own;
                if standing != Standing::Behind {
                    self.add(Index::Points, claimed.now);
                }
                continue;
            }
            if is_contested {
                self.add_contested(claimed, lead, Index::ContestedNow, Index::Margin);
            }
            self.add_meeples(claimed, own);
            self.add_points(claimed, standing);
            if standing != Standing::Behind {
                self.add_hopes(claimed);
                if acts && claimed.completes {
                    self.raise(Index::ActCompletes, claimed.now + claimed.gain);
                }
            }
        }
        survey.farms().iter().for_each(|farm| self.add_farm(farm, seat));
        self.set_supply(supply);
        self.set(Index::JoinsOwn, survey.joins_own[seat.index()]);
        self.set(Index::JoinsOthers, survey.joins_others[seat.index()]);
        if acts {
            self.set_turn(state, survey);
        }
    }

    /// A feature without own meeples.
    #[inline]
    fn add_of_others(&mut self, claimed: &Claimed) {
        if claimed.kind == FeatureKind::City && !claimed.is_complete {
            self.raise(Index::LargestThreat, claimed.now + claimed.gain);
        }
    }

    /// A feature on which others have meeples too.
    fn add_contested(&mut self, claimed: &Claimed, lead: i8, now: Index, margin: Index) {
        self.add(margin, f32::from(lead.clamp(-MAX_MARGIN, MAX_MARGIN)));
        if lead > 0 {
            self.add(now, claimed.now);
        }
    }

    /// A farm, which matters with own meeples.
    fn add_farm(&mut self, claimed: &Claimed, seat: Seat) {
        let own = claimed.own(seat);
        if own == 0 {
            return;
        }
        let (lead, is_contested) = claimed.lead(seat);
        if is_contested {
            self.add_contested(claimed, lead, Index::ContestedFarms, Index::FarmMargin);
        }
        let (now, open_cities) = match Standing::of_lead(lead) {
            Standing::Alone => (Index::FarmsNow, Index::FarmCities),
            Standing::Shared => (Index::SharedFarms, Index::FarmCitiesShared),
            Standing::Behind => (Index::BehindFarms, Index::FarmCitiesBehind),
        };
        self.add(now, claimed.now);
        self.add(open_cities, claimed.open_cities);
        self.add(Index::Farmers, f32::from(own));
    }

    /// The meeples on a feature that is no farm, and its number among those of its kind.
    fn add_meeples(&mut self, claimed: &Claimed, own: u8) {
        let meeples = f32::from(own);
        self.add(Index::Returns, meeples * claimed.chance);
        if claimed.is_stuck {
            self.add(Index::Stuck, meeples);
        }
        if claimed.chance < 0.25 {
            self.add(Index::Unlikely, meeples);
        }
        match claimed.kind {
            FeatureKind::Road => {
                self.add(Index::RoadReturns, meeples * claimed.chance);
                self.add(Index::Roads, 1.0);
            }
            FeatureKind::City => self.add(Index::Cities, 1.0),
            FeatureKind::Monastery => self.add(Index::Monasteries, 1.0),
            FeatureKind::Farm => {}
        }
    }

    /// What a feature that is no farm brings now.
    fn add_points(&mut self, claimed: &Claimed, standing: Standing) {
        let index = match (standing, claimed.kind) {
            (Standing::Behind, _) => {
                if claimed.kind == FeatureKind::City {
                    self.raise(Index::LargestThreat, claimed.now + claimed.gain);
                }
                Index::BehindNow
            }
            (_, FeatureKind::Monastery) => Index::MonasteriesNow,
            (Standing::Shared, _) => Index::SharedNow,
            (Standing::Alone, FeatureKind::Road) => Index::RoadsNow,
            (Standing::Alone, _) => Index::CitiesNow,
        };
        self.add(index, claimed.now);
        if claimed.kind == FeatureKind::City {
            match standing {
                Standing::Alone => self.add(Index::CityGain, claimed.gain * claimed.chance),
                Standing::Shared => self.add(Index::CityGainShared, claimed.gain * claimed.chance),
                Standing::Behind => {}
            }
        }
    }

    /// What may become of a feature that is no farm and that the player leads or shares.
    fn add_hopes(&mut self, claimed: &Claimed) {
        let ends = f32::from(claimed.feature.open);
        let is_near = claimed.cells == 1 && !claimed.is_stuck;
        match claimed.kind {
            FeatureKind::Road => {
                self.add(Index::RoadEnds, ends);
                self.add(Index::RoadsNear, f32::from(u8::from(is_near)));
            }
            FeatureKind::City => {
                self.add(Index::CityEnds, ends);
                self.raise(Index::LargestCity, claimed.now + claimed.gain);
                if is_near {
                    self.add(Index::CitiesNear, 1.0);
                    self.add(Index::CityGainNear, claimed.gain);
                }
            }
            FeatureKind::Monastery => {
                self.add(Index::MonasteryGain, claimed.gain * claimed.chance);
                self.add(Index::MonasteryMissing, f32::from(claimed.missing()));
                if claimed.missing() <= 2 && !claimed.is_stuck {
                    self.add(Index::MonasteryNear, 1.0);
                }
            }
            FeatureKind::Farm => {}
        }
    }

    fn set_supply(&mut self, supply: u8) {
        self.set(Index::Supply, f32::from(supply));
        for (index, limit) in [(Index::SupplyNone, 0), (Index::SupplyOne, 1), (Index::SupplyTwo, 2)] {
            self.set_flag(index, supply <= limit);
        }
    }

    /// What the player can do whose turn it is.
    fn set_turn(&mut self, state: &Carcassonne, survey: &Survey) {
        self.set(Index::ToAct, 1.0);
        if may_claim_now(state) {
            self.set_claims(state);
        } else if let Some(points) = survey.unclaimed {
            self.set(Index::ActUnclaimed, points);
        }
    }

    /// The features on which the player may put a meeple now, all on the tile that was laid last.
    fn set_claims(&mut self, state: &Carcassonne) {
        let Some(placed) = state.board().placed().last() else { return };
        let segments = &state.rules().tile(placed.tile).segments;
        for (segment, number) in segments.iter().zip(placed.first..) {
            let (kind, root) = (segment.kind, state.features().root(SegmentIdx(number)));
            let feature = state.features().feature(root);
            if feature.is_claimed() {
                continue;
            }
            let (index, points) = match kind {
                FeatureKind::Farm => {
                    let cities = state.cities_beside(root).completed;
                    (Index::ActClaimFarm, f32::from(state.farm_city_points(root)) * cities as f32)
                }
                _ if Carcassonne::is_complete(kind, feature) => {
                    (Index::ActClaimComplete, f32::from(state.worth(kind, feature)))
                }
                _ => (Index::ActClaimOpen, f32::from(state.worth(kind, feature))),
            };
            self.raise(index, points);
        }
    }
}

#[cfg(test)]
#[path = "features_tests.rs"]
mod tests;
