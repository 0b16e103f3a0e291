//! The result of a match: its intervals, the way of its sequential test, and its confidence sequence.

use maud::{Markup, html};
use riverlab_stats::{Decision, MatchPoint};

use super::page::RunPage;
use crate::plan::StopRule;
use crate::report::forfeits::forfeits_text;
use crate::report::html::chart::intervals::{Intervals, Row};
use crate::report::html::chart::path::{Path, Point};
use crate::report::html::document::Section;
use crate::report::html::names::isolated;
use crate::report::html::table::TableView;
use crate::report::rows::of_match::{self, Estimates, MatchRow};
use crate::store::file_names::MATCH;
use crate::tally::{MatchSummary, Null, TestSummary};

/// The result of a match, if the run is one.
pub(super) fn section(run: &RunPage<'_>) -> Option<Section> {
    let result = run.report.of_match.as_ref()?;
    let row = MatchRow::of(run.plan, &run.report.summary, result);
    let mut blocks = vec![words(run, result), intervals(&row.estimates(), result).picture()];
    if let Some(test) = &result.test {
        blocks.extend([test_words(run, test), test_path(run, test).picture()]);
    }
    blocks.extend([
        sequence_path(run, result).picture(),
        TableView::down(MATCH, &of_match::layout(run.plan), &row, "Result of the match").markup(),
    ]);
    Some(Section::new("match", "The match", blocks))
}

fn words(run: &RunPage<'_>, result: &MatchSummary) -> Markup {
    let bots = &run.plan.request.bots;
    let challengers = if result.null == Null::NoDifference { 2 } else { 1 };
    let field = bots.names()[challengers..].join(", ");
    html! {
        p {
            @match result.null {
                Null::EqualShare { .. } => {
                    bdi { (bots.name(0)) } " against " bdi { (field) } "; an equal share is " (format!("{:.4}", result.null.mean())) "."
                }
                Null::NoDifference => {
                    "The share of " bdi { (bots.name(0)) } " less that of " bdi { (bots.name(1)) }
                    ", in the same seats of the same deals, each against " bdi { (field) } "."
                }
            }
        }
        @if matches!(run.plan.request.stop, Some(StopRule::Sprt(_))) {
            p.note { "The raw mean is biased by stopping: a lucky streak is what stops a test." }
        }
    }
}

/// The three intervals of a match.
fn intervals(estimates: &Estimates, result: &MatchSummary) -> Intervals {
    let Estimates { raw, adjusted, always } = *estimates;
    let named = [("raw", Some(raw)), ("stop-adjusted", adjusted), ("at every look", Some(always))];
    let rows = named.into_iter().filter_map(|(name, interval)| Some(Row::single(name.to_owned(), "", interval?)));
    let (null, what) = without_difference(result);
    Intervals {
        name: "match".to_owned(),
        caption: "Estimates with their 95 % intervals".to_owned(),
        axis: measured(result).to_owned(),
        rows: rows.collect(),
        legend: Vec::new(),
        reference: Some((null, what.to_owned())),
        band: None,
        ends: None,
    }
}

fn measured(result: &MatchSummary) -> &'static str {
    if result.null == Null::NoDifference { "difference of shares" } else { "share of the focus" }
}

fn without_difference(result: &MatchSummary) -> (f64, &'static str) {
    let what = if result.null == Null::NoDifference { "no difference" } else { "an equal share" };
    (result.null.mean(), what)
}

fn test_words(run: &RunPage<'_>, test: &TestSummary) -> Markup {
    let forfeits = forfeits_text(run.plan, &run.report.summary.forfeits);
    let words = test.sprt.words(test.decision);
    html! {
        h3 { "The sequential test" }
        p {
            "The test " code { (test.sprt) } " asks about t per deal, the distance from no difference in standard deviations of a \
             deal. It decides when the log-likelihood ratio reaches a bound, after 30 deals at the earliest: "
            @if test.decision == Decision::Undecided { "it is undecided" } @else { strong { (words) } }
            @if let Some(forfeits) = forfeits { "; " (isolated(&forfeits, run.plan.request.bots.names())) }
            "."
        }
        @if let Some(rates) = &test.error_rates {
            p {
                "Simulated with deals like these it accepts a false claim in " (percent(rates.accepts.mean))
                " of matches and rejects a true one in " (percent(rates.rejects.mean)) "."
            }
            @let (alpha, beta) = test.sprt.error_rates();
            @if rates.accepts.lo > alpha || rates.rejects.lo > beta {
                p.caution { "With deals like these the test errs more often than was asked for." }
            }
        }
    }
}

fn percent(share: f64) -> String {
    format!("{:.1}\u{a0}%", 100.0 * share)
}

fn test_path(run: &RunPage<'_>, test: &TestSummary) -> Path {
    let points = run.path.points();
    let point = |point: &MatchPoint| Some(Point { deals: point.deals, value: point.llr?, interval: None });
    let bound = |value: f64, decision: Decision| (value, format!("decides: {}", test.sprt.words(decision)));
    Path {
        name: "llr".to_owned(),
        caption: "Log-likelihood ratio of the test over deals, with its bounds".to_owned(),
        axis: "log-likelihood ratio".to_owned(),
        points: points.iter().filter_map(point).collect(),
        bounds: vec![bound(test.bounds.0, Decision::Rejected), bound(test.bounds.1, Decision::Accepted)],
    }
}

fn sequence_path(run: &RunPage<'_>, result: &MatchSummary) -> Path {
    let point = |point: &MatchPoint| {
        let interval = point.sequence;
        Point { deals: point.deals, value: interval.mean, interval: Some((interval.lo, interval.hi)) }
    };
    let (null, what) = without_difference(result);
    Path {
        name: "sequence".to_owned(),
        caption: "Mean over deals with its confidence sequence, which is valid whenever one looks".to_owned(),
        axis: measured(result).to_owned(),
        points: run.path.points().iter().map(point).collect(),
        bounds: vec![(null, what.to_owned())],
    }
}
