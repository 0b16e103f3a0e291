//! What two components are worth together beyond the sum of what each is worth.
//!
//! Notation: V(S) is the share that a player wins who may have the components S, of two called a and b. A ban of one, of the
//! other and of both has the effects V(b) − V(ab), V(a) − V(ab) and V(∅) − V(ab); grants have V(a) − V(∅), V(b) − V(∅) and
//! V(ab) − V(∅). In either case the *interaction* is the effect of both less those of each:
//!
//! I = V(ab) − V(a) − V(b) + V(∅),
//!
//! what a is worth where b is there less what it is worth where b is not. Above 0 they are *complements*, below 0
//! *substitutes*. It is measured deal by deal, as all four games are played on the same deal.
//!
//! Of n components there are n(n − 1)/2 pairs, too many to play all. So everything is played alone first, and pairs are
//! *screened*: those come first of which at least one component stands out alone (p < 0.1 for any bot), as interactions
//! without main effects are rare (weak heredity: Hamada and Wu 1992), and among these those whose components are most
//! associated in what winners of the games without an intervention took, one way or the other
//! (phi coefficient). As many as are asked for are played, with their components alone, on
//! fresh deals, and only these count. Over all pairs and bots
//!
//! - *complements* and *substitutes* are discoveries with q < 0.05 (Benjamini and Hochberg 1995);
//! - *additive* has p < 0.05 of an interaction beyond the margin, adjusted by Holm's method, and comes before the former.
//!
//! Refuses: what affects all players, as it is measured at the start player alone; pairs of different interventions.

use std::collections::{BTreeMap, BTreeSet};

use comfy_table::Table;
use riverlab_arena::error::ArenaError;
use riverlab_arena::report::terminal::{Text, fitted};
use riverlab_arena::report::text::{p_text, text_table};
use riverlab_engine::Intervention;
use riverlab_stats::holm;
use riverlab_stats::power::STANDS_OUT;
use riverlab_stats::stable_sort::stable_sort_by;
use serde_json::json;

use super::Study;
use super::effects::{findings, tables};
use crate::balance::effect::Effect;
use crate::balance::plan::StudyPlan;
use crate::balance::report::Report;
use crate::balance::report::precision::Precision;
use crate::balance::report::rows::synergies::{self, Synergy, SynergyRow, SynergyVerdict};
use crate::balance::report::summary::summary_text;
use crate::balance::report::tables::Tables;
use crate::balance::setup::StudySetup;
use crate::balance::stage::{Baseline, Comparison, Experiment, NoLegalMove, Stage};
use crate::balance::tally::{Contrast, StageResult};
use crate::balance::together::TakenTogether;

/// Two subjects of a family, by their numbers.
type Pair = (usize, usize);

/// A study of pairs.
#[derive(Debug)]
pub(crate) struct InteractionsStudy<'a> {
    plan: &'a StudyPlan,
    /// All that can be done at the same time.
    possible: Vec<Pair>,
    /// The number of pairs to be played.
    count: usize,
}

/// A pair of subjects for one bot.
#[derive(Clone, Debug)]
struct PairOfBot {
    pair: Pair,
    bot: usize,
    /// What was measured, or why nothing can be.
    measured: Result<Synergy, NoLegalMove>,
    association: f64,
}

/// The pairs of a family to which the same can be done at the same time.
pub(in crate::balance) fn possible_pairs(setup: &StudySetup<'_>) -> Vec<Pair> {
    let family = &setup.plan.family;
    let is_possible = |&(one, other): &Pair| {
        let (Some(first), Some(second)) = (setup.targets[one], setup.targets[other]) else { return false };
        family[one].intervention == family[other].intervention
            && match family[one].intervention {
                Intervention::Grant => setup.table.grants_agree(first, second),
                _ => true,
            }
    };
    let all = (0..family.len()).flat_map(|one| (one + 1..family.len()).map(move |other| (one, other)));
    all.filter(is_possible).collect()
}

impl<'a> InteractionsStudy<'a> {
    /// A study of so many pairs.
    pub(crate) fn new(setup: &StudySetup<'a>, count: usize) -> InteractionsStudy<'a> {
        InteractionsStudy { plan: setup.plan, possible: possible_pairs(setup), count }
    }

    /// The pairs that are played, those that the screening puts first; a pair of which no bot can be without a component is
    /// none.
    fn screened(&self, screening: &StageResult) -> Vec<Pair> {
        let experiments = screening.stage.experiments.iter().zip(&screening.effects);
        let standing_out: BTreeSet<usize> =
            experiments.filter(|(_, effect)| effect.p < STANDS_OUT).map(|(experiment, _)| experiment.subject).collect();
        let together = together(screening);
        let ranked = |&(one, other): &Pair| {
            let stands_out = standing_out.contains(&one) || standing_out.contains(&other);
            (!stands_out, -together.association(one, other).abs(), (one, other))
        };
        let bots = 0..self.plan.bots.len();
        let is_measurable = |pair: &&Pair| bots.clone().any(|bot| impossible(screening, bot, **pair).is_none());
        let mut pairs: Vec<(bool, f64, Pair)> = self.possible.iter().filter(is_measurable).map(ranked).collect();
        stable_sort_by(&mut pairs, |one, other| {
            one.0.cmp(&other.0).then(one.1.total_cmp(&other.1)).then(one.2.cmp(&other.2))
        });
        pairs.truncate(self.count);
        let mut chosen: Vec<Pair> = pairs.into_iter().map(|(_, _, pair)| pair).collect();
        chosen.sort_unstable();
        chosen
    }

    /// The pairs with their components alone, for every bot for which both are possible, on fresh deals.
    fn stage(&self, screening: &StageResult) -> Stage {
        let (plan, pairs) = (self.plan, self.screened(screening));
        let (mut experiments, mut contrasts) = (Vec::new(), Vec::new());
        for bot in 0..plan.bots.len() {
            let of_bot = |pair: &&Pair| impossible(screening, bot, **pair).is_none();
            let pairs: Vec<Pair> = pairs.iter().filter(of_bot).copied().collect();
            let subjects: BTreeSet<usize> = pairs.iter().flat_map(|&(one, other)| [one, other]).collect();
            let first = experiments.len();
            experiments.extend(subjects.iter().map(|&subject| Experiment::new(plan, bot, subject)));
            let alone = |subject: usize| first + subjects.range(..subject).count();
            for (one, other) in pairs {
                contrasts.push(Comparison { one: experiments.len(), less: alone(one), and_less: Some(alone(other)) });
                experiments.push(Experiment { partner: Some(other), ..Experiment::new(plan, bot, one) });
            }
        }
        Stage {
            baselines: (0..plan.bots.len()).map(|bot| Baseline { sets: Vec::new(), bot }).collect(),
            experiments,
            contrasts,
            deals: plan.deals + 1..=plan.deals + plan.confirm,
        }
    }

    /// What the stage of pairs has shown, by pair, then by bot; of pairs that cannot be measured, why not.
    fn synergies(&self, screening: &StageResult, result: &StageResult) -> Vec<PairOfBot> {
        let (together, mut measured) = (together(screening), measured(result));
        let bots = 0..self.plan.bots.len();
        let pairs = self.screened(screening);
        let all = pairs.iter().flat_map(|&pair| bots.clone().map(move |bot| (pair, bot)));
        let synergy = |(pair, bot): (Pair, usize)| {
            let not_possible = || impossible(screening, bot, pair).or_else(|| impossible(result, bot, pair));
            let measured = measured.remove(&(pair, bot));
            let measured = measured.ok_or_else(|| not_possible().expect("pairs are measured or impossible"));
            PairOfBot { pair, bot, measured, association: together.association(pair.0, pair.1) }
        };
        all.map(synergy).collect()
    }

    fn row(&self, of_bot: PairOfBot) -> SynergyRow {
        let PairOfBot { pair, bot, measured, association } = of_bot;
        let (one, other) = (&self.plan.family[pair.0], &self.plan.family[pair.1]);
        SynergyRow {
            element: one.component.clone(),
            other: other.component.clone(),
            intervention: one.intervention_name(),
            bot: self.plan.bots.names()[bot].clone(),
            measured,
            association,
        }
    }

    /// The pairs for a terminal, the largest interactions first.
    fn text(&self, rows: &[SynergyRow]) -> Text {
        let measured = rows.iter().filter_map(|row| Some((row, row.measured.as_ref().ok()?)));
        let mut shown: Vec<(&SynergyRow, &Synergy)> = measured.collect();
        let size = |(_, measured): &(&SynergyRow, &Synergy)| measured.interaction.share.mean.abs();
        stable_sort_by(&mut shown, |one, other| size(other).total_cmp(&size(one)));
        let title = format!(
            "\npairs: the effect of both less those of each; {} on fresh deals, {} cannot be measured\n",
            self.plan.confirm,
            rows.len() - shown.len()
        );
        let table = fitted(table(&shown), &self.droppable());
        Text::from(title).with(table).with(counts_text(&shown))
    }

    /// The columns of the table that may be left out: first those with the same in all rows.
    fn droppable(&self) -> Vec<(usize, &'static str)> {
        let mut columns = Vec::new();
        columns.extend((self.plan.bots.len() == 1).then_some((3, "bot")));
        let first = &self.plan.family[0].intervention;
        columns.extend(self.plan.family.iter().all(|one| one.intervention == *first).then_some((2, "intervention")));
        columns.extend([(4, "one"), (5, "other"), (6, "both"), (9, "q")]);
        columns
    }
}

/// A line for each pair.
fn table(shown: &[(&SynergyRow, &Synergy)]) -> Table {
    let mut table = text_table(
        &["element", "and", "", "bot", "one", "other", "both", "interaction", "95 % interval", "q", "verdict"],
        &[0, 1, 2, 3, 10],
    );
    let effect = |effect: &Effect| format!("{:+.4}", effect.share.mean);
    for (row, measured) in shown {
        let share = &measured.interaction.share;
        table.add_row([
            row.element.clone(),
            row.other.clone(),
            row.intervention.clone(),
            row.bot.clone(),
            effect(&measured.one),
            effect(&measured.other),
            effect(&measured.both),
            format!("{:+.4}", share.mean),
            format!("{:+.4} .. {:+.4}", share.lo, share.hi),
            p_text(measured.interaction.q),
            measured.verdict().name().to_owned(),
        ]);
    }
    table
}

/// How often each verdict is given.
fn counts_text(shown: &[(&SynergyRow, &Synergy)]) -> String {
    let count = |verdict: SynergyVerdict| shown.iter().filter(|(_, measured)| measured.verdict() == verdict).count();
    let counts = SynergyVerdict::ALL.into_iter().map(|verdict| (count(verdict), verdict.name()));
    let counts = counts.filter(|(count, _)| *count > 0).map(|(count, verdict)| format!("{count} {verdict}"));
    counts.collect::<Vec<_>>().join(", ") + "\n"
}

impl Study for InteractionsStudy<'_> {
    fn next_stage(&mut self, done: &[StageResult]) -> Result<Option<Stage>, ArenaError> {
        Ok(match done {
            [] => Some(Stage::first(self.plan)),
            [screening] => Some(self.stage(screening)).filter(|stage| !stage.experiments.is_empty()),
            _ => None,
        })
    }

    fn report(&self, stages: &[StageResult], is_complete: bool) -> Report {
        let (plan, findings) = (self.plan, findings(self.plan, stages));
        let synergies = stages.get(1).map(|result| self.synergies(&stages[0], result)).unwrap_or_default();
        let rows: Vec<SynergyRow> = synergies.into_iter().map(|of_bot| self.row(of_bot)).collect();
        let tables = Tables { synergies: rows, ..tables(plan, &findings) };
        let precision = Precision::of(plan, &findings);
        let mut text = summary_text(plan, &findings, &precision);
        if !tables.synergies.is_empty() {
            text.push(self.text(&tables.synergies));
        } else if is_complete {
            text.push("\npairs: none can be measured, as without one of its components a player has no legal move\n");
        }
        let json = json!({
            "study": plan,
            "findings": tables.findings_json(),
            "synergies": synergies::layout().json_rows(&tables.synergies),
        });
        // Differences between bots have no file beside that of pairs.
        let tables = Tables { interactions: Vec::new(), ..tables };
        Report { tables, notes: precision.sentences(), text, json }
    }
}

/// Where the screening, or a stage of pairs, found that a ban of a pair's components, of one or of both, leaves this bot no
/// legal move.
fn impossible(result: &StageResult, bot: usize, (one, other): Pair) -> Option<NoLegalMove> {
    let is_of_pair = |experiment: &Experiment| match experiment.partner {
        None => [one, other].contains(&experiment.subject),
        Some(partner) => (experiment.subject, partner) == (one, other),
    };
    let mut found = result.impossible.iter();
    let found = found.find(|found| result.stage.bot_of(&found.experiment) == bot && is_of_pair(&found.experiment));
    found.map(|found| found.found)
}

/// What the stage of pairs has shown of those in `contrasts`, each with its bot.
fn measured(result: &StageResult) -> BTreeMap<(Pair, usize), Synergy> {
    let stage = &result.stage;
    let within: Vec<f64> = result.contrasts.iter().map(|contrast| contrast.within.unwrap_or(1.0)).collect();
    let alone = |baseline: usize, subject: usize| {
        let is_it = |one: &Experiment| (one.baseline, one.subject, one.partner) == (baseline, subject, None);
        result.effects[stage.experiments.iter().position(is_it).expect("it is played alone")].clone()
    };
    let of_contrast = |(contrast, within): (&Contrast, f64)| {
        let experiment = &stage.experiments[contrast.pair.0];
        let pair = (experiment.subject, experiment.partner.expect("a pair"));
        let measured = Synergy {
            one: alone(experiment.baseline, pair.0),
            other: alone(experiment.baseline, pair.1),
            both: result.effects[contrast.pair.0].clone(),
            interaction: contrast.clone(),
            within,
        };
        ((pair, stage.bot_of(experiment)), measured)
    };
    result.contrasts.iter().zip(holm(&within)).map(of_contrast).collect()
}

/// What winners took together in the games without an intervention, of all bots.
fn together(screening: &StageResult) -> TakenTogether {
    let mut all = screening.baselines.iter().filter_map(|baseline| baseline.together.as_ref());
    let mut sum = all.next().cloned().expect("it is noted in studies of pairs");
    all.for_each(|more| sum.merge(more));
    sum
}

#[cfg(test)]
mod tests;
