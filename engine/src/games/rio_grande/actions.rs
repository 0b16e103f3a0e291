//! The action index of Rio Grande: 14,620 numbers, in which the pieces of a river are named by their ordinals.
//!
//! ```text
//! 12      source     by card
//! 216     lay        river cards, mouths and lakes on each of six rivers
//! 13680   bend       12 bends on each of six rivers, for each pair of 20 bridges, counted from the head
//! 648     sandbank   3 waters on each of six rivers, for each of 36 cards that it can lie on, counted from the head
//! 12      bridge     on each of six rivers, for each of two cards that were laid in this turn, counted from the head
//! 51      discard    by card
//! 1       end
//! ```
//!
//! Rivers are long and seldom full, so their places would be too many. Why the ordinals suffice:
//! - five players have four bridges each, and all 20 could stand on one river;
//! - a sandbank lies on a plain river card of its own water, of which there are nine for each of four landscapes, 36;
//! - a turn has three actions and a bridge is one of them, so at most two cards were laid before it, on all rivers
//!   together.
//!
//! What lies on rivers is public, so a number tells no secret.

use crate::{Actions, ActionsError, Game};

use super::cards::{Card, CardKind, Landscape, Water};
use super::legal::carries_sandbank;
use super::limits::{MAX_RIVERS, PLAYERS};
use super::moves::Move;
use super::notation;
use super::river::{Laid, RiverIdx};
use super::rules::RioRules;
use super::state::RioGrande;

/// The cards of each kind that has landscapes.
const PER_KIND: usize = Landscape::ALL.len() * Water::ALL.len();
/// The most bridges on a river.
const MAX_BRIDGES: usize = 20;
/// The pairs of bridges.
const PAIRS: usize = MAX_BRIDGES * (MAX_BRIDGES - 1) / 2;
/// The most cards of a river that a sandbank of one water can lie on.
const MAX_ELIGIBLE: usize = 36;
/// The most cards that are laid in a turn before a bridge.
const MAX_FRESH: usize = 2;

const LAY_FROM: usize = PER_KIND;
const BENDS_FROM: usize = LAY_FROM + 3 * PER_KIND * MAX_RIVERS;
const SANDBANKS_FROM: usize = BENDS_FROM + PER_KIND * MAX_RIVERS * PAIRS;
const BRIDGES_FROM: usize = SANDBANKS_FROM + Water::ALL.len() * MAX_RIVERS * MAX_ELIGIBLE;
const DISCARDS_FROM: usize = BRIDGES_FROM + MAX_RIVERS * MAX_FRESH;
const END: usize = DISCARDS_FROM + Card::COUNT;
/// The number of all actions.
const ACTIONS: usize = END + 1;

const _: () = assert!(ACTIONS == 14_620);

/// A move whose pieces on rivers are ordinals from 0.
#[derive(Clone, Copy)]
enum Action {
    Source(Card),
    Lay(Card, RiverIdx),
    /// The bridges from the head, the one nearer to it first.
    Bend(Card, RiverIdx, [usize; 2]),
    /// The card among those that the sandbank can lie on, from the head.
    Sandbank(Water, RiverIdx, usize),
    /// The card among those that were laid in this turn, from the head.
    Bridge(RiverIdx, usize),
    Discard(Card),
    End,
}

impl Action {
    #[inline]
    fn number(self) -> usize {
        match self {
            Action::Source(card) => card.index(),
            Action::Lay(card, river) => LAY_FROM + laid_place(card) * MAX_RIVERS + river.index(),
            Action::Bend(card, river, [first, second]) => {
                let bend = (card.index() % PER_KIND) * MAX_RIVERS + river.index();
                BENDS_FROM + bend * PAIRS + second * (second - 1) / 2 + first
            }
            Action::Sandbank(water, river, nth) => {
                SANDBANKS_FROM + (water as usize * MAX_RIVERS + river.index()) * MAX_ELIGIBLE + nth
            }
            Action::Bridge(river, nth) => BRIDGES_FROM + river.index() * MAX_FRESH + nth,
            Action::Discard(card) => DISCARDS_FROM + card.index(),
            Action::End => END,
        }
    }

    #[inline]
    fn of(number: usize) -> Option<Action> {
        let river = |place: usize| RiverIdx((place % MAX_RIVERS) as u8);
        Some(match number {
            0..LAY_FROM => Action::Source(Card(number as u8)),
            LAY_FROM..BENDS_FROM => {
                let place = number - LAY_FROM;
                Action::Lay(laid_card(place / MAX_RIVERS), river(place))
            }
            BENDS_FROM..SANDBANKS_FROM => {
                let (place, pair) = ((number - BENDS_FROM) / PAIRS, (number - BENDS_FROM) % PAIRS);
                Action::Bend(of_kind(CardKind::Bend, place / MAX_RIVERS), river(place), pair_at(pair))
            }
            SANDBANKS_FROM..BRIDGES_FROM => {
                let (place, nth) = ((number - SANDBANKS_FROM) / MAX_ELIGIBLE, (number - SANDBANKS_FROM) % MAX_ELIGIBLE);
                Action::Sandbank(Water::ALL[place / MAX_RIVERS], river(place), nth)
            }
            BRIDGES_FROM..DISCARDS_FROM => {
                let (place, nth) = ((number - BRIDGES_FROM) / MAX_FRESH, (number - BRIDGES_FROM) % MAX_FRESH);
                Action::Bridge(river(place), nth)
            }
            DISCARDS_FROM..END => Action::Discard(Card((number - DISCARDS_FROM) as u8)),
            END => Action::End,
            _ => return None,
        })
    }

    /// As the notation of moves, where nothing needs to be counted; else with the ordinals from 1.
    fn name(self) -> String {
        let number = |river: RiverIdx| river.index() + 1;
        match self {
            Action::Source(card) => notation::move_text(Move::Source(card)),
            Action::Lay(card, river) => notation::move_text(Move::Lay(card, river)),
            Action::Bend(card, river, [first, second]) => {
                format!("bend:{card}:{}:bridges {}x{}", number(river), first + 1, second + 1)
            }
            Action::Sandbank(water, river, nth) => {
                format!("sandbank:{}:{}:eligible card {}", water.name(), number(river), nth + 1)
            }
            Action::Bridge(river, nth) => format!("bridge:{}:card {} of this turn", number(river), nth + 1),
            Action::Discard(card) => notation::move_text(Move::Discard(card)),
            Action::End => notation::move_text(Move::End),
        }
    }
}

/// The card of a kind by its place among those of the kind.
#[inline]
fn of_kind(kind: CardKind, place: usize) -> Card {
    Card((kind as usize * PER_KIND + place) as u8)
}

/// The place among river cards, mouths and lakes, in this order. Bends stand between mouths and lakes among all cards.
#[inline]
fn laid_place(card: Card) -> usize {
    card.index() - if card.kind() == CardKind::Lake { PER_KIND } else { 0 }
}

/// The card at a place among river cards, mouths and lakes.
#[inline]
fn laid_card(place: usize) -> Card {
    Card((if place < 2 * PER_KIND { place } else { place + PER_KIND }) as u8)
}

/// The pair at a place among all, ordered by the second one.
#[inline]
fn pair_at(place: usize) -> [usize; 2] {
    let second = usize::midpoint(1, (8 * place + 1).isqrt());
    [place - second * (second - 1) / 2, second]
}

/// How many cards before a place fit.
#[inline]
fn ordinal(cards: &[Laid], place: u8, fits: impl Fn(Laid) -> bool) -> usize {
    cards[..usize::from(place)].iter().filter(|&&laid| fits(laid)).count()
}

/// The place of the card that has `nth` others before it that fit.
#[inline]
fn nth_place(cards: &[Laid], nth: usize, fits: impl Fn(Laid) -> bool) -> Option<u8> {
    (0..).zip(cards).filter(|&(_, &laid)| fits(laid)).nth(nth).map(|(place, _)| place)
}

fn has_bridge(laid: Laid) -> bool {
    laid.bridge().is_some()
}

impl RioGrande {
    /// The place of the first card of a river that was laid in this turn.
    #[inline]
    fn first_fresh(&self, river: RiverIdx) -> usize {
        self.rivers.len(river) - self.rivers.fresh(river)
    }

    #[inline]
    fn action_of(&self, mv: Move) -> Action {
        let cards = |river| self.rivers.cards(river);
        match mv {
            Move::Source(card) => Action::Source(card),
            Move::Lay(card, river) => Action::Lay(card, river),
            Move::Bend(card, river, first, second) => {
                Action::Bend(card, river, [first, second].map(|place| ordinal(cards(river), place, has_bridge)))
            }
            Move::Sandbank(water, river, place) => {
                let nth = ordinal(cards(river), place, |laid| carries_sandbank(laid, water));
                Action::Sandbank(water, river, nth)
            }
            Move::Bridge(river, place) => Action::Bridge(river, usize::from(place) - self.first_fresh(river)),
            Move::Discard(card) => Action::Discard(card),
            Move::End => Action::End,
            Move::DealStart(_) | Move::DealCard(_) => panic!("{mv:?} is a move of chance"),
        }
    }

    #[inline]
    fn move_of(&self, action: Action) -> Option<Move> {
        let cards = |river| self.rivers.cards(river);
        Some(match action {
            Action::Source(card) => Move::Source(card),
            Action::Lay(card, river) => Move::Lay(card, river),
            Action::Bend(card, river, [first, second]) => {
                let bridge = |nth| nth_place(cards(river), nth, has_bridge);
                Move::Bend(card, river, bridge(first)?, bridge(second)?)
            }
            Action::Sandbank(water, river, nth) => {
                let place = nth_place(cards(river), nth, |laid| carries_sandbank(laid, water))?;
                Move::Sandbank(water, river, place)
            }
            Action::Bridge(river, nth) => {
                let place = (nth < self.rivers.fresh(river)).then(|| self.first_fresh(river) + nth)?;
                Move::Bridge(river, place as u8)
            }
            Action::Discard(card) => Move::Discard(card),
            Action::End => Move::End,
        })
    }
}

impl Actions for RioGrande {
    fn n_actions(_rules: &RioRules) -> usize {
        ACTIONS
    }

    fn check_actions(rules: &RioRules) -> Result<(), ActionsError> {
        let plain = Card::new(CardKind::River, Landscape::Forest, Water::Blue);
        let copies = rules.cards.count(&rules.cards.full(), plain.0) as usize;
        let fault = |key: &str, message: String| Err(ActionsError { game: Self::NAME, key: key.to_owned(), message });
        if usize::from(rules.bridges) * PLAYERS > MAX_BRIDGES {
            let message = format!("{} of each of {PLAYERS}: the table has pairs of {MAX_BRIDGES}", rules.bridges);
            return fault("players.bridges", message);
        }
        if copies * Landscape::ALL.len() > MAX_ELIGIBLE {
            return fault(
                "cards.river",
                format!("{copies} of each landscape and water: the table has {MAX_ELIGIBLE} of a water"),
            );
        }
        if usize::from(rules.actions) > MAX_FRESH + 1 {
            let message = format!("{}: the table has {MAX_FRESH} cards before a bridge", rules.actions);
            return fault("turn.actions", message);
        }
        Ok(())
    }

    #[inline]
    fn action_index(&self, mv: Move) -> usize {
        self.action_of(mv).number()
    }

    #[inline]
    fn action_at(&self, index: usize) -> Option<Move> {
        Action::of(index).and_then(|action| self.move_of(action))
    }

    fn action_name(_rules: &RioRules, index: usize) -> String {
        let action = Action::of(index).unwrap_or_else(|| panic!("{} has no action {index}", Self::TITLE));
        action.name()
    }
}

#[cfg(test)]
#[path = "actions_tests.rs"]
mod tests;
