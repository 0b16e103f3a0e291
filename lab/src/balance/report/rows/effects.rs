//! `effects.csv`, and `screen.csv` and `suggested.csv` with the same columns: a row for each effect, by subject, then
//! by bot.

use riverlab_arena::column::Format::{self, Count, Decimals, Name, P, Signed, Text};
use riverlab_arena::column::{main, more};
use riverlab_arena::report::cell::{Cell, as_written};
use riverlab_arena::report::layout::{Field, Layout};
use riverlab_stats::Interval;
use riverlab_stats::stable_sort::stable_sort_by_key;
use serde_json::Value;

use crate::balance::effect::{Anytime, Effect};
use crate::balance::finding::{Deals, Finding, Unmeasured};
use crate::balance::plan::StudyPlan;
use crate::balance::stage::NoLegalMove;
use crate::balance::verdict::{Direction, NOT_MEASURABLE, Verdict};

/// An effect, or why it cannot be measured.
#[derive(Clone, Debug)]
pub(crate) struct EffectRow {
    /// What was done to what: an index into the family of the study.
    pub(crate) subject: usize,
    /// An index into the bots of the study.
    pub(crate) bot: usize,
    pub(crate) element: String,
    pub(crate) intervention: String,
    pub(crate) bot_name: String,
    pub(crate) kind: String,
    direction: Direction,
    on: Deals,
    pub(crate) effect: Result<Effect, NoLegalMove>,
    /// How it compares with its siblings, in studies that suggest a change.
    pub(crate) parity: Option<ParityFigures>,
}

/// How a component compares with others of its kind.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ParityFigures {
    pub(crate) hold_rate: f64,
    pub(crate) siblings: usize,
    pub(crate) siblings_share_effect: f64,
    pub(crate) siblings_hold_rate: f64,
    pub(crate) effect_parity: &'static str,
    pub(crate) hold_parity: &'static str,
}

/// The columns of every study.
pub(crate) const COLUMNS: &[Field<EffectRow>] = &[
    main("element", "Element", Text, "the component; of set: interventions the changed values")
        .of(|row| (&row.element).into()),
    main("intervention", "Intervention", Text, "what is done to it")
        .detail("`set` for changed values")
        .of(|row| (&row.intervention).into()),
    main("bot", "Bot", Name, "the bot that plays all seats").of(|row| (&row.bot_name).into()),
    more("blocks", "Deals", Count, "number of deals").unit("deals").of(|row| row.of_effect(|effect| effect.deals)),
    more("share_effect", "Share effect", Signed(4), "effect on the win share, wins per game")
        .detail("of the one player concerned, or of the start player if the intervention is for all")
        .unit("wins per game")
        .of(|row| row.of_effect(|effect| effect.share.mean)),
    more("lo", "Share effect, from", Signed(4), "lower end of its 95 % interval")
        .unit("wins per game")
        .of(|row| row.of_effect(|effect| effect.share.lo)),
    more("hi", "Share effect, to", Signed(4), "upper end of its 95 % interval")
        .unit("wins per game")
        .of(|row| row.of_effect(|effect| effect.share.hi)),
    more("score_effect", "Score effect", Signed(2), "effect on the score in points")
        .detail("of the one player concerned, or on the mean score")
        .unit("points")
        .of(|row| row.of_effect(|effect| effect.score.mean)),
    more("score_lo", "Score effect, from", Signed(2), "lower end of its 95 % interval")
        .unit("points")
        .of(|row| row.of_effect(|effect| effect.score.lo)),
    more("score_hi", "Score effect, to", Signed(2), "upper end of its 95 % interval")
        .unit("points")
        .of(|row| row.of_effect(|effect| effect.score.hi)),
    more("p", "p", P, "p-value of no difference, over deals")
        .detail("below 0.05 where the interval does not contain it")
        .unit("probability")
        .of(|row| row.of_effect(|effect| effect.p)),
    main("q", "q", P, "the same with false discoveries controlled over the family")
        .detail("the family played on these deals")
        .unit("probability")
        .of(|row| row.of_effect(|effect| effect.q)),
    main("verdict", "Verdict", Format::Verdict, "what the effect says of the component, by the margin")
        .detail(
            "`strong`, `weak`, `helps-start` or `hurts-start`, each also with `leans-` before it, `balanced`, \
             `near-margin`, `undecided` or `not-measurable`: see [balance.md](balance.md#verdicts)",
        )
        .of(|row| row.verdict().map_or(NOT_MEASURABLE, Verdict::name).into()),
    main("kind", "Kind", Text, "kind of the component")
        .detail("`tables` for changed values")
        .of(|row| (&row.kind).into()),
    more("deals", "Which deals", Text, "all, screening, fresh, or those of rounds")
        .detail("which deals count; `rounds` with `--until-decided`")
        .of(|row| row.on.name().into()),
    more("sd", "sd", Decimals(3), "standard deviation of the share effect of a deal")
        .unit("wins per game")
        .of(|row| row.of_effect(|effect| effect.sd)),
    more("unpaired", "Unpaired", Decimals(1), "how many times the games separate samples take for the same interval")
        .detail("of the share, with and without")
        .unit("ratio")
        .of(|row| row.of_effect(|effect| effect.unpaired.share)),
    more("unpaired_known", "Unpaired, 1/n known", Decimals(1), "the same if what is won without is known to be 1/n")
        .unit("ratio")
        .of(|row| row.of_effect(|effect| effect.unpaired.share_known)),
    more("score_unpaired", "Unpaired, scores", Decimals(1), "the same for the interval of the score")
        .detail("with and without")
        .unit("ratio")
        .of(|row| row.of_effect(|effect| effect.unpaired.score)),
    more("example_deal", "Example deal", Count, "a deal that shows the effect, for riverlab trace --deal")
        .of(|row| row.of_effect(|effect| effect.example.map(|example| example.deal))),
    more(
        "p_beyond",
        "p beyond",
        P,
        "p-value of the test that the effect is beyond the margin, adjusted over the family",
    )
    .detail("by Holm's method")
    .unit("probability")
    .of(|row| row.of_effect(|effect| effect.beyond)),
    more("p_balanced", "p balanced", P, "p-value of the test that it is within, adjusted over the family")
        .unit("probability")
        .of(|row| row.of_effect(|effect| effect.within)),
    more("reason", "Reason", Text, "why nothing can be measured")
        .detail("the first deal in which the ban leaves a player no legal move, with the player and the round")
        .of(|row| row.reason().into()),
    main("strength", "Strength", Signed(4), "the share effect with the sign by which what is strong is above 0")
        .detail("for interventions that take something away, as a ban does, `share_effect` with the other sign")
        .unit("wins per game")
        .of(|row| row.strength().map(|strength| strength.mean).into()),
    main("strength_lo", "from", Signed(4), "lower end of its 95 % interval")
        .unit("wins per game")
        .of(|row| row.strength().map(|strength| strength.lo).into()),
    main("strength_hi", "to", Signed(4), "upper end of its 95 % interval")
        .unit("wins per game")
        .of(|row| row.strength().map(|strength| strength.hi).into()),
    main("points", "Points", Signed(2), "the score effect with that sign").unit("points").of(EffectRow::points),
];

/// The columns of studies that are played until all is decided.
pub(crate) const ANYTIME: &[Field<EffectRow>] = &[
    more("rounds", "Rounds", Count, "number of rounds that it was played in")
        .unit("rounds")
        .of(|row| row.at_every_look(|anytime| u64::from(anytime.rounds))),
    more("ln_e_effect", "ln e", Decimals(2), "natural logarithm of the e-value of no effect")
        .detail("large where there is one")
        .of(|row| row.at_every_look(|anytime| anytime.log_e_effect)),
    more(
        "ln_e_beyond",
        "ln e beyond",
        Decimals(2),
        "the same of an effect within the margin: large where it is beyond",
    )
    .of(|row| row.at_every_look(|anytime| anytime.log_e_beyond)),
    more(
        "ln_e_balanced",
        "ln e balanced",
        Decimals(2),
        "the same of an effect beyond the margin: large where it is within",
    )
    .of(|row| row.at_every_look(|anytime| anytime.log_e_within)),
    more("ended", "Ended", Text, "whether it is decided or open")
        .detail("`decided`: not played any further, as its verdict is final; `open`: more deals would be needed")
        .of(|row| row.at_every_look(|anytime| anytime.ended.name())),
];

/// The columns of studies that suggest a change.
pub(crate) const PARITY: &[Field<EffectRow>] = &[
    more("hold_rate", "Held", Decimals(3), "share of the seats that hold it at the end")
        .detail("when nothing is done to any component (a building: that have built it)")
        .unit("seats")
        .of(|row| row.of_parity(|parity| parity.hold_rate)),
    more("siblings", "Siblings", Count, "number of others of its kind that could be measured")
        .detail("see [balance.md](balance.md#suggestions)")
        .of(|row| row.of_parity(|parity| parity.siblings)),
    more("siblings_share_effect", "Siblings’ effect", Signed(4), "median of their share effects")
        .detail("the effect is compared with it; 0 without siblings")
        .unit("wins per game")
        .of(|row| row.of_parity(|parity| parity.siblings_share_effect)),
    more("siblings_hold_rate", "Siblings held", Decimals(3), "median of their rates")
        .detail("without siblings the rate under the original tables")
        .unit("seats")
        .of(|row| row.of_parity(|parity| parity.siblings_hold_rate)),
    more("effect_parity", "Effect parity", Text, "what the deals say of the limit of the effect")
        .detail("`within`, `beyond`, `leans` (seen beyond and shown to differ from the siblings) or `open`")
        .of(|row| row.of_parity(|parity| parity.effect_parity)),
    more("hold_parity", "Use parity", Text, "what the deals say of the limit of the rate")
        .detail("in the same words")
        .of(|row| row.of_parity(|parity| parity.hold_parity)),
];

/// A table of effects: its rows, and which columns it has.
#[derive(Clone, Debug)]
pub(crate) struct EffectTable {
    /// By subject, then by bot.
    pub(crate) rows: Vec<EffectRow>,
    has_anytime: bool,
    has_parity: bool,
}

impl EffectTable {
    /// The effects of a study, and those that cannot be measured.
    pub(crate) fn new(plan: &StudyPlan, effects: &[Finding], unmeasured: &[Unmeasured]) -> EffectTable {
        let entry = |subject, bot, on, effect| EffectRow::new(plan, subject, bot, on, effect);
        let measured = effects.iter().map(|one| entry(one.subject, one.bot, one.on, Ok(one.effect.clone())));
        let rest = unmeasured.iter().map(|one| entry(one.subject, one.bot, one.on, Err(one.found)));
        let mut rows: Vec<EffectRow> = measured.chain(rest).collect();
        stable_sort_by_key(&mut rows, |row| (row.subject, row.bot));
        EffectTable { rows, has_anytime: plan.budget.is_some(), has_parity: false }
    }

    /// The same table with how components compare with their siblings, by subject.
    pub(crate) fn with_parity(mut self, parity: impl Fn(usize) -> Option<ParityFigures>) -> EffectTable {
        self.rows.iter_mut().for_each(|row| row.parity = parity(row.subject));
        EffectTable { has_parity: true, ..self }
    }

    /// Its columns.
    pub(crate) fn layout(&self) -> Layout<EffectRow> {
        Layout::new(COLUMNS).with_if(self.has_anytime, ANYTIME).with_if(self.has_parity, PARITY)
    }

    /// As a file.
    pub(crate) fn csv(&self) -> Vec<u8> {
        self.layout().csv(&self.rows)
    }

    /// As JSON.
    pub(crate) fn json(&self) -> Value {
        self.layout().json_rows(&self.rows)
    }
}

impl EffectRow {
    fn new(plan: &StudyPlan, subject: usize, bot: usize, on: Deals, effect: Result<Effect, NoLegalMove>) -> EffectRow {
        let of_family = &plan.family[subject];
        EffectRow {
            subject,
            bot,
            element: of_family.component.clone(),
            intervention: of_family.intervention_name(),
            bot_name: plan.bots.names()[bot].clone(),
            kind: of_family.kind.clone(),
            direction: Direction::of(&of_family.intervention),
            on,
            effect,
            parity: None,
        }
    }

    /// The verdict; none where nothing can be measured.
    pub(crate) fn verdict(&self) -> Option<Verdict> {
        self.effect.as_ref().ok().map(|effect| effect.verdict)
    }

    /// Why nothing can be measured.
    pub(crate) fn reason(&self) -> Option<String> {
        self.effect.as_ref().err().map(NoLegalMove::reason)
    }

    /// The share effect with the decimals of the file.
    pub(crate) fn share(&self) -> Option<Interval> {
        self.effect.as_ref().ok().map(|effect| as_written(&effect.share))
    }

    /// The share effect turned so that strong is above 0, with the decimals of the file.
    pub(crate) fn strength(&self) -> Option<Interval> {
        self.effect.as_ref().ok().map(|effect| as_written(&self.direction.turned(effect.share)))
    }

    /// The score effect turned in the same way.
    pub(crate) fn points(&self) -> Cell {
        self.effect.as_ref().ok().map(|effect| self.direction.turned(effect.score).mean).into()
    }

    fn of_effect<T: Into<Cell>>(&self, part: fn(&Effect) -> T) -> Cell {
        self.effect.as_ref().ok().map(part).into()
    }

    fn at_every_look<T: Into<Cell>>(&self, part: fn(&Anytime) -> T) -> Cell {
        let anytime = self.effect.as_ref().ok().and_then(|effect| effect.anytime.as_ref());
        anytime.map(part).into()
    }

    fn of_parity<T: Into<Cell>>(&self, part: fn(&ParityFigures) -> T) -> Cell {
        self.parity.as_ref().map(part).into()
    }
}
