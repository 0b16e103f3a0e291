//! One switch for how much the tests do: `RIVERLAB_LONG=1 cargo test` asks for the long forms.
//!
//! A quick form makes the same claim as the long one, on fewer games, seeds or interruptions.

/// The first value in a quick run, the second in a long one.
pub(crate) fn scaled<T>(quick: T, long: T) -> T {
    if std::env::var_os("RIVERLAB_LONG").is_some_and(|value| value == "1") { long } else { quick }
}
