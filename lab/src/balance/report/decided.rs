//! What an adaptive study has decided, with what it took, and what it leaves open.

use serde_json::{Value, json};

use crate::balance::plan::StudyPlan;
use crate::balance::race::Race;
use crate::balance::race::arm::{Arm, Status};
use crate::balance::verdict::Verdict;

/// How many of the open experiments are named.
const NAMED: usize = 10;

/// How many experiments were decided in each way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Counts {
    /// Shown to lie beyond the margin.
    beyond: usize,
    /// Shown to lie within it.
    balanced: usize,
    /// Near the margin.
    near: usize,
    /// Not measurable.
    impossible: usize,
    /// Open.
    open: usize,
}

impl Counts {
    fn of(race: &Race) -> Counts {
        let mut counts = Counts::default();
        for arm in race.arms() {
            let count = match arm.status {
                Status::Open => &mut counts.open,
                Status::NotMeasurable(_) => &mut counts.impossible,
                Status::Decided(adjusted) => match adjusted.verdict {
                    Verdict::Balanced => &mut counts.balanced,
                    Verdict::NearMargin => &mut counts.near,
                    _ => &mut counts.beyond,
                },
            };
            *count += 1;
        }
        counts
    }

    fn decided(self) -> usize {
        self.beyond + self.balanced + self.near
    }
}

/// What was decided, in sentences without their points.
pub(crate) fn decided_sentences(plan: &StudyPlan, race: &Race) -> Vec<String> {
    let counts = Counts::of(race);
    let Counts { beyond, balanced, near, open, .. } = counts;
    let most = race.arms().iter().map(|arm| arm.shares.deals()).max().unwrap_or(0);
    let of = counts.decided() + open;
    let budget = plan.budget.map_or_else(String::new, |budget| format!(" of a budget of {budget}"));
    let mut sentences = vec![
        format!(
            "decided: {} of {of}: {beyond} by e-BH (beyond the margin, false discoveries at most 5 %), {balanced} by \
             equivalence (within it, any wrong one with at most 5 %), {near} near the margin (interval narrower than half \
             of it)",
            counts.decided()
        ),
        format!(
            "played: {} games{budget}, in {} rounds, at most {most} deals for one experiment; verdicts and intervals of \
             shares hold at every look, but intervals of what is near the margin and of scores are those of one look",
            race.games(),
            race.rounds()
        ),
    ];
    if open > 0 {
        let named = open_names(plan, race).take(NAMED).collect::<Vec<_>>().join(", ");
        let more = if open > NAMED { format!(" and {} more", open - NAMED) } else { String::new() };
        sentences.push(format!("open: {named}{more}"));
    }
    sentences
}

/// The experiments that are open.
fn open_names<'a>(plan: &'a StudyPlan, race: &'a Race) -> impl Iterator<Item = String> + 'a {
    race.arms().iter().filter(|arm| arm.is_open()).map(|arm| name(plan, arm))
}

fn name(plan: &StudyPlan, arm: &Arm) -> String {
    let subject = &plan.family[arm.experiment.subject];
    if plan.bots.len() == 1 {
        return subject.to_string();
    }
    format!("{subject} ({})", plan.bots.names()[arm.experiment.baseline])
}

/// The same for a terminal.
pub(crate) fn decided_text(plan: &StudyPlan, race: &Race) -> String {
    let lines = decided_sentences(plan, race).into_iter().map(|sentence| sentence + "\n");
    "\n".to_owned() + &lines.collect::<String>()
}

/// The same for programs.
pub(crate) fn decided_json(race: &Race) -> Value {
    let Counts { beyond, balanced, near, impossible, open } = Counts::of(race);
    json!({
        "beyond": beyond,
        "balanced": balanced,
        "near_margin": near,
        "not_measurable": impossible,
        "open": open,
        "rounds": race.rounds(),
        "games": race.games(),
    })
}
