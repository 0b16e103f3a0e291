use super::*;

#[test]
fn pages_may_ask_for_what_is_built_in_and_bounded() {
    let specs = ["cmd:mine", "mcts:sims=50000", "greedy:eval=weights.toml"];
    let allowed = Allowed {
        specs: specs.map(|spec| spec.parse().expect("a spec")).to_vec(),
        programs: Programs::default(),
        hint: "mcts:sims=20000".parse().expect("a spec"),
        most_simulations: 10_000,
    };
    for text in specs.into_iter().chain(["human", "random", "mcts", "mcts:sims=10000,c=0.4,worlds=one"]) {
        assert_eq!(allowed.player(text).map(|player| player.to_string()).as_deref(), Ok(text));
    }
    // In another spelling it is the same bot.
    assert!(allowed.player("mcts:sims=0020000").is_ok() && allowed.player("mcts:c=1,sims=20000").is_err());
    let refusal = |text: &str| allowed.player(text).expect_err("refused");
    for (text, why) in [
        ("cmd:other", "it starts a program"),
        ("greedy:eval=/etc/passwd", "it reads a file"),
        ("mcts:sims=10001", "sims is more than 10000"),
        ("flat:sims=99999999999", "sims is more than 10000"),
        ("mcts:ms=3600000", "ms is more than 10000"),
        ("ply:samples=100000", "samples is more than 500"),
        ("mine:path=/etc/passwd", "nobody knows what path does"),
    ] {
        assert!(refusal(text).contains(why) && refusal(text).contains("--bot"), "{}", refusal(text));
    }
    assert!(allowed.bot("human:x").is_err() && allowed.bot("").is_err());
    let low = Allowed { most_simulations: 100, ..allowed };
    assert!(low.bot("mcts").is_err() && low.bot("mcts:sims=100").is_ok() && low.bot("greedy").is_ok());
}
