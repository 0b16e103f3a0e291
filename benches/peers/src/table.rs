//! The table of all measurements.

use std::collections::BTreeSet;
use std::time::Duration;

/// The measurements of one engine.
#[derive(Clone, Debug)]
pub struct Row {
    /// The engine and its version.
    pub name: String,
    simulations: u32,
    times: Vec<Duration>,
    columns: BTreeSet<u8>,
}

impl Row {
    /// No measurements yet.
    pub fn new(name: String, simulations: u32) -> Row {
        Row { name, simulations, times: Vec::new(), columns: BTreeSet::new() }
    }

    /// Adds a measurement, with the column that was chosen, counted from 0.
    pub fn add(&mut self, time: Duration, column: Option<u8>) {
        self.times.push(time);
        self.times.sort_unstable();
        self.columns.extend(column);
    }

    /// The seconds of the fastest search and of the median.
    fn seconds(&self) -> [f64; 2] {
        [self.times[0], self.times[self.times.len() / 2]].map(|time| time.as_secs_f64())
    }

    /// The columns that were chosen, counted from 1.
    fn chosen(&self) -> String {
        let columns: Vec<String> = self.columns.iter().map(|column| (column + 1).to_string()).collect();
        if columns.is_empty() { "-".to_owned() } else { columns.join(" ") }
    }

    /// The cells, with the speed of `ours` in proportion to that of this one.
    fn cells(&self, ours: &Row) -> [String; 8] {
        let per_simulation = |row: &Row| row.seconds().map(|seconds| seconds / f64::from(row.simulations));
        let (its, our) = (per_simulation(self), per_simulation(ours));
        let [fastest, median] = self.seconds().map(|seconds| format!("{:.2}", seconds * 1e3));
        let [by_fastest, by_median] = [0, 1].map(|which| format!("{:.2}", its[which] / our[which]));
        let per_second = format!("{:.0}", 1.0 / its[1]);
        let simulations = self.simulations.to_string();
        [self.name.clone(), simulations, fastest, median, per_second, by_fastest, by_median, self.chosen()]
    }
}

const HEAD: [&str; 8] =
    ["engine", "simulations", "ms fastest", "ms median", "simulations/s", "x fastest", "x median", "column"];

/// Prints the rows, the fastest first; the first row given is ours.
pub fn print(rows: &[Row]) {
    let mut sorted: Vec<&Row> = rows.iter().collect();
    sorted.sort_by(|a, b| a.seconds()[1].total_cmp(&b.seconds()[1]));
    let mut lines = vec![HEAD.map(str::to_owned)];
    lines.extend(sorted.iter().map(|row| row.cells(&rows[0])));
    let width = |idx: usize| lines.iter().map(|line| line[idx].chars().count()).max().unwrap_or(0);
    for line in &lines {
        let cells = (1..HEAD.len()).map(|idx| format!("  {:>1$}", line[idx], width(idx)));
        println!("{:<2$}{}", line[0], cells.collect::<String>(), width(0));
    }
    println!("\nsimulations/s: by the median; x: how many times as fast ours is, by the fastest and by the median");
}
