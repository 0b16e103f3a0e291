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
mod tests {
    use super::*;

    /// Does what the page does with changes.
    fn applied(before: &Parts, (kind, list): &(&str, Value)) -> Parts {
        let number = |value: &Value| value.as_u64().map(|number| number as usize);
        let pair = |entry: &Value| (number(&entry[0]).expect("a name"), number(&entry[1]).unwrap_or(usize::MAX));
        let entries = list.as_array().expect("a list");
        if *kind == "all" {
            return entries.iter().map(pair).collect();
        }
        let mut parts = before.clone();
        for entry in entries {
            let (name, drawing) = pair(entry);
            let place = parts.iter().position(|part| part.0 == name);
            match entry.as_array().expect("a list").len() {
                1 => drop(parts.remove(place.expect("it is there"))),
                2 => parts[place.expect("it is there")].1 = drawing,
                _ => {
                    let next = number(&entry[2]);
                    let at = next
                        .map_or(parts.len(), |next| parts.iter().position(|part| part.0 == next).expect("it is there"));
                    parts.insert(at, (name, drawing));
                }
            }
        }
        parts
    }

    #[test]
    fn changes_lead_from_each_picture_to_the_next() {
        let pictures: [Parts; 7] = [
            vec![(1, 1), (2, 2), (3, 3)],
            vec![(1, 1), (2, 9), (3, 3)],
            vec![(4, 4), (1, 1), (5, 5), (6, 6), (3, 3), (7, 7)],
            vec![(3, 3), (1, 1)],
            vec![],
            vec![(1, 2), (2, 1)],
            vec![(1, 2), (2, 1)],
        ];
        for before in &pictures {
            for after in &pictures {
                assert_eq!(applied(before, &changes(before, after)), *after);
            }
        }
        assert_eq!(changes(&pictures[0], &pictures[1]), ("d", json!([[2, 9]])), "only what differs");
        assert_eq!(changes(&pictures[5], &pictures[6]), ("d", json!([])));
    }
}
