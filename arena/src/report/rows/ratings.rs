//! `ratings.csv`: a row for each bot in the order of the standings, then one for each position in turn order.

use riverlab_stats::{Interval, Misfit, RankInterval};

use super::standings::{RANK_HI, RANK_LO};
use crate::column::Format::{Count, Decimals, Name, P, Signed, Text};
use crate::column::{forfeits, main, more};
use crate::plan::Plan;
use crate::report::cell::{Cell, iterated, to_decimals};
use crate::report::layout::{Field, Layout};
use crate::tally::{SeatStanding, Summary};

/// A rating.
pub(crate) struct RatingRow {
    pub(crate) of: Rated,
    /// The rating with the decimals of the file.
    pub(crate) elo: Interval,
    /// Games that were forfeited.
    forfeits: u64,
    /// How often the bot comes next behind the winners.
    next: Option<Misfit>,
}

/// What is rated.
pub(crate) enum Rated {
    /// A bot, with the number of its group from 1.
    Bot { name: String, rank: RankInterval, group: u64 },
    /// A position in turn order, 1 being the start player.
    Position(u64),
}

/// The columns.
pub(crate) const COLUMNS: &[Field<RatingRow>] = &[
    main("kind", "Of", Text, "bot, or seat for a position in turn order").of(|row| row.of.kind().into()),
    main("name", "Name", Name, "name of the bot; or the position in turn order, 1 being the start player")
        .of(|row| row.of.name()),
    main("rating", "Rating", Signed(0), "Davidson–Luce rating on the Elo scale, mean 0")
        .detail("bots of a group have mean 0, and so have positions")
        .unit("Elo")
        .of(|row| row.elo.mean.into()),
    main("rating_lo", "from", Signed(0), "lower end of its 95 % interval").unit("Elo").of(|row| row.elo.lo.into()),
    main("rating_hi", "to", Signed(0), "upper end of its 95 % interval").unit("Elo").of(|row| row.elo.hi.into()),
    RANK_LO.detail("the same as in `standings.csv` (bots only)").of(|row| row.of.rank().map(|rank| rank.lo).into()),
    RANK_HI.of(|row| row.of.rank().map(|rank| rank.hi).into()),
    more("group", "Group", Count, "number of the group of bots that met, directly or through others")
        .detail("bots only")
        .of(|row| row.of.group().into()),
    more("next", "Next", Decimals(3), "behind the winners, how often the bot came next when it was left")
        .detail("with three players and more; ties split")
        .of(|row| row.next.map(|next| next.seen).into()),
    more("next_predicted", "predicted", Decimals(3), "the same as the ratings predict it")
        .of(|row| predicted(row.next.as_ref())),
    more("next_misfit_se", "se", Decimals(3), "standard error of the difference of the two")
        .of(|row| misfit_se(row.next.as_ref())),
    more("next_misfit_p", "p", P, "p-value of no difference, adjusted over all tests of the run")
        .detail("of pairs and bots, by Holm's method")
        .unit("probability")
        .of(|row| misfit_p(row.next.as_ref())),
    forfeits("forfeits", "Forfeits", "games that the bot lost, or that were lost there, because a program failed")
        .of(|row| row.forfeits.into()),
];

/// What the ratings predict.
pub(super) fn predicted(misfit: Option<&Misfit>) -> Cell {
    misfit.map(|misfit| to_decimals(misfit.predicted, 1e6)).into()
}

/// The standard error of what is seen less what they predict.
pub(super) fn misfit_se(misfit: Option<&Misfit>) -> Cell {
    misfit.map(|misfit| to_decimals(misfit.standard_error, 1e6)).into()
}

/// The p-value of no difference.
pub(super) fn misfit_p(misfit: Option<&Misfit>) -> Cell {
    misfit.and_then(|misfit| misfit.p).map(|p| to_decimals(p, 1e6)).into()
}

/// The columns of a run.
pub(crate) fn layout(plan: &Plan) -> Layout<RatingRow> {
    Layout::of_run(plan, COLUMNS)
}

/// The rows of a run.
pub(crate) fn rows(plan: &Plan, summary: &Summary) -> Vec<RatingRow> {
    let (ratings, first_copies) = (&summary.ratings, &summary.first_copies);
    let bots = summary.standings.iter().map(|line| {
        let rating = &ratings.bots[usize::from(line.bot)];
        let original = first_copies[usize::from(line.bot)];
        let (name, group) = (plan.name(line.bot).to_owned(), rating.group as u64 + 1);
        RatingRow {
            of: Rated::Bot { name, rank: line.rank, group },
            elo: iterated(&rating.elo),
            forfeits: line.forfeits,
            next: summary.goodness.as_ref().and_then(|goodness| goodness.behind(original)),
        }
    });
    let positions = ratings.start_orders.iter().zip(1..);
    let forfeits = |start_order: u64| {
        let is_it = |seat: &&SeatStanding| seat.bot.is_none() && seat.start_order as u64 + 1 == start_order;
        summary.seats.iter().find(is_it).map_or(0, |seat| seat.forfeits)
    };
    let positions = positions.map(|(elo, position)| RatingRow {
        of: Rated::Position(position),
        elo: iterated(elo),
        forfeits: forfeits(position),
        next: None,
    });
    bots.chain(positions).collect()
}

impl Rated {
    fn kind(&self) -> &'static str {
        match self {
            Rated::Bot { .. } => "bot",
            Rated::Position(_) => "seat",
        }
    }

    fn name(&self) -> Cell {
        match self {
            Rated::Bot { name, .. } => name.into(),
            Rated::Position(position) => (*position).into(),
        }
    }

    fn rank(&self) -> Option<RankInterval> {
        match self {
            Rated::Bot { rank, .. } => Some(*rank),
            Rated::Position(_) => None,
        }
    }

    fn group(&self) -> Option<u64> {
        match self {
            Rated::Bot { group, .. } => Some(*group),
            Rated::Position(_) => None,
        }
    }
}
