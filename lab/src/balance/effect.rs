//! Effects of interventions.
//!
//! Notation: on deal d a player to whom something is done alone, in turn at each of the n seats, wins the shares s(1) …
//! s(n); without it the same bots win exactly 1/n each. The share effect of the deal is E(d) = Σs/n − 1/n,
//! the score effect Σ(score)/n less the mean score of the game without. What is done to all is measured at the start
//! player: E(d) = s'(start) − s(start); its score effect is the change of the mean score. Effects are means over deals,
//! which are independent, with the interval and the p-value of a [bounded mean](riverlab_stats::Ratio): E(d) lies between
//! −1/n and 1 − 1/n, or between −1 and 1. q controls false discoveries over the family of a stage (Benjamini and Hochberg
//! 1995), and the p-values of being beyond the margin and of being within it are adjusted by Holm's method.
//!
//! How many games separate samples would take for the same interval: of M games half with and half without, each on a
//! deal of its own, Var = 2(σ'² + σ²)/M with the variances of single games. Where one player is affected, what is won
//! without is known to be 1/n, so M games with would do, Var = σ'²/M: that ratio says what playing all seats of the same deal
//! is worth, the other one what the whole design is.

use riverlab_engine::Scope;
use riverlab_stats::power::Design;
use riverlab_stats::{Interval, Ratio, Sums};

use super::judging::{JUDGING, Judged, ShareEffect, UNIT, judged, limits, p_around};
use super::stage::Block;
use super::verdict::{Direction, Verdict};

/// An effect over all deals.
#[derive(Clone, PartialEq, Debug)]
pub struct Effect {
    /// The number of deals.
    pub deals: u64,
    /// The effect on the win share.
    pub share: Interval,
    /// The share effects that it is the mean of.
    pub shares: ShareEffects,
    /// The standard deviation of the share effect over deals.
    pub sd: f64,
    /// The effect on the score, in points.
    pub score: Interval,
    /// The two-sided p-value of no effect on the share.
    pub p: f64,
    /// The same with false discoveries controlled over the family.
    pub q: f64,
    /// The p-value of a share effect within the margin, adjusted over the family.
    pub beyond: f64,
    /// The p-value of a share effect beyond the margin, adjusted over the family.
    pub within: f64,
    /// What it says.
    pub verdict: Verdict,
    /// The skewness and the kurtosis of the share effect over deals.
    pub shape: [f64; 2],
    /// The least and the greatest share effect of a deal.
    pub extremes: (f64, f64),
    /// How many times as many games separate samples would take.
    pub unpaired: Unpaired,
    /// A deal that shows the effect.
    pub example: Option<Example>,
    /// What is known at every look; nothing where the number of deals was fixed beforehand.
    pub anytime: Option<Anytime>,
}

/// What is known at every look of an effect that was played as long as its verdict was open.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Anytime {
    /// The number of rounds that it was played in.
    pub rounds: u32,
    /// The e-value of no effect, as its natural logarithm: large where there is one.
    pub log_e_effect: f64,
    /// The same of an effect within the margin: large where it is beyond.
    pub log_e_beyond: f64,
    /// The same of an effect beyond the margin: large where it is within.
    pub log_e_within: f64,
    /// Whether it is decided.
    pub ended: Ended,
}

/// How an experiment of an adaptive study stands at the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ended {
    /// Its verdict is final.
    Decided,
    /// More deals would be needed.
    Open,
}

impl Ended {
    /// As it stands in files.
    pub fn name(self) -> &'static str {
        match self {
            Ended::Decided => "decided",
            Ended::Open => "open",
        }
    }
}

/// The share effects of deals.
#[derive(Clone, PartialEq, Debug)]
pub struct ShareEffects {
    /// Sums over the games of a deal, in sixtieths of a win.
    pub sums: Ratio,
    /// The least and the greatest share effect that a deal can have.
    pub limits: (f64, f64),
}

impl ShareEffects {
    /// The p-values of a mean that lies within the margin around this value, and of one that lies beyond it.
    pub(crate) fn p_around(&self, value: f64, margin: f64) -> (f64, f64) {
        p_around(&self.sums, self.limits, value, margin)
    }
}

/// How many times as many games separate samples would take for the same intervals; `None` where no deal differs.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Unpaired {
    /// For the share effect, from games with and games without.
    pub share: Option<f64>,
    /// For the share effect, from games with only; `None` where it is not known what is won without.
    pub share_known: Option<f64>,
    /// For the score effect.
    pub score: Option<f64>,
}

/// A deal in which the effect went the way of the mean, and as far as anywhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Example {
    /// The number of the deal.
    pub deal: u64,
    /// Whether a winner took the component when nothing was done.
    pub taken: bool,
}

/// What an experiment changed on one deal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DealEffect {
    /// Shares, in sixtieths of a win, summed over the seats to which something was done in turn, or of the start player.
    pub share: i64,
    /// Scores, in sixtieths of a point, summed over all seats.
    pub score: i64,
}

/// Gathers an effect deal by deal.
#[derive(Clone, PartialEq, Debug)]
pub struct EffectTally {
    scope: Scope,
    direction: Direction,
    players: u64,
    share: Ratio,
    score: Ratio,
    /// Shares and scores of single games with and without.
    singles: [[Sums; 2]; 2],
    /// The largest strength and the largest weakness seen, each with its deal: of all deals, and of those in which a winner
    /// took the component when nothing was done.
    examples: [[Option<(i64, u64)>; 2]; 2],
}

impl Effect {
    /// The design of a study in which deals differ as they did for this effect.
    pub fn design(&self, family: usize, margin: f64) -> Design {
        Design { sd: self.sd, shape: self.shape, extremes: self.extremes, family, margin }
    }
}

impl EffectTally {
    /// No deal yet.
    pub fn new(scope: Scope, direction: Direction, players: usize) -> EffectTally {
        EffectTally {
            scope,
            direction,
            players: players as u64,
            share: Ratio::default(),
            score: Ratio::default(),
            singles: Default::default(),
            examples: Default::default(),
        }
    }

    /// Adds a deal and gives its effects; `taken` says whether a winner took the component when nothing was done.
    pub fn add(&mut self, with: &Block, without: &Block, taken: bool) -> DealEffect {
        let sum = |shares: &[u32]| shares.iter().map(|&share| i64::from(share)).sum::<i64>();
        let players = self.players as i64;
        let (share, games) = match self.scope {
            Scope::One => (sum(with.shares.as_slice()) - sum(without.shares.as_slice()), players),
            Scope::All => (i64::from(with.shares.as_slice()[0]) - i64::from(without.shares.as_slice()[0]), 1),
        };
        self.share.add(share, games as u64);
        let score = with.scores.iter().sum::<i64>() - without.scores.iter().sum::<i64>();
        self.score.add(score, self.players);
        self.add_singles(0, with);
        self.add_singles(1, without);
        let strength = if self.direction == Direction::Down { -share } else { share };
        for (examples, way) in self.examples.iter_mut().zip([strength, -strength]) {
            for (example, fits) in examples.iter_mut().zip([true, taken]) {
                if fits && way > example.map_or(0, |(most, _)| most) {
                    *example = Some((way, with.deal));
                }
            }
        }
        DealEffect { share, score }
    }

    /// Adds all deals of another one, which come after those that are there.
    pub fn merge(&mut self, other: &EffectTally) {
        self.share.merge(&other.share);
        self.score.merge(&other.score);
        let singles = self.singles.iter_mut().flatten().zip(other.singles.iter().flatten());
        singles.for_each(|(single, other)| single.merge(other));
        for (example, other) in self.examples.iter_mut().flatten().zip(other.examples.iter().flatten()) {
            let is_larger = other.is_some_and(|(way, _)| way > example.map_or(0, |(most, _)| most));
            if is_larger {
                *example = *other;
            }
        }
    }

    /// The share effects of its deals, in sixtieths of a win.
    pub fn shares(&self) -> &Ratio {
        &self.share
    }

    fn add_singles(&mut self, which: usize, block: &Block) {
        let [shares, scores] = &mut self.singles[which];
        match self.scope {
            Scope::One => {
                block.shares.iter().for_each(|&share| shares.add(i64::from(share)));
                block.scores.iter().for_each(|&score| scores.add(score));
            }
            Scope::All => {
                shares.add(i64::from(block.shares.as_slice()[0]));
                scores.add(block.scores.iter().sum());
            }
        }
    }

    /// The least and the greatest share effect that a deal can have.
    pub fn limits(&self) -> (f64, f64) {
        limits(self.scope, self.players)
    }

    /// The share effects, as they are judged.
    fn share_effect(&self) -> ShareEffect<'_> {
        ShareEffect { share: &self.share, limits: self.limits(), direction: self.direction }
    }

    fn share_effects(&self) -> ShareEffects {
        ShareEffects { sums: self.share.clone(), limits: self.limits() }
    }

    fn score_interval(&self) -> Interval {
        self.score.interval_without_limits(UNIT)
    }

    fn share_interval(&self) -> Interval {
        let (least, most) = self.limits();
        self.share.interval(UNIT, least, most)
    }

    /// The standard deviation of the share effect over deals.
    pub fn sd(&self) -> f64 {
        self.share.sd(UNIT)
    }

    /// A deal that shows the effect: where the component is strong one in which a winner took it, if there is one.
    fn example(&self, mean: f64) -> Option<Example> {
        let strong = (mean > 0.0) != (self.direction == Direction::Down);
        let [any, taken] = self.examples[usize::from(!strong)];
        let taken = taken.filter(|_| strong);
        let chosen = taken.or(any).map(|(_, deal)| Example { deal, taken: taken.is_some() });
        chosen.filter(|_| mean != 0.0)
    }

    fn unpaired(&self) -> Unpaired {
        let variance = |what: usize| self.singles.iter().map(|single| single[what].sd(1.0).powi(2)).sum::<f64>();
        let players = self.players as f64;
        let ratio = |alone: f64, sd: f64, games: f64| (sd > 0.0).then(|| 2.0 * alone / (games * sd * sd));
        let [share, score] = [self.share.sd(1.0), self.score.sd(1.0)];
        match self.scope {
            // What is won without is known: only scores need a game without.
            Scope::One => Unpaired {
                share: ratio(variance(0), share, players),
                share_known: ratio(self.singles[0][0].sd(1.0).powi(2) / 2.0, share, players),
                score: ratio(variance(1), score, players + 1.0),
            },
            Scope::All => Unpaired {
                share: ratio(variance(0), share, 2.0),
                share_known: None,
                score: ratio(variance(1) / (players * players), score, 2.0),
            },
        }
    }
}

/// The effects of experiments; those with the same number in `families` are a family. `looks` is how often *balanced* may be
/// said of the same component.
pub fn effects(tallies: &[EffectTally], families: &[usize], margin: f64, looks: u32) -> Vec<Effect> {
    let shares: Vec<ShareEffect<'_>> = tallies.iter().map(EffectTally::share_effect).collect();
    let effect = |(tally, judged): (&EffectTally, Judged)| {
        let share = tally.share_interval();
        let Judged { p, q, beyond, within, verdict } = judged;
        Effect {
            deals: tally.share.deals(),
            share,
            shares: tally.share_effects(),
            sd: tally.sd(),
            score: tally.score_interval(),
            p,
            q,
            beyond,
            within,
            verdict,
            shape: tally.share.shape(),
            extremes: tally.share.extremes(UNIT).unwrap_or((0.0, 0.0)),
            unpaired: tally.unpaired(),
            example: tally.example(share.mean),
            anytime: None,
        }
    };
    tallies.iter().zip(judged(&shares, families, margin, looks, &JUDGING)).map(effect).collect()
}

#[cfg(test)]
#[path = "effect_tests.rs"]
mod tests;
