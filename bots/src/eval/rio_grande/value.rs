//! The hand-made value of a position, and what moves make of it: in whole numbers of points and bridges, which a move
//! changes in one river only.

use riverlab_engine::games::rio_grande::{BridgeSums, Card, CardKind, Move, RioGrande, RiverIdx};
use riverlab_engine::{Game, PerPlayer, Seat};

use super::table::MAX_RIVERS;
use crate::eval::VALUE_CLASSES;

/// A number for each seat, as in [`BridgeSums`].
type BySeat = [u16; 8];

/// What the value of a position is made of.
#[derive(Clone, Copy)]
struct Parts {
    players: usize,
    /// The share of the game that is left.
    left: f64,
    /// Points so far.
    points: BySeat,
    /// Bridges that are not on the table.
    home: BySeat,
    /// Those that are.
    laid: BridgeSums,
}

impl Parts {
    #[inline]
    fn of(state: &RioGrande) -> Parts {
        let (mut points, mut home) = (BySeat::default(), BySeat::default());
        for seat in Seat::all(state.n_players()) {
            let player = state.player(seat);
            points[seat.index()] = player.points();
            home[seat.index()] = u16::from(player.bridges());
        }
        let left =
            if state.turns_left().is_some() { 0.0 } else { f64::from(state.stack_len()) / state.stack_at_start() };
        Parts { players: state.n_players(), left, points, home, laid: state.rivers().all_sums() }
    }

    #[inline]
    fn values(&self) -> PerPlayer<f64> {
        PerPlayer::from_fn(self.players, |seat| {
            let of = |numbers: &BySeat| f64::from(numbers[seat.index()]);
            of(&self.points)
                + 0.7 * self.left * of(&self.home).min(2.0)
                + (0.5 + 0.4 * self.left) * of(&self.laid.points)
                + 1.5 * self.left * of(&self.laid.count)
        })
    }

    /// A card is laid at the end of a river.
    fn lay(&mut self, state: &RioGrande, card: Card, river: RiverIdx) {
        let mut sums = *state.rivers().sums(river);
        self.laid.subtract(&sums);
        sums.grow(state.rivers().worth(card));
        if card.kind() == CardKind::Mouth {
            self.points.iter_mut().zip(sums.points).for_each(|(points, more)| *points += more);
            self.go_home(&sums);
        } else {
            self.laid.add(&sums);
        }
    }

    /// All cards upstream of a sandbank leave the game, and all cards if it lies on the last one.
    fn dry(&mut self, state: &RioGrande, river: RiverIdx, place: usize) {
        let len = state.rivers().len(river);
        let gone = state.rivers().sums_upstream(river, if place + 1 == len { len } else { place });
        self.laid.subtract(&gone);
        self.go_home(&gone);
    }

    #[inline]
    fn go_home(&mut self, bridges: &BridgeSums) {
        self.home.iter_mut().zip(bridges.count).for_each(|(home, more)| *home += more);
    }

    /// The player to act builds a bridge.
    fn build(&mut self, state: &RioGrande, river: RiverIdx, place: usize) {
        let seat = state.next_to_act();
        self.home[seat.index()] -= 1;
        self.laid.build(seat, state.rivers().points_at(river, place));
    }

    /// The bridges on two cards are swapped.
    fn swap(&mut self, state: &RioGrande, river: RiverIdx, places: [usize; 2]) {
        let cards = state.rivers().cards(river);
        if let [Some(one), Some(other)] = places.map(|place| cards[place].bridge()) {
            self.laid.swap([one, other], places.map(|place| state.rivers().points_at(river, place)));
        }
    }
}

/// The value of a position that is not over.
#[inline]
pub(super) fn values(state: &RioGrande) -> PerPlayer<f64> {
    Parts::of(state).values()
}

/// A position whose moves are valued without making them.
pub(super) struct Unmade<'a> {
    state: &'a RioGrande,
    now: Parts,
}

impl<'a> Unmade<'a> {
    #[inline]
    pub(super) fn of(state: &'a RioGrande) -> Unmade<'a> {
        Unmade { state, now: Parts::of(state) }
    }

    /// The values after a move of the player to act; `None` where it ends the game.
    pub(super) fn after(&self, mv: Move) -> Option<PerPlayer<f64>> {
        let state = self.state;
        if is_last_turn(state) && (mv == Move::End || state.actions_left() == 1) {
            return None;
        }
        let mut parts = self.now;
        match mv {
            Move::Lay(card, river) => parts.lay(state, card, river),
            Move::Bend(card, river, first, second) => {
                parts.lay(state, card, river);
                parts.swap(state, river, [first.into(), second.into()]);
            }
            Move::Sandbank(_, river, place) => parts.dry(state, river, place.into()),
            Move::Bridge(river, place) => parts.build(state, river, place.into()),
            Move::End if state.end_begins_last_round() => parts.left = 0.0,
            Move::Source(_) | Move::Discard(_) | Move::End => {}
            Move::DealStart(_) | Move::DealCard(_) => return None,
        }
        Some(parts.values())
    }
}

/// Whether the game is over at the end of this turn.
#[inline]
fn is_last_turn(state: &RioGrande) -> bool {
    state.turns_left() == Some(1)
}

/// The class of moves that change no value.
const UNCHANGED: usize = 0;
const _: () = assert!(UNCHANGED + 3 * MAX_RIVERS < VALUE_CLASSES);

/// A number that moves after which all values are equal have in common, if that is known of a move.
#[inline]
pub(super) fn value_class(state: &RioGrande, mv: Move) -> Option<usize> {
    if is_last_turn(state) {
        return None;
    }
    let is_bare = |river| state.rivers().bridges(river) == 0;
    match mv {
        Move::Source(_) | Move::Discard(_) => Some(UNCHANGED),
        Move::Lay(_, river) | Move::Sandbank(_, river, _) if is_bare(river) => Some(UNCHANGED),
        Move::Lay(card, river) => {
            let sort = match card.kind() {
                CardKind::Mouth => 1,
                CardKind::Lake => 2,
                CardKind::River | CardKind::Bend | CardKind::Sandbank => 3,
            };
            Some(UNCHANGED + sort + 3 * river.index())
        }
        Move::End if !state.end_begins_last_round() => Some(UNCHANGED),
        _ => None,
    }
}
