//! `standings.csv`: a row for each bot, the best first.

use riverlab_stats::{Interval, RankInterval};

use crate::column::Column;
use crate::column::Format::{Count, Decimals, Name, Plain, Signed};
use crate::column::{forfeits, main, more};
use crate::plan::Plan;
use crate::report::layout::{Field, Layout};
use crate::tally::{Standing, Summary};

/// A bot in the standings.
pub(crate) struct StandingRow {
    pub(crate) bot: String,
    games: u64,
    forfeits: u64,
    blocks: u64,
    pub(crate) share: Interval,
    elo: Interval,
    rank_mean: f64,
    scores: Scores,
    rank: RankInterval,
}

/// The scores of a bot.
struct Scores {
    mean: f64,
    sd: f64,
    min: f64,
    p05: f64,
    median: f64,
    p95: f64,
    max: f64,
}

/// The best and the worst rank that a bot may truly have: columns of two tables.
pub(super) const RANK_LO: Column =
    main("rank_lo", "Rank from", Count, "best rank that it may truly have; all rank intervals hold at once with 95 %")
        .unit("rank");
pub(super) const RANK_HI: Column = main("rank_hi", "to", Count, "worst rank that it may truly have").unit("rank");

/// The columns.
pub(crate) const COLUMNS: &[Field<StandingRow>] = &[
    main("bot", "Bot", Name, "name of the bot").of(|row| (&row.bot).into()),
    main("games", "Games", Count, "seats of games that the bot had").unit("seats of games").of(|row| row.games.into()),
    more("blocks", "Blocks", Count, "blocks in which it took part: a deal in all seat rotations of a line-up")
        .unit("blocks")
        .of(|row| row.blocks.into()),
    main("share", "Share", Decimals(3), "mean share of the win, ties split; wins per seat")
        .unit("wins per seat")
        .of(|row| row.share.mean.into()),
    main("share_lo", "from", Decimals(3), "lower end of the 95 % interval of the share, over deals")
        .unit("wins per seat")
        .of(|row| row.share.lo.into()),
    main("share_hi", "to", Decimals(3), "upper end of the 95 % interval of the share, over deals")
        .unit("wins per seat")
        .of(|row| row.share.hi.into()),
    more("elo", "Elo", Signed(0), "the share on the Elo scale, against a field of equals")
        .unit("Elo")
        .of(|row| row.elo.mean.into()),
    more("elo_lo", "Elo from", Signed(0), "lower end of its 95 % interval").unit("Elo").of(|row| row.elo.lo.into()),
    more("elo_hi", "Elo to", Signed(0), "upper end of its 95 % interval").unit("Elo").of(|row| row.elo.hi.into()),
    more("rank_mean", "Mean rank", Decimals(2), "mean rank in games, 1 being the best")
        .unit("rank")
        .of(|row| row.rank_mean.into()),
    main("score_mean", "Score", Decimals(2), "mean score in points").unit("points").of(|row| row.scores.mean.into()),
    more("score_sd", "Score sd", Decimals(2), "standard deviation of scores in points")
        .unit("points")
        .of(|row| row.scores.sd.into()),
    more("score_min", "Least", Plain, "smallest score").unit("points").of(|row| row.scores.min.into()),
    more("score_p05", "5 %", Plain, "5 % quantile of scores").unit("points").of(|row| row.scores.p05.into()),
    more("score_p50", "Median", Plain, "50 % quantile of scores").unit("points").of(|row| row.scores.median.into()),
    more("score_p95", "95 %", Plain, "95 % quantile of scores").unit("points").of(|row| row.scores.p95.into()),
    more("score_max", "Most", Plain, "largest score").unit("points").of(|row| row.scores.max.into()),
    RANK_LO
        .detail("by share in a full schedule, by rating within the group in a gauntlet or Swiss")
        .of(|row| row.rank.lo.into()),
    RANK_HI.of(|row| row.rank.hi.into()),
    forfeits("forfeits", "Forfeits", "games of these that the bot lost because its program failed")
        .of(|row| row.forfeits.into()),
];

/// The columns of a run.
pub(crate) fn layout(plan: &Plan) -> Layout<StandingRow> {
    Layout::of_run(plan, COLUMNS)
}

/// The rows of a run.
pub(crate) fn rows(plan: &Plan, summary: &Summary) -> impl Iterator<Item = StandingRow> {
    summary.standings.iter().map(|line| StandingRow::of(plan, line))
}

impl StandingRow {
    fn of(plan: &Plan, line: &Standing) -> StandingRow {
        let level = |level: f64| line.scores.quantile(level);
        StandingRow {
            bot: plan.name(line.bot).to_owned(),
            games: line.games,
            forfeits: line.forfeits,
            blocks: line.blocks,
            share: line.share,
            elo: line.elo,
            rank_mean: line.rank_mean,
            scores: Scores {
                mean: line.scores.mean(),
                sd: line.scores.sd(),
                min: level(0.0),
                p05: level(0.05),
                median: level(0.5),
                p95: level(0.95),
                max: level(1.0),
            },
            rank: line.rank,
        }
    }
}
