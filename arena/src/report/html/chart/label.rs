//! Labels of pictures.

use crate::without_middle::without_middle;

/// Labels of more characters are shortened.
const MAX_LABEL: usize = 46;

/// A label that fits the screen of a telephone: without its middle if it is long.
pub(crate) fn shortened(label: &str) -> String {
    shortened_to(label, MAX_LABEL)
}

/// A label of at most so many characters.
pub(crate) fn shortened_to(label: &str, most: usize) -> String {
    without_middle(label, most, [most - most / 3 - 1, most / 3], |_| "…".to_owned()).into_owned()
}

#[cfg(test)]
#[path = "label_tests.rs"]
mod tests;
