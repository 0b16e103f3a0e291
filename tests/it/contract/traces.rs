//! Complete games made by independent slow implementations: every turn, legal list, move and result.

use riverlab_engine::{Game, GameRules, RulesSource, Turn, for_each_game};
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
    let variant = G::Rules::standard().facts().into_iter();
    let sets = variant.filter_map(|(name, _)| Some(format!("{name}={}", header[name].as_str()?)));
    let source = RulesSource { file: None, sets: sets.collect() };
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

/// Checks all traces of a game and says how many there are.
fn check_all<G: Game>() -> usize {
    let folder = crate::of_project("tests/data").join(G::NAME);
    let Ok(entries) = std::fs::read_dir(folder) else { return 0 };
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let paths = paths.filter(|path| path.extension().is_some_and(|extension| extension == "jsonl"));
    let check_one = |path: std::path::PathBuf| {
        check::<G>(&path.display().to_string(), &std::fs::read_to_string(&path).expect("a trace"));
    };
    paths.map(check_one).count()
}

#[test]
fn games_of_independent_implementations_agree() {
    let mut counts = Vec::new();
    for_each_game!(G => counts.push((G::NAME, check_all::<G>())));
    let (toys, games): (Vec<_>, Vec<_>) = counts.into_iter().partition(|(_, count)| *count == 0);
    assert_eq!(games.into_iter().map(|(_, count)| count).collect::<Vec<_>>(), [12, 8, 8, 10]);
    assert_eq!(toys, [("connect-four", 0), ("dice", 0)]);
}
