//! How near a tuning comes to the best setting of landscapes that are known, with games that are won by chance; and how often
//! the match of its winner is wrong.
//!
//! The long form, of 200 tunings of 20,000 games over 6 options on each, and of three times as many matches by themselves:
//! `RIVERLAB_TUNE=200 cargo test --release -p riverlab-lab --lib -- tune::landscapes --nocapture`.

use std::f64::consts::LN_10;

use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use riverlab_arena::tally::{MatchTally, Null};
use riverlab_stats::{DealSum, Decision};

use crate::long::scaled;

use super::confirm::test;
use super::goal::share_of;
use super::objective::Objective;
use super::search::{PlayedRound, Tuning};
use super::space::Space;

/// What a setting is worth in logits, by its distance from the best.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Landscape {
    Quadratic,
    Flat,
    /// All is lost a tenth of the range beyond the best value of the first option.
    Cliff,
    /// Another optimum in the opposite corner is 17 Elo points worse.
    TwoOptima,
}

impl Landscape {
    fn value(self, best: &[f64], x: &[f64]) -> f64 {
        let squares = |sign: f64| x.iter().zip(best).map(|(x, best)| (x - sign * best).powi(2)).sum::<f64>();
        match self {
            Landscape::Flat => 0.0,
            Landscape::Quadratic => 0.3 - 0.35 * squares(1.0),
            Landscape::Cliff if x[0] > best[0] + 0.2 => -0.8,
            Landscape::Cliff => 0.3 - 0.3 * squares(1.0),
            Landscape::TwoOptima => (0.3 - 0.6 * squares(1.0)).max(0.2 - 0.6 * squares(-1.0)).max(-1.0),
        }
    }

    fn best(self, options: usize, rng: &mut impl Rng) -> Vec<f64> {
        let mut coordinate = || {
            let drawn: f64 = rng.random_range(-0.6..0.6);
            if self == Landscape::TwoOptima { 0.5 * drawn.signum() } else { drawn }
        };
        (0..options).map(|_| coordinate()).collect()
    }
}

/// The share of each of these bots in a deal of two games; what cards decide is the same for all, and partly the same for both
/// sides.
fn deal(values: &[f64], rng: &mut impl Rng) -> Vec<f64> {
    let luck: f64 = rng.random_range(-1.0..1.0);
    let mut game = |value: f64| f64::from(u8::from(rng.random::<f64>() < share_of(value)));
    values.iter().map(|value| f64::midpoint(game(value + luck), game(value - 0.6 * luck))).collect()
}

/// What came of one tuning.
struct Outcome {
    /// How much worse than the best the winner is, in Elo points.
    regret: f64,
    /// Whether the match says that it is better than the bot as it was.
    is_confirmed: bool,
    /// Whether the interval of the match has the difference in it.
    is_covered: bool,
}

fn tuned(landscape: Landscape, options: usize, games: u64, deals: u64, seed: u64) -> Outcome {
    let dimensions = (0..options).map(|option| format!("o{option}=0..1").parse().expect("an option")).collect();
    let space = Space::new(dimensions).expect("options");
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let best = landscape.best(options, &mut rng);
    let value = |setting: &[f64]| landscape.value(&best, setting);
    let mut tuning = Tuning::new(space, games / 2, Objective::Share.goal(2), seed);
    while let Some(round) = tuning.next_round() {
        let values: Vec<f64> = round.settings.iter().map(|setting| value(setting)).collect();
        let mut shares = vec![Vec::new(); values.len()];
        for _ in 0..round.deals {
            shares.iter_mut().zip(deal(&values, &mut rng)).for_each(|(shares, share)| shares.push(share));
        }
        tuning.add(PlayedRound { round, shares });
    }
    let winner = value(&tuning.winner().setting);
    // The bot as it was has its options in the middle.
    let [is_confirmed, is_covered] = confirmed(winner, value(&vec![0.0; options]), deals, &mut rng);
    Outcome { regret: elo(value(&best) - winner), is_confirmed, is_covered }
}

/// The expected share of a bot.
fn expected(value: f64) -> f64 {
    let steps = 2_000;
    let at = |step: u32| -1.0 + (2.0 * f64::from(step) + 1.0) / f64::from(steps);
    let both = (0..steps).map(|step| f64::midpoint(share_of(value + at(step)), share_of(value - 0.6 * at(step))));
    both.sum::<f64>() / f64::from(steps)
}

fn elo(logits: f64) -> f64 {
    400.0 / LN_10 * logits
}

/// The match of a winner with the bot as it was: whether it says that the winner is better, and whether its interval has the
/// difference in it.
fn confirmed(winner: f64, before: f64, deals: u64, rng: &mut impl Rng) -> [bool; 2] {
    let mut tally = MatchTally::new(Null::NoDifference, Some(test(deals)), deals, false);
    for _ in 0..deals {
        let sixtieths = deal(&[winner, before], rng).iter().map(|share| (share * 120.0) as i64).collect::<Vec<_>>();
        let [winner, before] = [sixtieths[0], sixtieths[1]].map(|sum| DealSum { sum, count: 2 });
        if tally.add(winner, before).is_some_and(|decision| decision != Decision::Undecided) {
            break;
        }
    }
    let shown = tally.summary().test.expect("a test");
    let difference = expected(winner) - expected(before);
    [shown.decision == Decision::Accepted, shown.adjusted.lo <= difference && difference <= shown.adjusted.hi]
}

struct Found {
    regrets: Vec<f64>,
    confirmed: usize,
    covered: usize,
}

fn find(landscape: Landscape, options: usize, games: u64, runs: u64) -> Found {
    let outcomes: Vec<Outcome> =
        (1..=runs).into_par_iter().map(|seed| tuned(landscape, options, games, 4_000, seed)).collect();
    let mut regrets: Vec<f64> = outcomes.iter().map(|outcome| outcome.regret).collect();
    regrets.sort_by(f64::total_cmp);
    let count = |which: fn(&Outcome) -> bool| outcomes.iter().filter(|outcome| which(outcome)).count();
    let found = Found {
        confirmed: count(|outcome| outcome.is_confirmed),
        covered: count(|outcome| outcome.is_covered),
        regrets,
    };
    println!(
        "{landscape:?}, {options} options, {games} games: regret {:.1} in half, {:.1} in 90 %, {:.1} at most; {} of {runs} \
         confirmed, intervals hold in {}",
        found.at(0.5),
        found.at(0.9),
        found.at(1.0),
        found.confirmed,
        found.covered
    );
    found
}

impl Found {
    /// The regret that this part of the tunings does not exceed.
    fn at(&self, part: f64) -> f64 {
        self.regrets[((self.regrets.len() as f64 * part).ceil() as usize - 1).min(self.regrets.len() - 1)]
    }
}

/// How many of so many intervals hold at least, within four deviations of what chance does.
fn least_covered(intervals: u64) -> f64 {
    let intervals = intervals as f64;
    0.95 * intervals - 4.0 * (0.95 * 0.05 * intervals).sqrt()
}

fn long_runs() -> Option<u64> {
    Some(std::env::var("RIVERLAB_TUNE").ok()?.parse().expect("a number of tunings"))
}

#[test]
fn winners_are_near_the_best() {
    for landscape in [Landscape::Quadratic, Landscape::Cliff, Landscape::TwoOptima] {
        if let Some(runs) = long_runs() {
            let found = find(landscape, 6, 20_000, runs);
            assert!(found.at(0.9) <= 15.0, "{landscape:?}");
        } else {
            let found = find(landscape, 2, 4_000, scaled(1, 4));
            assert!(found.at(0.5) <= 20.0 && found.at(1.0) <= 60.0, "{landscape:?}: {:?}", found.regrets);
        }
    }
}

/// What is looked for is a share of 0.6, which lies on a line through the square of two options.
#[test]
fn a_share_that_is_looked_for_is_found() {
    let space =
        Space::new(["a=0..1", "b=0..1"].map(|text| text.parse().expect("an option")).to_vec()).expect("options");
    let share = |setting: &[f64]| share_of(0.8 * setting[0] + 0.4 * setting[1]);
    for seed in 1..=scaled(2, 4) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut tuning = Tuning::new(space.clone(), 5_000, Objective::FirstSeatShare(Some(0.6)).goal(2), seed);
        while let Some(round) = tuning.next_round() {
            let mut deals = |setting: &[f64]| -> Vec<f64> {
                let won = share(setting);
                (0..round.deals).map(|_| f64::from(u8::from(rng.random::<f64>() < won))).collect()
            };
            let shares = round.settings.iter().map(|setting| deals(setting)).collect();
            tuning.add(PlayedRound { round, shares });
        }
        let winner = tuning.winner();
        assert!((share(&winner.setting) - 0.6).abs() < 0.035, "{winner:?}");
    }
}

#[test]
fn where_nothing_is_to_be_found_nothing_is_claimed() {
    let (options, games, runs) = long_runs().map_or((2, 2_000, scaled(4, 8)), |runs| (6, 20_000, runs));
    let found = find(Landscape::Flat, options, games, runs);
    assert!(found.confirmed as u64 <= 1 + runs / 20, "{} of {runs}", found.confirmed);
    assert!(found.covered as f64 >= least_covered(runs), "{} of {runs}", found.covered);
}

/// Of winners that are better by so much, in Elo points, than what there was.
#[test]
fn intervals_of_matches_hold() {
    let (differences, deals, matches) = long_runs().map_or((&[0.0, 40.0][..], 400, scaled(6, 12)), |runs| {
        (&[0.0, 10.0, 20.0, 40.0, 80.0, 160.0], 4_000, 3 * runs)
    });
    for &difference in differences {
        let outcomes: Vec<[bool; 2]> = (1..=matches)
            .into_par_iter()
            .map(|seed| confirmed(difference * LN_10 / 400.0, 0.0, deals, &mut ChaCha8Rng::seed_from_u64(seed)))
            .collect();
        let [accepted, covered] = [0, 1].map(|which| outcomes.iter().filter(|outcome| outcome[which]).count());
        println!("{difference} Elo: {accepted} of {matches} confirmed, intervals hold in {covered}");
        assert!(covered as f64 >= least_covered(matches), "{difference}: {covered} of {matches}");
    }
}
