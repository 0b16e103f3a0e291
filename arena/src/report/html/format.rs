//! How pages print cells: for people, with few decimals, groups of digits and proper minus signs.

use super::scale::minus;
use crate::column::Format;
use crate::report::cell::Cell;
use crate::report::text::p_text;

/// A cell as it is printed. A cell without a number is printed as it is.
pub fn printed(format: Format, cell: &Cell) -> String {
    match cell.value() {
        Some(value) if format.is_number() => number_text(format, value, &cell.csv()),
        _ => cell.csv(),
    }
}

fn number_text(format: Format, value: f64, text: &str) -> String {
    if value.is_infinite() {
        return if value > 0.0 { "∞" } else { "\u{2212}∞" }.to_owned();
    }
    match format {
        Format::Count => with_groups(text),
        Format::Decimals(decimals) => minus(&format!("{:.decimals$}", unsigned_zero(value, decimals))),
        Format::Signed(decimals) => minus(&format!("{:+.decimals$}", unsigned_zero(value, decimals))),
        Format::P => p_text(value).replace('<', "< "),
        _ => minus(text),
    }
}

/// A value without a sign where it is printed as 0.
fn unsigned_zero(value: f64, decimals: usize) -> f64 {
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
#[path = "format_tests.rs"]
mod tests;
