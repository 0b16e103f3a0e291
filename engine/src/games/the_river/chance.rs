//! Chance events: player colors, the start player, tiles and buildings, and what the game does with them.

use rand::{Rng, RngExt};

use crate::Seat;

use super::play::play_unchecked;
use super::state::{Phase, Stage};
use super::{BuildingId, Color, Move, TheRiver, TileKind};

/// A move of chance, drawn with its probability.
#[inline]
pub(super) fn draw(state: &TheRiver, rng: &mut impl Rng) -> Move {
    let rules = state.rules.all;
    match state.phase {
        Phase::DealTiles | Phase::DealDraft => Move::DealTile(TileKind(rules.tile_pieces.draw(&state.tile_stack, rng))),
        Phase::DealBuildings => Move::DealBuilding(BuildingId(rules.building_pieces.draw(&state.building_stack, rng))),
        Phase::DealColors => {
            let taken = state.current.index();
            let nth = rng.random_range(0..(Color::ALL.len() - taken) as u32) as usize;
            let mut free = Color::ALL.into_iter().filter(|&color| state.color_is_free(color));
            Move::DealColor(free.nth(nth).expect("there are more colors than players"))
        }
        Phase::DealStart => Move::DealStart(Seat::draw(state.players.players(), rng)),
        _ => panic!("chance is not to act"),
    }
}

/// Plays moves of chance until it is not to act; returns how many.
#[inline]
pub(super) fn play(state: &mut TheRiver, rng: &mut impl Rng) -> u64 {
    let rules = state.rules.all;
    let mut played = 0;
    loop {
        match state.phase {
            Phase::DealTiles => state.deal_tile(TileKind(rules.tile_pieces.draw(&state.tile_stack, rng))),
            Phase::DealBuildings => {
                state.deal_building(BuildingId(rules.building_pieces.draw(&state.building_stack, rng)));
            }
            Phase::DealColors | Phase::DealStart | Phase::DealDraft => {
                let mv = draw(state, rng);
                play_unchecked(state, mv);
            }
            Phase::Draft | Phase::Place | Phase::Return | Phase::Swap | Phase::Over => return played,
        }
        played += 1;
    }
}

impl TheRiver {
    pub(super) fn deal_color(&mut self, color: Color) {
        self.players[self.current].color = color;
        for printed in self.rules.all.printed[color as usize] {
            let symbols = &mut self.players[self.current].symbols;
            *symbols = symbols.with(printed);
        }
        self.current = self.current.left(self.players.players());
        if self.current == Seat::FIRST {
            self.phase = Phase::DealStart;
        }
    }

    pub(super) fn deal_start(&mut self, seat: Seat) {
        self.first_player = seat;
        self.start_figure = seat;
        self.current = seat.right(self.players.players());
        self.phase = Phase::DealDraft;
    }

    #[inline]
    pub(super) fn deal_tile(&mut self, kind: TileKind) {
        let there = self.rules.all.tile_pieces.take(&mut self.tile_stack, kind.0);
        debug_assert!(there);
        self.tile_display.put(kind);
        if self.phase == Phase::DealDraft {
            if self.tile_display.lowest_empty().0 == self.rules.table.draft_slots {
                self.deal_buildings();
            }
        } else {
            self.deal_tiles();
        }
    }

    #[inline]
    pub(super) fn deal_building(&mut self, id: BuildingId) {
        let there = self.rules.all.building_pieces.take(&mut self.building_stack, id.0);
        debug_assert!(there);
        let slot = self.building_display.put(id);
        self.building_costs.set(slot, self.rules.all.cost(id));
        self.deal_buildings();
    }

    /// Goes on to deal the tile display, or to the buildings when it is full or no tile is left.
    #[inline]
    pub(super) fn deal_tiles(&mut self) {
        self.phase = Phase::DealTiles;
        if self.tile_display.lowest_empty().0 == self.rules.table.tile_slots {
            return self.deal_buildings();
        }
        if self.tile_stack.is_empty() {
            std::mem::swap(&mut self.tile_stack, &mut self.discarded_tiles);
            if self.tile_stack.is_empty() {
                self.deal_buildings();
            }
        }
    }

    /// Goes on to fill the building display, or to the players when it is full or no building is left.
    #[inline]
    fn deal_buildings(&mut self) {
        self.phase = Phase::DealBuildings;
        let full = self.building_display.lowest_empty().0 == self.rules.table.building_slots;
        if !full && !self.building_stack.is_empty() {
            return;
        }
        match self.stage {
            Stage::Draft => self.phase = Phase::Draft,
            Stage::Round | Stage::CleanUp => self.begin_round(),
        }
    }
}
