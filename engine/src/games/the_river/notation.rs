//! Moves as text, in the notation of `RULES.md`.

use crate::Seat;

use super::moves::TRADE;
use super::{BuildFrom, Bundle, Color, Move, Resource, RiverRules, RiverSpace, Slot, TheRiver};

/// The move as text.
pub(super) fn move_text(rules: &RiverRules, mv: Move) -> String {
    match mv {
        Move::DealColor(color) => format!("deal:{color}"),
        Move::DealStart(seat) => format!("deal:{seat}"),
        Move::DealTile(kind) => format!("deal:{}", rules.tile(kind).id),
        Move::DealBuilding(id) => format!("deal:{}", rules.building(id).id),
        Move::Draft(slot) => format!("draft:{}", slot.0 + 1),
        Move::Trade(bundle) => format!("trade:{bundle}"),
        Move::Claim(slot) => format!("claim:{}", slot.0 + 1),
        Move::Produce(resource) => resource.to_string(),
        Move::Food(None) => "food".to_owned(),
        Move::Food(Some(resource)) => format!("food:{resource}"),
        Move::Reserve(slot) => format!("reserve:{}", slot.0 + 1),
        Move::Build { from: BuildFrom::Display(slot), payment } => format!("build:{}:{payment}", slot.0 + 1),
        Move::Build { from: BuildFrom::Reserved(idx), payment } => format!("build:r{}:{payment}", idx + 1),
        Move::Start => "start".to_owned(),
        Move::Swap(lower, upper) => format!("swap:{lower}-{upper}"),
        Move::Keep => "keep".to_owned(),
        Move::Return(resource) => format!("return:{resource}"),
        Move::Idle => "idle".to_owned(),
    }
}

/// The move that [`move_text`] writes so, legal or not.
pub(super) fn parse_move(state: &TheRiver, text: &str) -> Option<Move> {
    let mv = match text.split_once(':') {
        None => read_plain(text),
        Some(("deal", piece)) => read_deal(state, piece),
        Some(("draft", slot)) => read_slot(slot).map(Move::Draft),
        Some(("trade", bundle)) => read_trade(bundle),
        Some(("claim", slot)) => read_slot(slot).map(Move::Claim),
        Some(("food", resource)) => read_resource(resource, &Resource::PRODUCED).map(|r| Move::Food(Some(r))),
        Some(("reserve", slot)) => read_slot(slot).map(Move::Reserve),
        Some(("build", rest)) => read_build(rest),
        Some(("swap", spaces)) => read_swap(spaces),
        Some(("return", resource)) => read_resource(resource, &Resource::ALL).map(Move::Return),
        Some(_) => None,
    };
    // One spelling for each move: no signs, no leading zeros.
    mv.filter(|&mv| move_text(state.rules.all, mv) == text)
}

fn read_deal(state: &TheRiver, piece: &str) -> Option<Move> {
    let rules = state.rules.all;
    if let Some(color) = Color::ALL.into_iter().find(|color| color.name() == piece) {
        return Some(Move::DealColor(color));
    }
    if let Some(kind) = rules.tile_named(piece) {
        return Some(Move::DealTile(kind));
    }
    if let Some(id) = rules.building_named(piece) {
        return Some(Move::DealBuilding(id));
    }
    let seat: Seat = piece.parse().ok()?;
    (seat.index() < state.players.players()).then_some(Move::DealStart(seat))
}

fn read_plain(text: &str) -> Option<Move> {
    match text {
        "food" => Some(Move::Food(None)),
        "start" => Some(Move::Start),
        "keep" => Some(Move::Keep),
        "idle" => Some(Move::Idle),
        _ => read_resource(text, &Resource::PRODUCED).map(Move::Produce),
    }
}

fn read_resource(text: &str, allowed: &[Resource]) -> Option<Resource> {
    Resource::from_name(text).filter(|resource| allowed.contains(resource))
}

/// A number from 1 to 99 as an index.
fn read_index(text: &str) -> Option<u8> {
    text.parse().ok().filter(|number| (1..=99).contains(number)).map(|number: u8| number - 1)
}

fn read_slot(text: &str) -> Option<Slot> {
    read_index(text).map(Slot)
}

fn read_trade(text: &str) -> Option<Move> {
    let bundle: Bundle = text.parse().ok()?;
    (bundle.total() == TRADE && bundle.get(Resource::Food) == 0).then_some(Move::Trade(bundle))
}

fn read_build(text: &str) -> Option<Move> {
    let (from, payment) = text.split_once(':')?;
    let from = match from.strip_prefix('r') {
        Some(idx) => BuildFrom::Reserved(read_index(idx)?),
        None => BuildFrom::Display(read_slot(from)?),
    };
    Some(Move::Build { from, payment: payment.parse().ok()? })
}

fn read_swap(text: &str) -> Option<Move> {
    let (lower, upper) = text.split_once('-')?;
    let (lower, upper) = (read_index(lower)?, read_index(upper)?);
    let on_board = lower < upper && usize::from(upper) < RiverSpace::COUNT;
    on_board.then_some(Move::Swap(RiverSpace(lower), RiverSpace(upper)))
}
