use riverlab_engine::games::toy::Dice;

use super::*;
use crate::eval::evaluator::Evaluator;
use crate::simulate::Policy;

fn read(options: &str) -> Result<MctsOptions, SpecError> {
    let spec = format!("mcts:{options}").parse()?;
    MctsOptions::read::<Dice>(&Options::new(&spec, &INFO, &[])?)
}

/// Each option fills its field, and says what it allows instead of `wrong`.
#[test]
fn each_option_is_read() {
    let check = |option: &str, fills: fn(&MctsOptions) -> bool, allowed: &str| {
        assert!(read(option).is_ok_and(|options| fills(&options)), "{option}");
        let (name, _) = option.split_once('=').expect("a value");
        let message = format!("bot \"mcts\": {name}=wrong: expected {allowed}");
        assert_eq!(read(&format!("{name}=wrong")).map_err(|error| error.to_string()), Err(message));
    };
    let millisecond = |options: &MctsOptions| options.budget == Budget::Time(Duration::from_millis(1));
    check("sims=7", |options| options.budget == Budget::Simulations(7), "a whole number from 1 to 1000000000");
    check("ms=1", millisecond, "off or a whole number from 1 to 3600000");
    check("c=2.5", |options| options.search.selection.c == 2.5, "a number from 0 to 1000");
    check("select=puct", |options| options.search.selection.formula == Formula::Puct, "ucb1 or puct");
    check("prior=3", |options| options.search.selection.prior == 3.0, "off or a number from 0.001 to 1000");
    check("policy=off", |options| !options.search.has_policy, "off or learned");
    check("uniform=0.25", |options| options.search.uniform == 0.25, "a number from 0 to 1");
    let rollouts = "random or greedy or epsilon:0.2 or mast or quick or learned or learned:4";
    check("rollout=mast", |options| options.search.simulation.policy == Policy::Mast, rollouts);
    let depths = "end or a whole number from 0 to 10000";
    check("depth=4", |options| options.search.simulation.depth == Some(4), depths);
    check("value=mix:0.5", |options| options.search.simulation.share_weight == 0.5, "share or score or mix:0.5");
    let values = "hand, learned or the path of a file of weights";
    check("eval=hand", |options| options.search.simulation.evaluator == Evaluator::Hand, values);
    check("chance=closed", |options| options.search.chance == Chance::Closed, "open or closed");
    check("reuse=on", |options| options.reuse, "on or off");
    check("final=value", |options| options.chosen_by == Final::Value, "visits or value");
    check("early=off", |options| !options.may_end_early, "on or off");
    check("threads=2", |options| options.threads == 2, "a whole number from 1 to 256");
    check("observers=multi", |options| options.search.observers == Observers::Multi, "single or multi");
    check("secrets=search", |options| options.search.hidden_choices == HiddenChoices::Search, "even or search");
    check("simultaneous=regret", |options| options.search.simultaneous == Simultaneous::Regret, "bandit or regret");
    check("worlds=one", |options| options.worlds == Worlds::One, "each or one");
    let bots = "search or a bot in parentheses, such as (greedy)";
    assert_eq!(OPPONENTS.values.allowed(), bots);
    assert_eq!(OPPONENTS.values.parse("search"), Some(None));
    assert_eq!(OPPONENTS.values.parse("(flat:sims=9)"), Some("flat:sims=9".parse().ok()));
    assert!(["", "greedy", "()", "(greedy", "(a b)"].iter().all(|wrong| OPPONENTS.values.parse(wrong).is_none()));
    check("nodes=2000", |options| options.search.max_nodes == 2000, "a whole number from 1000 to 1000000000");
}

#[test]
fn defaults_are_the_listed_ones() {
    let spec = "mcts".parse().expect("a spec");
    let listed = Options::new(&spec, &INFO, &[]).and_then(|options| MctsOptions::read::<Dice>(&options));
    assert_eq!(listed.map(|options| options.search), Ok(SearchOptions::default()));
}

#[test]
fn threads_divide_the_nodes() {
    assert_eq!(read("nodes=7000,threads=3").map(|options| options.search.max_nodes), Ok(2333));
    let error = read("nodes=2999,threads=3").map_err(|error| error.to_string());
    assert_eq!(error, Err("bot \"mcts\": nodes=2999: expected a whole number from 3000 to 1000000000".to_owned()));
}
