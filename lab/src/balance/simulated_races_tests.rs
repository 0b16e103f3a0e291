//! Simulated studies that are played until all is decided: how often they are wrong, what they find, and what they save.
//!
//! Effects of deals are drawn as in [`simulated_studies_tests`](super::simulated_studies_tests).

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use riverlab_engine::Scope;
use riverlab_stats::clopper_pearson;

use super::effect::{Effect, EffectTally, effects};
use super::race::Race;
use super::race::arm::{Arm, Status};
use super::simulated_studies_tests::{STUDIES, tally, tilted};
use super::stage::{Experiment, Stage};
use super::verdict::{Direction, Verdict};
use crate::long::studied;

/// A study of these members for one bot, with two players.
fn race(members: usize, margin: f64) -> Race {
    let arm = |subject| {
        let experiment = Experiment { baseline: 0, subject, partner: None, scope: Scope::One };
        Arm::new(experiment, Direction::Up, 2, margin)
    };
    Race::of_arms((0..members).map(arm).collect(), margin, 2, 100)
}

/// Plays a round.
fn play(race: &mut Race, stage: &Stage, members: &[[f64; 5]], rng: &mut ChaCha8Rng) {
    let deals = stage.deal_count();
    let tallies: Vec<EffectTally> =
        stage.experiments.iter().map(|experiment| tally(&members[experiment.subject], deals, rng)).collect();
    let games = deals * stage.games_per_deal(2);
    race.add(stage.experiments.iter().zip(&tallies), &[], *stage.deals.end(), games);
}

/// A whole study with this budget of games.
fn study(members: &[[f64; 5]], margin: f64, budget: u64, seed: u64) -> Race {
    let (mut rng, mut race) = (ChaCha8Rng::seed_from_u64(seed), race(members.len(), margin));
    while let Some(stage) = race.next_round(Some(budget - race.games())) {
        play(&mut race, &stage, members, &mut rng);
    }
    race
}

fn verdict(arm: &Arm) -> Option<Verdict> {
    match arm.status {
        Status::Decided(adjusted) => Some(adjusted.verdict),
        Status::Open | Status::NotMeasurable(_) => None,
    }
}

/// What studies with some planted effects come to.
struct Planted {
    /// The mean share of false ones among what is called strong or weak.
    false_discoveries: f64,
    /// In how many studies anything is called balanced that is not within the margin.
    wrong_balanced: u64,
    /// How many effects of twice the margin are called what they are, of so many.
    found: (u64, u64),
}

/// Studies of families of which a fifth are strong, a fifth weak, by twice the margin, two fifths at the margin on either side,
/// and the rest without an effect.
fn planted(real: &[f64; 5], family: usize, margin: f64, budget: u64, studies: u64) -> Planted {
    let effects: Vec<f64> = (0..family).map(|idx| [2.0, -2.0, 1.0, -1.0, 0.0][idx % 5] * margin).collect();
    let members: Vec<[f64; 5]> = effects.iter().map(|&effect| tilted(real, effect)).collect();
    let one = |seed: u64| {
        let race = study(&members, margin, budget, seed);
        let seen: Vec<(f64, Option<Verdict>)> = effects.iter().copied().zip(race.arms().iter().map(verdict)).collect();
        let called: Vec<_> = seen.iter().filter(|(_, seen)| seen.is_some_and(Verdict::is_beyond_margin)).collect();
        let is_right = |&(effect, seen): &(f64, Option<Verdict>)| {
            (effect > margin && seen == Some(Verdict::Strong)) || (effect < -margin && seen == Some(Verdict::Weak))
        };
        let right = seen.iter().filter(|one| is_right(one)).count();
        let is_wrong =
            |(effect, seen): &(f64, Option<Verdict>)| effect.abs() >= margin && *seen == Some(Verdict::Balanced);
        ((called.len() - right) as f64 / called.len().max(1) as f64, seen.iter().any(is_wrong), right as u64)
    };
    let all: Vec<(f64, bool, u64)> = (0..studies).into_par_iter().map(one).collect();
    Planted {
        false_discoveries: all.iter().map(|one| one.0).sum::<f64>() / studies as f64,
        wrong_balanced: all.iter().filter(|one| one.1).count() as u64,
        found: (all.iter().map(|one| one.2).sum(), studies * (family as u64 * 2).div_ceil(5)),
    }
}

/// At most 5 % of what is called strong or weak is not, in at most 5 % of the studies anything is wrongly called balanced, and
/// at least 90 % of what is twice the margin away is found, with 400,000 games for fifty experiments.
#[test]
fn studies_seldom_err_and_find_what_is_there() {
    let studies = studied(24, 400);
    for (real, margin, family, budget) in
        [(&STUDIES[0], 0.02, 50, 400_000), (&STUDIES[1], 0.05, 20, 400_000), (&STUDIES[2], 0.05, 20, 400_000)]
    {
        let Planted { false_discoveries, wrong_balanced, found: (found, of) } =
            planted(real, family, margin, budget, studies);
        let text = format!(
            "margin {margin}, {family} members: false discoveries {false_discoveries:.4}, {wrong_balanced} of {studies} \
             studies with a wrong balanced, {found} of {of} found"
        );
        println!("{text}");
        assert!(false_discoveries <= 0.05, "{text}");
        assert!(clopper_pearson(wrong_balanced, studies).lo < 0.05 && wrong_balanced <= studies / 12, "{text}");
        assert!(found as f64 >= 0.9 * of as f64, "{text}");
    }
}

/// The least number of deals, in steps of a tenth, after which a study of fixed size has decided everything: called strong,
/// weak or balanced, or with an interval narrower than half the margin.
fn fixed_deals(members: &[[f64; 5]], margin: f64, seed: u64) -> u64 {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut tallies: Vec<EffectTally> =
        members.iter().map(|_| EffectTally::new(Scope::One, Direction::Up, 2)).collect();
    let mut deals = 0;
    loop {
        let more = (deals / 10).max(100);
        deals += more;
        for (tally_so_far, chances) in tallies.iter_mut().zip(members) {
            tally_so_far.merge(&tally(chances, more, &mut rng));
        }
        let is_decided = |effect: &Effect| {
            effect.verdict.is_beyond_margin()
                || effect.verdict == Verdict::Balanced
                || effect.share.width() < margin / 2.0
        };
        if effects(&tallies, &vec![0; members.len()], margin, 1).iter().all(is_decided) {
            return deals;
        }
    }
}

/// Some effects that are hard to tell from the margin among others that are not: a study of fixed size that decides all of
/// them takes many more games, even if somebody knew beforehand which size that is, and that nobody looks before.
#[test]
fn attention_where_a_verdict_is_open_saves_games() {
    let (real, margin) = (&STUDIES[0], 0.02);
    let effects: Vec<f64> =
        (0..50).map(|idx| margin * [0.85, 0.0, 0.2, 3.0, 4.0, 0.1, 0.0, 0.2, 3.0, 0.1][idx % 10]).collect();
    let members: Vec<[f64; 5]> = effects.iter().map(|&effect| tilted(real, effect)).collect();
    let games = |seed| {
        let race = study(&members, margin, u64::MAX / 2, seed);
        assert!(race.arms().iter().all(|arm| !arm.is_open()));
        let is_right = |(arm, effect): &(&Arm, &f64)| match verdict(arm) {
            Some(Verdict::Strong) => **effect > margin,
            Some(Verdict::Balanced) => **effect < margin,
            Some(Verdict::NearMargin) => (**effect - margin).abs() < margin / 2.0,
            _ => false,
        };
        let right = race.arms().iter().zip(&effects).filter(is_right);
        (race.games(), fixed_deals(&members, margin, seed) * 101, right.count())
    };
    let all: Vec<(u64, u64, usize)> = (0..studied(8, 100)).into_par_iter().map(games).collect();
    let mean = |of: fn(&(u64, u64, usize)) -> u64| all.iter().map(of).sum::<u64>() as f64 / all.len() as f64;
    let (adaptive, fixed) = (mean(|one| one.0), mean(|one| one.1));
    let right = all.iter().map(|one| one.2).min().unwrap_or(0);
    println!("{adaptive} games, {fixed} with a fixed number of deals, at least {right} of 50 right");
    assert!(right >= 48 && adaptive < 0.65 * fixed, "{adaptive} {fixed} {right}");
}

/// What is called near the margin has an interval that covers the truth as often as it says, whether its deals are few or
/// many, and whichever else is decided before.
#[test]
fn intervals_near_the_margin_cover_the_truth() {
    let studies = studied(60, 1_000);
    for (real, margin) in [(&STUDIES[0], 0.02), (&STUDIES[1], 0.05)] {
        let effects: Vec<f64> =
            [0.7, 0.85, 0.95, 1.0, 1.05, 1.15, 1.3, 3.0, -1.0, 0.0].iter().map(|times| times * margin).collect();
        let members: Vec<[f64; 5]> = effects.iter().map(|&effect| tilted(real, effect)).collect();
        let one = |seed: u64| {
            let race = study(&members, margin, u64::MAX / 2, seed);
            let near = race.arms().iter().zip(&effects).filter(|(arm, _)| verdict(arm) == Some(Verdict::NearMargin));
            near.fold([0, 0], |[covered, all], (arm, &effect)| {
                let interval = arm.interval();
                assert!(interval.width() < margin / 2.0);
                [covered + u64::from((interval.lo..=interval.hi).contains(&effect)), all + 1]
            })
        };
        let all: Vec<[u64; 2]> = (0..studies).into_par_iter().map(one).collect();
        let [covered, all] = all.iter().fold([0, 0], |sum, one| [sum[0] + one[0], sum[1] + one[1]]);
        println!("margin {margin}: {covered} of {all}");
        assert!(all > 4 * studies && clopper_pearson(covered, all).hi > 0.94, "{covered} of {all}");
    }
}

/// Every round is played on deals of its own, by experiments that are open, within the budget.
#[test]
fn rounds_have_fresh_deals_and_keep_to_the_budget() {
    let members: Vec<[f64; 5]> =
        [0.0, 0.04, 0.02, -0.06, 0.01].iter().map(|&effect| tilted(&STUDIES[0], effect)).collect();
    for budget in [1_100, 1_777, 20_000, 60_000] {
        let (mut rng, mut race) = (ChaCha8Rng::seed_from_u64(1), race(5, 0.02));
        let (mut next_deal, mut decided) = (1, Vec::new());
        while let Some(stage) = race.next_round(Some(budget - race.games())) {
            assert_eq!(*stage.deals.start(), next_deal);
            next_deal = stage.deals.end() + 1;
            let is_open = |experiment: &Experiment| race.arms()[experiment.subject].is_open();
            assert!(stage.experiments.iter().all(is_open), "{stage:?}");
            play(&mut race, &stage, &members, &mut rng);
            assert!(race.games() <= budget);
            let now: Vec<Option<Verdict>> = race.arms().iter().map(verdict).collect();
            let is_kept = |(before, now): (&Option<Verdict>, &Option<Verdict>)| before.is_none() || before == now;
            assert!(decided.iter().zip(&now).all(is_kept), "{decided:?} {now:?}");
            decided = now;
        }
        let is_over = race.arms().iter().all(|arm| !arm.is_open());
        assert!(is_over || budget - race.games() < 3, "{budget}: {} games", race.games());
    }
    assert!(study(&members, 0.02, 600_000, 1).arms().iter().all(|arm| !arm.is_open()));
}
