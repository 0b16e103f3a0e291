//! Result tables as tables of a page.
//!
//! Each numeric cell has the text of the CSV file in `data-v` and shows a rounded one; a cell without `data-v` shows
//! the text of the file. `data-table` names the file and `data-column` the column. A table can be read without the
//! script of the page, which only makes its headers buttons that sort.
//!
//! Refuses: more than `MAX_CELLS` cells. The first rows are shown then, and the page says where the others are.

use std::borrow::{Borrow, Cow};

use maud::{Markup, html};

use super::format::printed;
use super::scale::glued;
use crate::column::{Column, Format, Shown};
use crate::report::cell::Cell;
use crate::report::layout::Layout;

/// What a browser shows without getting slow, and what can be sent to a colleague: some 400 KB.
const MAX_CELLS: usize = 9_000;

/// A result table on a page.
#[derive(Clone, Debug)]
pub struct TableView {
    /// The name of its file.
    file: &'static str,
    columns: Vec<Heading>,
    /// The first rows, as many as are shown.
    rows: Vec<Vec<Cell>>,
    /// How many more rows the file has.
    left: usize,
    /// What it shows, in a line.
    caption: String,
    direction: Direction,
}

/// A column as a page shows it.
#[derive(Clone, Debug)]
pub(crate) struct Heading {
    name: Cow<'static, str>,
    label: Cow<'static, str>,
    format: Format,
    shown: Shown,
    meaning: &'static str,
}

/// How the rows of a table run on a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Direction {
    /// Below each other, as in the file.
    Across,
    /// The only one, downwards: a line for each column.
    Down,
}

impl From<&Column> for Heading {
    fn from(column: &Column) -> Heading {
        let Column { name, label, format, shown, meaning, .. } = *column;
        Heading { name: name.into(), label: label.into(), format, shown, meaning }
    }
}

impl Heading {
    /// A column that this program does not know, under its own name.
    pub(crate) fn unknown(name: &str) -> Heading {
        let name = Cow::from(name.to_owned());
        Heading { label: name.clone(), name, format: Format::Text, shown: Shown::AtOnce, meaning: "" }
    }

    /// Whether its cells are numbers.
    pub(crate) fn is_number(&self) -> bool {
        self.format.is_number()
    }
}

impl TableView {
    /// A table of a file whose rows run as there.
    pub fn new<R>(
        file: &'static str,
        layout: &Layout<R>,
        rows: impl IntoIterator<Item: Borrow<R>>,
        caption: &str,
    ) -> TableView {
        let columns = layout.columns().map(Heading::from).collect();
        let rows = rows.into_iter().map(|row| layout.cells(row.borrow()).collect());
        TableView::of_cells(file, columns, rows, caption)
    }

    /// A table of one row, a line for each column.
    pub(crate) fn down<R>(file: &'static str, layout: &Layout<R>, row: &R, caption: &str) -> TableView {
        TableView { direction: Direction::Down, ..TableView::new(file, layout, [row], caption) }
    }

    /// A table of these columns and cells.
    pub(crate) fn of_cells(
        file: &'static str,
        columns: Vec<Heading>,
        mut rows: impl Iterator<Item = Vec<Cell>>,
        caption: &str,
    ) -> TableView {
        let shown = rows.by_ref().take(MAX_CELLS / columns.len().max(1)).collect();
        let (left, caption) = (rows.count(), caption.to_owned());
        TableView { file, columns, rows: shown, left, caption, direction: Direction::Across }
    }

    /// The table as it stands on a page.
    pub fn markup(&self) -> Markup {
        match self.direction {
            Direction::Across => self.across(),
            Direction::Down => self.down_the_page(),
        }
    }

    /// The name of its file without the ending: `standings`.
    fn name(&self) -> &'static str {
        self.file.trim_end_matches(".csv")
    }

    fn across(&self) -> Markup {
        let (name, columns, left) = (self.name(), &self.columns, self.left);
        html! {
            div.sheet {
                div.scroll tabindex="0" role="region" aria-labelledby={ (name) "-caption" } {
                    table data-table=(name) data-rows-left-out=[(left > 0).then_some(left)] {
                        caption id={ (name) "-caption" } { (glued(&self.caption)) }
                        thead { tr { @for column in columns { (header(column)) } } }
                        tbody { @for row in &self.rows { (line(columns, row)) } }
                    }
                }
                @if columns.iter().any(|column| column.shown == Shown::WithAll) {
                    label.all { input type="checkbox"; " All " (columns.len()) " columns" }
                }
                @if left > 0 { p.note { (left) " more rows are in " code { (name) ".csv" } "." } }
                (meanings(columns))
            }
        }
    }

    fn down_the_page(&self) -> Markup {
        let name = self.name();
        let cells = self.rows.first().map_or(&[][..], Vec::as_slice);
        html! {
            div.sheet {
                div.scroll tabindex="0" role="region" aria-labelledby={ (name) "-caption" } {
                    table.down data-table=(name) {
                        caption id={ (name) "-caption" } { (glued(&self.caption)) }
                        thead { tr { th scope="col" { "What" } th scope="col" { "Value" } th scope="col" { "Meaning" } } }
                        tbody {
                            @for (column, cell) in self.columns.iter().zip(cells) {
                                tr {
                                    th scope="row" data-column=(column.name) { (column.label) }
                                    (plain_cell(column, cell))
                                    td.meaning { (column.meaning) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The class of the cells of a column.
fn class(column: &Heading) -> Option<&'static str> {
    match (column.is_number(), column.shown) {
        (true, Shown::AtOnce) => None,
        (true, Shown::WithAll) => Some("m"),
        (false, Shown::AtOnce) => Some("t"),
        (false, Shown::WithAll) => Some("t m"),
    }
}

fn header(column: &Heading) -> Markup {
    html! { th class=[class(column)] scope="col" data-column=(column.name) { (column.label) } }
}

/// A row, whose first cell is its header.
fn line(columns: &[Heading], row: &[Cell]) -> Markup {
    html! {
        tr {
            @for (idx, (column, cell)) in columns.iter().zip(row).enumerate() {
                @if idx == 0 {
                    th class=[class(column)] scope="row" data-v=[value(column, cell)] { (text(column, cell)) }
                } @else {
                    td class=[class(column)] data-v=[value(column, cell)] { (text(column, cell)) }
                }
            }
        }
    }
}

fn plain_cell(column: &Heading, cell: &Cell) -> Markup {
    let class = (!column.is_number()).then_some("t");
    html! { td class=[class] data-v=[value(column, cell)] { (text(column, cell)) } }
}

/// The text of the file, where another one may be shown.
fn value(column: &Heading, cell: &Cell) -> Option<String> {
    column.is_number().then(|| cell.csv())
}

fn text(column: &Heading, cell: &Cell) -> Markup {
    match column.format {
        Format::Name => html! { bdi { (cell.csv()) } },
        Format::Verdict => html! { span class={ "v v-" (cell.csv()) } { (cell.csv()) } },
        format => html! { (printed(format, cell)) },
    }
}

/// What the columns mean.
fn meanings(columns: &[Heading]) -> Markup {
    let known = || columns.iter().filter(|column| !column.meaning.is_empty());
    html! {
        @if known().next().is_some() {
            details.meanings {
                summary { "What the columns mean" }
                dl { @for column in known() { dt { (column.label) " " code { (column.name) } } dd { (column.meaning) } } }
            }
        }
    }
}

#[cfg(test)]
#[path = "table_tests.rs"]
mod tests;
