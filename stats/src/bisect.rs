//! Bisection: where a condition changes along a line, and the smallest number that is enough.

/// Two numbers between which a condition changes. Either may be the larger one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bracket {
    /// A number before the change.
    pub before: f64,
    /// A number after it.
    pub after: f64,
}

impl Bracket {
    /// The number halfway between the two.
    pub fn middle(&self) -> f64 {
        f64::midpoint(self.before, self.after)
    }
}

/// The bracket halved so often; `is_before` says on which side of the change a number is.
///
/// ```
/// use riverlab_stats::{Bracket, bisect};
/// let root = bisect(Bracket { before: 0.0, after: 2.0 }, 50, |x| x * x < 2.0).middle();
/// assert!((root - 2_f64.sqrt()).abs() < 1e-14);
/// ```
pub fn bisect(mut bracket: Bracket, halvings: u32, is_before: impl Fn(f64) -> bool) -> Bracket {
    for _ in 0..halvings {
        let middle = bracket.middle();
        if is_before(middle) { bracket.before = middle } else { bracket.after = middle }
    }
    bracket
}

/// The smallest number from `first` on that is enough, where all larger ones are; `first` must be at least 1. The search
/// gives up doubling at `most`: then the answer may be a number that is not enough.
///
/// ```
/// use riverlab_stats::smallest;
/// assert_eq!(smallest(1, u64::MAX, |number| number * number >= 1_000), 32);
/// ```
pub fn smallest(first: u64, most: u64, is_enough: impl Fn(u64) -> bool) -> u64 {
    let (mut few, mut many) = (first - 1, first);
    while many < most && !is_enough(many) {
        (few, many) = (many, 2 * many);
    }
    while many - few > 1 {
        let middle = u64::midpoint(few, many);
        if is_enough(middle) { many = middle } else { few = middle }
    }
    many
}

#[cfg(test)]
#[path = "bisect_tests.rs"]
mod tests;
