use super::super::super::RiverRules;
use super::*;
use crate::GameRules;

fn drawn(id: &str) -> (String, String) {
    let rules = RiverRules::standard();
    let tile = rules.tile(rules.tile_named(id).expect("a tile"));
    let mut sketch = Sketch::at((0, 0));
    draw_tile(&mut sketch, tile, 0, 0);
    (sketch.svg(), tile_words(tile))
}

#[test]
fn tiles_show_terrains_and_symbols() {
    let (svg, words) = drawn("forest-wood-barn");
    let stamps: Vec<&str> = svg.split("href=\"#").skip(1).map(|rest| rest.split('"').next().expect("an id")).collect();
    assert_eq!(stamps, ["river-forest", "river-wood", "river-barn"]);
    assert_eq!(words, "forest-wood-barn: forest, 1 wood, 1 barn");
}

#[test]
fn mixed_tiles_show_both_terrains() {
    let (svg, words) = drawn("mixed-mountain-desert");
    assert!(
        svg.starts_with("<use href=\"#river-desert\" x=\"0\" y=\"0\"/><use href=\"#river-mountain-half\""),
        "{svg}"
    );
    assert_eq!(words, "mixed-mountain-desert: desert and mountain, 1 barn");
}

#[test]
fn meadows_say_what_they_do() {
    for (id, expected) in [
        ("meadow-per-forest", "1 for each forest"),
        ("meadow-produce-clay", "1 clay, 1 for each clay symbol, at most 3"),
        ("meadow-income-stone", "1 stone in each clean-up, 2 points"),
        ("meadow-take4-wood", "take 4 wood at once"),
        ("meadow-swap2", "swap tiles 2 times at once"),
        ("meadow-per-pioneer", "1 for each pioneer on the boat"),
        ("meadow-per-bonus-token", "1 for each bonus token"),
    ] {
        assert_eq!(drawn(id).1, format!("{id}: meadow, {expected}"));
    }
}
