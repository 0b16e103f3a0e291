//! The learned weights that bots of a run go by: files may change, so a run remembers what was in them.

use std::fmt;

use indexmap::{IndexMap, IndexSet};
use riverlab_bots::BotSpec;
use riverlab_bots::eval::weights::nearest;
use riverlab_bots::registry::WeightsUsed;
use serde::{Deserialize, Serialize};

use crate::error::ArenaError;
use crate::fingerprint::fingerprint;
use crate::table::Table;

/// A fingerprint of each set of weights, by the value of the option `eval` that names it, in the order of bots.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct WeightsHashes(IndexMap<String, String>);

impl WeightsHashes {
    /// Those that these bots play by.
    ///
    /// # Errors
    /// When a file cannot be read.
    pub fn of(table: &dyn Table, bots: &[BotSpec]) -> Result<WeightsHashes, ArenaError> {
        let mut hashes = IndexMap::new();
        for bot in &with_inner(bots) {
            if let Some(used) = used_by(table, bot)? {
                hashes.insert(used.name, fingerprint(&used.files.concat()));
            }
        }
        Ok(WeightsHashes(hashes))
    }

    /// Whether no bot goes by learned weights.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// These bots, each followed by those that it knows to sit at the other seats.
fn with_inner(bots: &[BotSpec]) -> Vec<BotSpec> {
    bots.iter()
        .flat_map(|bot| std::iter::once(bot.clone()).chain(with_inner(&bot.inner().collect::<Vec<_>>())))
        .collect()
}

fn used_by(table: &dyn Table, bot: &BotSpec) -> Result<Option<WeightsUsed>, ArenaError> {
    table.weights_of(bot).map_err(|(path, error)| ArenaError::file("read", path.as_ref(), error))
}

/// What there is to say of learned weights that were made for another number of players, or for other rules, than what these
/// bots play: a sentence for each.
///
/// # Errors
/// When a file cannot be read.
pub fn weights_notes(table: &dyn Table, bots: &[BotSpec], players: usize) -> Result<Vec<String>, ArenaError> {
    let (mut notes, hash) = (IndexSet::new(), &table.facts().rules_hash);
    for bot in &with_inner(bots) {
        let Some(WeightsUsed { name, files }) = used_by(table, bot)? else { continue };
        let made: Vec<Made> = files.iter().filter_map(|text| toml::from_str(text).ok()).collect();
        let Some(made) = nearest(&made, players, |made| made.players) else { continue };
        if made.players != players {
            notes.insert(format!("weights {name}: made for {} players, used with {players}", made.players));
        }
        if made.provenance.rules_hash != *hash {
            let how = if made.provenance.rules_hash == table.facts().standard_hash {
                let [played, standard] = table.canonical_rules();
                difference(standard, played)
            } else {
                format!("those have the fingerprint {}, these {hash}", made.provenance.rules_hash)
            };
            notes.insert(format!("weights {name}: made for other rules: {how}"));
        }
    }
    Ok(notes.into_iter().collect())
}

/// What a file of weights says of how it was made.
#[derive(Deserialize)]
struct Made {
    players: usize,
    provenance: MadeFor,
}

#[derive(Deserialize)]
struct MadeFor {
    rules_hash: String,
}

/// The most values that are shown of those in which tables differ.
const SHOWN: usize = 3;

/// In how many values two tables differ, and in which.
fn difference(made_for: &str, played: &str) -> String {
    let read = |text: &str| text.parse::<toml::Table>().map(toml::Value::Table).ok();
    let (Some(made_for), Some(played)) = (read(made_for), read(played)) else { return "they differ".to_owned() };
    let mut found = Vec::new();
    differences("", Some(&made_for), Some(&played), &mut found);
    let more = if found.len() > SHOWN { ", ..." } else { "" };
    let values = if found.len() == 1 { "value differs" } else { "values differ" };
    format!("{} {values}: {}{more}", found.len(), found[..found.len().min(SHOWN)].join(", "))
}

/// Adds what differs between two values at the same place.
fn differences(place: &str, old: Option<&toml::Value>, new: Option<&toml::Value>, found: &mut Vec<String>) {
    if let (Some(toml::Value::Table(old)), Some(toml::Value::Table(new))) = (old, new) {
        let keys: IndexSet<&String> = old.keys().chain(new.keys()).collect();
        for key in keys {
            let inner = if place.is_empty() { key.clone() } else { format!("{place}.{key}") };
            differences(&inner, old.get(key), new.get(key), found);
        }
    } else if old != new {
        let text = |value: Option<&toml::Value>| value.map_or_else(|| "nothing".to_owned(), ToString::to_string);
        found.push(format!("{place} is {}, not {}", text(new), text(old)));
    }
}

impl fmt::Display for WeightsHashes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("none");
        }
        for (idx, (name, hash)) in self.0.iter().enumerate() {
            write!(f, "{}{name} ({hash})", if idx == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_counted_and_the_first_are_shown() {
        let old = "players = 4\n[a]\nx = 1\ny = [1, 2]\nz = 3\nw = 4\n";
        assert_eq!(difference(old, &old.replace("x = 1", "x = 2")), "1 value differs: a.x is 2, not 1");
        let new = "players = 5\n[a]\nx = 2\ny = [1]\nv = 4\n";
        let expected = "6 values differ: players is 5, not 4, a.x is 2, not 1, a.y is [1], not [1, 2], ...";
        assert_eq!(difference(old, new), expected);
    }
}
