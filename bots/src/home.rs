//! Paths that begin with a `~` that no shell has replaced.

/// What is wrong with a word that [begins at home](begins_at_home).
pub const NO_HOME: &str = "no shell has replaced the ~: write the whole path, or ./~ for a folder of this name";

/// Whether a word begins with a `~` that a shell would replace by the folder of a user: `~`, `~/bot.py`, `~ada/bot.py`.
pub fn begins_at_home(word: &str) -> bool {
    word == "~" || (word.starts_with('~') && word.contains('/'))
}
