//! What changes from one picture to the next, part by part.

use std::collections::HashMap;

use riverlab_engine::Picture;
use serde_json::{Value, json};

/// Texts by number, in the order in which they came.
#[derive(Clone, Debug, Default)]
pub(super) struct Texts {
    numbers: HashMap<String, usize>,
    texts: Vec<String>,
}

impl Texts {
    /// The number of a text, new or not.
    pub(super) fn number(&mut self, text: &str) -> usize {
        if let Some(&number) = self.numbers.get(text) {
            return number;
        }
        let number = self.texts.len();
        self.numbers.insert(text.to_owned(), number);
        self.texts.push(text.to_owned());
        number
    }

    /// All texts in the order of their numbers.
    pub(super) fn json(&self) -> Value {
        json!(self.texts)
    }
}

/// The parts of a picture in their order: the numbers of name and drawing.
pub(super) type Parts = Vec<(usize, usize)>;

/// The parts of a picture by number.
pub(super) fn numbered(picture: &Picture, names: &mut Texts, drawings: &mut Texts) -> Parts {
    picture.parts.iter().map(|part| (names.number(&part.name), drawings.number(&part.svg))).collect()
}

/// What leads from one list of parts to another: `[name]` takes a part away, `[name, drawing]` draws it anew, and
/// `[name, drawing, next]` puts a new one below the part `next`, or on top of all (-1). Where others have changed
/// places the list is given as a whole, as `[[name, drawing], …]` in `all`.
pub(super) fn changes(before: &Parts, after: &Parts) -> (&'static str, Value) {
    let old: HashMap<usize, usize> = before.iter().copied().collect();
    let new: HashMap<usize, usize> = after.iter().copied().collect();
    let kept = before.iter().map(|(name, _)| name).filter(|name| new.contains_key(name));
    if !kept.eq(after.iter().map(|(name, _)| name).filter(|name| old.contains_key(name))) {
        return ("all", json!(after));
    }
    let gone = before.iter().filter(|(name, _)| !new.contains_key(name)).map(|(name, _)| json!([name]));
    let mut list: Vec<Value> = gone.collect();
    // From the top down, so that the part above is always there.
    for (idx, &(name, drawing)) in after.iter().enumerate().rev() {
        match old.get(&name) {
            Some(&same) if same == drawing => {}
            Some(_) => list.push(json!([name, drawing])),
            None => {
                let next = after.get(idx + 1).map_or(json!(-1), |(next, _)| json!(next));
                list.push(json!([name, drawing, next]));
            }
        }
    }
    ("d", Value::Array(list))
}

#[cfg(test)]
#[path = "changes_tests.rs"]
mod tests;
