//! What of the table a picture shows, and where its panel is. Tiles have coordinates that never change; the view grows
//! with the table in steps, and the panel above keeps its size on the screen.

use super::point::{Point, TILE};
use crate::ViewBox;
use crate::games::carcassonne::board::{Board, Cell};

/// The smallest number of columns, and of rows.
const COLUMNS: i32 = 13;
const ROWS: i32 = 7;
/// The room for rulers and around the table.
const MARGIN: i32 = 32;
/// The width of the panel, in its own pixels.
pub(super) const PANEL_WIDTH: i32 = COLUMNS * TILE + 2 * MARGIN;
/// The height of the panel.
pub(super) const PANEL_HEIGHT: i32 = 228;

/// The columns and rows that are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct View {
    /// The column in the middle.
    center: i32,
    columns: i32,
    top: i32,
    bottom: i32,
}

impl View {
    /// All cells where tiles lie or can lie next; even numbers, so that the view seldom moves.
    pub(super) fn of(board: &Board) -> View {
        let (mut low, mut high) = (Cell { x: i8::MAX, y: i8::MAX }, Cell { x: i8::MIN, y: i8::MIN });
        let open = board.open().iter().map(|open| open.cell);
        for cell in open.chain(board.placed().iter().map(|placed| placed.cell)) {
            low = Cell { x: low.x.min(cell.x), y: low.y.min(cell.y) };
            high = Cell { x: high.x.max(cell.x), y: high.y.max(cell.y) };
        }
        let [left, top, right, bottom] = [low.x, low.y, high.x, high.y].map(i32::from);
        let center = (left + right + 2).div_euclid(4) * 2;
        let columns = (2 * (right - center).max(center - left) + 1).max(COLUMNS);
        let top = top.div_euclid(2) * 2;
        View { center, columns, top, bottom: bottom.max(top + ROWS - 1) }
    }

    fn width(self) -> i32 {
        self.columns * TILE + 2 * MARGIN
    }

    pub(super) fn left(self) -> i32 {
        self.center * TILE - self.width() / 2
    }

    /// The upper edge of the row of cells that is highest.
    pub(super) fn rows_top(self) -> i32 {
        self.top * TILE - TILE / 2
    }

    fn panel_height(self) -> i32 {
        PANEL_HEIGHT * self.width() / PANEL_WIDTH
    }

    fn panel_top(self) -> i32 {
        self.rows_top() - MARGIN - self.panel_height()
    }

    /// What is shown.
    pub(super) fn view_box(self) -> ViewBox {
        let y = self.panel_top();
        let height = self.bottom * TILE + TILE / 2 + MARGIN - y;
        ViewBox { x: self.left(), y, width: self.width(), height }
    }

    /// Elements in the pixels of the panel, from its upper left corner.
    pub(super) fn on_panel(self, svg: &str) -> String {
        let scale = f64::from(self.width()) / f64::from(PANEL_WIDTH);
        let scale = if self.columns == COLUMNS { String::new() } else { format!("scale({scale:.3})") };
        format!("<g transform=\"translate({} {}){scale}\">{svg}</g>", self.left(), self.panel_top())
    }

    /// The numbers of columns and rows; paper hides those of which only a part would be seen, and those behind the
    /// panel.
    pub(super) fn rulers(self) -> String {
        let ViewBox { x: left, y: top, width, height } = self.view_box();
        let (rows_top, rows_bottom) = (self.rows_top(), top + height - MARGIN);
        let paper = |x: i32, y: i32, width: i32, height: i32| {
            format!("<rect class=\"paper\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>")
        };
        let columns = format!("<use href=\"#carcassonne-columns\" y=\"{}\"/>", rows_top - 6);
        let rows = format!("<use href=\"#carcassonne-rows\" x=\"{}\"/>", left + MARGIN / 2);
        // Wider than the margins, as the last pixel on the screen may belong to what is outside.
        let sides = [left - TILE, left + width - MARGIN].map(|x| paper(x, top, MARGIN + TILE, height)).concat();
        let behind_panel = paper(left, top, width, rows_top - 24 - top);
        columns + &sides + &rows + &behind_panel + &paper(left, rows_bottom, width, TILE)
    }
}

/// The middle of a cell.
pub(super) fn middle_of(cell: Cell) -> Point {
    Point { x: i32::from(cell.x) * TILE, y: i32::from(cell.y) * TILE }
}
