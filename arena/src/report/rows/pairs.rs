//! `pairs.csv`: a row for each ordered pair of bots that met, by bot, then by opponent.

use riverlab_stats::PairStanding;

use super::ratings::{misfit_p, misfit_se, predicted};
use crate::column::Format::{Count, Decimals, Name, P, Signed};
use crate::column::{forfeits, main, more};
use crate::plan::Plan;
use crate::report::layout::{Field, Layout};
use crate::tally::Summary;

/// A bot and an opponent.
pub(crate) struct PairRow {
    bot: String,
    opponent: String,
    /// Meetings that the bot has forfeited, and that the opponent has.
    forfeits: [u64; 2],
    standing: PairStanding,
}

/// The columns.
pub(crate) const COLUMNS: &[Field<PairRow>] = &[
    main("bot", "Bot", Name, "one bot").of(|row| (&row.bot).into()),
    main("opponent", "Against", Name, "the other").of(|row| (&row.opponent).into()),
    more("games", "Meetings", Count, "pairs of seats in one game")
        .unit("pairs of seats")
        .of(|row| row.standing.meetings.into()),
    main("share_above", "Above", Decimals(3), "part of the meetings in which the bot ends above the other, level half")
        .detail("in games that only say who won, of the meetings that one of the two won; 0.5 without any")
        .of(|row| row.standing.above.mean.into()),
    main("lo", "from", Decimals(3), "lower end of its 95 % interval, over deals")
        .of(|row| row.standing.above.lo.into()),
    main("hi", "to", Decimals(3), "upper end of its 95 % interval, over deals").of(|row| row.standing.above.hi.into()),
    main("score_diff", "Points", Signed(2), "mean score less that of the other")
        .unit("points")
        .of(|row| row.standing.score_difference.mean.into()),
    more("score_diff_lo", "Points from", Signed(2), "lower end of its 95 % interval")
        .unit("points")
        .of(|row| row.standing.score_difference.lo.into()),
    more("score_diff_hi", "Points to", Signed(2), "upper end of its 95 % interval")
        .unit("points")
        .of(|row| row.standing.score_difference.hi.into()),
    main("p", "p", P, "p-value of no difference in who ends above")
        .detail("over deals: below 0.05 where the interval does not contain 0.5")
        .unit("probability")
        .of(|row| row.standing.p.into()),
    main("q", "q", P, "the same with false discoveries controlled over all pairs")
        .detail("Benjamini and Hochberg")
        .unit("probability")
        .of(|row| row.standing.q.into()),
    more("predicted", "Predicted", Decimals(3), "Above as the ratings predict it")
        .detail("`share_above` for the same games, all copies of a bot together")
        .of(|row| predicted(row.standing.misfit.as_ref())),
    more("misfit_se", "se", Decimals(3), "standard error of the difference of the two")
        .of(|row| misfit_se(row.standing.misfit.as_ref())),
    more("misfit_p", "Misfit p", P, "p-value of no difference, adjusted over all tests of the run")
        .detail("of pairs and bots, by Holm's method; empty where the ratings follow whatever is seen")
        .unit("probability")
        .of(|row| misfit_p(row.standing.misfit.as_ref())),
    forfeits("forfeits", "Forfeits", "meetings of these that the bot lost because its program failed")
        .unit("pairs of seats")
        .of(|row| row.forfeits[0].into()),
    forfeits("forfeits_opponent", "of the other", "meetings of these that the other lost because its program failed")
        .unit("pairs of seats")
        .of(|row| row.forfeits[1].into()),
];

/// The columns of a run.
pub(crate) fn layout(plan: &Plan) -> Layout<PairRow> {
    Layout::of_run(plan, COLUMNS)
}

/// The rows of a run; none with a single bot.
pub(crate) fn rows(plan: &Plan, summary: &Summary) -> impl Iterator<Item = PairRow> {
    let name = |bot| plan.name(bot).to_owned();
    summary.pairs.iter().map(move |pair| PairRow {
        bot: name(pair.bot),
        opponent: name(pair.opponent),
        forfeits: summary.forfeits_between(pair.bot, pair.opponent),
        standing: *pair,
    })
}
