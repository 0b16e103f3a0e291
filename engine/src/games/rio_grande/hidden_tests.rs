use std::collections::BTreeMap;

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use super::*;
use crate::games::rio_grande::RioRules;
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
