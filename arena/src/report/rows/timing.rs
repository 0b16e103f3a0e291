//! `timing.csv`: a row for each bot whose decisions were timed.

use crate::column::Format::{Count, Decimals, Name};
use crate::column::main;
use crate::plan::Plan;
use crate::report::layout::{Field, Layout};
use crate::tally::TimingLine;

/// The decisions of a bot.
pub(crate) struct TimingRow {
    bot: String,
    line: TimingLine,
}

const COLUMNS: &[Field<TimingRow>] = &[
    main("bot", "Bot", Name, "name of the bot").of(|row| (&row.bot).into()),
    main("decisions", "Decisions", Count, "decisions that were timed")
        .unit("decisions")
        .of(|row| row.line.decisions.into()),
    main("ms_mean", "Mean ms", Decimals(3), "mean time per decision in milliseconds")
        .unit("milliseconds")
        .of(|row| row.line.milliseconds[0].into()),
    main("ms_p50", "Median ms", Decimals(3), "median time per decision in milliseconds")
        .unit("milliseconds")
        .of(|row| row.line.milliseconds[1].into()),
    main("ms_p95", "95 % ms", Decimals(3), "95 % quantile in milliseconds")
        .unit("milliseconds")
        .of(|row| row.line.milliseconds[2].into()),
    main("ms_max", "Most ms", Decimals(3), "longest decision in milliseconds")
        .unit("milliseconds")
        .of(|row| row.line.milliseconds[3].into()),
    main("sims_per_s", "Simulations / s", Count, "simulations per second of thinking time")
        .detail("for bots that simulate")
        .unit("1/s")
        .of(|row| row.line.simulations_per_second.map(f64::round).into()),
];

/// The columns.
pub(crate) fn layout() -> Layout<TimingRow> {
    Layout::new(COLUMNS)
}

/// The rows of a session.
pub(crate) fn rows(plan: &Plan, lines: &[TimingLine]) -> impl Iterator<Item = TimingRow> {
    lines.iter().map(|line| TimingRow { bot: plan.name(line.bot).to_owned(), line: *line })
}
