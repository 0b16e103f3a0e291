//! How large luck was, beside how large it was to be expected to be.

use crate::stats::control_variates::{FOLDS, VariateScales, fold_of};

/// By fold of the deals: the sums of squares of luck over seats and games, and what they were to be expected to be.
#[derive(Clone, PartialEq, Debug)]
pub struct LuckScale {
    squares: [Vec<f64>; FOLDS],
    variances: [Vec<f64>; FOLDS],
}

impl LuckScale {
    /// No games yet, with so many variates.
    pub fn new(variates: usize) -> LuckScale {
        let zeros = || std::array::from_fn(|_| vec![0.0; variates]);
        LuckScale { squares: zeros(), variances: zeros() }
    }

    fn variates(&self) -> usize {
        self.squares[0].len()
    }

    /// Adds to the sums of a variate on a deal.
    pub fn add(&mut self, deal: u64, variate: usize, square: f64, variance: f64) {
        let fold = fold_of(deal);
        self.squares[fold][variate] += square;
        self.variances[fold][variate] += variance;
    }

    /// Adds all of another one.
    pub fn merge(&mut self, other: &LuckScale) {
        for (sums, others) in [(&mut self.squares, &other.squares), (&mut self.variances, &other.variances)] {
            let numbers = sums.iter_mut().flatten().zip(others.iter().flatten());
            numbers.for_each(|(sum, other)| *sum += other);
        }
    }

    /// For each variate, the sum of the squares.
    pub fn squares(&self) -> Vec<f64> {
        (0..self.variates()).map(|variate| self.squares.iter().map(|fold| fold[variate]).sum()).collect()
    }

    /// The scales of this number of vectors of variates of these weights, one after the other: how much less luck there was
    /// than was to be expected, and the weights.
    pub fn of_vectors(&self, vectors: usize, weights: &[f64]) -> VariateScales {
        let shortfall = |fold: usize| (0..self.variates()).map(move |variate| self.shortfall(fold, variate));
        VariateScales {
            shortfall: std::array::from_fn(|fold| shortfall(fold).collect::<Vec<_>>().repeat(vectors)),
            weights: weights.repeat(vectors),
        }
    }

    fn shortfall(&self, fold: usize, variate: usize) -> f64 {
        let outside = |sums: &[Vec<f64>; FOLDS]| -> f64 {
            (0..FOLDS).filter(|&other| other != fold).map(|other| sums[other][variate]).sum()
        };
        let (seen, expected) = (outside(&self.squares), outside(&self.variances));
        if seen > 0.0 && expected > seen { expected / seen } else { 1.0 }
    }
}
