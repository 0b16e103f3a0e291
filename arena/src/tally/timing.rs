//! How long bots think: the one thing that differs from run to run.

use hdrhistogram::Histogram;

use crate::schedule::BotIdx;
use crate::table::DecisionTime;

/// One bot's line in `timing.csv`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TimingLine {
    /// The bot.
    pub bot: BotIdx,
    /// Its decisions.
    pub decisions: u64,
    /// Milliseconds: the mean, the median, the 0.95 quantile and the longest, the latter three to three digits.
    pub milliseconds: [f64; 4],
    /// Simulations per second; none for a bot that plays none.
    pub simulations_per_second: Option<f64>,
}

/// Gathers decisions in bounded memory.
#[derive(Clone, Debug)]
pub struct TimingTally {
    bots: Vec<BotTiming>,
}

#[derive(Clone, Debug)]
struct BotTiming {
    nanos: u128,
    simulations: u64,
    histogram: Histogram<u64>,
}

impl TimingTally {
    /// No decisions yet.
    pub fn new(bots: usize) -> TimingTally {
        let histogram = Histogram::new(3).expect("three digits are allowed");
        TimingTally { bots: vec![BotTiming { nanos: 0, simulations: 0, histogram }; bots] }
    }

    /// Adds a decision.
    pub fn add(&mut self, time: DecisionTime) {
        let bot = &mut self.bots[usize::from(time.bot)];
        bot.nanos += u128::from(time.nanos);
        bot.simulations += time.simulations;
        bot.histogram.record(time.nanos).expect("a histogram that grows");
    }

    /// The bots that took decisions.
    pub fn lines(&self) -> Vec<TimingLine> {
        let line = |(bot, timing): (usize, &BotTiming)| {
            let decisions = timing.histogram.len();
            let mean = timing.nanos as f64 / decisions.max(1) as f64;
            let histogram = &timing.histogram;
            let nanos = [
                mean,
                histogram.value_at_quantile(0.5) as f64,
                histogram.value_at_quantile(0.95) as f64,
                histogram.max() as f64,
            ];
            TimingLine {
                bot: bot as BotIdx,
                decisions,
                milliseconds: nanos.map(|nanos| nanos / 1e6),
                simulations_per_second: (timing.simulations > 0)
                    .then(|| timing.simulations as f64 / (timing.nanos as f64 / 1e9)),
            }
        };
        self.bots.iter().enumerate().map(line).filter(|line| line.decisions > 0).collect()
    }
}

#[cfg(test)]
#[path = "timing_tests.rs"]
mod tests;
