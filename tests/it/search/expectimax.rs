//! Search finds the values that plain expectimax finds, and looks past chance events.

use std::fmt::Write as _;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use riverlab_bots::{BotRng, Explanation, View};
use riverlab_engine::games::toy::{Branch, ConnectFour, Tree};
use riverlab_engine::{Game, Seat, Turn};

use super::{bot, in_mid_game, plain, think, tree};
use crate::long::scaled;

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
    assert!(loss == 0.0 && off < 0.035, "{N} players, seed {seed}{options}: loses {loss}, off by {off}");
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
fn chance_events_in_the_tree_tell_equal_moves_apart() {
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

#[test]
fn ply_sees_past_the_deal() {
    let coin = |won: u32| format!("chance {{ {won} win: [1 0] {} lose: [0 1] }}", 10 - won);
    let state = tree::<2, true>(&format!("p1 {{ a: {} b: {} c: {} }}", coin(3), coin(7), coin(5)));
    let mut ply = bot::<Tree>("ply:samples=200");
    let chosen = |seed| state.move_text(ply.choose(&View::new(&state, Seat::FIRST), &mut BotRng::seed_from_u64(seed)));
    assert!((0..20).map(chosen).all(|mv| mv == "b"));
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
        let river = think(&plain(300, &format!(",select=puct,prior={prior}")), &in_mid_game(), 1).1;
        assert_eq!(river.ranking.iter().map(|ranked| ranked.visits).sum::<u64>(), 300);
    }
}
