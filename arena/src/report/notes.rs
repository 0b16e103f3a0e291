//! What must be known of a run beside its tables: what pairing saved, what the self-check found, and when ratings hold.

use riverlab_stats::{Detail, Interval, Order, PairOrder, wilson};

use crate::plan::Plan;
use crate::report::forfeits::resting;
use crate::schedule::BotIdx;
use crate::tally::Summary;

/// Everything that must not be overlooked, one line each.
pub(super) fn notes(plan: &Plan, summary: &Summary) -> Vec<String> {
    let mut notes: Vec<String> = summary.pairing_efficiency.map(pairing_efficiency_text).into_iter().collect();
    notes.extend(summary.order.as_ref().map(|order| resting(plan, summary, order_text(plan, order))));
    notes.extend(self_play_notes(plan, summary));
    let groups = summary.ratings.groups;
    if groups > 1 {
        notes.push(format!("the bots fall into {groups} groups that never met: ratings and ranks hold within a group"));
    }
    if summary.ratings.winners_only {
        notes.push(
            "the game only says who won: ratings and pairs take the others as in unknown order, not as tied".to_owned(),
        );
    }
    if summary.ratings.detail == Detail::Pairs {
        notes.push("ratings are fitted to pairs of players: there are too many line-ups for whole rankings".to_owned());
    }
    if summary.ratings.separated {
        notes.push(
            "some bots won or lost without exception: the data only say how far apart these are at least".to_owned(),
        );
    }
    if !plan.reproducible {
        notes.push(
            "a bot whose moves depend on more than the plan (marked [timed] or [external]) played: the run is not \
             reproducible"
                .to_owned(),
        );
    }
    notes
}

/// The order of the bots as far as it is settled.
fn order_text(plan: &Plan, order: &Order) -> String {
    let sign = |known: &PairOrder| match known {
        PairOrder::Ahead => ">",
        PairOrder::Behind => "<",
        PairOrder::Equivalent => "=",
        PairOrder::Open => "?",
    };
    let next = |(known, &bot): (&PairOrder, &BotIdx)| format!(" {} {}", sign(known), plan.name(bot));
    let others: String = order.neighbors.iter().zip(&order.bots[1..]).map(next).collect();
    let text = plan.name(order.bots[0]).to_owned() + &others;
    let state = if order.is_settled() { "the order is settled" } else { "the order is not settled" };
    let open = if order.is_settled() { "" } else { ", ? open" };
    format!(
        "{state}: {text} (> told apart, = equivalent within {} of a share{open}; all at once with 95 %, at every look)",
        order.margin
    )
}

fn self_play_notes(plan: &Plan, summary: &Summary) -> Vec<String> {
    let (blocks, divergent) = (summary.self_play.blocks, summary.self_play.divergent);
    if blocks == 0 {
        return Vec::new();
    }
    let share = wilson(divergent, blocks);
    let [lo, hi] = [share.lo, share.hi].map(|share| 100.0 * share);
    let mut notes = vec![format!(
        "a bot against its copies: {divergent} of {blocks} blocks divergent (95 %: {lo:.1} to {hi:.1} % of all)"
    )];
    if divergent > 0 && plan.reproducible {
        notes.push("a bot does not play the same game twice: do not trust these results".to_owned());
    }
    notes
}

fn pairing_efficiency_text(factor: Interval) -> String {
    let what = "playing each deal in all rotations";
    if factor.mean.is_infinite() {
        return format!("{what} left no luck at all");
    }
    let saved = |factor: f64| 100.0 * (1.0 - 1.0 / factor);
    let [mean, lo, hi] = [factor.mean, factor.lo, factor.hi].map(saved);
    if mean >= 0.0 {
        return format!("{what} saved {mean:.0} % of the games (95 %: {lo:.0} to {hi:.0} %)");
    }
    let more = |factor: f64| 100.0 * (1.0 / factor - 1.0);
    let [mean, lo, hi] = [factor.mean, factor.hi, factor.lo].map(more);
    format!("{what} took {mean:.0} % more games than separate deals would (95 %: {lo:.0} to {hi:.0} %)")
}

#[cfg(test)]
#[path = "notes_tests.rs"]
mod tests;
