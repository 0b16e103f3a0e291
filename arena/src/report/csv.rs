//! Result tables as CSV files and as JSON.

use serde_json::{Map, Value, json};

use crate::csv_rows::{into_bytes, number, rows_in_memory};
use crate::json::pretty;
use crate::plan::Plan;
use crate::report::luck;
use crate::schedule::BotIdx;
use crate::stats::{ErrorRates, Interval, Misfit, Order, PairOrder, PairStanding};
use crate::tally::luck::LuckSummary;
use crate::tally::{ComponentLine, MatchSummary, SeatStanding, Standing, Summary, TestSummary, TimingLine};

/// A cell of a result table.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Cell {
    Text(String),
    Count(u64),
    Number(f64),
    /// Nothing to say.
    Empty,
}

impl From<Option<f64>> for Cell {
    fn from(value: Option<f64>) -> Cell {
        value.map_or(Cell::Empty, Cell::Number)
    }
}

impl Cell {
    fn csv(&self) -> String {
        match self {
            Cell::Text(text) => text.clone(),
            Cell::Count(count) => count.to_string(),
            Cell::Number(value) => number(rounded(*value)),
            Cell::Empty => String::new(),
        }
    }

    /// Infinite numbers are texts in JSON, which has no others.
    fn json(&self) -> Value {
        match self {
            Cell::Text(text) => json!(text),
            Cell::Count(count) => json!(count),
            Cell::Number(value) if value.is_finite() => json!(rounded(*value)),
            Cell::Number(value) => json!(number(*value)),
            Cell::Empty => Value::Null,
        }
    }
}

/// Nine decimals: what differs in the last bits between machines' logarithms must not differ in files.
fn rounded(value: f64) -> f64 {
    to_decimals(value, 1e9)
}

fn to_decimals(value: f64, unit: f64) -> f64 {
    if value.is_finite() { (value * unit).round() / unit + 0.0 } else { value }
}

/// Columns of a misfit of the ratings: what is predicted, its standard error, and its p-value.
fn misfit_cells(names: [&'static str; 3], misfit: Option<&Misfit>) -> Row {
    let cell = |of: fn(&Misfit) -> Option<f64>| misfit.and_then(of).map(|value| to_decimals(value, 1e6)).into();
    let values =
        [cell(|misfit| Some(misfit.predicted)), cell(|misfit| Some(misfit.standard_error)), cell(|misfit| misfit.p)];
    names.into_iter().zip(values).collect()
}

/// Six decimals, for what comes out of long chains of sums, logarithms and exponentials.
pub(super) fn iterated(interval: &Interval) -> Interval {
    let [mean, lo, hi] = [interval.mean, interval.lo, interval.hi].map(|value| to_decimals(value, 1e6));
    Interval { mean, lo, hi }
}

pub(crate) type Row = Vec<(&'static str, Cell)>;

pub(crate) fn interval_cells(names: [&'static str; 3], interval: &Interval) -> Row {
    names.into_iter().zip([interval.mean, interval.lo, interval.hi].map(Cell::Number)).collect()
}

fn name(plan: &Plan, bot: BotIdx) -> Cell {
    Cell::Text(plan.name(bot).to_owned())
}

fn standing_row(plan: &Plan, line: &Standing) -> Row {
    let mut row =
        vec![("bot", name(plan, line.bot)), ("games", Cell::Count(line.games)), ("blocks", Cell::Count(line.blocks))];
    row.extend(interval_cells(["share", "share_lo", "share_hi"], &line.share));
    row.extend(interval_cells(["elo", "elo_lo", "elo_hi"], &line.elo));
    row.extend([
        ("rank_mean", Cell::Number(line.rank_mean)),
        ("score_mean", Cell::Number(line.scores.mean())),
        ("score_sd", Cell::Number(line.scores.sd())),
    ]);
    let levels =
        ["score_min", "score_p05", "score_p50", "score_p95", "score_max"].into_iter().zip([0.0, 0.05, 0.5, 0.95, 1.0]);
    row.extend(levels.map(|(name, level)| (name, Cell::Number(line.scores.quantile(level)))));
    row.extend(rank_cells(line));
    row
}

/// Where a bot stands by what the standings are sorted by.
fn rank_cells(line: &Standing) -> [(&'static str, Cell); 2] {
    [("rank_lo", Cell::Count(line.rank.lo as u64)), ("rank_hi", Cell::Count(line.rank.hi as u64))]
}

fn pair_row(plan: &Plan, pair: &PairStanding) -> Row {
    let mut row = vec![
        ("bot", name(plan, pair.bot)),
        ("opponent", name(plan, pair.opponent)),
        ("games", Cell::Count(pair.meetings)),
    ];
    row.extend(interval_cells(["share_above", "lo", "hi"], &pair.above));
    row.extend(interval_cells(["score_diff", "score_diff_lo", "score_diff_hi"], &pair.score_difference));
    row.extend([("p", Cell::Number(pair.p)), ("q", Cell::Number(pair.q))]);
    row.extend(misfit_cells(["predicted", "misfit_se", "misfit_p"], pair.misfit.as_ref()));
    row
}

/// The name of all bots together, which no bot can have.
pub const ALL: &str = "(all)";

fn seat_row(plan: &Plan, line: &SeatStanding) -> Row {
    let mut row = vec![
        ("seat", Cell::Count(line.start_order as u64 + 1)),
        ("bot", line.bot.map_or(Cell::Text(ALL.to_owned()), |bot| name(plan, bot))),
        ("games", Cell::Count(line.games)),
    ];
    row.extend(interval_cells(["share", "share_lo", "share_hi"], &line.share));
    row.push(("score_mean", Cell::Number(line.score_mean)));
    row
}

/// One row per bot in the order of the standings, then one per seat in turn order.
fn rating_rows(plan: &Plan, summary: &Summary) -> Vec<Row> {
    let (ratings, first_copies) = (&summary.ratings, plan.request.bots.first_copies());
    let bots = summary.standings.iter().map(|line| {
        let rating = &ratings.bots[usize::from(line.bot)];
        let original = first_copies[usize::from(line.bot)];
        let behind = summary.goodness.as_ref().and_then(|goodness| goodness.behind(original));
        let rank = rank_cells(line).map(|(_, cell)| cell);
        let group = Cell::Count(rating.group as u64 + 1);
        rating_row(("bot", name(plan, line.bot)), &rating.elo, rank, group, behind.as_ref())
    });
    let seats =
        ratings.start_orders.iter().zip(1..).map(|(elo, seat)| {
            rating_row(("seat", Cell::Count(seat)), elo, [Cell::Empty, Cell::Empty], Cell::Empty, None)
        });
    bots.chain(seats).collect()
}

fn rating_row(
    (kind, name): (&str, Cell),
    elo: &Interval,
    [rank_lo, rank_hi]: [Cell; 2],
    group: Cell,
    behind: Option<&Misfit>,
) -> Row {
    let mut row = vec![("kind", Cell::Text(kind.to_owned())), ("name", name)];
    row.extend(interval_cells(["rating", "rating_lo", "rating_hi"], &iterated(elo)));
    row.extend([("rank_lo", rank_lo), ("rank_hi", rank_hi), ("group", group)]);
    row.push(("next", behind.map(|misfit| to_decimals(misfit.seen, 1e9)).into()));
    row.extend(misfit_cells(["next_predicted", "next_misfit_se", "next_misfit_p"], behind));
    row
}

/// The columns of the simulated error rates of a test.
const ERROR_RATES: [[&str; 3]; 2] = [
    ["false_accepted", "false_accepted_lo", "false_accepted_hi"],
    ["true_rejected", "true_rejected_lo", "true_rejected_hi"],
];

fn match_row(plan: &Plan, result: &MatchSummary) -> Row {
    let comparison = plan.request.comparison.expect("a match compares");
    let challengers = comparison.challengers();
    let mut row = vec![
        ("focus", name(plan, 0)),
        ("baseline", if challengers == 2 { name(plan, 1) } else { Cell::Empty }),
        ("against", Cell::Text(plan.request.bots.names()[challengers..].join(" "))),
        ("deals", Cell::Count(result.deals)),
        ("stop", Cell::Text(plan.request.stop.as_ref().map_or("fixed".to_owned(), ToString::to_string))),
    ];
    row.extend(interval_cells(["raw", "raw_lo", "raw_hi"], &result.raw));
    row.extend([
        ("null", Cell::Number(result.null.mean())),
        ("t", Cell::Number(result.t)),
        ("p", Cell::Number(result.p)),
        ("always_lo", Cell::Number(result.sequence.lo)),
        ("always_hi", Cell::Number(result.sequence.hi)),
    ]);
    let test = result.test.as_ref();
    let number = |value: &dyn Fn(&TestSummary) -> Option<f64>| Cell::from(test.and_then(value));
    let text = |value: &dyn Fn(&TestSummary) -> String| test.map_or(Cell::Empty, |test| Cell::Text(value(test)));
    row.extend([
        ("decision", text(&|test| test.sprt.words(test.decision))),
        ("llr", number(&|test| Some(test.llr))),
        ("llr_lo", number(&|test| Some(test.bounds.0))),
        ("llr_hi", number(&|test| Some(test.bounds.1))),
        ("adjusted", number(&|test| Some(iterated(&test.adjusted).mean))),
        ("adjusted_lo", number(&|test| Some(iterated(&test.adjusted).lo))),
        ("adjusted_hi", number(&|test| Some(iterated(&test.adjusted).hi))),
    ]);
    let rate = |of: fn(&ErrorRates) -> Interval| test.and_then(|test| test.error_rates.as_ref()).map(of);
    let rates = [rate(|rates| rates.accepts), rate(|rates| rates.rejects)];
    for (names, rate) in ERROR_RATES.into_iter().zip(rates) {
        let cells = [rate.map(|rate| rate.mean), rate.map(|rate| rate.lo), rate.map(|rate| rate.hi)];
        row.extend(names.into_iter().zip(cells.map(Cell::from)));
    }
    row
}

fn timing_row(plan: &Plan, line: &TimingLine) -> Row {
    let [mean, median, p95, max] = line.milliseconds;
    vec![
        ("bot", name(plan, line.bot)),
        ("decisions", Cell::Count(line.decisions)),
        ("ms_mean", Cell::Number(mean)),
        ("ms_p50", Cell::Number(median)),
        ("ms_p95", Cell::Number(p95)),
        ("ms_max", Cell::Number(max)),
        ("sims_per_s", line.simulations_per_second.map(f64::round).into()),
    ]
}

fn component_row(line: &ComponentLine) -> Row {
    let share = |end: fn(&Interval) -> f64| line.share_held.as_ref().map(end).into();
    let difference = |end: fn(&Interval) -> f64| line.association.as_ref().map(end).into();
    vec![
        ("element", Cell::Text(line.name.clone())),
        ("kind", Cell::Text(line.kind.to_owned())),
        ("offered", Cell::Count(line.offered)),
        ("taken", Cell::Count(line.taken)),
        ("take_rate", line.take_rate().into()),
        ("first_round_mean", line.first_round.into()),
        ("held", Cell::Count(line.held)),
        ("points_mean", line.points.into()),
        ("share_held", share(|share| share.mean)),
        ("share_held_lo", share(|share| share.lo)),
        ("share_held_hi", share(|share| share.hi)),
        ("share_not_held", line.share_not_held.into()),
        ("score_held_mean", line.score_held.into()),
        ("difference", line.difference().into()),
        ("difference_lo", difference(|difference| difference.lo)),
        ("difference_hi", difference(|difference| difference.hi)),
    ]
}

/// Rows under the names of their columns, one at a time: a table of many bots has a million.
pub(crate) fn csv_table(rows: impl IntoIterator<Item: AsRef<[(&'static str, Cell)]>>) -> Vec<u8> {
    let mut out = rows_in_memory();
    for (idx, row) in rows.into_iter().enumerate() {
        let row = row.as_ref();
        if idx == 0 {
            out.write_record(row.iter().map(|(name, _)| name)).expect("memory can be written");
        }
        out.write_record(row.iter().map(|(_, cell)| cell.csv())).expect("memory can be written");
    }
    into_bytes(out)
}

fn csv_of<T>(plan: &Plan, lines: &[T], row: impl Fn(&Plan, &T) -> Row) -> Vec<u8> {
    csv_table(lines.iter().map(|line| row(plan, line)))
}

/// `standings.csv`, best bot first; adjusted for luck as well if it is given.
pub fn standings_csv(plan: &Plan, summary: &Summary, luck: Option<&LuckSummary>) -> Vec<u8> {
    csv_table(standing_rows(plan, summary, luck))
}

fn standing_rows(plan: &Plan, summary: &Summary, luck: Option<&LuckSummary>) -> impl Iterator<Item = Row> {
    let rows = summary.standings.iter().map(|line| standing_row(plan, line));
    with_luck(rows, luck.map(|luck| &luck.standings[..]), luck::standing_cells)
}

fn pair_rows(plan: &Plan, summary: &Summary, luck: Option<&LuckSummary>) -> impl Iterator<Item = Row> {
    let rows = summary.pairs.iter().map(|pair| pair_row(plan, pair));
    with_luck(rows, luck.map(|luck| &luck.pairs[..]), luck::pair_cells)
}

/// Rows with the columns of luck behind their own, if there are any.
fn with_luck<T>(
    rows: impl Iterator<Item = Row>,
    lines: Option<&[T]>,
    cells: impl Fn(&T) -> Row,
) -> impl Iterator<Item = Row> {
    let mut lines = lines.unwrap_or_default().iter();
    rows.map(move |mut row| {
        row.extend(lines.next().map(&cells).unwrap_or_default());
        row
    })
}

/// `pairs.csv`, by bot, then by opponent; adjusted for luck as well if it is given. With a single bot nobody has met.
pub fn pairs_csv(plan: &Plan, summary: &Summary, luck: Option<&LuckSummary>) -> Vec<u8> {
    if summary.pairs.is_empty() {
        let header = "bot,opponent,games,share_above,lo,hi,score_diff,score_diff_lo,score_diff_hi,p,q,predicted,misfit_se,misfit_p\n";
        return header.as_bytes().to_vec();
    }
    csv_table(pair_rows(plan, summary, luck))
}

/// `seats.csv`, in turn order from the start player.
pub fn seats_csv(plan: &Plan, summary: &Summary) -> Vec<u8> {
    csv_of(plan, &summary.seats, seat_row)
}

/// `ratings.csv`: bots, then seats.
pub fn ratings_csv(plan: &Plan, summary: &Summary) -> Vec<u8> {
    csv_table(rating_rows(plan, summary))
}

/// `match.csv`; adjusted for luck as well if it is given.
pub fn match_csv(plan: &Plan, result: &MatchSummary, luck: Option<&LuckSummary>) -> Vec<u8> {
    csv_table([match_row_with_luck(plan, result, luck)])
}

fn match_row_with_luck(plan: &Plan, result: &MatchSummary, luck: Option<&LuckSummary>) -> Row {
    let mut row = match_row(plan, result);
    row.extend(luck.and_then(|luck| luck.of_match.as_ref()).map_or(Vec::new(), luck::match_cells));
    row
}

/// `timing.csv`.
pub fn timing_csv(plan: &Plan, lines: &[TimingLine]) -> Vec<u8> {
    csv_of(plan, lines, timing_row)
}

/// `elements.csv`, in the order of the game.
pub fn components_csv(lines: &[ComponentLine]) -> Vec<u8> {
    csv_table(lines.iter().map(component_row))
}

pub(crate) fn object(row: Row) -> Value {
    Value::Object(row.into_iter().map(|(name, cell)| (name.to_owned(), cell.json())).collect::<Map<_, _>>())
}

/// Whether the ratings describe the run: how many tests there were and how many of them failed, and cycles.
fn fit(plan: &Plan, summary: &Summary) -> Value {
    let clearest = summary.cycles.clearest.map(|bots| bots.map(|bot| plan.name(bot)));
    let mut value = json!({ "cycles": summary.cycles.count, "clearest_cycle": clearest });
    if let Some(goodness) = &summary.goodness {
        let pairs: Vec<&Misfit> = goodness.pairs.iter().map(|(_, misfit)| misfit).collect();
        let bots: Vec<&Misfit> = goodness.behind.iter().map(|(_, misfit)| misfit).collect();
        for (tested, failed, misfits) in [("pairs_tested", "pairs_misfit", pairs), ("bots_tested", "bots_misfit", bots)]
        {
            value[tested] = json!(misfits.iter().filter(|misfit| misfit.p.is_some()).count());
            value[failed] = json!(misfits.iter().filter(|misfit| misfit.is_clear()).count());
        }
    }
    value
}

/// The order of the bots as far as it is settled.
fn order_json(plan: &Plan, order: &Order) -> Value {
    let known = |known: &PairOrder| match known {
        PairOrder::Ahead => "ahead",
        PairOrder::Behind => "behind",
        PairOrder::Equivalent => "equivalent",
        PairOrder::Open => "open",
    };
    json!({
        "settled": order.is_settled(),
        "margin": order.margin,
        "bots": order.bots.iter().map(|&bot| plan.name(bot)).collect::<Vec<_>>(),
        "neighbors": order.neighbors.iter().map(known).collect::<Vec<_>>(),
    })
}

/// The run and all of its tables as JSON.
pub fn json_text(
    plan: &Plan,
    summary: &Summary,
    result: Option<&MatchSummary>,
    components: &[ComponentLine],
    luck: Option<&LuckSummary>,
) -> String {
    pretty(&json_value(plan, summary, result, components, luck))
}

/// The same as a value.
pub fn json_value(
    plan: &Plan,
    summary: &Summary,
    result: Option<&MatchSummary>,
    components: &[ComponentLine],
    luck: Option<&LuckSummary>,
) -> Value {
    let list = |rows: Vec<Row>| rows.into_iter().map(object).collect::<Vec<_>>();
    let mut value = json!({
        "run": plan,
        "deals_played": summary.deals,
        "standings": list(standing_rows(plan, summary, luck).collect()),
        "ratings": list(rating_rows(plan, summary)),
        "pairs": list(pair_rows(plan, summary, luck).collect()),
        "seats": list(summary.seats.iter().map(|line| seat_row(plan, line)).collect()),
        "games_saved": summary.pairing_efficiency.map_or(Value::Null, |pairing_efficiency| object(interval_cells(["factor", "lo", "hi"], &pairing_efficiency))),
        "fit": fit(plan, summary),
        "self_play": { "blocks": summary.self_play.blocks, "divergent": summary.self_play.divergent },
    });
    if let Some(order) = &summary.order {
        value["order"] = order_json(plan, order);
    }
    if let Some(result) = result {
        value["match"] = object(match_row_with_luck(plan, result, luck));
    }
    if !components.is_empty() {
        value["elements"] = list(components.iter().map(component_row).collect()).into();
    }
    value
}
