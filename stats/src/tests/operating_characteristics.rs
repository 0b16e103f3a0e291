//! Operating characteristics of the sequential tests: error rates and lengths over thousands of simulated matches.
//!
//! Matches without a difference are simulated as games: in each of the n rotations of a deal a seat scores its seat effect,
//! its luck of the deal (shared by the rotations) and noise of the game, and the highest score wins. Matches exactly at
//! a hypothesis draw block scores from distributions with that t-value, among them those of real matches.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rand_distr::{Distribution, StandardNormal};

use rayon::prelude::*;

use super::block_distributions::{BLOCKS, Blocks};
use crate::bisect::{Bracket, bisect};
use crate::long::{scaled, studied};
use crate::proportion::clopper_pearson;
use crate::simulated_test::drawn;
use crate::sprt::{Decision, Sprt, SprtRun, t_value};

/// Both error rates of all tests here.
const RATE: f64 = 0.05;

/// One-sided normal quantile of the error rate.
const QUANTILE: f64 = 1.644_854;

/// What happened in many matches.
#[derive(Debug)]
struct Outcomes {
    matches: u32,
    accepted: u32,
    rejected: u32,
    blocks: u64,
}

impl Outcomes {
    /// Runs matches; a block is the number of games won of `players`.
    fn of(text: &str, players: u32, matches: u32, mut block: impl FnMut() -> u32) -> Outcomes {
        let sprt = Sprt::parse(text, RATE, RATE).expect("the form is allowed");
        let mut outcomes = Outcomes { matches, accepted: 0, rejected: 0, blocks: 0 };
        for _ in 0..matches {
            let (decision, blocks) = play(&sprt, players, &mut block);
            outcomes.accepted += u32::from(decision == Decision::Accepted);
            outcomes.rejected += u32::from(decision == Decision::Rejected);
            outcomes.blocks += blocks;
        }
        outcomes
    }

    /// At most the error rate, and three standard errors, of the matches have this answer.
    fn check_error(&self, wrong: u32) {
        let matches = f64::from(self.matches);
        let most = matches * RATE + 3.0 * (matches * RATE * (1.0 - RATE)).sqrt();
        assert!(f64::from(wrong) <= most, "{wrong} wrong answers: {self:?}");
        assert_eq!(self.accepted + self.rejected, self.matches);
    }

    /// The mean number of blocks is below this share of that of a test of fixed size with the same error rates.
    fn check_length(&self, margin: f64, share: f64) {
        let fixed = (2.0 * QUANTILE / margin).powi(2);
        let mean = self.blocks as f64 / f64::from(self.matches);
        assert!(mean < share * fixed, "{mean} blocks, fixed {fixed}: {self:?}");
    }
}

fn play(sprt: &Sprt, players: u32, block: &mut impl FnMut() -> u32) -> (Decision, u64) {
    let mut run = SprtRun::new(sprt, 1.0 / f64::from(players));
    let mut blocks = 1;
    while run.add(f64::from(block()) / f64::from(players)) == Decision::Undecided {
        blocks += 1;
    }
    (run.decision(), blocks)
}

fn normal(rng: &mut ChaCha8Rng) -> f64 {
    StandardNormal.sample(rng)
}

/// Games won by the first of `N` equal bots over the rotations of a deal.
fn deal<const N: usize>(rng: &mut ChaCha8Rng) -> u32 {
    let seats: [f64; N] = std::array::from_fn(|seat| normal(rng) - 0.3 * seat as f64);
    (0..N).filter(|&focus| winner(&seats, rng) == focus).count() as u32
}

fn winner(seats: &[f64], rng: &mut ChaCha8Rng) -> usize {
    let scores: Vec<f64> = seats.iter().map(|seat| seat + normal(rng)).collect();
    (0..scores.len()).max_by(|&a, &b| scores[a].total_cmp(&scores[b])).expect("there are seats")
}

/// Chances of winning 0, 1, … of the games of a block.
#[derive(Clone)]
struct Block {
    chances: Vec<f64>,
}

impl Block {
    /// These weights, tilted by a factor per game won until the t-value is `t`.
    fn with_t(weights: &[f64], t: f64) -> Block {
        let tilts = Bracket { before: -5.0, after: 5.0 };
        Block::tilted(weights, bisect(tilts, 60, |tilt| Block::tilted(weights, tilt).t() < t).before)
    }

    fn tilted(weights: &[f64], tilt: f64) -> Block {
        let raw: Vec<f64> =
            weights.iter().enumerate().map(|(won, weight)| weight * libm::exp(tilt * won as f64)).collect();
        let total: f64 = raw.iter().sum();
        Block { chances: raw.iter().map(|weight| weight / total).collect() }
    }

    fn t(&self) -> f64 {
        let moment = |power| self.chances.iter().enumerate().map(|(won, p)| p * (won as f64).powi(power)).sum::<f64>();
        t_value(moment(1), 1.0, (moment(2) - moment(1).powi(2)).sqrt())
    }

    fn draw(&self, rng: &mut ChaCha8Rng) -> u32 {
        let mut left: f64 = rng.random();
        let last = self.chances.len() - 1;
        let won = self.chances[..last].iter().position(|p| {
            left -= p;
            left < 0.0
        });
        won.unwrap_or(last) as u32
    }
}

/// Typical blocks of two and of four players.
const PAIR: &[f64] = &[0.3, 0.4, 0.3];
const FOUR: &[f64] = &[0.36, 0.36, 0.2, 0.07, 0.01];

fn at(text: &str, weights: &[f64], t: f64, matches: u32) -> Outcomes {
    let block = Block::with_t(weights, t);
    assert!((block.t() - t).abs() < 1e-9);
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    Outcomes::of(text, weights.len() as u32 - 1, matches, || block.draw(&mut rng))
}

#[test]
fn equal_bots_are_seldom_called_better() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let four = Outcomes::of("win:0.1", 4, scaled(600, 2_000), || deal::<4>(&mut rng));
    four.check_error(four.accepted);
    four.check_length(0.1, 0.65);
    let two = Outcomes::of("win:0.15", 2, scaled(600, 2_000), || deal::<2>(&mut rng));
    two.check_error(two.accepted);
    two.check_length(0.15, 0.65);
}

#[test]
fn equal_bots_show_no_loss_and_are_equivalent() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let no_loss = Outcomes::of("no-loss:0.15", 4, scaled(600, 2_000), || deal::<4>(&mut rng));
    no_loss.check_error(no_loss.rejected);
    no_loss.check_length(0.15, 0.65);
    let equivalence = Outcomes::of("equivalence:0.2", 4, scaled(600, 2_000), || deal::<4>(&mut rng));
    equivalence.check_error(equivalence.rejected);
    equivalence.check_length(0.2, 0.95);
}

#[test]
fn better_bots_are_found() {
    for weights in [PAIR, FOUR] {
        let outcomes = at("win:0.1", weights, 0.1, scaled(800, 4_000));
        outcomes.check_error(outcomes.rejected);
        outcomes.check_length(0.1, 0.65);
    }
}

#[test]
fn losses_are_found() {
    for weights in [PAIR, FOUR] {
        let outcomes = at("no-loss:0.1", weights, -0.1, scaled(800, 4_000));
        outcomes.check_error(outcomes.accepted);
        outcomes.check_length(0.1, 0.65);
    }
}

#[test]
fn differences_are_seldom_called_equivalence() {
    for weights in [PAIR, FOUR] {
        for t in [-0.2, 0.2] {
            let outcomes = at("equivalence:0.2", weights, t, scaled(800, 4_000));
            outcomes.check_error(outcomes.accepted);
            outcomes.check_length(0.2, 0.85);
        }
    }
}

#[test]
fn bounds_around_zero_hold_on_both_sides() {
    let below = at("-0.1,0.1", FOUR, -0.1, scaled(800, 4_000));
    below.check_error(below.accepted);
    let above = at("-0.1,0.1", FOUR, 0.1, scaled(800, 4_000));
    above.check_error(above.rejected);
    above.check_length(0.2, 0.65);
}

/// Wrong answers of a test of these hypotheses in matches of real blocks, tilted to the t-value of the first of them or of
/// the second.
fn wrong_answers(blocks: &Blocks, (lo, hi): (f64, f64), claim_holds: bool, matches: u32) -> u32 {
    let sprt = Sprt::parse(&format!("{lo},{hi}"), RATE, RATE).expect("hypotheses");
    let kinds = blocks.with_t(if claim_holds { hi } else { lo });
    let chances: Vec<f64> = kinds.iter().map(|kind| kind.1).collect();
    let wrong = if claim_holds { Decision::Rejected } else { Decision::Accepted };
    let errs = |seed: u32| {
        let mut rng = ChaCha8Rng::seed_from_u64(u64::from(seed));
        let mut run = SprtRun::new(&sprt, 1.0 / f64::from(blocks.players));
        while run.add(kinds[drawn(&chances, &mut rng)].0) == Decision::Undecided {}
        run.decision() == wrong
    };
    (0..matches).into_par_iter().filter(|&seed| errs(seed)).count() as u32
}

/// At any hypotheses, in matches like those of real games: at most 5.5 %, by the upper end of the 95 % interval of 2,000
/// matches; in the quick form of what is furthest off and quickly decided.
#[test]
fn error_rates_hold_away_from_zero() {
    let hypotheses = studied(
        &[(0.2845, 0.6), (1.0, 1.45), (2.0, 3.0)][..],
        &[
            (0.1, 0.2),
            (0.2845, 0.3845),
            (0.2845, 0.6),
            (0.5, 0.7),
            (1.0, 1.2),
            (1.0, 1.45),
            (1.0, 2.0),
            (2.0, 2.45),
            (2.0, 3.0),
            (2.0, 5.0),
            (3.0, 4.0),
            (4.751, 5.2),
            (0.1, 5.0),
        ],
    );
    let (every, matches) = studied((4, 400), (1, 2_000));
    for blocks in BLOCKS.iter().step_by(every) {
        for &hypotheses in hypotheses {
            for claim_holds in [false, true] {
                let wrong = wrong_answers(blocks, hypotheses, claim_holds, matches);
                let upper = clopper_pearson(u64::from(wrong), u64::from(matches));
                let text =
                    format!("{}, {} players, {hypotheses:?} {claim_holds}: {wrong}", blocks.name, blocks.players);
                println!("{text} of {matches}, at most {:.4}", upper.hi);
                let most = if matches < 2_000 { upper.lo < RATE } else { upper.hi <= 0.055 };
                assert!(most, "{text} of {matches}");
            }
        }
    }
}
