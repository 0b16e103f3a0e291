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
mod tests {
    use rand::SeedableRng;
    use riverlab_bots::eval::features::Feature;
    use riverlab_bots::{BotRegistry, BotRng, Evaluate, View, WeightsFiles};
    use riverlab_engine::games::the_river::TheRiver;
    use riverlab_engine::{Game, GameRules, Turn};

    use super::*;
    use crate::table::GameTable;

    const PATH: &str = "w.toml";

    /// A file in which every feature of The River has this weight.
    fn file(weight: &str) -> String {
        let lines = |features: &[Feature]| {
            let line = |feature: &Feature| format!("\"{}\" = [{weight}, 0.0]", feature.name);
            features.iter().map(line).collect::<Vec<_>>().join("\n")
        };
        let (features, moves) = (lines(TheRiver::FEATURES), lines(TheRiver::MOVE_FEATURES));
        format!("game = \"the-river\"\nplayers = 2\n[features]\n{features}\n[moves]\n{moves}\n[provenance]\n")
    }

    /// The first choice by the weights of the file, and their fingerprint.
    fn played(registry: &BotRegistry) -> (String, String) {
        let spec: BotSpec = format!("greedy:eval={PATH}").parse().expect("a spec");
        let (mut state, mut rng) = (TheRiver::new(GameRules::standard(), 2), BotRng::seed_from_u64(1));
        let mut bot = registry.build::<TheRiver>(&spec).expect("a bot");
        let mv = loop {
            match state.turn() {
                Turn::Player(seat) => break bot.choose(&View::new(&state, seat), &mut rng),
                _ => state.play_unchecked(state.draw(&mut rng)),
            }
        };
        let table = GameTable::<TheRiver>::standard().with_bots(registry.clone());
        (state.move_text(mv), WeightsHashes::of(&table, &[spec]).expect("a fingerprint").to_string())
    }

    #[test]
    fn bots_and_fingerprints_come_from_what_was_read_first() {
        let disk = tempfile::tempdir().expect("a folder");
        let path = disk.path().join(PATH);
        let at = path.clone();
        let files = WeightsFiles::by(move |_| std::fs::read_to_string(&at));
        std::fs::write(&path, file("1.0")).expect("written");
        let registry = BotRegistry::standard().clone().with_weights(files);
        let first = played(&registry);
        assert_eq!(first.1, format!("{PATH} ({})", fingerprint(&file("1.0"))));
        std::fs::write(&path, file("-1.0")).expect("written");
        assert_eq!(played(&registry), first);
        let anew = registry.clone().with_weights(registry.weights().unread());
        assert_eq!(played(&anew).1, format!("{PATH} ({})", fingerprint(&file("-1.0"))));
        assert_ne!(played(&anew).0, first.0);
        assert_eq!(played(&registry), first);
    }

    #[test]
    fn registries_with_other_contents_of_one_path_do_not_disturb_each_other() {
        let with = |weight: &str| {
            let files = WeightsFiles::given([(PATH.to_owned(), file(weight))]);
            BotRegistry::standard().clone().with_weights(files)
        };
        let (one, other) = (with("1.0"), with("-1.0"));
        let (of_one, of_other) = (played(&one), played(&other));
        assert!(of_one.0 != of_other.0 && of_one.1 != of_other.1, "{of_one:?} {of_other:?}");
        assert_eq!((played(&one), played(&other)), (of_one, of_other));
    }

    #[test]
    fn differences_are_counted_and_the_first_are_shown() {
        let old = "players = 4\n[a]\nx = 1\ny = [1, 2]\nz = 3\nw = 4\n";
        assert_eq!(difference(old, &old.replace("x = 1", "x = 2")), "1 value differs: a.x is 2, not 1");
        let new = "players = 5\n[a]\nx = 2\ny = [1]\nv = 4\n";
        let expected = "6 values differ: players is 5, not 4, a.x is 2, not 1, a.y is [1], not [1, 2], ...";
        assert_eq!(difference(old, new), expected);
    }
}
