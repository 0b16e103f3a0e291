//! Simulated studies of pairs, of which it is known what each component and each pair is worth.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use riverlab_arena::external::programs::Programs;
use riverlab_arena::store::file_names::SYNERGIES;
use riverlab_arena::table::GameTable;
use riverlab_engine::games::the_river::TheRiver;
use riverlab_engine::{PerPlayer, Seat};
use riverlab_stats::clopper_pearson;

use super::*;
use crate::balance::plan::Task;
use crate::balance::request::StudyRequest;
use crate::balance::stage::{Block, SlotResult};
use crate::balance::tally::StageTally;
use crate::balance::verdict::NOT_MEASURABLE;
use crate::long::studied;

/// The components of the studies, in the order of their families.
const COMPONENTS: [&str; 8] = ["fort-a", "fort-b", "fort-c", "inn-a", "inn-b", "inn-c", "mill-a", "mill-b"];

/// A ban of which leaves a player no legal move: of which subject, or pair, in which stage.
type NoMove = (usize, Option<usize>, usize);

/// What is so.
#[derive(Clone, Debug, Default)]
struct Truth {
    /// The share effect of a ban of each component alone.
    alone: [f64; COMPONENTS.len()],
    /// The interactions of pairs that have one.
    interactions: Vec<(Pair, f64)>,
    /// Bans that end with a player without a legal move.
    no_move: Vec<NoMove>,
}

impl Truth {
    fn interaction(&self, pair: Pair) -> f64 {
        self.interactions.iter().find(|(known, _)| *known == pair).map_or(0.0, |(_, worth)| *worth)
    }

    /// The chance of the one who must do without one component, or two.
    fn chance(&self, experiment: &Experiment) -> f64 {
        let one = self.alone[experiment.subject];
        let more = |other| self.alone[other] + self.interaction((experiment.subject, other));
        0.5 + one + experiment.partner.map_or(0.0, more)
    }
}

/// A plan of pairs of bans, for two players.
fn plan(pairs: usize, margin: f64, deals: (u64, u64)) -> StudyPlan {
    let request = StudyRequest {
        programs: Programs::default(),
        task: Task::Interactions(pairs),
        players: 2,
        bots: vec!["greedy".parse().expect("a bot")],
        components: COMPONENTS.map(str::to_owned).to_vec(),
        interventions: vec!["ban".parse().expect("one")],
        margin,
        deals: deals.0,
        confirm: deals.1,
        budget: None,
        seed: 1,
    };
    request.plan(&GameTable::<TheRiver>::standard()).expect("a plan")
}

/// Plays a stage: at each seat of a deal, four of five games depend on what all games of that seat and deal have in common.
fn play(setup: &StudySetup<'_>, stage: &Stage, number: usize, truth: &Truth, rng: &mut ChaCha8Rng) -> StageResult {
    let mut tally = StageTally::new(stage, setup);
    let block = |slot, deal, shares: [u32; 2], taken| {
        let shares = PerPlayer::from_fn(2, |seat: Seat| shares[seat.index()]);
        let scores = PerPlayer::from_fn(2, |seat: Seat| 60 * i64::from(shares[seat]));
        SlotResult::Played(Block { slot, deal, shares, scores, taken, held: Vec::new() })
    };
    for deal in stage.deals.clone() {
        let common: [f64; 2] = rng.random();
        let taken = setup.targets.iter().flatten().filter(|_| rng.random_bool(0.4)).copied().collect();
        tally.add(block(0, deal, [60, 0], taken));
        for (idx, experiment) in stage.experiments.iter().enumerate() {
            let slot = stage.baselines.len() + idx;
            if !tally.is_needed(slot) {
                continue;
            }
            if truth.no_move.contains(&(experiment.subject, experiment.partner, number)) {
                tally.add(SlotResult::NoLegalMove(NoLegalMove { slot, deal, seat: Seat::new(1), round: 3 }));
                continue;
            }
            let won = common.map(|common| {
                let luck = if rng.random_bool(0.8) { common } else { rng.random() };
                if luck < truth.chance(experiment) { 60 } else { 0 }
            });
            tally.add(block(slot, deal, won, Vec::new()));
        }
        tally.end_deal();
    }
    tally.result()
}

/// A whole study.
fn study(plan: &StudyPlan, truth: &Truth, seed: u64) -> (Vec<PairOfBot>, Report) {
    let table = GameTable::<TheRiver>::standard();
    let setup = StudySetup::new(plan, &table).expect("it fits the game");
    let (mut study, mut rng) = (InteractionsStudy::new(&setup, pairs(plan)), ChaCha8Rng::seed_from_u64(seed));
    let mut done: Vec<StageResult> = Vec::new();
    while let Some(stage) = study.next_stage(&done).expect("a stage") {
        done.push(play(&setup, &stage, done.len(), truth, &mut rng));
    }
    let synergies = done.get(1).map(|result| study.synergies(&done[0], result));
    (synergies.unwrap_or_default(), study.report(&done, true))
}

fn pairs(plan: &StudyPlan) -> usize {
    let Task::Interactions(pairs) = plan.study else { panic!("{:?}", plan.study) };
    pairs
}

/// Components with and without effects; three pairs of complements, three of substitutes, all others worth their sum. Of what
/// is called complements or substitutes at most 5 % are not, in at most 5 % of the studies anything is called additive that
/// is not, and what is there is found.
#[test]
fn interactions_that_are_there_are_found_and_others_seldom() {
    let truth = Truth {
        alone: [-0.12, -0.08, 0.0, 0.05, 0.0, -0.05, 0.0, 0.0],
        interactions: vec![
            ((0, 1), 0.1),
            ((0, 2), -0.1),
            ((3, 4), 0.1),
            ((1, 5), -0.1),
            ((0, 6), 0.06),
            ((1, 6), -0.06),
        ],
        no_move: Vec::new(),
    };
    let studies = studied(60, 400);
    let plan = plan(28, 0.06, (200, 1_500));
    let counts = (0..studies).into_par_iter().map(|seed| {
        let (synergies, _) = study(&plan, &truth, seed);
        assert_eq!(synergies.len(), 28);
        let (mut called, mut wrong) = (0_u32, 0_u32);
        let (mut found, mut wrong_additive, mut additive) = (0, false, 0);
        for synergy in &synergies {
            let (measured, worth) =
                (synergy.measured.as_ref().expect("all are possible"), truth.interaction(synergy.pair));
            let way = match measured.verdict() {
                SynergyVerdict::Complements => 1.0,
                SynergyVerdict::Substitutes => -1.0,
                verdict => {
                    additive += u64::from(verdict == SynergyVerdict::Additive && worth == 0.0);
                    wrong_additive |= verdict == SynergyVerdict::Additive && worth.abs() >= plan.margin;
                    continue;
                }
            };
            called += 1;
            wrong += u32::from(way * worth <= 0.0);
            found += u64::from(way * worth >= 0.1);
        }
        let false_discoveries = if called > 0 { f64::from(wrong) / f64::from(called) } else { 0.0 };
        (false_discoveries, u64::from(wrong_additive), found, additive)
    });
    let none = || (0.0, 0, 0, 0);
    let sums = counts.reduce(none, |one, two| (one.0 + two.0, one.1 + two.1, one.2 + two.2, one.3 + two.3));
    let (false_discoveries, wrong_additive) = (sums.0 / studies as f64, clopper_pearson(sums.1, studies));
    let [found, additive] = [sums.2 as f64 / (4 * studies) as f64, sums.3 as f64 / (22 * studies) as f64];
    println!("false discoveries {false_discoveries:.4}, studies with a wrong additive {wrong_additive:?}");
    println!("found of what is worth 0.1: {found:.4}; additive of what is: {additive:.4}");
    assert!(false_discoveries < 0.05 && wrong_additive.lo < 0.05, "{false_discoveries} {wrong_additive:?}");
    assert!(found > 0.9 && additive > 0.5, "{found} {additive}");
}

/// Intervals of interactions, of shares and of scores, hold the truth in 95 % of the cases, those of shares in a few more, as
/// they are bounded and the deals are few.
#[test]
fn intervals_of_interactions_hold_the_truth() {
    let truth = Truth {
        alone: [-0.1, -0.05, 0.0, 0.05, 0.0, 0.0, 0.0, 0.0],
        interactions: vec![((0, 1), 0.1), ((0, 2), -0.05)],
        no_move: Vec::new(),
    };
    let studies = studied(40, 200);
    let plan = plan(28, 0.02, (60, 400));
    let held: u64 = (0..studies)
        .into_par_iter()
        .map(|seed| {
            let holds = |synergy: &PairOfBot| {
                let interaction = &synergy.measured.as_ref().expect("all are possible").interaction;
                let worth = truth.interaction(synergy.pair);
                let of_score = 60.0 * worth;
                [(&interaction.share, worth), (&interaction.score, of_score)]
                    .map(|(interval, worth)| u64::from(interval.lo <= worth && worth <= interval.hi))
                    .iter()
                    .sum::<u64>()
            };
            study(&plan, &truth, seed).0.iter().map(holds).sum::<u64>()
        })
        .sum();
    let share = held as f64 / (2 * 28 * studies) as f64;
    println!("{share:.4} of {} intervals hold the truth", 56 * studies);
    assert!((0.94..0.975).contains(&share), "{share}");
}

/// Pairs that no bot can be without take up no place; what turns out to be impossible later has a row that says why.
#[test]
fn pairs_that_cannot_be_measured_are_said() {
    let plan = plan(3, 0.02, (60, 40));
    let alone = [-0.3, -0.2, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
    let rows = |no_move: &[NoMove]| {
        let (synergies, report) =
            study(&plan, &Truth { alone, interactions: Vec::new(), no_move: no_move.to_vec() }, 7);
        let is_measured = |synergy: &PairOfBot| (synergy.pair, synergy.measured.is_ok());
        (synergies.iter().map(is_measured).collect::<Vec<_>>(), report)
    };
    let (all, _) = rows(&[]);
    assert_eq!(all.len(), 3);
    assert!(all.iter().all(|((one, other), measured)| *measured && (*one < 2 || *other < 2)), "{all:?}");
    // In the screening: others take the places of its pairs.
    let (without, _) = rows(&[(0, None, 0)]);
    assert_eq!(without.len(), 3);
    assert!(without.iter().all(|((one, other), measured)| *measured && *one != 0 && *other != 0), "{without:?}");
    // On the fresh deals: a component alone, then a pair.
    let ((one, other), _) = all[0];
    for no_move in [(one, None, 1), (other, None, 1), (one, Some(other), 1)] {
        let (rows, report) = rows(&[no_move]);
        assert_eq!(rows.len(), 3);
        assert!(!rows[0].1, "{rows:?}");
        let (_, table) = report.files().into_iter().find(|(name, _)| *name == SYNERGIES).expect("a table");
        let table = String::from_utf8(table).expect("text");
        let row = table.lines().nth(1).expect("a row");
        assert!(row.contains(NOT_MEASURABLE) && row.contains("no legal move in round 3 of deal 61"), "{table}");
        let text = report.text.to_string();
        assert!(text.contains("cannot be measured"), "{text}");
    }
    let (none, report) = rows(&std::array::from_fn::<NoMove, 8, _>(|subject| (subject, None, 0)));
    let text = report.text.to_string();
    assert!(none.is_empty() && text.contains("pairs: none can be measured"), "{text}");
}
