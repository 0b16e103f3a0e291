//! Simulations: from a position to one value per player.
//!
//! A simulation plays on by a rollout policy, to the end of the game or for `depth` decisions times the number
//! of players, and values the position that it reaches. Chance is drawn anew, unless the decision has
//! one future for all simulations.
//!
//! Nothing here knows of trees: `flat` simulates without one.

mod fixed_chance;
mod mast;
mod policy;
mod value;

use rand::{Rng, SeedableRng};
use riverlab_engine::{Game, Seat, Turn};

use crate::bot::Bot;
use crate::eval::Evaluate;
use crate::eval::evaluator::Evaluator;
use crate::eval::softmax::Values;
use crate::options::{BotOption, NumberOr, Options};
use crate::rng::BotRng;
use crate::rng::SearchRng;
use crate::spec::SpecError;
use crate::view::{Stop, View, is_set};
use fixed_chance::FixedChance;
use policy::Rollouts;
pub use policy::{Policy, ROLLOUT};
pub use value::VALUE;

/// The option `depth`.
pub const DEPTH: BotOption<NumberOr<u32>> = BotOption::new(
    "depth",
    "end",
    "a rollout is cut short and valued after DEPTH * players decisions, or end",
    NumberOr { word: "end", range: 0..=10_000 },
);

/// How simulations are played and valued.
#[derive(Clone, PartialEq, Debug)]
pub struct SimulationOptions {
    /// How moves are chosen.
    pub policy: Policy,
    /// After how many decisions, times the number of players, a rollout is cut short; `None`: at the end of the game.
    pub depth: Option<u32>,
    /// The weight of the win share against the score in the value of a finished game, from 0 to 1.
    pub share_weight: f32,
    /// What values positions that are not over.
    pub evaluator: Evaluator,
}

/// Random games to the end, valued by who has won.
impl Default for SimulationOptions {
    fn default() -> Self {
        SimulationOptions { policy: Policy::Random, depth: None, share_weight: 1.0, evaluator: Evaluator::Hand }
    }
}

impl SimulationOptions {
    /// Reads [`ROLLOUT`], [`DEPTH`], [`VALUE`] and [`EVAL`](crate::eval::evaluator::EVAL).
    ///
    /// # Errors
    /// When a value is not allowed.
    pub fn read<G: Evaluate>(options: &Options<'_>) -> Result<Self, SpecError> {
        let (policy, evaluator) = (options.get(&ROLLOUT)?, Evaluator::read::<G>(options)?);
        if let Policy::Learned(_) = policy {
            evaluator.check_policy::<G, _>(options, &ROLLOUT)?;
        }
        Ok(SimulationOptions { policy, depth: options.get(&DEPTH)?, share_weight: options.get(&VALUE)?, evaluator })
    }
}

/// Plays simulations; keeps its memory.
///
/// # Examples
/// How good a position is by a hundred rollouts that are cut short after two decisions of each player:
/// ```
/// use rand::SeedableRng;
/// use riverlab_bots::SearchRng;
/// use riverlab_bots::simulate::{Policy, SimulationOptions, Simulator};
/// use riverlab_engine::games::toy::ConnectFour;
///
/// let options = SimulationOptions { policy: Policy::Greedy, depth: Some(2), ..SimulationOptions::default() };
/// let mut simulator = Simulator::<ConnectFour>::new(options);
/// simulator.begin(SearchRng::seed_from_u64(1));
/// let position = ConnectFour::after("121212").expect("legal columns");
/// let values: Vec<f32> = (0..100).map(|_| simulator.simulate(&mut position.clone())[0]).collect();
/// assert_eq!(values, [1.0; 100], "the first player wins at once");
/// ```
pub struct Simulator<G: Game> {
    /// What all draws are made with.
    pub rng: SearchRng,
    rollouts: Rollouts<G::Move>,
    depth: Option<u32>,
    share_weight: f32,
    evaluator: Evaluator,
    fixed_chance: Option<FixedChance>,
    opponents: Option<Opponents<G>>,
}

/// A bot that is known to sit at all seats but one.
struct Opponents<G: Game> {
    bot: Box<dyn Bot<G>>,
    searcher: Seat,
}

impl<G: Evaluate> Simulator<G> {
    /// A simulator with these options.
    pub fn new(options: SimulationOptions) -> Self {
        let SimulationOptions { policy, depth, share_weight, evaluator } = options;
        let rng = SearchRng::seed_from_u64(0);
        let rollouts = Rollouts::new(policy, evaluator.clone());
        Simulator { rng, rollouts, depth, share_weight, evaluator, fixed_chance: None, opponents: None }
    }

    /// Begins a decision: forgets what was learned in the last one.
    pub fn begin(&mut self, rng: SearchRng) {
        self.rng = rng;
        self.rollouts.forget();
    }

    /// Lets a bot choose for all players but this one.
    pub(crate) fn set_opponents(&mut self, bot: Box<dyn Bot<G>>, searcher: Seat) {
        self.opponents = Some(Opponents { bot, searcher });
    }

    /// Says who searches, where the bot of the others is known.
    pub(crate) fn set_searcher(&mut self, seat: Seat) {
        if let Some(opponents) = &mut self.opponents {
            opponents.searcher = seat;
        }
    }

    /// The choice of a player whose bot is known; it sees what that player sees of this position. That bot may search
    /// for long, so it is not asked once the decision has been given up for which this simulation is played.
    #[inline]
    pub(crate) fn opponent_move(&mut self, state: &G, seat: Seat, stop: Stop<'_>) -> Option<G::Move> {
        let opponents = self.opponents.as_mut().filter(|opponents| opponents.searcher != seat && !is_set(stop))?;
        let mut rng = BotRng::seed_from_u64(self.rng.next_u64());
        Some(opponents.bot.choose(&View::new(state, seat).within(stop), &mut rng))
    }

    /// Guesses what chance will do in all simulations of this decision.
    pub fn fix_chance(&mut self, world: &mut SearchRng) {
        self.fixed_chance = Some(FixedChance::new(G::CHANCE_STREAMS.len(), world));
    }

    /// Goes back to the position that is thought about.
    #[inline]
    pub fn rewind(&mut self) {
        if let Some(chance) = &mut self.fixed_chance {
            chance.rewind();
        }
    }

    /// A move of chance: drawn anew, or the next of the future that was guessed.
    #[inline]
    pub fn draw(&mut self, state: &G) -> G::Move {
        match &mut self.fixed_chance {
            None => state.draw(&mut self.rng),
            Some(chance) => chance.draw(state),
        }
    }

    /// Plays what chance does until a player is to act or the game is over.
    #[inline]
    pub fn play_chance(&mut self, state: &mut G) {
        let Some(chance) = &mut self.fixed_chance else {
            state.play_chance(&mut self.rng);
            return;
        };
        while state.turn() == Turn::Chance {
            let mv = chance.draw(state);
            state.play_unchecked(mv);
        }
    }

    /// Notes a move that was made before the rollout.
    #[inline]
    pub fn note(&mut self, mv: G::Move, seat: Seat) {
        self.rollouts.note::<G>(mv, seat);
    }

    /// Plays on from a position and values where it ends, which is left in `state`: one value for each seat, from 0 to
    /// 1, which add up to 1; 0 beyond the number of players.
    #[inline]
    pub fn simulate(&mut self, state: &mut G) -> Values {
        self.simulate_until(state, None)
    }

    /// The same for a decision that is given up once `stop` is set: then the rest of the rollout is of no use, and quick.
    #[inline]
    pub(crate) fn simulate_until(&mut self, state: &mut G, stop: Stop<'_>) -> Values {
        // Random games to the end, by far the most frequent, have a loop of their own.
        let to_the_end = self.depth.is_none() && self.fixed_chance.is_none() && self.opponents.is_none();
        if to_the_end && self.rollouts.play_out(state, &mut self.rng) {
            return value::value_of(state, self.share_weight, &self.evaluator);
        }
        self.roll_out(state, stop);
        let values = value::value_of(state, self.share_weight, &self.evaluator);
        self.rollouts.learn(&values);
        values
    }

    fn roll_out(&mut self, state: &mut G, stop: Stop<'_>) {
        let mut left = self.depth.map_or(u32::MAX, |depth| depth * state.n_players() as u32);
        loop {
            match state.turn() {
                Turn::Chance => self.play_chance(state),
                Turn::Over => return,
                Turn::Player(_) if left == 0 => return,
                Turn::Player(seat) => {
                    left -= 1;
                    let mv = self.rollout_move(state, seat, stop);
                    state.play_unchecked(mv);
                }
            }
        }
    }

    /// A move by the rollout policy, or by the bot that is known to choose for this player.
    pub(crate) fn rollout_move(&mut self, state: &G, seat: Seat, stop: Stop<'_>) -> G::Move {
        if let Some(mv) = self.opponent_move(state, seat, stop) {
            return mv;
        }
        self.rollouts.choose(state, seat, &mut self.rng)
    }
}

#[cfg(test)]
mod tests;
