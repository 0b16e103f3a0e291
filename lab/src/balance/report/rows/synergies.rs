//! `synergies.csv`: what two components are worth together beyond the sum of each, for each pair and bot.

use riverlab_arena::column::Format::{Count, Name, P, Signed, Text, Verdict};
use riverlab_arena::column::{main, more};
use riverlab_arena::report::cell::{Cell, as_written};
use riverlab_arena::report::layout::{Field, Layout};
use riverlab_stats::Interval;
use riverlab_stats::power::RATE;

use crate::balance::effect::Effect;
use crate::balance::stage::NoLegalMove;
use crate::balance::tally::Contrast;
use crate::balance::verdict::NOT_MEASURABLE;

/// A pair of components and a bot.
#[derive(Clone, Debug)]
pub(crate) struct SynergyRow {
    pub(crate) element: String,
    pub(crate) other: String,
    pub(crate) intervention: String,
    pub(crate) bot: String,
    /// What was measured, or why nothing can be.
    pub(crate) measured: Result<Synergy, NoLegalMove>,
    /// The phi coefficient of what winners took.
    pub(crate) association: f64,
}

/// What was measured of a pair.
#[derive(Clone, Debug)]
pub(crate) struct Synergy {
    pub(crate) one: Effect,
    pub(crate) other: Effect,
    pub(crate) both: Effect,
    /// The effect of both less those of each.
    pub(crate) interaction: Contrast,
    /// The p-value of an interaction beyond the margin, adjusted over all pairs.
    pub(crate) within: f64,
}

/// What an interaction says of two components.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SynergyVerdict {
    /// Each is worth more where the other one is there.
    Complements,
    /// Each is worth less where the other one is there.
    Substitutes,
    /// The interaction is within the margin.
    Additive,
    /// The deals do not tell.
    Undecided,
}

impl SynergyVerdict {
    /// All of them, in the order in which they are told.
    pub(crate) const ALL: [SynergyVerdict; 4] =
        [SynergyVerdict::Complements, SynergyVerdict::Substitutes, SynergyVerdict::Additive, SynergyVerdict::Undecided];

    /// As it stands in files.
    pub(crate) fn name(self) -> &'static str {
        match self {
            SynergyVerdict::Complements => "complements",
            SynergyVerdict::Substitutes => "substitutes",
            SynergyVerdict::Additive => "additive",
            SynergyVerdict::Undecided => "undecided",
        }
    }
}

impl Synergy {
    /// What it says of the components.
    pub(crate) fn verdict(&self) -> SynergyVerdict {
        if self.within < RATE {
            SynergyVerdict::Additive
        } else if self.interaction.q >= RATE {
            SynergyVerdict::Undecided
        } else if self.interaction.share.mean > 0.0 {
            SynergyVerdict::Complements
        } else {
            SynergyVerdict::Substitutes
        }
    }
}

impl SynergyRow {
    /// The interaction with the decimals of the file, if it was measured.
    pub(crate) fn interaction(&self) -> Option<Interval> {
        self.measured.as_ref().ok().map(|measured| as_written(&measured.interaction.share))
    }

    fn of<T: Into<Cell>>(&self, part: fn(&Synergy) -> T) -> Cell {
        self.measured.as_ref().ok().map(part).into()
    }
}

const COLUMNS: &[Field<SynergyRow>] = &[
    main("element", "Element", Text, "a component").of(|row| (&row.element).into()),
    main("other", "And", Text, "another one").of(|row| (&row.other).into()),
    main("intervention", "Intervention", Text, "what is done to each, and to both")
        .of(|row| (&row.intervention).into()),
    main("bot", "Bot", Name, "the bot that plays all seats").of(|row| (&row.bot).into()),
    more("blocks", "Deals", Count, "number of deals")
        .detail("the fresh ones")
        .unit("deals")
        .of(|row| row.of(|measured| measured.both.deals)),
    main("one_effect", "One", Signed(4), "share effect of the first alone, wins per game")
        .unit("wins per game")
        .of(|row| row.of(|measured| measured.one.share.mean)),
    main("other_effect", "Other", Signed(4), "share effect of the second alone")
        .unit("wins per game")
        .of(|row| row.of(|measured| measured.other.share.mean)),
    main("both_effect", "Both", Signed(4), "share effect of both")
        .detail("all three on the same deals")
        .unit("wins per game")
        .of(|row| row.of(|measured| measured.both.share.mean)),
    main("interaction", "Interaction", Signed(4), "share effect of both less those of each, deal by deal")
        .unit("wins per game")
        .of(|row| row.of(|measured| measured.interaction.share.mean)),
    main("lo", "from", Signed(4), "lower end of its 95 % interval")
        .unit("wins per game")
        .of(|row| row.of(|measured| measured.interaction.share.lo)),
    main("hi", "to", Signed(4), "upper end of its 95 % interval")
        .unit("wins per game")
        .of(|row| row.of(|measured| measured.interaction.share.hi)),
    more("p", "p", P, "p-value of no interaction, over deals")
        .unit("probability")
        .of(|row| row.of(|measured| measured.interaction.p)),
    main("q", "q", P, "the same with false discoveries controlled over all pairs")
        .detail("and bots")
        .unit("probability")
        .of(|row| row.of(|measured| measured.interaction.q)),
    more("p_additive", "p additive", P, "p-value of the test that it is within the margin, adjusted over all pairs")
        .detail("and bots, by Holm's method")
        .unit("probability")
        .of(|row| row.of(|measured| measured.within)),
    main("verdict", "Verdict", Verdict, "complements, substitutes, additive, undecided or not-measurable")
        .detail("see [balance.md](balance.md#two-components-together)")
        .of(|row| row.measured.as_ref().map_or(NOT_MEASURABLE, |measured| measured.verdict().name()).into()),
    more("association", "Association", Signed(3), "phi coefficient of what winners took on the screening deals")
        .detail("from −1 to 1")
        .of(|row| row.association.into()),
    more("score_interaction", "Score interaction", Signed(2), "score effect of both less those of each, in points")
        .unit("points")
        .of(|row| row.of(|measured| measured.interaction.score.mean)),
    more("score_lo", "Score, from", Signed(2), "lower end of its 95 % interval")
        .unit("points")
        .of(|row| row.of(|measured| measured.interaction.score.lo)),
    more("score_hi", "Score, to", Signed(2), "upper end of its 95 % interval")
        .unit("points")
        .of(|row| row.of(|measured| measured.interaction.score.hi)),
    more("reason", "Reason", Text, "why nothing can be measured")
        .detail("the columns with numbers are empty then")
        .of(|row| row.measured.as_ref().err().map(NoLegalMove::reason).into()),
];

/// The columns.
pub(crate) fn layout() -> Layout<SynergyRow> {
    Layout::new(COLUMNS)
}
