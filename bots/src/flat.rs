//! Flat Monte Carlo with sequential halving: the bot `flat`.
//!
//! Every legal move gets the same number of [simulations](crate::simulate); the worse half is dropped, and so on until
//! one is left. There is no tree: all that comes after the move is left to the rollout policy.
//!
//! ```text
//! rounds = ceil(log2 k) for k moves; each round spends the budget that is left / rounds that are left, evenly
//! ```
//!
//! Karnin, Koren, Somekh, "Almost Optimal Exploration in Multi-Armed Bandits", ICML 2013; as a way to play: Pepels,
//! Cazenave, Winands and Lanctot, "Minimizing Simple and Cumulative Regret in Monte-Carlo Tree Search", 2014.

use std::ops::RangeInclusive;

use rand::Rng;
use riverlab_engine::{Game, Seat};

use crate::bot::Bot;
use crate::bot::{Explanation, RankedMove};
use crate::eval::Evaluate;
use crate::eval::evaluator::EVAL;
use crate::keys::{DecisionKey, hash_of, mix};
use crate::options::BotInfo;
use crate::options::{BotOption, Options};
use crate::rng::BotRng;
use crate::simulate::{DEPTH, ROLLOUT, SimulationOptions, Simulator, VALUE};
use crate::spec::SpecError;
use crate::view::View;

const SIMS: BotOption<RangeInclusive<u64>> =
    BotOption::new("sims", "1000", "simulations per decision", 1..=1_000_000_000);

/// The bot as it is listed.
pub(crate) const INFO: BotInfo = BotInfo {
    name: "flat",
    summary: "flat Monte Carlo: simulates every move, drops the worse half, and so on",
    options: &[SIMS.info, ROLLOUT.info, DEPTH.info, VALUE.info, EVAL.info],
    source: "sequential halving (Karnin, Koren, Somekh 2013)",
};

/// The bot `flat`.
pub(crate) struct Flat<G: Game> {
    sims: u64,
    /// What the simulations of this decision draw from.
    key: DecisionKey,
    simulator: Simulator<G>,
    legal: Vec<G::Move>,
    /// All legal moves: those that are still in the running come first, the best of them first of all.
    moves: Vec<RankedMove<G::Move>>,
    /// The sum of all value vectors.
    total: [f64; riverlab_engine::MAX_PLAYERS],
}

impl<G: Evaluate> Flat<G> {
    /// A bot with these options.
    ///
    /// # Errors
    /// When a value is not allowed.
    pub(crate) fn new(options: &Options<'_>) -> Result<Self, SpecError> {
        let sims = options.get(&SIMS)?;
        let simulator = Simulator::new(SimulationOptions::read::<G>(options)?);
        Ok(Flat {
            sims,
            key: DecisionKey::new(0),
            simulator,
            legal: Vec::new(),
            moves: Vec::new(),
            total: Default::default(),
        })
    }

    /// Simulates a move and adds up its value.
    fn try_move(&mut self, view: &View<'_, G>, idx: usize) {
        let ranked = &mut self.moves[idx];
        self.simulator.rng = self.key.stream(&ranked.mv, ranked.visits);
        let mut state = view.sample(&mut self.simulator.rng);
        state.play_unchecked(ranked.mv);
        self.simulator.note(ranked.mv, view.observer());
        let values = self.simulator.simulate_until(&mut state, view.stop());
        ranked.visits += 1;
        ranked.value += (f64::from(values[view.observer().index()]) - ranked.value) / ranked.visits as f64;
        for (total, value) in self.total.iter_mut().zip(values) {
            *total += f64::from(value);
        }
    }

    /// Spends the whole budget, and leaves the best move first.
    fn halve(&mut self, view: &View<'_, G>) {
        let (mut budget, mut running) = (self.sims, self.moves.len());
        while running > 1 && budget > 0 && !view.is_given_up() {
            let rounds = u64::from(usize::BITS - (running - 1).leading_zeros());
            let each = (budget / (rounds * running as u64)).max(1);
            for _ in 0..each {
                if view.is_given_up() {
                    return;
                }
                for idx in 0..running.min(budget as usize) {
                    self.try_move(view, idx);
                    budget -= 1;
                }
            }
            self.moves[..running].sort_by(|a, b| b.known_value().total_cmp(&a.known_value()));
            running = running.div_ceil(2);
        }
        while budget > 0 && !view.is_given_up() {
            self.try_move(view, 0);
            budget -= 1;
        }
    }
}

impl<G: Evaluate> Bot<G> for Flat<G> {
    fn choose(&mut self, view: &View<'_, G>, rng: &mut BotRng) -> G::Move {
        view.legal_moves(&mut self.legal);
        self.moves.clear();
        if let [only] = self.legal[..] {
            return only;
        }
        self.key = DecisionKey::draw(rng);
        self.simulator.begin(self.key.root_stream());
        self.total = Default::default();
        // In random order, so that no move is preferred when the budget does not reach all.
        let order = self.simulator.rng.next_u64();
        self.legal.sort_by_cached_key(|mv| mix(order, hash_of(mv)));
        self.moves.extend(self.legal.iter().map(|&mv| RankedMove { mv, visits: 0, value: 0.0 }));
        self.halve(view);
        self.moves[0].mv
    }

    fn simulations(&self) -> u64 {
        self.moves.iter().map(|ranked| ranked.visits).sum()
    }

    fn explain(&self, view: &View<'_, G>) -> Option<Explanation<G::Move>> {
        let best = self.moves.first()?;
        let simulations = self.simulations();
        Some(Explanation {
            simulations,
            nodes: 0,
            values: Seat::all(view.n_players()).map(|seat| self.total[seat.index()] / simulations as f64).collect(),
            ranking: self.moves.clone(),
            principal_variation: vec![(view.observer(), best.mv)],
        })
    }
}
