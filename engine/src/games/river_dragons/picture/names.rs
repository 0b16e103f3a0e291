//! The names of parts, and the letters of colors.

use super::super::cards::Card;
use super::super::pieces::{Color, Place, PlankIdx, SupportIdx};
use super::super::spans::SpanIdx;
use super::super::state::RiverDragons;
use crate::Seat;

/// The number of a color, from 1.
pub(super) fn number_of(color: Color) -> usize {
    color.index() + 1
}

pub(super) fn card_name(card: Card) -> String {
    match card.color() {
        Some(color) => format!("card-dragon-{}", number_of(color)),
        None => format!("card-{}", Card::NAMES[usize::from(card.0)]),
    }
}

pub(super) fn support_name(support: SupportIdx) -> String {
    match (support.village(), support.island()) {
        (Some(village), _) => format!("village-{}", number_of(village)),
        (None, island) => format!("island-{}", island.unwrap_or_default() + 1),
    }
}

pub(super) fn span_name(state: &RiverDragons, span: SpanIdx) -> String {
    let end = |end: SupportIdx| match (end.village(), end.island()) {
        (Some(village), _) => format!("v{}", number_of(village)),
        (None, island) => (island.unwrap_or_default() + 1).to_string(),
    };
    let [first, second] = state.rules.0.board.spans[span.index()].ends;
    format!("span-{}-{}", end(first), end(second))
}

pub(super) fn plank_name(plank: PlankIdx) -> String {
    format!("plank-{}-{}", number_of(plank.color()), plank.length() + 1)
}

pub(super) fn place_name(place: Place) -> String {
    match (place.as_village(), place.as_plank()) {
        (Some(village), _) => support_name(village.support()),
        (None, plank) => plank_name(plank.unwrap_or_default()),
    }
}

pub(super) fn reserve_name(seat: Seat, length: u8) -> String {
    format!("reserve-{}-{}", seat.index() + 1, length + 1)
}

pub(super) fn pawn_name(seat: Seat) -> String {
    format!("pawn-{}", seat.index() + 1)
}

/// Letters that tell the colors apart, by which planks and dragons are known: of each name its first letter, its last
/// one or another one that no later color has; else a number.
pub(super) fn letters(names: &[String]) -> Vec<String> {
    let mut letters: Vec<String> = Vec::new();
    for (idx, name) in names.iter().enumerate().rev() {
        let of_name: Vec<char> = name.chars().filter(|c| c.is_alphabetic()).collect();
        let wanted = of_name.first().into_iter().chain(of_name.last()).chain(&of_name);
        let mut wanted = wanted.map(|c| c.to_uppercase().to_string()).filter(|letter| letter.chars().count() == 1);
        let free = wanted.find(|letter| !letters.contains(letter));
        letters.push(free.unwrap_or_else(|| (idx + 1).to_string()));
    }
    letters.reverse();
    letters
}
