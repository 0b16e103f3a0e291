//! From numbers to places on an axis, and to texts.
//!
//! A [`Scale`] is linear and has ticks at 1, 2 or 5 times a power of ten. Places are percentages of the width of the
//! plot, so that pictures fill whatever width there is while their letters keep their size; they are rounded to
//! hundredths, so that pictures are small and the same bytes everywhere.
//!
//! Refuses: logarithmic axes and dates.

use crate::csv_rows::number;

/// The most ticks of an axis: as many as there is room for on the screen of a telephone.
const MAX_TICKS: f64 = 5.0;

/// A linear axis. Invariant: it has a width, and its ticks lie on it.
#[derive(Clone, PartialEq, Debug)]
pub struct Scale {
    lo: f64,
    hi: f64,
    step: f64,
}

impl Scale {
    /// An axis from one tick to another that holds all of these values but infinite ones.
    pub fn around(values: impl IntoIterator<Item = f64>) -> Scale {
        let (least, most) = ends(values);
        let step = nice_step(most - least);
        Scale { lo: (least / step).floor() * step, hi: (most / step).ceil() * step, step }
    }

    /// An axis between these values, which are a tick or not.
    pub(crate) fn between(lo: f64, hi: f64) -> Scale {
        Scale { lo, hi, step: nice_step(hi - lo) }
    }

    /// The values at its ends.
    pub(crate) fn ends(&self) -> (f64, f64) {
        (self.lo, self.hi)
    }

    /// Where a value lies, from 0 to 1: what is beyond an end lies there.
    pub fn place(&self, value: f64) -> f64 {
        ((value - self.lo) / (self.hi - self.lo)).clamp(0.0, 1.0)
    }

    /// The same as a length: `12.5%`.
    pub(crate) fn at(&self, value: f64) -> String {
        percent(self.place(value))
    }

    /// Where an interval begins, and how long it is.
    pub(crate) fn span(&self, lo: f64, hi: f64) -> (String, String) {
        (self.at(lo), percent(self.place(hi) - self.place(lo)))
    }

    /// The class of the text of a tick: on a narrow screen every other one is left out.
    pub(crate) fn tick_class(&self, value: f64) -> &'static str {
        if (value / self.step).round() as i64 % 2 == 0 { "tick" } else { "tick odd" }
    }

    /// The ticks with their texts.
    pub fn ticks(&self) -> Vec<(f64, String)> {
        let (first, last) = ((self.lo / self.step - 1e-9).ceil() as i64, (self.hi / self.step + 1e-9).floor() as i64);
        let decimals = usize::try_from(-libm::floor(libm::log10(self.step) + 1e-9) as i64).unwrap_or(0);
        (first..=last).map(|idx| idx as f64 * self.step).map(|value| (value, tick_text(value, decimals))).collect()
    }
}

/// The least and the greatest of these values but infinite ones, apart from each other.
fn ends(values: impl IntoIterator<Item = f64>) -> (f64, f64) {
    let finite = values.into_iter().filter(|value| value.is_finite());
    let (least, most) = finite.fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), value| {
        (f64::min(least, value), f64::max(most, value))
    });
    if least > most {
        return (0.0, 1.0);
    }
    if least < most { (least, most) } else { (least - 0.5, most + 0.5) }
}

/// The smallest of 1, 2 or 5 times a power of ten that goes into a width at most so often.
fn nice_step(width: f64) -> f64 {
    let least = width / MAX_TICKS;
    let power = libm::pow(10.0, libm::floor(libm::log10(least)));
    [1.0, 2.0, 5.0].into_iter().map(|times| times * power).find(|&step| step >= least * 0.999).unwrap_or(10.0 * power)
}

/// A tick with a proper minus sign.
fn tick_text(value: f64, decimals: usize) -> String {
    minus(&format!("{:.decimals$}", value + 0.0))
}

/// A number as it is printed, with a minus sign instead of a hyphen.
pub(crate) fn minus(text: &str) -> String {
    text.replace('-', "\u{2212}")
}

/// A text whose percent signs stay with their numbers.
pub(crate) fn glued(text: &str) -> String {
    text.replace(" %", "\u{a0}%")
}

/// A part of a whole as a length.
pub(crate) fn percent(part: f64) -> String {
    coordinate(100.0 * part) + "%"
}

/// A coordinate: hundredths are enough.
pub fn coordinate(value: f64) -> String {
    number((value * 100.0).round() / 100.0 + 0.0)
}

#[cfg(test)]
#[path = "scale_tests.rs"]
mod tests;
