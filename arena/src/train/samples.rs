//! What is learned from: positions of finished games, with what became of them.
//!
//! ```text
//! target of player i = 1/2 * win share of i + 1/2 * exp(s_i / T) / sum over players j of exp(s_j / T)      s: final scores
//! ```
//!
//! That is what a search uses for a finished game (`value=mix:0.5`), with the temperature T of the game.

use rand::RngExt;
use riverlab_bots::Evaluate;
use riverlab_bots::eval::features::FeatureTable;
use riverlab_bots::eval::softmax::softmax;
use riverlab_engine::{Outcome, Seat};

use crate::play::streams::sampling_stream;

/// How likely a position is learned from.
const RATE: f64 = 0.25;
/// One game in so many is held out.
const HELD_OUT: u64 = 5;

/// Positions of games with what became of them, in the order of games.
#[derive(Clone, Debug)]
pub(super) struct Samples {
    pub(super) players: usize,
    pub(super) features: usize,
    positions: Vec<Position>,
    /// By position, then by player: the features.
    rows: Vec<f32>,
    /// By position, then by player: the target, and the share that the hand-made value expects.
    targets: Vec<[f32; 2]>,
}

/// A position, without its features.
#[derive(Clone, Copy, Debug)]
struct Position {
    left: f32,
    held_out: bool,
}

/// A position with its features.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample<'a> {
    /// How much of the game is left.
    pub(super) left: f32,
    /// Whether it is not learned from, but looked at afterwards.
    pub(super) held_out: bool,
    /// By player.
    pub(super) rows: &'a [f32],
    /// By player: the target, and the share that the hand-made value expects.
    pub(super) targets: &'a [[f32; 2]],
}

impl Samples {
    pub(super) fn new<G: Evaluate>(players: usize) -> Samples {
        let features = G::FEATURES.len();
        Samples { players, features, positions: Vec::new(), rows: Vec::new(), targets: Vec::new() }
    }

    pub(super) fn len(&self) -> usize {
        self.positions.len()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Sample<'_>> {
        let rows = self.rows.chunks_exact(self.players * self.features);
        let parts = self.positions.iter().zip(rows).zip(self.targets.chunks_exact(self.players));
        parts.map(|((&Position { left, held_out }, rows), targets)| Sample { left, held_out, rows, targets })
    }

    /// Adds positions of one game, each with the same probability. `play` shows them all, and returns the outcome.
    pub(super) fn add_game<G: Evaluate, E>(
        &mut self,
        seed: u64,
        game: u64,
        play: impl FnOnce(&mut dyn FnMut(&G)) -> Result<Outcome, E>,
    ) -> Result<(), E> {
        let mut rng = sampling_stream(seed, game);
        let (seats, held_out) = (Seat::all(self.players), game.is_multiple_of(HELD_OUT));
        let mut hand = Vec::new();
        let outcome = play(&mut |state: &G| {
            if !rng.random_bool(RATE) {
                return;
            }
            let mut table = FeatureTable::default();
            state.write_features(None, &mut table);
            self.positions.push(Position { left: table.left, held_out });
            for seat in seats.clone() {
                self.rows.extend_from_slice(&table.row(seat)[..self.features]);
            }
            hand.push(softmax(&state.evaluate(), G::SOFTMAX_TEMPERATURE));
        })?;
        let scores = softmax(&outcome.scores, G::SOFTMAX_TEMPERATURE);
        for hand in hand {
            let target = |seat: Seat| {
                let share = outcome.shares[seat].sixtieths() as f32 / 60.0;
                [0.5 * share + 0.5 * scores[seat.index()], hand[seat.index()]]
            };
            self.targets.extend(seats.clone().map(target));
        }
        Ok(())
    }
}
