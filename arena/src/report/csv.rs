//! Result tables as CSV files and as JSON.

use riverlab_stats::{Interval, Misfit, Order, PairOrder};
use serde_json::{Value, json};

use crate::json::pretty;
use crate::plan::Plan;
use crate::report::cell::Cell;
use crate::report::forfeits::forfeits_text;
use crate::report::rows::of_match::{self, MatchRow};
use crate::report::rows::{components, pairs, ratings, seats, standings, timing};
use crate::tally::{ComponentLine, MatchSummary, Summary, TimingLine};

/// `standings.csv`, best bot first.
pub(crate) fn standings_csv(plan: &Plan, summary: &Summary) -> Vec<u8> {
    standings::layout(plan).csv(standings::rows(plan, summary))
}

/// `pairs.csv`, by bot, then by opponent. With a single bot it has no rows.
pub(crate) fn pairs_csv(plan: &Plan, summary: &Summary) -> Vec<u8> {
    pairs::layout(plan).csv(pairs::rows(plan, summary))
}

/// `seats.csv`, in turn order from the start player.
pub(crate) fn seats_csv(plan: &Plan, summary: &Summary) -> Vec<u8> {
    seats::layout(plan).csv(seats::rows(plan, summary))
}

/// `ratings.csv`: bots, then seats.
pub(crate) fn ratings_csv(plan: &Plan, summary: &Summary) -> Vec<u8> {
    ratings::layout(plan).csv(ratings::rows(plan, summary))
}

/// `match.csv`.
pub(crate) fn match_csv(plan: &Plan, summary: &Summary, result: &MatchSummary) -> Vec<u8> {
    of_match::layout(plan).csv([MatchRow::of(plan, summary, result)])
}

/// `timing.csv`.
pub(crate) fn timing_csv(plan: &Plan, lines: &[TimingLine]) -> Vec<u8> {
    timing::layout().csv(timing::rows(plan, lines))
}

/// `elements.csv`, in the order of the game.
pub(crate) fn components_csv(plan: &Plan, lines: &[ComponentLine]) -> Vec<u8> {
    components::layout(plan).csv(lines)
}

/// How many times as many games separate deals would take, with its interval.
fn games_saved(factor: &Interval) -> Value {
    let [mean, lo, hi] = [factor.mean, factor.lo, factor.hi].map(|value| Cell::Number(value).json());
    json!({ "factor": mean, "lo": lo, "hi": hi })
}

/// Whether the ratings describe the run: how many tests there were and how many of them failed, and cycles.
fn fit(plan: &Plan, summary: &Summary) -> Value {
    let clearest = summary.cycles.clearest.map(|bots| bots.map(|bot| plan.name(bot)));
    let mut value = json!({ "cycles": summary.cycles.count, "clearest_cycle": clearest });
    if let Some(goodness) = &summary.goodness {
        let pairs: Vec<&Misfit> = goodness.pairs.iter().map(|(_, misfit)| misfit).collect();
        let bots: Vec<&Misfit> = goodness.behind.iter().map(|(_, misfit)| misfit).collect();
        for (tested, failed, misfits) in [("pairs_tested", "pairs_misfit", pairs), ("bots_tested", "bots_misfit", bots)]
        {
            value[tested] = json!(misfits.iter().filter(|misfit| misfit.p.is_some()).count());
            value[failed] = json!(misfits.iter().filter(|misfit| misfit.is_clear()).count());
        }
    }
    value
}

/// The order of the bots as far as it is settled.
fn order_json(plan: &Plan, order: &Order) -> Value {
    let known = |known: &PairOrder| match known {
        PairOrder::Ahead => "ahead",
        PairOrder::Behind => "behind",
        PairOrder::Equivalent => "equivalent",
        PairOrder::Open => "open",
    };
    json!({
        "settled": order.is_settled(),
        "margin": order.margin,
        "bots": order.bots.iter().map(|&bot| plan.name(bot)).collect::<Vec<_>>(),
        "neighbors": order.neighbors.iter().map(known).collect::<Vec<_>>(),
    })
}

/// The run and all of its tables as JSON.
pub fn json_text(
    plan: &Plan,
    summary: &Summary,
    result: Option<&MatchSummary>,
    components: &[ComponentLine],
) -> String {
    pretty(&json_value(plan, summary, result, components))
}

/// The same as a value.
pub fn json_value(
    plan: &Plan,
    summary: &Summary,
    result: Option<&MatchSummary>,
    components: &[ComponentLine],
) -> Value {
    let mut value = json!({
        "run": plan,
        "deals_played": summary.deals,
        "standings": standings::layout(plan).json_rows(standings::rows(plan, summary)),
        "ratings": ratings::layout(plan).json_rows(ratings::rows(plan, summary)),
        "pairs": pairs::layout(plan).json_rows(pairs::rows(plan, summary)),
        "seats": seats::layout(plan).json_rows(seats::rows(plan, summary)),
        "games_saved": summary.pairing_efficiency.as_ref().map(games_saved),
        "fit": fit(plan, summary),
        "self_play": { "blocks": summary.self_play.blocks, "divergent": summary.self_play.divergent },
    });
    if let Some(order) = &summary.order {
        value["order"] = order_json(plan, order);
        if let Some(forfeits) = forfeits_text(plan, &summary.forfeits) {
            value["order"]["forfeits"] = json!(forfeits);
        }
    }
    if let Some(result) = result {
        value["match"] = of_match::layout(plan).json(&MatchRow::of(plan, summary, result));
    }
    if !components.is_empty() {
        value["elements"] = components::layout(plan).json_rows(components);
    }
    value
}
