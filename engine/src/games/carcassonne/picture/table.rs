//! The table: tiles and meeples at coordinates that never change.

use super::definitions::tile_id;
use super::point::Point;
use super::view::middle_of;
use super::{Drawing, cell_name};
use crate::games::carcassonne::board::{Cell, Placed};
use crate::games::carcassonne::features::SegmentIdx;
use crate::games::carcassonne::moves::Move;
use crate::games::carcassonne::tiles::FeatureKind;
use crate::picture::escaped;
use crate::{Game, Seat};

/// A use of the drawing of a tile.
pub(super) fn tile_svg(placed: Placed, at: Point, scale: &str) -> String {
    let id = tile_id(placed.tile);
    let turn = if placed.turns > 0 { format!("rotate({})", 90 * u32::from(placed.turns)) } else { String::new() };
    format!("<use href=\"#{id}\" transform=\"translate({at}){turn}{scale}\"/>")
}

impl Drawing<'_> {
    pub(super) fn add_table(&mut self) {
        self.picture.add("rulers", self.view.rulers());
        for &placed in self.state.board.placed() {
            self.picture.add(cell_name(placed.cell), self.laid_svg(placed));
        }
        for cell in self.cells_to_lay() {
            self.picture.add(cell_name(cell), free_svg(cell));
        }
        if self.state.board.placed().len() > 1 {
            let Point { x, y } = middle_of(self.state.last_placed().cell);
            self.picture.add("last", format!("<use href=\"#carcassonne-last\" x=\"{x}\" y=\"{y}\"/>"));
        }
        for seat in Seat::all(self.state.n_players()) {
            for &segment in self.state.players[seat].meeples() {
                self.add_meeple(seat, segment);
            }
        }
    }

    fn laid_svg(&self, placed: Placed) -> String {
        let (id, Cell { x, y }) = (escaped(&self.state.rules.0.tile(placed.tile).id), placed.cell);
        format!("<title>tile {id} on {x},{y}</title>{}", tile_svg(placed, middle_of(placed.cell), ""))
    }

    /// The cells where the viewer may lay the tile, each once.
    fn cells_to_lay(&self) -> Vec<Cell> {
        let cell = |mv: &Move| if let Move::Tile(cell, _) = *mv { Some(cell) } else { None };
        let mut cells: Vec<Cell> = self.legal.iter().filter_map(cell).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    fn add_meeple(&mut self, seat: Seat, segment: SegmentIdx) {
        let idx = self.state.features.tile_of(segment);
        let placed = self.state.board.placed()[idx];
        let Point { x, y } = self.anchor_on_table(placed, usize::from(segment.0 - placed.first));
        let kind = self.state.kind_of(segment);
        let symbol = if kind == FeatureKind::Farm { "f" } else { "m" };
        let (role, number, cell) = (kind.role(), seat.index() + 1, placed.cell);
        let svg =
            format!("<title>{role} of {seat}</title><use href=\"#carcassonne-{symbol}{number}\" x=\"{x}\" y=\"{y}\"/>");
        self.picture.add(format!("meeple-{},{}", cell.x, cell.y), svg);
    }

    /// Where a meeple stands on a segment of a tile.
    pub(super) fn anchor_on_table(&self, placed: Placed, segment: usize) -> Point {
        middle_of(placed.cell).plus(self.anchor(placed, segment))
    }

    /// The same from the middle of the tile.
    pub(super) fn anchor(&self, placed: Placed, segment: usize) -> Point {
        self.state.rules.0.drawings[placed.tile.index()].anchors[segment].turned(usize::from(placed.turns))
    }
}

fn free_svg(cell: Cell) -> String {
    let Point { x, y } = middle_of(cell);
    format!("<title>lay it on {},{}</title><use href=\"#carcassonne-free\" x=\"{x}\" y=\"{y}\"/>", cell.x, cell.y)
}
