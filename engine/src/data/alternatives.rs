//! Alternatives: what the values that only a picture shows could be instead.
//!
//! `[range]` says how far a reconstructed value may move while all others stay: under a dotted pattern like those of
//! `[certainty]` stand differences, or `"none: "` and why there is no other. An entry of `[[reading]]` states values
//! that move together. What this module refuses to do: to load the tables under each alternative. The differences of a
//! range are tried on the table around the value; that the sets of an entry give valid tables is up to who writes them.

use toml::{Table, Value};

use super::error::RulesError;
use super::pattern::covers;
use super::stated::{Entry, RANGE, READING, Range, StatedAlternatives, fault};
use super::tree::{DataTree, Leaf, Provenance};

/// A plausible alternative of values that are reconstructed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Alternative {
    /// The key and the difference, `building.mill-a.points-1`, or the entry and the number of its set,
    /// `forest-counts/2`.
    pub id: String,
    /// The dotted keys of the reconstructed values that move.
    pub covers: Vec<String>,
    /// The values that it sets, `key=value`, as in [`RulesSource::sets`](super::RulesSource::sets).
    pub sets: Vec<String>,
    /// Why it is plausible.
    pub why: String,
}

/// The values that a set moves, each with its provenance and the text of its new value.
type Moves<'a> = Vec<(&'a str, Provenance, &'a str)>;

impl DataTree {
    /// The alternatives of all reconstructed values, those of single values first. `fits` says whether the table at a
    /// dotted key can be such a table; a moved value that does not fit is no alternative.
    ///
    /// # Errors
    /// When what the topmost file states does not fit the values, or the embedded data leaves out a value.
    pub fn alternatives(&self, fits: impl Fn(&str, Table) -> bool) -> Result<Vec<Alternative>, RulesError> {
        let leaves = self.leaves()?;
        self.check_ranges(&leaves)?;
        let mut alternatives = Vec::new();
        for leaf in leaves.iter().filter(|leaf| leaf.provenance == Provenance::Reconstructed) {
            self.check_stated(leaf)?;
            alternatives.extend(self.alone(leaf, &fits)?);
        }
        for (id, entry) in &self.stated.entries {
            alternatives.extend(self.together(id, entry, &leaves)?);
        }
        Ok(alternatives)
    }

    fn check_ranges(&self, leaves: &[Leaf<'_>]) -> Result<(), RulesError> {
        for (pattern, range) in &self.stated.ranges {
            if let Some(file) = &range.file
                && !leaves.iter().any(|leaf| covers(pattern, &leaf.key))
            {
                return Err(fault(file, &format!("{RANGE}.{pattern}"), "there is no such value"));
            }
        }
        Ok(())
    }

    /// The embedded data says of every reconstructed value what else it could be.
    fn check_stated(&self, leaf: &Leaf<'_>) -> Result<(), RulesError> {
        let StatedAlternatives { entries, .. } = &self.stated;
        let alone = || self.stated.range(&leaf.key).is_some();
        let stated = || alone() || entries.values().any(|entry| entry.covers(&leaf.key));
        if !self.is_standard || stated() {
            return Ok(());
        }
        Err(self.error(
            &leaf.key,
            format!("is reconstructed, and neither {RANGE} nor {READING} says what else it could be"),
        ))
    }

    /// The alternatives in which one value moves and all others stay.
    fn alone(&self, leaf: &Leaf<'_>, fits: &impl Fn(&str, Table) -> bool) -> Result<Vec<Alternative>, RulesError> {
        let key = &leaf.key;
        let Some((pattern, Range { differences, file })) = self.stated.range(key) else { return Ok(Vec::new()) };
        let Some(value) = leaf.value.as_integer() else {
            let message = format!("{key} is no number: state its alternatives in a {READING}");
            let file = file.as_ref().filter(|_| !differences.is_empty());
            return file.map_or(Ok(Vec::new()), |file| Err(fault(file, &format!("{RANGE}.{pattern}"), &message)));
        };
        let (above, name) = key.rsplit_once('.').unwrap_or(("", key));
        let table = self.table(above).unwrap_or_default();
        let allowed = |moved: i64| {
            let mut table = table.clone();
            table.insert(name.to_owned(), Value::Integer(moved));
            fits(above, table)
        };
        let moved = differences.iter().map(|difference| (difference, value.saturating_add(*difference)));
        Ok(moved.filter(|(_, moved)| allowed(*moved)).map(|(by, moved)| one(key, value, *by, moved)).collect())
    }

    /// The alternatives of an entry; a set that moves a value that is known better is none.
    fn together(&self, id: &str, entry: &Entry, leaves: &[Leaf<'_>]) -> Result<Vec<Alternative>, RulesError> {
        let moves: Vec<Result<Moves<'_>, &str>> = entry.sets.iter().map(|set| self.moves(set, leaves)).collect();
        if let Some(file) = &entry.file {
            check_entry(entry, leaves, &moves)
                .map_err(|(field, message)| fault(file, &format!("{READING}.{id}.{field}"), &message))?;
        }
        let open = |moves: &Moves<'_>| moves.iter().all(|(_, provenance, _)| *provenance == Provenance::Reconstructed);
        let numbered = moves.into_iter().zip(1..).filter_map(|(moves, number)| Some((moves.ok()?, number)));
        let alternative = |(moves, number): (Moves<'_>, usize)| Alternative {
            id: format!("{id}/{number}"),
            covers: moves.iter().map(|(key, ..)| (*key).to_owned()).collect(),
            sets: moves.iter().map(|(key, _, value)| format!("{key}={value}")).collect(),
            why: entry.why.clone(),
        };
        Ok(numbered.filter(|(moves, _)| open(moves)).map(alternative).collect())
    }

    /// What a set moves, or the first key at which there is no value.
    fn moves<'a>(&self, set: &'a [String], leaves: &'a [Leaf<'_>]) -> Result<Moves<'a>, &'a str> {
        let mut moves = Vec::new();
        for (key, value) in set.iter().filter_map(|text| text.split_once('=')) {
            let (key, value) = (key.trim(), value.trim());
            let targets = self.targets(key, leaves);
            if targets.is_empty() {
                return Err(key);
            }
            moves.extend(targets.into_iter().map(|(key, provenance)| (key, provenance, value)));
        }
        Ok(moves)
    }

    /// The values of a key: all that a pattern stands for, or one that could be there and is left out.
    fn targets<'a>(&self, key: &'a str, leaves: &'a [Leaf<'_>]) -> Vec<(&'a str, Provenance)> {
        let names = |key: &str| key.split('.').count();
        let is_pattern = key.contains('*');
        let hit = |leaf: &&Leaf<'_>| {
            leaf.key == key || (is_pattern && covers(key, &leaf.key) && names(key) == names(&leaf.key))
        };
        let found: Vec<_> = leaves.iter().filter(hit).map(|leaf| (leaf.key.as_str(), leaf.provenance)).collect();
        if found.is_empty() && self.leaves_out(key) {
            self.provenance(key).map(|it| (key, it)).into_iter().collect()
        } else {
            found
        }
    }

    /// Whether there is no value at the key beside others.
    fn leaves_out(&self, key: &str) -> bool {
        let (above, name) = key.rsplit_once('.').unwrap_or(("", key));
        let beside = |table: Table| !table.contains_key(name) && table.values().any(|value| !value.is_table());
        !key.contains('*') && self.table(above).is_some_and(beside)
    }
}

/// The alternative in which one value moves.
fn one(key: &str, value: i64, difference: i64, moved: i64) -> Alternative {
    Alternative {
        id: format!("{key}{difference:+}"),
        covers: vec![key.to_owned()],
        sets: vec![format!("{key}={moved}")],
        why: format!("{value} could be {moved}"),
    }
}

/// An entry moves what it covers, all of it in one set or another, and nothing else.
fn check_entry(
    entry: &Entry,
    leaves: &[Leaf<'_>],
    moves: &[Result<Moves<'_>, &str>],
) -> Result<(), (&'static str, String)> {
    for pattern in &entry.covers {
        if !leaves.iter().any(|leaf| covers(pattern, &leaf.key)) {
            return Err(("covers", format!("\"{pattern}\": there is no such value")));
        }
    }
    let mut moved = Vec::new();
    for moves in moves {
        let moves = moves.as_ref().map_err(|key| ("sets", format!("\"{key}\": there is no such value")))?;
        moved.extend(moves.iter().map(|(key, ..)| *key));
    }
    if let Some(key) = moved.iter().find(|key| !entry.covers(key)) {
        return Err(("sets", format!("\"{key}\" is not among what it covers")));
    }
    let known = |leaf: &&Leaf<'_>| leaf.provenance != Provenance::Reconstructed || moved.contains(&leaf.key.as_str());
    match leaves.iter().find(|leaf| entry.covers(&leaf.key) && !known(leaf)) {
        Some(leaf) => Err(("covers", format!("\"{}\" is moved by no set", leaf.key))),
        None => Ok(()),
    }
}

#[cfg(test)]
#[path = "alternatives_tests.rs"]
mod tests;
