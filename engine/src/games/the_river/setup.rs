//! The position before the first chance event.

use crate::bag::Bag;
use crate::{PerPlayer, Seat};

use super::costs::Costs;
use super::limits::PLAYERS;
use super::slots::Display;
use super::state::{CleanUp, Phase, Rules, Stage};
use super::{ActionSpace, Player, RiverRules, TheRiver};

/// The position before the first chance event, for 2 to 4 players.
pub(super) fn new(rules: &'static RiverRules, players: usize) -> TheRiver {
    assert!((2..=PLAYERS).contains(&players), "The River is for 2 to 4 players, not {players}");
    let table = rules.table(players);
    let player = Player { boat: rules.on_boat, pioneers: rules.on_boat, open: table.open_each, ..Player::default() };
    TheRiver {
        rules: Rules { all: rules, table },
        tile_stack: rules.tile_pieces.full(),
        discarded_tiles: Bag::default(),
        building_stack: rules.building_pieces.full(),
        players: PerPlayer::from_fn(players, |_| player),
        supply: table.supply,
        tile_display: Display::default(),
        building_display: Display::default(),
        building_costs: Costs::default(),
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
