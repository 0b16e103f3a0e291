//! The position before the first chance event.

use crate::data::RulesRef;
use crate::{PerPlayer, Seat};

use super::limits::{PLANKS, PLAYERS, SUPPORTS};
use super::pieces::{Place, PlankIdx, Planks, SupportSet};
use super::rules::DragonRules;
use super::spans::{NO_SPAN, SpanSet};
use super::state::{Phase, Player, RiverDragons};

pub(super) fn new(rules: &'static DragonRules, players: usize) -> RiverDragons {
    assert!((2..=PLAYERS).contains(&players), "River Dragons is for 2 to 6 players, not {players}");
    let player = |seat: Seat| {
        let color = rules.colors_of(players)[seat.index()];
        let reserve = Planks(Planks::OF_ONE_COLOR << PlankIdx::of(color, 0).0);
        Player { color, pawn: Place::village(color), reserve, ..Player::default() }
    };
    RiverDragons {
        rules: RulesRef(rules),
        stones: 0,
        spans: [NO_SPAN; PLANKS],
        planks_at: [Planks::default(); SUPPORTS],
        on_board: Planks::default(),
        bridged: SpanSet::default(),
        full: SupportSet::default(),
        players: PerPlayer::from_fn(players, player),
        first_player: Seat::FIRST,
        start: Seat::FIRST,
        current: Seat::FIRST,
        phase: Phase::DealStart,
        round: 0,
        position: 0,
        left: 0,
    }
}
