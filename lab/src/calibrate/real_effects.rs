//! The real balance study: the share effect of each experiment on each deal.

use std::sync::atomic::AtomicBool;

use riverlab_arena::error::ArenaError;
use riverlab_stats::Ratio;
use riverlab_stats::parallel_map::parallel_map;

use super::distribution::DealDistribution;
use super::simulator::Progress;
use crate::balance::effect::EffectTally;
use crate::balance::judging::limits;
use crate::balance::plan::StudyPlan;
use crate::balance::setup::{PreparedStage, StudySetup, StudyTable};
use crate::balance::stage::{Block, Experiment, SlotResult, Stage};
use crate::balance::verdict::Direction;

/// The deals that one thread plays at a time.
const CHUNK: u64 = 4;

/// A member of the family: the effects of an experiment.
#[derive(Clone, PartialEq, Debug)]
pub struct Member {
    /// What is done to what.
    pub name: String,
    /// The share effects of deals.
    pub effects: DealDistribution,
    /// The least and the greatest share effect that a deal can have.
    pub limits: (f64, f64),
    /// Which way effects point when the component is strong.
    pub direction: Direction,
}

/// The effects of a family.
#[derive(Clone, PartialEq, Debug)]
pub struct EffectSample {
    /// Those that can be measured, in the order of the family.
    pub members: Vec<Member>,
    /// How many cannot, as a ban leaves a player no legal move.
    pub impossible: usize,
}

/// Plays the experiments and keeps nothing on disk.
///
/// # Errors
/// When tables cannot be changed as asked for, the threads cannot be started, or a bot fails.
pub(crate) fn play_effects(
    plan: &StudyPlan,
    table: &dyn StudyTable,
    progress: &mut (dyn FnMut(Progress) + Send),
) -> Result<EffectSample, ArenaError> {
    let setup = StudySetup::new(plan, table)?;
    let stage = Stage::first(plan);
    let prepared = table.prepare(&setup, &stage, &AtomicBool::new(false))?.expect("nobody has stopped it");
    let mut effects = vec![Some(Ratio::default()); stage.experiments.len()];
    let at_once = CHUNK * rayon::current_num_threads() as u64;
    let mut done = 0;
    while done < plan.deals {
        let deals: Vec<u64> = (done + 1..=plan.deals.min(done + at_once)).collect();
        let chunks: Vec<&[u64]> = deals.chunks(CHUNK as usize).collect();
        for chunk in parallel_map(chunks.len(), |number| played(&*prepared, &stage, plan, chunks[number])) {
            chunk?.into_iter().for_each(|deal| add(&mut effects, deal));
        }
        done += deals.len() as u64;
        progress(Progress { part: "deals of the balance study", done, of: plan.deals });
    }
    let measured = stage
        .experiments
        .iter()
        .zip(&effects)
        .filter_map(|(experiment, effects)| effects.as_ref().map(|effects| member(plan, experiment, effects)));
    let members: Vec<Member> = measured.collect();
    Ok(EffectSample { impossible: effects.len() - members.len(), members })
}

/// The effects of all experiments on one deal, each a sum in sixtieths over its games; none where it cannot be played.
type DealEffects = Vec<Option<(i64, u64)>>;

fn add(effects: &mut [Option<Ratio>], deal: DealEffects) {
    for (effects, of_deal) in effects.iter_mut().zip(deal) {
        match (effects.as_mut(), of_deal) {
            (Some(effects), Some((sum, games))) => effects.add(sum, games),
            _ => *effects = None,
        }
    }
}

fn member(plan: &StudyPlan, experiment: &Experiment, effects: &Ratio) -> Member {
    let subject = &plan.family[experiment.subject];
    Member {
        name: subject.to_string(),
        effects: DealDistribution::of_ratio(effects),
        limits: limits(experiment.scope, plan.players as u64),
        direction: Direction::of(&subject.intervention),
    }
}

/// The effects on some deals.
fn played(
    prepared: &dyn PreparedStage,
    stage: &Stage,
    plan: &StudyPlan,
    deals: &[u64],
) -> Result<Vec<DealEffects>, ArenaError> {
    let never = AtomicBool::new(false);
    let mut worker = prepared.worker(&never);
    let mut block = |slot: usize, deal: u64| -> Result<Option<Block>, ArenaError> {
        Ok(match worker.play(slot, deal)? {
            SlotResult::Played(block) => Some(block),
            SlotResult::NoLegalMove(_) => None,
        })
    };
    let mut of_deal = |deal: u64| {
        let without = block(0, deal)?.expect("nothing is banned");
        let effect = |(idx, experiment): (usize, &Experiment)| {
            let games = stage.games_of(idx + 1, plan.players);
            Ok(block(idx + 1, deal)?.map(|with| (effect(plan, experiment, &with, &without), games)))
        };
        stage.experiments.iter().enumerate().map(effect).collect()
    };
    deals.iter().map(|&deal| of_deal(deal)).collect()
}

/// The share effect of a deal: a sum over its games.
fn effect(plan: &StudyPlan, experiment: &Experiment, with: &Block, without: &Block) -> i64 {
    let direction = Direction::of(&plan.family[experiment.subject].intervention);
    EffectTally::new(experiment.scope, direction, plan.players).add(with, without, false).share
}
