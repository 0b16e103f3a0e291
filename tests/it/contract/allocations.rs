//! The engines allocate nothing once their buffers have grown.

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use riverlab_engine::{Actions, Game, GameRules, Observe, Seat, Turn, for_each_game, playout};

fn random_games<G: Game>() {
    let rules = G::Rules::standard();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut buffer = Vec::with_capacity(1000);
    let counted = allocation_counter::measure(|| {
        for players in G::PLAYERS {
            for _ in 0..100 {
                playout(&mut G::new(rules, players), &mut rng, &mut buffer);
            }
        }
    });
    assert_eq!(counted.count_total, 0, "{}", G::NAME);
}

#[test]
fn random_games_allocate_nothing() {
    for_each_game!(G => random_games::<G>());
}

fn listing_and_playing<G: Game>() {
    let rules = G::Rules::standard();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    let mut legal = Vec::with_capacity(1000);
    let counted = allocation_counter::measure(|| {
        for players in G::PLAYERS {
            for _ in 0..35 {
                let mut state = G::new(rules, players);
                while state.turn() != Turn::Over {
                    let mut copy = state.clone();
                    copy.resample_hidden(state.first_player(), &mut rng);
                    copy.legal_moves(&mut legal);
                    let mv = match state.turn() {
                        Turn::Chance => state.draw(&mut rng),
                        _ => state.random_move(&mut legal, &mut rng),
                    };
                    state.play_unchecked(mv);
                }
                assert!(state.outcome().is_some());
            }
        }
    });
    // Debug builds check every move, and `idle` by trying all others; random games do not come to it.
    assert_eq!(counted.count_total, 0, "{}", G::NAME);
    assert!(legal.capacity() == 1000, "a legal list of more than 1000 moves");
}

#[test]
fn listing_and_playing_allocate_nothing_after_warm_up() {
    for_each_game!(G => listing_and_playing::<G>());
}

fn numbering_and_observing<G: Actions + Observe>() {
    let (rules, players) = (G::Rules::standard(), *G::PLAYERS.end());
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let (mut moves, mut actions) = (Vec::with_capacity(1000), Vec::with_capacity(1000));
    let mut observation = vec![0.0; G::observation_len(rules, players)];
    let counted = allocation_counter::measure(|| {
        for _ in 0..5 {
            let mut state = G::new(rules, players);
            while state.turn() != Turn::Over {
                for seat in Seat::all(players) {
                    state.observe(seat, &mut observation);
                }
                state.legal_actions(&mut moves, &mut actions);
                for &(index, mv) in &actions {
                    assert_eq!(state.action_at(index), Some(mv));
                }
                let mv = match state.turn() {
                    Turn::Chance => state.draw(&mut rng),
                    _ => state.random_move(&mut moves, &mut rng),
                };
                state.play_unchecked(mv);
            }
        }
    });
    assert_eq!(counted.count_total, 0, "{}", G::NAME);
}

#[test]
fn numbers_of_moves_and_observations_allocate_nothing() {
    for_each_game!(G => numbering_and_observing::<G>());
}
