//! Set-up and chance: colors, start player, tiles and buildings.

use rand::{Rng, RngExt};

use crate::bag::Bag;
use crate::{PerPlayer, Seat};

use super::play::CleanUp;
use super::state::{PLAYERS, Phase, Player, Rules, Stage};
use super::{ActionSpace, BuildingId, Color, Move, RiverRules, TheRiver, TileKind};

impl TheRiver {
    pub(super) fn set_up(rules: &'static RiverRules, players: usize) -> TheRiver {
        assert!((2..=PLAYERS).contains(&players), "The River is for 2 to 4 players, not {players}");
        let table = rules.table(players);
        let player =
            Player { boat: rules.on_boat, pioneers: rules.on_boat, open: table.open_each, ..Player::default() };
        TheRiver {
            rules: Rules { all: rules, table },
            tile_stack: rules.tile_pieces.full(),
            discarded_tiles: Bag::default(),
            building_stack: rules.building_pieces.full(),
            players: PerPlayer::from_fn(players, |_| player),
            supply: table.supply,
            tile_display: super::state::Display::default(),
            building_display: super::state::Display::default(),
            pioneers_on: [0; ActionSpace::COUNT],
            open: table.open_any,
            first_bonus: table.first_pioneer_bonus,
            tokens_taken: 0,
            round: 0,
            end_triggered: false,
            first_player: Seat::FIRST,
            start_figure: Seat::FIRST,
            current: Seat::FIRST,
            phase: Phase::DealColors,
            stage: Stage::Draft,
            due: None,
            clean_up: CleanUp::default(),
        }
    }

    /// Colors of seats before the one to be dealt to; `current` is that seat.
    fn color_is_free(&self, color: Color) -> bool {
        self.players.as_slice()[..self.current.index()].iter().all(|player| player.color != color)
    }

    pub(super) fn list_deals(&self, outcomes: &mut Vec<(Move, u32)>) {
        outcomes.clear();
        let rules = self.rules.all;
        match self.phase {
            Phase::DealColors => {
                let free = Color::ALL.into_iter().filter(|&color| self.color_is_free(color));
                outcomes.extend(free.map(|color| (Move::DealColor(color), 1)));
            }
            Phase::DealStart => {
                outcomes.extend(Seat::all(self.players.players()).map(|seat| (Move::DealStart(seat), 1)));
            }
            Phase::DealDraft | Phase::DealTiles => {
                let counts = rules.tile_pieces.counts(&self.tile_stack);
                outcomes.extend(counts.map(|(kind, count)| (Move::DealTile(TileKind(kind)), count)));
            }
            Phase::DealBuildings => {
                let counts = rules.building_pieces.counts(&self.building_stack);
                outcomes.extend(counts.map(|(id, count)| (Move::DealBuilding(BuildingId(id)), count)));
            }
            _ => {}
        }
    }

    #[inline]
    pub(super) fn draw_deal(&self, rng: &mut impl Rng) -> Move {
        let rules = self.rules.all;
        match self.phase {
            Phase::DealTiles | Phase::DealDraft => {
                Move::DealTile(TileKind(rules.tile_pieces.draw(&self.tile_stack, rng)))
            }
            Phase::DealBuildings => {
                Move::DealBuilding(BuildingId(rules.building_pieces.draw(&self.building_stack, rng)))
            }
            Phase::DealColors => {
                let taken = self.current.index();
                let nth = rng.random_range(0..(Color::ALL.len() - taken) as u32) as usize;
                let mut free = Color::ALL.into_iter().filter(|&color| self.color_is_free(color));
                Move::DealColor(free.nth(nth).expect("there are more colors than players"))
            }
            Phase::DealStart => Move::DealStart(Seat::draw(self.players.players(), rng)),
            _ => panic!("nothing is dealt now"),
        }
    }

    pub(super) fn deal_is_legal(&self, mv: Move) -> bool {
        let rules = self.rules.all;
        match (self.phase, mv) {
            (Phase::DealColors, Move::DealColor(color)) => self.color_is_free(color),
            (Phase::DealStart, Move::DealStart(seat)) => seat.index() < self.players.players(),
            (Phase::DealDraft | Phase::DealTiles, Move::DealTile(kind)) => {
                kind.index() < rules.tiles.len() && rules.tile_pieces.count(&self.tile_stack, kind.0) > 0
            }
            (Phase::DealBuildings, Move::DealBuilding(id)) => {
                id.index() < rules.buildings.len() && rules.building_pieces.count(&self.building_stack, id.0) > 0
            }
            _ => false,
        }
    }

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
        self.building_display.put(id);
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
