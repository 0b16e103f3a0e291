//! `interactions.csv`: how much effects differ between bots.

use riverlab_arena::column::Format::{Name, P, Signed, Text};
use riverlab_arena::column::{main, more};
use riverlab_arena::report::layout::{Field, Layout};

use crate::balance::finding::Interaction;
use crate::balance::plan::StudyPlan;
use crate::balance::tally::Contrast;

/// How much the effect of a bot differs from that of the last one.
#[derive(Clone, Debug)]
pub(crate) struct InteractionRow {
    pub(crate) element: String,
    pub(crate) intervention: String,
    pub(crate) bot: String,
    other: String,
    pub(crate) contrast: Contrast,
}

const COLUMNS: &[Field<InteractionRow>] = &[
    main("element", "Element", Text, "the component").detail("as in `effects.csv`").of(|row| (&row.element).into()),
    main("intervention", "Intervention", Text, "what is done to it").of(|row| (&row.intervention).into()),
    main("bot", "Bot", Name, "a bot").of(|row| (&row.bot).into()),
    main("other", "Less", Name, "the last bot of the study, with which it is compared").of(|row| (&row.other).into()),
    main("share_difference", "Difference", Signed(4), "share effect of the bot less that of the other, deal by deal")
        .unit("wins per game")
        .of(|row| row.contrast.share.mean.into()),
    main("lo", "from", Signed(4), "lower end of its 95 % interval")
        .unit("wins per game")
        .of(|row| row.contrast.share.lo.into()),
    main("hi", "to", Signed(4), "upper end of its 95 % interval")
        .unit("wins per game")
        .of(|row| row.contrast.share.hi.into()),
    more("p", "p", P, "p-value of no difference").unit("probability").of(|row| row.contrast.p.into()),
    main("q", "q", P, "the same with false discoveries controlled").unit("probability").of(|row| row.contrast.q.into()),
];

/// The columns.
pub(crate) fn layout() -> Layout<InteractionRow> {
    Layout::new(COLUMNS)
}

/// The rows of a study.
pub(crate) fn rows(plan: &StudyPlan, interactions: &[Interaction]) -> Vec<InteractionRow> {
    let row = |interaction: &Interaction| {
        let (subject, (bot, other)) = (&plan.family[interaction.subject], interaction.bots);
        InteractionRow {
            element: subject.component.clone(),
            intervention: subject.intervention_name(),
            bot: plan.bots.names()[bot].clone(),
            other: plan.bots.names()[other].clone(),
            contrast: interaction.contrast.clone(),
        }
    };
    interactions.iter().map(row).collect()
}
