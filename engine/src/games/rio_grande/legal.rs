//! What a player may do. What chance may do stands in `chance.rs`.

use crate::Seat;
use crate::bits::set_bits;

use super::cards::{Card, CardKind, Water};
use super::chance;
use super::limits::{MAX_CARDS, MAX_RIVERS};
use super::moves::Move;
use super::river::{Laid, RiverIdx};
use super::state::{Phase, RioGrande};

/// The order is fixed: the end of the turn, bridges by river, then what can be done with each card of the hand.
#[inline]
pub(super) fn legal_moves(state: &RioGrande, moves: &mut Vec<Move>) {
    moves.clear();
    if state.phase != Phase::Act {
        return;
    }
    moves.push(Move::End);
    if state.may_build() {
        state.list_bridges(moves);
    }
    let mut before = None;
    for &card in state.me().hand() {
        if before != Some(card) {
            state.list_of_card(card, moves);
        }
        before = Some(card);
    }
}

#[inline]
pub(super) fn is_legal(state: &RioGrande, mv: Move) -> bool {
    if state.phase != Phase::Act {
        return chance::is_possible(state, mv);
    }
    if mv.card().is_some_and(|card| !state.me().hand.contains(card)) {
        return false;
    }
    match mv {
        Move::End | Move::Discard(_) => true,
        Move::Source(card) => card.kind() == CardKind::River && state.may_begin_river(),
        Move::Lay(card, river) => state.may_lay(card, river),
        Move::Bend(card, river, first, second) => state.may_swap(card, river, [first, second]),
        Move::Sandbank(water, river, place) => state.may_dry(water, river, place),
        Move::Bridge(river, place) => state.may_build_at(river, place),
        Move::DealStart(_) | Move::DealCard(_) => false,
    }
}

/// Moves on a river are named for the cards that lie there and for one more; on all cards that a river may have they would
/// be too many.
pub(super) fn all_moves(state: &RioGrande) -> Vec<Move> {
    let rivers = || (0..MAX_RIVERS as u8).map(RiverIdx);
    let places = |river| 0..(state.rivers.len(river) + 1).min(MAX_CARDS) as u8;
    let swaps = |river| places(river).flat_map(|second| (0..second).map(move |first| (first, second)));
    let mut all = vec![Move::End];
    all.extend(Seat::all(state.players.players()).map(Move::DealStart));
    for card in Card::all() {
        all.extend([Move::DealCard(card), Move::Discard(card)]);
        if card.kind() == CardKind::River {
            all.push(Move::Source(card));
        }
        for river in rivers() {
            match card.kind() {
                CardKind::River | CardKind::Mouth | CardKind::Lake => all.push(Move::Lay(card, river)),
                CardKind::Bend => {
                    all.extend(swaps(river).map(|(first, second)| Move::Bend(card, river, first, second)));
                }
                CardKind::Sandbank => {
                    all.extend(places(river).map(|place| Move::Sandbank(card.water(), river, place)));
                }
            }
        }
    }
    all.extend(rivers().flat_map(|river| places(river).map(move |place| Move::Bridge(river, place))));
    all
}

/// The rivers of a set, by number.
#[inline]
fn rivers_of(set: u8) -> impl Iterator<Item = RiverIdx> {
    set_bits(set).map(RiverIdx)
}

impl RioGrande {
    #[inline]
    fn may_begin_river(&self) -> bool {
        (self.rivers.set().count_ones() as u8) < self.rules.0.rivers
    }

    #[inline]
    fn may_lay_special(&self) -> bool {
        self.specials < self.rules.0.specials
    }

    #[inline]
    fn may_build(&self) -> bool {
        self.bridges < self.rules.0.bridges_per_turn && self.me().bridges > 0
    }

    #[inline]
    fn list_of_card(&self, card: Card, moves: &mut Vec<Move>) {
        let rivers = self.rivers.continued_by(card);
        match card.kind() {
            CardKind::River => {
                if self.may_begin_river() {
                    moves.push(Move::Source(card));
                }
                moves.extend(rivers_of(rivers).map(|river| Move::Lay(card, river)));
            }
            CardKind::Mouth | CardKind::Lake if self.may_lay_special() => {
                moves.extend(rivers_of(rivers).map(|river| Move::Lay(card, river)));
            }
            CardKind::Bend if self.may_lay_special() => {
                rivers_of(rivers).for_each(|river| self.list_swaps(card, river, moves));
            }
            CardKind::Sandbank if self.may_lay_special() => self.list_drying(card.water(), moves),
            _ => {}
        }
        moves.push(Move::Discard(card));
    }

    #[inline]
    fn list_swaps(&self, card: Card, river: RiverIdx, moves: &mut Vec<Move>) {
        if self.rivers.bridges(river) < 2 {
            return;
        }
        let cards = self.rivers.cards(river);
        let with_bridge = |from: usize| (from..cards.len()).filter(|&place| cards[place].bridge().is_some());
        for first in with_bridge(0) {
            moves.extend(with_bridge(first + 1).map(|second| Move::Bend(card, river, first as u8, second as u8)));
        }
    }

    fn list_drying(&self, water: Water, moves: &mut Vec<Move>) {
        for river in rivers_of(self.rivers.set()) {
            for (place, laid) in (0..).zip(self.rivers.cards(river)) {
                if laid.is_free() && laid.card().water() == water {
                    moves.push(Move::Sandbank(water, river, place));
                }
            }
        }
    }

    #[inline]
    fn list_bridges(&self, moves: &mut Vec<Move>) {
        for river in rivers_of(self.rivers.set()) {
            let (len, fresh) = (self.rivers.len(river), self.rivers.fresh(river));
            for place in len - fresh..len {
                if self.rivers.cards(river)[place].is_free() {
                    moves.push(Move::Bridge(river, place as u8));
                }
            }
        }
    }

    /// Whether there is a river of this number, and the card continues it.
    fn continues(&self, card: Card, river: RiverIdx) -> bool {
        self.exists(river) && self.rivers.continued_by(card) >> river.0 & 1 == 1
    }

    fn exists(&self, river: RiverIdx) -> bool {
        river.index() < MAX_RIVERS && self.rivers.len(river) > 0
    }

    fn laid_at(&self, river: RiverIdx, place: u8) -> Option<Laid> {
        self.rivers.cards(river).get(usize::from(place)).copied()
    }

    fn may_lay(&self, card: Card, river: RiverIdx) -> bool {
        match card.kind() {
            CardKind::River => self.continues(card, river),
            CardKind::Mouth | CardKind::Lake => self.may_lay_special() && self.continues(card, river),
            CardKind::Bend | CardKind::Sandbank => false,
        }
    }

    fn may_swap(&self, card: Card, river: RiverIdx, [first, second]: [u8; 2]) -> bool {
        let has_bridge = |place| self.laid_at(river, place).is_some_and(|laid| laid.bridge().is_some());
        card.kind() == CardKind::Bend
            && self.may_lay_special()
            && self.continues(card, river)
            && first < second
            && has_bridge(first)
            && has_bridge(second)
    }

    fn may_dry(&self, water: Water, river: RiverIdx, place: u8) -> bool {
        let fits = |laid: Laid| laid.is_free() && laid.card().water() == water;
        self.may_lay_special() && self.exists(river) && self.laid_at(river, place).is_some_and(fits)
    }

    fn may_build_at(&self, river: RiverIdx, place: u8) -> bool {
        let is_fresh = |river| usize::from(place) >= self.rivers.len(river) - self.rivers.fresh(river);
        self.may_build()
            && self.exists(river)
            && is_fresh(river)
            && self.laid_at(river, place).is_some_and(Laid::is_free)
    }
}
