//! Effects that are found (q < 0.05), in plain words, each with a game that shows it.

use std::fmt::Write as _;

use riverlab_arena::shell::{Word, command_text};
use riverlab_engine::{Intervention, Scope};
use riverlab_stats::Interval;
use riverlab_stats::power::RATE;

use crate::balance::finding::Finding;
use crate::balance::plan::{StudyPlan, Subject};
use crate::balance::verdict::Verdict;

/// Whether an effect is found and not shown to lie within the margin.
pub(crate) fn is_outlier(finding: &Finding) -> bool {
    match finding.effect.verdict {
        Verdict::Balanced | Verdict::Undecided => false,
        Verdict::NearMargin => finding.effect.q < RATE,
        _ => true,
    }
}

/// What an outlier means, and how to see it.
pub(crate) fn outlier_text(plan: &StudyPlan, finding: &Finding) -> String {
    let mut text = format!("  {}\n", words(&plan.family[finding.subject], &finding.effect.share));
    if let Some(example) = finding.effect.example {
        let what = if example.taken { "a winner took it" } else { "it told most" };
        let _ = writeln!(text, "    {what}: {}", trace_command(plan, finding.bot, example.deal));
    }
    text
}

/// The command that shows the game of a deal in which nothing is done to any component.
pub(super) fn trace_command(plan: &StudyPlan, bot: usize, deal: u64) -> String {
    let (context, spec) = (&plan.context, &plan.bots.specs()[bot]);
    let mut words = vec![Word::new("players", plan.players), Word::new("seed", plan.seed), Word::new("deal", deal)];
    words.push(Word::list("bots", vec![spec; plan.players]));
    // The plan was made of its programs, so that the bot's is among them.
    words.extend(plan.programs.clone().of_bots(std::slice::from_ref(spec)).unwrap_or_default().words());
    command_text("trace", &context.game, &context.rules, &words)
}

/// An effect on the share in one line of plain words.
pub(super) fn words(subject: &Subject, share: &Interval) -> String {
    let who = who(subject);
    let way = if share.mean < 0.0 { "fewer" } else { "more" };
    let [mean, one, other] = [share.mean, share.lo, share.hi].map(|value| 100.0 * value * share.mean.signum());
    let (lo, hi) = (one.min(other), one.max(other));
    format!("{who} wins {mean:.1} of 100 games {way} ({lo:.1} to {hi:.1})")
}

/// The player whose share an effect is measured at.
fn who(subject: &Subject) -> String {
    let component = &subject.component;
    let who = match &subject.intervention {
        Intervention::Set(_) => return format!("with {component} the start player"),
        Intervention::Ban(Scope::All) => return format!("when nobody may take {component}, the start player"),
        Intervention::Remove => return format!("without {component} in the game the start player"),
        Intervention::Ban(Scope::One) => format!("a player who may not take {component}"),
        Intervention::Grant => format!("a player who gets {component} first"),
        Intervention::Cost { delta, .. } => format!("a player for whom {component} costs {delta:+}"),
        Intervention::Points { delta, .. } => format!("a player for whom {component} brings {delta:+} points"),
    };
    match subject.intervention.scope() {
        Scope::One => who,
        Scope::All => format!("{who}, for all, the start player"),
    }
}
