//! `elements.csv`: a row for each component, in the order of the game.

use crate::column::Format::{Count, Decimals, Signed, Text};
use crate::column::{forfeits, main, more};
use crate::plan::Plan;
use crate::report::layout::{Field, Layout};
use crate::tally::ComponentLine;

/// The columns.
pub(crate) const COLUMNS: &[Field<ComponentLine>] = &[
    main("element", "Element", Text, "name of the component").of(|row| (&row.name).into()),
    main("kind", "Kind", Text, "its kind").of(|row| row.kind.into()),
    more("offered", "Offered", Count, "pieces that chance has put on offer")
        .unit("pieces")
        .of(|row| row.offered.into()),
    more("taken", "Taken", Count, "pieces that players have taken").unit("pieces").of(|row| row.taken.into()),
    main("take_rate", "Take rate", Decimals(3), "taken / offered").of(|row| row.take_rate().into()),
    more("first_round_mean", "First round", Decimals(1), "mean round in which a seat took its first piece")
        .detail("over the seats that took one in a game")
        .unit("round")
        .of(|row| row.first_round.into()),
    main("held", "Held", Count, "seats of games that had a piece at the end")
        .detail("a card of a program is held by whoever programmed it once")
        .unit("seats of games")
        .of(|row| row.held.into()),
    more("points_mean", "Points", Decimals(2), "mean points that the pieces of such a seat brought")
        .unit("points")
        .of(|row| row.points.into()),
    main("share_held", "Share with", Decimals(3), "mean win share of the seats that held it")
        .unit("wins per seat")
        .of(|row| row.share_held.map(|share| share.mean).into()),
    more("share_held_lo", "with, from", Decimals(3), "lower end of its 95 % interval")
        .detail("over deals")
        .unit("wins per seat")
        .of(|row| row.share_held.map(|share| share.lo).into()),
    more("share_held_hi", "with, to", Decimals(3), "upper end of its 95 % interval")
        .unit("wins per seat")
        .of(|row| row.share_held.map(|share| share.hi).into()),
    main("share_not_held", "Share without", Decimals(3), "mean win share of all other seats")
        .unit("wins per seat")
        .of(|row| row.share_not_held.into()),
    more("score_held_mean", "Score with", Decimals(2), "mean score of the seats that held it")
        .unit("points")
        .of(|row| row.score_held.into()),
    main("difference", "Difference", Signed(3), "share with less share without: an association, not an effect")
        .unit("wins per seat")
        .of(|row| row.difference().into()),
    main(
        "difference_lo",
        "from",
        Signed(3),
        "lower end of its interval; those of all components hold at once with 95 %",
    )
    .detail("over deals, by Bonferroni; empty where fewer than 2 % of the seats held the component, or all of them")
    .unit("wins per seat")
    .of(|row| row.association.map(|difference| difference.lo).into()),
    main("difference_hi", "to", Signed(3), "upper end of its interval")
        .unit("wins per seat")
        .of(|row| row.association.map(|difference| difference.hi).into()),
    forfeits("forfeits", "Forfeits", "seats that held it and lost because a program failed")
        .of(|row| row.forfeits.into()),
];

/// The columns of a run.
pub(crate) fn layout(plan: &Plan) -> Layout<ComponentLine> {
    Layout::of_run(plan, COLUMNS)
}
