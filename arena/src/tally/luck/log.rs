//! The games of a run with the luck of their seats.

use std::collections::BTreeMap;

use crate::play::game_loop::FinishedGame;
use crate::schedule::ScheduledGame;
use crate::stats::control_variates::VariateScales;
use crate::tally::luck::scale::LuckScale;

/// The luck of all seats of a game, one seat after the other.
#[derive(Clone, Copy, Debug)]
pub struct SeatLuck<'a> {
    /// What chance brought beyond what was to be expected: a number for each variate.
    pub sums: &'a [f64],
    /// What the squares of these were to be expected to be.
    pub variances: &'a [f64],
}

/// A game of a log.
#[derive(Clone, Debug)]
pub(super) struct LoggedGame {
    pub(super) game: ScheduledGame,
    pub(super) result: FinishedGame,
    luck: Vec<f32>,
}

impl LoggedGame {
    /// The luck of a seat.
    pub(super) fn luck(&self, seat: usize) -> &[f32] {
        let variates = self.luck.len() / self.players();
        &self.luck[seat * variates..(seat + 1) * variates]
    }

    /// The number of players.
    pub(super) fn players(&self) -> usize {
        self.game.seats.players()
    }
}

/// All games of a run, in the order of the schedule, with the luck of their seats. Memory grows with the number of games:
/// each takes some hundred bytes, and four for each variate of a seat.
#[derive(Clone, Debug)]
pub struct LuckLog {
    /// How heavy each variate is.
    weights: Vec<f64>,
    games_per_deal: u64,
    games: Vec<LoggedGame>,
    /// How many games of each deal there are.
    of_deal: BTreeMap<u64, u64>,
    scale: LuckScale,
}

impl LuckLog {
    /// No games yet, of deals of so many games, with variates of these weights.
    pub fn new(games_per_deal: u64, weights: Vec<f64>) -> LuckLog {
        let scale = LuckScale::new(weights.len());
        LuckLog { games_per_deal, games: Vec::new(), of_deal: BTreeMap::new(), scale, weights }
    }

    /// The number of variates.
    pub fn variates(&self) -> usize {
        self.weights.len()
    }

    /// Adds the next game in the order of the schedule. Luck that is no finite number counts as none.
    pub fn add(&mut self, game: &ScheduledGame, result: &FinishedGame, luck: SeatLuck<'_>) {
        *self.of_deal.entry(game.deal).or_default() += 1;
        let mut kept = Vec::with_capacity(luck.sums.len());
        for (idx, (&sum, &variance)) in luck.sums.iter().zip(luck.variances).enumerate() {
            let (value, variance) = kept_luck(sum, variance);
            kept.push(value);
            self.scale.add(game.deal, idx % self.weights.len(), f64::from(value).powi(2), variance);
        }
        self.games.push(LoggedGame { game: *game, result: *result, luck: kept });
    }

    /// The games of whole deals.
    pub(super) fn games(&self) -> impl Iterator<Item = &LoggedGame> {
        self.games.iter().filter(|logged| self.of_deal[&logged.game.deal] == self.games_per_deal)
    }

    /// For each variate, the sum of the squares of luck over all seats and games.
    pub(super) fn squares(&self) -> Vec<f64> {
        self.scale.squares()
    }

    /// The scales of this number of vectors of variates, one after the other.
    pub(super) fn scales(&self, vectors: usize) -> VariateScales {
        self.scale.of_vectors(vectors, &self.weights)
    }
}

/// Luck as it is kept, with its variance: what is no finite number counts as no luck, however much was to be expected.
pub(crate) fn kept_luck(sum: f64, variance: f64) -> (f32, f64) {
    let kept = sum as f32;
    if kept.is_finite() { (kept, variance) } else { (0.0, f64::INFINITY) }
}
