use super::*;

#[test]
fn names_are_read_as_they_are_written() {
    let specs = ["random", "greedy", "random", "mcts:ms=5", "mcts:ms=5"].map(|text| text.parse().expect("a spec"));
    let bots = Bots::from(specs.to_vec());
    assert_eq!(bots.names(), ["random", "greedy", "random#2", "mcts:ms=5[timed]", "mcts:ms=5#2[timed]"]);
    assert_eq!(bots.first_copies(), [0, 1, 0, 3, 3]);
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
