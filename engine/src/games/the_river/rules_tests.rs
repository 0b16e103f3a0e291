use std::collections::HashSet;

use super::super::ActionSpace;
use super::super::table::Limits;
use super::*;

fn load(sets: &[&str]) -> Result<RiverRules, String> {
    let source = RulesSource { file: None, sets: sets.iter().map(|&set| set.to_owned()).collect() };
    RiverRules::load(&source).map_err(|error| error.to_string())
}

fn load_file(text: &str) -> Result<RiverRules, String> {
    let source = RulesSource { file: Some(("mine.toml".into(), text.into())), sets: Vec::new() };
    RiverRules::load(&source).map_err(|error| error.to_string())
}

#[test]
fn the_embedded_data_is_what_the_booklet_states() {
    let rules = RiverRules::standard();
    assert_eq!(rules.tiles.iter().map(|tile| u32::from(tile.count)).sum::<u32>(), 65);
    assert_eq!(rules.buildings.len(), 33);
    assert_eq!(rules.table(4).supply.total(), 44);
    assert_eq!(rules.table(3).tokens.len(), 20);
    assert_eq!(rules.table(2).bonus_slots, 4);
    assert!(rules.provenance_counts().reconstructed > 100);
    assert!(rules.provenance_counts().rulebook > 0 && rules.provenance_counts().review > 0);
}

#[test]
fn single_values_replace_the_embedded_ones() {
    let rules = load(&["building.mill-a.points=6", "supply.2.food=4", "spaces.wood.2=2 each"]).expect("valid");
    let mill = rules.building_named("mill-a").expect("a mill");
    assert_eq!(rules.building(mill).points, 6);
    assert_eq!(rules.table(2).supply, Bundle::new(7, 7, 7, 4));
    assert_eq!(rules.table(2).limits[ActionSpace::Wood as usize], Limits { any: u8::MAX, each: 2 });
    assert_ne!(rules.canonical(), RiverRules::standard().canonical());
}

#[test]
fn a_partial_file_is_laid_over_and_a_whole_one_replaces() {
    let partial = load_file("[[building]]\nid = \"fort-a\"\npoints = 8\n").expect("valid");
    assert_eq!(partial.buildings.last().map(|b| b.points), Some(9));
    assert_eq!(partial.building(partial.building_named("fort-a").expect("a fort")).points, 8);
    let whole = load_file(&EMBEDDED.replace("id = \"fort-a\"", "id = \"castle\"")).expect("valid");
    assert!(whole.building_named("castle").is_some() && whole.building_named("fort-a").is_none());
    let same = load_file(EMBEDDED).expect("valid");
    assert_eq!(same.canonical(), RiverRules::standard().canonical());
    assert_eq!(same.provenance_counts(), RiverRules::standard().provenance_counts());
}

#[test]
fn every_reading_is_a_box_of_its_own() {
    let standard = RiverRules::standard();
    let mut seen = HashSet::from([standard.canonical().to_owned()]);
    for reading in standard.alternatives() {
        let source = RulesSource { file: None, sets: reading.sets.clone() };
        let rules = RiverRules::load(&source).unwrap_or_else(|error| panic!("{}: {error}", reading.id));
        assert!(seen.insert(rules.canonical().to_owned()), "{} is like another one", reading.id);
        assert!(!reading.covers.is_empty() && !reading.why.is_empty(), "{reading:?}");
    }
}

#[test]
fn readings_move_every_value_that_could_be_another() {
    let alternatives = RiverRules::standard().alternatives();
    let moved: HashSet<&str> = alternatives.iter().flat_map(|reading| &reading.covers).map(String::as_str).collect();
    let of = |section: &str| moved.iter().filter(|key| key.starts_with(section)).count();
    // 305 reconstructed values: 112 in 9 lists, and 193 that stand alone, of which 17 + 4 have no alternative.
    let lists = of("river.") + of("bonus_tokens.");
    assert_eq!([lists, of("supply."), of("display."), of("tile."), of("building.")], [9, 8, 2, 63 - 17 - 4, 120]);
    let together = alternatives.iter().filter(|reading| reading.id.contains('/')).count();
    assert_eq!([alternatives.len() - together, together], [286, 37]);
}

#[test]
fn what_is_said_of_alternatives_is_no_part_of_the_tables() {
    let (bare, _) = EMBEDDED.split_once("\n# What the reconstructed values could be").expect("said at the end");
    assert!(!bare.contains("[range]") && !bare.contains("[[reading]]"));
    let (bare, standard) = (load_file(bare).expect("valid"), RiverRules::standard());
    assert_eq!(bare.canonical(), standard.canonical());
    assert_eq!(bare.provenance_counts(), standard.provenance_counts());
    assert_eq!(bare.alternatives(), standard.alternatives());
    assert_eq!(standard.provenance_counts().reconstructed, 305);
    let replaced = load_file("[range]\n\"building.*.points\" = \"none: my box\"\n").expect("valid");
    assert_eq!(replaced.canonical(), standard.canonical());
    assert!(replaced.alternatives().len() < standard.alternatives().len());
}

#[test]
fn readings_stay_within_the_tables() {
    let ids = |sets: &[&str], key: &str| -> Vec<String> {
        let rules = load(sets).expect("valid");
        rules.alternatives().iter().map(|reading| reading.id.clone()).filter(|id| id.starts_with(key)).collect()
    };
    for (set, key, expected) in [
        ("display.tiles.4=9", "display.tiles.4", vec!["display.tiles.4-1"]),
        ("display.tiles.3=1", "display.tiles.3", vec!["display.tiles.3+1"]),
        ("supply.3.food=5", "supply.3.food", vec!["supply.3.food-1"]),
        ("tile.forest-barn2.barns=0", "tile.forest-barn2.barns", vec!["tile.forest-barn2.barns+1"]),
        ("building.mill-a.cost.wood=9", "building.mill-a.cost.wood", vec!["building.mill-a.cost.wood-1"]),
        ("building.mill-a.points=50", "building.mill-a.points", vec!["building.mill-a.points-1"]),
        ("building.inn-a.cost.stone=0", "building.inn-a.cost.stone", vec!["building.inn-a.cost.stone+1"]),
    ] {
        assert_eq!(ids(&[set], key), expected, "{set}");
    }
    assert_eq!(ids(&[], "building.inn-a.cost.stone"), [""; 0]);
}

#[test]
fn faults_name_file_key_and_value() {
    for (set, expected) in [
        ("building.mill-a.points=six", "--set: building.mill-a.points: \"six\" is no number from 0 to 50"),
        ("building.mill-a.points=51", "--set: building.mill-a.points: 51 is not from 0 to 50"),
        (
            "building.mill-z.points=5",
            "--set: building.mill-z.points: there is no \"mill-z\": allowed are shed-a, shed-b",
        ),
        ("building.mill-a.height=5", "--set: building.mill-a.height: unknown field `height`, expected"),
        ("building.mill-a=5", "--set: building.mill-a: is a table; name one of its keys: cost, points"),
        ("points", "--set \"points\": expected key=value, for example building.mill-a.points=6"),
        ("tile.forest-wood.count=6", "--set: tile: 66 tiles: the box has 65"),
        ("tile.forest-wood.terrain=[\"lake\"]", "--set: tile.forest-wood.terrain[0]: unknown variant `lake`"),
        ("supply.4.wood=12", "--set: supply.4.wood: 12: with 4 players all 13 are used"),
        ("supply.2.food=6", "--set: supply.2.food: 6: the box has 5"),
        ("spaces.wood.2=some", "--set: spaces.wood.2: \"some\": expected \"unlimited\", or a number"),
        ("river.settle=[3, 6, 9, 9]", "--set: river.settle: space 9 stands twice"),
        ("river.settle=[1, 6, 9, 12]", "--set: river.settle: space 1 is taken in the draft and cannot be framed"),
        ("river.columns=[[1,8,9],[2,7,10],[3,6,11],[4,5,5]]", "--set: river.columns: space 5 stands twice"),
        ("bonus_tokens.3=[6, 5]", "--set: bonus_tokens.3: 2 tokens: with 3 players all 20 are used"),
        ("bonus_tokens.2=[5, 6]", "--set: bonus_tokens.2: 6 comes after 5: values must not rise"),
        ("display.draft.2=4", "--set: display.draft.2: 4: the draft has one tile more than players, 3"),
        ("range.supply=[1]", "--set: range.supply: there is no \"range\": allowed are supply, display, spaces"),
        ("lakes=3", "--set: lakes: there is no \"lakes\": allowed are"),
    ] {
        let message = load(&[set]).expect_err(set);
        assert!(message.starts_with(expected), "{set}: {message}");
    }
}

#[test]
fn broken_files_are_refused() {
    for (text, expected) in [
        ("[supply", "mine.toml: TOML parse error"),
        ("[[building]]\npoints = 3\n", "mine.toml: building[1]: has no id"),
        ("[[building]]\nid = \"Big One\"\n", "mine.toml: building[1]: id \"Big One\": allowed are"),
        ("[[tile]]\nid = \"a\"\n[[tile]]\nid = \"a\"\n", "mine.toml: tile[2]: id \"a\" stands twice"),
        ("[[tile]]\nid = \"lake\"\ncount = 1\n", "mine.toml: tile.lake: there is no \"lake\""),
        ("[range]\n\"lake\" = [1]\n", "mine.toml: range.lake: there is no such value"),
        ("[weather]\nrain = 1\n", "mine.toml: weather: there is no \"weather\""),
    ] {
        let message = load_file(text).expect_err(text);
        assert!(message.starts_with(expected), "{text}: {message}");
    }
}
