//! What must be said where ratings do not describe a run.

use riverlab_stats::Misfit;
use riverlab_stats::stable_sort::stable_sort_by;

use crate::plan::Plan;
use crate::tally::Summary;

/// How many misfits of a kind are named.
const NAMED: usize = 3;

/// A line for each way in which the ratings do not describe the run, beyond chance at 5 % over all of them, and one
/// that says what to do about it; nothing where they do.
pub(super) fn fit_notes(plan: &Plan, summary: &Summary) -> Vec<String> {
    let mut notes = Vec::new();
    if let Some(goodness) = &summary.goodness {
        let above = goodness.pairs.iter().map(|&((bot, opponent), misfit)| {
            let (bot, opponent, misfit) = if misfit.seen < misfit.predicted {
                (opponent, bot, misfit.mirrored())
            } else {
                (bot, opponent, misfit)
            };
            (format!("{} above {}", plan.name(bot), plan.name(opponent)), misfit)
        });
        notes.extend(misfits_text("how often one bot ends above another", "pairs", above.collect()));
        let next = goodness.behind.iter().map(|&(bot, misfit)| (plan.name(bot).to_owned(), misfit));
        notes.extend(misfits_text("who comes next behind the winners", "bots", next.collect()));
    }
    if let Some([first, second, third]) = summary.cycles.clearest.map(|bots| bots.map(|bot| plan.name(bot))) {
        let more = match summary.cycles.count {
            1 => String::new(),
            count => format!(" (one of {count} cycles)"),
        };
        notes.push(format!(
            "{first} beats {second}, {second} beats {third}, {third} beats {first}{more}: no ratings describe that"
        ));
    }
    if !notes.is_empty() {
        notes.push("so read shares and pairs, not ratings (each beyond chance, at 5 % over the whole run)".to_owned());
    }
    notes
}

/// The clear ones of some misfits, the largest first.
fn misfits_text(what: &str, tested: &str, misfits: Vec<(String, Misfit)>) -> Option<String> {
    let of = misfits.iter().filter(|(_, misfit)| misfit.p.is_some()).count();
    let mut clear: Vec<(String, Misfit)> = misfits.into_iter().filter(|(_, misfit)| misfit.is_clear()).collect();
    stable_sort_by(&mut clear, |(_, a), (_, b)| b.size().total_cmp(&a.size()));
    let named = clear.iter().take(NAMED).map(|(name, misfit)| {
        let Misfit { seen, predicted, standard_error, .. } = misfit;
        format!(
            "\n  {name}: seen {seen:.3}, predicted {predicted:.3} (standard error of the difference {standard_error:.3})"
        )
    });
    let rest = if clear.len() > NAMED { "\n  …" } else { "" };
    let head = format!("ratings do not describe {what}, for {} of {of} {tested}:", clear.len());
    (!clear.is_empty()).then(|| head + &named.collect::<String>() + rest)
}
