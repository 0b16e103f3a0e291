//! Pictures of positions: rivers as rows of cards above, what the players have below.
//!
//! Of the hands that a viewer does not know only the number of cards enters the picture. What changes by itself is a
//! part of its own, as short as can be: a picture that follows another one is told by the parts that differ.
//!
//! | parts | what they are |
//! | --- | --- |
//! | `turn`, `stack`, `last-round` | whose turn it is and what was done in it; the stack; the turns that are left |
//! | `end`, `discard` | what can be done without a place on the table |
//! | `river-1` … `river-6` | the rivers with their free ends and what their bridges come to at a mouth |
//! | `new-river`, `free-6` … | where the next river begins, and later ones |
//! | `card-1-1` … | the cards of a river, counted from its head |
//! | `player-p1`, `score-p1`, `bridges-p1` | what a player has, known to all |
//! | `hand-p1-1` … | the cards of a hand that the viewer knows; cards that are alike lie on each other |
//! | `hand-p2` | the backs of one that the viewer does not know |

mod definitions;
mod hands;
mod layout;
mod names;
mod rivers;
mod status;

use crate::{Game, Picture, Seat, ViewBox, Viewer};

use super::cards::Card;
use super::moves::Move;
use super::state::RioGrande;
use layout::Layout;
use names::{card_name, hand_name, river_name};

/// The position as a viewer sees it.
pub(super) fn draw(state: &RioGrande, viewer: Viewer) -> Picture {
    let layout = Layout::of(state);
    let view_box = ViewBox { x: 0, y: 0, width: layout::WIDTH, height: layout.height };
    let mut picture = Picture::new(view_box, definitions::definitions());
    rivers::draw(state, &layout, &mut picture);
    for seat in Seat::all(state.n_players()) {
        hands::draw(state, seat, viewer, layout.player(seat), &mut picture);
    }
    status::draw(state, &layout, &mut picture);
    picture
}

/// The parts of the picture that a move is about.
pub(super) fn move_parts(state: &RioGrande, mv: Move) -> Vec<String> {
    let hand = mv.card().and_then(|card| hand_part(state, card));
    let on_table = match mv {
        Move::Source(_) => vec!["new-river".to_owned()],
        Move::Lay(_, river) => vec![river_name(river)],
        Move::Bend(_, river, first, second) => {
            vec![river_name(river), card_name(river, first.into()), card_name(river, second.into())]
        }
        Move::Sandbank(_, river, place) => vec![card_name(river, place.into())],
        Move::Bridge(river, place) => vec![format!("bridges-{}", state.current), card_name(river, place.into())],
        Move::Discard(_) => vec!["discard".to_owned()],
        Move::End => vec!["end".to_owned()],
        Move::DealStart(_) | Move::DealCard(_) => Vec::new(),
    };
    hand.into_iter().chain(on_table).collect()
}

/// The part of a card in the hand of the current player.
fn hand_part(state: &RioGrande, card: Card) -> Option<String> {
    let idx = hands::piles(state.me().hand()).position(|(other, _)| other == card)?;
    Some(hand_name(state.current, idx))
}

#[cfg(test)]
mod tests;
