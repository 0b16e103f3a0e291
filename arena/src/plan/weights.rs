//! The learned weights that bots of a run play by: files may change, so a run remembers what was in them.

use std::{fmt, io};

use indexmap::{IndexMap, IndexSet};
use riverlab_bots::BotSpec;
use riverlab_bots::eval::weights::{WeightsFile, nearest};
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
        let used = weights_used(table, bots)?;
        Ok(WeightsHashes(used.into_iter().map(|used| (used.name, fingerprint(&used.files.concat()))).collect()))
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

/// The weights that these bots play by, and those that they know to sit at the other seats.
///
/// # Errors
/// When a file cannot be read.
pub(crate) fn weights_used(table: &dyn Table, bots: &[BotSpec]) -> Result<Vec<WeightsUsed>, ArenaError> {
    let unread = |(path, error): (String, io::Error)| ArenaError::file("read", path.as_ref(), error);
    with_inner(bots).iter().filter_map(|bot| table.weights_of(bot).map_err(unread).transpose()).collect()
}

/// What there is to say of learned weights that were made for another number of players, or for other rules, than what these
/// bots play: a sentence for each.
///
/// # Errors
/// When a file cannot be read.
pub fn weights_notes(table: &dyn Table, bots: &[BotSpec], players: usize) -> Result<Vec<String>, ArenaError> {
    let (mut notes, hash) = (IndexSet::new(), &table.facts().rules_hash);
    for WeightsUsed { name, files } in weights_used(table, bots)? {
        let made: Vec<WeightsFile> = files.iter().filter_map(|text| WeightsFile::read(text).ok()).collect();
        let Some(made) = nearest(&made, players, WeightsFile::players) else { continue };
        if made.players() != players {
            notes.insert(format!("weights {name}: made for {} players, used with {players}", made.players()));
        }
        let Some(made_for) = made.rules_hash().filter(|made_for| made_for != hash) else { continue };
        let how = if made_for == table.facts().standard_hash {
            let [played, standard] = table.canonical_rules();
            difference(standard, played)
        } else {
            format!("those have the fingerprint {made_for}, these {hash}")
        };
        notes.insert(format!("weights {name}: made for other rules: {how}"));
    }
    Ok(notes.into_iter().collect())
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
#[path = "weights_tests.rs"]
mod tests;
