//! What pictures of all positions of a table have in common: colors, symbols, and the drawings of the tiles.

use std::fmt::Write as _;

use super::point::TILE;
use super::tiles::TileDrawing;
use crate::games::carcassonne::limits::{MAX_MEEPLES, PLAYERS};
use crate::picture::escaped;
use crate::{Seat, games::carcassonne::tiles::TileIdx};

const COLORS: &str = include_str!("symbols.css");
const SYMBOLS: &str = include_str!("symbols.svg");
/// The rulers number so many columns and rows to each side.
const RULER: i32 = 48;

/// The definitions of pictures with these kinds of tiles.
pub(super) fn definitions(drawings: &[TileDrawing]) -> String {
    let mut all = format!("<style>{}</style>{}", escaped(&joined(COLORS)), joined(SYMBOLS));
    all += &supplies();
    Seat::all(PLAYERS).for_each(|seat| all += &meeples_of(seat));
    all += &rulers();
    for (idx, drawing) in drawings.iter().enumerate() {
        let (id, svg) = (tile_id(TileIdx(idx as u8)), &drawing.svg);
        write!(all, "<g id=\"{id}\" clip-path=\"url(#carcassonne-tile)\">{svg}</g>").expect("a string can be written");
    }
    all
}

/// The lines of a file as one.
fn joined(lines: &str) -> String {
    lines.lines().collect()
}

/// The identifier of a tile's drawing.
pub(super) fn tile_id(tile: TileIdx) -> String {
    format!("carcassonne-t{}", tile.0)
}

/// Rows of so many small meeples, in the color of what uses them.
fn supplies() -> String {
    let row = |count: usize| {
        let meeple =
            |nth| format!("<use href=\"#carcassonne-meeple\" transform=\"translate({} 0)scale(.7)\"/>", 17 * nth);
        format!("<g id=\"carcassonne-s{count}\">{}</g>", (0..count).map(meeple).collect::<String>())
    };
    (1..=MAX_MEEPLES).map(row).collect()
}

/// The meeple of a seat with its number, upright and lying.
fn meeples_of(seat: Seat) -> String {
    let number = seat.index() + 1;
    let piece = |name: &str, lie: &str, x: i32| {
        format!(
            "<g id=\"carcassonne-{name}{number}\"><use href=\"#carcassonne-meeple\" class=\"carcassonne-piece\" style=\"fill:var(--{seat})\"{lie}/>\
             <text class=\"carcassonne-number\" x=\"{x}\" y=\"5\">{number}</text></g>"
        )
    };
    piece("m", "", 0) + &piece("f", " transform=\"rotate(90)\"", -1)
}

/// The numbers of columns and of rows, each along a line through the first tile.
fn rulers() -> String {
    let column = |x: i32| format!("<text class=\"carcassonne-ruler\" x=\"{}\">{x}</text>", x * TILE);
    let row = |y: i32| format!("<text class=\"carcassonne-ruler\" y=\"{}\">{y}</text>", y * TILE + 4);
    let numbers = |number: &dyn Fn(i32) -> String| (-RULER..=RULER).map(number).collect::<String>();
    format!("<g id=\"carcassonne-columns\">{}</g><g id=\"carcassonne-rows\">{}</g>", numbers(&column), numbers(&row))
}
