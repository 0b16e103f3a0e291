//! All figures of a run, each adjusted for luck where that gains.

use crate::parallel_map::parallel_map;
use crate::schedule::BotIdx;
use crate::stats::control_variates::{AdjustedMean, Figure as Stands, RawMean, adjusted_mean};
use crate::stats::{Interval, PairStanding};
use crate::tally::luck::deals::{Figure, deals_of};
use crate::tally::luck::log::LuckLog;
use crate::tally::match_stats::{MatchSummary, Null};
use crate::tally::run_tally::Tally;
use crate::tally::summary::{Standing, Summary};

/// A bot's share and score.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LuckStanding {
    /// The bot.
    pub bot: BotIdx,
    /// The mean win share.
    pub share: AdjustedMean,
    /// The mean score, in points.
    pub score: AdjustedMean,
}

/// One bot beside another.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LuckPair {
    /// The bot.
    pub bot: BotIdx,
    /// The other.
    pub opponent: BotIdx,
    /// The share of meetings in which the bot ends above the other.
    pub above: AdjustedMean,
    /// The mean score of the bot less that of the other, in points.
    pub score_difference: AdjustedMean,
}

/// What a run has shown, less luck.
#[derive(Clone, PartialEq, Debug)]
pub struct LuckSummary {
    /// The bots, in the order of the standings.
    pub standings: Vec<LuckStanding>,
    /// Every ordered pair that met, in the order of the pairs.
    pub pairs: Vec<LuckPair>,
    /// What a match compares, and the same of scores.
    pub of_match: Option<[AdjustedMean; 2]>,
}

impl LuckSummary {
    /// Adjusts all figures of a run.
    pub fn new(log: &LuckLog, tally: &Tally, summary: &Summary, of_match: Option<&MatchSummary>) -> LuckSummary {
        let adjuster = Adjuster(log);
        let (standings, pairs) = (&summary.standings, &summary.pairs);
        let standing = |line: &Standing| adjuster.standing(line, tally.share_limits(line.bot));
        LuckSummary {
            standings: parallel_map(standings.len(), |line| standing(&standings[line])),
            pairs: parallel_map(pairs.len(), |pair| adjuster.pair(&pairs[pair])),
            of_match: of_match.map(|result| adjuster.of_match(result)),
        }
    }
}

/// The share and the score of a bot, and by how much its score is above that of another, each with an interval of its own.
#[cfg(test)]
pub(crate) fn of_two(log: &LuckLog, bot: BotIdx, other: BotIdx) -> [AdjustedMean; 3] {
    [Figure::Share(bot), Figure::Score(bot), Figure::Difference(bot, other)]
        .map(|figure| Adjuster(log).adjust(figure, RawMean::Alike))
}

/// Adjusts the figures of one log.
struct Adjuster<'a>(&'a LuckLog);

impl Adjuster<'_> {
    fn adjust(&self, figure: Figure, raw: RawMean) -> AdjustedMean {
        adjusted_mean(raw, &deals_of(self.0, figure), &self.0.scales(figure.vectors()))
    }

    fn standing(&self, line: &Standing, limits: (f64, f64)) -> LuckStanding {
        LuckStanding {
            bot: line.bot,
            share: self.adjust(Figure::Share(line.bot), RawMean::Between { mean: line.share, limits }),
            score: self.adjust(Figure::Score(line.bot), RawMean::Alike),
        }
    }

    /// The pair as the bot with the lower number sees it, or the same from the other side.
    fn pair(&self, pair: &PairStanding) -> LuckPair {
        let is_mirrored = pair.bot > pair.opponent;
        let (first, second) = (pair.bot.min(pair.opponent), pair.bot.max(pair.opponent));
        let seen = |interval: &Interval, whole: f64| if is_mirrored { interval.mirrored(whole) } else { *interval };
        let above = RawMean::Between { mean: seen(&pair.above, 1.0), limits: (0.0, 1.0) };
        let difference = RawMean::WithoutLimits { mean: seen(&pair.score_difference, 0.0) };
        let [above, score_difference] =
            [(Figure::Above(first, second), above, 1.0), (Figure::Difference(first, second), difference, 0.0)].map(
                |(figure, raw, whole)| {
                    let adjusted = self.adjust(figure, raw);
                    AdjustedMean { mean: seen(&adjusted.mean, whole), ..adjusted }
                },
            );
        LuckPair { bot: pair.bot, opponent: pair.opponent, above, score_difference }
    }

    fn of_match(&self, result: &MatchSummary) -> [AdjustedMean; 2] {
        let (figures, limits) = match result.null {
            Null::EqualShare { .. } => ([Figure::Share(0), Figure::Score(0)], (0.0, 1.0)),
            Null::NoDifference => ([Figure::ShareLess(0, 1), Figure::ScoreLess(0, 1)], (-1.0, 1.0)),
        };
        let raw = RawMean::Between { mean: result.raw, limits };
        [self.adjust(figures[0], raw), self.adjust(figures[1], RawMean::Alike)]
    }
}

impl AdjustedMean {
    /// Whether the raw figure stands.
    pub fn is_raw(&self) -> bool {
        self.figure == Stands::Raw
    }
}
