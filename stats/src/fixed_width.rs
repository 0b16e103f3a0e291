//! Stopping when an interval is as narrow as asked (Chow and Robbins 1965).
//!
//! Notation: after n blocks with scores in [0, 1], s² is their variance and q the 0.975 quantile of Student's distribution
//! with n − 1 degrees of freedom. It stops at the first n ≥ 30 with q·√((s² + 1/n)/n) + 1/n ≤ width/2. The 1/n keep blocks that
//! happen to be equal from ending it at once, and leave room for the pseudo-deals of the
//! [interval](super::bounded_mean), which is then no wider than asked. Its coverage tends to 95 % as the width gets small.
//!
//! Refuses: a promise for few blocks. Coverage at the stop is a limit, approached from slightly below.

use super::bisect::smallest;
use super::interval::{NORMAL_QUANTILE, t_quantile};

/// The number of blocks before which it does not stop.
const MIN: u64 = 30;

/// The narrowest and the widest interval to be asked for.
const WIDTHS: (f64, f64) = (0.0005, 0.5);

/// Stops when the 95 % interval of a mean in [0, 1] is no wider than asked. Invariant: the width is one that
/// [`FixedWidth::parse`] allows.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FixedWidth {
    width: f64,
}

impl FixedWidth {
    /// The rule for a width from 0.0005 to 0.5.
    ///
    /// # Panics
    /// With any other width.
    pub fn new(width: f64) -> FixedWidth {
        assert!((WIDTHS.0..=WIDTHS.1).contains(&width), "width {width}");
        FixedWidth { width }
    }

    /// Reads a width.
    ///
    /// # Errors
    /// A message that names the value and what is allowed.
    pub fn parse(text: &str) -> Result<FixedWidth, String> {
        match text.trim().parse() {
            Ok(width) if (WIDTHS.0..=WIDTHS.1).contains(&width) => Ok(FixedWidth { width }),
            _ => Err(format!("width `{text}` is not a number from {} to {}", WIDTHS.0, WIDTHS.1)),
        }
    }

    /// The width asked for.
    pub fn width(&self) -> f64 {
        self.width
    }

    /// Whether to stop after so many blocks whose scores have this variance.
    pub fn reached(&self, blocks: u64, variance: f64) -> bool {
        let count = blocks as f64;
        let narrow =
            |quantile: f64| quantile * ((variance + 1.0 / count) / count).sqrt() + 1.0 / count <= self.width / 2.0;
        // The quantile of Student's distribution is larger, and slow.
        blocks >= MIN && narrow(NORMAL_QUANTILE) && narrow(t_quantile(blocks - 1))
    }

    /// The number of blocks at which it has stopped whatever their scores, which lie within a range of this size: half of
    /// them at either end at worst.
    pub fn most_blocks(&self, range: f64) -> u64 {
        let variance = range.powi(2) / 4.0;
        let surely = |blocks: u64| self.reached(blocks, variance * blocks as f64 / (blocks - 1) as f64);
        smallest(MIN, u64::MAX, surely)
    }
}

#[cfg(test)]
#[path = "fixed_width_tests.rs"]
mod tests;
