//! A match: one bot against an equal share, or against a baseline in the same seats of the same deals.
//!
//! Notation: a deal is worth X(d), the share of the focus bot (null mean 1/n), or D(d), its share less that of the
//! baseline (null mean 0; the format of duplicate team games). t = (mean − null)/sd is the value per deal in standard
//! deviations. Deals come in the order of their numbers, whoever finishes first, so decisions do not depend on threads.
//!
//! After a sequential test the plain mean is biased: a lucky streak is what stops it. The raw and the stop-adjusted
//! estimate are both given, and an interval that is valid whenever one looks.

use riverlab_engine::Share;
use riverlab_stats::{
    ConfidenceSequence, DealSum, Decision, ErrorRates, Interval, MatchPoint, Ratio, Sprt, SprtRun, Stopped, adjusted,
    elo, error_rates, t_value,
};

/// Shares are in sixtieths.
const WHOLE: f64 = Share::WHOLE as f64;

/// What a match compares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Null {
    /// The share of the focus bot with an equal share among so many players.
    EqualShare {
        /// The players of a game.
        players: usize,
    },
    /// The share of the focus bot with that of a baseline.
    NoDifference,
}

impl Null {
    /// The mean under the null hypothesis.
    pub fn mean(self) -> f64 {
        match self {
            Null::EqualShare { players } => 1.0 / players as f64,
            Null::NoDifference => 0.0,
        }
    }

    /// The least and the greatest value of a deal.
    fn range(self) -> (f64, f64) {
        match self {
            Null::EqualShare { .. } => (0.0, 1.0),
            Null::NoDifference => (-1.0, 1.0),
        }
    }
}

/// Follows a match deal by deal.
#[derive(Clone, Debug)]
pub struct MatchTally {
    null: Null,
    /// Values of deals, in sixtieths of a seat.
    values: Ratio,
    /// Seats of the bot in a deal.
    seats: u64,
    sequence: ConfidenceSequence,
    test: Option<(Sprt, SprtRun)>,
    most_deals: u64,
    /// Whether the bots that are compared are copies, so that no difference is no estimate.
    copies: bool,
}

/// What a match has shown.
#[derive(Clone, PartialEq, Debug)]
pub struct MatchSummary {
    /// What was compared.
    pub null: Null,
    /// Whole deals.
    pub deals: u64,
    /// The raw mean, with the interval of a match of fixed length.
    pub raw: Interval,
    /// The raw mean per deal in standard deviations, from the null.
    pub t: f64,
    /// An interval that is valid at every look and under any stopping.
    pub sequence: Interval,
    /// The two-sided p-value of the null in a match of fixed length: below 0.05 where its interval does not contain it.
    pub p: f64,
    /// The sequential test, if there was one.
    pub test: Option<TestSummary>,
}

/// What a sequential test has shown.
#[derive(Clone, PartialEq, Debug)]
pub struct TestSummary {
    /// The hypotheses.
    pub sprt: Sprt,
    /// What it says.
    pub decision: Decision,
    /// The log-likelihood ratio.
    pub llr: f64,
    /// The bounds at which it decides.
    pub bounds: (f64, f64),
    /// The mean with its interval, adjusted for when the test stops: median unbiased.
    pub adjusted: Interval,
    /// How often the test errs in simulated matches with deals like these; none before the first deal.
    pub error_rates: Option<ErrorRates>,
}

impl MatchTally {
    /// Nothing played yet, of at most so many deals; `copies` when a bot is compared with itself.
    pub fn new(null: Null, test: Option<Sprt>, most_deals: u64, copies: bool) -> MatchTally {
        MatchTally {
            null,
            values: Ratio::default(),
            seats: 0,
            sequence: ConfidenceSequence::new(0.05),
            test: test.map(|sprt| (sprt, SprtRun::new(&sprt, on_unit(null.range(), null.mean())))),
            most_deals,
            copies,
        }
    }

    /// Adds the next deal: the shares of the focus bot and, if there is one, of the baseline, in sixtieths, one for each of
    /// their seats. Says what the sequential test has decided, if there is one.
    pub fn add(&mut self, focus: DealSum, baseline: DealSum) -> Option<Decision> {
        let DealSum { sum, count: seats } = focus;
        let whole = i64::from(Share::WHOLE);
        let value = match self.null {
            Null::EqualShare { .. } => sum,
            Null::NoDifference => sum - baseline.sum,
        };
        self.seats = seats;
        self.values.add(value, seats);
        let score = on_unit(self.null.range(), value as f64 / (whole as u64 * seats) as f64);
        self.sequence.add(score);
        self.test.as_mut().map(|(_, run)| run.add(score))
    }

    /// The raw mean per deal in standard deviations, from the null.
    fn t(&self) -> f64 {
        t_value(self.values.mean(WHOLE), self.null.mean(), self.values.sd(WHOLE))
    }

    /// The number of deals.
    pub fn deals(&self) -> u64 {
        self.values.deals()
    }

    /// The variance of a deal's value.
    pub fn variance(&self) -> f64 {
        self.values.sd(WHOLE).powi(2)
    }

    /// The mean so far.
    pub fn mean(&self) -> f64 {
        self.values.mean(WHOLE)
    }

    /// The interval that a match of so many deals would have if they were like those so far.
    pub fn expected_interval(&self, deals: u64) -> Interval {
        let (least, most) = self.null.range();
        self.values.extended_to(deals).interval(WHOLE, least, most)
    }

    /// The interval that is valid at every look.
    pub fn sequence(&self) -> Interval {
        let (least, most) = self.null.range();
        let unit = self.sequence.interval();
        Interval { mean: self.mean(), ..unit.on_scale(least, most) }
    }

    /// The log-likelihood ratio so far with its bounds, if there is a test.
    pub fn llr(&self) -> Option<(f64, (f64, f64))> {
        self.test.as_ref().map(|(_, run)| (run.llr(), run.bounds()))
    }

    /// What the match has shown after its last deal, as it is followed deal by deal.
    pub(crate) fn point(&self) -> MatchPoint {
        MatchPoint { deals: self.deals(), sequence: self.sequence(), llr: self.llr().map(|(llr, _)| llr) }
    }

    /// What the match has shown.
    pub fn summary(&self) -> MatchSummary {
        let (least, most) = self.null.range();
        let raw = self.values.interval(WHOLE, least, most);
        let exact = self.copies && self.deals() > 0 && self.variance() == 0.0;
        MatchSummary {
            null: self.null,
            deals: self.deals(),
            raw: if exact { Interval::point(raw.mean) } else { raw },
            t: self.t(),
            sequence: self.sequence(),
            p: self.values.p(WHOLE, self.null.mean(), least, most),
            test: self.test.as_ref().map(|(sprt, run)| self.test_summary(sprt, run)),
        }
    }

    fn test_summary(&self, sprt: &Sprt, run: &SprtRun) -> TestSummary {
        let (least, most) = self.null.range();
        let null = on_unit((least, most), self.null.mean());
        let scale = WHOLE * self.seats.max(1) as f64;
        let kind = |((sum, _), deals): ((i64, u64), u64)| (on_unit((least, most), sum as f64 / scale), deals as f64);
        let kinds: Vec<(f64, f64)> = self.values.kinds().map(kind).collect();
        // Whoever interrupts a match ends it at that deal.
        let most_blocks = if run.decision() == Decision::Undecided { self.deals() } else { self.most_deals };
        let stopped = Stopped { null, kinds: &kinds, size: self.seats as f64, most_blocks };
        TestSummary {
            sprt: *sprt,
            decision: run.decision(),
            llr: run.llr(),
            bounds: run.bounds(),
            adjusted: adjusted(sprt, &stopped).on_scale(least, most),
            error_rates: (self.deals() > 0).then(|| error_rates(sprt, null, &kinds, self.most_deals)),
        }
    }
}

/// A value between these limits, on the scale from 0 to 1.
fn on_unit((least, most): (f64, f64), value: f64) -> f64 {
    (value - least) / (most - least)
}

impl MatchSummary {
    /// The raw mean on the Elo scale, against a field of equals; none against a baseline.
    pub(crate) fn elo(&self) -> Option<Interval> {
        let Null::EqualShare { players } = self.null else { return None };
        let on_scale = |share| elo(share, players);
        Some(Interval { mean: on_scale(self.raw.mean), lo: on_scale(self.raw.lo), hi: on_scale(self.raw.hi) })
    }
}

#[cfg(test)]
#[path = "match_stats_tests.rs"]
mod tests;
