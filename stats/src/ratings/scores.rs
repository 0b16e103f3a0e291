//! Intervals of strengths and of effects of turn order, from the scores of deals.
//!
//! Notation: the parameter is θ = a·β, a difference of parameters β of the model. At a value of θ all else is fitted; H is
//! the Hessian there and g(c) the gradient of the log-likelihood of the group of deals c. Then ψ(c) = aᵀH⁻¹g(c) is the score
//! of the group for θ, cleared of what the other parameters explain (the efficient score: Neyman, "Optimal asymptotic tests
//! of composite statistical hypotheses", 1959). Were θ right, its mean would be 0. So θ is tested as a
//! [mean of deals](crate::bounded_mean): every group has a random weight, and pseudo-deals stand for what was not
//! seen. In the worst deal the bot loses, and in the best one it wins, against every other player of all its games; L is the
//! sum of the bad scores, by the score of the worst deal, and a deal has as many values as its games have other players. Where
//! games only say who won, the bot wins all games of the best deal and none of the worst, and each game is one value. The ends
//! are the values of θ at which the weighted sum of scores has the wrong sign with probability 0.025.
//!
//! With two bots, and no effect of turn order, the score of a deal is its wins less those expected: the interval is that of
//! the share, on the scale of strengths. Whether or not the model is true, scores are those of whole deals, so intervals are
//! about what it would be fitted to after infinitely many. Where a bot won or lost all, one end is infinite.

use super::data::{Member, RatingData};
use super::fit::{Evidence, Model, PSEUDO, Weights};
use super::tangent::Tangent;
use crate::gamma_sum::negative_sum;
use crate::interval::NORMAL_QUANTILE;
use crate::linear::dot;
use crate::pseudo_deals::pseudo_deals;

/// An end farther from the estimate than this is taken for infinite: odds of e¹² to 1.
const FARTHEST: f64 = 12.0;
/// More steps than any search needs.
const STEPS: usize = 40;

/// A difference of parameters, and whose deals are its best and its worst.
pub(super) struct Contrast {
    /// a, by parameter.
    pub(super) direction: Vec<f64>,
    /// Whose wins it is about.
    pub(super) own: Own,
}

/// The players whose wins raise a parameter.
#[derive(Clone, Copy)]
pub(super) enum Own {
    Bot(usize),
    StartOrder(usize),
}

impl Own {
    fn is(self, Member { bot, start_order }: Member) -> bool {
        match self {
            Own::Bot(own) => own == bot,
            Own::StartOrder(own) => own == start_order,
        }
    }
}

/// What a search for an end knows.
struct Search<'a> {
    model: &'a Model<'a>,
    evidence: Evidence,
    contrast: &'a Contrast,
    /// Deals, which need not be whole.
    deals: f64,
}

/// The ends of the interval of a contrast whose estimate is that of these parameters.
pub(super) fn ends(model: &Model, contrast: &Contrast, parameters: &[f64]) -> (f64, f64) {
    let evidence = model.evidence(Weights::plain(model, PSEUDO));
    let search = Search { model, evidence, contrast, deals: model.data.deals() };
    (search.end(parameters, 1.0), search.end(parameters, -1.0))
}

/// About how many floating-point operations all intervals take: for each parameter some twenty fits, of some five steps.
pub(super) fn work(model: &Model) -> usize {
    let (parameters, sets) = (model.parameters(), model.sets());
    let step = 40 * sets + parameters.pow(3) / 3;
    parameters * 20 * (5 * step + sets * model.clusters)
}

impl Search<'_> {
    /// The lower end for a sign of 1, the upper end for −1.
    fn end(&self, parameters: &[f64], sign: f64) -> f64 {
        let at = |parameters: &[f64], value: f64| {
            let tangent = self.model.fit_at(&self.evidence, parameters, &self.contrast.direction, value)?;
            let deviation = self.deviation(&tangent, sign).clamp(-9.0, 9.0);
            Some((tangent.parameters, deviation + NORMAL_QUANTILE))
        };
        let infinite = sign * f64::NEG_INFINITY;
        let estimate = dot(parameters, &self.contrast.direction);
        let (mut inside, mut outside) = (estimate, estimate);
        let Some((mut from, mut above)) = at(parameters, estimate) else { return infinite };
        let mut step = 0.5;
        let mut below = loop {
            if above <= 0.0 {
                // Only where the estimate is held by a prior against all deals.
                break above;
            }
            outside = inside - sign * step;
            let nearer = (outside - estimate).abs() <= FARTHEST;
            let Some((parameters, excess)) = at(&from, outside).filter(|_| nearer) else { return infinite };
            from = parameters;
            if excess <= 0.0 {
                break excess;
            }
            (inside, above, step) = (outside, excess, step * 1.5);
        };
        for _ in 0..STEPS {
            if (inside - outside).abs() < 1e-9 || above <= 0.0 {
                break;
            }
            let middle = outside + (inside - outside) * (below / (below - above)).clamp(0.02, 0.98);
            let Some((parameters, excess)) = at(&from, middle) else { break };
            from = parameters;
            if excess.abs() < 1e-9 {
                return middle;
            }
            // The end that stays counts half, so that it does not stay for ever (the Illinois method).
            if excess > 0.0 {
                (inside, above, below) = (middle, excess, below * 0.5);
            } else {
                (outside, below, above) = (middle, excess, above * 0.5);
            }
        }
        f64::midpoint(inside, outside)
    }

    /// The probability that the weighted sum of scores has the other sign, as a quantile of the normal distribution.
    fn deviation(&self, tangent: &Tangent, sign: f64) -> f64 {
        let scores = self.model.scores(tangent);
        let (least, most) = self.limits(tangent);
        let limit = if sign > 0.0 { least } else { most };
        let per_deal: Vec<f64> = scores.iter().map(|(score, deals)| score / deals).collect();
        let (lowest, highest) =
            per_deal.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(lowest, highest), &score| {
                (lowest.min(score), highest.max(score))
            });
        let (worst, best) = if sign > 0.0 { (lowest, highest) } else { (highest, lowest) };
        // How often something as bad as the limit was seen.
        let lost = scores.iter().map(|(score, _)| (sign * score).min(0.0)).sum::<f64>() / (sign * limit);
        let data = self.model.data;
        let values_per_game = if data.ends_with_winners() { 1 } else { data.players - 1 };
        let comparisons = data.games_per_deal as f64 * values_per_game as f64;
        let pseudo = pseudo_deals(worst, best, limit, lost, comparisons);
        let terms = scores.iter().map(|&(score, _)| (sign * score, 1.0));
        negative_sum(&terms.chain(pseudo.map(|(value, shape)| (sign * value, shape))).collect::<Vec<_>>())
    }

    /// The scores of a deal in which the own players lose, and win, against all others in all games.
    fn limits(&self, tangent: &Tangent) -> (f64, f64) {
        let mut limits = (0.0, 0.0);
        self.model.each_game(&self.evidence, |members, count| {
            if self.model.data.ends_with_winners() {
                let [lost, won] = self.of_winners(tangent, members);
                limits = (limits.0 + count * lost, limits.1 + count * won);
                return;
            }
            for &own in members.iter().filter(|&&member| self.contrast.own.is(member)) {
                for &other in members.iter().filter(|&&member| !self.contrast.own.is(member)) {
                    let ahead = tangent.log_worth(own) - tangent.log_worth(other);
                    let towards = tangent.slope_of(own) - tangent.slope_of(other);
                    let chance = 1.0 / (1.0 + libm::exp(-ahead));
                    limits.0 -= count * chance * towards;
                    limits.1 += count * (1.0 - chance) * towards;
                }
            }
        });
        (limits.0 / self.deals, limits.1 / self.deals)
    }

    /// The scores of a game that only says who won, where another player does and where an own one does.
    fn of_winners(&self, tangent: &Tangent, members: &[Member]) -> [f64; 2] {
        // The weight of the own players and that of the others, with the sums of their slopes by weight.
        let mut sides = [(0.0, 0.0); 2];
        for &member in members {
            let (weight, side) = (libm::exp(tangent.log_worth(member)), usize::from(self.contrast.own.is(member)));
            sides[side].0 += weight;
            sides[side].1 += weight * tangent.slope_of(member);
        }
        let [(others, of_others), (own, of_own)] = sides;
        if own == 0.0 || others == 0.0 {
            return [0.0; 2];
        }
        let (towards, chance) = (of_own / own - of_others / others, own / (own + others));
        [-chance * towards, (1.0 - chance) * towards]
    }
}

impl RatingData {
    /// The number of deals, of which one may be under way.
    fn deals(&self) -> f64 {
        let games: u64 = self.clusters.iter().map(|cluster| cluster.games).sum();
        games as f64 / self.games_per_deal as f64
    }
}
