//! Texts for a terminal. They hold their tables whole: whoever prints a text says how wide it may be.

use std::fmt::{Display, Formatter, Result};

use comfy_table::{ColumnConstraint, ContentArrangement, Table};

/// How many characters a line of a table has at most, unless all columns are asked for.
const CHARACTERS: usize = 80;

/// How wide tables may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Width {
    /// 80 characters: some columns are left out.
    #[default]
    Terminal,
    /// As wide as all columns are.
    AllColumns,
}

/// A text with tables. [`Display`] shows it in the width of a terminal.
#[derive(Clone, Debug, Default)]
pub struct Text {
    parts: Vec<Part>,
}

#[derive(Clone, Debug)]
enum Part {
    Words(String),
    Table(Box<FittedTable>),
    /// Without the white space at its end.
    Trimmed(Text),
}

/// A table with the columns that may be left out, in this order: their numbers from 0 and their names.
#[derive(Clone, Debug)]
struct FittedTable {
    table: Table,
    droppable: Vec<(usize, String)>,
}

impl<T: Into<String>> From<T> for Text {
    fn from(words: T) -> Text {
        Text { parts: vec![Part::Words(words.into())] }
    }
}

impl Text {
    /// Adds this text at the end.
    pub fn push(&mut self, other: impl Into<Text>) {
        self.parts.extend(other.into().parts);
    }

    /// The text with this one at its end.
    #[must_use]
    pub fn with(mut self, other: impl Into<Text>) -> Text {
        self.push(other);
        self
    }

    /// The text without the white space at its end.
    #[must_use]
    pub fn trimmed(self) -> Text {
        Text { parts: vec![Part::Trimmed(self)] }
    }

    /// The text with tables of this width.
    pub fn shown(&self, width: Width) -> String {
        let shown = |part: &Part| match part {
            Part::Words(words) => words.clone(),
            Part::Table(table) => table.shown(width),
            Part::Trimmed(text) => text.shown(width).trim_end().to_owned(),
        };
        self.parts.iter().map(shown).collect()
    }
}

impl Display for Text {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> Result {
        formatter.write_str(&self.shown(Width::Terminal))
    }
}

/// A table with a line end. Of these columns as many are left out, in order, as make it fit the terminal, and a line
/// below names them; where that is not enough, cells have several lines.
pub fn fitted(table: Table, droppable: &[(usize, &str)]) -> Text {
    let droppable = droppable.iter().map(|&(idx, name)| (idx, name.to_owned())).collect();
    Text { parts: vec![Part::Table(Box::new(FittedTable { table, droppable }))] }
}

impl FittedTable {
    fn shown(&self, width: Width) -> String {
        match width {
            Width::AllColumns => format!("{}\n", self.table),
            Width::Terminal => self.shown_within(CHARACTERS),
        }
    }

    fn shown_within(&self, characters: usize) -> String {
        let (mut table, mut dropped) = (self.table.clone(), Vec::new());
        for (idx, name) in &self.droppable {
            if line_length(&table) <= characters {
                break;
            }
            if let Some(column) = table.column_mut(*idx) {
                column.set_constraint(ColumnConstraint::Hidden);
                dropped.push(name.as_str());
            }
        }
        if line_length(&table) > characters {
            table.set_width(characters as u16).set_content_arrangement(ContentArrangement::Dynamic);
        }
        let note =
            if dropped.is_empty() { String::new() } else { format!("--wide also shows: {}\n", dropped.join(", ")) };
        format!("{table}\n{note}")
    }
}

/// The characters of the longest line of a table.
fn line_length(table: &Table) -> usize {
    table.to_string().lines().map(|line| line.trim_end().chars().count()).max().unwrap_or(0)
}

#[cfg(test)]
#[path = "terminal_tests.rs"]
mod tests;
