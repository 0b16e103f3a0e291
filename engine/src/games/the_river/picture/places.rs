//! The spaces of the rivers: what is printed there, the tiles that cover them, and the pioneers that settle.

use crate::Seat;
use crate::svg::Sketch;

use super::super::state::Phase;
use super::super::{Player, RiverSpace, Symbols, TheRiver, Tile};
use super::layout::{board, space};
use super::tiles::{TILE_WIDTH, draw_tile, symbol_counts, tile_words};

/// A space of a player's river.
pub(super) struct Place<'a> {
    pub(super) state: &'a TheRiver,
    pub(super) seat: Seat,
    pub(super) space: RiverSpace,
}

impl Place<'_> {
    /// Its tile or what is printed there, and its frame if it has one.
    pub(super) fn svg(&self) -> String {
        let corner = space(self.state.rules.all, self.space);
        let mut sketch = Sketch::titled(board(self.seat), &self.words());
        match self.tile() {
            Some(tile) => draw_tile(&mut sketch, tile, corner.0, corner.1),
            None => self.draw_printed(&mut sketch, corner),
        }
        if self.is_framed() {
            self.draw_frame(&mut sketch, corner);
        }
        sketch.svg()
    }

    fn player(&self) -> &Player {
        self.state.player(self.seat)
    }

    fn tile(&self) -> Option<&'static Tile> {
        self.player().tiles().get(self.space.index()).map(|&kind| self.state.tile(kind))
    }

    fn is_framed(&self) -> bool {
        self.state.rules.all.framed[self.space.index()]
    }

    /// What is printed, once it is known which board the player has.
    fn printed(&self) -> Symbols {
        let printed = self.state.rules.all.printed[self.player().color as usize][self.space.index()];
        if self.state.color_is_dealt(self.seat) { printed } else { Symbols::default() }
    }

    fn words(&self) -> String {
        let printed = symbol_counts(self.printed());
        let symbol = printed.iter().find(|(_, count)| *count > 0);
        let there = match (self.tile(), symbol) {
            (Some(tile), _) => tile_words(tile),
            (None, Some((symbol, _))) => format!("{symbol} printed"),
            (None, None) => "empty".to_owned(),
        };
        format!("space {}{}: {there}", self.space, if self.is_framed() { ", framed" } else { "" })
    }

    fn draw_printed(&self, sketch: &mut Sketch, (x, y): (i32, i32)) {
        sketch.stamp("river-water", x, y).text("small", x + 6, y + 15, &self.space.to_string());
        for (symbol, _) in symbol_counts(self.printed()).iter().filter(|(_, count)| *count > 0) {
            sketch.stamp(&format!("river-{symbol}"), x + 25, y + 22);
        }
    }

    /// The frame, and on a covered space the pioneer that settled, or the free place of the one that will.
    fn draw_frame(&self, sketch: &mut Sketch, (x, y): (i32, i32)) {
        sketch.stamp("river-frame", x, y);
        if self.tile().is_some() {
            let pioneer =
                if self.settles_later() { "river-settles".to_owned() } else { format!("river-{}", self.seat) };
            sketch.stamp(&pioneer, x + TILE_WIDTH - 2, y + 2);
        }
    }

    /// Whether a framed space was covered in this round, so that its pioneer settles in the clean-up.
    fn settles_later(&self) -> bool {
        let after = self.space.index() + 1..self.player().tiles().len();
        let covered_later = after.filter(|&idx| self.state.rules.all.framed[idx]).count();
        covered_later < usize::from(self.player().settling)
    }
}

impl TheRiver {
    /// Whether the color of this seat is known already.
    pub(super) fn color_is_dealt(&self, seat: Seat) -> bool {
        self.phase != Phase::DealColors || seat < self.current
    }
}

#[cfg(test)]
#[path = "places_tests.rs"]
mod tests;
