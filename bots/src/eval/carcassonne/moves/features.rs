//! The features of moves, and the units that some of them have.

use crate::eval::features::{FeatureRow, features};

/// The tiles of a completed monastery.
pub(super) const MONASTERY: u8 = 9;
/// Farms are counted in so many parts on tiles.
pub(super) const FARM_PARTS: f32 = 10.0;

features! {
    Touching: "lay.touching", "sides", "sides of the tile that touch others";
    Done: "lay.done", "points", "what the tile completes for the player";
    DoneOthers: "lay.done.others", "points", "what the tile completes for others";
    DoneFree: "lay.done.unclaimed", "points", "the most that a feature brings which the tile completes and on which the player may put a meeple";
    RoadsNow: "lay.now.roads", "points", "change of what roads bring now that the player leads";
    CitiesNow: "lay.now.cities", "points", "change of what cities bring now that the player leads";
    NowOthers: "lay.now.others", "points", "change of what roads and cities bring now that others lead";
    Hope: "lay.hope", "points", "change of what completing adds to cities that the player leads, times the chance";
    HopeOthers: "lay.hope.others", "points", "the same of cities that others lead";
    Returns: "lay.returns", "meeples", "change of own meeples on roads and cities, each times the chance of completing, and those on monasteries that are completed";
    ReturnsScarce: "lay.returns.scarce", "meeples", "the same, divided by one more than the meeples in the supply";
    ReturnsOthers: "lay.returns.others", "meeples", "the same for the meeples of others";
    CityEnds: "lay.ends.cities", "sides", "change of the open sides of cities that the player leads";
    CityEndsOthers: "lay.ends.cities_others", "sides", "change of the open sides of cities that others lead";
    Joins: "lay.joins", "points", "what roads and cities bring now that only others led and the player leads then";
    Joined: "lay.joined", "points", "what roads and cities bring now that only the player led and others lead then";
    Approaches: "lay.approaches", "points", "what roads and cities bring now that only others lead and that then end at one cell with one of the tile that is the player's or can be claimed";
    Approached: "lay.approached", "points", "what roads and cities bring now that only the player leads and that then end at one cell with one of others on the tile";
    Blocks: "lay.blocks", "points", "by how much the tile makes completing features less likely that end at cells beside it, times what completing adds, for others";
    BlocksOwn: "lay.blocks.own", "points", "the same for the player";
    Traps: "lay.traps", "meeples", "meeples of others on features that then end at a cell on which no tile of the stack fits, because of the tile";
    TrapsOwn: "lay.traps.own", "meeples", "the same for own meeples";
    Monks: "lay.monasteries", "monasteries", "own monasteries that gain a tile";
    MonksOthers: "lay.monasteries.others", "monasteries", "monasteries of others that gain a tile";
    FreeRoad: "lay.free.road", "points", "the most that an incomplete road of the tile brings now on which the player may put a meeple";
    FreeRoadChance: "lay.free.road_chance", "share", "the highest chance of completing such a road";
    FreeCity: "lay.free.city", "points", "the most that an incomplete city of the tile brings now on which the player may put a meeple";
    FreeCityHope: "lay.free.city_hope", "points", "the most that completing adds to such a city, times the chance";
    FreeMonastery: "lay.free.monastery", "tiles", "the tiles of the tile's own monastery that lie, on which the player may put a meeple";
    FreeFarm: "lay.free.farm", "10 parts", "the size of the largest farm on which the player may put a meeple";
    FreeFarmCities: "lay.free.farm_cities", "cities", "the most cities of the tile beside such a farm";
    Gift: "lay.gift", "points", "the most that an incomplete unclaimed road or city of the tile brings now, and that completing adds times the chance, where the player has no meeple";
    FarmsPaid: "lay.farms.paid", "cities", "cities of the tile that are completed, for each farm of the player on the tile that touches them";
    FarmsPaidOthers: "lay.farms.paid_others", "cities", "the same for farms of others";
    FarmsSize: "lay.farms.size", "10 parts", "change of the size of farms that the player leads";
    FarmsSizeOthers: "lay.farms.size_others", "10 parts", "change of the size of farms that others lead";
    FarmsJoins: "lay.farms.joins", "points", "what farms bring now that only others led and the player leads then";
    FarmsJoined: "lay.farms.joined", "points", "what farms bring now that only the player led and others lead then";
    Road: "claim.road", "moves", "whether a meeple is put on a road";
    City: "claim.city", "moves", "whether a meeple is put in a city";
    Monastery: "claim.monastery", "moves", "whether a meeple is put in a monastery";
    Farm: "claim.farm", "moves", "whether a meeple is put on a farm";
    RoadScarce: "claim.road.scarce", "moves", "on a road that is not completed: 1 divided by the meeples in the supply";
    CityScarce: "claim.city.scarce", "moves", "in a city that is not completed: 1 divided by the meeples in the supply";
    MonasteryScarce: "claim.monastery.scarce", "moves", "in a monastery that is not completed: 1 divided by the meeples in the supply";
    FarmScarce: "claim.farm.scarce", "moves", "on a farm: 1 divided by the meeples in the supply";
    Last: "claim.last", "moves", "whether it is the last meeple and does not return at once";
    Completed: "claim.completed", "moves", "whether the feature is completed, so that the meeple returns at once";
    CompletedPoints: "claim.completed.points", "points", "what such a feature brings";
    RoadNow: "claim.road.now", "points", "what an incomplete road brings now";
    RoadChance: "claim.road.chance", "share", "how likely it is completed";
    CityNow: "claim.city.now", "points", "what an incomplete city brings now";
    CityHope: "claim.city.hope", "points", "what completing adds to it, times the chance";
    CityChance: "claim.city.chance", "share", "how likely it is completed";
    CityOpen: "claim.city.ends", "sides", "its open sides";
    MonasteryTiles: "claim.monastery.tiles", "tiles", "the tiles of an incomplete monastery that lie, its own included";
    MonasteryLate: "claim.monastery.late", "tiles a turn", "the tiles that it lacks, divided by the turns that are left to the player and one more";
    FarmNow: "claim.farm.now", "points", "what a farm brings now";
    FarmOpenCities: "claim.farm.open_cities", "cities", "incomplete cities beside it";
    FarmSize: "claim.farm.size", "10 parts", "its size";
    ClaimApproaches: "claim.approaches", "points", "what roads and cities bring now that only others lead and that end at one cell with the one that is claimed";
    BesideOwn: "claim.beside_own", "points", "the same of those that only the player leads";
    Surplus: "claim.surplus", "points", "what the feature brings now if the player has more meeples than turns left";
    Stuck: "claim.stuck", "moves", "whether a road or city is claimed that ends at a cell on which no tile of the stack fits";
}

/// A row of features as it is written.
pub(super) type Row<'a> = FeatureRow<'a, Index>;
