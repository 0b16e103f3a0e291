//! Set-up and chance, and what nobody but chance knows.

use rand::Rng;

use crate::data::RulesRef;
use crate::{PerPlayer, Seat};

use super::cards::Card;
use super::river::Rivers;
use super::state::{PLAYERS, Phase, Player};
use super::{Move, RioGrande, RioRules};

impl RioGrande {
    pub(super) fn set_up(rules: &'static RioRules, players: usize) -> RioGrande {
        assert!((2..=PLAYERS).contains(&players), "Rio Grande is for 2 to 5 players, not {players}");
        let player = Player { bridges: rules.bridges, ..Player::default() };
        RioGrande {
            rules: RulesRef(rules),
            stack: rules.cards.full(),
            players: PerPlayer::from_fn(players, |_| player),
            rivers: Rivers::none(),
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

    pub(super) fn list_deals(&self, outcomes: &mut Vec<(Move, u32)>) {
        outcomes.clear();
        match self.phase {
            Phase::DealStart => {
                outcomes.extend(Seat::all(self.players.players()).map(|seat| (Move::DealStart(seat), 1)));
            }
            Phase::DealHands | Phase::Refill => {
                let counts = self.rules.0.cards.counts(&self.stack);
                outcomes.extend(counts.map(|(card, count)| (Move::DealCard(Card(card)), count)));
            }
            Phase::Act | Phase::Over => {}
        }
    }

    /// Of cards, the first one of the stream that is in the stack: with the same stream that is the same card for as long
    /// as nobody else is dealt it, whatever else was dealt before.
    #[inline]
    pub(super) fn draw_deal(&self, rng: &mut impl Rng) -> Move {
        match self.phase {
            Phase::DealHands | Phase::Refill => Move::DealCard(Card(self.rules.0.cards.draw_aligned(&self.stack, rng))),
            Phase::DealStart => Move::DealStart(Seat::draw(self.players.players(), rng)),
            Phase::Act | Phase::Over => panic!("nothing is dealt now"),
        }
    }

    pub(super) fn deal_is_legal(&self, mv: Move) -> bool {
        match (self.phase, mv) {
            (Phase::DealStart, Move::DealStart(seat)) => seat.index() < self.players.players(),
            (Phase::DealHands | Phase::Refill, Move::DealCard(card)) => {
                card.index() < Card::COUNT && self.rules.0.cards.count(&self.stack, card.0) > 0
            }
            _ => false,
        }
    }

    pub(super) fn deal_start(&mut self, seat: Seat) {
        self.first_player = seat;
        self.current = seat;
        self.phase = Phase::DealHands;
    }

    #[inline]
    pub(super) fn deal_card(&mut self, card: Card) {
        let there = self.rules.0.cards.take(&mut self.stack, card.0);
        debug_assert!(there);
        let me = self.me_mut();
        me.hand.put(card);
        let is_full = me.hand.len() == self.rules.0.hand;
        let players = self.players.players();
        if self.phase == Phase::DealHands {
            if is_full {
                self.current = self.current.left(players);
                if self.current == self.first_player {
                    self.begin_turn();
                }
            }
        } else if self.stack.is_empty() {
            self.turns_left = players as u8;
            self.next_turn();
        } else if is_full {
            self.next_turn();
        }
    }

    /// Deals the hands of all others again, from their cards and the stack.
    #[inline]
    pub(super) fn deal_again(&mut self, observer: Seat, rng: &mut impl Rng) {
        let cards = &self.rules.0.cards;
        let others = Seat::all(self.players.players()).filter(|&seat| seat != observer);
        for seat in others.clone() {
            for card in self.players[seat].hand.cards() {
                cards.put(&mut self.stack, card.0);
            }
        }
        for seat in others {
            self.players[seat].hand.deal_again(|| {
                let card = cards.draw(&self.stack, rng);
                cards.take(&mut self.stack, card);
                Card(card)
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::{Game, GameRules, RulesSource, Turn};

    /// A box of so many cards of each sort of a kind, and hands of this size.
    fn shrunken(kind: &str, count: u8, hand: u8) -> &'static RioRules {
        let others = ["river", "mouth", "bend", "lake", "sandbank"].into_iter().filter(|other| *other != kind);
        let mut sets: Vec<String> = others.map(|other| format!("cards.{other}=0")).collect();
        sets.extend([format!("cards.{kind}={count}"), format!("players.hand={hand}")]);
        Box::leak(Box::new(RioRules::load(&RulesSource { file: None, sets }).expect("tables")))
    }

    fn dealt(rules: &'static RioRules, players: usize) -> RioGrande {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut state = RioGrande::new(rules, players);
        while state.turn() == Turn::Chance {
            state.play_unchecked(state.draw(&mut rng));
        }
        state
    }

    /// How often each assignment of cards to the hands comes up.
    fn assignments(state: &RioGrande, observer: Seat, samples: u32) -> BTreeMap<Vec<Vec<Card>>, u32> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        let mut seen = BTreeMap::new();
        for _ in 0..samples {
            let mut sample = state.clone();
            sample.resample_hidden(observer, &mut rng);
            assert_eq!(sample.players[observer], state.players[observer]);
            assert_eq!(sample.stack.len(), state.stack.len());
            let hands = sample.players.iter().map(|player| player.hand().to_vec()).collect();
            *seen.entry(hands).or_default() += 1;
        }
        seen
    }

    fn chi_squared(counts: impl Iterator<Item = (u32, f64)>) -> f64 {
        counts.map(|(count, expected)| (f64::from(count) - expected).powi(2) / expected).sum()
    }

    #[test]
    fn every_assignment_of_hidden_cards_is_equally_likely() {
        // Twelve different cards, of which the observer holds two: C(10, 2) C(8, 2) assignments to the other two.
        let state = dealt(shrunken("bend", 1, 2), 3);
        for observer in Seat::all(3) {
            let seen = assignments(&state, observer, 126_000);
            assert_eq!(seen.len(), 1260);
            let chi_squared = chi_squared(seen.values().map(|&count| (count, 100.0)));
            // 1259 degrees of freedom: five standard deviations.
            assert!((chi_squared - 1259.0).abs() < 5.0 * (2.0 * 1259.0_f64).sqrt(), "{chi_squared}");
        }
    }

    #[test]
    fn cards_that_are_alike_are_as_likely_as_there_are_ways_to_deal_them() {
        // Three sorts of four cards each, of which the observer holds two.
        let state = dealt(shrunken("sandbank", 4, 2), 2);
        let observer = Seat::FIRST;
        let own = state.players[observer].hand().to_vec();
        let left = |card: Card| 4 - own.iter().filter(|&&held| held == card).count() as u32;
        let ways = |hand: &[Card]| match hand {
            [one, other] if one == other => left(*one) * (left(*one) - 1) / 2,
            [one, other] => left(*one) * left(*other),
            _ => unreachable!("two cards"),
        };
        let seen = assignments(&state, observer, 45_000);
        assert_eq!(seen.len(), 6);
        let counts = seen.iter().map(|(hands, &count)| (count, 1000.0 * f64::from(ways(&hands[1]))));
        let chi_squared = chi_squared(counts);
        assert!(chi_squared < 5.0 + 5.0 * 10.0_f64.sqrt(), "{chi_squared} of {seen:?}");
    }

    /// The length of the longest common subsequence.
    fn in_common(one: &[Card], other: &[Card]) -> usize {
        let mut lengths = vec![0; other.len() + 1];
        for card in one {
            let mut diagonal = 0;
            for (place, same) in other.iter().enumerate() {
                let above = lengths[place + 1];
                lengths[place + 1] = if card == same { diagonal + 1 } else { above.max(lengths[place]) };
                diagonal = above;
            }
        }
        lengths[other.len()]
    }

    #[test]
    fn a_seat_is_dealt_the_same_cards_whatever_the_others_are() {
        let deal = |seed: u64| {
            let mut state = dealt(RioRules::standard(), 2);
            let mut whims = Xoshiro256PlusPlus::seed_from_u64(seed);
            let (mut streams, mut cards) = ([0, 1].map(Xoshiro256PlusPlus::seed_from_u64), Vec::new());
            while state.turn() != Turn::Over && cards.len() < 30 {
                // The first player discards three cards each turn, the other one now and then some.
                let mut legal = Vec::new();
                state.legal_moves(&mut legal);
                let discards = state.current == Seat::FIRST || whims.random_range(0..3) == 0;
                let discard = legal.into_iter().find(|mv| discards && matches!(mv, Move::Discard(_)));
                let mv = match state.turn() {
                    Turn::Chance => state.draw(&mut streams[state.current.index()]),
                    _ => discard.unwrap_or(Move::End),
                };
                if let (Move::DealCard(card), Seat::FIRST) = (mv, state.current) {
                    cards.push(card);
                }
                state.play_unchecked(mv);
            }
            cards
        };
        let [one, other] = [1, 2].map(deal);
        assert!(one.len() > 20 && other.len() > 20, "{one:?} {other:?}");
        // Where a card is gone, all later ones come one draw earlier.
        let same = in_common(&one, &other);
        assert!(same * 10 >= 8 * one.len(), "{same} of {one:?} {other:?}");
    }
}
