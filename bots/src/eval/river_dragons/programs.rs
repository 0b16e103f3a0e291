//! Programs as far as they are known, carried out along the way of their player.
//!
//! What a program lacks, and what an observer does not know of it, is filled with the card that helps most at its
//! position, for everybody, so that values before, amid and after programs are alike. A card that a known dragon
//! cancels does nothing.

use std::cmp::Ordering;

use riverlab_engine::games::river_dragons::{Card, DragonRules, RiverDragons};
use riverlab_engine::{Game, Seat};

use super::walk::{FILLERS, Walk};

/// What reaching the goal in this round is worth, in fifths of an action.
const REACHED: i32 = -25;
/// What each position is worth that is left when the goal is reached.
const EARLIER: i32 = -2;

/// The programs as far as they are known.
pub(super) struct Programs<'a> {
    state: &'a RiverDragons,
    /// Who looks at them: an observer knows the own program and what is revealed, nobody in particular knows
    /// everything.
    observer: Option<Seat>,
    /// The number of cards of each program that everybody has seen.
    revealed: usize,
    /// The cards that are known of all programs in each position, one bit each.
    cards: [u16; DragonRules::MAX_PROGRAM],
}

impl Programs<'_> {
    /// The programs of a position, as an observer knows them, or somebody who knows all of them.
    pub(super) fn of(state: &RiverDragons, observer: Option<Seat>) -> Programs<'_> {
        let revealed = state.progress().map_or(0, |(position, _)| position + 1);
        let mut programs = Programs { state, observer, revealed, cards: [0; DragonRules::MAX_PROGRAM] };
        for seat in Seat::all(state.n_players()) {
            let (mut cards, known) = (programs.cards, programs.known(seat));
            cards.iter_mut().zip(known).for_each(|(cards, card)| *cards |= card.bit());
            programs.cards = cards;
        }
        programs
    }

    /// The cards of a program that are known.
    pub(super) fn known(&self, seat: Seat) -> &[Card] {
        let program = self.state.player(seat).program();
        let knows = self.observer.is_none_or(|observer| observer == seat);
        &program[..if knows { program.len() } else { program.len().min(self.revealed) }]
    }

    /// Whether a dragon that is known cancels a position of a program.
    pub(super) fn is_canceled(&self, seat: Seat, position: usize) -> bool {
        self.cards[position] & Card::dragon(self.state.player(seat).color()).bit() != 0
    }

    /// Carries out the rest of a program, which is what is [remaining] of it, along the way. Where it is not known it
    /// is filled with the card that helps most, but for those that are `banned` (one bit each). Returns the position in
    /// which the goal is reached, if it is.
    pub(super) fn carry_out(&self, seat: Seat, rest: Rest, banned: u16, walk: &mut Walk) -> Option<usize> {
        let length = usize::from(self.state.rules().program);
        let Rest { first, left } = rest;
        let known = self.known(seat);
        let mut used = known.iter().fold(banned, |used, &card| used | card.bit());
        for position in first..length {
            let canceled = self.is_canceled(seat, position);
            let card = match known.get(position) {
                Some(&card) => card,
                None if canceled => continue,
                None => {
                    let Some(card) = best_filler(used, walk) else { continue };
                    used |= card.bit();
                    card
                }
            };
            if !canceled {
                let left = left.filter(|_| position == first);
                walk.carry_out(card, left.unwrap_or(card.actions()));
            }
            if walk.has_reached() {
                walk.cost += REACHED + EARLIER * (length - 1 - position) as i32;
                return Some(position);
            }
        }
        None
    }
}

/// The card that helps most next among those that are not `used` (one bit each).
#[inline]
pub(super) fn best_filler(used: u16, walk: &Walk) -> Option<Card> {
    let (mut least, mut best) = (i32::MAX, None);
    for (&card, &change) in FILLERS.iter().zip(&walk.changes()) {
        if used & card.bit() == 0 && change < least {
            (least, best) = (change, Some(card));
        }
    }
    best
}

/// What of a program is still to be carried out.
#[derive(Clone, Copy)]
pub(super) struct Rest {
    /// The first position.
    pub(super) first: usize,
    /// How often its card is, if not as often as the card says.
    pub(super) left: Option<u8>,
}

/// The rest of a player's program.
pub(super) fn remaining(state: &RiverDragons, seat: Seat) -> Rest {
    let Some((position, left)) = state.progress() else { return Rest { first: 0, left: None } };
    let Some(current) = state.turn().player() else { return Rest { first: 0, left: None } };
    let after = |seat: Seat| seat.steps_after(state.start(), state.n_players());
    match after(seat).cmp(&after(current)) {
        Ordering::Less => Rest { first: position + 1, left: None },
        Ordering::Equal => Rest { first: position, left: Some(left) },
        Ordering::Greater => Rest { first: position, left: None },
    }
}
