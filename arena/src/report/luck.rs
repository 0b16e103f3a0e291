//! What is left of the figures of a run once they are adjusted for luck: columns behind those of the result tables, and a
//! text.

use crate::plan::Plan;
use crate::report::csv::{Cell, Row, interval_cells, iterated};
use crate::report::text::{fitted, text_table};
use crate::stats::control_variates::{AdjustedMean, Figure};
use crate::tally::luck::{LuckPair, LuckStanding, LuckSummary};

/// The columns of one figure: which one stands, the figure with its interval, and the gain with its lower end.
pub(crate) type Names = [&'static str; 6];

macro_rules! names {
    ($figure:literal, $mean:literal, $gain:literal) => {
        [$figure, $mean, concat!($mean, "_lo"), concat!($mean, "_hi"), $gain, concat!($gain, "_lo")]
    };
}

/// Of shares.
pub(crate) const SHARE: Names = names!("share_figure", "luck_adjusted_share", "share_gain");
/// Of scores.
pub(crate) const SCORE: Names = names!("score_figure", "luck_adjusted_score", "score_gain");
/// Of how often one bot ends above another.
pub(crate) const ABOVE: Names = names!("above_figure", "luck_adjusted_above", "above_gain");
/// Of the difference of two bots' scores.
pub(crate) const SCORE_DIFFERENCE: Names = names!("score_diff_figure", "luck_adjusted_score_diff", "score_diff_gain");
/// Of what a match compares.
pub(crate) const COMPARED: Names = names!("raw_figure", "luck_adjusted", "luck_gain");

/// Of the effects of interventions on the share.
pub(crate) const SHARE_EFFECT: Names = names!("share_effect_figure", "luck_adjusted_share_effect", "share_effect_gain");
/// Of those on the score.
pub(crate) const SCORE_EFFECT: Names = names!("score_effect_figure", "luck_adjusted_score_effect", "score_effect_gain");

/// The columns that `effects.csv` has at its end; empty ones where nothing is measured.
pub(crate) fn effect_cells(effects: Option<&[AdjustedMean; 2]>) -> Row {
    let Some([share, score]) = effects else {
        return [SHARE_EFFECT, SCORE_EFFECT].concat().into_iter().map(|name| (name, Cell::Empty)).collect();
    };
    [cells(SHARE_EFFECT, share), cells(SCORE_EFFECT, score)].concat()
}

/// The columns that `standings.csv` has at its end.
pub(super) fn standing_cells(line: &LuckStanding) -> Row {
    [cells(SHARE, &line.share), cells(SCORE, &line.score)].concat()
}

/// The columns that `pairs.csv` has at its end.
pub(super) fn pair_cells(pair: &LuckPair) -> Row {
    [cells(ABOVE, &pair.above), cells(SCORE_DIFFERENCE, &pair.score_difference)].concat()
}

/// The columns that `match.csv` has at its end.
pub(super) fn match_cells([share, score]: &[AdjustedMean; 2]) -> Row {
    [cells(COMPARED, share), cells(SCORE, score)].concat()
}

fn cells([figure, mean, lo, hi, gain, gain_lo]: Names, adjusted: &AdjustedMean) -> Row {
    let gains = adjusted.gain.as_ref().map(iterated);
    let mut row = vec![(figure, Cell::Text(figure_text(adjusted).to_owned()))];
    row.extend(interval_cells([mean, lo, hi], &iterated(&adjusted.mean)));
    row.extend([(gain, gains.map(|gain| gain.mean).into()), (gain_lo, gains.map(|gain| gain.lo).into())]);
    row
}

fn figure_text(adjusted: &AdjustedMean) -> &'static str {
    match adjusted.figure {
        Figure::Raw => "raw",
        Figure::Adjusted => "adjusted",
    }
}

/// The figures of all bots, of a match and of its pairs, with what must be known to read them.
pub fn luck_text(plan: &Plan, luck: &LuckSummary) -> String {
    let title = "\nadjusted for luck: what chance events brought beyond expectation, with coefficients of other deals\n\
                 gain: so many times as many deals would be as precise without; raw: that figure stands, as no gain is sure\n";
    let mut lines = vec![title.to_owned(), standings_text(plan, luck)];
    lines.extend(luck.of_match.as_ref().map(match_text));
    lines.extend((!luck.pairs.is_empty()).then(|| pairs_text(plan, luck)));
    lines.push(note(luck));
    lines.concat()
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

fn standings_text(plan: &Plan, luck: &LuckSummary) -> String {
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

fn match_text([share, score]: &[AdjustedMean; 2]) -> String {
    let mut table = text_table(&["match", "", "95 % interval", "gain"], &[0]);
    for (name, unit, adjusted) in [("share", Unit::Share, share), ("score", Unit::Points, score)] {
        let mut row = vec![name.to_owned()];
        row.extend(unit.cells(adjusted));
        table.add_row(row);
    }
    format!("\n{}", fitted(table, &[]))
}

fn pairs_text(plan: &Plan, luck: &LuckSummary) -> String {
    let interval = "95 % interval";
    let mut table = text_table(&["bot", "against", "above", interval, "gain", "points", interval, "gain"], &[0, 1]);
    for pair in &luck.pairs {
        let mut row = vec![plan.name(pair.bot).to_owned(), plan.name(pair.opponent).to_owned()];
        row.extend(Unit::Share.cells(&pair.above));
        row.extend(Unit::Difference.cells(&pair.score_difference));
        table.add_row(row);
    }
    format!("\n{}", fitted(table, &[(6, "interval of points")]))
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
