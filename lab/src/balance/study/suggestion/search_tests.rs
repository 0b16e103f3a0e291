//! Searches by scripted results.

use riverlab_arena::table::GameTable;
use riverlab_engine::games::the_river::TheRiver;
use riverlab_stats::{Interval, Ratio};

use super::parity::{Position, Target};
use super::search::{Obstacle, Search, Suggestion};
use crate::balance::effect::{Effect, ShareEffects, Unpaired};
use crate::balance::plan::Task;
use crate::balance::request::StudyRequest;
use crate::balance::setup::StudySetup;
use crate::balance::stage::{Baseline, Stage};
use crate::balance::tally::{BaselineResult, StageResult};
use crate::balance::verdict::Verdict;

/// Effects and rates are seen on so many deals.
const DEALS: u64 = 2_000;

/// What a stage gives, and what the next one is.
struct Step {
    /// The effects of its experiments.
    effects: &'static [f64],
    /// How often inn-a is held under each of its baselines; all others are held by a quarter of the seats.
    rates: &'static [f64],
    /// The deals of the next stage; none where the search ends.
    deals: &'static str,
    /// What is changed in its baselines.
    baselines: &'static [&'static str],
}

/// A mean over deals of two values, of which one is as large as it can be on this share of them.
fn ratio(mean: f64, largest: i64) -> Ratio {
    let mut ratio = Ratio::default();
    let hits = (2.0 * mean.abs() * DEALS as f64).round() as u64;
    for deal in 0..DEALS {
        let is_hit = deal * hits % DEALS < hits;
        ratio.add(if is_hit { largest * mean.signum() as i64 } else { 0 }, 2);
    }
    ratio
}

fn effect(mean: f64) -> Effect {
    let interval = Interval { mean, lo: mean - 0.01, hi: mean + 0.01 };
    Effect {
        deals: DEALS,
        share: interval,
        shares: ShareEffects { sums: ratio(mean, 60), limits: (-0.5, 0.5) },
        sd: 0.1,
        score: interval,
        p: 1.0,
        q: 1.0,
        beyond: 1.0,
        within: 1.0,
        verdict: Verdict::Undecided,
        shape: [0.0, 3.0],
        extremes: (0.0, 0.0),
        unpaired: Unpaired::default(),
        example: None,
        anytime: None,
    }
}

/// What a stage would give.
fn result(stage: Stage, effects: &[f64], rates: &[f64]) -> StageResult {
    assert_eq!(stage.experiments.len(), effects.len(), "{:?}", stage.experiments);
    assert_eq!(stage.baselines.len(), rates.len(), "{:?}", stage.baselines);
    let baseline = |&rate: &f64| BaselineResult {
        score: Interval::point(0.0),
        start: Interval::point(0.5),
        holders: [rate, 0.25, 0.25, 0.25].map(|rate| ratio(rate, 1)).to_vec(),
        together: None,
    };
    StageResult {
        effects: effects.iter().map(|&mean| effect(mean)).collect(),
        tallies: Vec::new(),
        impossible: Vec::new(),
        contrasts: Vec::new(),
        baselines: rates.iter().map(baseline).collect(),
        games: 0,
        stage,
    }
}

/// Searches for grants of inn-a, mill-a, mill-b and mill-c, in the order of the game: each is a sibling of all others.
fn search(script: &[Step]) -> Suggestion {
    let request = StudyRequest {
        programs: riverlab_arena::external::programs::Programs::default(),
        task: Task::Suggestion,
        players: 2,
        bots: vec!["greedy".parse().expect("a bot")],
        components: ["mill-*", "inn-a"].map(str::to_owned).to_vec(),
        interventions: vec!["grant".parse().expect("one")],
        margin: 0.02,
        deals: 10,
        confirm: 5,
        budget: None,
        seed: 1,
    };
    let table = GameTable::<TheRiver>::standard();
    let plan = request.plan(&table).expect("a plan");
    let setup = StudySetup::new(&plan, &table).expect("it fits the game");
    let mut search = Search::new(&setup);
    let (mut done, mut stage) = (Vec::new(), search.next_stage(&[]).expect("tables"));
    for (number, step) in script.iter().enumerate() {
        done.push(result(stage.take().expect("a stage"), step.effects, step.rates));
        stage = search.next_stage(&done).expect("tables");
        let deals = stage.as_ref().map_or(String::new(), |next| format!("{:?}", next.deals));
        assert_eq!(deals, step.deals, "step {number}");
        let sets = |baseline: &Baseline| baseline.sets.join(" ").replace("building.inn-a.", "");
        let baselines: Vec<String> = stage.iter().flat_map(|next| next.baselines.iter().map(sets)).collect();
        assert_eq!(baselines, step.baselines, "step {number}");
    }
    assert_eq!(stage, None);
    search.suggestion(&done)
}

#[test]
fn changes_are_kept_while_they_bring_a_component_nearer() {
    let script = [
        Step {
            effects: &[0.09, 0.01, 0.02, 0.01],
            rates: &[0.25],
            deals: "1..=10",
            baselines: &["points=4", "cost.wood=4"],
        },
        Step {
            effects: &[0.05, 0.06],
            rates: &[0.25, 0.22],
            deals: "1..=10",
            baselines: &["points=4 points=3", "points=4 cost.wood=4"],
        },
        // The dearer inn would have just the effect of its siblings, but hardly anybody would build it.
        Step {
            effects: &[0.03, 0.012],
            rates: &[0.24, 0.1],
            deals: "1..=10",
            baselines: &["points=3 points=2", "points=3 cost.wood=4"],
        },
        // Within half the margin and half the band: that is enough, and checked.
        Step { effects: &[0.015, 0.01], rates: &[0.23, 0.1], deals: "11..=15", baselines: &["", "points=2"] },
        // That went too far.
        Step {
            effects: &[0.09, 0.01, 0.02, 0.01, -0.04, 0.01, 0.02, 0.01],
            rates: &[0.25, 0.2],
            deals: "11..=15",
            baselines: &["points=2 points=3", "points=2 cost.wood=2"],
        },
        Step { effects: &[0.005, 0.07], rates: &[0.22, 0.3], deals: "16..=20", baselines: &["", "points=3"] },
        Step {
            effects: &[0.1, 0.01, 0.02, 0.01, 0.015, 0.01, 0.02, 0.01],
            rates: &[0.25, 0.22],
            deals: "",
            baselines: &[],
        },
    ];
    let Suggestion { sets, effects, parities: [before, after], obstacles, .. } = search(&script);
    assert_eq!(sets, ["building.inn-a.points=3"]);
    assert_eq!((effects[0].len(), effects[1][0].1.share.mean), (4, 0.015));
    assert!(before[0].is_out() && !before[0].is_reached());
    assert!(after[0].is_reached() && obstacles.is_empty());
    let Position { effect, rate, target } = after[0].position;
    assert_eq!((effect, rate, target.effect, target.rate, target.siblings), (0.015, 0.22, 0.01, 0.25, 3));
}

#[test]
fn a_component_that_nobody_would_use_any_more_is_left_as_it_is() {
    let out = Step {
        effects: &[0.09, 0.01, 0.02, 0.01],
        rates: &[0.2],
        deals: "1..=10",
        baselines: &["points=4", "cost.wood=4"],
    };
    let script = [
        out,
        Step { effects: &[0.05, 0.01], rates: &[0.1, 0.05], deals: "11..=15", baselines: &["", ""] },
        Step {
            effects: &[0.09, 0.01, 0.02, 0.01, 0.09, 0.01, 0.02, 0.01],
            rates: &[0.2, 0.2],
            deals: "11..=15",
            baselines: &["points=4", "cost.wood=4"],
        },
        Step { effects: &[0.05, 0.01], rates: &[0.1, 0.05], deals: "", baselines: &[] },
    ];
    let suggestion = search(&script);
    assert_eq!((suggestion.sets.len(), suggestion.obstacles[&0]), (0, Obstacle::RateWouldLeave));
    assert!(!suggestion.parities[1][0].is_reached());
}

#[test]
fn a_component_that_is_hardly_used_is_made_better() {
    let at_parity: &[f64] = &[0.015, 0.01, 0.02, 0.01];
    let script = [
        Step { effects: at_parity, rates: &[0.05], deals: "1..=10", baselines: &["points=6", "cost.wood=2"] },
        // The cheaper one would be worth too much.
        Step {
            effects: &[0.02, 0.06],
            rates: &[0.2, 0.25],
            deals: "1..=10",
            baselines: &["points=6 points=7", "points=6 cost.wood=2"],
        },
        Step { effects: &[0.016, 0.06], rates: &[0.24, 0.25], deals: "11..=15", baselines: &["", "points=7"] },
        Step {
            effects: &[0.015, 0.01, 0.02, 0.01, 0.016, 0.01, 0.02, 0.01],
            rates: &[0.05, 0.24],
            deals: "",
            baselines: &[],
        },
    ];
    let suggestion = search(&script);
    assert_eq!(suggestion.sets, ["building.inn-a.points=7"]);
    assert!(suggestion.parities[0][0].is_out() && suggestion.parities[1][0].is_reached());
}

/// A position with so many margins above its siblings, and so many times their rate.
fn position(effect: f64, times: f64) -> Position {
    let target = Target { siblings: 3, effect: 0.01, margin: 0.02, rate: 0.2 };
    Position { effect: 0.01 + 0.02 * effect, rate: 0.2 * times, target }
}

#[test]
fn neither_limit_is_left_for_the_other() {
    let check = |before: (f64, f64), now: (f64, f64), expected: bool| {
        let [from, to] = [before, now].map(|(effect, times)| position(effect, times));
        assert_eq!(super::search::is_better(&from, &to), expected, "{before:?} {now:?}");
    };
    check((3.0, 1.0), (2.0, 0.8), true);
    check((3.0, 1.0), (0.0, 0.6), false);
    check((3.0, 1.0), (3.0, 1.0), false);
    check((3.0, 1.0), (-2.0, 1.0), true);
    check((0.5, 0.3), (0.9, 0.5), true);
    check((0.5, 0.3), (1.2, 0.9), false);
    check((3.0, 0.6), (2.0, 0.5), false);
    check((3.0, 0.5), (2.0, 0.6), true);
}

#[test]
fn changes_that_bring_both_nearer_come_first() {
    let before = position(3.0, 1.4);
    let key = |effect, times| super::search::preference(&before, &position(effect, times));
    assert!(key(2.5, 1.2) < key(1.0, 1.45));
    assert!(key(1.0, 1.2) < key(2.5, 1.2));
}

#[test]
fn what_stood_in_the_way_is_said() {
    let check = |before: Position, tries: &[Position], expected| {
        assert_eq!(super::search::obstacle(&before, tries), expected, "{before:?} {tries:?}");
    };
    check(position(3.0, 1.0), &[position(3.5, 1.0), position(1.0, 0.3)], Obstacle::RateWouldLeave);
    check(position(0.5, 0.3), &[position(2.0, 0.8)], Obstacle::EffectWouldLeave);
    check(position(3.0, 1.0), &[position(3.5, 1.0)], Obstacle::NothingHelps);
    check(position(3.0, 1.0), &[], Obstacle::NothingHelps);
}
