//! The columns of a figure that may be adjusted for luck, for the tables that have some.

use super::super::cell::{Cell, iterated};
use crate::stats::Interval;
use crate::stats::control_variates::{AdjustedMean, Figure};

/// The six columns of a figure: `$others` says whether pages show all but the figure itself at once, `$of` gets the
/// figure of a row.
macro_rules! less_luck {
    (
        names: $figure:literal, $mean:literal, $gain:literal;
        shown: $label:literal, $format:expr, $others:ident;
        means: $what:literal;
        of: $of:expr
    ) => {{
        use crate::column::Format::{Decimals, Text};
        use crate::report::rows::luck::{figure_cell, gain_cell, mean_cell};
        [
            $others(
                $figure,
                concat!($label, ": stands"),
                Text,
                concat!("raw or adjusted: which of the two ", $what, " stands"),
            )
            .of(|row| figure_cell($of(row))),
            main(
                $mean,
                concat!($label, " less luck"),
                $format,
                concat!($what, " adjusted for luck, or the raw one where no gain is sure"),
            )
            .of(|row| mean_cell($of(row), |mean| mean.mean)),
            $others(
                concat!($mean, "_lo"),
                concat!($label, " less luck, from"),
                $format,
                "lower end of its 95 % interval",
            )
            .of(|row| mean_cell($of(row), |mean| mean.lo)),
            $others(
                concat!($mean, "_hi"),
                concat!($label, " less luck, to"),
                $format,
                "upper end of its 95 % interval",
            )
            .of(|row| mean_cell($of(row), |mean| mean.hi)),
            $others(
                $gain,
                concat!($label, ": gain"),
                Decimals(2),
                "so many times as many deals would be as precise without the adjustment",
            )
            .detail("empty where nothing could be fitted")
            .of(|row| gain_cell($of(row), |gain| gain.mean)),
            $others(
                concat!($gain, "_lo"),
                concat!($label, ": gain from"),
                Decimals(2),
                "lower end of the 95 % interval of the gain",
            )
            .of(|row| gain_cell($of(row), |gain| gain.lo)),
        ]
    }};
}
pub(crate) use less_luck;

/// Which figure stands.
pub(crate) fn figure_cell(adjusted: Option<&AdjustedMean>) -> Cell {
    let name = |adjusted: &AdjustedMean| match adjusted.figure {
        Figure::Raw => "raw",
        Figure::Adjusted => "adjusted",
    };
    adjusted.map(name).into()
}

/// A part of the figure with its interval.
pub(crate) fn mean_cell(adjusted: Option<&AdjustedMean>, part: fn(&Interval) -> f64) -> Cell {
    adjusted.map(|adjusted| part(&iterated(&adjusted.mean))).into()
}

/// A part of the gain with its interval.
pub(crate) fn gain_cell(adjusted: Option<&AdjustedMean>, part: fn(&Interval) -> f64) -> Cell {
    adjusted.and_then(|adjusted| adjusted.gain.as_ref()).map(|gain| part(&iterated(gain))).into()
}
