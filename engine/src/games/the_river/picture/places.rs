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
mod tests {
    use super::*;
    use crate::games::the_river::{RiverRules, TileKind};
    use crate::{Game, GameRules};

    /// The space as it is drawn for `p1`, who has so many mountains, and of whom so many pioneers settle in this round.
    fn drawn(space: u8, tiles: u8, settling: u8) -> String {
        let rules = RiverRules::standard();
        let mut state = TheRiver::new(rules, 2);
        state.phase = Phase::Place;
        let player = &mut state.players[Seat::FIRST];
        (player.tiles, player.tile_count) = ([rules.tile_named("mountain-stone").expect("a tile"); 12], tiles);
        player.settling = settling;
        Place { state: &state, seat: Seat::FIRST, space: RiverSpace(space - 1) }.svg()
    }

    #[test]
    fn spaces_show_what_is_printed_until_they_are_covered() {
        assert!(drawn(2, 1, 0).contains("<title>space 2: barn printed</title>"));
        assert!(drawn(3, 1, 0).contains("<title>space 3, framed: wood printed</title>"));
        assert!(drawn(3, 1, 0).contains("#river-wood") && !drawn(3, 3, 0).contains("#river-wood"));
        assert!(drawn(3, 3, 0).contains("<title>space 3, framed: mountain-stone: mountain, 1 stone</title>"));
    }

    #[test]
    fn pioneers_stand_where_they_have_settled() {
        let pioneer = |space, tiles, settling| {
            let svg = drawn(space, tiles, settling);
            ["#river-p1", "#river-settles"].map(|id| svg.contains(id))
        };
        assert_eq!(pioneer(2, 6, 0), [false, false]);
        assert_eq!(pioneer(3, 2, 0), [false, false]);
        assert_eq!(pioneer(3, 6, 1), [true, false]);
        assert_eq!(pioneer(6, 6, 1), [false, true]);
        assert_eq!(pioneer(3, 6, 2), [false, true]);
    }

    #[test]
    fn boards_are_unknown_until_they_are_dealt() {
        let state = TheRiver::new(RiverRules::standard(), 2);
        let place = Place { state: &state, seat: Seat::FIRST, space: RiverSpace(1) };
        assert_eq!((place.printed(), place.words()), (Symbols::default(), "space 2: empty".to_owned()));
        assert_eq!(state.player(Seat::FIRST).tiles(), [TileKind(0); 0]);
    }
}
