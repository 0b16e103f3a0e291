//! What moves do.

use super::board::Placed;
use super::features::SegmentIdx;
use super::state::Phase;
use super::tiles::{ACROSS, FeatureKind, Side, Spot, TileIdx, Turned};
use super::{Carcassonne, Cell, Move};

impl Carcassonne {
    #[inline]
    pub(super) fn make(&mut self, mv: Move) {
        match mv {
            Move::DealStart(seat) => self.deal_start(seat),
            Move::DealTile(tile) => self.deal_tile(tile),
            Move::Tile(cell, turns) => {
                let tile = self.drawn;
                self.players[self.current].laid.0[tile.index()] += 1;
                self.lay(cell, tile, turns);
                self.phase = Phase::Claim;
                let may_claim = self.players[self.current].supply() > 0
                    && !self.rules.0.tile(tile).has_volcano
                    && self.free_spots().next().is_some();
                if !may_claim {
                    self.end_turn();
                }
            }
            Move::Meeple(spot) => {
                self.claim(spot);
                self.end_turn();
            }
            Move::None => self.end_turn(),
        }
    }

    #[inline]
    pub(super) fn last_placed(&self) -> Placed {
        *self.board.placed().last().expect("the first tile lies")
    }

    /// How a tile on the table lies.
    #[inline]
    pub(super) fn turned_tile(&self, idx: usize) -> &'static Turned {
        let placed = self.board.placed()[idx];
        &self.rules.0.tile(placed.tile).turned[usize::from(placed.turns)]
    }

    /// Lays a tile and joins its segments with those beside it.
    #[inline]
    pub(super) fn lay(&mut self, cell: Cell, tile: TileIdx, turns: u8) {
        let rules = self.rules.0;
        let kind = rules.tile(tile);
        let turned = &kind.turned[usize::from(turns)];
        let first = self.features.len();
        let idx = self.board.placed().len() as u8;
        let here = self.board.lay(Placed { cell, tile, turns, first }, turned);
        kind.segments.iter().for_each(|&segment| self.features.add(idx, segment));
        let segment = |first: u16, number: usize| SegmentIdx(first + number as u16);
        for side in Side::ALL {
            let Some(neighbor) = here.neighbor(side) else { continue };
            let (theirs, back) = (self.turned_tile(neighbor), side.opposite());
            let their_first = self.board.placed()[neighbor].first;
            if let (Some(mine), Some(other)) = (turned.at_side(side), theirs.at_side(back)) {
                let kind = kind.segments[mine].kind;
                let root = self.features.join(kind, segment(first, mine), segment(their_first, other));
                self.features.feature_mut(root).open -= 2;
            }
            for half in [2 * side.index(), 2 * side.index() + 1] {
                if let (Some(mine), Some(other)) = (turned.at_half(half), theirs.at_half(ACROSS[half])) {
                    self.features.join(FeatureKind::Farm, segment(first, mine), segment(their_first, other));
                }
            }
        }
        self.count_around_monasteries(cell, idx);
    }

    /// The tile that was just laid there counts for the monasteries around, and those around for its own.
    #[inline]
    fn count_around_monasteries(&mut self, cell: Cell, idx: u8) {
        let rules = self.rules.0;
        let own = self.last_placed().monastery(rules);
        let mut around = 0;
        for placed in &self.board.placed()[..usize::from(idx)] {
            if placed.cell.is_near(cell) {
                around += 1;
                if let Some(monastery) = placed.monastery(rules) {
                    self.features.feature_mut(monastery).tiles += 1;
                }
            }
        }
        if let Some(own) = own {
            self.features.feature_mut(own).tiles += around;
        }
    }

    /// Puts a meeple of the current player on the tile that was laid last.
    fn claim(&mut self, spot: Spot) {
        let placed = self.last_placed();
        let turned = self.turned_tile(self.board.placed().len() - 1);
        let segments = self.rules.0.tile(placed.tile).segments.len();
        let segment = (0..segments).find(|&segment| turned.spot(segment) == spot).expect("the tile has the spot");
        let idx = SegmentIdx(placed.first + segment as u16);
        let root = self.features.root(idx);
        self.features.feature_mut(root).meeples[self.current.index()] += 1;
        let me = &mut self.players[self.current];
        me.claims[spot.kind() as usize] += 1;
        me.put(idx);
    }

    /// Scores, and goes on with the next turn: of the same player after a volcano lake.
    fn end_turn(&mut self) {
        self.score_turn();
        if self.stack_len() == 0 {
            return self.finish();
        }
        if !self.rules.0.tile(self.drawn).has_volcano {
            self.current = self.current.left(self.players.players());
        }
        self.begin_turn();
    }

    pub(super) fn begin_turn(&mut self) {
        self.phase = Phase::Deal;
        self.turn += 1;
    }

    /// The game is over: what is left on the table scores.
    pub(super) fn finish(&mut self) {
        self.score_rest();
        self.phase = Phase::Over;
    }
}
