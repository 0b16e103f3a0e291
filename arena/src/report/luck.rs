//! The figures of a run adjusted for luck, as a text.

use crate::plan::Plan;
use crate::report::terminal::{Text, fitted};
use crate::report::text::text_table;
use crate::stats::control_variates::AdjustedMean;
use crate::tally::luck::LuckSummary;

/// The figures of all bots, of a match and of its pairs, with what must be known to read them.
pub fn luck_text(plan: &Plan, luck: &LuckSummary) -> Text {
    let title = "\nadjusted for luck: what chance events brought beyond expectation, with coefficients of other deals\n\
                 gain: so many times as many deals would be as precise without; raw: that figure stands, as no gain is sure\n";
    let mut text = Text::from(title).with(standings_text(plan, luck));
    if let Some(of_match) = &luck.of_match {
        text.push(match_text(of_match));
    }
    if !luck.pairs.is_empty() {
        text.push(pairs_text(plan, luck));
    }
    text.with(note(luck))
}

/// How a figure is printed.
#[derive(Clone, Copy)]
enum Unit {
    Share,
    Points,
    Difference,
}

impl Unit {
    fn number(self, value: f64) -> String {
        match self {
            Unit::Share => format!("{value:.3}"),
            Unit::Points => format!("{value:.2}"),
            Unit::Difference => format!("{value:+.2}"),
        }
    }

    /// The figure, its interval, and the gain.
    fn cells(self, adjusted: &AdjustedMean) -> [String; 3] {
        let number = |value| self.number(value);
        let interval = format!("{} .. {}", number(adjusted.mean.lo), number(adjusted.mean.hi));
        let gain = adjusted.gain.filter(|_| !adjusted.is_raw());
        let gain = gain.map_or("raw".to_owned(), |gain| format!("{:.2} ({:.2} ..)", gain.mean, gain.lo));
        [number(adjusted.mean.mean), interval, gain]
    }
}

fn standings_text(plan: &Plan, luck: &LuckSummary) -> Text {
    let interval = "95 % interval";
    let mut table = text_table(&["bot", "share", interval, "gain", "score", interval, "gain"], &[0]);
    for line in &luck.standings {
        let mut row = vec![plan.name(line.bot).to_owned()];
        row.extend(Unit::Share.cells(&line.share));
        row.extend(Unit::Points.cells(&line.score));
        table.add_row(row);
    }
    fitted(table, &[(5, "interval of scores")])
}

fn match_text([share, score]: &[AdjustedMean; 2]) -> Text {
    let mut table = text_table(&["match", "", "95 % interval", "gain"], &[0]);
    for (name, unit, adjusted) in [("share", Unit::Share, share), ("score", Unit::Points, score)] {
        let mut row = vec![name.to_owned()];
        row.extend(unit.cells(adjusted));
        table.add_row(row);
    }
    Text::from("\n").with(fitted(table, &[]))
}

fn pairs_text(plan: &Plan, luck: &LuckSummary) -> Text {
    let interval = "95 % interval";
    let mut table = text_table(&["bot", "against", "above", interval, "gain", "points", interval, "gain"], &[0, 1]);
    for pair in &luck.pairs {
        let mut row = vec![plan.name(pair.bot).to_owned(), plan.name(pair.opponent).to_owned()];
        row.extend(Unit::Share.cells(&pair.above));
        row.extend(Unit::Difference.cells(&pair.score_difference));
        table.add_row(row);
    }
    Text::from("\n").with(fitted(table, &[(6, "interval of points")]))
}

/// How many figures stand as they are.
fn note(luck: &LuckSummary) -> String {
    let standings = luck.standings.iter().flat_map(|line| [line.share, line.score]);
    let pairs = luck.pairs.iter().flat_map(|pair| [pair.above, pair.score_difference]);
    let all: Vec<AdjustedMean> = standings.chain(pairs).chain(luck.of_match.into_iter().flatten()).collect();
    let raw = all.iter().filter(|adjusted| adjusted.is_raw()).count();
    match raw {
        0 => String::new(),
        _ => format!("{raw} of {} figures are raw: the lower end of their gain is not above 1\n", all.len()),
    }
}
