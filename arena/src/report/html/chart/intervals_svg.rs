//! Forest plots as pictures.

use maud::{Markup, html};
use riverlab_stats::Interval;

use super::intervals::{Intervals, Row};
use super::label::shortened;
use super::mark::{band_key, reference_key};
use super::picture::Picture;
use crate::report::html::scale::{Scale, coordinate};

/// Labels of more characters stand above their rows.
const MAX_BESIDE: usize = 20;
/// The heights of a heading, of a label above a row, and of each interval of a row.
const HEADING: f64 = 30.0;
const LABEL: f64 = 18.0;
const INTERVAL: f64 = 18.0;
/// Space below each row, and below all of them for the axis.
const GAP: f64 = 6.0;
const AXIS: f64 = 46.0;

/// Where the labels of rows stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Labels {
    /// Beside rows, so many pixels wide.
    Beside(u32),
    Above,
}

impl Labels {
    /// The width to the left of the axis.
    fn width(self) -> u32 {
        match self {
            Labels::Beside(width) => width,
            Labels::Above => 12,
        }
    }
}

impl Intervals {
    /// The picture.
    pub fn picture(&self) -> Markup {
        let scale = self.scale();
        let labels = self.labels();
        let height = self.rows_height(labels);
        Picture {
            name: &self.name,
            caption: &self.caption,
            description: self.description(),
            height: (height + AXIS) as u32,
            sides: [labels.width(), 24],
            least_width: None,
            content: self.content(&scale, labels, height),
            legend: self.keys(),
        }
        .markup()
    }

    /// What marks, lines and bands mean.
    fn keys(&self) -> Vec<(Markup, String)> {
        let marks = self.legend.iter().map(|(mark, meaning)| (mark.key(), meaning.clone()));
        let text =
            |(value, name): &(f64, String)| if *value == 0.0 { name.clone() } else { format!("{name}, {value:.3}") };
        let line = self.reference.iter().map(|reference| (reference_key(), text(reference)));
        let band = self.band.map(|margin| (band_key(), format!("within the margin of {margin}")));
        marks.chain(line).chain(band).collect()
    }

    /// The width of the longest label.
    fn widest(&self) -> u32 {
        let longest = self.rows.iter().map(|row| row.label.chars().count()).max().unwrap_or(0);
        (15 * longest as u32).div_ceil(2) + 14
    }

    fn labels(&self) -> Labels {
        let is_long = self.rows.iter().any(|row| row.label.chars().count() > MAX_BESIDE);
        if is_long { Labels::Above } else { Labels::Beside(self.widest()) }
    }

    /// The rows with the places of their tops.
    fn placed(&self, labels: Labels) -> Vec<(f64, &Row)> {
        let (mut top, mut group) = (0.0, "");
        let mut placed = Vec::new();
        for row in &self.rows {
            if row.group != group {
                (top, group) = (top + HEADING, &row.group);
            }
            placed.push((top, row));
            top += row_height(row, labels);
        }
        placed
    }

    fn rows_height(&self, labels: Labels) -> f64 {
        self.placed(labels).last().map_or(0.0, |(top, row)| top + row_height(row, labels))
    }

    fn content(&self, scale: &Scale, labels: Labels, height: f64) -> Markup {
        let (placed, x) = (self.placed(labels), -i64::from(labels.width()));
        html! {
            (self.ground(scale, height))
            @for (idx, (top, row)) in placed.iter().enumerate() {
                @if !row.group.is_empty() && (idx == 0 || placed[idx - 1].1.group != row.group) {
                    text.heading x=(x) y=(top - 9.0) { (row.group) }
                }
                text.label x=(x) y=(top + 13.0) { (shortened(&row.label)) }
            }
            @for (top, row) in &placed { (intervals(scale, row, top + shift(labels))) }
        }
    }

    /// The axis with what lies behind the intervals.
    fn ground(&self, scale: &Scale, height: f64) -> Markup {
        html! {
            @if let Some(margin) = self.band {
                @let (x, width) = scale.span(-margin, margin);
                rect.band x=(x) width=(width) y="0" height=(height) {}
            }
            @for (value, text) in scale.ticks() {
                line.grid x1=(scale.at(value)) x2=(scale.at(value)) y1="0" y2=(height) {}
                text class=(scale.tick_class(value)) x=(scale.at(value)) y=(height + 16.0) { (text) }
            }
            @if let Some((value, _)) = &self.reference {
                line.reference x1=(scale.at(*value)) x2=(scale.at(*value)) y1="0" y2=(height) {}
            }
            text.axis x="50%" y=(height + 36.0) { (self.axis) }
        }
    }

    /// All intervals as a text, or how many there are.
    fn description(&self) -> String {
        let what = match &self.reference {
            Some((value, name)) => format!("A line marks {name}, {}. ", coordinate(*value)),
            None => String::new(),
        };
        let texts: Vec<String> = self.rows.iter().take(12).flat_map(row_texts).collect();
        let rest = if self.rows.len() > 12 { format!("; {} more rows", self.rows.len() - 12) } else { String::new() };
        format!("Means with 95 % intervals. {what}{}{rest}. The table has all numbers.", texts.join("; "))
    }
}

fn row_height(row: &Row, labels: Labels) -> f64 {
    let label = if labels == Labels::Above { LABEL } else { 0.0 };
    label + INTERVAL * row.intervals.len().max(1) as f64 + GAP
}

/// How far below the top of a row its intervals begin.
fn shift(labels: Labels) -> f64 {
    if labels == Labels::Above { LABEL } else { 0.0 }
}

/// The intervals of a row, below each other.
fn intervals(scale: &Scale, row: &Row, top: f64) -> Markup {
    html! {
        @for (idx, (mark, interval)) in row.intervals.iter().enumerate() {
            @let y = top + 9.0 + INTERVAL * idx as f64;
            @let class = mark.class();
            line class={ "bar " (class) } x1=(scale.at(interval.lo)) x2=(scale.at(interval.hi)) y1=(y) y2=(y) {}
            @if interval.lo < scale.ends().0 { text.open x="0" y=(y + 4.0) { "‹" } }
            @if interval.hi > scale.ends().1 { text.open x="100%" y=(y + 4.0) { "›" } }
            (mark.at(&scale.at(interval.mean), y))
        }
    }
}

fn row_texts(row: &Row) -> Vec<String> {
    let text = |interval: &Interval| {
        let [mean, lo, hi] = [interval.mean, interval.lo, interval.hi].map(three_digits);
        format!("{}: {mean} ({lo} to {hi})", row.label)
    };
    row.intervals.iter().map(|(_, interval)| text(interval)).collect()
}

fn three_digits(value: f64) -> String {
    if value.abs() >= 10.0 { format!("{value:.0}") } else { format!("{value:.3}") }
}

#[cfg(test)]
#[path = "intervals_svg_tests.rs"]
mod tests;
