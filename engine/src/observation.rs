//! Observations: what a seat may know of a position, as numbers for learners.
//!
//! An observation is a row of 32-bit numbers in named features, whose order, shapes and ranges depend on the rules
//! tables and the number of players only: they are the same in all positions of a table and in all builds. It holds all
//! that is public and what is in the observer's own hand, and never a number that depends on anything else; the
//! [conformance kit](crate::conformance) checks that.
//!
//! Conventions of all games: seats are counted from the observer, own seat first, then clockwise, so that one network
//! can play every seat, and "by player" means so; categories are one-hot, with all zeros for none; numbers are raw,
//! with bounds that follow from the rules tables. The tables themselves (costs, points, what a tile shows) are no part
//! of it. What this module refuses to do: to scale numbers.

use std::ops::Range;

use crate::bag::Kind;
use crate::game::Game;
use crate::modified_game::ModifiedGame;
use crate::modify::Modify;
use crate::player::Seat;

/// A feature of an observation: a named array of numbers.
///
/// They stand in row-major order: the last axis counts fastest.
#[derive(Clone, PartialEq, Debug)]
pub struct Feature {
    /// The name, which no other feature of the game has.
    pub name: &'static str,
    /// The length along each axis.
    pub shape: Vec<usize>,
    /// No number is below this one, in any position.
    pub low: f32,
    /// No number is above this one, in any position.
    pub high: f32,
    /// What the numbers say, and what each axis counts.
    pub meaning: &'static str,
}

impl Feature {
    /// Numbers in a range.
    pub fn new(name: &'static str, shape: &[usize], [low, high]: [f32; 2], meaning: &'static str) -> Feature {
        Feature { name, shape: shape.to_vec(), low, high, meaning }
    }

    /// Numbers from 0 to `most`.
    pub fn counts(name: &'static str, shape: &[usize], most: usize, meaning: &'static str) -> Feature {
        Feature::new(name, shape, [0.0, most as f32], meaning)
    }

    /// Zeros and ones: what is so, or a category, which has a single one.
    pub fn flags(name: &'static str, shape: &[usize], meaning: &'static str) -> Feature {
        Feature::counts(name, shape, 1, meaning)
    }

    /// How many numbers there are.
    pub fn len(&self) -> usize {
        self.shape.iter().product()
    }

    /// Whether there are no numbers.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Where the numbers of the feature of a name stand in an observation with these features.
pub fn feature_range(features: &[Feature], name: &str) -> Option<Range<usize>> {
    let at = features.iter().position(|feature| feature.name == name)?;
    let start = features[..at].iter().map(Feature::len).sum();
    Some(start..start + features[at].len())
}

/// A game whose positions can be observed.
///
/// # Examples
///
/// The opponent's stone lies at the bottom of the fourth column:
///
/// ```
/// use riverlab_engine::games::toy::{ConnectFour, FixedRules};
/// use riverlab_engine::{Observe, Seat, feature_range};
///
/// let features = ConnectFour::features(&FixedRules, 2);
/// assert_eq!((features[1].name, &features[1].shape[..]), ("stones", &[2, 7, 6][..]));
/// let mut observation = vec![0.0; ConnectFour::observation_len(&FixedRules, 2)];
/// ConnectFour::after("4")?.observe(Seat::new(1), &mut observation);
/// let stones = &observation[feature_range(&features, "stones").expect("there is such a feature")];
/// assert_eq!(stones.iter().position(|&number| number == 1.0), Some(7 * 6 + 3 * 6)); // not of the own plane
/// # Ok::<(), riverlab_engine::UnknownMove>(())
/// ```
pub trait Observe: Game {
    /// The features of an observation at a table with so many players, in order; the same in all positions of a table.
    ///
    /// # Panics
    /// It may panic when `players` is not in [`PLAYERS`](Game::PLAYERS).
    fn features(rules: &Self::Rules, players: usize) -> Vec<Feature>;

    /// Writes what `seat` sees of the position, in the order of the [features](Observe::features). Nothing is
    /// allocated.
    ///
    /// # Panics
    /// When `out` has not exactly as many numbers as all features together, or nobody sits in the seat.
    fn observe(&self, seat: Seat, out: &mut [f32]);

    /// How many numbers all features have together.
    fn observation_len(rules: &Self::Rules, players: usize) -> usize {
        Self::features(rules, players).iter().map(Feature::len).sum()
    }
}

/// What is seen is the position of the game itself: points that an intervention adds are no part of it.
impl<G: Modify + Observe> Observe for ModifiedGame<G> {
    fn features(modification: &Self::Rules, players: usize) -> Vec<Feature> {
        G::features(modification.rules, players)
    }

    fn observe(&self, seat: Seat, out: &mut [f32]) {
        self.game().observe(seat, out);
    }
}

/// Writes the numbers of an observation one after the other.
///
/// Most numbers of an observation are zeros, so that all are set to zero at once and then passed over.
///
/// # Examples
///
/// ```
/// use riverlab_engine::ObservationWriter;
///
/// let mut out = [f32::NAN; 8];
/// let mut writer = ObservationWriter::new(&mut out);
/// writer.number(7_u8);
/// writer.bytes([5, 4]);
/// writer.one_hot(3, Some(1));
/// writer.set(2, [0, 1]);
/// writer.finish();
/// assert_eq!(out, [7.0, 5.0, 4.0, 0.0, 1.0, 0.0, 1.0, 1.0]);
/// ```
#[derive(Debug)]
pub struct ObservationWriter<'a> {
    rest: &'a mut [f32],
}

impl<'a> ObservationWriter<'a> {
    /// A writer that begins with the first number of `out`, all of which are set to zero.
    #[inline]
    pub fn new(out: &'a mut [f32]) -> Self {
        out.fill(0.0);
        ObservationWriter { rest: out }
    }

    /// The next numbers, all of which are zero.
    ///
    /// # Panics
    /// When there are no more so many.
    #[inline]
    pub fn zeros(&mut self, len: usize) -> &mut [f32] {
        let rest = std::mem::take(&mut self.rest);
        assert!(len <= rest.len(), "the observation has fewer numbers than its features");
        let (numbers, rest) = rest.split_at_mut(len);
        self.rest = rest;
        numbers
    }

    /// A number.
    #[inline]
    pub fn number(&mut self, value: impl Into<f32>) {
        self.zeros(1)[0] = value.into();
    }

    /// Small numbers, one after the other.
    #[inline]
    pub fn bytes<const LEN: usize>(&mut self, values: [u8; LEN]) {
        for (number, value) in self.zeros(LEN).iter_mut().zip(values) {
            *number = value.into();
        }
    }

    /// A number that may be large; the numbers of games are exact as they are below 2^24.
    #[inline]
    pub fn count(&mut self, value: usize) {
        self.zeros(1)[0] = value as f32;
    }

    /// How many there are of each of `len` kinds, where there are any.
    #[inline]
    pub fn counts(&mut self, len: usize, counts: impl IntoIterator<Item = (Kind, u32)>) {
        let numbers = self.zeros(len);
        counts.into_iter().for_each(|(kind, count)| numbers[usize::from(kind)] = count as f32);
    }

    /// One or zero.
    #[inline]
    pub fn flag(&mut self, is_so: bool) {
        self.number(u8::from(is_so));
    }

    /// One of `len` categories, or none.
    #[inline]
    pub fn one_hot(&mut self, len: usize, category: Option<usize>) {
        self.set(len, category);
    }

    /// A set of indexes below `len`.
    #[inline]
    pub fn set(&mut self, len: usize, indexes: impl IntoIterator<Item = usize>) {
        let numbers = self.zeros(len);
        indexes.into_iter().for_each(|idx| numbers[idx] = 1.0);
    }

    /// A set of indexes below `len` as the lowest bits of a word, written without a branch for each index.
    #[inline]
    pub fn bits(&mut self, len: usize, mut word: u64) {
        let (fours, rest) = self.zeros(len).as_chunks_mut();
        for four in fours {
            *four = FOUR_BITS[(word & 15) as usize];
            word >>= 4;
        }
        for number in rest {
            *number = f32::from((word & 1) as u8);
            word >>= 1;
        }
    }

    /// A seat of a table, one-hot from the observer's on, or none.
    #[inline]
    pub fn seat(&mut self, seat: Option<Seat>, observer: Seat, players: usize) {
        self.one_hot(players, seat.map(|seat| seat.steps_after(observer, players)));
    }

    /// Nothing is left to write.
    ///
    /// # Panics
    /// When something is.
    #[inline]
    pub fn finish(self) {
        assert!(self.rest.is_empty(), "the observation has {} numbers more than its features", self.rest.len());
    }
}

/// Four bits as zeros and ones, the lowest one first.
static FOUR_BITS: [[f32; 4]; 16] = {
    let mut all = [[0.0; 4]; 16];
    let mut idx = 0;
    while idx < 64 {
        all[idx / 4][idx % 4] = (((idx / 4) >> (idx % 4)) & 1) as f32;
        idx += 1;
    }
    all
};

#[cfg(test)]
#[path = "observation_tests.rs"]
mod tests;
