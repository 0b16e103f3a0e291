//! Patterns of dotted keys, as `[certainty]` and `[range]` use them.

/// Whether a dotted pattern matches the beginning of a dotted key; `*` stands for any name, `mixed-*` for any that
/// begins so.
pub(super) fn covers(pattern: &str, key: &str) -> bool {
    let (before_star, _) = pattern.split_once('*').unwrap_or((pattern, ""));
    let mut names = key.split('.');
    let hit = |part: &str| {
        names.next().is_some_and(|name| match part.strip_suffix('*') {
            Some(prefix) => name.starts_with(prefix),
            None => part == name,
        })
    };
    key.starts_with(before_star) && pattern.split('.').all(hit)
}

#[cfg(test)]
#[path = "pattern_tests.rs"]
mod tests;
