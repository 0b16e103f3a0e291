//! Who ends above whom, as a square of shares.

use maud::{Markup, html};

use super::label::shortened_to;
use super::picture::Picture;
use crate::report::html::scale::percent;

/// A matrix of shares.
#[derive(Clone, Debug)]
pub(crate) struct Matrix {
    /// The name of the picture.
    pub(crate) name: String,
    /// What it shows.
    pub(crate) caption: String,
    /// A letter and a name for each row, and for each column.
    pub(crate) labels: Vec<(String, String)>,
    /// Of each row, the shares by column; none where there is nothing to say.
    pub(crate) shares: Vec<Vec<Option<f64>>>,
}

/// The width of the labels, the height of a row, and the least width of a column, in pixels.
const LABELS: usize = 150;
const ROW: usize = 34;
const COLUMN: usize = 38;
/// So many columns fit the screen of a telephone.
const FITTING: usize = 4;
/// How much of a cell's color is seen at most: numbers stay readable on it, in light and in dark.
const STRONGEST: f64 = 0.45;
/// Labels of more characters are shortened.
const MAX_LABEL: usize = 17;

impl Matrix {
    /// The picture.
    pub(crate) fn picture(&self) -> Markup {
        let size = self.labels.len();
        Picture {
            name: &self.name,
            caption: &self.caption,
            description: self.description(),
            height: (ROW * (size + 1)) as u32,
            sides: [LABELS as u32, 0],
            least_width: (size > FITTING).then(|| (LABELS + size * COLUMN) as u32),
            content: self.content(),
            legend: Vec::new(),
        }
        .markup()
    }

    fn content(&self) -> Markup {
        html! {
            @for (row, (letter, name)) in self.labels.iter().enumerate() {
                @let y = ROW * (row + 1) + 21;
                text.letter x={ "-" (LABELS) } y=(y) { (letter) }
                text.label x={ "-" (LABELS - 26) } y=(y) { (shortened_to(name, MAX_LABEL)) }
            }
            @for (column, (letter, _)) in self.labels.iter().enumerate() {
                text.letter.middle x=(self.middle(column)) y="22" { (letter) }
            }
            @for (row, shares) in self.shares.iter().enumerate() {
                @for (column, share) in shares.iter().enumerate() { (self.cell(row, column, *share)) }
            }
        }
    }

    /// Where the middle of a column lies.
    fn middle(&self, column: usize) -> String {
        percent((column as f64 + 0.5) / self.labels.len() as f64)
    }

    fn cell(&self, row: usize, column: usize, share: Option<f64>) -> Markup {
        let (size, y) = (self.labels.len() as f64, ROW * (row + 1));
        let (x, width) = (percent(column as f64 / size), percent(1.0 / size));
        let strength = share.map_or(0.0, |share| ((share - 0.5).abs() * STRONGEST * 2.0 * 100.0).round() / 100.0);
        let class = if share.is_some_and(|share| share < 0.5) { "below" } else { "above" };
        html! {
            rect.cell x=(x) width=(width) y=(y) height=(ROW) {}
            @if let Some(share) = share {
                rect.(class) x=(x) width=(width) y=(y) height=(ROW) fill-opacity=(strength) {}
                text.number x=(self.middle(column)) y=(y + 21) { (share_text(share)) }
            }
        }
    }

    fn description(&self) -> String {
        let size = self.labels.len();
        format!(
            "A square of {size} rows and {size} columns, one for each bot: how often the bot of the row ends above the bot of \
             the column, 1 being always. The table has all numbers."
        )
    }
}

/// A share in two decimals without its zero, as there is little room.
fn share_text(share: f64) -> String {
    let text = format!("{share:.2}");
    text.strip_prefix('0').map_or(text.clone(), str::to_owned)
}

#[cfg(test)]
#[path = "matrix_tests.rs"]
mod tests;
