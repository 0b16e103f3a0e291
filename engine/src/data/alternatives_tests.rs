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
    let message = read(&STATED.replace("boat.*.oars", "boat.raft.oars"), &RulesSource::default()).expect_err("a gap");
    let expected = "small.toml: boat.canoe.oars: is reconstructed, and neither range nor reading says what else";
    assert!(message.starts_with(expected), "{message}");
}
