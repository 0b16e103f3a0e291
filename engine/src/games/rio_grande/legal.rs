//! What a player may do.

use super::cards::{Card, CardKind, Water};
use super::river::{CARDS, RIVERS, RiverIdx};
use super::state::Phase;
use super::{Move, RioGrande};

/// The rivers of a set, by number.
#[inline]
fn rivers_of(mut set: u8) -> impl Iterator<Item = RiverIdx> {
    std::iter::from_fn(move || {
        let lowest = set.trailing_zeros() as u8;
        (set != 0).then(|| {
            set &= set - 1;
            RiverIdx(lowest)
        })
    })
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

    pub(super) fn list_legal(&self, moves: &mut Vec<Move>) {
        moves.clear();
        if self.phase != Phase::Act {
            return;
        }
        moves.push(Move::End);
        if self.may_build() {
            self.list_bridges(moves);
        }
        let mut before = None;
        for &card in self.me().hand() {
            if before != Some(card) {
                self.list_of_card(card, moves);
            }
            before = Some(card);
        }
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

    pub(super) fn check_legal(&self, mv: Move) -> bool {
        if self.phase != Phase::Act {
            return self.deal_is_legal(mv);
        }
        if mv.card().is_some_and(|card| !self.me().hand.contains(card)) {
            return false;
        }
        let exists = |river: RiverIdx| river.index() < RIVERS && self.rivers.len(river) > 0;
        let continues = |card, river: RiverIdx| exists(river) && self.rivers.continued_by(card) >> river.0 & 1 == 1;
        let at = |river, place: u8| self.rivers.cards(river).get(usize::from(place)).copied();
        match mv {
            Move::End | Move::Discard(_) => true,
            Move::Source(card) => card.kind() == CardKind::River && self.may_begin_river(),
            Move::Lay(card, river) => match card.kind() {
                CardKind::River => continues(card, river),
                CardKind::Mouth | CardKind::Lake => self.may_lay_special() && continues(card, river),
                CardKind::Bend | CardKind::Sandbank => false,
            },
            Move::Bend(card, river, first, second) => {
                let bridge_on = |place| at(river, place).is_some_and(|laid| laid.bridge().is_some());
                card.kind() == CardKind::Bend
                    && self.may_lay_special()
                    && continues(card, river)
                    && first < second
                    && bridge_on(first)
                    && bridge_on(second)
            }
            Move::Sandbank(water, river, place) => {
                let fits = |laid: super::Laid| laid.is_free() && laid.card().water() == water;
                self.may_lay_special() && exists(river) && at(river, place).is_some_and(fits)
            }
            Move::Bridge(river, place) => {
                let is_fresh = |river| usize::from(place) >= self.rivers.len(river) - self.rivers.fresh(river);
                self.may_build()
                    && exists(river)
                    && is_fresh(river)
                    && at(river, place).is_some_and(super::Laid::is_free)
            }
            Move::DealStart(_) | Move::DealCard(_) => false,
        }
    }

    /// Swaps of places further from the head than this are named only where there is such a river: there are too many.
    pub(super) fn list_all_moves(&self) -> Vec<Move> {
        let rivers = || (0..RIVERS as u8).map(RiverIdx);
        let places = |river| 0..(self.rivers.len(river) + 1).min(CARDS) as u8;
        let mut all = vec![Move::End];
        all.extend(crate::Seat::all(self.players.players()).map(Move::DealStart));
        for card in Card::all() {
            all.extend([Move::DealCard(card), Move::Discard(card)]);
            match card.kind() {
                CardKind::River => all.push(Move::Source(card)),
                CardKind::Mouth | CardKind::Lake => {}
                CardKind::Bend => {
                    for river in rivers() {
                        for second in places(river) {
                            all.extend((0..second).map(|first| Move::Bend(card, river, first, second)));
                        }
                    }
                    continue;
                }
                CardKind::Sandbank => {
                    for river in rivers() {
                        all.extend(places(river).map(|place| Move::Sandbank(card.water(), river, place)));
                    }
                    continue;
                }
            }
            all.extend(rivers().map(|river| Move::Lay(card, river)));
        }
        for river in rivers() {
            all.extend(places(river).map(|place| Move::Bridge(river, place)));
        }
        all
    }
}
