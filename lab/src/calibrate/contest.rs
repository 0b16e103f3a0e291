//! Contests: the deals of the match, tilted to other shares.
//!
//! The first bot may not lose deals enough for an even contest to be made of them. Then the deals as its opponents see them are
//! added: a deal in which it won the share s gave each of the others (1 − s)/(n − 1) in the mean.

use riverlab_stats::{Placed, mean_of, t_of, tilted};

use super::distribution::{DealDistribution, value};
use super::real_games::{MatchSample, RealDeal, UNIT};

/// The shares of lopsided contests.
pub(crate) const LOPSIDED: [f64; 4] = [0.8, 0.95, 0.98, 0.995];

/// How near to what is asked for a tilted distribution must come.
const NEAR: f64 = 1e-6;

/// Deals with their weights.
#[derive(Clone, Debug)]
pub struct Contest<'a> {
    /// What is known of it.
    pub name: String,
    /// The deals.
    deals: &'a [RealDeal],
    weights: Vec<f64>,
}

/// The deals of a match, seen from the first bot, and from both sides.
#[derive(Clone, Debug)]
pub struct Pool {
    null: f64,
    own: usize,
    deals: Vec<RealDeal>,
}

impl Pool {
    /// All deals of a match.
    pub fn new(sample: &MatchSample) -> Pool {
        let others = sample.deals.iter().map(|deal| seen_by_others(deal, sample));
        let deals = sample.deals.iter().cloned().chain(others).collect();
        Pool { null: sample.null(), own: sample.deals.len(), deals }
    }

    /// The deals as they were played.
    pub(crate) fn as_played(&self) -> Contest<'_> {
        let deals = &self.deals[..self.own];
        let contest = Contest { name: String::new(), deals, weights: vec![1.0; self.own] };
        Contest { name: format!("as played, {:.4}", contest.share()), ..contest }
    }

    /// Deals with this share; none where it is beyond those played.
    pub(crate) fn with_share(&self, share: f64) -> Option<Contest<'_>> {
        self.tilted(&format!("{share:.3}"), share, mean_of)
    }

    /// Deals whose share has this t-value; none where it is beyond those played.
    pub(crate) fn with_t(&self, t: f64) -> Option<Contest<'_>> {
        self.tilted(&format!("t = {t}"), t, |kinds| t_of(kinds, self.null))
    }

    fn tilted(&self, name: &str, aim: f64, of: impl Fn(&[(f64, f64)]) -> f64) -> Option<Contest<'_>> {
        [self.own, self.deals.len()].into_iter().find_map(|end| {
            let deals = &self.deals[..end];
            let kinds: Vec<(f64, f64)> = deals.iter().map(|deal| (share_of(deal), 1.0)).collect();
            let weights = tilted(&kinds, aim, &of);
            let reached = (of(&weights) - aim).abs() < NEAR && is_spread(&weights);
            reached.then(|| Contest {
                name: name.to_owned(),
                deals,
                weights: weights.into_iter().map(|kind| kind.1).collect(),
            })
        })
    }
}

impl Contest<'_> {
    /// The deals with their weights.
    pub fn deals(&self) -> impl Iterator<Item = (&RealDeal, f64)> {
        self.deals.iter().zip(self.weights.iter().copied())
    }

    /// The shares of the first bot.
    pub fn shares(&self) -> DealDistribution {
        DealDistribution::new(self.deals().map(|(deal, weight)| (deal.share, weight)))
    }

    /// The differences of scores between the first and the second bot.
    pub(crate) fn differences(&self) -> DealDistribution {
        DealDistribution::new(self.deals().map(|(deal, weight)| (deal.difference, weight)))
    }

    /// The number of deals in which the first bot won some games and lost some.
    pub(crate) fn divided_deals(&self) -> usize {
        self.deals.iter().map(share_of).filter(|share| (0.01..=0.99).contains(share)).count()
    }

    /// The share of the first bot.
    pub fn share(&self) -> f64 {
        self.shares().mean(UNIT)
    }
}

/// Whether no kind of deals is all but alone: what tilting is driven to beyond the deals that were seen.
fn is_spread(weights: &[(f64, f64)]) -> bool {
    let mean = mean_of(weights);
    weights.iter().map(|kind| kind.1 * (kind.0 - mean).powi(2)).sum::<f64>() > 1e-4
}

fn share_of(deal: &RealDeal) -> f64 {
    value(deal.share, UNIT)
}

/// A deal as the others see it, who are swapped with the first bot where there is one other only.
fn seen_by_others(deal: &RealDeal, sample: &MatchSample) -> RealDeal {
    let (sum, seats) = deal.share;
    let others = sample.players as i64 - 1;
    let swap = |placed: &Placed| Placed { bot: 1 - placed.bot, ..*placed };
    let is_duel = sample.players == 2 && sample.first_copies.len() == 2;
    let games = deal.games.iter().filter(|_| is_duel).map(|game| game.iter().map(swap).collect());
    RealDeal {
        share: ((UNIT as i64 * seats as i64 - sum) / others, seats),
        difference: (-deal.difference.0, deal.difference.1),
        games: games.collect(),
    }
}
