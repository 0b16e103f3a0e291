//! Pictures of positions: the islands above, the boards of the players below.
//!
//! All information is public, so that everybody sees the same. What changes by itself is a part of its own, as short as
//! can be: a picture that follows another one is told by the parts that differ.
//!
//! | parts | what they are |
//! | --- | --- |
//! | `paper` | the labels that stay |
//! | `turn`, `trade`, `keep`, `idle` | whose turn it is and for what, and what can be done without a place on the table |
//! | `space-wood` … `space-start` | the action spaces with their pioneers, and the islands with their resources |
//! | `tile-1` …, `tile-stack` | the tile display; the stack |
//! | `building-1` …, `building-stack` | the building display; the stack |
//! | `token-1` … | the bonus tokens that are left, in the order in which they are taken |
//! | `start-figure` | beside the name of its holder |
//! | `player-p1`, `score-p1`, `boat-p1`, `barns-p1`, `makes-p1`, `tokens-p1`, `built-p1` | what a player has |
//! | `held-p1-wood` …, `place-p1-1` …, `reserved-p1-1`, `reserved-p1-2` | single pieces of a player |
//! | `result` | the final scores |

mod boards;
mod buildings;
mod definitions;
mod islands;
mod layout;
mod names;
mod pieces;
mod places;
mod status;
mod tiles;

use crate::{Game, Picture, Seat, ViewBox, Viewer};

use super::{ActionSpace, BuildFrom, Bundle, Move, Resource, RiverSpace, TheRiver};

/// The position as everybody sees it.
pub(super) fn draw(state: &TheRiver, _viewer: Viewer) -> Picture {
    let players = state.n_players();
    let height = layout::height(players) + status::result_height(state);
    let view_box = ViewBox { x: 0, y: 0, width: layout::WIDTH, height };
    let mut picture = Picture::new(view_box, definitions::definitions());
    islands::draw(state, &mut picture);
    Seat::all(players).for_each(|seat| boards::draw(state, seat, &mut picture));
    status::draw(state, &mut picture);
    picture
}

/// The parts of the picture that a move is about.
pub(super) fn move_parts(state: &TheRiver, mv: Move) -> Vec<String> {
    let seat = state.current;
    match mv {
        Move::Draft(slot) => vec![names::tile(slot.index())],
        Move::Claim(slot) => vec![names::space(ActionSpace::Claim), names::tile(slot.index())],
        Move::Produce(resource) => vec![names::space(ActionSpace::of(resource))],
        Move::Food(instead) => {
            [Resource::Food].into_iter().chain(instead).map(|taken| names::space(ActionSpace::of(taken))).collect()
        }
        Move::Reserve(slot) => vec![names::space(ActionSpace::Reserve), names::building(slot.index())],
        Move::Build { from, .. } => vec![names::space(ActionSpace::Build), building_part(seat, from)],
        Move::Start => vec![names::space(ActionSpace::Start)],
        Move::Swap(lower, upper) => swap_parts(state, lower, upper),
        Move::Return(resource) => vec![names::held(seat, resource)],
        Move::Trade(handed_in) => trade_parts(seat, handed_in),
        Move::Keep => vec!["keep".to_owned()],
        Move::Idle => vec!["idle".to_owned()],
        Move::DealColor(_) | Move::DealStart(_) | Move::DealTile(_) | Move::DealBuilding(_) => Vec::new(),
    }
}

fn building_part(seat: Seat, from: BuildFrom) -> String {
    match from {
        BuildFrom::Display(slot) => names::building(slot.index()),
        BuildFrom::Reserved(idx) => names::reserved(seat, idx.into()),
    }
}

/// A swap by a pioneer, or one that a meadow brings.
fn swap_parts(state: &TheRiver, lower: RiverSpace, upper: RiverSpace) -> Vec<String> {
    let by_pioneer = state.due.is_none().then(|| names::space(ActionSpace::Swap));
    by_pioneer.into_iter().chain([lower, upper].map(|space| names::place(state.current, space))).collect()
}

fn trade_parts(seat: Seat, handed_in: Bundle) -> Vec<String> {
    let kinds = Resource::ALL.into_iter().filter(|&resource| handed_in.get(resource) > 0);
    ["trade".to_owned()].into_iter().chain(kinds.map(|resource| names::held(seat, resource))).collect()
}

#[cfg(test)]
mod tests;
