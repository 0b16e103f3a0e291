//! Which verdicts hold under other readings of the tables.
//!
//! Values that only a picture of the printed game shows are reconstructed, and the tables state their plausible
//! alternatives ([`riverlab_engine::Alternative`]). Everything is played under the tables as given and under each reading, on
//! the same deals. A verdict *holds* under a reading that gives the same one, *changes* under one that gives another
//! where also the effects differ (q < 0.05 over all differences of the study), and is *open* under all others.

use riverlab_bots::Evaluate;
use riverlab_engine::Alternative;
use wildmatch::WildMatch;

use super::effect::{Effect, RATE, Verdict};
use super::stage::{PreparedStage, Stage};
use super::study::{StudyPlan, Subject};
use super::tally::{Contrast, StageResult};
use crate::error::ArenaError;

/// What a reading makes of a verdict.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Robustness {
    /// It is the same.
    Holds,
    /// The deals do not tell.
    Open,
    /// It is another one.
    Changes,
}

impl Robustness {
    /// As it stands in files.
    pub fn name(self) -> &'static str {
        match self {
            Robustness::Holds => "holds",
            Robustness::Open => "open",
            Robustness::Changes => "changes",
        }
    }
}

/// An effect under a reading.
#[derive(Clone, PartialEq, Debug)]
pub struct SensitivityResult {
    /// The reading.
    pub reading: Alternative,
    /// What was done to what.
    pub subject: Subject,
    /// The bot: an index into those of the study.
    pub bot: usize,
    /// The effect under the reading.
    pub effect: Effect,
    /// The verdict under the tables as given.
    pub given: Verdict,
    /// The effect under the reading less that under the tables as given.
    pub difference: Contrast,
    /// What the reading makes of the verdict.
    pub outcome: Robustness,
}

/// The readings of the tables that patterns mean: by their names, or by the keys of the values that they move. All where
/// there is no pattern.
///
/// # Errors
/// When the tables have no readings, or a pattern means none.
pub fn chosen(readings: &[Alternative], patterns: &[String]) -> Result<Vec<Alternative>, ArenaError> {
    let usage = |text: String| Err(ArenaError::Usage(text));
    if readings.is_empty() {
        return usage("--readings: the tables of this game state no other readings".to_owned());
    }
    let means = |pattern: &str, reading: &Alternative| {
        let pattern = WildMatch::new(pattern);
        pattern.matches(&reading.id) || reading.covers.iter().any(|key| pattern.matches(key))
    };
    for pattern in patterns {
        if !readings.iter().any(|reading| means(pattern, reading)) {
            let first = &readings[0].id;
            return usage(format!(
                "--readings \"{pattern}\": means none of {} readings, such as {first}",
                readings.len()
            ));
        }
    }
    let wanted = |reading: &&Alternative| patterns.is_empty() || patterns.iter().any(|pattern| means(pattern, reading));
    Ok(readings.iter().filter(wanted).cloned().collect())
}

/// The readings that are possible, and how many are not: with what else is changed in the tables values no longer fit
/// together, or what is asked cannot be done under them.
pub fn possible<G: Evaluate>(
    readings: Vec<Alternative>,
    plan: &StudyPlan,
    rules: &'static G::Rules,
) -> (Vec<Alternative>, usize) {
    let all = readings.len();
    let is_possible = |reading: &Alternative| {
        let stage = plan.stage(std::slice::from_ref(&reading.sets), &plan.family, 1..=1);
        PreparedStage::<G>::new(&stage, &plan.rules, rules, plan.players).is_ok()
    };
    let possible: Vec<Alternative> = readings.into_iter().filter(is_possible).collect();
    let lost = all - possible.len();
    (possible, lost)
}

/// The one stage of such a study: the tables as given, then each reading.
pub fn stage(plan: &StudyPlan, readings: &[Alternative]) -> Stage {
    let given = std::iter::once(Vec::new());
    let changes: Vec<Vec<String>> = given.chain(readings.iter().map(|reading| reading.sets.clone())).collect();
    let mut stage = plan.stage(&changes, &plan.family, 1..=plan.deals);
    let each = plan.bots.len() * plan.family.len();
    stage.contrasts = (each..stage.experiments.len()).map(|experiment| (experiment, experiment % each)).collect();
    stage
}

/// Every effect under every reading: by subject, by bot, by reading.
pub fn reread(plan: &StudyPlan, readings: &[Alternative], result: &StageResult) -> Vec<SensitivityResult> {
    let (family, each) = (plan.family.len(), plan.bots.len() * plan.family.len());
    let mut all: Vec<SensitivityResult> = (each..result.effects.len())
        .map(|place| {
            let (effect, given) = (&result.effects[place], result.effects[place % each].verdict);
            let difference = result.contrasts[place - each].clone();
            SensitivityResult {
                reading: readings[place / each - 1].clone(),
                subject: plan.family[place % family].clone(),
                bot: place % each / family,
                outcome: outcome(given, effect.verdict, difference.q),
                effect: effect.clone(),
                given,
                difference,
            }
        })
        .collect();
    let place = |subject: &Subject| plan.family.iter().position(|other| other == subject);
    all.sort_by_key(|reread| (place(&reread.subject), reread.bot));
    all
}

fn outcome(given: Verdict, under: Verdict, q: f64) -> Robustness {
    if given == under {
        return Robustness::Holds;
    }
    let decided = given != Verdict::Undecided && under != Verdict::Undecided;
    if decided && q < RATE { Robustness::Changes } else { Robustness::Open }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_change_only_where_effects_differ() {
        for (given, under, q, expected) in [
            (Verdict::Strong, Verdict::Strong, 0.9, Robustness::Holds),
            (Verdict::Strong, Verdict::Balanced, 0.9, Robustness::Open),
            (Verdict::Strong, Verdict::Balanced, 0.01, Robustness::Changes),
            (Verdict::Strong, Verdict::Undecided, 0.01, Robustness::Open),
            (Verdict::Undecided, Verdict::Weak, 0.01, Robustness::Open),
        ] {
            assert_eq!(outcome(given, under, q), expected, "{given:?} {under:?} {q}");
        }
    }

    #[test]
    fn patterns_mean_readings_by_name_or_key() {
        let reading = |id: &str, covers: &[&str]| Alternative {
            id: id.to_owned(),
            covers: covers.iter().map(|&key| key.to_owned()).collect(),
            sets: Vec::new(),
            why: String::new(),
        };
        let all = [reading("a.points-1", &["a.points"]), reading("counts/1", &["tile.x.count", "tile.y.count"])];
        let count = |patterns: &[&str]| {
            let patterns: Vec<String> = patterns.iter().map(|&pattern| pattern.to_owned()).collect();
            chosen(&all, &patterns).map(|found| found.len()).map_err(|error| error.to_string())
        };
        assert_eq!(count(&[]), Ok(2));
        assert_eq!(count(&["a.*"]), Ok(1));
        assert_eq!(count(&["tile.*.count", "a.points"]), Ok(2));
        assert_eq!(count(&["b"]), Err("--readings \"b\": means none of 2 readings, such as a.points-1".to_owned()));
        assert!(chosen(&[], &[]).is_err());
    }
}
