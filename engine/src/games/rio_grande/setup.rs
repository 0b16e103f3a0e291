//! The position before the first chance event.

use crate::data::RulesRef;
use crate::{PerPlayer, Seat};

use super::limits::PLAYERS;
use super::river::Rivers;
use super::rules::RioRules;
use super::state::{Phase, Player, RioGrande};

pub(super) fn new(rules: &'static RioRules, players: usize) -> RioGrande {
    assert!((2..=PLAYERS).contains(&players), "Rio Grande is for 2 to 5 players, not {players}");
    let player = Player { bridges: rules.bridges, ..Player::default() };
    RioGrande {
        rules: RulesRef(rules),
        stack: rules.cards.full(),
        players: PerPlayer::from_fn(players, |_| player),
        rivers: Rivers::none(rules.lake),
        first_player: Seat::FIRST,
        current: Seat::FIRST,
        phase: Phase::DealStart,
        actions: 0,
        specials: 0,
        bridges: 0,
        empty_turns: 0,
        turns_left: 0,
        turn: 0,
    }
}
