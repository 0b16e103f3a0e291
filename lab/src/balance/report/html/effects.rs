//! Effects: a forest plot for each bot and intervention with the margin as a band, strengths side by side, and the
//! table.

use maud::{Markup, html};
use riverlab_arena::report::html::chart::intervals::{Intervals, Row};
use riverlab_arena::report::html::chart::mark::{Mark, SERIES};
use riverlab_arena::report::html::document::Section;
use riverlab_arena::report::html::table::TableView;
use riverlab_arena::store::file_names::{EFFECTS, SCREEN};
use riverlab_engine::Intervention;
use riverlab_stats::Interval;
use riverlab_stats::stable_sort::stable_sort_by;

use super::page::StudyPage;
use crate::balance::report::rows::effects::{EffectRow, EffectTable};
use crate::balance::verdict::{Direction, VERDICTS, Verdict};

/// A bot with an intervention: what is drawn together.
struct Family<'a> {
    /// An index into the bots of the study.
    bot: usize,
    bot_name: &'a str,
    intervention: String,
    kind: &'a Intervention,
}

/// All effects, if any was measured or tried.
pub(super) fn section(page: &StudyPage<'_>) -> Option<Section> {
    let tables = page.tables();
    let effects = tables.effects.as_ref()?;
    let rows = &effects.rows;
    let mut blocks = Vec::new();
    let families = families(page);
    for (idx, family) in families.iter().enumerate() {
        blocks.extend(family_blocks(page, rows, family, idx + 1));
    }
    blocks.extend(side_by_side(page, rows, &families).map(|plot| plot.picture()));
    blocks.extend(unmeasured(rows));
    blocks.push(table(EFFECTS, effects, "Effects, by element and by bot"));
    if let Some(screen) = &tables.screen {
        blocks.push(table(SCREEN, screen, "Effects on the deals that chose what was played again on fresh ones"));
    }
    Some(Section::new("effects", "Effects", blocks))
}

fn table(file: &'static str, effects: &EffectTable, caption: &str) -> Markup {
    TableView::new(file, &effects.layout(), &effects.rows, caption).markup()
}

fn families<'a>(page: &StudyPage<'a>) -> Vec<Family<'a>> {
    let bots = page.plan.bots.names().iter().enumerate();
    let of_bot = |(bot, bot_name): (usize, &'a String)| {
        let interventions = page.interventions().into_iter();
        interventions.map(move |(intervention, kind)| Family { bot, bot_name, intervention, kind })
    };
    bots.flat_map(of_bot).collect()
}

impl Family<'_> {
    fn has(&self, row: &EffectRow) -> bool {
        row.bot == self.bot && row.intervention == self.intervention
    }

    fn is_of_start(&self) -> bool {
        Direction::of(self.kind) == Direction::Start
    }

    fn name(&self) -> String {
        format!("{}: {}", self.bot_name, self.intervention)
    }
}

/// A heading, the verdicts in numbers, and the forest plot of what is measured.
fn family_blocks(page: &StudyPage<'_>, rows: &[EffectRow], family: &Family<'_>, number: usize) -> Vec<Markup> {
    let of_family: Vec<&EffectRow> = rows.iter().filter(|row| family.has(row)).collect();
    if of_family.is_empty() {
        return Vec::new();
    }
    let heading = html! {
        h3 { bdi { (family.bot_name) } ": " (family.intervention) }
        p { (counts(&of_family)) }
    };
    let plot = plot(page, family, &of_family, number);
    let picture = (!plot.rows.is_empty()).then(|| plot.picture());
    std::iter::once(heading).chain(picture).collect()
}

/// How often each verdict is given.
fn counts(effects: &[&EffectRow]) -> String {
    let count = |verdict: &Verdict| effects.iter().filter(|row| row.verdict() == Some(*verdict)).count();
    let known = VERDICTS.into_iter().filter(|verdict| count(verdict) > 0);
    let counts: Vec<String> = known.map(|verdict| format!("{} {}", count(&verdict), verdict.name())).collect();
    counts.join(", ")
}

fn plot(page: &StudyPage<'_>, family: &Family<'_>, effects: &[&EffectRow], number: usize) -> Intervals {
    let margin = page.plan.margin;
    let what =
        if family.is_of_start() { "effect on the share of the start player" } else { "strength, in shares of wins" };
    Intervals {
        name: format!("effects-{number}"),
        caption: format!(
            "{} of each element with its 95 % interval",
            if family.is_of_start() { "Effect" } else { "Strength" }
        ),
        axis: what.to_owned(),
        rows: rows(effects),
        legend: legend(effects),
        reference: Some((0.0, "no effect".to_owned())),
        band: Some(margin),
        ends: None,
    }
}

/// The effects by kind, in the order in which kinds come first, the strongest of a kind first.
fn rows(effects: &[&EffectRow]) -> Vec<Row> {
    let mut kinds: Vec<&str> = Vec::new();
    for effect in effects {
        if !kinds.contains(&effect.kind.as_str()) {
            kinds.push(&effect.kind);
        }
    }
    let of_kind = |kind: &&str| {
        let chosen = effects.iter().filter(|effect| effect.kind == *kind);
        let mut rows: Vec<(Interval, Row)> = chosen.filter_map(|effect| row(effect, kinds.len() > 1)).collect();
        stable_sort_by(&mut rows, |(one, _), (other, _)| other.mean.total_cmp(&one.mean));
        rows.into_iter().map(|(_, row)| row).collect::<Vec<Row>>()
    };
    kinds.iter().flat_map(of_kind).collect()
}

fn row(effect: &EffectRow, has_groups: bool) -> Option<(Interval, Row)> {
    let (strength, verdict) = (effect.strength()?, effect.verdict()?);
    let group = if has_groups { effect.kind.clone() } else { String::new() };
    Some((strength, Row { label: effect.element.clone(), group, intervals: vec![(mark(verdict), strength)] }))
}

/// The mark of a verdict.
fn mark(verdict: Verdict) -> Mark {
    match verdict {
        Verdict::Strong | Verdict::HelpsStart => Mark::Strong,
        Verdict::LeansStrong | Verdict::LeansHelpsStart => Mark::LeansStrong,
        Verdict::Weak | Verdict::HurtsStart => Mark::Weak,
        Verdict::LeansWeak | Verdict::LeansHurtsStart => Mark::LeansWeak,
        Verdict::Balanced => Mark::Balanced,
        Verdict::NearMargin => Mark::NearMargin,
        Verdict::Undecided => Mark::Open,
    }
}

/// The verdicts in a picture, with their marks.
fn legend(effects: &[&EffectRow]) -> Vec<(Mark, String)> {
    let is_there = |verdict: &Verdict| effects.iter().any(|effect| effect.verdict() == Some(*verdict));
    VERDICTS.into_iter().filter(is_there).map(|verdict| (mark(verdict), verdict.name().to_owned())).collect()
}

/// The strengths of each element by bot and intervention, if there are several of these and not too many.
fn side_by_side(page: &StudyPage<'_>, effects: &[EffectRow], families: &[Family<'_>]) -> Option<Intervals> {
    let series: Vec<&Family<'_>> = families.iter().filter(|family| !family.is_of_start()).collect();
    let is_drawn = (2..=SERIES).contains(&series.len());
    let rows = page.components().into_iter().map(|component| Row {
        label: component.to_owned(),
        group: String::new(),
        intervals: strengths(effects, &series, component),
    });
    is_drawn.then(|| Intervals {
        name: "strengths".to_owned(),
        caption: "Strengths side by side, with 95 % intervals".to_owned(),
        axis: "strength, in shares of wins".to_owned(),
        rows: rows.filter(|row| !row.intervals.is_empty()).collect(),
        legend: series.iter().enumerate().map(|(idx, family)| (Mark::Series(idx), family.name())).collect(),
        reference: Some((0.0, "no effect".to_owned())),
        band: Some(page.plan.margin),
        ends: None,
    })
}

fn strengths(effects: &[EffectRow], series: &[&Family<'_>], component: &str) -> Vec<(Mark, Interval)> {
    let strength = |(idx, family): (usize, &&Family<'_>)| {
        let effect = effects.iter().find(|effect| effect.element == component && family.has(effect))?;
        Some((Mark::Series(idx), effect.strength()?))
    };
    series.iter().enumerate().filter_map(strength).collect()
}

/// What cannot be measured, with the reason.
fn unmeasured(effects: &[EffectRow]) -> Option<Markup> {
    let unmeasured: Vec<(&EffectRow, String)> =
        effects.iter().filter_map(|effect| Some((effect, effect.reason()?))).collect();
    let list = html! {
        h3 { "Not measurable" }
        p { code { "remove" } " takes an element out of the game instead of banning it." }
        ul {
            @for (effect, reason) in &unmeasured {
                li { (effect.intervention) " " (effect.element) " (" bdi { (effect.bot_name) } "): " (reason) }
            }
        }
    };
    (!unmeasured.is_empty()).then_some(list)
}
