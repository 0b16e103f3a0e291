//! Long texts without their middle.

use std::borrow::Cow;

/// A text with at most `most` characters; of a longer one these many at its beginning and at its end, with a mark
/// between them that is made from the number of characters left out.
pub fn without_middle(
    text: &str,
    most: usize,
    [first, last]: [usize; 2],
    mark: impl Fn(usize) -> String,
) -> Cow<'_, str> {
    let all = text.chars().count();
    if all <= most {
        return text.into();
    }
    let begin: String = text.chars().take(first).collect();
    let end: String = text.chars().skip(all - last).collect();
    (begin + &mark(all - first - last) + &end).into()
}

#[cfg(test)]
#[path = "without_middle_tests.rs"]
mod tests;
