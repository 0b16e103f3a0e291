//! The columns of a result table in their order: they write its rows as CSV and as JSON, and pages take them from here.

use std::borrow::Borrow;

use csv::Writer;
use serde_json::{Map, Value};

use super::cell::Cell;
use crate::column::Column;
use crate::csv_rows::{into_bytes, rows_in_memory};
use crate::plan::Plan;

/// A column, and the cell that a row has in it.
pub struct Field<R> {
    pub(crate) column: Column,
    pub(crate) cell: fn(&R) -> Cell,
}

impl Column {
    /// The column with this cell in each row.
    pub const fn of<R>(self, cell: fn(&R) -> Cell) -> Field<R> {
        Field { column: self, cell }
    }
}

/// The columns of a result table, in order.
pub struct Layout<R: 'static>(Vec<&'static Field<R>>);

impl<R> Layout<R> {
    /// A table of these columns.
    pub fn new(fields: &'static [Field<R>]) -> Layout<R> {
        Layout(fields.iter().collect())
    }

    /// A table of those of these columns that a run has.
    pub(crate) fn of_run(plan: &Plan, fields: &'static [Field<R>]) -> Layout<R> {
        Layout(fields.iter().filter(|field| plan.can_forfeit() || !field.column.of_forfeits).collect())
    }

    /// With these columns at the end, if a condition holds.
    #[must_use]
    pub fn with_if(mut self, is_there: bool, fields: &'static [Field<R>]) -> Layout<R> {
        self.0.extend(fields.iter().filter(|_| is_there));
        self
    }

    /// The columns.
    pub fn columns(&self) -> impl Iterator<Item = &'static Column> {
        self.0.iter().map(|field| &field.column)
    }

    /// The cells of a row.
    pub(crate) fn cells(&self, row: &R) -> impl Iterator<Item = Cell> {
        self.0.iter().map(|field| (field.cell)(row))
    }

    /// Rows below the names of their columns, one at a time: a table of many bots has a million.
    pub fn csv(&self, rows: impl IntoIterator<Item: Borrow<R>>) -> Vec<u8> {
        let mut out = rows_in_memory();
        write_line(&mut out, &mut self.columns().map(|column| column.name.to_owned()));
        for row in rows {
            write_line(&mut out, &mut self.cells(row.borrow()).map(|cell| cell.csv()));
        }
        into_bytes(out)
    }

    /// A row as an object of JSON.
    pub(crate) fn json(&self, row: &R) -> Value {
        let names = self.columns().map(|column| column.name.to_owned());
        Value::Object(names.zip(self.cells(row).map(|cell| cell.json())).collect::<Map<_, _>>())
    }

    /// Rows as a list of JSON.
    pub fn json_rows(&self, rows: impl IntoIterator<Item: Borrow<R>>) -> Value {
        rows.into_iter().map(|row| self.json(row.borrow())).collect()
    }
}

/// Writes the line with these cells.
fn write_line(out: &mut Writer<Vec<u8>>, cells: &mut dyn Iterator<Item = String>) {
    out.write_record(cells).expect("memory can be written");
}
