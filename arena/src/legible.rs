//! Texts that others wrote: control characters, which no terminal and no page should get, and other encodings.

/// A text in which control characters, but for these, are escaped (`\u{1b}`).
pub fn escaped(text: &str, kept: &[char]) -> String {
    let is_kept = |character: char| !character.is_control() || kept.contains(&character);
    let shown =
        |character: char| if is_kept(character) { character.into() } else { character.escape_default().to_string() };
    text.chars().map(shown).collect()
}

/// What a text is that is no UTF-8, as far as its first bytes tell.
pub(crate) fn no_utf8(bytes: &[u8]) -> &'static str {
    if matches!(bytes, [0xff, 0xfe, ..] | [0xfe, 0xff, ..]) { "UTF-16, no UTF-8" } else { "no UTF-8" }
}

/// A page without those that browsers refuse or drop.
pub fn of_page(page: String) -> String {
    let is_bad = |character: char| character.is_control() && !matches!(character, '\n' | '\t' | '\r');
    if page.contains(is_bad) { page.replace(is_bad, "\u{fffd}") } else { page }
}
