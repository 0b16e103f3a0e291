//! How much is checked, and what has been.

/// The generator of the checks: small, fast and fixed.
pub(super) type CheckRng = rand::rngs::Xoshiro256PlusPlus;

/// How much is checked.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Random games with each number of players.
    pub games: usize,
    /// The seed of the games.
    pub seed: u64,
    /// Brute force is tried in one of so many positions (it is slow).
    pub brute_force_every: usize,
    /// What players are told and read is compared in one of so many positions.
    pub texts_every: usize,
    /// Pictures are checked and compared in one of so many positions (they are slower still).
    pub pictures_every: usize,
    /// Draws from the first position of each chance stream, compared with the probabilities. Chance alone is off once
    /// in some ten thousand times: who checks more often than that says 0.
    pub draws: usize,
}

impl Default for Plan {
    fn default() -> Self {
        Plan { games: 10, seed: 1, brute_force_every: 1, texts_every: 1, pictures_every: 1, draws: 20_000 }
    }
}

/// What has been checked.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// Games played to the end.
    pub games: usize,
    /// Positions in which a player decided.
    pub decisions: usize,
    /// Positions in which chance acted.
    pub chance_events: usize,
    /// Moves that were refused, as they should.
    pub refused: usize,
}
