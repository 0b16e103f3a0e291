//! Complete games made by independent slow implementations: every turn, legal list, move and result.

use riverlab_engine::games::carcassonne::Carcassonne;
use riverlab_engine::games::rio_grande::RioGrande;
use riverlab_engine::games::river_dragons::RiverDragons;
use riverlab_engine::games::the_river::TheRiver;
use riverlab_engine::{Game, GameRules, RulesSource, Turn};
use serde_json::Value;

use crate::lists::{deal_texts, legal_texts};

fn texts<G: Game>(state: &G) -> Vec<String> {
    let deals = deal_texts(state).into_iter().map(|(text, _)| text);
    let mut texts: Vec<String> = legal_texts(state).into_iter().chain(deals).collect();
    texts.sort_unstable();
    texts
}

fn check<G: Game>(name: &str, text: &str) {
    let mut lines = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let header = lines.next().expect("a header");
    let players = header["players"].as_u64().expect("a number of players");
    let rivers = header["rivers"].as_str().map(|rivers| format!("rivers={rivers}"));
    let source = RulesSource { file: None, sets: rivers.into_iter().collect() };
    let rules = Box::leak(Box::new(G::Rules::load(&source).expect("rules")));
    let mut state = G::new(rules, players as usize);
    for (idx, line) in lines.enumerate() {
        let place = format!("{name} line {}\n{state:?}", idx + 2);
        if line.get("outcome").is_some() {
            check_outcome(&state, &line["outcome"], &place);
            return;
        }
        assert_eq!(state.turn().to_string(), line["turn"].as_str().expect("a turn"), "{place}");
        // Of chance only some traces list what it could deal.
        if state.turn() != Turn::Chance || line.get("legal").is_some() {
            let expected: Vec<&str> =
                line["legal"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
            assert_eq!(texts(&state), expected, "{place}");
        }
        let mv = state.parse_move(line["move"].as_str().expect("a move")).expect("a move");
        state.play(mv).unwrap_or_else(|error| panic!("{error} in {place}"));
    }
    panic!("{name} has no outcome");
}

fn check_outcome<G: Game>(state: &G, expected: &Value, place: &str) {
    let outcome = state.outcome().unwrap_or_else(|| panic!("not over: {place}"));
    for (idx, parts) in outcome.parts.iter().enumerate() {
        assert_eq!(expected["scores"][idx].as_f64(), Some(outcome.scores.as_slice()[idx]), "{place}");
        for (name, points) in G::PARTS.iter().zip(parts) {
            assert_eq!(expected["parts"][idx][name].as_i64(), Some(i64::from(*points)), "{name} in {place}");
        }
    }
}

/// All traces of a game.
fn check_all<G: Game>() -> usize {
    let folder = format!("{}/tests/data/{}", env!("CARGO_MANIFEST_DIR"), G::NAME);
    let entries = std::fs::read_dir(folder).expect("the folder of traces");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let paths = paths.filter(|path| path.extension().is_some_and(|extension| extension == "jsonl"));
    let check_one = |path: std::path::PathBuf| {
        check::<G>(&path.display().to_string(), &std::fs::read_to_string(&path).expect("a trace"));
    };
    paths.map(check_one).count()
}

#[test]
fn games_of_the_river_agree() {
    assert_eq!(check_all::<TheRiver>(), 12);
}

#[test]
fn games_of_carcassonne_agree() {
    assert_eq!(check_all::<Carcassonne>(), 8);
}

#[test]
fn games_of_river_dragons_agree() {
    assert_eq!(check_all::<RiverDragons>(), 10);
}

#[test]
fn games_of_rio_grande_agree() {
    assert_eq!(check_all::<RioGrande>(), 8);
}
