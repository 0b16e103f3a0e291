//! Deals with their variates, and the folds they belong to.

/// The number of folds.
pub const FOLDS: usize = 10;

/// With fewer deals nothing is adjusted.
pub const MIN_DEALS: usize = 3 * FOLDS;

/// What is known of variates beside their values.
#[derive(Clone, PartialEq, Debug)]
pub struct VariateScales {
    /// For each fold, of the deals outside of it: how many times as large the second moment of each variate was to be expected
    /// as it was seen, at least 1.
    pub shortfall: [Vec<f64>; FOLDS],
    /// How heavy each variate is: the penalty on its coefficient is divided by the square of it.
    pub weights: Vec<f64>,
}

/// One deal: a sum over so many values, and the variates that belong to it.
#[derive(Clone, PartialEq, Debug)]
pub struct VariateDeal {
    /// The number of the deal.
    pub deal: u64,
    /// The sum of its values.
    pub sum: f64,
    /// How many there are.
    pub values: f64,
    /// The variates, whose mean is zero.
    pub variates: Vec<f64>,
}

impl VariateDeal {
    /// The fold that the deal belongs to.
    pub(super) fn fold(&self) -> usize {
        fold_of(self.deal)
    }
}

/// The fold that a deal belongs to.
pub fn fold_of(deal: u64) -> usize {
    (deal % FOLDS as u64) as usize
}
