//! Component tables: rules as data.
//!
//! Every game has one embedded TOML file. It is read into a tree of tables in which lists of named entries (`[[tile]]`
//! with an `id`) are tables by name, so that each value has a dotted key such as `building.mill-a.points`. A rules file
//! of the user's and single values are laid over that tree, then it is read into the typed tables of the game, with
//! errors that name file, key and value. This module reads texts; it opens no files.

use std::fmt;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use toml::{Table, Value};

/// Rules of a game, made from data.
pub trait GameRules: Sized + Send + Sync + fmt::Debug + 'static {
    /// Reads and validates the embedded data under what the user changes.
    ///
    /// # Errors
    /// When the data is broken or inconsistent; the message names file, key and value.
    fn load(source: &RulesSource) -> Result<Self, RulesError>;

    /// The embedded rules, loaded once.
    fn standard() -> &'static Self;

    /// All data in one text, equal when the data is written alike: what a fingerprint is made of.
    fn canonical(&self) -> &str;

    /// How well the values are known.
    fn certainties(&self) -> Certainties;
}

/// Where rules come from besides the embedded data.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct RulesSource {
    /// A rules file: its name for messages, and its text.
    ///
    /// A file that has every section of the embedded data stands for all of it; any other is laid over it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<(String, String)>,
    /// Single values, `key=value`, laid over the file in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sets: Vec<String>,
}

impl RulesSource {
    /// Whether the embedded rules are used as they are.
    pub fn is_standard(&self) -> bool {
        self.file.is_none() && self.sets.is_empty()
    }
}

/// Rules that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RulesError {
    /// The text is no TOML.
    #[error("{file}: {message}")]
    Syntax {
        /// The file.
        file: String,
        /// What the parser says.
        message: String,
    },
    /// A key or its value is wrong.
    #[error("{file}: {key}: {message}")]
    Value {
        /// The file, or `--set`.
        file: String,
        /// The dotted key.
        key: String,
        /// What is wrong and what is allowed.
        message: String,
    },
    /// A `--set` without `=`.
    #[error("--set \"{text}\": expected key=value, for example {example}")]
    Set {
        /// The text.
        text: String,
        /// A valid example.
        example: &'static str,
    },
    /// A file or a `--set` for a game without tables.
    #[error("this game has no tables: --rules and --set are not allowed")]
    Fixed,
}

/// How many values of the data are known how well.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Certainties {
    /// Stated in the rule booklet.
    pub rulebook: usize,
    /// Stated by a published review of the printed game.
    pub review: usize,
    /// A plausible stand-in for what only a picture shows.
    pub reconstructed: usize,
}

/// A tree of values with dotted keys, and where it came from.
#[derive(Clone, Debug)]
pub struct DataTree {
    tree: Table,
    file: String,
    /// The keys of single values that were set.
    sets: Vec<String>,
}

/// The key of the certainty of a section, and of the table of exceptions.
const CERTAINTY: &str = "certainty";

impl DataTree {
    /// Lays `source` over the embedded text.
    ///
    /// # Errors
    /// When a text is no TOML, or an overlay names a key that the embedded data does not have.
    pub fn read(name: &str, embedded: &str, source: &RulesSource, example: &'static str) -> Result<Self, RulesError> {
        let mut data = DataTree { tree: parse(name, embedded)?, file: name.to_owned(), sets: Vec::new() };
        if let Some((file, text)) = &source.file {
            let overlay = parse(file, text)?;
            let whole = data.tree.keys().all(|key| key == CERTAINTY || overlay.contains_key(key));
            if whole {
                let certainty = data.tree.remove(CERTAINTY);
                data.tree = overlay;
                if let Some(certainty) = certainty {
                    data.tree.entry(CERTAINTY).or_insert(certainty);
                }
            } else {
                merge(&mut data.tree, overlay, file, "")?;
            }
            file.clone_into(&mut data.file);
        }
        for text in &source.sets {
            data.set(text, example)?;
        }
        Ok(data)
    }

    fn set(&mut self, text: &str, example: &'static str) -> Result<(), RulesError> {
        let (key, value) = text.split_once('=').ok_or_else(|| RulesError::Set { text: text.to_owned(), example })?;
        let (key, value) = (key.trim(), value.trim());
        let overlay = parse_value(value);
        let mut here = &mut self.tree;
        let (path, last) = key.rsplit_once('.').unwrap_or(("", key));
        for part in path.split('.').filter(|part| !part.is_empty()) {
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
            Some(place) if last != CERTAINTY => {
                *place = overlay;
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

    /// How well the values are known: the `certainty` of each section, with exceptions in the table `[certainty]`, whose
    /// keys are dotted keys in which `*` stands for any name; the last one that matches the beginning of a key holds.
    ///
    /// # Errors
    /// When a certainty is none of `rulebook`, `review`, `reconstructed`.
    pub fn certainties(&self) -> Result<Certainties, RulesError> {
        let mut rules = Vec::new();
        for (section, value) in &self.tree {
            if let Value::Table(table) = value
                && let Some(certainty) = table.get(CERTAINTY)
                && section != CERTAINTY
            {
                rules.push((section.clone(), certainty));
            }
        }
        if let Some(Value::Table(exceptions)) = self.tree.get(CERTAINTY) {
            rules.extend(exceptions.iter().map(|(key, certainty)| (key.clone(), certainty)));
        }
        let mut counts = Certainties::default();
        for (key, leaves) in leaves(&self.tree) {
            let rule = rules.iter().rev().find(|(pattern, _)| covers(pattern, &key));
            let place = match rule.and_then(|(_, certainty)| certainty.as_str()) {
                Some("rulebook") => &mut counts.rulebook,
                Some("review") => &mut counts.review,
                Some("reconstructed") => &mut counts.reconstructed,
                other => {
                    let message = match other {
                        Some(text) => format!("\"{text}\" is no certainty"),
                        None => "has no certainty".to_owned(),
                    };
                    let message = message + ": allowed are \"rulebook\", \"review\" and \"reconstructed\"";
                    return Err(self.error(&key, message));
                }
            };
            *place += leaves;
        }
        Ok(counts)
    }

    /// Reads the tree into the typed tables of a game.
    ///
    /// # Errors
    /// When a key is missing, unknown, or has a value of the wrong type.
    pub fn typed<T: DeserializeOwned>(&self) -> Result<T, RulesError> {
        let tree = Value::Table(without_certainty(&self.tree));
        serde_path_to_error::deserialize(tree).map_err(|error| {
            let key = error.path().to_string();
            let message = error.into_inner().to_string();
            self.error(&key, message.lines().next().unwrap_or_default().to_owned())
        })
    }

    /// The data without certainties as one canonical text.
    pub fn canonical(&self) -> String {
        without_certainty(&self.tree).to_string()
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

fn parse(file: &str, text: &str) -> Result<Table, RulesError> {
    let syntax = |message: String| RulesError::Syntax { file: file.to_owned(), message };
    let mut tree: Table =
        text.parse().map_err(|error: toml::de::Error| syntax(error.to_string().trim_end().to_owned()))?;
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

/// A value as in TOML; what is none is a text.
fn parse_value(text: &str) -> Value {
    let parsed = format!("value = {text}").parse::<Table>();
    parsed.ok().and_then(|mut table| table.remove("value")).unwrap_or_else(|| Value::String(text.to_owned()))
}

fn merge(tree: &mut Table, overlay: Table, file: &str, prefix: &str) -> Result<(), RulesError> {
    for (name, value) in overlay {
        let key = format!("{prefix}{name}");
        match (tree.get_mut(&name), value) {
            (Some(Value::Table(below)), Value::Table(above)) => merge(below, above, file, &format!("{key}."))?,
            (Some(place), value) => *place = value,
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

fn without_certainty(tree: &Table) -> Table {
    let strip = |(key, value): (&String, &Value)| {
        let value = match value {
            Value::Table(table) => Value::Table(without_certainty(table)),
            other => other.clone(),
        };
        (key.clone(), value)
    };
    tree.iter().filter(|(key, _)| *key != CERTAINTY).map(strip).collect()
}

/// The dotted keys of all values with how many values stand there (a list counts each of its own).
fn leaves(tree: &Table) -> Vec<(String, usize)> {
    let mut found = Vec::new();
    for (key, value) in tree.iter().filter(|(key, _)| *key != CERTAINTY) {
        match value {
            Value::Table(table) => {
                found.extend(leaves(table).into_iter().map(|(below, count)| (format!("{key}.{below}"), count)));
            }
            other => found.push((key.clone(), scalars(other))),
        }
    }
    found
}

fn scalars(value: &Value) -> usize {
    match value {
        Value::Array(items) => items.iter().map(scalars).sum(),
        _ => 1,
    }
}

/// Whether a dotted pattern matches the beginning of a dotted key; `*` stands for any name, `mixed-*` for any that
/// begins so.
fn covers(pattern: &str, key: &str) -> bool {
    let mut names = key.split('.');
    pattern.split('.').all(|part| {
        names.next().is_some_and(|name| match part.strip_suffix('*') {
            Some(prefix) => name.starts_with(prefix),
            None => part == name,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_cover_the_keys_below_them() {
        for (pattern, key, expected) in [
            ("supply", "supply.4.wood", true),
            ("supply.4", "supply.4.wood", true),
            ("supply.4", "supply.3.wood", false),
            ("tile.*.count", "tile.forest-wood.count", true),
            ("tile.meadow-*.count", "tile.meadow-swap2.count", true),
            ("tile.meadow-*.count", "tile.forest-wood.count", false),
            ("tile.*.count", "tile.forest-wood.wood", false),
            ("tile.a.count.deep", "tile.a.count", false),
        ] {
            assert_eq!(covers(pattern, key), expected, "{pattern} {key}");
        }
    }

    #[test]
    fn values_of_a_set_are_toml_or_text() {
        assert_eq!(parse_value("6"), Value::Integer(6));
        assert_eq!(parse_value("[1, 2]").as_array().map(Vec::len), Some(2));
        assert_eq!(parse_value("2 any"), Value::String("2 any".into()));
        assert_eq!(parse_value("\"2 any\""), Value::String("2 any".into()));
    }
}
