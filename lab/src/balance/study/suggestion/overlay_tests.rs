use riverlab_engine::GameRules;
use riverlab_engine::games::the_river::RiverRules;

use super::*;

#[test]
fn overlays_are_rules_files() {
    let list = |sets: &[&str]| sets.iter().map(|&set| set.to_owned()).collect::<Vec<String>>();
    let given = "[[building]]\nid = \"fort-a\"\npoints = 8\n[supply.2]\nwood = 6\n";
    let sets = list(&["building.mill-a.points=4", "display.tiles.2=6", "spaces.wood.2=2 each"]);
    let source = RulesSource { file: Some(("given".into(), given.into())), sets };
    let changes = list(&["building.mill-a.points=3", "building.fort-a.cost.wood=2", "tile.meadow-swap2.points=-1"]);
    let text = overlay(&source, &changes, "two\nlines");
    assert!(text.starts_with("# two\n# lines\n"), "{text}");
    let all = source.sets.iter().cloned().chain(changes).collect();
    let typed = RulesSource { file: source.file.clone(), sets: all };
    let file = RulesSource { file: Some(("mine".into(), text)), sets: Vec::new() };
    let [file, typed] = [file, typed].map(|source| RiverRules::load(&source).expect("tables"));
    assert_eq!(file.canonical(), typed.canonical());
}
