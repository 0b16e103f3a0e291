//! What learned evaluations look at: a list of features for each game, and their values for each player of a position;
//! and what learned policies look at: a second list, and its values for each move.

use std::any::Any;
use std::fmt;
use std::marker::PhantomData;

use riverlab_engine::{MAX_PLAYERS, Seat};

/// More features than any game has; a whole number of lanes.
pub const MAX_FEATURES: usize = 64;

/// The place of the points that a player has for sure, which are the first feature of every game.
pub const POINTS: usize = 0;

/// How many products are added up side by side. The order of sums is part of the result, so it is fixed here.
pub(super) const LANES: usize = 8;

/// One thing that learned evaluations look at of each player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Feature {
    /// Its name in files of weights: lower case, with points and underscores.
    pub name: &'static str,
    /// What it is measured in.
    pub unit: &'static str,
    /// What it means.
    pub meaning: &'static str,
}

impl Feature {
    /// A feature with this name, unit and meaning.
    pub const fn new(name: &'static str, unit: &'static str, meaning: &'static str) -> Feature {
        Feature { name, unit, meaning }
    }
}

/// Writes the list of a game's features, `FEATURES`, and their places in rows, `Index`.
macro_rules! features {
    ($($index:ident: $name:literal, $unit:literal, $meaning:literal;)*) => {
        /// The features in their order.
        pub(in crate::eval) const FEATURES: &[$crate::eval::features::Feature] =
            &[$($crate::eval::features::Feature::new($name, $unit, $meaning)),*];

        /// The places of the features.
        #[derive(Clone, Copy)]
        pub(super) enum Index { $($index),* }

        impl From<Index> for usize {
            #[inline]
            fn from(index: Index) -> usize {
                index as usize
            }
        }
    };
}
pub(crate) use features;

/// The features of all players of a position.
///
/// What is alike for all players says nothing about who wins, except for how much of the game is left: each feature
/// counts once as it is, and once multiplied by that.
#[derive(Clone, Debug)]
pub struct FeatureTable {
    /// How much of the game is left, from 0 to 1.
    pub left: f32,
    rows: [[f32; MAX_FEATURES]; MAX_PLAYERS],
}

impl Default for FeatureTable {
    fn default() -> FeatureTable {
        FeatureTable { left: 0.0, rows: [[0.0; MAX_FEATURES]; MAX_PLAYERS] }
    }
}

impl FeatureTable {
    /// The features of a player, in the order of the game's list; 0 behind them.
    #[inline]
    pub fn row(&self, seat: Seat) -> &[f32; MAX_FEATURES] {
        &self.rows[seat.index()]
    }

    /// The features of a player, to be changed.
    #[inline]
    pub fn row_mut(&mut self, seat: Seat) -> &mut [f32; MAX_FEATURES] {
        &mut self.rows[seat.index()]
    }

    /// The features of a player, to be written; they are 0 before.
    #[inline]
    pub(super) fn new_row<I: Into<usize>>(&mut self, seat: Seat) -> FeatureRow<'_, I> {
        self.row_mut(seat).fill(0.0);
        self.open_row(seat)
    }

    /// The features of a player, to be written further.
    #[inline]
    pub(super) fn open_row<I: Into<usize>>(&mut self, seat: Seat) -> FeatureRow<'_, I> {
        FeatureRow::on(self.row_mut(seat))
    }
}

/// The features of the moves of a position, a row for each; keeps its memory.
///
/// What is alike for all moves says nothing about which is played, except for how much of the game is left: each
/// feature counts once as it is, and once multiplied by that.
#[derive(Clone, Default, Debug)]
pub struct MoveTable {
    /// How much of the game is left, from 0 to 1.
    pub left: f32,
    rows: Vec<[f32; MAX_FEATURES]>,
    memory: Memory,
}

/// What a game keeps from one position to the next; a copy begins without.
#[derive(Default)]
struct Memory(Option<Box<dyn Any + Send>>);

impl Clone for Memory {
    fn clone(&self) -> Memory {
        Memory(None)
    }
}

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Memory")
    }
}

impl MoveTable {
    /// Forgets all moves.
    #[inline]
    pub fn clear(&mut self) {
        self.rows.clear();
    }

    /// For each move, its features in the order of the game's list; 0 behind them.
    #[inline]
    pub fn rows(&self) -> &[[f32; MAX_FEATURES]] {
        &self.rows
    }

    /// The features of one more move, to be written; they are 0 before.
    #[inline]
    pub(super) fn new_row<I: Into<usize>>(&mut self) -> FeatureRow<'_, I> {
        self.push_row(&[0.0; MAX_FEATURES])
    }

    /// The features of one more move, to be written further.
    #[inline]
    pub(super) fn push_row<I: Into<usize>>(&mut self, row: &[f32; MAX_FEATURES]) -> FeatureRow<'_, I> {
        self.rows.push(*row);
        FeatureRow::on(self.rows.last_mut().expect("it was pushed"))
    }

    /// Writes rows with what the game keeps from one position to the next: memory that need not be made anew, and
    /// nothing that a row depends on.
    #[inline]
    pub(super) fn with_memory<M: Default + Send + 'static>(&mut self, write: impl FnOnce(&mut MoveTable, &mut M)) {
        let mut memory =
            self.memory.0.take().filter(|memory| memory.is::<M>()).unwrap_or_else(|| Box::new(M::default()));
        write(self, memory.downcast_mut().expect("its type was looked at"));
        self.memory.0 = Some(memory);
    }
}

/// Takes the features of a player or of a move.
pub(super) trait FeatureSink<I> {
    /// Takes a feature.
    fn set(&mut self, index: I, value: f32);

    /// Takes a feature that is a whole number.
    #[inline]
    fn set_count(&mut self, index: I, count: i32) {
        self.set(index, count as f32);
    }

    /// Takes 1 if something is so, else 0.
    #[inline]
    fn set_flag(&mut self, index: I, is_so: bool) {
        self.set(index, f32::from(u8::from(is_so)));
    }
}

/// Takes the features of moves, one move after the other: rows of a table, or logits, which need no rows.
pub(super) trait MoveSink<I> {
    /// What takes the features of one move: each at most once, in the order of the game's list, and those that are not
    /// told are 0.
    type Row<'a>: FeatureSink<I>
    where
        Self: 'a;

    /// Takes one more move.
    fn take(&mut self, tell: impl FnOnce(&mut Self::Row<'_>));

    /// Takes one more move, with the features of the last one.
    fn repeat(&mut self);
}

impl<I: Into<usize>> MoveSink<I> for MoveTable {
    type Row<'a> = FeatureRow<'a, I>;

    #[inline]
    fn take(&mut self, tell: impl FnOnce(&mut Self::Row<'_>)) {
        tell(&mut self.new_row());
    }

    fn repeat(&mut self) {
        self.rows.extend_from_within(self.rows.len() - 1..);
    }
}

/// The features of a player or of a move as they are written, at the places of one game.
pub(super) struct FeatureRow<'a, I> {
    values: &'a mut [f32; MAX_FEATURES],
    places: PhantomData<I>,
}

impl<I> FeatureRow<'_, I> {
    /// A row that is written further.
    #[inline]
    pub(super) fn on(values: &mut [f32; MAX_FEATURES]) -> FeatureRow<'_, I> {
        FeatureRow { values, places: PhantomData }
    }
}

impl<I: Into<usize>> FeatureSink<I> for FeatureRow<'_, I> {
    #[inline]
    fn set(&mut self, index: I, value: f32) {
        self.values[index.into()] = value;
    }
}

impl<I: Into<usize>> FeatureRow<'_, I> {
    /// Adds to a feature.
    #[inline]
    pub(super) fn add(&mut self, index: I, value: f32) {
        self.values[index.into()] += value;
    }

    /// Adds to features that stand together, of which this is the first.
    #[inline]
    pub(super) fn add_all<const N: usize>(&mut self, first: I, values: &[f32; N]) {
        let first = first.into();
        for (sum, value) in self.values[first..first + N].iter_mut().zip(values) {
            *sum += value;
        }
    }

    /// Raises a feature to a value that is larger.
    #[inline]
    pub(super) fn raise(&mut self, index: I, value: f32) {
        let highest = &mut self.values[index.into()];
        *highest = highest.max(value);
    }
}
