//! Names of bots in texts: each is kept from turning the direction of what follows it.

use maud::{Markup, html};

/// A text with each of these names isolated. Where several names begin, the longest is meant.
pub(crate) fn isolated(text: &str, names: &[String]) -> Markup {
    html! { @for (part, is_name) in parts(text, names) { @if is_name { bdi { (part) } } @else { (part) } } }
}

/// A command as it is typed in a shell, with each of these names isolated. There, a quote within a word is written so
/// that the shell takes it for one.
pub fn isolated_in_command(command: &str, names: &[String]) -> Markup {
    isolated(command, &names.iter().map(|name| name.replace('\'', "'\\''")).collect::<Vec<_>>())
}

/// The text in parts, each with whether it is a name.
fn parts<'a>(text: &'a str, names: &[String]) -> Vec<(&'a str, bool)> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some((at, length)) = first_name(rest, names) {
        parts.extend([(&rest[..at], false), (&rest[at..at + length], true)]);
        rest = &rest[at + length..];
    }
    parts.push((rest, false));
    parts.retain(|(part, _)| !part.is_empty());
    parts
}

/// Where the first name begins, and how long it is.
fn first_name(text: &str, names: &[String]) -> Option<(usize, usize)> {
    let places =
        names.iter().filter(|name| !name.is_empty()).filter_map(|name| Some((text.find(name.as_str())?, name.len())));
    places.min_by_key(|&(at, length)| (at, usize::MAX - length))
}

#[cfg(test)]
#[path = "names_tests.rs"]
mod tests;
