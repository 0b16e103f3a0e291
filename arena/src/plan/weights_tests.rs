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
