//! Search on games with known answers: it converges to them, and does not peek.

use std::fmt::Write as _;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use riverlab_bots::{Bot, BotRng, Evaluate, Explanation, View, registry};
use riverlab_engine::games::carcassonne::{Carcassonne, CarcassonneRules};
use riverlab_engine::games::rio_grande::{RioGrande, RioRules};
use riverlab_engine::games::river_dragons::{DragonRules, RiverDragons};
use riverlab_engine::games::the_river::{RiverRules, TheRiver};
use riverlab_engine::games::toy::{
    Branch, ConnectFour, Dice, FixedRules, Tree, TreeRules, biased_rock_paper_scissors, hidden_cell, matching_pennies,
    monty_hall,
};
use riverlab_engine::{Change, ComponentIdx, Game, GameRules, Modification, ModifiedGame, RulesSource, Seat, Turn};

use crate::long::scaled;

fn bot<G: Evaluate>(spec: &str) -> Box<dyn Bot<G>> {
    registry::build(&spec.parse().expect("a spec")).unwrap_or_else(|error| panic!("{error}"))
}

fn leak(rules: TreeRules) -> &'static TreeRules {
    Box::leak(Box::new(rules))
}

fn tree<const N: usize, const IMPERFECT_INFORMATION: bool>(text: &str) -> Tree<N, IMPERFECT_INFORMATION> {
    Tree::new(leak(TreeRules::parse(text).unwrap_or_else(|error| panic!("{error}: {text}"))), N)
}

fn after<G: Game>(mut state: G, moves: &[&str]) -> G {
    for text in moves {
        state.play(state.parse_move(text).expect("a move")).expect("legal");
    }
    state
}

fn think<G: Evaluate>(spec: &str, state: &G, seed: u64) -> (G::Move, Explanation<G::Move>) {
    let mut bot = bot::<G>(spec);
    let view = View::new(state, state.turn().player().expect("a player is to move"));
    let mv = bot.choose(&view, &mut BotRng::seed_from_u64(seed));
    (mv, bot.explain(&view).expect("a choice"))
}

/// The value of a position to each player when everybody maximizes the own share: plain expectimax (max^n).
fn expectimax<G: Game>(state: &G) -> Vec<f64> {
    let after = |mv: G::Move| {
        let mut next = state.clone();
        next.play_unchecked(mv);
        expectimax(&next)
    };
    match state.turn() {
        Turn::Over => state.win_shares().iter().map(|share| share.value()).collect(),
        Turn::Chance => {
            let mut outcomes = Vec::new();
            state.chance_outcomes(&mut outcomes);
            let whole: f64 = outcomes.iter().map(|&(_, weight)| f64::from(weight)).sum();
            let mut mean = vec![0.0; state.n_players()];
            for (mv, weight) in outcomes {
                mean.iter_mut().zip(after(mv)).for_each(|(mean, value)| *mean += value * f64::from(weight) / whole);
            }
            mean
        }
        Turn::Player(seat) => {
            let mut legal = Vec::new();
            state.legal_moves(&mut legal);
            let values = legal.into_iter().map(after);
            values.max_by(|a, b| a[seat.index()].total_cmp(&b[seat.index()])).expect("a legal move")
        }
    }
}

/// Whether everybody's best move is better than all others by a margin, wherever they come to move. Where a player hardly
/// cares, search needs long to find out what that player does, and the others' values hang on it.
fn is_decided<G: Game>(state: &G) -> bool {
    let mut moves = Vec::new();
    let mut outcomes = Vec::new();
    state.legal_moves(&mut moves);
    state.chance_outcomes(&mut outcomes);
    moves.extend(outcomes.iter().map(|&(mv, _)| mv));
    let next = |&mv: &G::Move| {
        let mut next = state.clone();
        next.play_unchecked(mv);
        next
    };
    let margin = state.turn().player().map_or(1.0, |seat| {
        let mut values: Vec<f64> = moves.iter().map(|mv| expectimax(&next(mv))[seat.index()]).collect();
        values.sort_by(|a, b| b.total_cmp(a));
        values[0] - values.get(1).unwrap_or(&-1.0)
    });
    margin > 0.05 && moves.iter().all(|mv| is_decided(&next(mv)))
}

/// Writes random trees whose leaves are lotteries.
struct RandomTree {
    rng: Xoshiro256PlusPlus,
    text: String,
    players: u32,
    names: u32,
}

impl RandomTree {
    fn text(seed: u64, players: u32, depth: u32) -> String {
        let rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut tree = RandomTree { rng, text: String::new(), players, names: 0 };
        tree.node(depth, false);
        tree.text
    }

    /// Names are used once, so that open loop can tell what was dealt by what may be played.
    fn name(&mut self) -> String {
        self.names += 1;
        format!("n{}", self.names)
    }

    fn node(&mut self, depth: u32, after_chance: bool) {
        if depth == 0 {
            return self.lottery();
        }
        let chance = !after_chance && depth < 4 && self.rng.random_range(0..4) == 0;
        let actor = if chance { "chance".to_owned() } else { format!("p{}", self.rng.random_range(1..=self.players)) };
        write!(self.text, "{actor} {{ ").expect("written");
        for _ in 0..self.rng.random_range(2..=3) {
            let weight = if chance { format!("{} ", self.rng.random_range(1..=3)) } else { String::new() };
            let name = self.name();
            write!(self.text, "{weight}{name}: ").expect("written");
            self.node(depth - 1, chance);
        }
        self.text.push_str("} ");
    }

    /// A leaf: chance picks the winner.
    fn lottery(&mut self) {
        self.text.push_str("chance { ");
        for winner in 1..=self.players {
            let points: Vec<String> = (1..=self.players).map(|seat| u32::from(seat == winner).to_string()).collect();
            let weight = self.rng.random_range(1..=100);
            write!(self.text, "{weight} w{winner}: [{}] ", points.join(" ")).expect("written");
        }
        self.text.push_str("} ");
    }
}

/// A spec with random rollouts to the end and nothing known beforehand.
fn plain(sims: u64, options: &str) -> String {
    first_of_each(&format!(
        "mcts:sims={sims}{options},rollout=random,depth=end,value=share,prior=off,select=ucb1,c=0.7,chance=open"
    ))
}

/// How far what 100 and 100,000 simulations find is from the known value, the latter asserted.
fn errors<const N: usize, const IMPERFECT_INFORMATION: bool>(seed: u64, options: &str) -> [f64; 2] {
    let mut trees = (1000 * seed..).map(|seed| tree::<N, IMPERFECT_INFORMATION>(&RandomTree::text(seed, N as u32, 4)));
    let mut state = trees.find(is_decided).expect("a tree");
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    while state.turn() == Turn::Chance {
        state.play_unchecked(state.draw(&mut rng));
    }
    let seat = state.turn().player().expect("a player is to move");
    let known = expectimax(&state)[seat.index()];
    let error = |sims| {
        let (mv, explanation) = think(&plain(sims, options), &state, seed);
        let mut next = state;
        next.play_unchecked(mv);
        (known - expectimax(&next)[seat.index()], (explanation.ranking[0].value - known).abs())
    };
    let (loss, off) = error(100_000);
    assert!(loss == 0.0 && off < 0.03, "{N} players, seed {seed}{options}: loses {loss}, off by {off}");
    [error(100).1, off]
}

#[test]
fn search_converges_to_expectimax_on_random_trees() {
    let mut sums = [0.0, 0.0];
    for seed in 0..scaled(1, 12) {
        let mut add = |errors: [f64; 2]| sums.iter_mut().zip(errors).for_each(|(sum, error)| *sum += error);
        for options in ["", ",chance=closed", ",c=2", ",observers=multi"] {
            add(errors::<2, true>(seed, options));
            add(errors::<3, true>(seed, options));
        }
        // Where nothing is hidden, search goes another way.
        for options in ["", ",chance=closed", ",select=puct,c=0.5", ",threads=3"] {
            add(errors::<3, false>(seed, options));
        }
        add(errors::<4, true>(seed, ",select=puct,prior=1,c=1"));
        add(errors::<4, false>(seed, ",select=puct,prior=1,c=0.5,chance=closed"));
        add(errors::<2, true>(seed, ",threads=3"));
    }
    assert!(sums[1] < 0.2 * sums[0], "the errors of 100 simulations add up to {}, of 100,000 to {}", sums[0], sums[1]);
}

#[test]
fn deals_in_the_tree_tell_equal_moves_apart() {
    // Guessing a coin that everybody has seen is worth 1, which open loop cannot plan for: it forgets the coin.
    let text = "p1 { guess: chance { heads: p1 { heads: [1 0] tails: [0 1] } tails: p1 { heads: [0 1] tails: [1 0] } }
                     safe: chance { 3 win: [1 0] 1 lose: [0 1] } }";
    let state = tree::<2, false>(text);
    assert_eq!(expectimax(&state), [1.0, 0.0]);
    let chosen = |chance: &str| {
        let (mv, explanation) = think(&plain(5000, &format!(",chance={chance}")), &state, 1);
        (state.move_text(mv), explanation.ranking[0].value)
    };
    let (mv, value) = chosen("closed");
    assert!(mv == "guess" && value > 0.97, "{mv} {value}");
    let (mv, value) = chosen("open");
    assert!(mv == "safe" && (value - 0.75).abs() < 0.03, "{mv} {value}");
}

#[test]
fn one_world_takes_its_guess_for_the_truth() {
    // The coin decides only after the call: a search that has guessed the coin thinks that it wins for sure.
    let text = "p1 { call-heads: chance { heads: [1 0] tails: [0 1] } call-tails: chance { heads: [0 1] tails: [1 0] }
                     safe: chance { 3 win: [1 0] 1 lose: [0 1] } }";
    let state = tree::<2, false>(text);
    let seeds = 0..40;
    let safe = |worlds: &str| {
        let spec = plain(500, &format!(",worlds={worlds}"));
        let chosen = seeds.clone().map(|seed| think(&spec, &state, seed));
        let sure = |(_, explanation): &(Branch, Explanation<Branch>)| {
            explanation.ranking[0].value == 1.0 && explanation.ranking[0].visits > 1
        };
        let (safe, others): (Vec<_>, Vec<_>) = chosen.partition(|(mv, _)| state.move_text(*mv) == "safe");
        (safe.len(), others.iter().filter(|chosen| sure(chosen)).count())
    };
    assert_eq!(safe("each"), (40, 0));
    let (safe, sure) = safe("one");
    assert!(safe < 30 && sure == 40 - safe, "{safe} {sure}");
}

/// Plays games of a tree, `p1` by the bot and `p2` uniformly; the share of `p1`.
fn share_in_play(rules: &'static TreeRules, spec: &str, games: u64) -> f64 {
    let mut bot = bot::<Tree>(spec);
    let mut sum = 0.0;
    for game in 0..games {
        let mut rng = BotRng::seed_from_u64(game);
        let mut state = Tree::new(rules, 2);
        while state.turn() != Turn::Over {
            let mv = match state.turn() {
                Turn::Player(Seat::FIRST) => bot.choose(&View::new(&state, Seat::FIRST), &mut rng),
                Turn::Player(_) => state.random_move(&mut Vec::new(), &mut rng),
                _ => state.draw(&mut rng),
            };
            state.play(mv).expect("legal");
        }
        sum += state.win_shares()[Seat::FIRST].value();
    }
    sum / games as f64
}

const OBSERVERS: [&str; 2] = [",observers=single", ",observers=multi"];

#[test]
fn nobody_wins_more_at_monty_hall_than_honest_players() {
    let rules = leak(monty_hall());
    for observers in OBSERVERS {
        for chance in ["open", "closed"] {
            let spec = plain(1000, &format!("{observers},chance={chance}"));
            // 3,000 games: the standard error is 0.009; 300 games: 0.027.
            let (games, off) = scaled((300, 0.09), (3000, 0.03));
            let share = share_in_play(rules, &spec, games);
            assert!((share - 2.0 / 3.0).abs() < off, "{spec}: {share}");
        }
        let state = after(Tree::<2>::new(rules, 2), &["car-2", "door-1", "open-3"]);
        let (mv, explanation) = think(&plain(5000, observers), &state, 1);
        assert_eq!(state.move_text(mv), "switch");
        assert!((explanation.ranking[0].value - 2.0 / 3.0).abs() < 0.03, "{:?}", explanation.ranking);
    }
}

#[test]
fn nobody_finds_the_hidden_coin_more_often_than_by_luck() {
    let rules = leak(hidden_cell());
    for observers in OBSERVERS {
        let spec = plain(200, observers);
        // 3,000 games: the standard error is 0.009; 500 games: 0.022.
        let (games, off) = scaled((500, 0.07), (3000, 0.03));
        let share = share_in_play(rules, &spec, games);
        assert!((share - 0.5).abs() < off, "{spec}: {share}");
        let state = after(Tree::<2>::new(rules, 2), &["b2"]);
        let (_, explanation) = think(&plain(20_000, observers), &state, 1);
        assert!(explanation.values[0] < 0.51, "{:?}", explanation.values);
    }
}

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

#[test]
fn hidden_moves_of_others_are_their_best_with_a_tree_of_their_own() {
    // p2 wins nothing by y, so nobody but a single observer, who takes unseen moves to be random, hopes for it.
    let lottery = |won: u32| format!("chance {{ {won} win: [1 0] {} lose: [0 1] }}", 100 - won);
    let reply =
        |x: u32, y: u32| format!("p2 hidden {{ x: p1 {{ go: {} }} y: p1 {{ go: {} }} }}", lottery(x), lottery(y));
    let state = tree::<2, true>(&format!("p1 {{ a: {} b: {} }}", reply(40, 99), reply(55, 55)));
    let chosen = |observers: &str| state.move_text(think(&plain(5000, observers), &state, 1).0);
    assert_eq!(chosen(",observers=multi"), "b");
    assert_eq!(chosen(",observers=single"), "a");
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

/// All positions that the player to move cannot tell from this one, by way of samples.
fn alike(state: &Tree, seat: Seat) -> Vec<Tree> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let mut found: Vec<Tree> = vec![*state];
    for _ in 0..200 {
        let mut sample = *state;
        sample.resample_hidden(seat, &mut rng);
        if !found.contains(&sample) {
            found.push(sample);
        }
    }
    found
}

#[test]
fn what_is_hidden_does_not_change_the_choice() {
    let cases: [(TreeRules, &[&str], usize); 4] = [
        (monty_hall(), &["car-1", "door-1", "open-3"], 2),
        (hidden_cell(), &["a1", "b2", "nothing"], 3),
        (matching_pennies(), &["heads"], 2),
        (biased_rock_paper_scissors(), &["rock"], 3),
    ];
    for (rules, moves, positions) in cases {
        let state = after(Tree::<2>::new(leak(rules), 2), moves);
        let seat = state.turn().player().expect("a player is to move");
        let positions_alike = alike(&state, seat);
        assert_eq!(positions_alike.len(), positions, "{state:?}");
        for spec in all_bots(scaled(20, 60)) {
            let mut bot = bot::<Tree>(&spec);
            let mut choices = |state: &Tree| -> Vec<Branch> {
                let view = View::new(state, seat);
                (0..scaled(20, 50)).map(|seed| bot.choose(&view, &mut BotRng::seed_from_u64(seed))).collect()
            };
            let first = choices(&positions_alike[0]);
            assert!(positions_alike.iter().all(|other| choices(other) == first), "{spec} in {state:?}");
        }
    }
}

/// Positions of the first decisions of a random game, one in so many.
fn positions<G: Game>(players: usize, decisions_at_most: usize, one_in: usize) -> Vec<G> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(players as u64);
    let (mut state, mut positions, mut buffer) = (G::new(G::Rules::standard(), players), Vec::new(), Vec::new());
    let mut decisions = 0;
    while state.turn() != Turn::Over && decisions < decisions_at_most {
        let mv = if state.turn() == Turn::Chance {
            state.draw(&mut rng)
        } else {
            if decisions % one_in == 0 {
                positions.push(state.clone());
            }
            decisions += 1;
            state.random_move(&mut buffer, &mut rng)
        };
        state.play_unchecked(mv);
    }
    positions
}

/// Whatever the others hold, a bot that sees the same chooses the same, with equal streams at least: so the distribution of
/// its choices is the same.
#[test]
fn cards_of_others_do_not_change_the_choice() {
    for (players, one_in) in [(2, 40), (3, 60), (5, 60)] {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        for state in positions::<RioGrande>(players, usize::MAX, one_in) {
            let seat = state.turn().player().expect("a player is to move");
            let mut others = Vec::new();
            while others.len() < 3 {
                let mut other = state.clone();
                other.resample_hidden(seat, &mut rng);
                assert_eq!(other.player(seat), state.player(seat));
                others.push(other);
            }
            assert!(others.iter().any(|other| *other != state), "{state}");
            check_same_choices(seat, &state, &others, scaled(6, 30));
        }
    }
}

/// All bots choose the same, and give the same reasons, in all of these positions.
fn check_same_choices<G: Evaluate>(seat: Seat, state: &G, others: &[G], sims: u64) {
    for spec in all_bots(sims) {
        let mut bot = bot::<G>(&spec);
        let mut choose = |state: &G| {
            let view = View::new(state, seat);
            let mv = bot.choose(&view, &mut BotRng::seed_from_u64(3));
            (mv, bot.explain(&view))
        };
        let chosen = choose(state);
        for other in others {
            assert!(choose(other) == chosen, "{spec} in {state:?}");
        }
    }
}

/// The same of programs, while they are made and while they are carried out.
#[test]
fn programs_of_others_do_not_change_the_choice() {
    for (players, one_in) in [(2, 29), (3, 41), (5, 67)] {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        let (mut programming, mut acting) = (0, 0);
        for state in positions::<RiverDragons>(players, 250, one_in) {
            let seat = state.turn().player().expect("a player is to move");
            let mut others = vec![state.clone(); 3];
            for other in &mut others {
                other.resample_hidden(seat, &mut rng);
                assert_eq!(other.player(seat), state.player(seat));
            }
            if others.iter().any(|other| *other != state) {
                programming += usize::from(state.is_simultaneous());
                acting += usize::from(!state.is_simultaneous());
                check_same_choices(seat, &state, &others, scaled(5, 20));
            }
        }
        assert!(programming > 0 && acting > 0, "{players} players: {programming}, {acting}");
    }
}

/// Every bot, with every option away from its default.
fn all_bots(sims: u64) -> Vec<String> {
    let mcts = [
        "",
        "c=2",
        "select=ucb1,prior=off",
        "select=ucb1,prior=2",
        "select=puct,prior=3",
        "rollout=random",
        "rollout=greedy",
        "rollout=epsilon:0.2",
        "rollout=mast",
        "depth=end",
        "depth=0",
        "value=score",
        "value=mix:0.3",
        "chance=closed",
        "chance=open",
        "reuse=on",
        "final=value",
        "threads=2",
        "observers=multi",
        "observers=single",
        "observers=multi,secrets=search",
        "observers=multi,secrets=even",
        "observers=multi,secrets=search,simultaneous=regret",
        "observers=single,simultaneous=regret,threads=2",
        "rollout=quick",
        "worlds=one",
        "nodes=1000",
        "reuse=on,chance=closed",
        "observers=multi,chance=closed,prior=2",
        "select=puct,prior=off",
    ];
    let flat = ["", "rollout=greedy", "depth=0", "value=score"];
    let mut specs: Vec<String> = ["random", "greedy", "ply", "ply:samples=3"].map(str::to_owned).to_vec();
    let with = |name: &str, options: &str| format!("{name}:sims={sims},{options}").trim_end_matches(',').to_owned();
    specs.extend(mcts.map(|options| with("mcts", options)));
    specs.extend(flat.map(|options| with("flat", options)));
    specs
}

/// Plays a game between copies of a bot; the moves.
fn play<G: Evaluate>(rules: &'static G::Rules, players: usize, spec: &str) -> Vec<G::Move> {
    let mut bots: Vec<Box<dyn Bot<G>>> = (0..players).map(|_| bot(spec)).collect();
    let mut rng = BotRng::seed_from_u64(7);
    let mut state = G::new(rules, players);
    let mut moves = Vec::new();
    for bot in &mut bots {
        bot.begin_game();
    }
    while state.turn() != Turn::Over {
        let turn = state.turn();
        let mv = match turn {
            Turn::Player(seat) => bots[seat.index()].choose(&View::new(&state, seat), &mut rng),
            _ => state.draw(&mut rng),
        };
        for bot in &mut bots {
            bot.observe(turn, mv);
        }
        state.play(mv).unwrap_or_else(|error| panic!("{spec}: {error}"));
        moves.push(mv);
    }
    moves
}

#[test]
fn every_bot_plays_every_game_and_repeats_itself() {
    for spec in all_bots(scaled(4, 20)) {
        for &players in scaled(&[3][..], &[2, 4]) {
            let moves = play::<TheRiver>(RiverRules::standard(), players, &spec);
            assert_eq!(moves, play::<TheRiver>(RiverRules::standard(), players, &spec), "{spec}");
        }
        play::<RioGrande>(RioRules::standard(), 3, &spec);
        play::<Carcassonne>(CarcassonneRules::standard(), 3, &spec);
        play::<RiverDragons>(short_dragons(), 3, &spec);
        let moves = play::<ConnectFour>(&FixedRules, 2, &spec);
        assert_eq!(moves, play::<ConnectFour>(&FixedRules, 2, &spec), "{spec}");
        play::<Dice>(&FixedRules, 6, &spec);
        play::<Tree>(leak(monty_hall()), 2, &spec);
    }
}

/// River Dragons that end soon even when nobody tries.
fn short_dragons() -> &'static DragonRules {
    let source = RulesSource { file: None, sets: vec!["limits.rounds=3".to_owned()] };
    Box::leak(Box::new(DragonRules::load(&source).expect("tables")))
}

/// Trees of all, in which the others choose again, under bans and with hardly any memory.
#[test]
fn programs_are_searched_under_bans_and_with_little_memory() {
    for (idx, affected_seat) in
        (0..9).map(ComponentIdx).zip([None, Some(Seat::new(1)), Some(Seat::FIRST)].into_iter().cycle())
    {
        let modification = Modification { rules: short_dragons(), change: Change::Ban(idx), affected_seat };
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

#[test]
fn connect_four_is_played_well() {
    let check = |columns: &str, expected: &str, spec: &str| {
        let state = ConnectFour::after(columns).expect("legal columns");
        let (mv, _) = think(spec, &state, 3);
        assert!(expected.contains(&state.move_text(mv)), "{spec} plays {} in\n{state}", state.move_text(mv));
    };
    for options in ["", ",select=puct,prior=2", ",reuse=on", ",threads=2", ",nodes=1000"] {
        let spec = plain(4000, options);
        check("121212", "1", &spec); // wins
        check("12121", "1", &spec); // blocks
        check("443", "25", &spec); // an open three is coming and must be stopped
        check("4433", "25", &spec); // makes an open three
    }
}

#[test]
fn memory_is_bounded() {
    let state = ConnectFour::after("").expect("the empty board");
    let nodes = |spec: &str| think(spec, &state, 1).1.nodes;
    assert!(nodes(&plain(20_000, "")) > 5000);
    let full = nodes(&plain(20_000, ",nodes=1000"));
    assert!(full <= 1000 && full > 950, "{full}");
    let full = nodes(&plain(20_000, ",nodes=3000,threads=3"));
    assert!(full <= 3000 && full > 2850, "{full}");
    for spec in ["chance=closed", "chance=closed,select=ucb1,prior=off", "chance=open", "chance=closed,reuse=on"] {
        let spec = format!("mcts:sims=6000,nodes=1000,{spec}");
        assert!(think(&spec, &after_deals(), 1).1.nodes <= 1000);
        play::<Dice>(&FixedRules, 3, &spec.replace("6000", "1500"));
    }
    let river = after_deals();
    let (_, explanation) = think(&plain(3000, ",nodes=1000"), &river, 1);
    assert!(explanation.nodes <= 1000 && explanation.simulations == 3000);
}

#[test]
fn what_was_found_out_is_kept_between_moves_until_a_deal() {
    let mut searcher = bot::<ConnectFour>(&plain(2000, ",reuse=on"));
    let mut rng = BotRng::seed_from_u64(1);
    let mut state = ConnectFour::after("").expect("the empty board");
    let mut visits = Vec::new();
    searcher.begin_game();
    for _ in 0..2 {
        let view = View::new(&state, Seat::FIRST);
        let mv = searcher.choose(&view, &mut rng);
        let explanation = searcher.explain(&view).expect("a choice");
        assert_eq!(explanation.simulations, 2000);
        visits.push(explanation.ranking.iter().map(|ranked| ranked.visits).sum::<u64>());
        for mv in [mv, state.parse_move("1").expect("a column")] {
            searcher.observe(state.turn(), mv);
            state.play(mv).expect("legal");
        }
    }
    assert!(visits[0] == 2000 && visits[1] > 2050, "{visits:?}");
    // A position that does not follow from what the bot was told is searched anew.
    let other = ConnectFour::after("111111").expect("legal columns");
    searcher.choose(&View::new(&other, Seat::FIRST), &mut rng);
    // In a new game nothing is known.
    searcher.begin_game();
    let state = ConnectFour::after("").expect("the empty board");
    let view = View::new(&state, Seat::FIRST);
    searcher.choose(&view, &mut rng);
    let ranking = searcher.explain(&view).expect("a choice").ranking;
    assert_eq!(ranking.iter().map(|ranked| ranked.visits).sum::<u64>(), 2000);
}

#[test]
fn deals_end_what_is_kept_unless_they_are_in_the_tree() {
    let known_before = |chance: &str| {
        let mut searcher = bot::<Dice>(&plain(500, &format!(",reuse=on,chance={chance}")));
        let mut rng = BotRng::seed_from_u64(1);
        let mut state = Dice::new(&FixedRules, 2);
        let mut known = [0, 0];
        let mut dealt = false;
        searcher.begin_game();
        while state.turn() != Turn::Over {
            let turn = state.turn();
            let mv = match turn {
                Turn::Player(seat) => {
                    let view = View::new(&state, seat);
                    let mv = searcher.choose(&view, &mut rng);
                    let visits: u64 = searcher
                        .explain(&view)
                        .map_or(500, |explanation| explanation.ranking.iter().map(|ranked| ranked.visits).sum());
                    known[usize::from(dealt)] += visits - 500;
                    dealt = false;
                    mv
                }
                _ => state.draw(&mut rng),
            };
            dealt |= turn == Turn::Chance;
            searcher.observe(turn, mv);
            state.play(mv).expect("legal");
        }
        known
    };
    assert_eq!(known_before("open")[1], 0);
    assert!(known_before("closed")[1] > 500);
}

#[test]
fn puct_tries_all_moves_alike_without_a_prior_and_bears_any_prior() {
    let state = tree::<2, true>("p1 { bad: [0 1] good: [1 0] ugly: [0 1] }");
    let seen = tree::<2, false>("p1 { bad: [0 1] good: [1 0] ugly: [0 1] }");
    for seed in 0..20 {
        assert_eq!(state.move_text(think(&plain(100, ",select=puct"), &state, seed).0), "good");
        assert_eq!(seen.move_text(think(&plain(100, ",select=puct"), &seen, seed).0), "good");
    }
    let state = ConnectFour::after("121212").expect("legal columns");
    for prior in [0.001, 1.0, 20.0, 100.0, 1000.0] {
        let (mv, explanation) = think(&plain(1000, &format!(",select=puct,prior={prior}")), &state, 1);
        assert_eq!(state.move_text(mv), "1", "prior {prior}");
        assert!(explanation.ranking[0].visits > 300 && explanation.values.iter().all(|value| value.is_finite()));
        let river = think(&plain(300, &format!(",select=puct,prior={prior}")), &after_deals(), 1).1;
        assert_eq!(river.ranking.iter().map(|ranked| ranked.visits).sum::<u64>(), 300);
    }
}

#[test]
fn flat_spends_its_budget_and_no_more() {
    let state = ConnectFour::after("443").expect("legal columns");
    for sims in [1, 3, 7, 8, 20, 1000] {
        let (mv, explanation) = think(&format!("flat:sims={sims}"), &state, 1);
        assert_eq!(explanation.simulations, sims);
        assert_eq!(explanation.ranking.iter().map(|ranked| ranked.visits).sum::<u64>(), sims);
        assert!(sims < 1000 || "25".contains(&state.move_text(mv)), "plays {}", state.move_text(mv));
    }
}

#[test]
fn ply_sees_past_the_deal() {
    let coin = |won: u32| format!("chance {{ {won} win: [1 0] {} lose: [0 1] }}", 10 - won);
    let state = tree::<2, true>(&format!("p1 {{ a: {} b: {} c: {} }}", coin(3), coin(7), coin(5)));
    let mut ply = bot::<Tree>("ply:samples=200");
    let chosen = |seed| state.move_text(ply.choose(&View::new(&state, Seat::FIRST), &mut BotRng::seed_from_u64(seed)));
    assert!((0..20).map(chosen).all(|mv| mv == "b"));
}

/// A position of The River in which a player has many moves.
fn after_deals() -> TheRiver {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let mut state = TheRiver::new(RiverRules::standard(), 2);
    let mut decisions = 0;
    while decisions < 9 {
        let mv = match state.turn() {
            Turn::Chance => state.draw(&mut rng),
            _ => state.random_move(&mut Vec::new(), &mut rng),
        };
        decisions += usize::from(state.turn() != Turn::Chance);
        state.play_unchecked(mv);
    }
    while state.turn() == Turn::Chance {
        state.play_unchecked(state.draw(&mut rng));
    }
    state
}

#[test]
fn simulations_allocate_nothing() {
    let state = after_deals();
    let view = View::new(&state, state.turn().player().expect("a player is to move"));
    for options in [
        "",
        ",chance=closed",
        ",rollout=mast,depth=3",
        ",rollout=greedy,depth=3",
        ",select=puct,prior=2,c=1",
        ",value=mix:0.5",
    ] {
        let allocations = |sims: u64| {
            let mut bot = bot::<TheRiver>(&plain(sims, options));
            let mut choose = || bot.choose(&view, &mut BotRng::seed_from_u64(1));
            choose();
            allocation_counter::measure(|| {
                choose();
            })
            .count_total
        };
        let (few, many) = (allocations(100), allocations(3000));
        assert!(many == few && few < 20, "{options}: {few} allocations in 100 simulations, {many} in 3000");
    }
}

/// A spec without the options that were given before.
fn first_of_each(spec: &str) -> String {
    let (name, options) = spec.split_once(':').expect("options");
    let mut kept: Vec<&str> = Vec::new();
    for option in options.split(',') {
        let key = option.split('=').next();
        if !kept.iter().any(|earlier| earlier.split('=').next() == key) {
            kept.push(option);
        }
    }
    format!("{name}:{}", kept.join(","))
}

#[test]
fn more_simulations_win_more() {
    // The first of each pair must win by far; both sides of half as many seeded games.
    let games = scaled(20, 60);
    let pairs = [("mcts:sims=800", "mcts:sims=20"), ("flat:sims=400", "random"), ("mcts:sims=100", "random")];
    for (strong, weak) in pairs {
        let mut wins = 0.0;
        for game in 0..games {
            let mut bots = [bot::<ConnectFour>(strong), bot::<ConnectFour>(weak)];
            let mut rng = BotRng::seed_from_u64(game);
            let mut state = ConnectFour::new(&FixedRules, 2);
            let strong_seat = Seat::new(game as usize % 2);
            while let Turn::Player(seat) = state.turn() {
                let bot = &mut bots[usize::from(seat != strong_seat)];
                state.play(bot.choose(&View::new(&state, seat), &mut rng)).expect("legal");
            }
            wins += state.win_shares()[strong_seat].value();
        }
        assert!(wins > 0.8 * games as f64, "{strong} wins {wins} of {games} against {weak}");
    }
}

#[test]
fn greedy_dragons_reach_their_goals_in_a_few_rounds() {
    let games = scaled(9, 41);
    for players in 2..=6 {
        let mut rounds = Vec::new();
        for seed in 0..games {
            let mut bot = bot::<RiverDragons>("greedy");
            let mut rng = BotRng::seed_from_u64(seed);
            let mut state = RiverDragons::new(DragonRules::standard(), players);
            while state.turn() != Turn::Over {
                let mv = match state.turn() {
                    Turn::Player(seat) => bot.choose(&View::new(&state, seat), &mut rng),
                    _ => state.draw(&mut rng),
                };
                state.play(mv).expect("legal");
            }
            rounds.push(state.round_number());
        }
        rounds.sort_unstable();
        assert!((3..=4).contains(&rounds[games as usize / 2]), "{players} players: {rounds:?}");
    }
}
