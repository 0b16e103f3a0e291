//! How often each score came up: a histogram for each bot, on one axis below each other.

use std::fmt::Write as _;

use maud::{Markup, html};

use super::label::shortened;
use super::picture::Picture;
use crate::report::html::scale::{Scale, coordinate};

/// Histograms on one axis.
#[derive(Clone, Debug)]
pub(crate) struct Histograms {
    /// The name of the picture.
    pub(crate) name: String,
    /// What it shows.
    pub(crate) caption: String,
    /// What the axis has.
    pub(crate) axis: String,
    /// Where the first part begins, and how wide each is.
    pub(crate) from: f64,
    pub(crate) width: f64,
    /// The histograms, from the top.
    pub(crate) rows: Vec<Distribution>,
}

/// One of them.
#[derive(Clone, Debug)]
pub(crate) struct Distribution {
    /// What it is of.
    pub(crate) label: String,
    /// How many values lie in each part of the axis.
    pub(crate) counts: Vec<u64>,
    /// The 5 %, 50 % and 95 % quantiles.
    pub(crate) quantiles: [f64; 3],
}

/// Heights, in pixels.
const LABEL: f64 = 20.0;
const BARS: f64 = 44.0;
const QUANTILES: f64 = 12.0;
const ROW: f64 = LABEL + BARS + QUANTILES + 10.0;
const AXIS: f64 = 44.0;

impl Histograms {
    /// The picture.
    pub(crate) fn picture(&self) -> Markup {
        let height = ROW * self.rows.len() as f64;
        Picture {
            name: &self.name,
            caption: &self.caption,
            description: self.description(),
            height: (height + AXIS) as u32,
            sides: [12, 12],
            least_width: None,
            content: self.content(height),
            legend: Vec::new(),
        }
        .markup()
    }

    fn scale(&self) -> Scale {
        let parts = self.rows.first().map_or(1, |row| row.counts.len());
        Scale::between(self.from, self.from + self.width * parts as f64)
    }

    fn content(&self, height: f64) -> Markup {
        let scale = self.scale();
        html! {
            @for (value, text) in scale.ticks() {
                line.grid x1=(scale.at(value)) x2=(scale.at(value)) y1="0" y2=(height) {}
                text class=(scale.tick_class(value)) x=(scale.at(value)) y=(height + 16.0) { (text) }
            }
            @for (idx, row) in self.rows.iter().enumerate() {
                @let top = ROW * idx as f64;
                text.label x="-12" y=(top + 13.0) { (shortened(&row.label)) }
                (distribution(&scale, row, top))
            }
            text.axis x="50%" y=(height + 36.0) { (self.axis) }
        }
    }

    fn description(&self) -> String {
        let texts: Vec<String> = self.rows.iter().map(Distribution::text).collect();
        format!("A histogram for each bot, below it its 5 %, 50 % and 95 % quantiles. {}.", texts.join("; "))
    }
}

impl Distribution {
    fn text(&self) -> String {
        let [low, median, high] = self.quantiles.map(coordinate);
        format!("{}: {low}, {median}, {high}", self.label)
    }
}

/// Bars, and a strip from the 5 % to the 95 % quantile with the median.
fn distribution(scale: &Scale, row: &Distribution, top: f64) -> Markup {
    let [low, median, high] = row.quantiles;
    let y = top + LABEL + BARS + QUANTILES / 2.0;
    html! {
        svg y=(top + LABEL) width="100%" height=(BARS) viewBox={ "0 0 " (row.counts.len()) " 100" }
            preserveAspectRatio="none" { path.bars d=(bars(&row.counts)) {} }
        line.base x1="0" x2="100%" y1=(top + LABEL + BARS) y2=(top + LABEL + BARS) {}
        line.strip x1=(scale.at(low)) x2=(scale.at(high)) y1=(y) y2=(y) {}
        line.median x1=(scale.at(median)) x2=(scale.at(median)) y1=(y - 5.0) y2=(y + 5.0) {}
    }
}

/// The outline of bars that are 1 wide and at most 100 high. What is there at all is seen.
fn bars(counts: &[u64]) -> String {
    let most = counts.iter().copied().max().unwrap_or(0).max(1) as f64;
    let mut path = String::new();
    for (idx, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        let height = (100.0 * count as f64 / most).max(2.0);
        let _ = write!(path, "M{} 100v-{}h.9V100z", idx as f64 + 0.05, coordinate(height));
    }
    path
}

#[cfg(test)]
#[path = "histograms_tests.rs"]
mod tests;
