//! What a player cannot know: the cards of the others' programs that are not revealed yet.

use rand::{Rng, RngExt};

use crate::{PublicEvent, Seat};

use super::cards::{Card, Cards};
use super::limits::MAX_PROGRAM;
use super::moves::Move;
use super::play::{Consequence, play_and_tell};
use super::state::{Phase, RiverDragons};

/// See [`RiverDragons::program_again`].
#[inline]
pub(super) fn resample_hidden(state: &mut RiverDragons, observer: Seat, rng: &mut impl Rng) {
    state.program_again(observer, |_| Cards::default(), rng);
}

/// Nobody sees what another player programs; the cards are revealed when the programs are carried out.
#[inline]
pub(super) fn is_visible_to(state: &RiverDragons, observer: Seat, mv: Move) -> bool {
    !matches!(mv, Move::Program(_)) || state.current == observer
}

/// The cards of each position as they are revealed, and what they do not do: see [`Consequence`].
pub(super) fn public_events(state: &RiverDragons, mv: Move) -> Vec<PublicEvent> {
    let mut events = Vec::new();
    play_and_tell(&mut state.clone(), mv, &mut |state, consequence| {
        let with_card = |seat: Seat| (seat, state.card_name(state.card_of(seat)));
        let current = || vec![with_card(state.current)];
        let (kind, by_seat) = match consequence {
            Consequence::Reveal => ("reveal", state.start.clockwise(state.players.players()).map(with_card).collect()),
            Consequence::Cancel => ("cancel", current()),
            Consequence::Lapse => ("lapse", current()),
            Consequence::Fall => ("fall", current()),
        };
        events.push(PublicEvent { kind, by_seat });
    });
    events
}

#[inline]
pub(super) fn is_simultaneous(state: &RiverDragons) -> bool {
    state.phase == Phase::Program
}

/// Takes back what has been programmed in this round.
pub(super) fn rewind_simultaneous_choice(state: &mut RiverDragons, observer: Seat, own: &mut Vec<Move>) {
    assert_eq!(state.phase, Phase::Program, "programs are carried out");
    own.clear();
    own.extend(state.players[observer].program().iter().map(|&card| Move::Program(card)));
    for player in state.players.as_mut_slice() {
        for idx in 0..usize::from(player.programmed) {
            player.cards[player.program[idx].kind()] -= 1;
        }
        player.clear_program();
    }
    state.current = state.start;
}

impl RiverDragons {
    /// Draws what is not revealed of the others' programs again. Every program that they could have is equally likely,
    /// but for those with cards that are banned for a seat.
    #[inline]
    pub(super) fn program_again(&mut self, observer: Seat, banned: impl Fn(Seat) -> Cards, rng: &mut impl Rng) {
        let revealed = self.revealed();
        for seat in Seat::all(self.players.players()).filter(|&seat| seat != observer) {
            let hidden = usize::from(self.players[seat].programmed).saturating_sub(revealed);
            if hidden > 0 && self.phase != Phase::Over {
                self.program_rest(seat, revealed, hidden, self.hand(seat).without(banned(seat)), rng);
            }
        }
    }

    /// Draws the last `hidden` cards of a program, in order: first how many of them are dragons, then which and where.
    fn program_rest(&mut self, seat: Seat, revealed: usize, hidden: usize, hand: Cards, rng: &mut impl Rng) {
        let player = &mut self.players[seat];
        let shown = player.program[..revealed].iter().fold(Cards::default(), |cards, &card| cards.with(card));
        let free = hand.without(shown);
        let (mut dragons, mut actions) = (free.dragons(), free.actions());
        let most =
            u32::from(self.rules.0.dragons).saturating_sub(shown.dragons().len()).min(dragons.len()).min(hidden as u32);
        // The ways to have so many dragons among the hidden cards, where their order counts.
        let ways = |count: u32| {
            let others = hidden as u32 - count;
            let choices = CHOICES[hidden][count as usize];
            choices * arrangements(dragons, count) * arrangements(actions, others)
        };
        let least = (hidden as u32).saturating_sub(actions.len());
        let all: u64 = (least..=most).map(ways).sum();
        let mut at = rng.random_range(0..all);
        let mut count = least;
        while at >= ways(count) {
            at -= ways(count);
            count += 1;
        }
        for (idx, left) in (revealed..revealed + hidden).zip((1..=hidden as u32).rev()) {
            // Of the `left` cards that are still to be drawn `count` are dragons, in any order.
            let is_dragon = rng.random_range(0..left) < count;
            let set = if is_dragon { &mut dragons } else { &mut actions };
            count -= u32::from(is_dragon);
            let card = set.nth(rng.random_range(0..set.len()));
            *set = set.without(Cards::default().with(card));
            let before = std::mem::replace(&mut player.program[idx], card);
            player.cards[before.kind()] -= 1;
            player.cards[card.kind()] += 1;
        }
    }
}

/// The number of ways to choose so many of the cards one after the other.
fn arrangements(from: Cards, count: u32) -> u64 {
    ARRANGEMENTS[from.len() as usize][count as usize]
}

/// A number for so many of so many things: `table[from][count]`.
type Table<const MOST: usize> = [[u64; MAX_PROGRAM + 1]; MOST];

/// The number of ways to choose some of the actions or dragons of a hand one after the other.
const ARRANGEMENTS: Table<{ Card::ACTIONS + 1 }> = ways(true);
/// The number of ways to choose some positions of a program.
const CHOICES: Table<{ MAX_PROGRAM + 1 }> = ways(false);

/// The number of ways to choose `count` of `from` things, one after the other if their order counts.
const fn ways<const MOST: usize>(in_order: bool) -> Table<MOST> {
    let mut table = [[1; MAX_PROGRAM + 1]; MOST];
    let mut from = 0;
    while from < MOST {
        let mut count = 0;
        while count < MAX_PROGRAM {
            let divisor = if in_order { 1 } else { count as u64 + 1 };
            table[from][count + 1] = table[from][count] * (from as u64).saturating_sub(count as u64) / divisor;
            count += 1;
        }
        from += 1;
    }
    table
}

#[cfg(test)]
#[path = "hidden_tests.rs"]
mod tests;
