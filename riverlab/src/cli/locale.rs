//! What a terminal can show: with `LC_ALL=C` nothing but ASCII.

use std::borrow::Cow;
use std::sync::LazyLock;

/// Whether the user has asked for ASCII by the locale, which the first of these variables that is set decides.
static ASCII: LazyLock<bool> = LazyLock::new(|| {
    let set = |name: &&str| std::env::var(name).ok().filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(set);
    locale.is_some_and(|locale| locale == "C" || locale == "POSIX")
});

/// Whether nothing but ASCII may be shown.
pub(super) fn is_ascii() -> bool {
    *ASCII
}

/// A text as it can be shown here. JSON is data and stays as it is.
pub(super) fn shown(text: &str) -> Cow<'_, str> {
    if !is_ascii() || text.is_ascii() || text.starts_with(['{', '[']) {
        Cow::Borrowed(text)
    } else {
        to_ascii(text).into()
    }
}

/// The characters of drawings and of sentences in ASCII.
fn to_ascii(text: &str) -> String {
    let ascii = |c: char| match c {
        c if c.is_ascii() => c,
        '─' | '–' | '—' | '−' => '-',
        '●' => 'o',
        '·' => '.',
        '│' => '|',
        '█' | '▇' => '#',
        '▆' | '▅' => '=',
        '▄' | '▃' => ':',
        '▂' | '▁' => '_',
        '’' | '‘' => '\'',
        '“' | '”' => '"',
        _ => '?',
    };
    text.chars().map(ascii).collect()
}

#[cfg(test)]
#[path = "locale_tests.rs"]
mod tests;
