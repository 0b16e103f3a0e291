//! Results for a terminal: aligned tables, and what must be known to read them.

use std::fmt::Write as _;

use comfy_table::{CellAlignment, Table, presets};
use riverlab_stats::stable_sort::stable_sort_by;
use riverlab_stats::{Decision, ErrorRates, Interval};

use crate::csv_rows::number;
use crate::plan::{Comparison, Plan, StopRule};
use crate::report::cell::ALL;
use crate::report::fit_text::fit_notes;
use crate::report::forfeits::{decision_text, forfeits_note};
use crate::report::notes::notes;
use crate::report::terminal::{Text, fitted};
use crate::schedule::{BotIdx, Pairing};
use crate::tally::{ComponentLine, HELD_LEAST, MatchSummary, Null, SeatStanding, Standing, Summary, TestSummary};

/// What is said of the run above its tables.
fn title(plan: &Plan, summary: &Summary) -> String {
    let part = plan.request.shard.map_or(String::new(), |shard| format!(", part {shard}"));
    let plain = plan.request.pairing == Pairing::Full || plan.request.comparison.is_some();
    let pairing = if plain { String::new() } else { format!(", {}", plan.request.pairing) };
    format!(
        "{}, {} players{pairing}{part}, deals: {}, games: {}, seed: {}\n",
        plan.context.game, plan.request.players, summary.deals, summary.games, plan.request.seed
    )
}

/// The line about forfeits with its line break, or an empty text without forfeits.
fn forfeits_line(plan: &Plan, summary: &Summary) -> String {
    lines_of(forfeits_note(plan, summary).into_iter().collect())
}

/// Notes with line ends.
fn lines_of(notes: Vec<String>) -> String {
    notes.into_iter().map(|note| note + "\n").collect()
}

fn name(plan: &Plan, bot: BotIdx) -> String {
    plan.name(bot).to_owned()
}

fn share_cells(share: &Interval) -> [String; 2] {
    [format!("{:.3}", share.mean), share.text(3)]
}

fn elo_cells(elo: &Interval) -> [String; 2] {
    [elo_text(elo.mean), format!("{} .. {}", elo_text(elo.lo), elo_text(elo.hi))]
}

fn elo_text(elo: f64) -> String {
    if elo.is_finite() { format!("{:+.0}", elo.round() + 0.0) } else { number(elo) }
}

/// The standings, with what must be known to read them.
pub fn standings_text(plan: &Plan, summary: &Summary) -> Text {
    let interval = "95 % interval";
    let mut header = vec![
        "#", "bot", "games", "share", interval, "rating", interval, "ranks", "score", "sd", "min", "median", "max",
    ];
    header.extend(summary.has_forfeits().then_some("forfeits"));
    let mut table = text_table(&header, &[1]);
    for (rank, line) in (1..).zip(&summary.standings) {
        table.add_row(standing_cells(plan, summary, rank, line));
    }
    let droppable = [(10, "min"), (12, "max"), (9, "sd"), (11, "median"), (2, "games"), (7, "ranks")];
    let equal = 1.0 / plan.request.players as f64;
    let sorted_by = if plan.request.pairing == Pairing::Full { "share" } else { "rating" };
    Text::from(title(plan, summary))
        .with(forfeits_line(plan, summary))
        .with(format!("share: wins, ties split; an equal share is {equal:.3}\n"))
        .with(format!(
            "rating: Elo scale, mean 0; ranks: where each truly stands by {sorted_by}, all at once with 95 %\n"
        ))
        .with(fitted(table, &droppable))
        .with(lines_of(notes(plan, summary)))
        .with(lines_of(fit_notes(plan, summary)))
}

fn standing_cells(plan: &Plan, summary: &Summary, rank: usize, line: &Standing) -> Vec<String> {
    let rating = &summary.ratings.bots[usize::from(line.bot)];
    let mut cells = vec![rank.to_string(), name(plan, line.bot), line.games.to_string()];
    cells.extend(share_cells(&line.share));
    cells.extend(elo_cells(&rating.elo));
    cells.push(format!("{}-{}", line.rank.lo, line.rank.hi));
    cells.extend([line.scores.mean(), line.scores.sd()].map(|value| format!("{value:.2}")));
    cells.extend([0.0, 0.5, 1.0].map(|level| number(line.scores.quantile(level))));
    cells.extend(summary.has_forfeits().then(|| line.forfeits.to_string()));
    cells
}

/// The width of a drawing.
const DRAWING: usize = 41;

/// Shares and scores as pictures, then pairs and seats.
pub fn details_text(plan: &Plan, summary: &Summary) -> Text {
    let mut text = drawings_text(plan, summary);
    if !summary.pairs.is_empty() {
        text.push(pairs_text(plan, summary));
    }
    let mut header = vec!["seat", "bot", "games", "share", "95 % interval", "rating", "95 % interval", "score"];
    header.extend(summary.has_forfeits().then_some("forfeits"));
    let mut seats = text_table(&header, &[1]);
    for line in &summary.seats {
        seats.add_row(seat_cells(plan, summary, line));
    }
    text.with("\nseats in turn order from the start player\n").with(fitted(seats, &[(2, "games")]))
}

/// The interval of each share on a line from 0 to 1, and how often each score came up.
fn drawings_text(plan: &Plan, summary: &Summary) -> Text {
    let end = |level: f64, better: fn(f64, f64) -> f64, start: f64| {
        summary.standings.iter().map(|line| line.scores.quantile(level)).fold(start, better)
    };
    let (least, most) = (end(0.0, f64::min, f64::INFINITY), end(1.0, f64::max, f64::NEG_INFINITY));
    let scores = format!("scores from {} to {}", number(least), number(most));
    let mut table = text_table(&["bot", "share from 0 to 1, | an equal share", &scores], &[0, 1, 2]);
    for line in &summary.standings {
        let shares = interval_drawing(&line.share, 1.0 / plan.request.players as f64);
        table.add_row([name(plan, line.bot), shares, bars(&line.scores.bins(least, most, DRAWING))]);
    }
    Text::from("\n").with(fitted(table, &[(2, "how often each score came up")]))
}

/// `····|··─●──···`: an interval within 0 to 1, and a mark.
fn interval_drawing(interval: &Interval, mark: f64) -> String {
    let column = |value: f64| (value.clamp(0.0, 1.0) * (DRAWING - 1) as f64).round() as usize;
    let (lo, mean, hi, mark) = (column(interval.lo), column(interval.mean), column(interval.hi), column(mark));
    let sign = |at: usize| match at {
        _ if at == mean => '●',
        _ if at == mark => '|',
        _ if (lo..=hi).contains(&at) => '─',
        _ => '·',
    };
    (0..DRAWING).map(sign).collect()
}

/// A bar for each count, the largest full; what is there at all is seen.
fn bars(counts: &[u64]) -> String {
    let most = counts.iter().copied().max().unwrap_or(0).max(1);
    let bar = |&count: &u64| match (count * 8).div_ceil(most) {
        0 => ' ',
        eighths => char::from_u32('▁' as u32 + eighths as u32 - 1).expect("one of eight blocks"),
    };
    counts.iter().map(bar).collect()
}

fn pairs_text(plan: &Plan, summary: &Summary) -> Text {
    let mut header = vec!["bot", "against", "games", "above", "95 % interval", "points", "95 % interval", "p", "q"];
    if summary.has_forfeits() {
        header.extend(["forfeits", "of the other"]);
    }
    let mut table = text_table(&header, &[0, 1]);
    for pair in &summary.pairs {
        let mut cells = vec![name(plan, pair.bot), name(plan, pair.opponent), pair.meetings.to_string()];
        cells.extend(share_cells(&pair.above));
        let points = &pair.score_difference;
        cells.extend([format!("{:+.2}", points.mean), points.signed_text(2)]);
        cells.extend([pair.p, pair.q].map(p_text));
        if summary.has_forfeits() {
            cells.extend(summary.forfeits_between(pair.bot, pair.opponent).map(|forfeits| forfeits.to_string()));
        }
        table.add_row(cells);
    }
    let title =
        "who ends above whom in the same games (p: of no difference, over deals; q: false discoveries controlled)";
    let droppable = [(7, "p"), (2, "games"), (6, "interval of points")];
    Text::from(format!("\n{title}\n")).with(fitted(table, &droppable))
}

fn seat_cells(plan: &Plan, summary: &Summary, line: &SeatStanding) -> Vec<String> {
    let bot = line.bot.map_or(ALL.to_owned(), |bot| name(plan, bot));
    let rating = match line.bot {
        None => elo_cells(&summary.ratings.start_orders[line.start_order]),
        Some(_) => [String::new(), String::new()],
    };
    let mut cells = vec![(line.start_order + 1).to_string(), bot, line.games.to_string()];
    cells.extend(share_cells(&line.share));
    cells.extend(rating);
    cells.push(format!("{:.2}", line.score_mean));
    cells.extend(summary.has_forfeits().then(|| line.forfeits.to_string()));
    cells
}

/// How many components are shown from either end.
const COMPONENTS_SHOWN: usize = 10;

/// A component with the difference of win shares that it is associated with.
struct Associated<'a> {
    difference: Interval,
    line: &'a ComponentLine,
}

/// The components most and least associated with winning, of those whose interval excludes no difference; nothing for
/// games without components.
pub fn components_text(lines: &[ComponentLine]) -> Text {
    let compared = lines.iter().filter_map(|line| Some(Associated { difference: line.association?, line }));
    let mut compared: Vec<Associated<'_>> = compared.collect();
    let family = compared.len();
    if family == 0 {
        return Text::default();
    }
    compared.retain(|one| one.difference.lo > 0.0 || one.difference.hi < 0.0);
    let has_forfeits = lines.iter().any(|line| line.forfeits > 0);
    let title = Text::from(components_title(compared.len(), family));
    if compared.is_empty() {
        return title;
    }
    stable_sort_by(&mut compared, |one, other| other.difference.mean.total_cmp(&one.difference.mean));
    let least = compared.split_off(compared.partition_point(|one| one.difference.lo > 0.0));
    let (most, least) =
        (&compared[..compared.len().min(COMPONENTS_SHOWN)], &least[least.len().saturating_sub(COMPONENTS_SHOWN)..]);
    let mut header = vec!["element", "kind", "taken", "held", "points", "share", "without", "difference", "interval"];
    header.extend(has_forfeits.then_some("forfeits"));
    let mut table = text_table(&header, &[0, 1]);
    let cells = |one: &Associated<'_>| {
        let forfeits = has_forfeits.then(|| one.line.forfeits.to_string());
        component_cells(one).into_iter().chain(forfeits).collect::<Vec<_>>()
    };
    table.add_rows(most.iter().map(cells));
    if !most.is_empty() && !least.is_empty() {
        table.add_row(["…"]);
    }
    table.add_rows(least.iter().map(cells));
    let droppable = [(1, "kind"), (2, "taken"), (4, "points"), (3, "held"), (6, "without")];
    title.with(fitted(table, &droppable))
}

/// What must be known to read the table.
fn components_title(named: usize, family: usize) -> String {
    let held = format!("{family} that at least {:.0} % of seats held in the end", 100.0 * HELD_LEAST);
    let what = "\nelements most and least associated with winning";
    if named == 0 {
        return format!("{what}: of the {held}, the deals tell none from one without any difference\n");
    }
    format!(
        "{what}, of the {named} that the deals tell from one without any difference, among the\n{held}; all intervals \
         hold at once (95 %, Bonferroni)\n(association, not effect: who could afford an element may have won without it \
         too; share: of seats with it, without: of all others)\n"
    )
}

fn component_cells(Associated { difference, line }: &Associated<'_>) -> Vec<String> {
    let shown =
        |value: Option<f64>, decimals: usize| value.map_or(String::new(), |value| format!("{value:.decimals$}"));
    let percent = |rate: Option<f64>| rate.map_or(String::new(), |rate| format!("{:.0} %", 100.0 * rate));
    let mut cells = vec![line.name.clone(), line.kind.to_owned(), percent(line.take_rate())];
    cells.extend([percent(Some(line.held_rate)), shown(line.points, 1)]);
    cells.extend([shown(line.share_held.map(|share| share.mean), 3), shown(line.share_not_held, 3)]);
    cells.extend([format!("{:+.3}", difference.mean), difference.signed_text(3)]);
    cells
}

/// The result of a match.
pub fn match_text(plan: &Plan, summary: &Summary, result: &MatchSummary) -> Text {
    let against = plan.request.bots.names()[plan.request.comparison.map_or(1, Comparison::challengers)..].join(", ");
    let null = result.null.mean();
    let what = match result.null {
        Null::EqualShare { .. } => format!("{} against {against}; an equal share is {null:.4}", plan.name(0)),
        Null::NoDifference => format!("{} less {}, each against {against}", plan.name(0), plan.name(1)),
    };
    let fixed = if plan.request.stop.is_some() { ", as if the deals had been fixed" } else { "" };
    Text::from(title(plan, summary))
        .with(format!("{what}\n"))
        .with(forfeits_line(plan, summary))
        .with(fitted(match_table(plan, result), &[]))
        .with(format!("t per deal {:+.3}, p {} (of no difference, over deals{fixed})\n", result.t, p_text(result.p)))
        .with(result.test.as_ref().map_or(String::new(), |test| test_text(plan, summary, test)))
        .with(lines_of(plan.cannot_decide().into_iter().chain(notes(plan, summary)).collect()))
}

fn match_table(plan: &Plan, result: &MatchSummary) -> Table {
    let mut table = text_table(&["", "share", "95 % interval", ""], &[0, 3]);
    let mut row = |name: &str, interval: &Interval, remark: &str| {
        let share = [format!("{:.4}", interval.mean), interval.text(4)];
        let [mean, interval] = share;
        table.add_row([name.to_owned(), mean, interval, remark.to_owned()]);
    };
    let fixed = match &plan.request.stop {
        None => "deals fixed beforehand",
        Some(StopRule::Width(_)) => "stopped when narrow",
        Some(StopRule::Ranks(_) | StopRule::Sprt(_)) => "biased by stopping",
    };
    let elo = result.elo().map(|elo| elo_cells(&elo));
    let elo = elo.map_or(String::new(), |[mean, interval]| format!(", Elo {mean} ({interval})"));
    row("raw", &result.raw, &(fixed.to_owned() + &elo));
    if let Some(test) = &result.test {
        row("stop-adjusted", &test.adjusted, "median unbiased under the stopping rule");
    }
    row("at every look", &result.sequence, "confidence sequence, valid whenever one looks");
    table
}

fn test_text(plan: &Plan, summary: &Summary, test: &TestSummary) -> String {
    let (lo, hi) = test.bounds;
    let words = decision_text(plan, summary, test);
    let state = if test.decision == Decision::Undecided { words } else { format!("decided: {words}") };
    let mut text = format!(
        "sequential test {} on t per deal: {state}\nlog-likelihood ratio {:.3}, decides below {lo:.3} and above {hi:.3}\n",
        test.sprt, test.llr
    );
    if let Some(ErrorRates { accepts, rejects }) = &test.error_rates {
        let percent =
            |rate: &Interval| format!("{:.1} % ({:.1} to {:.1})", 100.0 * rate.mean, 100.0 * rate.lo, 100.0 * rate.hi);
        let _ = writeln!(
            text,
            "simulated with deals like these it accepts a false claim in {} of matches and rejects a true one in {}",
            percent(accepts),
            percent(rejects)
        );
        let (alpha, beta) = test.sprt.error_rates();
        if accepts.lo > alpha || rejects.lo > beta {
            let _ = writeln!(text, "warning: with deals like these the test errs more often than was asked for");
        }
    }
    text
}

/// An aligned table: numbers to the right, but for the columns in `left`.
pub fn text_table(header: &[&str], left: &[usize]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(header.iter().copied());
    for (idx, column) in table.column_iter_mut().enumerate() {
        let alignment = if left.contains(&idx) { CellAlignment::Left } else { CellAlignment::Right };
        column.set_cell_alignment(alignment);
    }
    table
}

/// A p-value or q-value as it is printed: none is 0.
pub fn p_text(p: f64) -> String {
    if p < 0.0001 { "<0.0001".to_owned() } else { format!("{p:.4}") }
}

#[cfg(test)]
#[path = "text_tests.rs"]
mod tests;
