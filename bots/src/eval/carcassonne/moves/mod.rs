//! What learned policies of Carcassonne look at of each move of the player to act.
//!
//! A player **leads** a feature who has the most meeples on it, alone or as others; what it brings **now** is what it brings
//! if the game ends as it is. What others have or gain is a mean over all of them. Changes are those that laying the tile
//! makes, before a meeple is put. Chances are those of [`site`].
//!
//! Two shortcuts are rarely wrong: where features are joined that share a tile, it counts twice; and where two segments of the
//! tile touch one feature, each is joined with it alone, so that a ring of roads is not seen to be completed.
//!
//! Putting no meeple has a row of zeros, with which all others are compared.

mod claiming;
mod laying;
mod site;
mod spots;
mod stakes;

use riverlab_engine::games::carcassonne::{Carcassonne, Move};
use riverlab_engine::{Game, Turn};

pub(super) use self::claiming::segment_at;
use self::stakes::View;
use super::share_left;
use crate::eval::features::{MoveTable, features};

/// The tiles of a completed monastery.
const MONASTERY: u8 = 9;
/// Farms are counted in so many parts on tiles.
const FARM_PARTS: f32 = 10.0;

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

/// Adds a row for each move of the player to act.
pub(super) fn write(state: &Carcassonne, moves: &[Move], table: &mut MoveTable) {
    table.left = share_left(state);
    let Turn::Player(me) = state.turn() else { return };
    let view = View::new(state, me);
    match state.drawn() {
        Some(drawn) => laying::write_places(view, state.rules().tile(drawn), moves, table),
        None => claiming::write_claims(&view, moves, table),
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use riverlab_engine::games::carcassonne::CarcassonneRules;
    use riverlab_engine::{GameRules, Seat};

    use super::*;
    use crate::rng::SearchRng;

    fn points(state: &Carcassonne, seat: Seat) -> f32 {
        state.score_parts(seat).iter().sum::<i32>() as f32
    }

    /// The position after a move, and after putting no meeple if one might be put; none if the game is over then.
    fn after(state: &Carcassonne, mv: Move) -> Option<Carcassonne> {
        let mut next = state.clone();
        next.play_unchecked(mv);
        if matches!(mv, Move::Tile(..)) && next.turn().player().is_some() {
            next.play_unchecked(Move::None);
        }
        (next.turn() != Turn::Over).then_some(next)
    }

    /// Compares what a move brings at once with the points after it; returns whether they are the same, and none for tiles
    /// that bring nothing.
    fn check(state: &Carcassonne, mv: Move, row: &[f32]) -> Option<bool> {
        let next = after(state, mv)?;
        let me = state.turn().player()?;
        let gain = |seat| points(&next, seat) - points(state, seat);
        let others = Seat::all(state.n_players()).filter(|&seat| seat != me);
        let gain_others = others.map(gain).sum::<f32>() / (state.n_players() - 1) as f32;
        let value = |index: Index| row[index as usize];
        if let Move::Meeple(_) = mv {
            let without = after(state, Move::None)?;
            assert_eq!(value(Index::CompletedPoints), points(&next, me) - points(&without, me), "{state}");
            return None;
        }
        if mv == Move::None {
            assert!(row.iter().all(|&value| value == 0.0), "{row:?}");
            return None;
        }
        let (done, done_others) = (value(Index::Done), value(Index::DoneOthers));
        let scores = [done, done_others, gain(me), gain_others] != [0.0; 4];
        scores.then(|| done == gain(me) && (done_others - gain_others).abs() < 0.001)
    }

    #[test]
    fn what_moves_complete_is_what_they_score() {
        let mut rng = SearchRng::seed_from_u64(1);
        let (mut legal, mut table, mut equal, mut seen) = (Vec::new(), MoveTable::default(), 0, 0);
        for game in 0..12 {
            let mut state = Carcassonne::new(CarcassonneRules::standard(), 2 + game % 4);
            while state.turn() != Turn::Over {
                let mv = if state.turn() == Turn::Chance {
                    state.draw(&mut rng)
                } else {
                    state.legal_moves(&mut legal);
                    table.clear();
                    write(&state, &legal, &mut table);
                    for (&mv, row) in legal.iter().zip(table.rows()) {
                        let found = check(&state, mv, row);
                        seen += u32::from(found.is_some());
                        equal += u32::from(found == Some(true));
                    }
                    legal[rng.random_range(0..legal.len())]
                };
                state.play_unchecked(mv);
            }
        }
        assert!(seen > 200 && equal > seen / 100 * 90, "{equal} of {seen}");
    }
}
