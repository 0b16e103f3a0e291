//! `readings.csv`: every effect under every alternative of reconstructed values.

use riverlab_arena::column::Format::{self, Count, Name, P, Signed, Text};
use riverlab_arena::column::{main, more};
use riverlab_arena::report::cell::{Cell, as_written};
use riverlab_arena::report::layout::{Field, Layout};
use riverlab_stats::Interval;

use crate::balance::effect::Effect;
use crate::balance::stage::NoLegalMove;
use crate::balance::tally::Contrast;
use crate::balance::verdict::{NOT_MEASURABLE, Robustness, Verdict};

/// An effect under an alternative.
#[derive(Clone, Debug)]
pub(crate) struct ReadingRow {
    /// The name of the alternative.
    pub(crate) reading: String,
    /// What was done to what: an index into the family of the study.
    pub(crate) subject: usize,
    /// An index into the bots of the study.
    pub(crate) bot: usize,
    pub(crate) element: String,
    pub(crate) intervention: String,
    pub(crate) bot_name: String,
    /// The effect under the alternative, or why it cannot be measured.
    pub(crate) effect: Result<Effect, NoLegalMove>,
    /// The verdict under the tables as given; none where it cannot be measured.
    pub(crate) given: Option<Verdict>,
    /// The effect under the alternative less that under the tables as given, where both can be measured.
    pub(crate) difference: Option<Contrast>,
    /// What the alternative makes of the verdict.
    pub(crate) robustness: Robustness,
    /// The values of the alternative, separated by spaces.
    pub(crate) sets: String,
}

const COLUMNS: &[Field<ReadingRow>] = &[
    main("reading", "Reading", Text, "name of the alternative of reconstructed values").of(|row| (&row.reading).into()),
    main("element", "Element", Text, "the component").detail("as in `effects.csv`").of(|row| (&row.element).into()),
    main("intervention", "Intervention", Text, "what is done to it").of(|row| (&row.intervention).into()),
    main("bot", "Bot", Name, "the bot that plays all seats").of(|row| (&row.bot_name).into()),
    more("blocks", "Deals", Count, "number of deals").unit("deals").of(|row| row.of_effect(|effect| effect.deals)),
    more("share_effect", "Share effect", Signed(4), "effect under the alternative, wins per game")
        .unit("wins per game")
        .of(|row| row.of_effect(|effect| effect.share.mean)),
    more("lo", "from", Signed(4), "lower end of its 95 % interval")
        .unit("wins per game")
        .of(|row| row.of_effect(|effect| effect.share.lo)),
    more("hi", "to", Signed(4), "upper end of its 95 % interval")
        .unit("wins per game")
        .of(|row| row.of_effect(|effect| effect.share.hi)),
    main("verdict", "Verdict", Format::Verdict, "verdict under the alternative").of(|row| row.verdict_name().into()),
    main("verdict_given", "Verdict as given", Format::Verdict, "verdict under the rules tables as they are")
        .of(|row| row.given_name().into()),
    main("difference", "Difference", Signed(4), "effect under the alternative less that under the tables as they are")
        .detail("empty where one of them cannot be measured")
        .unit("wins per game")
        .of(|row| row.of_difference(|difference| difference.share.mean)),
    more("difference_lo", "Difference, from", Signed(4), "lower end of its 95 % interval")
        .unit("wins per game")
        .of(|row| row.of_difference(|difference| difference.share.lo)),
    more("difference_hi", "Difference, to", Signed(4), "upper end of its 95 % interval")
        .unit("wins per game")
        .of(|row| row.of_difference(|difference| difference.share.hi)),
    more("p", "p", P, "p-value of no difference")
        .unit("probability")
        .of(|row| row.of_difference(|difference| difference.p)),
    main("q", "q", P, "the same with false discoveries controlled")
        .unit("probability")
        .of(|row| row.of_difference(|difference| difference.q)),
    main("outcome", "The verdict", Text, "holds, changes, or is open")
        .detail("see [balance.md](balance.md#alternatives-of-reconstructed-values)")
        .of(|row| row.robustness.name().into()),
    more("sets", "Values", Text, "the values of the alternative")
        .detail("`key=value`, separated by spaces")
        .of(|row| (&row.sets).into()),
    more("reason", "Reason", Text, "why nothing can be measured")
        .detail("under the alternative, as in `effects.csv`; the columns with numbers are empty then")
        .of(|row| row.effect.as_ref().err().map(NoLegalMove::reason).into()),
];

/// The columns.
pub(crate) fn layout() -> Layout<ReadingRow> {
    Layout::new(COLUMNS)
}

impl ReadingRow {
    /// The verdict under the alternative as it stands in files.
    pub(crate) fn verdict_name(&self) -> &'static str {
        self.effect.as_ref().map_or(NOT_MEASURABLE, |effect| effect.verdict.name())
    }

    /// The verdict under the tables as given, as it stands in files.
    pub(crate) fn given_name(&self) -> &'static str {
        self.given.map_or(NOT_MEASURABLE, Verdict::name)
    }

    /// The difference with the decimals of the file.
    pub(crate) fn difference(&self) -> Option<Interval> {
        self.difference.as_ref().map(|difference| as_written(&difference.share))
    }

    fn of_effect<T: Into<Cell>>(&self, part: fn(&Effect) -> T) -> Cell {
        self.effect.as_ref().ok().map(part).into()
    }

    fn of_difference(&self, part: fn(&Contrast) -> f64) -> Cell {
        self.difference.as_ref().map(part).into()
    }
}
