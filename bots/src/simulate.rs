//! Simulations: from a position to one value per player.
//!
//! A simulation plays on with a rollout policy, to the end of the game or for `depth` decisions times
//! the number of players, and values the position it reaches. Values are shares: between 0 and 1, they add up to 1.
//!
//! ```text
//! share      1/k for each of k winners, else 0                                        the game is over
//! score      exp(s_i / spread) / sum over players j of exp(s_j / spread)              s: final scores
//! mix:w      w * share + (1 - w) * score
//! cut short  as score, with the game's hand-made values of the position for s
//! ```
//!
//! `spread` is [`Evaluate::SOFTMAX_TEMPERATURE`]. Exponentials are computed by a portable library, so that results are the same on
//! every machine.
//!
//! Rollout policies: uniformly random; `greedy`, the best advantage after the move (random among equals); `epsilon:e`,
//! greedy but random with probability e; `mast`, random with probability 0.1, else the move with the best mean result in
//! all earlier simulations of this decision, in the tree or after it, by player; `quick`, random with probability 0.1, else
//! the [quick choice](Evaluate::quick_choice) of the game, random where it has none. (Move-Average Sampling Technique:
//! Finnsson and Björnsson, "Simulation-Based Approach to General Game Playing", AAAI 2008; epsilon-greedy as in Tak,
//! Winands and Björnsson, "N-Grams and the Last-Good-Reply Policy Applied in General Game Playing", 2012).

use std::hash::{Hash, Hasher};

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use riverlab_engine::{Game, PerPlayer, Seat, Turn, playout};

use crate::best::Best;
use crate::eval::advantage_after;
use crate::options::{Options, number};
use crate::{Evaluate, SpecError};

/// How often a quick rollout moves at random.
const QUICK_EPSILON: f32 = 0.1;

/// The generator inside a search: seeded for each decision from the bot's stream.
pub(crate) type SearchRng = Xoshiro256PlusPlus;

/// One value per seat, between 0 and 1; the length is a power of two, so that an index can be masked, not checked.
pub(crate) type Values = [f32; 8];

/// How moves are chosen in a rollout.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Policy {
    Random,
    Greedy,
    Epsilon(f32),
    Mast,
    Quick,
}

/// How simulations are played and valued.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct SimulationOptions {
    pub(crate) policy: Policy,
    /// After how many decisions, times the number of players, a rollout is cut short.
    pub(crate) depth: Option<u32>,
    /// The weight of the win share against the score.
    pub(crate) share_weight: f32,
}

impl SimulationOptions {
    pub(crate) fn read(options: &Options<'_>) -> Result<Self, SpecError> {
        Ok(SimulationOptions {
            policy: options.read("rollout", "random or greedy or epsilon:0.2 or mast or quick", policy)?,
            depth: options.number_or("depth", "end", 0, 10_000)?,
            share_weight: options.read("value", "share or score or mix:0.5", share_weight)?,
        })
    }
}

fn policy(text: &str) -> Option<Policy> {
    match text {
        "random" => Some(Policy::Random),
        "greedy" => Some(Policy::Greedy),
        "mast" => Some(Policy::Mast),
        "quick" => Some(Policy::Quick),
        _ => number(text.strip_prefix("epsilon:")?, 0.0, 1.0).map(Policy::Epsilon),
    }
}

fn share_weight(text: &str) -> Option<f32> {
    match text {
        "share" => Some(1.0),
        "score" => Some(0.0),
        _ => number(text.strip_prefix("mix:")?, 0.0, 1.0),
    }
}

/// Plays simulations; keeps its buffers.
pub(crate) struct Simulator<G: Game> {
    pub(crate) options: SimulationOptions,
    pub(crate) rng: SearchRng,
    legal: Vec<G::Move>,
    best: Best<G::Move>,
    /// Whether the policy learns from moves.
    learns: bool,
    mast: Mast,
    future: Option<Future>,
}

/// One future of chance that all simulations of a decision meet: a stream for each stack of the game.
struct Future {
    begin: Vec<SearchRng>,
    now: Vec<SearchRng>,
}

impl<G: Evaluate> Simulator<G> {
    pub(crate) fn new(options: SimulationOptions) -> Self {
        let rng = SearchRng::seed_from_u64(0);
        let learns = options.policy == Policy::Mast;
        let mast = Mast::new(learns);
        Simulator { options, rng, legal: Vec::new(), best: Best::default(), learns, mast, future: None }
    }

    /// Forgets the last decision.
    pub(crate) fn begin(&mut self, rng: SearchRng) {
        self.rng = rng;
        self.mast.clear();
    }

    /// Guesses what chance will do in all simulations of this decision.
    pub(crate) fn fix_chance(&mut self, world: &mut SearchRng) {
        let begin: Vec<SearchRng> = G::CHANCE_STREAMS.iter().map(|_| SearchRng::from_rng(world)).collect();
        self.future = Some(Future { now: begin.clone(), begin });
    }

    /// Goes back to the position that is thought about.
    #[inline]
    pub(crate) fn rewind(&mut self) {
        if let Some(Future { begin, now }) = &mut self.future {
            now.clone_from(begin);
        }
    }

    /// A move of chance: drawn anew, or the next of the future that was guessed.
    #[inline]
    pub(crate) fn draw(&mut self, state: &G) -> G::Move {
        match &mut self.future {
            None => state.draw(&mut self.rng),
            Some(future) => state.draw(&mut future.now[state.chance_stream()]),
        }
    }

    /// Notes a move that was made before the rollout.
    #[inline]
    pub(crate) fn note(&mut self, mv: G::Move, seat: Seat) {
        if self.learns {
            self.mast.note(&mv, seat);
        }
    }

    /// Plays on from a position and values where it ends.
    #[inline]
    pub(crate) fn simulate(&mut self, mut state: G) -> Values {
        if self.options.policy == Policy::Random && self.options.depth.is_none() && self.future.is_none() {
            playout(&mut state, &mut self.rng, &mut self.legal);
            return self.value(&state);
        }
        self.roll_out(&mut state);
        let values = self.value(&state);
        self.mast.learn(&values);
        values
    }

    /// The value of a position that is over or where a simulation is cut short.
    #[inline]
    pub(crate) fn value(&self, state: &G) -> Values {
        match state.turn() {
            Turn::Over => self.final_value(state),
            _ => estimate(state),
        }
    }

    #[inline]
    fn final_value(&self, state: &G) -> Values {
        let weight = self.options.share_weight;
        if weight == 1.0 {
            let shares = state.win_shares();
            let mut values = Values::default();
            for (value, share) in values.iter_mut().zip(&shares) {
                *value = SHARES[share.sixtieths() as usize & 63];
            }
            return values;
        }
        Self::mixed_value(state, weight)
    }

    #[inline(never)]
    fn mixed_value(state: &G, weight: f32) -> Values {
        let outcome = state.outcome().expect("the game is over");
        let mut values = shares_of(&outcome.scores, G::SOFTMAX_TEMPERATURE);
        for (value, share) in values.iter_mut().zip(&outcome.shares) {
            *value = weight * (share.sixtieths() as f32 / 60.0) + (1.0 - weight) * *value;
        }
        values
    }

    fn roll_out(&mut self, state: &mut G) {
        let mut left = self.options.depth.map_or(u32::MAX, |depth| depth * state.n_players() as u32);
        loop {
            let mv = match state.turn() {
                Turn::Chance => self.draw(state),
                Turn::Over => return,
                Turn::Player(_) if left == 0 => return,
                Turn::Player(seat) => {
                    left -= 1;
                    self.rollout_move(state, seat)
                }
            };
            state.play_unchecked(mv);
        }
    }

    pub(crate) fn rollout_move(&mut self, state: &G, seat: Seat) -> G::Move {
        match self.options.policy {
            Policy::Random => state.random_move(&mut self.legal, &mut self.rng),
            Policy::Epsilon(epsilon) if self.rng.random::<f32>() < epsilon => {
                state.random_move(&mut self.legal, &mut self.rng)
            }
            Policy::Greedy | Policy::Epsilon(_) => self.greedy_move(state, seat),
            Policy::Quick if self.rng.random::<f32>() < QUICK_EPSILON => {
                state.random_move(&mut self.legal, &mut self.rng)
            }
            Policy::Quick => {
                state.legal_moves(&mut self.legal);
                let chosen = state.quick_choice(&self.legal, &mut self.rng);
                chosen.unwrap_or_else(|| self.legal[self.rng.random_range(0..self.legal.len() as u32) as usize])
            }
            Policy::Mast => {
                state.legal_moves(&mut self.legal);
                self.mast.choose(&self.legal, seat, &mut self.rng)
            }
        }
    }

    fn greedy_move(&mut self, state: &G, seat: Seat) -> G::Move {
        state.legal_moves(&mut self.legal);
        self.best.find(&self.legal, |mv| advantage_after(state, mv, seat));
        self.best.draw(&mut self.rng)
    }
}

/// Win shares by sixtieths.
static SHARES: [f32; 64] = {
    let (mut shares, mut sixtieths) = ([0.0; 64], 0);
    while sixtieths < 64 {
        shares[sixtieths] = sixtieths as f32 / 60.0;
        sixtieths += 1;
    }
    shares
};

/// The value of a position that is not over.
#[inline(never)]
fn estimate<G: Evaluate>(state: &G) -> Values {
    shares_of(&state.evaluate(), G::SOFTMAX_TEMPERATURE)
}

/// Shares in proportion to `exp(value / spread)`.
pub(crate) fn shares_of(values: &PerPlayer<f64>, spread: f64) -> Values {
    let highest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut shares = Values::default();
    for (share, value) in shares.iter_mut().zip(values) {
        *share = libm::expf(((value - highest) / spread) as f32);
    }
    let sum: f32 = shares.iter().sum();
    shares.map(|share| share / sum)
}

/// Mean results of moves, by player. Moves share a place when their hashes do.
struct Mast {
    means: Vec<(f32, u32)>,
    played: Vec<(u32, Seat)>,
}

impl Mast {
    const PLACES: usize = 1 << 12;
    const EPSILON: f32 = 0.1;
    /// The largest number of results that is counted.
    const MAX: u32 = 1 << 20;

    fn new(used: bool) -> Self {
        Mast { means: vec![(0.0, 0); if used { Self::PLACES } else { 0 }], played: Vec::new() }
    }

    fn clear(&mut self) {
        self.means.fill((0.0, 0));
    }

    fn choose<M: Copy + Hash>(&mut self, legal: &[M], seat: Seat, rng: &mut SearchRng) -> M {
        let mut chosen = legal[rng.random_range(0..legal.len() as u32) as usize];
        if rng.random::<f32>() >= Self::EPSILON {
            let mean = |mv: &M| match self.means[place(mv, seat)] {
                (_, 0) => 1.0,
                (sum, count) => sum / count as f32,
            };
            let mut highest = mean(&chosen);
            for mv in legal {
                if mean(mv) > highest {
                    (chosen, highest) = (*mv, mean(mv));
                }
            }
        }
        self.note(&chosen, seat);
        chosen
    }

    fn note(&mut self, mv: &impl Hash, seat: Seat) {
        self.played.push((place(mv, seat) as u32, seat));
    }

    fn learn(&mut self, values: &Values) {
        for (place, seat) in self.played.drain(..) {
            let (sum, count) = &mut self.means[place as usize];
            if *count == Self::MAX {
                // The sum stays exact enough, and the mean as it is.
                (*sum, *count) = (*sum / 2.0, *count / 2);
            }
            *sum += values[seat.index()];
            *count += 1;
        }
    }
}

fn place(mv: &impl Hash, seat: Seat) -> usize {
    let mut hasher = Multiply(seat.index() as u64);
    mv.hash(&mut hasher);
    (hasher.0 >> 52) as usize
}

/// A small multiplicative hash, the same on every machine.
struct Multiply(u64);

impl Multiply {
    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }
}

impl Hasher for Multiply {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.add(u64::from(byte));
        }
    }

    fn write_u8(&mut self, word: u8) {
        self.add(u64::from(word));
    }

    fn write_u16(&mut self, word: u16) {
        self.add(u64::from(word));
    }

    fn write_u32(&mut self, word: u32) {
        self.add(u64::from(word));
    }

    fn write_u64(&mut self, word: u64) {
        self.add(word);
    }

    fn write_usize(&mut self, word: usize) {
        self.add(word as u64);
    }

    fn write_isize(&mut self, word: isize) {
        self.add(word as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use riverlab_engine::games::toy::ConnectFour;

    fn simulator(policy: Policy, depth: Option<u32>, share_weight: f32) -> Simulator<ConnectFour> {
        Simulator::new(SimulationOptions { policy, depth, share_weight })
    }

    #[test]
    fn points_become_shares_by_the_formula() {
        let points = PerPlayer::from_fn(3, |seat| [10.0, 20.0, 15.0][seat.index()]);
        let shares = shares_of(&points, 5.0);
        let whole = 1.0 + 1.0_f32.exp() + 2.0_f32.exp();
        let expected = [1.0, 2.0_f32.exp(), 1.0_f32.exp(), 0.0, 0.0, 0.0, 0.0, 0.0].map(|weight| weight / whole);
        assert!(shares.iter().zip(expected).all(|(share, expected)| (share - expected).abs() < 1e-6), "{shares:?}");
    }

    #[test]
    fn finished_games_are_worth_what_the_option_says() {
        let won = ConnectFour::after("1212121").expect("a position");
        let value = |share_weight| simulator(Policy::Random, None, share_weight).value(&won)[0];
        // One point more is worth e^(1 / 0.5) to 1.
        let score = 2.0_f32.exp() / (1.0 + 2.0_f32.exp());
        for (weight, expected) in [(1.0, 1.0), (0.0, score), (0.5, f32::midpoint(1.0, score))] {
            assert!((value(weight) - expected).abs() < 1e-6, "{weight}: {}", value(weight));
        }
    }

    #[test]
    fn rollouts_are_cut_short_after_so_many_rounds_of_decisions() {
        let state = ConnectFour::after("").expect("a position");
        for depth in 0..4 {
            let mut end = state;
            simulator(Policy::Random, Some(depth), 1.0).roll_out(&mut end);
            let stones = [0, 1].map(|seat| end.stones(Seat::new(seat)).count_ones());
            assert_eq!(stones, [depth, depth]);
        }
    }

    #[test]
    fn mast_prefers_what_has_won() {
        let mut mast = Mast::new(true);
        let mut rng = SearchRng::seed_from_u64(1);
        for mv in 0_u8..5 {
            for _ in 0..10 {
                mast.note(&mv, Seat::FIRST);
                mast.learn(&[f32::from(mv) / 5.0; 8]);
            }
        }
        let best = (0..1000).filter(|_| mast.choose(&[3, 4, 1], Seat::FIRST, &mut rng) == 4).count();
        // One in ten is random, and a third of those is the best as well.
        assert!((900..970).contains(&best), "{best}");
    }

    #[test]
    fn policies_play_as_they_are_called() {
        // p1 wins at once by 1; greedy rollouts see it.
        let state = ConnectFour::after("121212").expect("a position");
        let wins = |policy| {
            let mut simulator = simulator(policy, None, 1.0);
            (0..200).filter(|_| simulator.simulate(state)[0] == 1.0).count()
        };
        assert_eq!(wins(Policy::Greedy), 200);
        let epsilon = wins(Policy::Epsilon(0.5));
        assert!(epsilon > wins(Policy::Random) && epsilon < 200, "{epsilon}");
    }
}
