//! A value over deals, with bounds.

use std::fmt::Write as _;

use maud::{Markup, html};

use super::mark::reference_key;
use super::picture::Picture;
use crate::report::html::scale::{Scale, coordinate};

/// A line over deals.
#[derive(Clone, Debug)]
pub(crate) struct Path {
    /// The name of the picture.
    pub(crate) name: String,
    /// What it shows.
    pub(crate) caption: String,
    /// What the vertical axis has.
    pub(crate) axis: String,
    /// The points, in the order of deals.
    pub(crate) points: Vec<Point>,
    /// Values to compare with, each with what it is.
    pub(crate) bounds: Vec<(f64, String)>,
}

/// A point of a line.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Point {
    /// The number of deals.
    pub(crate) deals: u64,
    /// The value after them.
    pub(crate) value: f64,
    /// The interval around it, if there is one.
    pub(crate) interval: Option<(f64, f64)>,
}

/// The heights of the plot and of what is below it, in pixels.
const PLOT: f64 = 240.0;
const AXIS: f64 = 46.0;
/// The units of the plot from left to right.
const WIDTH: f64 = 1000.0;

impl Path {
    /// The picture.
    pub(crate) fn picture(&self) -> Markup {
        Picture {
            name: &self.name,
            caption: &self.caption,
            description: self.description(),
            height: (PLOT + AXIS) as u32,
            sides: [46, 16],
            least_width: None,
            content: self.content(),
            legend: self.keys(),
        }
        .markup()
    }

    /// What the line of a single bound means, which is not said beside it: it may run through the values.
    fn keys(&self) -> Vec<(Markup, String)> {
        match &self.bounds[..] {
            [(value, text)] => vec![(reference_key(), format!("{text}, {}", coordinate(*value)))],
            _ => Vec::new(),
        }
    }

    fn scales(&self) -> (Scale, Scale) {
        let last = self.points.last().map_or(1, |point| point.deals);
        let ends = self.points.iter().flat_map(|point| point.interval.map_or([point.value; 2], |(lo, hi)| [lo, hi]));
        let bounds = self.bounds.iter().map(|(value, _)| *value);
        (Scale::between(0.0, last.max(1) as f64), Scale::around(ends.chain(bounds)))
    }

    fn content(&self) -> Markup {
        let (x, y) = self.scales();
        html! {
            @for (value, text) in y.ticks() {
                text.tick.end x="-8" y=(height(&y, value) + 4.0) { (text) }
                line.grid x1="0" x2="100%" y1=(height(&y, value)) y2=(height(&y, value)) {}
            }
            @for (value, text) in x.ticks() { text class=(x.tick_class(value)) x=(x.at(value)) y=(PLOT + 16.0) { (text) } }
            svg width="100%" height=(PLOT) viewBox={ "0 0 " (WIDTH) " " (PLOT) } preserveAspectRatio="none" {
                path.area d=(self.area(&x, &y)) {}
                path.way d=(self.way(&x, &y)) {}
            }
            @for (value, text) in &self.bounds { (bound(&y, *value, if self.bounds.len() > 1 { text } else { "" })) }
            @if let Some(last) = self.points.last() {
                circle.last cx=(x.at(last.deals as f64)) cy=(height(&y, last.value)) r="4" {}
            }
            text.axis x="50%" y=(PLOT + 36.0) { "deals" }
        }
    }

    /// The line through all values.
    fn way(&self, x: &Scale, y: &Scale) -> String {
        outline(self.points.iter().map(|point| (point.deals, point.value)), x, y)
    }

    /// What lies between the ends of the intervals.
    fn area(&self, x: &Scale, y: &Scale) -> String {
        let known = || self.points.iter().filter_map(|point| Some((point.deals, point.interval?)));
        let there = known().map(|(deals, (lo, _))| (deals, lo));
        let back = known().rev().map(|(deals, (_, hi))| (deals, hi));
        outline(there.chain(back), x, y)
    }

    fn description(&self) -> String {
        let Some(last) = self.points.last() else { return "No deal is played yet.".to_owned() };
        let bounds: Vec<String> =
            self.bounds.iter().map(|(value, name)| format!("{name}: {}", coordinate(*value))).collect();
        let interval = last.interval.map_or(String::new(), |(lo, hi)| format!(" ({lo:.3} to {hi:.3})"));
        format!("After {} deals {}: {:.3}{interval}. {}.", last.deals, self.axis, last.value, bounds.join("; "))
    }
}

/// How far from the top a value lies.
fn height(y: &Scale, value: f64) -> f64 {
    ((1.0 - y.place(value)) * PLOT * 10.0).round() / 10.0
}

fn bound(y: &Scale, value: f64, text: &str) -> Markup {
    let at = height(y, value);
    let above = if at < 20.0 { at + 15.0 } else { at - 6.0 };
    html! {
        line.reference x1="0" x2="100%" y1=(at) y2=(at) {}
        text.bound x="6" y=(above) { (text) }
    }
}

/// A path through points of the plot.
fn outline(points: impl Iterator<Item = (u64, f64)>, x: &Scale, y: &Scale) -> String {
    let mut path = String::new();
    for (idx, (deals, value)) in points.enumerate() {
        let sign = if idx == 0 { 'M' } else { 'L' };
        let at = (x.place(deals as f64) * WIDTH * 10.0).round() / 10.0;
        let _ = write!(path, "{sign}{} {}", coordinate(at), coordinate(height(y, value)));
    }
    path
}

#[cfg(test)]
#[path = "path_tests.rs"]
mod tests;
