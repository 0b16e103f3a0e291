//! Forfeited games in words, for whatever rests on them: a program that fails is no weak bot.

use crate::plan::Plan;
use crate::tally::{Forfeits, Summary, TestSummary};

/// Which bots have forfeited how many of their games: `20 of 20 games were forfeited by cmd:bad`; none where none has.
pub fn forfeits_text(plan: &Plan, forfeits: &[Forfeits]) -> Option<String> {
    let (first, others) = forfeits.split_first()?;
    let by = |one: &Forfeits| format!("{} by {}", one.games, plan.name(one.bot));
    let Forfeits { bot, forfeits, games } = *first;
    let verb = if forfeits == 1 { "was" } else { "were" };
    let others = others.iter().map(|one| format!(", {} of {}", one.forfeits, by(one)));
    Some(format!("{forfeits} of {games} games {verb} forfeited by {}{}", plan.name(bot), others.collect::<String>()))
}

/// The same with what follows from it for all results.
pub(super) fn forfeits_note(plan: &Plan, summary: &Summary) -> Option<String> {
    let text = forfeits_text(plan, &summary.forfeits)?;
    Some(format!("{text}: shares, ratings and verdicts count them as lost; faults.csv says why the program failed"))
}

/// A verdict, with the forfeits that it rests on.
pub(super) fn resting(plan: &Plan, summary: &Summary, verdict: String) -> String {
    match forfeits_text(plan, &summary.forfeits) {
        Some(forfeits) => format!("{verdict}; {forfeits}"),
        None => verdict,
    }
}

/// What the test of a match has decided.
pub(super) fn decision_text(plan: &Plan, summary: &Summary, test: &TestSummary) -> String {
    resting(plan, summary, test.sprt.words(test.decision))
}
