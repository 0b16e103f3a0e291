//! Effects: a forest plot for each bot and intervention with the margin as a band, strengths side by side, and the table.

use maud::{Markup, html};
use riverlab_engine::Intervention;

use super::StudyPage;
use crate::balance::verdict::{Direction, VERDICTS, Verdict};
use crate::report::html::chart::intervals::{Intervals, Row};
use crate::report::html::chart::mark::{Mark, SERIES};
use crate::report::html::document::{Block, Section};
use crate::report::html::sheet::{Line, Sheet};
use crate::report::html::table::TableView;
use crate::stats::Interval;
use crate::store::file_names::{EFFECTS, SCREEN};

/// The columns of a strength.
pub(super) const STRENGTH: [&str; 3] = ["strength", "strength_lo", "strength_hi"];

/// A bot with an intervention: what is drawn together.
struct Family<'a> {
    bot: &'a str,
    intervention: String,
    kind: &'a Intervention,
}

/// All effects, if any was measured or tried.
pub(super) fn section(page: &StudyPage<'_>) -> Option<Section> {
    let sheet = page.sheet(EFFECTS)?;
    let mut blocks = Vec::new();
    let families = families(page);
    for (idx, family) in families.iter().enumerate() {
        blocks.extend(family_blocks(page, sheet, family, idx + 1));
    }
    blocks.extend(side_by_side(page, sheet, &families).map(|plot| Block::from(plot.picture())));
    blocks.extend(unmeasured(sheet).map(Block::from));
    blocks.push(TableView::new(sheet.clone(), "Effects, by element and by bot").into());
    if let Some(screen) = page.sheet(SCREEN) {
        let caption = "Effects on the deals that chose what was played again on fresh ones";
        blocks.push(TableView::new(screen.clone(), caption).into());
    }
    Some(Section::new("effects", "Effects", blocks))
}

fn families<'a>(page: &StudyPage<'a>) -> Vec<Family<'a>> {
    let bots = page.plan.bots.names().iter();
    let of_bot = |bot: &'a String| {
        page.interventions().into_iter().map(move |(intervention, kind)| Family { bot, intervention, kind })
    };
    bots.flat_map(of_bot).collect()
}

impl Family<'_> {
    fn has(&self, line: &Line<'_>) -> bool {
        line.text("bot") == self.bot && line.text("intervention") == self.intervention
    }

    fn is_of_start(&self) -> bool {
        Direction::of(self.kind) == Direction::Start
    }

    fn name(&self) -> String {
        format!("{}: {}", self.bot, self.intervention)
    }
}

/// A heading, the verdicts in numbers, and the forest plot of what is measured.
fn family_blocks(page: &StudyPage<'_>, sheet: &Sheet, family: &Family<'_>, number: usize) -> Vec<Block> {
    let lines: Vec<Line<'_>> = sheet.lines().filter(|line| family.has(line)).collect();
    if lines.is_empty() {
        return Vec::new();
    }
    let heading = html! {
        h3 { bdi { (family.bot) } ": " (family.intervention) }
        p { (counts(&lines)) }
    };
    let plot = plot(page, family, &lines, number);
    let picture = (!plot.rows.is_empty()).then(|| Block::from(plot.picture()));
    std::iter::once(heading.into()).chain(picture).collect()
}

/// How often each verdict is given.
fn counts(lines: &[Line<'_>]) -> String {
    let count = |verdict: &Verdict| lines.iter().filter(|line| line.text("verdict") == verdict.name()).count();
    let known = VERDICTS.into_iter().filter(|verdict| count(verdict) > 0);
    let counts: Vec<String> = known.map(|verdict| format!("{} {}", count(&verdict), verdict.name())).collect();
    counts.join(", ")
}

fn plot(page: &StudyPage<'_>, family: &Family<'_>, lines: &[Line<'_>], number: usize) -> Intervals {
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
        rows: rows(lines),
        legend: legend(lines),
        reference: Some((0.0, "no effect".to_owned())),
        band: Some(margin),
        ends: None,
    }
}

/// The effects by kind, in the order in which kinds come first, the strongest of a kind first.
fn rows(lines: &[Line<'_>]) -> Vec<Row> {
    let mut kinds: Vec<&str> = Vec::new();
    for kind in lines.iter().map(|line| line.text("kind")) {
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    let of_kind = |kind: &&str| {
        let chosen = lines.iter().filter(|line| line.text("kind") == *kind);
        let mut rows: Vec<(Interval, Row)> = chosen.filter_map(|line| row(line, kinds.len() > 1)).collect();
        rows.sort_by(|(one, _), (other, _)| other.mean.total_cmp(&one.mean));
        rows.into_iter().map(|(_, row)| row).collect::<Vec<Row>>()
    };
    kinds.iter().flat_map(of_kind).collect()
}

fn row(line: &Line<'_>, has_groups: bool) -> Option<(Interval, Row)> {
    let strength = line.interval(STRENGTH)?;
    let group = if has_groups { line.text("kind").to_owned() } else { String::new() };
    let intervals = vec![(mark(line.text("verdict")), strength)];
    Some((strength, Row { label: line.text("element").to_owned(), group, intervals }))
}

/// The mark of a verdict.
fn mark(verdict: &str) -> Mark {
    match VERDICTS.into_iter().find(|one| one.name() == verdict) {
        Some(Verdict::Strong | Verdict::HelpsStart) => Mark::Strong,
        Some(Verdict::LeansStrong | Verdict::LeansHelpsStart) => Mark::LeansStrong,
        Some(Verdict::Weak | Verdict::HurtsStart) => Mark::Weak,
        Some(Verdict::LeansWeak | Verdict::LeansHurtsStart) => Mark::LeansWeak,
        Some(Verdict::Balanced) => Mark::Balanced,
        Some(Verdict::NearMargin) => Mark::NearMargin,
        Some(Verdict::Undecided) | None => Mark::Open,
    }
}

/// The verdicts that there are, with their marks.
fn legend(lines: &[Line<'_>]) -> Vec<(Mark, String)> {
    let is_there = |verdict: &Verdict| lines.iter().any(|line| line.text("verdict") == verdict.name());
    VERDICTS.into_iter().filter(is_there).map(|verdict| (mark(verdict.name()), verdict.name().to_owned())).collect()
}

/// The strengths of each element by bot and intervention, if there are several of these and not too many.
fn side_by_side(page: &StudyPage<'_>, sheet: &Sheet, families: &[Family<'_>]) -> Option<Intervals> {
    let series: Vec<&Family<'_>> = families.iter().filter(|family| !family.is_of_start()).collect();
    let is_drawn = (2..=SERIES).contains(&series.len());
    let rows = page.components().into_iter().map(|component| Row {
        label: component.to_owned(),
        group: String::new(),
        intervals: strengths(sheet, &series, component),
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

fn strengths(sheet: &Sheet, series: &[&Family<'_>], component: &str) -> Vec<(Mark, Interval)> {
    let strength = |(idx, family): (usize, &&Family<'_>)| {
        let mut lines = sheet.lines().filter(|line| line.text("element") == component);
        Some((Mark::Series(idx), lines.find(|line| family.has(line))?.interval(STRENGTH)?))
    };
    series.iter().enumerate().filter_map(strength).collect()
}

/// What cannot be measured, with the reason.
fn unmeasured(sheet: &Sheet) -> Option<Markup> {
    let lines: Vec<Line<'_>> = sheet.lines().filter(|line| !line.text("reason").is_empty()).collect();
    let list = html! {
        h3 { "Not measurable" }
        p { code { "remove" } " takes an element out of the game instead of banning it." }
        ul {
            @for line in &lines {
                li { (line.text("intervention")) " " (line.text("element")) " (" bdi { (line.text("bot")) } "): " (line.text("reason")) }
            }
        }
    };
    (!lines.is_empty()).then_some(list)
}

impl<'a> StudyPage<'a> {
    /// The components of the study, each once.
    pub(super) fn components(&self) -> Vec<&'a str> {
        let mut names: Vec<&str> = Vec::new();
        for subject in &self.plan.family {
            if !names.contains(&subject.component.as_str()) {
                names.push(&subject.component);
            }
        }
        names
    }
}
