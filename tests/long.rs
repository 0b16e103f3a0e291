//! One switch for how much the tests do: `RIVERLAB_LONG=1 cargo test` asks for the long forms, `RIVERLAB_LONG=full` for
//! whole studies as well, which take hours.
//!
//! A quick form makes the same claim as the long one, on fewer games, seeds or interruptions.

#![allow(dead_code, reason = "not every crate has studies")]

fn asked_for(levels: &[&str]) -> bool {
    std::env::var("RIVERLAB_LONG").is_ok_and(|value| levels.contains(&value.as_str()))
}

/// The first value in a quick run, the second in a long one.
pub(crate) fn scaled<T>(quick: T, long: T) -> T {
    if asked_for(&["1", "full"]) { long } else { quick }
}

/// The first value in quick and in long runs, the second where whole studies are asked for.
pub(crate) fn studied<T>(part: T, whole: T) -> T {
    if asked_for(&["full"]) { whole } else { part }
}
