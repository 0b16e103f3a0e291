use riverlab_engine::games::carcassonne::Carcassonne;
use riverlab_engine::games::toy::Dice;

use super::*;
use crate::table::GameTable;

#[test]
fn names_are_read_as_they_are_written() {
    let specs = ["random", "greedy", "random", "mcts:ms=5", "mcts:ms=5"].map(|text| text.parse().expect("a spec"));
    let bots = Bots::from(specs.to_vec());
    assert_eq!(bots.names(), ["random", "greedy", "random#2", "mcts:ms=5[timed]", "mcts:ms=5#2[timed]"]);
    assert_eq!(bots.first_copies(&GameTable::<Dice>::standard()), [0, 1, 0, 3, 3]);
    assert_eq!(bots.irreproducible().collect::<Vec<_>>(), bots.names()[3..]);
    assert_eq!(Bots::try_from(bots.names().to_vec()), Ok(bots));
    let specs = ["cmd:a", "cmd:b", "cmd:a"].map(|text| text.parse().expect("a spec"));
    let mark = |spec: &BotSpec| if spec.program() == Some("a") { EXTERNAL } else { "" };
    let bots = Bots::marked(specs.to_vec(), mark);
    assert_eq!(bots.names(), ["cmd:a[external]", "cmd:b", "cmd:a#2[external]"]);
    assert_eq!(bots.unnumbered(2), "cmd:a[external]");
    assert_eq!(Bots::try_from(bots.names().to_vec()), Ok(bots));
}

#[test]
fn other_names_are_refused() {
    for names in [
        &["random", "random"] as &[&str],
        &["random#2"],
        &["random[timed]"],
        &["mcts:ms=5"],
        &["a b"],
        &["random[external]"],
        &["cmd:a", "cmd:a#2[timed]"],
    ] {
        assert!(Bots::try_from(names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>()).is_err(), "{names:?}");
    }
}

/// A bot is known in all spellings of its options.
#[test]
fn copies_are_the_same_however_they_are_spelled() {
    let specs = [
        "mcts:sims=10,c=1",
        "mcts:c=1,sims=10",
        "mcts:c=1.0,sims=010,reuse=off",
        "mcts:sims=10",
        "greedy",
        "mcts:sims=10,opponents=(flat:sims=9,depth=5)",
        "mcts:opponents=(flat:depth=5,sims=9,eval=hand),sims=10",
        "greedy:eval=hand",
        "greedy:eval=1",
        "greedy:eval=01",
    ];
    let bots = Bots::from(specs.map(|text| text.parse().expect("a spec")).to_vec());
    assert_eq!(bots.first_copies(&GameTable::<Dice>::standard()), [0, 0, 0, 3, 4, 5, 5, 4, 8, 9]);
    // Files keep what was typed.
    assert_eq!(bots.names(), specs);
    // Games have defaults of their own.
    let carcassonne = GameTable::<Carcassonne>::standard();
    let defaults = crate::table::Table::facts(&carcassonne).learned_defaults;
    let (key, value) = defaults.iter().find(|(key, _)| *key != "eval").expect("a default");
    let specs = ["mcts:eval=learned".to_owned(), format!("mcts:eval=learned,{key}={value}")];
    let bots = Bots::from(specs.map(|text| text.parse().expect("a spec")).to_vec());
    assert_eq!(bots.first_copies(&carcassonne), [0, 0]);
}
