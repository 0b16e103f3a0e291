//! What options do as pictures: each against the share with a band, and pairs with lines of equal shares.
//!
//! The pictures are SVG files of their own, for papers and pages alike; all of their numbers are in `options.csv` and
//! `option-pairs.csv`.

use maud::{Markup, html};
use riverlab_arena::report::html::scale::{Scale, coordinate};

use super::objective::Objective;
use super::options::{OptionFinding, PairFinding, ValueShare};

/// Plots of a row, their width and height with the space around them, and that space to the left, above and below.
const COLUMNS: usize = 3;
const OUTER: [f64; 2] = [300.0, 240.0];
const LEFT: f64 = 62.0;
const ABOVE: f64 = 30.0;
const BELOW: f64 = 40.0;
const RIGHT: f64 = 18.0;
const ABOUT: f64 = 760.0;
/// Of these pictures alone, as they also stand in pages.
const STYLE: &str = "\
    svg.tuning text{font:12px sans-serif;fill:#1d1c1a}\
    svg.tuning .name{font-weight:600}\
    svg.tuning .tick{fill:#5f5b53}\
    svg.tuning .middle{text-anchor:middle}\
    svg.tuning .end{text-anchor:end}\
    svg.tuning .grid{stroke:#dcd6ca}\
    svg.tuning .band{fill:#1f5f99;fill-opacity:.18}\
    svg.tuning .line{fill:none;stroke:#1f5f99;stroke-width:2}\
    svg.tuning .bar{stroke:#1f5f99;stroke-width:2}\
    svg.tuning .dot{fill:#1f5f99}\
    svg.tuning .chosen{stroke:#b04a17;stroke-width:1.5;stroke-dasharray:4 3}\
    svg.tuning .winner{fill:#b04a17;stroke:#fff}\
    svg.tuning .cell{fill:#1f5f99}\
    svg.tuning .contour{stroke:#1d1c1a;stroke-width:.8}\
    svg.tuning .frame{fill:none;stroke:#5f5b53}";

/// Each option against what is looked for.
pub(super) fn options_svg(options: &[OptionFinding], objective: Objective) -> String {
    let shown: Vec<&OptionFinding> = options.iter().filter(|option| !option.shares.is_empty()).collect();
    let ends = shown.iter().flat_map(|option| &option.shares).flat_map(|seen| [seen.share.lo, seen.share.hi]);
    let scale = Scale::around(ends);
    let plots: Vec<Markup> = shown.iter().map(|option| option_plot(option, &scale)).collect();
    let figure = capital(objective.figure());
    let about = format!("{figure} by the value of each option, all others being the winner's, with 95 % bands");
    sheet(&about, &plots)
}

/// Pairs of options with lines of equal shares.
pub(super) fn pairs_svg(options: &[OptionFinding], pairs: &[PairFinding], objective: Objective) -> String {
    let scale = Scale::around(pairs.iter().flat_map(|pair| &pair.shares).flatten().copied());
    let plots: Vec<Markup> = pairs.iter().map(|pair| pair_plot(options, pair, &scale)).collect();
    let ticks: Vec<String> = scale.ticks().into_iter().map(|(_, text)| text).collect();
    let about = format!(
        "{} by the values of two options, all others being the winner's; darker is more; lines at {}",
        capital(objective.figure()),
        ticks.join(", ")
    );
    sheet(&about, &plots)
}

/// The text with a capital letter.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Plots in rows.
fn sheet(about: &str, plots: &[Markup]) -> String {
    let (columns, rows) = (plots.len().clamp(1, COLUMNS), plots.len().div_ceil(COLUMNS).max(1));
    // A single plot is narrower than what is said of it.
    let size = [(columns as f64 * OUTER[0]).max(ABOUT), rows as f64 * OUTER[1] + 24.0].map(coordinate);
    let view = format!("0 0 {} {}", size[0], size[1]);
    let place = |idx: usize| {
        let [x, y] = [(idx % COLUMNS) as f64 * OUTER[0], (idx / COLUMNS) as f64 * OUTER[1] + 24.0].map(coordinate);
        format!("translate({x} {y})")
    };
    let sheet = html! {
        svg.tuning xmlns="http://www.w3.org/2000/svg" viewBox=(view) width=(size[0]) height=(size[1]) role="img" {
            title { (about) }
            style { (maud::PreEscaped(STYLE)) }
            rect width="100%" height="100%" fill="#fff" {}
            text x="8" y="18" { (about) }
            @for (idx, plot) in plots.iter().enumerate() { g transform=(place(idx)) { (plot) } }
        }
    };
    sheet.into_string() + "\n"
}

/// Where values lie along an axis, from 0 to 1: lists have a space around each value.
fn along(is_list: bool, count: usize, place: f64) -> f64 {
    if is_list { (place + 0.5) / count as f64 } else { f64::midpoint(place, 1.0) }
}

fn across(part: f64) -> f64 {
    LEFT + part * (OUTER[0] - LEFT - RIGHT)
}

fn down(part: f64) -> f64 {
    OUTER[1] - BELOW - part * (OUTER[1] - ABOVE - BELOW)
}

/// The values that are written below an axis: all of a short list, else the ends and the middle.
fn written(is_list: bool, count: usize) -> Vec<usize> {
    if is_list && count <= 6 { (0..count).collect() } else { vec![0, count / 2, count - 1] }
}

fn option_plot(option: &OptionFinding, scale: &Scale) -> Markup {
    let OptionFinding { name, chosen, is_list, shares, .. } = option;
    let at = |seen: &ValueShare| across(along(*is_list, shares.len(), seen.place));
    let y = |share: f64| down(scale.place(share));
    let point = |x: f64, y: f64| format!("{},{}", coordinate(x), coordinate(y));
    let line: Vec<String> = shares.iter().map(|seen| point(at(seen), y(seen.share.mean))).collect();
    let top = shares.iter().map(|seen| point(at(seen), y(seen.share.hi)));
    let band: Vec<String> = top.chain(shares.iter().rev().map(|seen| point(at(seen), y(seen.share.lo)))).collect();
    // The chosen value lies between two that were looked at, or is one of them.
    let chosen_at = chosen.as_ref().and_then(|chosen| {
        let exact = shares.iter().find(|seen| seen.value == *chosen).map(&at);
        exact.or_else(|| between(chosen, shares).map(|place| across(along(false, 0, place))))
    });
    let (left, right) = (coordinate(across(0.0)), coordinate(across(1.0)));
    html! {
        text.name x=(left) y="20" { (name) ": " (option.matters.word()) }
        @for (value, text) in scale.ticks() {
            @let y = coordinate(y(value));
            line.grid x1=(left) x2=(right) y1=(y) y2=(y) {}
            text.tick.end x=(coordinate(LEFT - 6.0)) y=(y) dy="4" { (text) }
        }
        @if *is_list {
            @for seen in shares {
                @let x = coordinate(at(seen));
                line.bar x1=(x) x2=(x) y1=(coordinate(y(seen.share.lo))) y2=(coordinate(y(seen.share.hi))) {}
                circle.dot cx=(x) cy=(coordinate(y(seen.share.mean))) r="4" {}
            }
        } @else {
            polygon.band points=(band.join(" ")) {}
            polyline.line points=(line.join(" ")) {}
        }
        @if let Some(x) = chosen_at {
            line.chosen x1=(coordinate(x)) x2=(coordinate(x)) y1=(coordinate(down(0.0))) y2=(coordinate(down(1.0))) {}
        }
        @for idx in written(*is_list, shares.len()) {
            text.tick.middle x=(coordinate(at(&shares[idx]))) y=(coordinate(OUTER[1] - BELOW + 18.0)) { (shares[idx].value) }
        }
    }
}

/// Where a number lies between the values of a range that were looked at.
fn between(chosen: &str, shares: &[ValueShare]) -> Option<f64> {
    let number = |text: &str| text.parse::<f64>().ok();
    let chosen = number(chosen)?;
    shares.windows(2).find_map(|pair| {
        let (lo, hi) = (number(&pair[0].value)?, number(&pair[1].value)?);
        let part = (chosen - lo) / (hi - lo);
        (0.0..=1.0).contains(&part).then(|| pair[0].place + part * (pair[1].place - pair[0].place))
    })
}

/// The plot of a pair of options.
struct PairPlot<'a> {
    /// The option across, and the one up.
    options: [&'a OptionFinding; 2],
    pair: &'a PairFinding,
    scale: &'a Scale,
}

fn pair_plot(options: &[OptionFinding], pair: &PairFinding, scale: &Scale) -> Markup {
    PairPlot { options: pair.options.map(|option| &options[option]), pair, scale }.markup()
}

/// Where a point is in a plot.
fn point(part: [f64; 2]) -> [String; 2] {
    [coordinate(across(part[0])), coordinate(down(part[1]))]
}

impl PairPlot<'_> {
    /// Where a value of an option is along its side, from 0 to 1.
    fn place(&self, side: usize, idx: usize) -> f64 {
        let values = &self.pair.values[side];
        along(self.options[side].is_list, values.len(), values[idx].1)
    }

    /// The ends of the cell of a value, which reaches half of the way to its neighbors.
    fn cell(&self, side: usize, idx: usize) -> [f64; 2] {
        let here = self.place(side, idx);
        let edge = |next: Option<usize>, end: f64| next.map_or(end, |next| f64::midpoint(here, self.place(side, next)));
        let above = Some(idx + 1).filter(|&next| next < self.pair.values[side].len());
        [edge(idx.checked_sub(1), 0.0), edge(above, 1.0)]
    }

    /// Where the winner is.
    fn winner(&self) -> [f64; 2] {
        self.options.map(|OptionFinding { chosen, shares, is_list, .. }| {
            let chosen = chosen.as_ref().expect("it counts");
            let exact = shares.iter().find(|seen| seen.value == *chosen).map(|seen| seen.place);
            let place = exact.or_else(|| between(chosen, shares)).unwrap_or_default();
            along(*is_list, shares.len(), place)
        })
    }

    fn markup(&self) -> Markup {
        let [across, up] = self.options.map(|option| &option.name);
        let ([left, bottom], [right, top]) = (point([0.0, 0.0]), point([1.0, 1.0]));
        let [x, y] = point(self.winner());
        html! {
            text.name x=(left) y="20" { (across) " (across), " (up) }
            (self.cells())
            (self.contours())
            polygon.frame points=(format!("{left},{bottom} {right},{bottom} {right},{top} {left},{top}")) {}
            circle.winner cx=(x) cy=(y) r="5" {}
            (self.labels())
        }
    }

    /// A rectangle for each pair of values, darker where the figure is more.
    fn cells(&self) -> Markup {
        html! {
            @for (first, row) in self.pair.shares.iter().enumerate() {
                @for (second, share) in row.iter().enumerate() {
                    @let ([x0, x1], [y0, y1]) = (self.cell(0, first), self.cell(1, second));
                    @let ([x, y], [width, height]) =
                        ([across(x0), down(y1)].map(coordinate), [across(x1) - across(x0), down(y0) - down(y1)].map(coordinate));
                    rect.cell x=(x) y=(y) width=(width) height=(height) fill-opacity=(coordinate(0.85 * self.scale.place(*share))) {}
                }
            }
        }
    }

    /// Lines of equal figures between values that are numbers.
    fn contours(&self) -> Markup {
        let is_smooth = self.options.iter().all(|option| !option.is_list);
        let levels = self.scale.ticks().into_iter().map(|(level, _)| level).filter(|_| is_smooth);
        let lines = levels.flat_map(|level| contour(&self.pair.shares, |side, idx| self.place(side, idx), level));
        html! {
            @for [from, to] in lines {
                @let ([x1, y1], [x2, y2]) = (point(from), point(to));
                line.contour x1=(x1) y1=(y1) x2=(x2) y2=(y2) {}
            }
        }
    }

    /// The values along both axes.
    fn labels(&self) -> Markup {
        let shown = [0, 1].map(|side| written(self.options[side].is_list, self.pair.values[side].len()));
        let value = |side: usize, idx: usize| &self.pair.values[side][idx].0;
        html! {
            @for &idx in &shown[0] {
                text.tick.middle x=(coordinate(across(self.place(0, idx)))) y=(coordinate(OUTER[1] - BELOW + 18.0)) { (value(0, idx)) }
            }
            @for &idx in &shown[1] {
                text.tick.end x=(coordinate(LEFT - 6.0)) y=(coordinate(down(self.place(1, idx)))) dy="4" { (value(1, idx)) }
            }
        }
    }
}

/// The line on which a function that is known on a grid has a value, in pieces (marching squares).
fn contour(
    values: &[Vec<f64>],
    place: impl Fn(usize, usize) -> f64,
    level: f64,
) -> impl Iterator<Item = [[f64; 2]; 2]> {
    let mut pieces = Vec::new();
    for first in 0..values.len().saturating_sub(1) {
        for second in 0..values[first].len().saturating_sub(1) {
            let corners = [(first, second), (first + 1, second), (first + 1, second + 1), (first, second + 1)];
            let height = corners.map(|(x, y)| values[x][y] - level);
            let crossing = |edge: usize| {
                let (from, to) = (edge, (edge + 1) % 4);
                if (height[from] > 0.0) == (height[to] > 0.0) {
                    return None;
                }
                let part = height[from] / (height[from] - height[to]);
                let at = |(x, y): (usize, usize)| [place(0, x), place(1, y)];
                let (from, to) = (at(corners[from]), at(corners[to]));
                Some([0, 1].map(|side| from[side] + part * (to[side] - from[side])))
            };
            let crossed: Vec<[f64; 2]> = (0..4).filter_map(crossing).collect();
            match crossed[..] {
                [one, other] => pieces.push([one, other]),
                // At a saddle the middle says which corners belong together.
                [e0, e1, e2, e3] if (height.iter().sum::<f64>() > 0.0) == (height[0] > 0.0) => {
                    pieces.extend([[e0, e1], [e2, e3]]);
                }
                [e0, e1, e2, e3] => pieces.extend([[e3, e0], [e1, e2]]),
                _ => {}
            }
        }
    }
    pieces.into_iter()
}

#[cfg(test)]
#[path = "pictures_tests.rs"]
mod tests;
