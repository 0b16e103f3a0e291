//! `seats.csv`: a row for each position in turn order and bot, and one for each position and all bots together.

use crate::column::Format::{Count, Decimals, Name};
use crate::column::{forfeits, main};
use crate::plan::Plan;
use crate::report::cell::ALL;
use crate::report::layout::{Field, Layout};
use crate::tally::{SeatStanding, Summary};

/// A position in turn order, for one bot or for all.
pub(crate) struct SeatRow {
    /// The name of the bot, or [`ALL`].
    bot: String,
    standing: SeatStanding,
}

/// The columns.
pub(crate) const COLUMNS: &[Field<SeatRow>] = &[
    main("seat", "Position", Count, "position in turn order, 1 being the start player of the game")
        .detail("whichever seat that is")
        .of(|row| (row.standing.start_order + 1).into()),
    main("bot", "Bot", Name, "name of the bot, or (all)").of(|row| (&row.bot).into()),
    main("games", "Games", Count, "seats of games").unit("seats of games").of(|row| row.standing.games.into()),
    main("share", "Share", Decimals(3), "mean share of the win, wins per seat")
        .unit("wins per seat")
        .of(|row| row.standing.share.mean.into()),
    main("share_lo", "from", Decimals(3), "lower end of its 95 % interval, over deals")
        .unit("wins per seat")
        .of(|row| row.standing.share.lo.into()),
    main("share_hi", "to", Decimals(3), "upper end of its 95 % interval, over deals")
        .unit("wins per seat")
        .of(|row| row.standing.share.hi.into()),
    main("score_mean", "Score", Decimals(2), "mean score in points")
        .unit("points")
        .of(|row| row.standing.score_mean.into()),
    forfeits("forfeits", "Forfeits", "games of these that were lost because a program failed")
        .of(|row| row.standing.forfeits.into()),
];

/// The columns of a run.
pub(crate) fn layout(plan: &Plan) -> Layout<SeatRow> {
    Layout::of_run(plan, COLUMNS)
}

/// The rows of a run, in turn order from the start player.
pub(crate) fn rows(plan: &Plan, summary: &Summary) -> impl Iterator<Item = SeatRow> {
    let name = |standing: &SeatStanding| standing.bot.map_or(ALL, |bot| plan.name(bot)).to_owned();
    summary.seats.iter().map(move |standing| SeatRow { bot: name(standing), standing: standing.clone() })
}
