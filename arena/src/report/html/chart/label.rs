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
mod tests {
    use super::*;

    #[test]
    fn long_labels_lose_their_middle() {
        assert_eq!(shortened_to("abcdefghij", 7), "abcd…ij");
        assert_eq!(shortened_to("abcdefg", 7), "abcdefg");
        assert_eq!(shortened(&"b".repeat(70)), format!("{}…{}", "b".repeat(30), "b".repeat(15)));
    }
}
