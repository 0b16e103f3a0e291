//! The action index of Carcassonne: 18 numbers for meeples, then four for each cell of the table, one for each
//! direction of the tile.
//!
//! Cells are counted by rings around the first tile: those of the ring `r` are `r` steps away, `|x| + |y| = r`, and go
//! clockwise from the north. Tiles touch, so none of `d` drawn ones lies farther than `d` steps away, and games with
//! more tiles need more rings only: the numbers of a smaller variant begin those of a larger one.
//!
//! ```text
//! rivers   tiles drawn   cells 2d(d + 1) + 1   numbers
//! none     71            10225                 40918
//! 1, 2     82            13613                 54470
//! both     92            17113                 68470
//! ```
//!
//! Learners that look at a square window of the table count its cells by rows: [`Carcassonne::windowed_action_index`].

use crate::{Actions, ActionsError, Game};

use super::board::Cell;
use super::limits::MAX_TILES;
use super::moves::Move;
use super::notation;
use super::rivers::RiversInPlay;
use super::rules::CarcassonneRules;
use super::state::Carcassonne;
use super::tiles::Spot;

/// The numbers for meeples: none, and one for each spot.
const MEEPLES: usize = 1 + Spot::COUNT as usize;
/// The directions of a tile.
const DIRECTIONS: usize = 4;
/// The number of drawn tiles of the largest variant.
const MAX_DRAWS: usize = 92;

// Coordinates are bytes, and the largest variant fits on the table.
const _: () = assert!(MEEPLES == 18 && MAX_DRAWS < MAX_TILES && MAX_DRAWS <= i8::MAX as usize);
const _: () = assert!(numbers_within(71) == 40_918 && numbers_within(82) == 54_470 && numbers_within(92) == 68_470);

/// The number of tiles that are drawn of the printed tiles of a variant.
fn printed_draws(rivers: RiversInPlay) -> usize {
    match rivers {
        RiversInPlay::None => 71,
        RiversInPlay::One | RiversInPlay::Two => 82,
        RiversInPlay::Both => MAX_DRAWS,
    }
}

/// The number of cells nearer to the first tile than a ring: its own, and `4s` of each ring `s` between.
const fn cells_inside(ring: usize) -> usize {
    if ring == 0 { 0 } else { 2 * ring * (ring - 1) + 1 }
}

/// How many numbers there are where no tile lies farther away than so many steps.
const fn numbers_within(steps: usize) -> usize {
    MEEPLES + DIRECTIONS * cells_inside(steps + 1)
}

/// The place of a cell among all, by rings.
#[inline]
fn cell_place(cell: Cell) -> usize {
    let [x, y] = [cell.x, cell.y].map(isize::from);
    let ring = x.unsigned_abs() + y.unsigned_abs();
    // Each quarter of a ring goes from one of its four corners to the next.
    let (quarter, step) = match () {
        () if x >= 0 && y < 0 => (0, x),
        () if x > 0 => (1, y),
        () if y > 0 => (2, -x),
        () => (3, -y),
    };
    cells_inside(ring) + quarter * ring + step.unsigned_abs()
}

/// The cell at a place, at most [`MAX_DRAWS`] rings away.
#[inline]
fn cell_at(place: usize) -> Cell {
    let Some(before) = place.checked_sub(1) else { return Cell::default() };
    let ring = usize::midpoint(1, (2 * before + 1).isqrt());
    let in_ring = place - cells_inside(ring);
    let (near, far) = ((in_ring % ring) as i8, (ring - in_ring % ring) as i8);
    match in_ring / ring {
        0 => Cell { x: near, y: -far },
        1 => Cell { x: far, y: near },
        2 => Cell { x: -near, y: far },
        _ => Cell { x: -far, y: -near },
    }
}

/// The number of a move, where cells are counted by `place`.
#[inline]
fn number_of(mv: Move, place: impl FnOnce(Cell) -> Option<usize>) -> Option<usize> {
    match mv {
        Move::None => Some(0),
        Move::Meeple(spot) => Some(1 + spot.index()),
        Move::Tile(cell, turns) => Some(MEEPLES + DIRECTIONS * place(cell)? + usize::from(turns)),
        Move::DealStart(_) | Move::DealTile(_) => None,
    }
}

/// The move of a number, where cells are counted by the inverse of `cell`.
#[inline]
fn move_of(index: usize, cell: impl FnOnce(usize) -> Option<Cell>) -> Option<Move> {
    match index.checked_sub(MEEPLES) {
        Some(laying) => Some(Move::Tile(cell(laying / DIRECTIONS)?, (laying % DIRECTIONS) as u8)),
        None => index.checked_sub(1).map_or(Some(Move::None), |spot| Spot::at(spot).map(Move::Meeple)),
    }
}

impl Actions for Carcassonne {
    fn n_actions(rules: &CarcassonneRules) -> usize {
        numbers_within(printed_draws(rules.rivers))
    }

    fn check_actions(rules: &CarcassonneRules) -> Result<(), ActionsError> {
        let (draws, most) = (rules.draws() as usize, printed_draws(rules.rivers));
        if draws <= most {
            return Ok(());
        }
        let message =
            format!("{draws} tiles are drawn: the table of rivers = {} reaches {most} cells far", rules.rivers);
        Err(ActionsError { game: Self::NAME, key: "tile".to_owned(), message })
    }

    #[inline]
    fn action_index(&self, mv: Move) -> usize {
        number_of(mv, |cell| Some(cell_place(cell))).unwrap_or_else(|| panic!("{mv:?} is a move of chance"))
    }

    #[inline]
    fn action_at(&self, index: usize) -> Option<Move> {
        let is_number = index < Self::n_actions(self.rules.0);
        if is_number { move_of(index, |place| Some(cell_at(place))) } else { None }
    }

    fn action_name(rules: &CarcassonneRules, index: usize) -> String {
        assert!(index < Self::n_actions(rules), "{} has no action {index} with rivers = {}", Self::TITLE, rules.rivers);
        let mv = move_of(index, |place| Some(cell_at(place))).expect("a number of the table");
        notation::move_text(rules, mv)
    }
}

impl Carcassonne {
    /// How many numbers there are in a window: as for meeples in the [action index](Actions), then four for each cell
    /// with `|x|` and `|y|` at most `window`, by rows from the north-west.
    ///
    /// # Examples
    /// ```
    /// use riverlab_engine::games::carcassonne::Carcassonne;
    ///
    /// assert_eq!(Carcassonne::n_windowed_actions(20), 41 * 41 * 4 + 18);
    /// ```
    pub fn n_windowed_actions(window: u8) -> usize {
        let side = side(window);
        MEEPLES + DIRECTIONS * side * side
    }

    /// The number of a player's move in a window. None for a tile on a cell outside: who uses windows stops there, and
    /// hides no move. None for moves of chance, too.
    ///
    /// # Examples
    /// ```
    /// use riverlab_engine::games::carcassonne::{Carcassonne, Cell, Move};
    ///
    /// let tile = |x, y| Carcassonne::windowed_action_index(Move::Tile(Cell { x, y }, 3), 20);
    /// assert_eq!(tile(-20, -20), Some(18 + 3));
    /// assert_eq!(tile(20, 20), Some(6742 - 1));
    /// assert_eq!(tile(21, 0), None);
    /// ```
    #[inline]
    pub fn windowed_action_index(mv: Move, window: u8) -> Option<usize> {
        let along = |coordinate: i8| {
            let from_edge = i16::from(coordinate) + i16::from(window);
            usize::try_from(from_edge).ok().filter(|&place| place < side(window))
        };
        number_of(mv, |cell| Some(along(cell.y)? * side(window) + along(cell.x)?))
    }

    /// The move of a number in a window, legal or not; none for numbers beyond it and for cells where no tile can lie.
    ///
    /// # Examples
    /// ```
    /// use riverlab_engine::games::carcassonne::{Carcassonne, Cell, Move};
    ///
    /// assert_eq!(Carcassonne::windowed_action_at(0, 20), Some(Move::None));
    /// assert_eq!(Carcassonne::windowed_action_at(18, 20), Some(Move::Tile(Cell { x: -20, y: -20 }, 0)));
    /// assert_eq!(Carcassonne::windowed_action_at(6742, 20), None);
    /// ```
    #[inline]
    pub fn windowed_action_at(index: usize, window: u8) -> Option<Move> {
        let along = |place: usize| i8::try_from(place as i64 - i64::from(window)).ok();
        let cell = |place: usize| Some(Cell { x: along(place % side(window))?, y: along(place / side(window))? });
        if index < Self::n_windowed_actions(window) { move_of(index, cell) } else { None }
    }
}

/// The cells along a side of a window.
#[inline]
fn side(window: u8) -> usize {
    2 * usize::from(window) + 1
}
