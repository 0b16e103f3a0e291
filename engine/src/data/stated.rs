//! What data files say of alternatives: `[range]` and `[[reading]]`, as they are written and laid over each other.

use indexmap::IndexMap;
use serde::Deserialize;
use toml::{Table, Value};

use super::error::RulesError;
use super::pattern::covers;
use super::typed;

pub(super) const RANGE: &str = "range";
pub(super) const READING: &str = "reading";

/// What the files say of alternatives.
#[derive(Clone, Default, Debug)]
pub(super) struct StatedAlternatives {
    /// By pattern; the last that covers a key holds.
    pub(super) ranges: IndexMap<String, Range>,
    /// By id.
    pub(super) entries: IndexMap<String, Entry>,
}

/// How far a value may move alone.
#[derive(Clone, Debug)]
pub(super) struct Range {
    /// None when there is no other plausible value.
    pub(super) differences: Vec<i64>,
    pub(super) file: Checked,
}

/// Values that move together.
#[derive(Clone, Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct Entry {
    pub(super) covers: Vec<String>,
    pub(super) sets: Vec<Vec<String>>,
    pub(super) why: String,
    #[serde(skip)]
    pub(super) file: Checked,
}

/// The file whose statement must fit the values; none for what a file below states, as it was written for other values.
pub(super) type Checked = Option<String>;

impl StatedAlternatives {
    /// Takes the sections out of what was read from a file.
    pub(super) fn take(tree: &mut Table, file: &str) -> Result<StatedAlternatives, RulesError> {
        let ranges = section(tree, RANGE, file)?.into_iter();
        let entries = section(tree, READING, file)?.into_iter();
        Ok(StatedAlternatives {
            ranges: ranges
                .map(|(pattern, value)| Ok((pattern.clone(), Range::read(&pattern, &value, file)?)))
                .collect::<Result<_, _>>()?,
            entries: entries
                .map(|(id, value)| Ok((id.clone(), Entry::read(&id, value, file)?)))
                .collect::<Result<_, _>>()?,
        })
    }

    /// Lays the statements of a file over these; an entry replaces the one with its id.
    pub(super) fn apply_overlay(&mut self, above: StatedAlternatives) {
        self.ranges.values_mut().for_each(|range| range.file = None);
        self.entries.values_mut().for_each(|entry| entry.file = None);
        self.ranges.extend(above.ranges);
        self.entries.extend(above.entries);
    }

    /// Goes by the statements of a file that stands for all data, and by these for a section that it does not have.
    pub(super) fn replace(&mut self, above: StatedAlternatives) {
        if !above.ranges.is_empty() {
            self.ranges.clear();
        }
        if !above.entries.is_empty() {
            self.entries.clear();
        }
        self.apply_overlay(above);
    }

    pub(super) fn range(&self, key: &str) -> Option<(&str, &Range)> {
        let (pattern, range) = self.ranges.iter().rev().find(|(pattern, _)| covers(pattern, key))?;
        Some((pattern, range))
    }
}

impl Range {
    fn read(pattern: &str, value: &Value, file: &str) -> Result<Range, RulesError> {
        let differences = match value {
            Value::Array(items) if !items.is_empty() => items.iter().map(difference).collect(),
            Value::String(text) if text.strip_prefix("none:").is_some_and(|why| !why.trim().is_empty()) => {
                Some(Vec::new())
            }
            _ => None,
        };
        let message = "expected whole differences other than 0, such as [-1, 1], or \"none: \" and why";
        let differences = differences.ok_or_else(|| fault(file, &format!("{RANGE}.{pattern}"), message))?;
        Ok(Range { differences, file: Some(file.to_owned()) })
    }
}

fn difference(value: &Value) -> Option<i64> {
    value.as_integer().filter(|difference| *difference != 0)
}

impl Entry {
    fn read(id: &str, value: Value, file: &str) -> Result<Entry, RulesError> {
        let at = |field: &str, message: &str| fault(file, &format!("{READING}.{id}{field}"), message);
        let mut entry: Entry = typed::read(value).map_err(|error| {
            let field = if error.key.is_empty() { String::new() } else { format!(".{}", error.key) };
            at(&field, &error.message)
        })?;
        if entry.covers.is_empty() {
            return Err(at(".covers", "names no value"));
        }
        if entry.sets.is_empty() || entry.sets.iter().any(Vec::is_empty) {
            return Err(at(".sets", "expected at least one set, each with at least one key=value"));
        }
        if let Some(text) = entry.sets.iter().flatten().find(|text| !text.contains('=')) {
            return Err(at(".sets", &format!("\"{text}\": expected key=value")));
        }
        entry.file = Some(file.to_owned());
        Ok(entry)
    }

    pub(super) fn covers(&self, key: &str) -> bool {
        self.covers.iter().any(|pattern| covers(pattern, key))
    }
}

/// Takes a section out of what was read from a file.
fn section(tree: &mut Table, name: &str, file: &str) -> Result<Table, RulesError> {
    match tree.remove(name) {
        None => Ok(Table::new()),
        Some(Value::Table(table)) => Ok(table),
        Some(_) => Err(fault(file, name, "is no table")),
    }
}

pub(super) fn fault(file: &str, key: &str, message: &str) -> RulesError {
    RulesError::Value { file: file.to_owned(), key: key.to_owned(), message: message.to_owned() }
}
