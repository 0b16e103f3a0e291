//! Result tables as tables of a page.
//!
//! Each numeric cell has the text of the CSV file in `data-v` and shows a rounded one; a cell without `data-v` shows the text
//! of the file. `data-table` names the file and `data-column` the column. A table can be read without the script of the
//! page, which only makes its headers buttons that sort.
//!
//! Refuses: more than [`MAX_CELLS`] cells. The first rows are shown then, and the page says where the others are.

use maud::{Markup, html};

use super::columns::{Column, Format, Shown, column};
use super::scale::glued;
use super::sheet::Sheet;

/// What a browser shows without getting slow, and what can be sent to a colleague: some 400 KB.
const MAX_CELLS: usize = 9_000;

/// A result table on a page.
#[derive(Clone, Debug)]
pub(crate) struct TableView {
    /// The table.
    pub(crate) sheet: Sheet,
    /// What it shows, in a line.
    pub(crate) caption: String,
    /// How its rows lie.
    pub(crate) rows: Rows,
}

/// How the rows of a table lie on a page.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rows {
    /// Below each other, as in the file.
    Across,
    /// The only one, downwards: a line for each column.
    Down,
}

impl TableView {
    /// A table whose rows lie as in the file.
    pub(crate) fn new(sheet: Sheet, caption: &str) -> TableView {
        TableView { sheet, caption: caption.to_owned(), rows: Rows::Across }
    }

    /// A table of one row, a line for each column.
    pub(crate) fn down(sheet: Sheet, caption: &str) -> TableView {
        TableView { rows: Rows::Down, ..TableView::new(sheet, caption) }
    }

    /// The table as it stands on a page.
    pub(crate) fn markup(&self) -> Markup {
        match self.rows {
            Rows::Across => self.across(),
            Rows::Down => self.down_the_page(),
        }
    }

    fn columns(&self) -> Vec<Column<'_>> {
        self.sheet.header.iter().map(|name| column(&self.sheet.name, name)).collect()
    }

    fn across(&self) -> Markup {
        let (name, columns) = (&self.sheet.name, self.columns());
        let shown = (MAX_CELLS / columns.len().max(1)).min(self.sheet.rows.len());
        let left = self.sheet.rows.len() - shown;
        html! {
            div.sheet {
                div.scroll tabindex="0" role="region" aria-labelledby={ (name) "-caption" } {
                    table data-table=(name) data-rows-left-out=[(left > 0).then_some(left)] {
                        caption id={ (name) "-caption" } { (glued(&self.caption)) }
                        thead { tr { @for column in &columns { (header(column)) } } }
                        tbody { @for row in &self.sheet.rows[..shown] { (line(&columns, row)) } }
                    }
                }
                @if columns.iter().any(|column| column.shown == Shown::WithAll) {
                    label.all { input type="checkbox"; " All " (columns.len()) " columns" }
                }
                @if left > 0 { p.note { (left) " more rows are in " code { (name) ".csv" } "." } }
                (meanings(&columns))
            }
        }
    }

    fn down_the_page(&self) -> Markup {
        let (name, columns) = (&self.sheet.name, self.columns());
        let cells = self.sheet.rows.first().map_or(&[][..], Vec::as_slice);
        html! {
            div.sheet {
                div.scroll tabindex="0" role="region" aria-labelledby={ (name) "-caption" } {
                    table.down data-table=(name) {
                        caption id={ (name) "-caption" } { (glued(&self.caption)) }
                        thead { tr { th scope="col" { "What" } th scope="col" { "Value" } th scope="col" { "Meaning" } } }
                        tbody {
                            @for (column, cell) in columns.iter().zip(cells) {
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
fn class(column: &Column<'_>) -> Option<&'static str> {
    match (column.format.is_number(), column.shown) {
        (true, Shown::AtOnce) => None,
        (true, Shown::WithAll) => Some("m"),
        (false, Shown::AtOnce) => Some("t"),
        (false, Shown::WithAll) => Some("t m"),
    }
}

fn header(column: &Column<'_>) -> Markup {
    html! { th class=[class(column)] scope="col" data-column=(column.name) { (column.label) } }
}

/// A row, whose first cell is its header.
fn line(columns: &[Column<'_>], row: &[String]) -> Markup {
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

fn plain_cell(column: &Column<'_>, cell: &str) -> Markup {
    let class = (!column.format.is_number()).then_some("t");
    html! { td class=[class] data-v=[value(column, cell)] { (text(column, cell)) } }
}

/// The text of the file, where another one may be shown.
fn value<'a>(column: &Column<'_>, cell: &'a str) -> Option<&'a str> {
    column.format.is_number().then_some(cell)
}

fn text(column: &Column<'_>, cell: &str) -> Markup {
    match column.format {
        Format::Name => html! { bdi { (cell) } },
        Format::Verdict => html! { span class={ "v v-" (cell) } { (cell) } },
        format => html! { (format.shown(cell)) },
    }
}

/// What the columns mean.
fn meanings(columns: &[Column<'_>]) -> Markup {
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
mod tests {
    use super::*;

    fn markup(csv: &str) -> String {
        TableView::new(Sheet::of("standings.csv", csv.as_bytes()), "Bots").markup().into_string()
    }

    #[test]
    fn cells_hold_the_text_of_the_file() {
        let text = markup("bot,games,share,elo\n<b>,10,0.123456789,-inf\n");
        for part in [
            r#"<th class="t" scope="row"><bdi>&lt;b&gt;</bdi></th>"#,
            r#"<td data-v="0.123456789">0.123</td>"#,
            r#"<td class="m" data-v="-inf">−∞</td>"#,
            r#"<th class="m" scope="col" data-column="elo">Elo</th>"#,
            "All 4 columns",
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
        assert!(!text.contains("data-rows-left-out"), "{text}");
    }

    #[test]
    fn long_tables_say_how_long_they_are() {
        let text = markup(&("share\n".to_owned() + &"0.5\n".repeat(MAX_CELLS + 7)));
        assert!(text.contains("data-rows-left-out=\"7\"") && text.contains("7 more rows are in "), "{}", &text[..400]);
    }

    #[test]
    fn single_rows_go_down_the_page() {
        let sheet = Sheet::of("match.csv", b"focus,deals,llr\na,7,\n");
        let text = TableView::down(sheet, "The match").markup().into_string();
        let cell = r#"<th scope="row" data-column="deals">Deals</th><td data-v="7">7</td>"#;
        assert!(text.contains(cell) && text.contains(r#"<td data-v=""></td>"#), "{text}");
    }
}
