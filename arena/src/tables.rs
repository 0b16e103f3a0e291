//! Result tables: as CSV files, as JSON, and aligned for a terminal.

use comfy_table::{CellAlignment, Table, presets};
use serde_json::{Map, Value, json};

use crate::journal::{into_bytes, number, rows_in_memory};
use crate::plan::Plan;
use crate::stats::{SeatStanding, Standing, Tally};

/// A cell of a result table.
#[derive(Clone, PartialEq, Debug)]
enum Cell {
    Text(String),
    Count(u64),
    Number(f64),
}

impl Cell {
    fn csv(&self) -> String {
        match self {
            Cell::Text(text) => text.clone(),
            Cell::Count(count) => count.to_string(),
            Cell::Number(value) => number(rounded(*value)),
        }
    }

    /// Infinite numbers are texts in JSON, which has no others.
    fn json(&self) -> Value {
        match self {
            Cell::Text(text) => json!(text),
            Cell::Count(count) => json!(count),
            Cell::Number(value) if value.is_finite() => json!(rounded(*value)),
            Cell::Number(value) => json!(number(*value)),
        }
    }
}

/// Nine decimals: what differs in the last bits between machines' logarithms must not differ in files.
fn rounded(value: f64) -> f64 {
    if value.is_finite() { (value * 1e9).round() / 1e9 + 0.0 } else { value }
}

type Row = Vec<(&'static str, Cell)>;

fn standing_row(plan: &Plan, line: &Standing) -> Row {
    vec![
        ("bot", Cell::Text(plan.bots[usize::from(line.bot)].clone())),
        ("games", Cell::Count(line.games)),
        ("blocks", Cell::Count(line.blocks)),
        ("share", Cell::Number(line.share.mean)),
        ("share_lo", Cell::Number(line.share.lo)),
        ("share_hi", Cell::Number(line.share.hi)),
        ("elo", Cell::Number(line.elo.mean)),
        ("elo_lo", Cell::Number(line.elo.lo)),
        ("elo_hi", Cell::Number(line.elo.hi)),
        ("rank_mean", Cell::Number(line.rank_mean)),
        ("score_mean", Cell::Number(line.scores.mean())),
        ("score_sd", Cell::Number(line.scores.sd())),
        ("score_min", Cell::Number(line.scores.quantile(0.0))),
        ("score_p05", Cell::Number(line.scores.quantile(0.05))),
        ("score_p50", Cell::Number(line.scores.quantile(0.5))),
        ("score_p95", Cell::Number(line.scores.quantile(0.95))),
        ("score_max", Cell::Number(line.scores.quantile(1.0))),
    ]
}

fn seat_row(plan: &Plan, line: &SeatStanding) -> Row {
    vec![
        ("seat", Cell::Count(line.place as u64 + 1)),
        ("bot", Cell::Text(plan.bots[usize::from(line.bot)].clone())),
        ("games", Cell::Count(line.games)),
        ("share", Cell::Number(line.share.mean)),
        ("share_lo", Cell::Number(line.share.lo)),
        ("share_hi", Cell::Number(line.share.hi)),
        ("score_mean", Cell::Number(line.score_mean)),
    ]
}

fn csv_table(rows: &[Row]) -> Vec<u8> {
    let mut out = rows_in_memory();
    if let Some(row) = rows.first() {
        out.write_record(row.iter().map(|(name, _)| name)).expect("memory can be written");
    }
    for row in rows {
        out.write_record(row.iter().map(|(_, cell)| cell.csv())).expect("memory can be written");
    }
    into_bytes(out)
}

/// `standings.csv`, best bot first.
pub fn standings_csv(plan: &Plan, tally: &Tally) -> Vec<u8> {
    csv_table(&tally.standings().iter().map(|line| standing_row(plan, line)).collect::<Vec<_>>())
}

/// `seats.csv`, by place in turn order.
pub fn seats_csv(plan: &Plan, tally: &Tally) -> Vec<u8> {
    csv_table(&tally.seat_standings().iter().map(|line| seat_row(plan, line)).collect::<Vec<_>>())
}

/// The run and its standings as JSON.
pub fn standings_json(plan: &Plan, tally: &Tally) -> String {
    let object = |row: Row| {
        Value::Object(row.into_iter().map(|(name, cell)| (name.to_owned(), cell.json())).collect::<Map<_, _>>())
    };
    let lines: Vec<Value> = tally.standings().iter().map(|line| object(standing_row(plan, line))).collect();
    let value = json!({ "run": plan, "deals_played": tally.deals(), "standings": lines });
    serde_json::to_string_pretty(&value).expect("plain data") + "\n"
}

/// The standings for a terminal.
pub fn standings_text(plan: &Plan, tally: &Tally) -> String {
    let mut table = text_table(
        &["#", "bot", "games", "share", "95 % interval", "Elo", "rank", "score", "sd", "min", "median", "max"],
        &[1],
    );
    for (idx, line) in tally.standings().iter().enumerate() {
        table.add_row([
            (idx + 1).to_string(),
            plan.bots[usize::from(line.bot)].clone(),
            line.games.to_string(),
            format!("{:.3}", line.share.mean),
            format!("{:.3} .. {:.3}", line.share.lo, line.share.hi),
            elo_text(line.elo.mean),
            format!("{:.2}", line.rank_mean),
            format!("{:.2}", line.scores.mean()),
            format!("{:.2}", line.scores.sd()),
            number(line.scores.quantile(0.0)),
            number(line.scores.quantile(0.5)),
            number(line.scores.quantile(1.0)),
        ]);
    }
    let deals = tally.deals();
    let note =
        if plan.reproducible { "" } else { "a bot with a time budget (ms=) played: the run is not reproducible\n" };
    format!(
        "{}, {} players, deals: {deals}, games: {}, seed: {}\nshare: wins, ties split; an equal share is {:.3}\n{table}\n{note}",
        plan.game,
        plan.players,
        plan.games / plan.deals * deals,
        plan.seed,
        1.0 / plan.players as f64,
    )
}

fn elo_text(elo: f64) -> String {
    if elo.is_finite() { format!("{:+.0}", elo.round() + 0.0) } else { number(elo) }
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
