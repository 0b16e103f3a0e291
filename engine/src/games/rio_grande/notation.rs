//! Moves as text, in the notation of `RULES.md`.

use crate::Seat;

use super::cards::{Card, Water};
use super::limits::{MAX_CARDS, MAX_RIVERS};
use super::moves::Move;
use super::river::RiverIdx;
use super::state::RioGrande;

/// The names of cards stand in the program, so a move is written without its position.
pub(super) fn move_text(mv: Move) -> String {
    let number = |river: RiverIdx| river.0 + 1;
    match mv {
        Move::DealStart(seat) => format!("deal:{seat}"),
        Move::DealCard(card) => format!("deal:{}", card.name()),
        Move::Source(card) => format!("river:{card}:new"),
        Move::Lay(card, river) => format!("{}:{card}:{}", card.kind().name(), number(river)),
        Move::Bend(card, river, first, second) => {
            format!("bend:{card}:{}:{}x{}", number(river), first + 1, second + 1)
        }
        Move::Sandbank(water, river, place) => format!("sandbank:{}:{}:{}", water.name(), number(river), place + 1),
        Move::Bridge(river, place) => format!("bridge:{}:{}", number(river), place + 1),
        Move::Discard(card) => format!("discard:{}", card.name()),
        Move::End => "end".to_owned(),
    }
}

pub(super) fn parse_move(state: &RioGrande, text: &str) -> Option<Move> {
    let parts: Vec<&str> = text.split(':').collect();
    let mv = match parts[..] {
        ["end"] => Move::End,
        ["deal", what] => match what.parse::<Seat>() {
            Ok(seat) if seat.index() < state.players.players() => Move::DealStart(seat),
            _ => Move::DealCard(Card::named(what)?),
        },
        ["discard", card] => Move::Discard(Card::named(card)?),
        ["bridge", river, place] => Move::Bridge(read_river(river)?, read_place(place)?),
        ["sandbank", water, river, place] => {
            let water = Water::ALL.into_iter().find(|other| other.name() == water)?;
            Move::Sandbank(water, read_river(river)?, read_place(place)?)
        }
        ["bend", card, river, swap] => {
            let (first, second) = swap.split_once('x')?;
            let card = read_card("bend", card)?;
            Move::Bend(card, read_river(river)?, read_place(first)?, read_place(second)?)
        }
        ["river", card, "new"] => Move::Source(read_card("river", card)?),
        [kind @ ("river" | "mouth" | "lake"), card, river] => Move::Lay(read_card(kind, card)?, read_river(river)?),
        _ => return None,
    };
    // One spelling for each move: no signs, no leading zeros, the smaller place first.
    let in_order = !matches!(mv, Move::Bend(_, _, first, second) if first >= second);
    (in_order && move_text(mv) == text).then_some(mv)
}

fn read_card(kind: &str, text: &str) -> Option<Card> {
    Card::named(&format!("{kind}-{text}"))
}

fn read_river(text: &str) -> Option<RiverIdx> {
    let number: u8 = text.parse().ok()?;
    (1..=MAX_RIVERS as u8).contains(&number).then(|| RiverIdx(number - 1))
}

/// The number of a card on its river, counted from the head, as an index.
fn read_place(text: &str) -> Option<u8> {
    text.parse().ok().filter(|number: &u8| (1..=MAX_CARDS as u8).contains(number)).map(|number| number - 1)
}
