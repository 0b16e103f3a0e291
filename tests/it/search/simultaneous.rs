//! Choices at the same time: hidden ones are taken as the option says, and mixed strategies come near equilibria.

use rand::SeedableRng;
use riverlab_bots::{BotRng, View};
use riverlab_engine::games::river_dragons::RiverDragons;
use riverlab_engine::games::toy::{Branch, Tree, TreeRules, biased_rock_paper_scissors, matching_pennies};
use riverlab_engine::{ActiveIntervention, ComponentIdx, Game, Modification, ModifiedGame, Seat};

use super::{OBSERVERS, after, bot, leak, plain, play, short_dragons, think, tree};
use crate::long::scaled;

#[test]
fn hidden_choices_are_taken_to_be_equally_likely() {
    // The best reply to a uniform choice: any in matching pennies; rock, which wins 1/2 + (1/2 - 1/4) / 3.
    let pennies = (matching_pennies(), ["heads", "tails"], 0.5);
    let scissors = (biased_rock_paper_scissors(), ["rock", "paper"], 7.0 / 12.0);
    for (rules, choices, known) in [pennies, scissors] {
        let rules = leak(rules);
        for hidden in choices {
            let state = after(Tree::<2>::new(rules, 2), &[hidden]);
            for observers in OBSERVERS {
                let best = think(&plain(50_000, observers), &state, 1).1.ranking[0];
                assert!((best.value - known).abs() < 0.015, "{best:?}, known {known}");
            }
        }
    }
}

/// How often a player chooses each move in a game for two that begins with these moves.
fn strategy(rules: TreeRules, moves: &[&str], spec: &str, decisions: u64) -> Vec<f64> {
    let state = after(Tree::<2>::new(leak(rules), 2), moves);
    let view = View::new(&state, state.turn().player().expect("a player is to move"));
    let (mut bot, mut legal) = (bot::<Tree>(spec), Vec::new());
    state.legal_moves(&mut legal);
    let chosen: Vec<Branch> = (0..decisions).map(|seed| bot.choose(&view, &mut BotRng::seed_from_u64(seed))).collect();
    let share = |mv: &Branch| chosen.iter().filter(|chosen| *chosen == mv).count() as f64 / decisions as f64;
    legal.iter().map(share).collect()
}

/// How far a strategy is from another, in total variation: from 0 to 1.
fn distance(played: &[f64], known: &[f64]) -> f64 {
    played.iter().zip(known).map(|(played, known)| (played - known).abs()).sum::<f64>() / 2.0
}

/// A game with a simultaneous choice: its name, its rules, the equilibrium, and a choice of the first player.
type SimultaneousGame = (&'static str, fn() -> TreeRules, &'static [f64], &'static str);

fn simultaneous_games() -> [SimultaneousGame; 2] {
    [
        ("matching pennies", matching_pennies, &[0.5, 0.5], "tails"),
        ("rock, paper, scissors", biased_rock_paper_scissors, &[1.0 / 7.0, 4.0 / 7.0, 2.0 / 7.0], "rock"),
    ]
}

const MIXED: &str = ",observers=multi,secrets=search,simultaneous=";

/// A row of the table of distances: simulations, decisions by regret and by visits, and how far regret may be off.
type DistanceRow = (u64, [u64; 2], f64);

/// Both players, whoever is asked first, come near the equilibrium in what they play; the most visited move does not. As
/// many decisions from the equilibrium itself would be 0.05 away from it if there are 100, 0.025 if there are 400, 0.01 if
/// there are 2000. With `--nocapture` the distances are printed as a table.
#[test]
fn regret_matching_approaches_equilibria() {
    const QUICK: &[DistanceRow] = &[(3000, [100, 10], 0.2)];
    const LONG: &[DistanceRow] = &[(300, [2000, 400], 0.2), (3000, [1000, 400], 0.12), (30_000, [100, 20], 0.2)];
    println!("| game | player | simulations | by regret | by visits |\n| --- | --- | --- | --- | --- |");
    for (name, rules, known, hidden) in simultaneous_games() {
        for (player, moves) in [("first", &[][..]), ("second", &[hidden])] {
            for &(sims, decisions, within) in scaled(QUICK, LONG) {
                let far = |how: &str, decisions: u64| {
                    distance(&strategy(rules(), moves, &plain(sims, &format!("{MIXED}{how}")), decisions), known)
                };
                let (regret, visits) = (far("regret", decisions[0]), far("bandit", decisions[1]));
                println!("| {name} | {player} | {sims} | {regret:.3} | {visits:.3} |");
                assert!(regret < within && regret < visits, "{name}, {player}: {regret} by regret, {visits} by visits");
            }
        }
    }
}

/// The first mixture is the prior, and where nothing is expected of any move, all are alike.
#[test]
fn regret_begins_with_the_prior() {
    let reply = |points: [&str; 3]| {
        let branch = |idx: usize| format!("{}: {}", ["a", "b", "c"][idx], points[idx]);
        format!("p1 {{ {} {} {} }}", branch(0), branch(1), branch(2))
    };
    let chosen = |points: [&str; 3], options: &str, sims: u64| {
        let state = after(tree::<2, true>(&format!("p2 hidden {{ x: {0} y: {0} }}", reply(points))), &["x"]);
        let spec = plain(sims, &format!("{MIXED}regret{options}"));
        let mut bot = bot::<Tree>(&spec);
        let count = |name: &str| {
            (0..300)
                .filter(|&seed| {
                    let mv = bot.choose(&View::new(&state, Seat::FIRST), &mut BotRng::seed_from_u64(seed));
                    state.move_text(mv) == name
                })
                .count()
        };
        ["a", "b", "c"].map(count)
    };
    // Two simulations: the first only comes to the decision, the second draws.
    let [a, b, c] = chosen(["[2 0]", "[0 2]", "[0 2]"], ",select=puct,prior=2", 2);
    assert!(a > 280 && b < 20 && c < 20, "{a} {b} {c}");
    let lost = ["[0 200]"; 3];
    let [a, b, c] = chosen(lost, ",select=ucb1,prior=1", 50);
    assert!(a > 60 && b > 60 && c > 60, "{a} {b} {c}");
}

/// Trees of all, in which the others choose again, under bans and with hardly any memory.
#[test]
fn programs_are_searched_under_bans_and_with_little_memory() {
    for (idx, affected_seat) in
        (0..9).map(ComponentIdx).zip([None, Some(Seat::new(1)), Some(Seat::FIRST)].into_iter().cycle())
    {
        let modification = Modification {
            rules: short_dragons(),
            intervention: ActiveIntervention::Ban(idx.into()),
            affected_seat,
            name: "",
            watch: None,
        };
        let modification: &'static Modification<RiverDragons> = Box::leak(Box::new(modification));
        let sims = scaled(8, 30);
        for spec in ["greedy", "ply", "mcts:sims=N", "mcts:sims=N,simultaneous=regret", "flat:sims=N"] {
            play::<ModifiedGame<RiverDragons>>(modification, 2, &spec.replace('N', &sims.to_string()));
        }
    }
    for options in ["nodes=1000", "nodes=1000,simultaneous=regret", "nodes=3000,threads=3", "nodes=1000,worlds=one"] {
        play::<RiverDragons>(short_dragons(), scaled(3, 6), &format!("mcts:sims={},{options}", scaled(60, 200)));
    }
}

/// Where memory ends before the decision is reached, some legal move is played.
#[test]
fn a_decision_out_of_reach_is_made_all_the_same() {
    let many: Vec<String> = (0..400).map(|idx| format!("m{idx}: p2 {{ a: [1 0] b: [0 1] }}")).collect();
    let text = format!(
        "p2 hidden {{ {} }}",
        (0..3).map(|first| format!("f{first}: p1 {{ {} }}", many.join(" "))).collect::<Vec<_>>().join(" ")
    );
    let state = after(tree::<2, true>(&text), &["f1"]);
    let mut bot = bot::<Tree>("mcts:sims=50,nodes=1000,observers=multi,secrets=search");
    for seed in 0..5 {
        let mv = bot.choose(&View::new(&state, Seat::FIRST), &mut BotRng::seed_from_u64(seed));
        assert!(state.is_legal(mv));
    }
}
