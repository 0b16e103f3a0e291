//! The faces of building cards, and what they say in words.

use crate::svg::{Sketch, shortened};

use super::super::{Building, Resource};
use super::tiles::draw_points;

/// The width of a card.
pub(super) const CARD_WIDTH: i32 = 126;
/// The height of a card.
pub(super) const CARD_HEIGHT: i32 = 58;
/// Most letters of a name that fit on a card.
const MOST_LETTERS: usize = 11;

/// Draws a card: the name, the points, and the cost below.
pub(super) fn draw_building(sketch: &mut Sketch, building: &Building, x: i32, y: i32) {
    sketch.rect("soft edge", x, y, (CARD_WIDTH, CARD_HEIGHT));
    sketch.text("bold", x + 5, y + 19, &shortened(&building.id, MOST_LETTERS));
    draw_points(sketch, building.points.into(), x + CARD_WIDTH - 24, y + 4);
    let cost = Resource::ALL.map(|resource| (resource, building.cost.get(resource)));
    for ((resource, count), at) in cost.into_iter().filter(|(_, count)| *count > 0).zip((x + 7..).step_by(40)) {
        sketch.text("", at, y + 46, &count.to_string()).stamp(&format!("river-{resource}"), at + 11, y + 30);
    }
}

/// A building in words.
pub(super) fn building_words(building: &Building) -> String {
    format!("{}: costs {}, {} points", building.id, building.cost, building.points)
}
