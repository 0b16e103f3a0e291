//! Bots that search: they find known answers, do not peek, keep within bounds and repeat themselves.

/// Every bot on every game, and how well it plays.
mod every_bot;
/// Search finds the values that plain expectimax finds.
mod expectimax;
/// What is hidden from a player changes neither the player's choice nor what the player wins.
mod hidden_information;
/// Trees keep within their memory, and keep what they may.
mod memory;
/// Searches that know the bot at the other seats.
mod opponents;
/// Choices at the same time, and the equilibria of small games.
mod simultaneous;

use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use riverlab_bots::{Bot, BotRng, Evaluate, Explanation, NewGame, Seen, View, registry};
use riverlab_engine::games::river_dragons::DragonRules;
use riverlab_engine::games::the_river::{RiverRules, TheRiver};
use riverlab_engine::games::toy::{Tree, TreeRules};
use riverlab_engine::{Game, GameRules, RulesSource, Seat, Turn};

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
    bot.will_explain();
    let view = View::new(state, state.turn().player().expect("a player is to move"));
    let mv = bot.choose(&view, &mut BotRng::seed_from_u64(seed));
    (mv, bot.explain(&view).expect("a choice"))
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

/// A spec with random rollouts to the end and nothing known beforehand.
fn plain(sims: u64, options: &str) -> String {
    first_of_each(&format!(
        "mcts:sims={sims}{options},rollout=random,depth=end,value=share,prior=off,select=ucb1,c=0.7,chance=open"
    ))
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
        "uniform=0.3",
        "opponents=(greedy)",
        "opponents=(mcts:sims=3),observers=multi,secrets=search",
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
    play_some::<G>(rules, players, spec, usize::MAX)
}

/// Plays a game between copies of a bot, up to so many decisions; the moves.
fn play_some<G: Evaluate>(rules: &'static G::Rules, players: usize, spec: &str, decisions: usize) -> Vec<G::Move> {
    let mut bots: Vec<Box<dyn Bot<G>>> = (0..players).map(|_| bot(spec)).collect();
    let mut rng = BotRng::seed_from_u64(7);
    let mut state = G::new(rules, players);
    let (mut moves, mut decided) = (Vec::new(), 0);
    for (seat, bot) in Seat::all(players).zip(&mut bots) {
        bot.begin_game(&NewGame { rules, seat, players, seed: 7 });
    }
    while state.turn() != Turn::Over && decided < decisions {
        let turn = state.turn();
        decided += usize::from(turn != Turn::Chance);
        let mv = match turn {
            Turn::Player(seat) => bots[seat.index()].choose(&View::new(&state, seat), &mut rng),
            _ => state.draw(&mut rng),
        };
        for (seat, bot) in Seat::all(players).zip(&mut bots) {
            bot.observe(&Seen::new(&state, seat, mv));
        }
        state.play(mv).unwrap_or_else(|error| panic!("{spec}: {error}"));
        moves.push(mv);
    }
    moves
}

/// River Dragons that end soon even when nobody tries.
fn short_dragons() -> &'static DragonRules {
    let source = RulesSource { file: None, sets: vec!["limits.rounds=3".to_owned()] };
    Box::leak(Box::new(DragonRules::load(&source).expect("tables")))
}

/// A position of The River in which a player has many moves.
fn in_mid_game() -> TheRiver {
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

const OBSERVERS: [&str; 2] = [",observers=single", ",observers=multi"];
