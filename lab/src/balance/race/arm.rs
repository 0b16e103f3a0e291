//! One experiment of an adaptive study: what its rounds have shown, and whether it is decided.

use riverlab_stats::power::RATE;
use riverlab_stats::{Interval, SequentialMean, log_mean_of_two};

use crate::balance::effect::EffectTally;
use crate::balance::judging::UNIT;
use crate::balance::stage::{Experiment, NoLegalMove};
use crate::balance::verdict::{Direction, Verdict};

/// Nothing is called narrow on fewer deals.
const LEAST_DEALS: u64 = 30;

/// What e-processes say of a share effect, as natural logarithms: each is large where its hypothesis does not hold.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct LogE {
    /// Of no effect.
    pub effect: f64,
    /// Of an effect within the margin.
    pub beyond: f64,
    /// Of an effect beyond the margin.
    pub within: f64,
}

/// What e-values come to over a family.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Adjusted {
    /// The q-value of no effect.
    pub q: f64,
    /// The q-value of an effect within the margin.
    pub beyond: f64,
    /// The p-value of an effect beyond the margin, adjusted by closed testing.
    pub within: f64,
    /// What they say.
    pub verdict: Verdict,
}

/// How an experiment stands.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Status {
    /// It is still to be decided.
    Open,
    /// It was decided, and is not played any further.
    Decided(Adjusted),
    /// A ban left a player no legal move: nothing is said of it.
    NotMeasurable(NoLegalMove),
}

/// An experiment of an adaptive study.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Arm {
    /// The experiment; its baseline is that of its bot.
    pub experiment: Experiment,
    /// Which way its effect points when the component is strong.
    pub direction: Direction,
    /// All of its deals.
    pub tally: EffectTally,
    /// The same, as they are tested.
    pub shares: SequentialMean,
    /// The number of rounds that it was played in.
    pub rounds: u32,
    /// What its deals have shown so far.
    pub log_e: LogE,
    /// How it stands.
    pub status: Status,
}

impl Arm {
    /// An experiment of which nothing is played.
    pub(crate) fn new(experiment: Experiment, direction: Direction, players: usize, margin: f64) -> Arm {
        let tally = EffectTally::new(experiment.scope, direction, players);
        let shares = SequentialMean::new(UNIT, tally.limits(), margin);
        let log_e = LogE { effect: 0.0, beyond: 0.0, within: 0.0 };
        Arm { experiment, direction, tally, shares, rounds: 0, log_e, status: Status::Open }
    }

    /// Whether it is still to be decided.
    pub(crate) fn is_open(&self) -> bool {
        self.status == Status::Open
    }

    /// Whether it can be measured, as far as is known.
    pub(crate) fn is_measurable(&self) -> bool {
        !matches!(self.status, Status::NotMeasurable(_))
    }

    /// Adds the deals of a round, after which bets follow from all of them.
    pub(crate) fn add_round(&mut self, round: &EffectTally, margin: f64) {
        self.rounds += 1;
        self.tally.merge(round);
        self.shares.add_all(round.shares());
        let (above, below) = (|null| self.shares.log_e_above(null), |null| self.shares.log_e_below(null));
        self.log_e = LogE {
            effect: log_mean_of_two(above(0.0), below(0.0)),
            beyond: log_mean_of_two(above(margin), below(-margin)),
            within: above(-margin).min(below(margin)),
        };
        self.shares.end_leg();
    }

    /// The interval of the effect: of what is near the margin that of a study which stops when it is narrow, else one that
    /// holds at every look.
    pub(crate) fn interval(&self) -> Interval {
        match self.status {
            Status::Decided(Adjusted { verdict: Verdict::NearMargin, .. }) => self.interval_of_one_look(),
            _ => self.shares.interval(RATE),
        }
    }

    /// The interval of a study of fixed size, or of one that stops when it is narrow.
    fn interval_of_one_look(&self) -> Interval {
        let (least, most) = self.tally.limits();
        self.shares.values().interval(UNIT, least, most)
    }

    /// Whether the interval of one look is narrower than half the margin.
    pub(crate) fn is_narrow(&self, margin: f64) -> bool {
        self.shares.deals() >= LEAST_DEALS && self.interval_of_one_look().width() < margin / 2.0
    }
}
