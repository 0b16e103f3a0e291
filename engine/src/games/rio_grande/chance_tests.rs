use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use super::*;
use crate::games::rio_grande::RioRules;
use crate::{Game, GameRules, Turn};

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
        let mut state = RioGrande::new(RioRules::standard(), 2);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        while state.turn() == Turn::Chance {
            state.play_unchecked(state.draw(&mut rng));
        }
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
