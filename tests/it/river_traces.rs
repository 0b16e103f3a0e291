//! Complete games of The River made by an independent slow implementation: every turn, legal list, move and result.

use riverlab_engine::games::the_river::{RiverRules, TheRiver};
use riverlab_engine::{Game, GameRules, Turn};
use serde_json::Value;

fn legal_texts(state: &TheRiver) -> Vec<String> {
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    let mut texts: Vec<String> = moves.into_iter().map(|mv| state.move_text(mv)).collect();
    texts.sort_unstable();
    texts
}

fn check(name: &str, text: &str) {
    let mut lines = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let players = lines.next().and_then(|header| header["players"].as_u64()).expect("a header");
    let mut state = TheRiver::new(RiverRules::standard(), players as usize);
    for (idx, line) in lines.enumerate() {
        let place = format!("{name} line {}\n{state}", idx + 2);
        if line.get("outcome").is_some() {
            check_outcome(&state, &line["outcome"], &place);
            return;
        }
        assert_eq!(state.turn().to_string(), line["turn"].as_str().expect("a turn"), "{place}");
        if state.turn() != Turn::Chance {
            let expected: Vec<&str> =
                line["legal"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
            assert_eq!(legal_texts(&state), expected, "{place}");
        }
        let mv = state.parse_move(line["move"].as_str().expect("a move")).expect("a move");
        state.play(mv).unwrap_or_else(|error| panic!("{error} in {place}"));
    }
    panic!("{name} has no outcome");
}

fn check_outcome(state: &TheRiver, expected: &Value, place: &str) {
    let outcome = state.outcome().unwrap_or_else(|| panic!("not over: {place}"));
    for (idx, parts) in outcome.parts.iter().enumerate() {
        assert_eq!(expected["scores"][idx].as_f64(), Some(outcome.scores.as_slice()[idx]), "{place}");
        for (name, points) in TheRiver::PARTS.iter().zip(parts) {
            assert_eq!(expected["parts"][idx][name].as_i64(), Some(i64::from(*points)), "{name} in {place}");
        }
    }
}

#[test]
fn traces_of_an_independent_implementation_agree() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/the-river");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("the folder of traces") {
        let path = entry.expect("an entry").path();
        check(&path.display().to_string(), &std::fs::read_to_string(&path).expect("a trace"));
        count += 1;
    }
    assert_eq!(count, 12);
}
