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
mod tests {
    use super::*;
    use crate::RulesSource;

    const VALUES: &str = r#"
        [camp]
        certainty = "reconstructed"
        tents = 4
        fires = 1
        paths = [1, 2]

        [[boat]]
        id = "raft"
        oars = 2
        [[boat]]
        id = "canoe"
        oars = 1
        seats = 2

        [certainty]
        "boat" = "reconstructed"
        "boat.*.seats" = "rulebook"
    "#;

    const STATED: &str = r#"
        [range]
        "camp" = "none: it is large"
        "camp.tents" = [-2, 1, 7]
        "camp.fires" = [1]

        [[reading]]
        id = "paths"
        covers = ["camp.paths", "camp.fires"]
        sets = [["camp.paths=[2, 1]", "camp.fires = 3"], ["camp.paths=[3]"]]
        why = "they cross"

        [[reading]]
        id = "oars"
        covers = ["boat.*.oars"]
        sets = [["boat.*.oars=3"]]
        why = "all boats alike"
    "#;

    fn read(stated: &str, source: &RulesSource) -> Result<Vec<Alternative>, String> {
        let below_ten = |_: &str, table: Table| table.values().all(|value| value.as_integer().is_none_or(|n| n < 10));
        let data = DataTree::read("small.toml", &format!("{VALUES}{stated}"), source, "camp.tents=3");
        data.and_then(|data| data.alternatives(below_ten)).map_err(|error| error.to_string())
    }

    fn under_file(text: &str) -> Result<Vec<Alternative>, String> {
        read(STATED, &RulesSource { file: Some(("mine.toml".into(), text.into())), sets: Vec::new() })
    }

    fn shown(alternatives: &[Alternative]) -> Vec<String> {
        alternatives.iter().map(|it| format!("{}: {}", it.id, it.sets.join(" "))).collect()
    }

    #[test]
    fn ranges_move_one_value_and_entries_move_several() {
        let alternatives = read(STATED, &RulesSource::default()).expect("valid");
        let expected = [
            "camp.tents-2: camp.tents=2",
            "camp.tents+1: camp.tents=5",
            "camp.fires+1: camp.fires=2",
            "paths/1: camp.paths=[2, 1] camp.fires=3",
            "paths/2: camp.paths=[3]",
            "oars/1: boat.raft.oars=3 boat.canoe.oars=3",
        ];
        assert_eq!(shown(&alternatives), expected);
        assert_eq!(alternatives[3].covers, ["camp.paths", "camp.fires"]);
        assert_eq!((alternatives[0].why.as_str(), alternatives[3].why.as_str()), ("4 could be 2", "they cross"));
    }

    #[test]
    fn a_users_file_is_laid_over() {
        let replaced = under_file(
            "[range]\n\"camp.tents\" = [1]\n\"camp.fires\" = \"none: I see one\"\n[[reading]]\nid = \"oars\"\n\
             covers = [\"boat.raft.oars\"]\nsets = [[\"boat.raft.oars=1\"]]\nwhy = \"\"\n",
        );
        let expected = [
            "camp.tents+1: camp.tents=5",
            "paths/1: camp.paths=[2, 1] camp.fires=3",
            "paths/2: camp.paths=[3]",
            "oars/1: boat.raft.oars=1",
        ];
        assert_eq!(shown(&replaced.expect("valid")), expected);
        let known = under_file("[certainty]\n\"boat.raft\" = \"rulebook\"\n\"camp\" = \"review\"\n");
        assert_eq!(shown(&known.expect("valid")), [""; 0]);
    }

    #[test]
    fn a_complete_file_need_not_state_anything() {
        let complete = VALUES.replace("raft", "ferry").replace("tents = 4", "tents = 9").replace("fires = 1\n", "");
        let alternatives = under_file(&complete).expect("valid");
        assert_eq!(
            shown(&alternatives),
            [
                "camp.tents-2: camp.tents=7",
                "paths/1: camp.paths=[2, 1] camp.fires=3",
                "paths/2: camp.paths=[3]",
                "oars/1: boat.ferry.oars=3 boat.canoe.oars=3"
            ]
        );
        let own = under_file(&format!("{complete}\n[range]\n\"boat\" = [1]\n")).expect("valid");
        assert_eq!(shown(&own)[..2], ["boat.ferry.oars+1: boat.ferry.oars=3", "boat.canoe.oars+1: boat.canoe.oars=2"]);
    }

    #[test]
    fn single_values_move_from_where_they_are_set() {
        let set = |text: &str| read(STATED, &RulesSource { file: None, sets: vec![text.to_owned()] });
        assert_eq!(
            shown(&set("camp.tents=8").expect("valid"))[0..2],
            ["camp.tents-2: camp.tents=6", "camp.tents+1: camp.tents=9"]
        );
        for text in ["range.camp=[1]", "range=3", "reading.oars.why=so", "range.camp.tents=[2]"] {
            let (section, message) = (text.split(['.', '=']).next().unwrap_or_default(), set(text).expect_err(text));
            assert!(message.starts_with("--set: ") && message.contains(&format!("no \"{section}\"")), "{message}");
        }
    }

    #[test]
    fn wrong_statements_name_file_and_key() {
        const FORM: &str = "expected whole differences other than 0, such as [-1, 1], or \"none: \" and why";
        let entry = |fields: &str| format!("[[reading]]\nid = \"a\"\n{fields}");
        let sets = |covers: &str, sets: &str| entry(&format!("why = \"\"\ncovers = [{covers}]\nsets = [{sets}]"));
        for (text, expected) in [
            ("[range]\n\"camp.tants\" = [1]".to_owned(), "range.camp.tants: there is no such value".to_owned()),
            ("[range]\n\"camp.tents\" = [1.5]".into(), format!("range.camp.tents: {FORM}")),
            ("[range]\n\"camp.tents\" = [0]".into(), format!("range.camp.tents: {FORM}")),
            ("[range]\n\"camp.tents\" = []".into(), format!("range.camp.tents: {FORM}")),
            ("[range]\n\"camp.tents\" = \"none\"".into(), format!("range.camp.tents: {FORM}")),
            ("[range]\n\"camp.tents\" = \"none: \"".into(), format!("range.camp.tents: {FORM}")),
            (
                "[range]\n\"camp.paths\" = [1]".into(),
                "range.camp.paths: camp.paths is no number: state its alternatives in a reading".into(),
            ),
            ("range = 3".into(), "range: is no table".into()),
            ("[[reading]]\nwhy = \"\"".into(), "reading[1]: has no id".into()),
            (entry("why = \"\"\ncovers = [\"camp\"]"), "reading.a: missing field `sets`".into()),
            (entry("covers = 3"), "reading.a.covers: invalid type: integer `3`".into()),
            (entry("when = 3"), "reading.a.when: unknown field `when`".into()),
            (sets("", "[\"camp.tents=1\"]"), "reading.a.covers: names no value".into()),
            (sets("\"camp.tents\"", ""), "reading.a.sets: expected at least one set".into()),
            (sets("\"camp.tents\"", "[]"), "reading.a.sets: expected at least one set".into()),
            (sets("\"camp.tents\"", "[\"camp.tents\"]"), "reading.a.sets: \"camp.tents\": expected key=value".into()),
            (sets("\"lake\"", "[\"lake=1\"]"), "reading.a.covers: \"lake\": there is no such value".into()),
            (sets("\"camp\"", "[\"camp.deep.x=1\"]"), "reading.a.sets: \"camp.deep.x\": there is no such value".into()),
            (sets("\"boat\"", "[\"boat.raft=1\"]"), "reading.a.sets: \"boat.raft\": there is no such value".into()),
            (
                sets("\"camp.tents\"", "[\"camp.fires=1\"]"),
                "reading.a.sets: \"camp.fires\" is not among what it covers".into(),
            ),
            (
                sets("\"camp.tents\", \"camp.fires\"", "[\"camp.fires=1\"]"),
                "reading.a.covers: \"camp.tents\" is moved by no set".into(),
            ),
        ] {
            let message = under_file(&text).expect_err(&text);
            assert!(message.starts_with(&format!("mine.toml: {expected}")), "{text}: {message}");
        }
    }

    #[test]
    fn the_embedded_data_must_state_every_reconstructed_value() {
        let message =
            read(&STATED.replace("boat.*.oars", "boat.raft.oars"), &RulesSource::default()).expect_err("a gap");
        let expected = "small.toml: boat.canoe.oars: is reconstructed, and neither range nor reading says what else";
        assert!(message.starts_with(expected), "{message}");
    }
}
