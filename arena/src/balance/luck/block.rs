//! The luck of the games of a block, added up while they are played.

use riverlab_engine::{Game, Modification, ModifiedGame, Modify, Scope, Seat, Turn};

use crate::balance::following::Onlooker;
use crate::luck::observer::{Followed, GameLuck, LuckObserver, LuckValues};
use crate::luck::values::PositionValues;
use crate::tally::luck::kept_luck;

/// Computes the luck of the games of a study.
pub(in crate::balance) type StudyObserver<G> = LuckObserver<ModifiedGame<G>, PositionValues<ModifiedGame<G>>>;

/// The luck of the games of a block: vectors with a number for each variate.
#[derive(Clone, PartialEq, Debug)]
pub struct BlockLuck {
    numbers: Vec<f32>,
}

impl BlockLuck {
    /// How many vectors there are: relative and own luck, the sums of the squares of the luck of all seats, and what these were
    /// to be expected to be.
    const VECTORS: usize = 4;

    /// Of numbers that stand one after the other; `None` if they are not so many, or not numbers.
    pub(in crate::balance) fn new(numbers: Vec<f32>, variates: usize) -> Option<BlockLuck> {
        let is_possible = numbers.len() == Self::VECTORS * variates && numbers.iter().all(|number| !number.is_nan());
        is_possible.then_some(BlockLuck { numbers })
    }

    /// All numbers, one after the other.
    pub(in crate::balance) fn numbers(&self) -> &[f32] {
        &self.numbers
    }

    pub(super) fn vectors(&self) -> [&[f32]; Self::VECTORS] {
        let len = self.numbers.len() / Self::VECTORS;
        std::array::from_fn(|vector| &self.numbers[vector * len..(vector + 1) * len])
    }
}

/// Adds up the luck of the games of a block.
pub(in crate::balance) struct BlockLuckSums {
    numbers: [Vec<f64>; BlockLuck::VECTORS],
}

impl BlockLuckSums {
    /// No game yet.
    pub(in crate::balance) fn new(variates: usize) -> BlockLuckSums {
        BlockLuckSums { numbers: std::array::from_fn(|_| vec![0.0; variates]) }
    }

    /// Adds a game: the luck of this seat beside that of the others, and, of all players or of this one alone, own luck.
    pub(in crate::balance) fn add(&mut self, luck: &GameLuck, players: usize, seat: Seat, scope: Scope) {
        let [relative, own, squares, variances] = &mut self.numbers;
        let others = (players - 1) as f64;
        let variates = relative.len();
        for (idx, (&sum, &variance)) in luck.sums.iter().zip(&luck.variances).enumerate() {
            let (of, variate) = (idx / variates, idx % variates);
            let (sum, variance) = kept_luck(sum, variance);
            let sum = f64::from(sum);
            relative[variate] += if of == seat.index() { sum } else { -sum / others };
            own[variate] += if of == seat.index() || scope == Scope::All { sum } else { 0.0 };
            squares[variate] += sum * sum;
            variances[variate] += variance;
        }
    }

    /// What is kept of it.
    pub(in crate::balance) fn finish(self) -> BlockLuck {
        BlockLuck { numbers: self.numbers.iter().flatten().map(|&number| number as f32).collect() }
    }
}

/// Looks on for the luck of a game, if anybody asks for it.
pub(in crate::balance) struct LuckOnlooker<'a, G: Modify, V> {
    /// Who computes it.
    pub(in crate::balance) observer: Option<&'a mut LuckObserver<ModifiedGame<G>, V>>,
    /// The rules without a watch, where those of the game are watched: what is looked at here is nothing to be noted.
    pub(in crate::balance) unwatched: Option<&'static Modification<G>>,
}

impl<G: Modify, V: LuckValues<ModifiedGame<G>>> Onlooker<G> for LuckOnlooker<'_, G, V> {
    type Seen = Option<Followed>;

    fn before(&mut self, state: &ModifiedGame<G>, mv: G::Move) {
        let Some(observer) = &mut self.observer else { return };
        match self.unwatched {
            Some(rules) if state.turn() == Turn::Chance => observer.before(&state.under(rules), mv),
            _ => observer.before(state, mv),
        }
    }

    fn seen(&self) -> Option<Followed> {
        self.observer.as_ref().map(|observer| observer.followed())
    }

    fn go_on_from(&mut self, seen: &Option<Followed>) {
        if let (Some(observer), Some(followed)) = (&mut self.observer, seen) {
            observer.go_on_from(followed);
        }
    }
}
