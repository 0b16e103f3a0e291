//! Times and faults: what a folder holds besides the results of its games.
//!
//! They are known from their files alone, so that they are parsed here. A column that this program does not know is
//! shown under its own name.

use std::fs;
use std::io::{Error, ErrorKind};
use std::path::Path;

use maud::html;

use crate::column::Column;
use crate::error::ArenaError;
use crate::external::fault_row;
use crate::report::cell::Cell;
use crate::report::html::document::Section;
use crate::report::html::table::{Heading, TableView};
use crate::report::rows::timing;
use crate::store::file_names::{FAULTS, TIMING};

/// The tables of the files in a folder.
pub(super) fn tables(folder: &Path) -> Result<Vec<TableView>, ArenaError> {
    let times: Vec<&Column> = timing::layout().columns().collect();
    let faults: Vec<&Column> = fault_row::COLUMNS.iter().collect();
    let files = [
        (TIMING, times, "Thinking times of the last session, which differ from run to run"),
        (FAULTS, faults, "Faults of programs"),
    ];
    let tables = files.into_iter().map(|(file, columns, caption)| table(folder, file, &columns, caption));
    Ok(tables.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect())
}

fn table(
    folder: &Path,
    file: &'static str,
    columns: &[&Column],
    caption: &str,
) -> Result<Option<TableView>, ArenaError> {
    let path = folder.join(file);
    let content = match fs::read(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        other => other.map_err(|error| ArenaError::file("read", &path, error))?,
    };
    let (columns, rows) = parsed(&content, columns)
        .map_err(|error| ArenaError::file("read", &path, Error::new(ErrorKind::InvalidData, error)))?;
    Ok(Some(TableView::of_cells(file, columns, rows.into_iter(), caption)))
}

/// The columns and the cells of a file of these columns.
fn parsed(content: &[u8], known: &[&Column]) -> Result<(Vec<Heading>, Vec<Vec<Cell>>), csv::Error> {
    let mut reader = csv::Reader::from_reader(content);
    let heading = |name: &str| {
        let column = known.iter().find(|column| column.name == name);
        column.map_or_else(|| Heading::unknown(name), |column| Heading::from(*column))
    };
    let columns: Vec<Heading> = reader.headers()?.iter().map(heading).collect();
    let cells =
        |record: csv::StringRecord| record.iter().zip(&columns).map(|(text, column)| cell(text, column)).collect();
    let rows = reader.records().map(|record| Ok(cells(record?))).collect::<Result<_, csv::Error>>()?;
    Ok((columns, rows))
}

/// The cell with this text in a column.
fn cell(text: &str, column: &Heading) -> Cell {
    let count = || text.parse().ok().map(Cell::Count);
    let number = || text.parse().ok().map(Cell::Number);
    let numeric = column.is_number().then(|| count().or_else(number)).flatten();
    numeric.unwrap_or_else(|| text.into())
}

/// Times and faults, if there are any.
pub(super) fn section(tables: &[TableView]) -> Option<Section> {
    let words = html! { p { "These do not follow from the games: they were written while the games were played." } };
    let blocks = std::iter::once(words).chain(tables.iter().map(TableView::markup)).collect();
    (!tables.is_empty()).then(|| Section::new("timing", "Times and faults", blocks))
}

#[cfg(test)]
#[path = "timing_tests.rs"]
mod tests;
