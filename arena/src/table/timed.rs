//! A bot whose decisions are timed.

use std::time::Instant;

use riverlab_bots::stopwatch::stopped;
use riverlab_bots::{Bot, BotRng, Explanation, Forfeit, NewGame, NoAnswer, Seen, View};
use riverlab_engine::{Game, Outcome};

use crate::schedule::BotIdx;

/// A decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DecisionTime {
    /// Who took it.
    pub bot: BotIdx,
    /// How long it took, in nanoseconds; without the time for which the process was stopped.
    pub nanos: u64,
    /// How many simulations it took.
    pub simulations: u64,
}

/// A bot whose decisions are timed.
pub(super) struct Timed<'a, G: Game> {
    pub(super) bot: &'a mut dyn Bot<G>,
    pub(super) idx: BotIdx,
    pub(super) decision_times: Vec<DecisionTime>,
}

impl<G: Game> Bot<G> for Timed<'_, G> {
    fn choose(&mut self, view: &View<'_, G>, rng: &mut BotRng) -> G::Move {
        self.bot.choose(view, rng)
    }

    fn try_choose(&mut self, view: &View<'_, G>, rng: &mut BotRng) -> Result<G::Move, NoAnswer> {
        let (start, stopped_before) = (Instant::now(), stopped());
        let mv = self.bot.try_choose(view, rng);
        let time = start.elapsed().saturating_sub(stopped().saturating_sub(stopped_before));
        let nanos = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        self.decision_times.push(DecisionTime { bot: self.idx, nanos, simulations: self.bot.simulations() });
        mv
    }

    // That a bot only draws is not passed on: it must be asked, so that its decisions are timed.

    fn remembers(&self) -> bool {
        self.bot.remembers()
    }

    fn begin_game(&mut self, game: &NewGame<G>) {
        self.bot.begin_game(game);
    }

    fn observe(&mut self, seen: &Seen<'_, G>) {
        self.bot.observe(seen);
    }

    fn end_game(&mut self, outcome: &Outcome) {
        self.bot.end_game(outcome);
    }

    fn failure(&mut self) -> Option<NoAnswer> {
        self.bot.failure()
    }

    fn forfeit(&self) -> Option<&Forfeit> {
        self.bot.forfeit()
    }

    fn has_one_stream(&self) -> bool {
        self.bot.has_one_stream()
    }

    fn simulations(&self) -> u64 {
        self.bot.simulations()
    }

    fn will_explain(&mut self) {
        self.bot.will_explain();
    }

    fn explain(&self, view: &View<'_, G>) -> Option<Explanation<G::Move>> {
        self.bot.explain(view)
    }

    fn info(&self) -> Option<&str> {
        self.bot.info()
    }
}
