//! What a player may do. What chance may do stands in `chance.rs`.

use rand::{Rng, RngExt};

use crate::Seat;
use crate::bits::set_bits;

use super::cards::{Card, CardKind, Water};
use super::chance;
use super::limits::{MAX_CARDS, MAX_HAND, MAX_RIVERS};
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
        state.buildings().for_each(|mv| moves.push(mv));
    }
    let mut before = None;
    for &card in state.me().hand() {
        if before != Some(card) {
            state.list_of_card(card, moves);
        }
        before = Some(card);
    }
}

/// A legal move, each equally likely, without listing them: the one that the list has at the index drawn.
#[inline]
pub(super) fn random_indexed_move(state: &RioGrande, rng: &mut impl Rng) -> (usize, Move) {
    assert!(state.phase == Phase::Act, "no player is to act");
    let hand = state.me().hand();
    let buildings = if state.may_build() { state.buildings().count() } else { 0 };
    let (mut counts, mut total, mut before) = ([0; MAX_HAND], 1 + buildings, None);
    for (count, &card) in counts.iter_mut().zip(hand) {
        *count = if before == Some(card) { 0 } else { state.count_of_card(card) };
        total += *count;
        before = Some(card);
    }
    let index = rng.random_range(0..total as u32) as usize;
    let Some(mut nth) = index.checked_sub(1) else { return (index, Move::End) };
    if nth < buildings {
        return (index, state.buildings().nth(nth).expect("there are so many"));
    }
    nth -= buildings;
    for (&card, count) in hand.iter().zip(counts) {
        if nth < count {
            return (index, state.nth_of_card(card, nth));
        }
        nth -= count;
    }
    unreachable!("the number that is drawn is less than the sum")
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

/// Moves on a river are named for the cards that lie there and for one more; on all cards that a river may have they
/// would be too many.
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

/// Whether a sandbank of this water can lie on a card.
#[inline]
pub(super) fn carries_sandbank(laid: Laid, water: Water) -> bool {
    laid.is_free() && laid.card().water() == water
}

/// The rivers of a set, by number.
#[inline]
fn rivers_of(set: u8) -> impl Iterator<Item = RiverIdx> {
    set_bits(set).map(RiverIdx)
}

/// The rivers of each set, by number, and others behind them.
static RIVERS_OF: [[RiverIdx; MAX_RIVERS]; 1 << MAX_RIVERS] = {
    let mut rivers_of = [[RiverIdx(0); MAX_RIVERS]; 1 << MAX_RIVERS];
    let mut set = 0;
    while set < rivers_of.len() {
        let (mut river, mut count) = (0, 0);
        while river < MAX_RIVERS {
            if set >> river & 1 == 1 {
                rivers_of[set][count] = RiverIdx(river as u8);
                count += 1;
            }
            river += 1;
        }
        set += 1;
    }
    rivers_of
};

/// Lists laying a card on each river of a set. A loop of a fixed length, of which the rest is cut off, costs less than
/// one whose end cannot be foretold.
#[inline]
fn list_laying(card: Card, rivers: u8, moves: &mut Vec<Move>) {
    let len = moves.len() + rivers.count_ones() as usize;
    moves.extend(RIVERS_OF[usize::from(rivers)].iter().map(|&river| Move::Lay(card, river)));
    moves.truncate(len);
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
        match card.kind() {
            CardKind::River => {
                if self.may_begin_river() {
                    moves.push(Move::Source(card));
                }
                list_laying(card, self.rivers.continued_by(card), moves);
            }
            CardKind::Mouth | CardKind::Lake if self.may_lay_special() => {
                list_laying(card, self.rivers.continued_by(card), moves);
            }
            CardKind::Bend if self.may_lay_special() => self.swaps(card).for_each(|mv| moves.push(mv)),
            CardKind::Sandbank if self.may_lay_special() => self.dryings(card.water()).for_each(|mv| moves.push(mv)),
            _ => {}
        }
        moves.push(Move::Discard(card));
    }

    /// How many moves with a card there are, the last of which is to discard it.
    #[inline]
    fn count_of_card(&self, card: Card) -> usize {
        let rivers = || self.rivers.continued_by(card).count_ones() as usize;
        let others = match card.kind() {
            CardKind::River => usize::from(self.may_begin_river()) + rivers(),
            CardKind::Mouth | CardKind::Lake if self.may_lay_special() => rivers(),
            CardKind::Bend if self.may_lay_special() => self.swaps(card).count(),
            CardKind::Sandbank if self.may_lay_special() => self.dryings(card.water()).count(),
            _ => 0,
        };
        others + 1
    }

    /// The move with a card that has `nth` others before it in the list.
    #[inline]
    fn nth_of_card(&self, card: Card, nth: usize) -> Move {
        let lay = |nth: usize| {
            let rivers = self.rivers.continued_by(card);
            (nth < rivers.count_ones() as usize).then(|| Move::Lay(card, RIVERS_OF[usize::from(rivers)][nth]))
        };
        let mv = match card.kind() {
            CardKind::River if self.may_begin_river() => nth.checked_sub(1).map_or(Some(Move::Source(card)), lay),
            CardKind::River => lay(nth),
            CardKind::Mouth | CardKind::Lake if self.may_lay_special() => lay(nth),
            CardKind::Bend if self.may_lay_special() => self.swaps(card).nth(nth),
            CardKind::Sandbank if self.may_lay_special() => self.dryings(card.water()).nth(nth),
            _ => None,
        };
        mv.unwrap_or(Move::Discard(card))
    }

    /// The moves with a bend.
    #[inline]
    fn swaps(&self, card: Card) -> impl Iterator<Item = Move> {
        let rivers = rivers_of(self.rivers.continued_by(card)).filter(|&river| self.rivers.bridges(river) > 1);
        rivers.flat_map(move |river| {
            let cards = self.rivers.cards(river);
            let with_bridge = |from: usize| (from..cards.len()).filter(|&place| cards[place].bridge().is_some());
            with_bridge(0).flat_map(move |first| {
                with_bridge(first + 1).map(move |second| Move::Bend(card, river, first as u8, second as u8))
            })
        })
    }

    /// The moves with a sandbank.
    #[inline]
    fn dryings(&self, water: Water) -> impl Iterator<Item = Move> {
        self.rivers.iter().flat_map(move |river| {
            let places = (0..).zip(self.rivers.cards(river)).filter(move |&(_, &laid)| carries_sandbank(laid, water));
            places.map(move |(place, _)| Move::Sandbank(water, river, place))
        })
    }

    /// The bridges that can be built.
    #[inline]
    fn buildings(&self) -> impl Iterator<Item = Move> {
        let free = self.rivers.fresh_cards().filter(|(_, _, laid)| laid.is_free());
        free.map(|(river, place, _)| Move::Bridge(river, place as u8))
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
        let fits = |laid| carries_sandbank(laid, water);
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
