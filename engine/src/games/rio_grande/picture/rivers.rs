//! The rivers: rows of cards from head to free end, with bridges.

use crate::svg::Sketch;
use crate::{Game, Picture, Seat};

use super::super::cards::{Card, CardKind};
use super::super::river::{Laid, RiverIdx};
use super::super::state::RioGrande;
use super::layout::{GAP, Layout, WIDTH, card, river_height};
use super::names::{card_name, river_name};

/// Draws the rivers, and where the next one begins.
pub(super) fn draw(state: &RioGrande, layout: &Layout, picture: &mut Picture) {
    for river in state.rivers.iter() {
        picture.add(river_name(river), river_svg(state, river, layout.river(river)));
        for (place, &laid) in state.rivers.cards(river).iter().enumerate() {
            picture.add(card_name(river, place), laid_svg(state, river, place, laid, layout.river(river)));
        }
    }
    let free = (0..state.rules.0.rivers).map(RiverIdx).filter(|&river| state.rivers.len(river) == 0);
    for river in free {
        let is_next = river == state.rivers.lowest_free();
        let name = if is_next { "new-river".to_owned() } else { format!("free-{}", river.index() + 1) };
        picture
            .add(name, if is_next { new_river_svg(river, layout.river(river)) } else { free_svg(layout.river(river)) });
    }
}

/// What a river is beside its cards: its number, its free end, and what its bridges would bring at a mouth.
fn river_svg(state: &RioGrande, river: RiverIdx, place: (i32, i32)) -> String {
    let (number, cards) = (river.index() + 1, state.rivers.len(river));
    let sums = state.rivers.sums(river);
    let with_bridges: Vec<Seat> = Seat::all(state.n_players()).filter(|seat| sums.count[seat.index()] > 0).collect();
    let points = |seat: &Seat| format!(", {seat} {} at a mouth", sums.points[seat.index()]);
    let points: String = with_bridges.iter().map(points).collect();
    let mut sketch = Sketch::titled(place, &format!("river {number}: {cards} cards{points}"));
    sketch.rect("soft edge", 0, 0, (WIDTH - 2 * GAP, river_height(cards)));
    sketch.text("bold", 10, 22, &format!("River {number}"));
    for (idx, seat) in (0..).zip(with_bridges) {
        let (x, y) = (19 + 50 * (idx % 2), 36 + 18 * (idx / 2));
        sketch.stamp(&format!("rio-{seat}"), x, y).text("small", x + 12, y + 5, &sums.points[seat.index()].to_string());
    }
    let (x, y) = card(cards);
    sketch.stamp("rio-place", x, y).text("muted middle", x + 36, y + 38, "→").svg()
}

fn new_river_svg(river: RiverIdx, place: (i32, i32)) -> String {
    let number = river.index() + 1;
    let mut sketch = Sketch::titled(place, &format!("a new river, number {number}"));
    sketch.rect("paper edge", 0, 0, (WIDTH - 2 * GAP, river_height(0)));
    sketch.text("bold", 10, 22, &format!("River {number}"));
    let (x, y) = card(0);
    sketch.stamp("rio-place", x, y).text("muted middle", x + 36, y + 38, "new").svg()
}

/// Where a later river can lie.
fn free_svg(place: (i32, i32)) -> String {
    Sketch::at(place).rect("outline", 0, 0, (WIDTH - 2 * GAP, river_height(0))).svg()
}

/// A card of a river. Under a sandbank nobody sees the landscape, which plays no part any more.
fn laid_svg(state: &RioGrande, river: RiverIdx, place: usize, laid: Laid, corner: (i32, i32)) -> String {
    let number = (place + 1).to_string();
    let shown = if laid.is_covered() { Card::sandbank(laid.card().water()) } else { laid.card() };
    let mut sketch = Sketch::titled(corner, &format!("card {number}: {}", laid_words(laid)));
    let (x, y) = card(place);
    draw_card(&mut sketch, state, shown, x, y);
    if !laid.is_covered() {
        sketch.text("small end", x + 68, y + 13, &number);
    }
    if let Some(seat) = laid.bridge() {
        sketch.stamp(&format!("rio-bridge-{seat}"), x, y);
    }
    if place + state.rivers.fresh(river) >= state.rivers.len(river) {
        sketch.stamp("rio-new", x, y);
    }
    sketch.svg()
}

fn laid_words(laid: Laid) -> String {
    let card = card_words(laid.card());
    match laid.bridge() {
        _ if laid.is_covered() => format!("{card}, under a sandbank"),
        Some(seat) => format!("{card}, bridge of {seat}"),
        None => card,
    }
}

/// A card in words.
pub(super) fn card_words(card: Card) -> String {
    card.name().replace('-', " ")
}

/// Draws the face of a card.
pub(super) fn draw_card(sketch: &mut Sketch, state: &RioGrande, card: Card, x: i32, y: i32) {
    sketch.stamp(&format!("rio-{}", card.name()), x, y);
    if card.kind() == CardKind::Lake {
        sketch.text("bold middle", x + 57, y + 42, &format!("+{}", state.rules.0.lake));
    }
}
