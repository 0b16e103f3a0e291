//! Intervals below each other, a forest plot, as what is drawn.

use riverlab_stats::Interval;

use super::mark::Mark;
use crate::report::html::scale::Scale;

/// A forest plot.
#[derive(Clone, Debug)]
pub struct Intervals {
    /// The name of the picture.
    pub name: String,
    /// What it shows.
    pub caption: String,
    /// What the axis has.
    pub axis: String,
    /// The rows, from the top.
    pub rows: Vec<Row>,
    /// What the marks mean, where they differ.
    pub legend: Vec<(Mark, String)>,
    /// A value to compare with, with what it is.
    pub reference: Option<(f64, String)>,
    /// Values of no account, around 0.
    pub band: Option<f64>,
    /// The ends of the axis; where the intervals end if there are none.
    pub ends: Option<(f64, f64)>,
}

/// A row of a forest plot.
#[derive(Clone, Debug)]
pub struct Row {
    /// What it is of.
    pub label: String,
    /// What it belongs to: a heading stands above the first row of a group.
    pub group: String,
    /// The intervals, each with its mark.
    pub intervals: Vec<(Mark, Interval)>,
}

/// The words of a plot of differences.
#[derive(Clone, Copy, Debug)]
pub struct DifferenceWords {
    /// The name of the picture.
    pub name: &'static str,
    /// What it shows.
    pub caption: &'static str,
    /// What the axis has.
    pub axis: &'static str,
    /// What 0 is.
    pub zero: &'static str,
}

impl Row {
    /// A row of one interval.
    pub fn single(label: String, group: &str, interval: Interval) -> Row {
        Row { label, group: group.to_owned(), intervals: vec![(Mark::Series(0), interval)] }
    }
}

impl Intervals {
    /// Differences, one interval a row.
    pub fn of_differences(words: DifferenceWords, rows: impl Iterator<Item = Row>) -> Intervals {
        let DifferenceWords { name, caption, axis, zero } = words;
        Intervals {
            name: name.to_owned(),
            caption: caption.to_owned(),
            axis: axis.to_owned(),
            rows: rows.collect(),
            legend: Vec::new(),
            reference: Some((0.0, zero.to_owned())),
            band: None,
            ends: None,
        }
    }

    /// The axis.
    pub(super) fn scale(&self) -> Scale {
        let intervals = self.rows.iter().flat_map(|row| &row.intervals);
        let ends = intervals.flat_map(|(_, interval)| [interval.mean, interval.lo, interval.hi]);
        let band = self.band.into_iter().flat_map(|margin| [-margin, margin]);
        let reference = self.reference.iter().map(|(value, _)| *value);
        self.ends.map_or_else(|| Scale::around(ends.chain(band).chain(reference)), |(lo, hi)| Scale::between(lo, hi))
    }
}
