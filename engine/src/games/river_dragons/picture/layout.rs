//! Where everything is in a picture, in pixels: the board to the left, the seats to the right, the own cards below.

use crate::games::river_dragons::Board;
use crate::games::river_dragons::pieces::SupportIdx;
use crate::games::river_dragons::spans::SpanIdx;
use crate::{Seat, ViewBox};

/// The width of pictures.
const WIDTH: i32 = 1000;
/// The height without and with the cards of a hand.
const HEIGHT: i32 = 696;
const HEIGHT_WITH_HAND: i32 = 806;
/// The distance of texts from the sides.
pub(super) const INSET: i32 = 16;
/// The right edge of texts.
pub(super) const RIGHT: i32 = WIDTH - INSET;
/// The base line of the first line of text.
pub(super) const STATUS: i32 = 34;

/// A rectangle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Area {
    pub(super) x: i32,
    pub(super) y: i32,
    pub(super) width: i32,
    pub(super) height: i32,
}

/// The river.
pub(super) const RIVER: Area = Area { x: 8, y: 52, width: 676, height: 636 };
/// What the middles of islands and villages lie in.
const SUPPORTS_IN: Area = Area { x: 50, y: 106, width: 600, height: 520 };
/// The first seat, and how far the others are from it.
const FIRST_SEAT: Area = Area { x: 696, y: 52, width: 296, height: 102 };
const NEXT_SEAT: i32 = 107;
/// The first card of a hand, and how far the others are from it.
const FIRST_CARD: Area = Area { x: 16, y: 722, width: 70, height: 74 };
const NEXT_CARD: i32 = 75;

/// The base line of the heading of a hand.
pub(super) const HAND: i32 = 712;

/// What a picture shows of the plane.
pub(super) fn view_box(has_hand: bool) -> ViewBox {
    ViewBox { x: 0, y: 0, width: WIDTH, height: if has_hand { HEIGHT_WITH_HAND } else { HEIGHT } }
}

/// The place of a seat.
pub(super) fn seat_area(seat: Seat) -> Area {
    Area { y: FIRST_SEAT.y + NEXT_SEAT * seat.index() as i32, ..FIRST_SEAT }
}

/// The place of a card in a program, by its index.
pub(super) fn slot_area(seat: Seat, position: usize) -> Area {
    let Area { x, y, .. } = seat_area(seat);
    Area { x: x + 7 + 57 * position as i32, y: y + 67, width: 54, height: 28 }
}

/// The place of a plank in a reserve, by the index of its length.
pub(super) fn reserve_area(seat: Seat, length: u8) -> Area {
    let Area { x, y, .. } = seat_area(seat);
    Area { x: x + 7 + 47 * i32::from(length), y: y + 38, width: 42, height: 20 }
}

/// The place of a card in a hand.
pub(super) fn card_area(nth: usize) -> Area {
    Area { x: FIRST_CARD.x + NEXT_CARD * nth as i32, ..FIRST_CARD }
}

impl Area {
    pub(super) fn center(self) -> (i32, i32) {
        (self.x + self.width / 2, self.y + self.height / 2)
    }

    /// A rectangle with rounded corners.
    pub(super) fn svg(self, attributes: &str) -> String {
        let Area { x, y, width, height } = self;
        format!("<rect {attributes} x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"4\"/>")
    }
}

/// Where villages and islands are in pictures of a board.
#[derive(Clone, Copy)]
pub(super) struct Layout<'a> {
    board: &'a Board,
    /// The least coordinates of the data.
    low: [i64; 2],
    /// The size of the board in the units of the data.
    size: i64,
}

/// Where a village lies, and so where its name has room.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Bank {
    Top,
    Bottom,
    Between,
}

impl Layout<'_> {
    pub(super) fn new(board: &Board) -> Layout<'_> {
        let all = |axis: usize| board.at.iter().map(move |at| at[axis]);
        let low = [0, 1].map(|axis| all(axis).min().unwrap_or_default());
        let high = [0, 1].map(|axis| all(axis).max().unwrap_or_default());
        // As wide as high in the proportions of the area.
        let height = (high[1] - low[1]) * i64::from(SUPPORTS_IN.width) / i64::from(SUPPORTS_IN.height);
        Layout { board, low, size: (high[0] - low[0]).max(height).max(1) }
    }

    /// The middle of a village or island.
    pub(super) fn at(self, support: SupportIdx) -> (i32, i32) {
        let from_low = |axis: usize| {
            let units = self.board.at[support.index()][axis] - self.low[axis];
            (units * i64::from(SUPPORTS_IN.width) / self.size) as i32
        };
        (SUPPORTS_IN.x + from_low(0), SUPPORTS_IN.y + from_low(1))
    }

    pub(super) fn bank(self, village: SupportIdx) -> Bank {
        let (_, y) = self.at(village);
        match y - SUPPORTS_IN.y {
            ..80 => Bank::Top,
            down if down > SUPPORTS_IN.height - 80 => Bank::Bottom,
            _ => Bank::Between,
        }
    }

    /// The line of a span between the middles of its ends, so many pixels to its right side.
    pub(super) fn line(self, span: SpanIdx, aside: f64) -> Line {
        let [from, to] = self.board.spans[span.index()].ends.map(|end| self.at(end));
        let point = |(x, y): (i32, i32)| [f64::from(x), f64::from(y)];
        let line = Line { from: point(from), to: point(to) };
        let [right, down] = line.normal();
        let moved = |[x, y]: [f64; 2]| [x + aside * right, y + aside * down];
        Line { from: moved(line.from), to: moved(line.to) }
    }
}

/// A straight line.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Line {
    from: [f64; 2],
    to: [f64; 2],
}

impl Line {
    pub(super) fn length(self) -> f64 {
        let [x, y] = [self.to[0] - self.from[0], self.to[1] - self.from[1]];
        // A square root is the same on all machines, other than sines.
        (x * x + y * y).sqrt().max(1.0)
    }

    /// One pixel to the right side.
    fn normal(self) -> [f64; 2] {
        let [x, y] = [self.to[0] - self.from[0], self.to[1] - self.from[1]];
        [-y / self.length(), x / self.length()]
    }

    /// The point at a part of what is left of the line when so many pixels are hidden at its ends.
    pub(super) fn point_between(self, part: f64, [before, after]: [f64; 2]) -> (i32, i32) {
        let way = (before + part * (self.length() - before - after)) / self.length();
        let at = |axis: usize| (self.from[axis] + way * (self.to[axis] - self.from[axis])).round() as i32;
        (at(0), at(1))
    }

    /// The path of the line.
    pub(super) fn path(self) -> String {
        let Line { from: [x1, y1], to: [x2, y2] } = self;
        format!("M{x1:.0} {y1:.0}L{x2:.0} {y2:.0}")
    }

    /// The path around what lies within half a width from the line.
    pub(super) fn outline(self, half: f64) -> String {
        let [right, down] = self.normal();
        let corner =
            |[x, y]: [f64; 2], sign: f64| format!("{:.1} {:.1}", x + sign * half * right, y + sign * half * down);
        let corners = [corner(self.from, 1.0), corner(self.to, 1.0), corner(self.to, -1.0), corner(self.from, -1.0)];
        format!("M{}Z", corners.join("L"))
    }
}
