//! The tree of values that a game's data is read into, under overlays and single values.

use serde::de::DeserializeOwned;
use toml::{Table, Value};

use super::error::{RulesError, one_line};
use super::pattern::covers;
use super::provenance::ProvenanceCounts;
use super::source::RulesSource;
use super::stated::StatedAlternatives;
use super::typed;

/// A tree of values with dotted keys, and where it came from.
#[derive(Clone, Debug)]
pub struct DataTree {
    tree: Table,
    /// What the reconstructed values could be: apart, as no table holds it.
    pub(super) stated: StatedAlternatives,
    /// Whether the embedded data is as it is.
    pub(super) is_standard: bool,
    file: String,
    /// The keys of single values that were set.
    sets: Vec<String>,
}

/// The key of a section's provenance, and of the table of exceptions, as files spell it.
const CERTAINTY: &str = "certainty";

impl DataTree {
    /// Lays `source` over the embedded text.
    ///
    /// # Errors
    /// When a text is no TOML, or an overlay names a key that the embedded data does not have.
    pub fn read(name: &str, embedded: &str, source: &RulesSource, example: &'static str) -> Result<Self, RulesError> {
        Self::read_with(name, embedded, Table::new(), source, example)
    }

    /// As [`read`](Self::read), with sections that come from elsewhere than the embedded text.
    pub(crate) fn read_with(
        name: &str,
        embedded: &str,
        sections: Table,
        source: &RulesSource,
        example: &'static str,
    ) -> Result<Self, RulesError> {
        let mut tree = parse(name, embedded)?;
        tree.extend(sections);
        let stated = StatedAlternatives::take(&mut tree, name)?;
        let is_standard = source.is_standard();
        let mut data = DataTree { tree, stated, is_standard, file: name.to_owned(), sets: Vec::new() };
        if let Some((file, text)) = &source.file {
            data.apply_overlay(file, text)?;
        }
        for text in &source.sets {
            data.set(text, example)?;
        }
        Ok(data)
    }

    fn apply_overlay(&mut self, file: &str, text: &str) -> Result<(), RulesError> {
        let mut overlay = parse(file, text)?;
        let stated = StatedAlternatives::take(&mut overlay, file)?;
        let is_complete = self.tree.keys().all(|key| key == CERTAINTY || overlay.contains_key(key));
        if is_complete {
            let provenance = self.tree.remove(CERTAINTY);
            self.tree = overlay;
            if let Some(provenance) = provenance {
                self.tree.entry(CERTAINTY).or_insert(provenance);
            }
            self.stated.replace(stated);
        } else {
            merge(&mut self.tree, overlay, file, "")?;
            self.stated.apply_overlay(stated);
        }
        file.clone_into(&mut self.file);
        Ok(())
    }

    fn set(&mut self, text: &str, example: &'static str) -> Result<(), RulesError> {
        let (key, value) = text.split_once('=').ok_or_else(|| RulesError::Set { text: text.to_owned(), example })?;
        let (key, value) = (key.trim(), value.trim());
        if key.split('.').any(str::is_empty) {
            return Err(RulesError::Set { text: text.to_owned(), example });
        }
        let overlay = parse_value(value);
        let mut here = &mut self.tree;
        let (path, last) = key.rsplit_once('.').unwrap_or(("", key));
        for part in names(path) {
            if !here.get(part).is_some_and(Value::is_table) {
                return Err(unknown_key("--set", key, part, here));
            }
            here = here.get_mut(part).and_then(Value::as_table_mut).expect("just seen");
        }
        let holds_values = here.values().any(|value| !value.is_table());
        match here.get_mut(last) {
            Some(Value::Table(table)) => Err(RulesError::Value {
                file: "--set".into(),
                key: key.into(),
                message: format!("is a table; name one of its keys: {}", keys(table)),
            }),
            Some(value) if last != CERTAINTY => {
                *value = overlay;
                self.sets.push(key.to_owned());
                Ok(())
            }
            // Costs and symbols that are 0 may be left out of the data: let the typed tables judge.
            None if holds_values => {
                here.insert(last.to_owned(), overlay);
                self.sets.push(key.to_owned());
                Ok(())
            }
            _ => Err(unknown_key("--set", key, last, here)),
        }
    }

    /// How well the values are known: the `certainty` of each section (its provenance), with exceptions in the table
    /// `[certainty]`, whose keys are dotted keys in which `*` stands for any name; the last one that matches the
    /// beginning of a key holds.
    ///
    /// # Errors
    /// When a provenance is none of `rulebook`, `review`, `reconstructed`.
    pub fn provenance_counts(&self) -> Result<ProvenanceCounts, RulesError> {
        let mut counts = ProvenanceCounts::default();
        for leaf in self.leaves()? {
            *counts.of(leaf.provenance) += scalars(leaf.value);
        }
        Ok(counts)
    }

    /// All values, in the order of the data.
    pub(super) fn leaves(&self) -> Result<Vec<Leaf<'_>>, RulesError> {
        let rules = self.provenance_rules();
        let leaf = |(key, value): (String, _)| {
            let provenance = provenance(&rules, &key).map_err(|message| self.error(&key, message))?;
            Ok(Leaf { key, value, provenance })
        };
        leaves(&self.tree).into_iter().map(leaf).collect()
    }

    /// The provenance of a key, also of a value that may be there and is not.
    pub(super) fn provenance(&self, key: &str) -> Option<Provenance> {
        provenance(&self.provenance_rules(), key).ok()
    }

    /// The patterns of keys with their provenance; the last that covers a key holds.
    fn provenance_rules(&self) -> Vec<(&str, &Value)> {
        let sections = self.tree.iter().filter(|(section, _)| *section != CERTAINTY);
        let of_sections =
            sections.filter_map(|(section, value)| Some((section.as_str(), value.as_table()?.get(CERTAINTY)?)));
        let exceptions = self.tree.get(CERTAINTY).and_then(Value::as_table).into_iter().flatten();
        of_sections.chain(exceptions.map(|(key, value)| (key.as_str(), value))).collect()
    }

    /// The table at a dotted key, without provenance.
    pub(super) fn table(&self, key: &str) -> Option<Table> {
        let table = names(key).try_fold(&self.tree, |here, name| here.get(name)?.as_table())?;
        Some(without_provenance(table))
    }

    /// Reads the tree into the typed tables of a game.
    ///
    /// # Errors
    /// When a key is missing, unknown, or has a value of the wrong type.
    pub fn typed<T: DeserializeOwned>(&self) -> Result<T, RulesError> {
        typed::read(Value::Table(without_provenance(&self.tree)))
            .map_err(|error| self.error(error.key(), error.message.as_str()))
    }

    /// The data without provenance as one canonical text.
    pub fn canonical(&self) -> String {
        without_provenance(&self.tree).to_string()
    }

    /// An error about the value of a key.
    pub fn error(&self, key: &str, message: impl Into<String>) -> RulesError {
        let below = |key: &str, above: &str| {
            key.strip_prefix(above).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        };
        let is_set = self.sets.iter().any(|set| below(set, key) || below(key, set));
        let file = if is_set { "--set".to_owned() } else { self.file.clone() };
        RulesError::Value { file, key: key.to_owned(), message: message.into() }
    }
}

pub(super) fn parse(file: &str, text: &str) -> Result<Table, RulesError> {
    let syntax = |message: String| RulesError::Syntax { file: file.to_owned(), message };
    let mut tree: Table = text.parse().map_err(|error: toml::de::Error| syntax(one_line(&error.to_string())))?;
    for (section, value) in &mut tree {
        let Value::Array(entries) = value else { continue };
        if !entries.iter().all(Value::is_table) {
            continue;
        }
        let mut named = Table::new();
        for (idx, entry) in entries.iter().enumerate() {
            let mut entry = entry.as_table().cloned().unwrap_or_default();
            let at = |message: &str| RulesError::Value {
                file: file.to_owned(),
                key: format!("{section}[{}]", idx + 1),
                message: message.to_owned(),
            };
            let Some(Value::String(id)) = entry.remove("id") else {
                return Err(at("has no id"));
            };
            if id.is_empty() || !id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-') {
                return Err(at(&format!("id \"{id}\": allowed are lower-case letters, digits and hyphens")));
            }
            if named.insert(id.clone(), Value::Table(entry)).is_some() {
                return Err(at(&format!("id \"{id}\" stands twice")));
            }
        }
        *value = Value::Table(named);
    }
    Ok(tree)
}

/// The names of a dotted key, from the outermost; none of the key of the whole tree.
fn names(key: &str) -> impl Iterator<Item = &str> {
    key.split('.').filter(|name| !name.is_empty())
}

/// A value as in TOML; what is none is a text.
pub(super) fn parse_value(text: &str) -> Value {
    // What follows the value on further lines is no part of it, and makes the whole a text.
    let parsed = format!("value = {text}").parse::<Table>().ok().filter(|table| table.len() == 1);
    parsed.and_then(|mut table| table.remove("value")).unwrap_or_else(|| Value::String(text.to_owned()))
}

fn merge(tree: &mut Table, overlay: Table, file: &str, prefix: &str) -> Result<(), RulesError> {
    for (name, value) in overlay {
        let key = format!("{prefix}{name}");
        match (tree.get_mut(&name), value) {
            (Some(Value::Table(below)), Value::Table(above)) => merge(below, above, file, &format!("{key}."))?,
            (Some(below), value) => *below = value,
            (None, Value::Table(_)) => return Err(unknown_key(file, &key, &name, tree)),
            (None, _) if prefix.is_empty() => return Err(unknown_key(file, &key, &name, tree)),
            (None, value) => {
                tree.insert(name, value);
            }
        }
    }
    Ok(())
}

fn unknown_key(file: &str, key: &str, part: &str, there: &Table) -> RulesError {
    let message = format!("there is no \"{part}\": allowed are {}", keys(there));
    RulesError::Value { file: file.to_owned(), key: key.to_owned(), message }
}

fn keys(table: &Table) -> String {
    table.keys().map(String::as_str).filter(|key| *key != CERTAINTY).collect::<Vec<_>>().join(", ")
}

fn without_provenance(tree: &Table) -> Table {
    let strip = |(key, value): (&String, &Value)| {
        let value = match value {
            Value::Table(table) => Value::Table(without_provenance(table)),
            other => other.clone(),
        };
        (key.clone(), value)
    };
    tree.iter().filter(|(key, _)| *key != CERTAINTY).map(strip).collect()
}

/// A value of the data.
#[derive(Debug)]
pub(super) struct Leaf<'a> {
    pub(super) key: String,
    pub(super) value: &'a Value,
    pub(super) provenance: Provenance,
}

/// The dotted keys of all values.
pub(super) fn leaves(tree: &Table) -> Vec<(String, &Value)> {
    let mut found = Vec::new();
    for (key, value) in tree.iter().filter(|(key, _)| *key != CERTAINTY) {
        match value {
            Value::Table(table) => {
                found.extend(leaves(table).into_iter().map(|(below, value)| (format!("{key}.{below}"), value)));
            }
            other => found.push((key.clone(), other)),
        }
    }
    found
}

/// How well a value is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Provenance {
    Rulebook,
    Review,
    Reconstructed,
}

impl ProvenanceCounts {
    fn of(&mut self, provenance: Provenance) -> &mut usize {
        match provenance {
            Provenance::Rulebook => &mut self.rulebook,
            Provenance::Review => &mut self.review,
            Provenance::Reconstructed => &mut self.reconstructed,
        }
    }
}

fn provenance(rules: &[(&str, &Value)], key: &str) -> Result<Provenance, String> {
    let rule = rules.iter().rev().find(|(pattern, _)| covers(pattern, key));
    let wrong = match rule.and_then(|(_, provenance)| provenance.as_str()) {
        Some("rulebook") => return Ok(Provenance::Rulebook),
        Some("review") => return Ok(Provenance::Review),
        Some("reconstructed") => return Ok(Provenance::Reconstructed),
        Some(text) => format!("\"{text}\" is no certainty"),
        None => "has no certainty".to_owned(),
    };
    Err(wrong + ": allowed are \"rulebook\", \"review\" and \"reconstructed\"")
}

/// How many values stand there: a list counts each of its own.
fn scalars(value: &Value) -> usize {
    match value {
        Value::Array(items) => items.iter().map(scalars).sum(),
        _ => 1,
    }
}

#[cfg(test)]
#[path = "tree_tests.rs"]
mod tests;
