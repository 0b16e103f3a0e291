//! Simulations per second of `mcts`, beside what they cannot be faster than.
//!
//! - Every game of the list: `mcts` with random rollouts to the end, beside pure random playouts from the same positions.
//! - Connect Four: 10,000 simulations from the empty board, beside pure random playouts and the leanest hand-written UCT
//!   (`lean/`).
//!
//! Both sides of a pair run in turn, so that noise hits them alike. Numbers of simulations are asserted.
//! `cargo bench --bench mcts`, or with a part of a name (`-- "Connect Four"`) those pairs alone.

mod lean;

use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use riverlab_bots::{Bot, BotRng, Evaluate, View, registry};
use riverlab_engine::games::the_river::TheRiver;
use riverlab_engine::games::toy::ConnectFour;
use riverlab_engine::{Game, GameRules, Seat, Turn, for_each_game, playout};

/// Simulations from each position.
const SIMULATIONS: u64 = 10_000;
/// Positions of a game for each number of players.
const POSITIONS: usize = 12;

/// Whether the bench is only checked (`-- --test`).
fn is_check() -> bool {
    std::env::args().any(|argument| argument == "--test")
}

/// Measurements of each side, at most.
fn rounds() -> usize {
    if is_check() { 1 } else { 15 }
}

/// Once a pair has taken so long, three measurements of each side are enough.
const LONG: Duration = Duration::from_secs(30);

/// Whether a pair is asked for: all are where no name is given.
fn is_asked_for(name: &str) -> bool {
    let mut parts = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).peekable();
    parts.peek().is_none() || parts.any(|part| name.contains(&part))
}

fn bot<G: Evaluate>(options: &str) -> Box<dyn Bot<G>> {
    let spec = format!(
        "mcts:sims={SIMULATIONS},select=ucb1,rollout=random,depth=end,value=share,prior=off,early=off,{options}"
    );
    registry::build(&spec.parse().expect("a spec")).expect("a bot")
}

/// Positions of random games in which a player has a choice, from all phases of the game; of a game that ends early, its
/// last one.
fn positions<G: Game>(players: usize) -> Vec<G> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(players as u64);
    (0..POSITIONS).map(|game| position::<G>(players, 4 * game, &mut rng)).collect()
}

/// The position with a choice that comes after so many positions in which a player is to move.
fn position<G: Game>(players: usize, mut skip: usize, rng: &mut Xoshiro256PlusPlus) -> G {
    let mut state = G::new(G::Rules::standard(), players);
    let (mut last, mut buffer) = (None, Vec::new());
    while state.turn() != Turn::Over {
        let mv = match state.turn() {
            Turn::Chance => state.draw(rng),
            _ => state.random_move(&mut buffer, rng),
        };
        state.play_unchecked(mv);
        state.legal_moves(&mut buffer);
        if buffer.len() > 1 {
            last = Some(state.clone());
            if skip == 0 {
                break;
            }
        }
        skip = skip.saturating_sub(usize::from(!buffer.is_empty()));
    }
    last.expect("a random game has a choice")
}

fn search<G: Evaluate>(bot: &mut dyn Bot<G>, state: &G, seed: u64) {
    let view = View::new(state, state.turn().player().expect("a player is to move"));
    bot.choose(&view, &mut BotRng::seed_from_u64(seed));
    let explanation = bot.explain(&view).expect("a choice");
    assert_eq!(explanation.simulations, SIMULATIONS);
}

fn play_out<G: Game>(state: &G, buffer: &mut Vec<G::Move>) -> u64 {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let ends = (0..SIMULATIONS).map(|_| {
        let mut state = state.clone();
        playout(&mut state, &mut rng, buffer);
        state.win_shares()[Seat::FIRST].sixtieths()
    });
    ends.map(u64::from).sum()
}

/// The fastest and the median of both, measured in turn.
fn in_turn(mut first: impl FnMut(), mut second: impl FnMut()) -> [(Duration, Duration); 2] {
    let time = |run: &mut dyn FnMut()| {
        let start = Instant::now();
        run();
        start.elapsed()
    };
    let (mut firsts, mut seconds) = (Vec::new(), Vec::new());
    let start = Instant::now();
    while firsts.len() < rounds() && (firsts.len() < 3 || start.elapsed() < LONG) {
        firsts.push(time(&mut first));
        seconds.push(time(&mut second));
    }
    firsts.sort_unstable();
    seconds.sort_unstable();
    let middle = firsts.len() / 2;
    [(firsts[0], firsts[middle]), (seconds[0], seconds[middle])]
}

fn print_pair(name: &str, simulations: u64, [ours, theirs]: [(Duration, Duration); 2]) {
    let speed = |time: Duration| simulations as f64 / time.as_secs_f64();
    println!(
        "{name:<36}  {:>10.0}  {:>10.0}  {:>5.2}  {:>10.2}",
        speed(ours.0),
        speed(theirs.0),
        speed(ours.0) / speed(theirs.0),
        speed(ours.1) / speed(theirs.1),
    );
}

fn beside_playouts<G: Evaluate>() {
    for players in G::PLAYERS.take(if is_check() { 1 } else { usize::MAX }) {
        let name = format!("{}, {players} players: playouts", G::TITLE);
        if !is_asked_for(&name) {
            continue;
        }
        let mut positions = positions::<G>(players);
        positions.truncate(if is_check() { 1 } else { POSITIONS });
        let mut bot = bot::<G>("c=0.7");
        let mut buffer = Vec::new();
        let pair = in_turn(
            || positions.iter().for_each(|state| search(bot.as_mut(), state, 1)),
            || positions.iter().for_each(|state| assert!(play_out(state, &mut buffer) > 0)),
        );
        print_pair(&name, SIMULATIONS * positions.len() as u64, pair);
    }
}

fn table() {
    println!("\nsimulations per second on one thread, fastest of 3 to {} measurements taken in turn", rounds());
    println!("{:<36}  {:>10}  {:>10}  {:>5}  {:>10}", "", "mcts", "beside", "ratio", "of medians");
    for_each_game!(G => beside_playouts::<G>());
    let mut bot = bot::<ConnectFour>("c=1.4");
    let state = ConnectFour::after("").expect("the empty board");
    let mut ours = || (0..10).for_each(|seed| search(bot.as_mut(), &state, seed));
    let (mut lean, mut buffer) = (lean::Lean::new(1.4), Vec::new());
    let mut of_lean = || (0..10).for_each(|seed| assert!(lean.search(SIMULATIONS as u32, seed).1 > 0));
    let mut playouts = || (0..10).for_each(|_| assert!(play_out(&state, &mut buffer) > 0));
    let others: [(&str, &mut dyn FnMut()); 2] =
        [("Connect Four, empty board: playouts", &mut playouts), ("Connect Four, empty board: lean UCT", &mut of_lean)];
    for (name, other) in others.into_iter().filter(|(name, _)| is_asked_for(name)) {
        print_pair(name, SIMULATIONS * 10, in_turn(&mut ours, other));
    }
}

fn mcts(criterion: &mut Criterion) {
    table();
    let mut group = criterion.benchmark_group("mcts");
    group.sample_size(20).throughput(Throughput::Elements(SIMULATIONS));
    let state = ConnectFour::after("").expect("the empty board");
    let mut connect_four = bot::<ConnectFour>("c=1.4");
    group.bench_function("connect-four", |bencher| bencher.iter(|| search(connect_four.as_mut(), &state, 1)));
    let mut lean = lean::Lean::new(1.4);
    group.bench_function("connect-four/lean", |bencher| bencher.iter(|| lean.search(SIMULATIONS as u32, 1)));
    let mut river = bot::<TheRiver>("c=0.7");
    let positions = positions::<TheRiver>(2);
    group.bench_function("the-river/2p", |bencher| bencher.iter(|| search(river.as_mut(), &positions[4], 1)));
    group.finish();
}

criterion_group!(benches, mcts);
criterion_main!(benches);
