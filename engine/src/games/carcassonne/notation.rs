//! Moves as text, in the notation of `RULES.md`.

use crate::Seat;

use super::board::Cell;
use super::tiles::{Spot, TileIdx};
use super::{Carcassonne, Move};

impl Carcassonne {
    pub(super) fn write_move(&self, mv: Move) -> String {
        match mv {
            Move::DealStart(seat) => format!("deal:{seat}"),
            Move::DealTile(tile) => format!("deal:{}", self.rules.0.tile(tile).id),
            Move::Tile(Cell { x, y }, turns) => format!("tile:{x}:{y}:{turns}"),
            Move::Meeple(spot) => format!("meeple:{spot}"),
            Move::None => "none".to_owned(),
        }
    }

    pub(super) fn read_move(&self, text: &str) -> Option<Move> {
        let parts: Vec<&str> = text.split(':').collect();
        let mv = match parts[..] {
            ["none"] => Move::None,
            ["deal", what] => match what.parse::<Seat>() {
                Ok(seat) if seat.index() < self.players.players() => Move::DealStart(seat),
                _ => Move::DealTile(self.rules.0.tile_named(what)?),
            },
            ["tile", x, y, turns] => {
                let cell = Cell { x: x.parse().ok()?, y: y.parse().ok()? };
                Move::Tile(cell, turns.parse().ok().filter(|&turns| turns < 4 && cell.is_in_reach())?)
            }
            ["meeple", ..] => {
                let spot = text.strip_prefix("meeple:")?;
                Move::Meeple(Spot::all().find(|other| other.to_string() == spot)?)
            }
            _ => return None,
        };
        // One spelling for each move: no signs, no leading zeros.
        (self.write_move(mv) == text).then_some(mv)
    }

    /// Tiles on all cells of the table and two beyond are named, whatever lies where; farther ones are too many.
    pub(super) fn list_all_moves(&self) -> Vec<Move> {
        let mut all = vec![Move::None];
        all.extend(Seat::all(self.players.players()).map(Move::DealStart));
        all.extend((0..self.rules.0.tiles.len()).map(|idx| Move::DealTile(TileIdx(idx as u8))));
        all.extend(Spot::all().map(Move::Meeple));
        let around = |coordinate: fn(Cell) -> i8| {
            let all = self.board.placed().iter().map(|placed| coordinate(placed.cell));
            all.clone().min().unwrap_or(0) - 2..=all.max().unwrap_or(0) + 2
        };
        let rows = around(|cell| cell.y);
        let cells = around(|cell| cell.x).flat_map(|x| rows.clone().map(move |y| Cell { x, y }));
        all.extend(cells.flat_map(|cell| (0..4).map(move |turns| Move::Tile(cell, turns))));
        all
    }
}
