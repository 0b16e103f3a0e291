//! Moves as text, in the notation of `RULES.md`.

use crate::Seat;

use super::board::{Cell, TILES};
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

    /// Every tile that could be laid somewhere, whatever lies where.
    pub(super) fn list_all_moves(&self) -> Vec<Move> {
        let mut all = vec![Move::None];
        all.extend(Seat::all(self.players.players()).map(Move::DealStart));
        all.extend((0..self.rules.0.tiles.len()).map(|idx| Move::DealTile(TileIdx(idx as u8))));
        all.extend(Spot::all().map(Move::Meeple));
        let reach = TILES as i8;
        let cells = (-reach..=reach).flat_map(|x| (-reach..=reach).map(move |y| Cell { x, y }));
        let cells = cells.filter(|cell| cell.is_in_reach());
        all.extend(cells.flat_map(|cell| (0..4).map(move |turns| Move::Tile(cell, turns))));
        all
    }
}
