//! The columns of CSV files: their names, how pages show them, and what they mean.
//!
//! Each file has one table of columns, next to the type of its rows. It gives the header row of the file and its table
//! in `docs/file-formats.md`; that of a result table also writes cells, JSON and pages (`report::layout`).

/// How pages print the cells of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// As they are.
    Text,
    /// The name of a bot, which may hold any characters.
    Name,
    /// A verdict.
    Verdict,
    /// A whole number.
    Count,
    /// A number as it is in the file.
    Plain,
    /// With this many decimals.
    Decimals(usize),
    /// With this many decimals and a sign.
    Signed(usize),
    /// A p-value: never 0.
    P,
}

impl Format {
    /// Whether the cells are numbers.
    pub(crate) fn is_number(self) -> bool {
        !matches!(self, Format::Text | Format::Name | Format::Verdict)
    }
}

/// Whether a page shows a column at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shown {
    /// It does.
    AtOnce,
    /// Only when all columns are asked for.
    WithAll,
}

/// A column of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Column {
    /// Its name in the file.
    pub name: &'static str,
    /// Its heading on a page.
    pub label: &'static str,
    /// How pages print its cells.
    pub(crate) format: Format,
    /// Whether pages show it at once.
    pub(crate) shown: Shown,
    /// Its meaning in a line, for pages and docs.
    pub meaning: &'static str,
    /// More about it in Markdown, for docs only.
    pub detail: &'static str,
    /// Its unit, for docs only; empty without one.
    pub unit: &'static str,
    /// Whether only runs have it whose programs can forfeit.
    pub(crate) of_forfeits: bool,
}

/// A column that pages show at once.
pub const fn main(name: &'static str, label: &'static str, format: Format, meaning: &'static str) -> Column {
    Column { name, label, format, shown: Shown::AtOnce, meaning, detail: "", unit: "", of_forfeits: false }
}

/// A column that pages show when all columns are asked for.
pub const fn more(name: &'static str, label: &'static str, format: Format, meaning: &'static str) -> Column {
    Column { shown: Shown::WithAll, ..main(name, label, format, meaning) }
}

/// A column that only runs have whose programs can forfeit.
pub(crate) const fn forfeits(name: &'static str, label: &'static str, meaning: &'static str) -> Column {
    let column = main(name, label, Format::Count, meaning).detail("only with `--on-fault forfeit`");
    Column { of_forfeits: true, ..column.unit("seats of games") }
}

/// A column of a file that no page explains.
pub const fn plain(name: &'static str, detail: &'static str) -> Column {
    main(name, name, Format::Text, "").detail(detail)
}

impl Column {
    /// With this unit.
    #[must_use]
    pub const fn unit(self, unit: &'static str) -> Column {
        Column { unit, ..self }
    }

    /// With more for docs, in Markdown.
    #[must_use]
    pub const fn detail(self, detail: &'static str) -> Column {
        Column { detail, ..self }
    }
}

/// The header row of a file without its line end.
pub fn header<'a>(columns: impl IntoIterator<Item = &'a Column>) -> String {
    columns.into_iter().map(|column| column.name).collect::<Vec<_>>().join(",")
}
