//! The engine allocates nothing once its buffers have grown.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use riverlab_engine::games::the_river::{RiverRules, TheRiver};
use riverlab_engine::{Game, GameRules, Turn, playout};

#[test]
fn random_games_allocate_nothing() {
    let rules = RiverRules::standard();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut buffer = Vec::new();
    let counted = allocation_counter::measure(|| {
        for game in 0..300 {
            playout(&mut TheRiver::new(rules, 2 + game % 3), &mut rng, &mut buffer);
        }
    });
    assert_eq!(counted.count_total, 0);
}

#[test]
fn listing_and_playing_allocate_nothing_after_warm_up() {
    let rules = RiverRules::standard();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    let mut legal = Vec::with_capacity(1000);
    let counted = allocation_counter::measure(|| {
        for game in 0..100 {
            let mut state = TheRiver::new(rules, 2 + game % 3);
            while state.turn() != Turn::Over {
                let copy = state.clone();
                copy.legal_moves(&mut legal);
                let mv = match legal.last() {
                    Some(_) => copy.random_move(&mut legal, &mut rng),
                    None => copy.draw(&mut rng),
                };
                state.play_unchecked(mv);
            }
            assert!(state.outcome().is_some());
        }
    });
    // Debug builds check every move, and `idle` by trying all others; random games do not come to it.
    assert_eq!(counted.count_total, 0);
    assert!(legal.capacity() == 1000, "a legal list of more than 1000 moves");
}
