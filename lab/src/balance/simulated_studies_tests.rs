//! Thousands of simulated studies: how often a family has a false verdict, and how often what is there is found.
//!
//! Effects of deals are drawn from those of real studies of The River with two players, tilted to the mean that is asked for.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use riverlab_engine::{PerPlayer, Scope};
use riverlab_stats::power::{Design, Power, RATE, STANDS_OUT};
use riverlab_stats::{Bracket, bisect};

use super::effect::{Effect, EffectTally, effects};
use super::stage::Block;
use super::verdict::{Direction, Verdict};
use crate::long::studied;

/// What both seats of a deal won together: 0, half a game, …, two games, of which one is won without the intervention.
const WON: [[u32; 2]; 5] = [[0, 0], [30, 0], [60, 0], [60, 30], [60, 60]];

/// How many deals of a study had each: of a ban and a grant with `greedy`, and of a ban with `mcts:sims=20`.
pub(super) const STUDIES: [[f64; 5]; 3] =
    [[111.0, 28.0, 3773.0, 17.0, 71.0], [237.0, 61.0, 1893.0, 116.0, 693.0], [166.0, 36.0, 607.0, 34.0, 157.0]];

/// The chances of a study's deals, tilted until the mean effect is this.
pub(super) fn tilted(study: &[f64; 5], effect: f64) -> [f64; 5] {
    let at = |tilt: f64| {
        let weights: [f64; 5] = std::array::from_fn(|kind| study[kind] * libm::exp(tilt * value(kind)));
        let total: f64 = weights.iter().sum();
        weights.map(|weight| weight / total)
    };
    at(bisect(Bracket { before: -40.0, after: 40.0 }, 80, |tilt| mean(&at(tilt)) < effect).before)
}

/// The effect of a deal: the mean share of both seats less one half.
fn value(kind: usize) -> f64 {
    f64::from(WON[kind][0] + WON[kind][1]) / 120.0 - 0.5
}

fn mean(chances: &[f64; 5]) -> f64 {
    (0..5).map(|kind| value(kind) * chances[kind]).sum()
}

/// The design of studies with such deals and this effect.
fn design(real: &[f64; 5], effect: f64, family: usize, margin: f64) -> Design {
    let chances = tilted(real, effect);
    let moment = |power| (0..5).map(|kind| (value(kind) - effect).powi(power) * chances[kind]).sum::<f64>();
    let sd = moment(2).sqrt();
    Design { sd, shape: [moment(3) / sd.powi(3), moment(4) / sd.powi(4)], extremes: (-0.5, 0.5), family, margin }
}

/// What a member gives on so many deals, with these chances of each kind.
pub(super) fn tally(chances: &[f64; 5], deals: u64, rng: &mut ChaCha8Rng) -> EffectTally {
    let block = |[one, other]: [u32; 2]| Block {
        slot: 0,
        deal: 1,
        shares: PerPlayer::from_fn(2, |seat| if seat.index() == 0 { one } else { other }),
        scores: PerPlayer::from_fn(2, |_| 0),
        taken: Vec::new(),
        held: Vec::new(),
    };
    let (blocks, without) = (WON.map(block), block([60, 0]));
    let mut tally = EffectTally::new(Scope::One, Direction::Up, 2);
    for _ in 0..deals {
        let mut left: f64 = rng.random();
        let kind = chances.iter().position(|chance| {
            left -= chance;
            left < 0.0
        });
        tally.add(&blocks[kind.unwrap_or(2)], &without, false);
    }
    tally
}

/// A study of effects with these chances, each on so many deals.
fn study(members: &[[f64; 5]], deals: u64, margin: f64, seed: u64) -> Vec<Effect> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let tallies: Vec<EffectTally> = members.iter().map(|chances| tally(chances, deals, &mut rng)).collect();
    effects(&tallies, &vec![0; members.len()], margin, 1)
}

/// In how many studies a finding like this is there.
fn count(members: &[[f64; 5]], deals: u64, margin: f64, studies: u64, found: impl Fn(&[Effect]) -> bool + Sync) -> f64 {
    let with = (0..studies).into_par_iter().filter(|&seed| found(&study(members, deals, margin, seed))).count();
    with as f64 / studies as f64
}

/// All members of a family at the margin, or without an effect: in at most 5.5 % of 4,000 studies any of them is called
/// balanced, strong or weak; in the quick form four standard errors are allowed.
#[test]
fn families_seldom_have_a_false_verdict() {
    let (studies, sizes) = studied((120, &[1, 10][..]), (4_000, &[1, 10, 50]));
    let most = if studies == 4_000 { 0.055 } else { 0.05 + 4.0 * (0.05_f64 * 0.95 / studies as f64).sqrt() };
    for (which, real) in STUDIES.iter().enumerate() {
        for &family in sizes {
            for deals in [100, 300] {
                let margin = if which == 0 { 0.02 } else { 0.05 };
                let any =
                    |effects: &[Effect], verdict: fn(Verdict) -> bool| effects.iter().any(|one| verdict(one.verdict));
                for (sign, what) in [(1.0, "margin"), (-1.0, "minus the margin"), (0.0, "no effect")] {
                    let members = vec![tilted(real, sign * margin); family];
                    let called =
                        count(&members, deals, margin, studies, |effects| any(effects, Verdict::is_beyond_margin));
                    let balanced =
                        count(&members, deals, margin, studies, |effects| any(effects, |one| one == Verdict::Balanced));
                    let text = format!(
                        "study {which}, {family} members, {deals} deals, {what}: {called} called, {balanced} balanced"
                    );
                    println!("{text}");
                    assert!(called <= most && (sign == 0.0 || balanced <= most), "{text}");
                }
            }
        }
    }
}

/// One member with an effect among others without: what the design says is what 2,000 studies find, within three points.
#[test]
fn the_power_that_is_stated_is_found() {
    let (studies, sizes, within) = studied((300, &[10][..], 0.12), (2_000, &[1, 10, 50], 0.03));
    for (which, real) in STUDIES.iter().enumerate() {
        let (margin, deals) = [(0.015, 600), (0.05, 500), (0.05, 700)][which];
        for &family in sizes {
            let first = |effect: f64| {
                let mut members = vec![tilted(real, 0.0); family];
                members[0] = tilted(real, effect);
                members
            };
            let stated = |effect: f64| design(real, effect, family, margin).power(deals, 0);
            let share = |effect: f64, found: fn(&Effect) -> bool| {
                count(&first(effect), deals, margin, studies, |effects| found(&effects[0]))
            };
            let of: [(&str, f64, f64); 3] = [
                ("found", stated(margin).margin_found, share(margin, |effect| effect.q < RATE)),
                (
                    "called",
                    stated(2.0 * margin).twice_called,
                    share(2.0 * margin, |effect| effect.verdict == Verdict::Strong),
                ),
                ("balanced", stated(0.0).none_balanced, share(0.0, |effect| effect.verdict == Verdict::Balanced)),
            ];
            for (what, stated, seen) in of {
                let text = format!("study {which}, {family} members, {what}: stated {stated:.3}, seen {seen:.3}");
                println!("{text}");
                assert!((stated - seen).abs() <= within, "{text}");
            }
        }
    }
}

/// A study that confirms, in a family of ten: the same.
#[test]
fn the_power_of_two_looks_is_found() {
    let (studies, within) = studied((200, 0.14), (2_000, 0.03));
    let (margin, deals, confirm, real) = (0.05, 300, 900, &STUDIES[1]);
    let two_looks = |effect: f64, seed: u64| {
        let mut members = vec![tilted(real, 0.0); 10];
        members[0] = tilted(real, effect);
        let screened = study(&members, deals, margin, 2 * seed);
        let again: Vec<_> = (0..10).filter(|&member| screened[member].p < STANDS_OUT).collect();
        if again.first() != Some(&0) {
            return screened[0].clone();
        }
        let fresh: Vec<_> = again.iter().map(|&member| members[member]).collect();
        study(&fresh, confirm, margin, 2 * seed + 1).swap_remove(0)
    };
    let share = |effect: f64, found: fn(&Effect) -> bool| {
        (0..studies).into_par_iter().filter(|&seed| found(&two_looks(effect, seed))).count() as f64 / studies as f64
    };
    let power = |effect: f64| design(real, effect, 10, margin).power(deals, confirm);
    let stated: [fn(&Power) -> f64; 2] = [|power| power.margin_found, |power| power.twice_called];
    let found: [fn(&Effect) -> bool; 2] = [|effect| effect.q < RATE, |effect| effect.verdict == Verdict::Strong];
    for (idx, effect) in [margin, 2.0 * margin].into_iter().enumerate() {
        let (stated, seen) = (stated[idx](&power(effect)), share(effect, found[idx]));
        println!("{effect}: stated {stated:.3}, seen {seen:.3}");
        assert!((stated - seen).abs() <= within, "{effect}: stated {stated}, seen {seen}");
    }
}
