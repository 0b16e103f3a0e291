//! Lines of programs that are JSON but for values that nobody needs: `NaN` in `info` must not end a game.
//!
//! Refuses: to guess. What is no value of JSON becomes `null`, so that a field that is needed is still missing.

use std::fmt::Write as _;

/// Values that are nested deeper are left out; a strict reader stops a little later.
const DEPTH: usize = 100;

/// The line with `null` in place of numbers that JSON does not have (`NaN`, `-Infinity`), of those that are too large (`1e999`)
/// and of lists and objects that are nested too deep; in texts with U+FFFD in place of half a surrogate pair, and with control
/// characters escaped. Other lines stay as they are.
pub(super) fn mended(line: &str) -> String {
    let (mut out, mut rest) = (String::with_capacity(line.len()), line);
    let (mut depth, mut skipped) = (0, 0);
    while let Some(first) = rest.chars().next() {
        let (token, after) = rest.split_at(token_length(rest, first));
        rest = after;
        match first {
            '[' | '{' if skipped > 0 || depth == DEPTH => {
                out.push_str(if skipped == 0 { "null" } else { "" });
                skipped += 1;
            }
            ']' | '}' if skipped > 0 => skipped -= 1,
            _ if skipped > 0 => {}
            '"' => push_text(&mut out, token),
            _ if token.parse::<f64>().is_ok_and(|number| !number.is_finite()) => out.push_str("null"),
            _ => {
                depth = match first {
                    '[' | '{' => depth + 1,
                    ']' | '}' => depth.saturating_sub(1),
                    _ => depth,
                };
                out.push_str(token);
            }
        }
    }
    out
}

/// How many bytes a text, a word or number, or a single character has.
fn token_length(text: &str, first: char) -> usize {
    let is_of_word = |c: char| c.is_ascii_alphanumeric() || "+-.".contains(c);
    match first {
        '"' => {
            let mut is_escaped = true;
            let end = text.bytes().position(|byte| {
                let is_end = byte == b'"' && !is_escaped;
                // The quotation mark at the beginning ends nothing either.
                is_escaped = byte == b'\\' && !is_escaped;
                is_end
            });
            end.map_or(text.len(), |end| end + 1)
        }
        _ if is_of_word(first) => text.find(|c| !is_of_word(c)).unwrap_or(text.len()),
        _ => first.len_utf8(),
    }
}

/// Adds a text with its quotation marks.
fn push_text(out: &mut String, text: &str) {
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '\\' => match (unit(rest), rest.get(6..).and_then(unit)) {
                (Some(0xd800..0xdc00), Some(0xdc00..0xe000)) => 12,
                (Some(0xd800..0xe000), _) => {
                    out.push_str("\\ufffd");
                    rest = &rest[6..];
                    continue;
                }
                (Some(_), _) => 6,
                // What follows is no escape of its own.
                (None, _) => 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
            },
            '\0'..' ' => {
                write!(out, "\\u{:04x}", u32::from(first)).expect("written");
                rest = &rest[1..];
                continue;
            }
            _ => first.len_utf8(),
        };
        let (whole, after) = rest.split_at(length);
        out.push_str(whole);
        rest = after;
    }
}

/// The number of the escape `\uXXXX` that a text begins with.
fn unit(text: &str) -> Option<u32> {
    text.strip_prefix("\\u")?.get(..4).and_then(|digits| u32::from_str_radix(digits, 16).ok())
}

#[cfg(test)]
#[path = "mended_tests.rs"]
mod tests;
