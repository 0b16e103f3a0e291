//! `match.csv`: the one row with the result of a match.

use riverlab_stats::{ErrorRates, Interval};

use crate::column::Format::{Count, Decimals, Name, P, Signed, Text};
use crate::column::{forfeits, main};
use crate::plan::Plan;
use crate::report::cell::{Cell, as_written, iterated};
use crate::report::forfeits::decision_text;
use crate::report::layout::{Field, Layout};
use crate::tally::{MatchSummary, Summary, TestSummary};

/// The result of a match.
pub(crate) struct MatchRow {
    focus: String,
    /// The bot that the focus is compared with, unless that is an equal share.
    baseline: Option<String>,
    against: String,
    stop: String,
    /// What the test has decided, in words.
    decision: Option<String>,
    forfeits: u64,
    forfeits_baseline: Option<u64>,
    forfeits_against: u64,
    result: MatchSummary,
}

/// The columns of every match.
pub(crate) const COLUMNS: &[Field<MatchRow>] = &[
    main("focus", "Focus", Name, "the bot that is put to the test").of(|row| (&row.focus).into()),
    main("baseline", "Baseline", Name, "the bot that it is compared with; empty where that is an equal share")
        .of(|row| row.baseline.as_ref().into()),
    main("against", "Against", Name, "the field").detail("bots separated by spaces").of(|row| (&row.against).into()),
    main("deals", "Deals", Count, "deals that were played").unit("deals").of(|row| row.result.deals.into()),
    main("stop", "Stop rule", Text, "fixed, auto:WIDTH or sprt:TEST").of(|row| (&row.stop).into()),
    main("raw", "Raw mean", Decimals(4), "mean share of the focus, or mean difference to the baseline; wins per seat")
        .unit("wins per seat")
        .of(|row| row.result.raw.mean.into()),
    main("raw_lo", "Raw mean, from", Decimals(4), "lower end of its 95 % interval")
        .unit("wins per seat")
        .of(|row| row.result.raw.lo.into()),
    main("raw_hi", "Raw mean, to", Decimals(4), "upper end of its 95 % interval")
        .unit("wins per seat")
        .of(|row| row.result.raw.hi.into()),
    main("null", "Without a difference", Decimals(4), "what the mean would be without one")
        .detail("1/n, or 0 with a baseline")
        .unit("wins per seat")
        .of(|row| row.result.null.mean().into()),
    main("t", "t per deal", Signed(3), "mean less that, in standard deviations of a deal")
        .detail("(mean − null) / standard deviation of a deal")
        .unit("standard deviations")
        .of(|row| row.result.t.into()),
    main("p", "p", P, "p-value of no difference, as if the deals had been fixed")
        .detail("over deals: below 0.05 where the interval does not contain `null`")
        .unit("probability")
        .of(|row| row.result.p.into()),
    main("always_lo", "At every look, from", Decimals(4), "lower end of the interval that is valid whenever one looks")
        .detail("a confidence sequence")
        .unit("wins per seat")
        .of(|row| row.result.sequence.lo.into()),
    main("always_hi", "At every look, to", Decimals(4), "upper end of that interval")
        .unit("wins per seat")
        .of(|row| row.result.sequence.hi.into()),
    main("decision", "Decision", Text, "what the sequential test has decided")
        .detail("in words, with the forfeits that it rests on")
        .of(|row| row.decision.as_ref().into()),
    main("llr", "Log-likelihood ratio", Decimals(3), "exact; of equivalence the smaller of two")
        .of(|row| row.of_test(|test| test.llr)),
    main("llr_lo", "decides below", Decimals(3), "the lower bound of the test")
        .of(|row| row.of_test(|test| test.bounds.0)),
    main("llr_hi", "decides above", Decimals(3), "the upper bound of the test")
        .of(|row| row.of_test(|test| test.bounds.1)),
    main("adjusted", "Stop-adjusted mean", Decimals(4), "median unbiased under the stopping rule")
        .unit("wins per seat")
        .of(|row| row.of_test(|test| iterated(&test.adjusted).mean)),
    main("adjusted_lo", "Stop-adjusted, from", Decimals(4), "lower end of its 95 % interval")
        .unit("wins per seat")
        .of(|row| row.of_test(|test| iterated(&test.adjusted).lo)),
    main("adjusted_hi", "Stop-adjusted, to", Decimals(4), "upper end of its 95 % interval")
        .unit("wins per seat")
        .of(|row| row.of_test(|test| iterated(&test.adjusted).hi)),
    main("false_accepted", "False claims accepted", Decimals(4), "in matches simulated with deals like these")
        .detail("how often the test accepts a false claim")
        .unit("matches")
        .of(|row| row.of_rates(|rates| rates.accepts.mean)),
    main("false_accepted_lo", "accepted, from", Decimals(4), "lower end of the 95 % interval of the simulations")
        .unit("matches")
        .of(|row| row.of_rates(|rates| rates.accepts.lo)),
    main("false_accepted_hi", "accepted, to", Decimals(4), "upper end of the 95 % interval of the simulations")
        .unit("matches")
        .of(|row| row.of_rates(|rates| rates.accepts.hi)),
    main("true_rejected", "True claims rejected", Decimals(4), "in such matches")
        .detail("how often the test rejects a true claim")
        .unit("matches")
        .of(|row| row.of_rates(|rates| rates.rejects.mean)),
    main("true_rejected_lo", "rejected, from", Decimals(4), "lower end of the 95 % interval of the simulations")
        .unit("matches")
        .of(|row| row.of_rates(|rates| rates.rejects.lo)),
    main("true_rejected_hi", "rejected, to", Decimals(4), "upper end of the 95 % interval of the simulations")
        .unit("matches")
        .of(|row| row.of_rates(|rates| rates.rejects.hi)),
    forfeits("forfeits", "Forfeits", "games that the focus lost because its program failed")
        .of(|row| row.forfeits.into()),
    forfeits("forfeits_baseline", "of the baseline", "the same of the baseline; empty without one")
        .of(|row| row.forfeits_baseline.into()),
    forfeits("forfeits_against", "of the field", "the same of the field").of(|row| row.forfeits_against.into()),
];

/// The columns of a match.
pub(crate) fn layout(plan: &Plan) -> Layout<MatchRow> {
    Layout::of_run(plan, COLUMNS)
}

/// The estimates of a match, with the decimals of the file.
pub(crate) struct Estimates {
    /// As if the deals had been fixed.
    pub(crate) raw: Interval,
    /// Under the stopping rule, with a sequential test.
    pub(crate) adjusted: Option<Interval>,
    /// With the interval that is valid at every look.
    pub(crate) always: Interval,
}

impl MatchRow {
    /// The row of a match.
    ///
    /// # Panics
    /// When the run is none.
    pub(crate) fn of(plan: &Plan, summary: &Summary, result: &MatchSummary) -> MatchRow {
        let challengers = plan.request.comparison.expect("a match compares").challengers();
        MatchRow {
            focus: plan.name(0).to_owned(),
            baseline: (challengers == 2).then(|| plan.name(1).to_owned()),
            against: plan.request.bots.names()[challengers..].join(" "),
            stop: plan.request.stop.as_ref().map_or("fixed".to_owned(), ToString::to_string),
            decision: result.test.as_ref().map(|test| decision_text(plan, summary, test)),
            forfeits: summary.forfeits_of(|bot| bot == 0),
            forfeits_baseline: (challengers == 2).then(|| summary.forfeits_of(|bot| bot == 1)),
            forfeits_against: summary.forfeits_of(|bot| usize::from(bot) >= challengers),
            result: result.clone(),
        }
    }

    /// Its estimates.
    pub(crate) fn estimates(&self) -> Estimates {
        let (raw, sequence) = (as_written(&self.result.raw), as_written(&self.result.sequence));
        Estimates {
            raw,
            adjusted: self.result.test.as_ref().map(|test| iterated(&test.adjusted)),
            always: Interval { mean: raw.mean, ..sequence },
        }
    }

    fn of_test<T: Into<Cell>>(&self, part: fn(&TestSummary) -> T) -> Cell {
        self.result.test.as_ref().map(part).into()
    }

    fn of_rates(&self, part: fn(&ErrorRates) -> f64) -> Cell {
        let rates = self.result.test.as_ref().and_then(|test| test.error_rates.as_ref());
        rates.map(part).into()
    }
}
