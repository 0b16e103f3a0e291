//! Random games from the empty board without any search: what the games cost that every simulation plays.

use rand::SeedableRng;

use crate::board::{PlayoutRng, Searched, empty_board, random_game};

/// Plays so many random games.
pub fn search(simulations: u32, seed: u64) -> Searched {
    let mut rng = PlayoutRng::seed_from_u64(seed);
    let half_points: u64 = (0..simulations).map(|_| u64::from(random_game(empty_board(), &mut rng))).sum();
    std::hint::black_box(half_points);
    Searched { column: None, counted: Some(simulations.into()) }
}
