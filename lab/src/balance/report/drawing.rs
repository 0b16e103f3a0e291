//! Intervals drawn with characters.

use riverlab_stats::Interval;

/// The width of a drawing; odd, so that there is a middle.
const WIDTH: usize = 41;

/// `····|····┼──●─|····`: an interval within −reach to reach, zero and the margin on either side.
pub(crate) fn drawing(share: &Interval, reach: f64, margin: f64) -> String {
    let middle = (WIDTH / 2) as f64;
    let column = |value: f64| ((value / reach).clamp(-1.0, 1.0) * middle + middle).round() as usize;
    let (lo, mean, hi) = (column(share.lo), column(share.mean), column(share.hi));
    let sign = |at: usize| match at {
        _ if at == mean => '●',
        _ if at == column(margin) || at == column(-margin) => '|',
        _ if (lo..=hi).contains(&at) => '─',
        _ if at == column(0.0) => '┼',
        _ => '·',
    };
    (0..WIDTH).map(sign).collect()
}

#[cfg(test)]
#[path = "drawing_tests.rs"]
mod tests;
