//! What the columns of result tables are called on a page, how their numbers are printed, and what they mean in a line.
//!
//! `docs/file-formats.md` has the whole of it. A column that is not listed is shown under its own name, as it is.

mod run;
mod study;
mod tuning;

use super::scale::minus;
use crate::report::text::p_text;

/// How the cells of a column are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Format {
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
    /// So many decimals.
    Decimals(usize),
    /// So many decimals with a sign.
    Signed(usize),
    /// A p-value: never 0.
    P,
}

/// Whether a column is shown at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shown {
    /// It is.
    AtOnce,
    /// Among all columns only.
    WithAll,
}

/// A column of a result table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Column<'a> {
    /// Its name in the file.
    pub(crate) name: &'a str,
    /// What it is called on a page.
    pub(crate) label: &'a str,
    /// How its cells are printed.
    pub(crate) format: Format,
    /// Whether it is shown at once.
    pub(crate) shown: Shown,
    /// What it means, in a line.
    pub(crate) meaning: &'a str,
}

/// A column that is shown at once.
const fn main(name: &'static str, label: &'static str, format: Format, meaning: &'static str) -> Column<'static> {
    Column { name, label, format, shown: Shown::AtOnce, meaning }
}

/// A column that is shown among all.
const fn more(name: &'static str, label: &'static str, format: Format, meaning: &'static str) -> Column<'static> {
    Column { name, label, format, shown: Shown::WithAll, meaning }
}

/// A column of a table: both names as in files, that of the table without its ending.
pub(crate) fn column<'a>(table: &str, name: &'a str) -> Column<'a> {
    let listed = listed(table).iter().copied().flatten().find(|column| column.name == name);
    let unknown = Column { name, label: name, format: Format::Text, shown: Shown::AtOnce, meaning: "" };
    listed.copied().unwrap_or(unknown)
}

/// The columns of a table, in groups.
fn listed(table: &str) -> &'static [&'static [Column<'static>]] {
    match table {
        "standings" => &[run::STANDINGS, &run::SHARE_LESS_LUCK, &run::SCORE_LESS_LUCK],
        "ratings" => &[run::RATINGS],
        "pairs" => &[run::PAIRS, &run::ABOVE_LESS_LUCK, &run::POINTS_LESS_LUCK],
        "seats" => &[run::SEATS],
        "elements" => &[run::COMPONENTS],
        "match" => &[run::MATCH, &run::MATCH_LESS_LUCK, &run::MATCH_SCORE_LESS_LUCK],
        "timing" => &[run::TIMING],
        "faults" => &[run::FAULTS],
        "effects" | "screen" | "suggested" => {
            &[study::EFFECTS, &run::SHARE_EFFECT_LESS_LUCK, &run::SCORE_EFFECT_LESS_LUCK]
        }
        "interactions" => &[study::INTERACTIONS],
        "synergies" => &[study::SYNERGIES],
        "readings" => &[study::READINGS],
        "options" => &[tuning::OPTIONS],
        "option-pairs" => &[tuning::PAIRS],
        _ => &[],
    }
}

impl Format {
    /// Whether the cells are numbers.
    pub(crate) fn is_number(self) -> bool {
        !matches!(self, Format::Text | Format::Name | Format::Verdict)
    }

    /// A cell as it is printed. What is no number is printed as it is.
    pub(crate) fn shown(self, cell: &str) -> String {
        match cell.parse::<f64>() {
            Ok(value) if self.is_number() => self.number_text(value, cell),
            _ => cell.to_owned(),
        }
    }

    fn number_text(self, value: f64, cell: &str) -> String {
        if value.is_infinite() {
            return if value > 0.0 { "∞" } else { "\u{2212}∞" }.to_owned();
        }
        match self {
            Format::Count => with_groups(cell),
            Format::Decimals(decimals) => minus(&format!("{:.decimals$}", rounded(value, decimals))),
            Format::Signed(decimals) => minus(&format!("{:+.decimals$}", rounded(value, decimals))),
            Format::P => p_text(value).replace('<', "< "),
            _ => minus(cell),
        }
    }
}

/// A value that has no sign once it is printed as 0.
fn rounded(value: f64, decimals: usize) -> f64 {
    let unit = libm::pow(10.0, decimals as f64);
    if (value * unit).abs() < 0.5 { 0.0 } else { value }
}

/// A whole number with its digits in groups of three: `12 345`.
fn with_groups(digits: &str) -> String {
    let mut text = String::new();
    for (idx, digit) in digits.chars().enumerate() {
        if idx > 0 && (digits.len() - idx).is_multiple_of(3) && digits.len() > 4 {
            text.push('\u{202f}');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_printed_for_people() {
        for (format, cell, expected) in [
            (Format::Text, "0.50", "0.50"),
            (Format::Plain, "-7.25", "−7.25"),
            (Format::Count, "1234", "1234"),
            (Format::Count, "1234567", "1\u{202f}234\u{202f}567"),
            (Format::Decimals(3), "0.123456789", "0.123"),
            (Format::Decimals(3), "-inf", "−∞"),
            (Format::Signed(4), "0.01", "+0.0100"),
            (Format::Signed(2), "-0.001", "+0.00"),
            (Format::P, "0.000001", "< 0.0001"),
            (Format::P, "", ""),
            (Format::Count, "many", "many"),
        ] {
            assert_eq!(format.shown(cell), expected, "{format:?} {cell}");
        }
    }

    #[test]
    fn unknown_columns_are_shown_as_they_are() {
        let unknown = column("standings", "shoe_size");
        assert_eq!((unknown.label, unknown.format, unknown.shown), ("shoe_size", Format::Text, Shown::AtOnce));
        assert_eq!(column("standings", "share").format, Format::Decimals(3));
    }
}
