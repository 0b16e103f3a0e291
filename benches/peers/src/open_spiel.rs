//! `OpenSpiel`'s two MCTS bots, measured by a script that runs in a Python of the caller's.
//!
//! They play `OpenSpiel`'s Connect Four, not ours. One simulation adds all moves of one position at once and plays one
//! random game, unless it ends in a finished game; the root counts every simulation, which the script checks. Values
//! are from -1 to 1, so that the same constant explores half as much; that makes no difference to the speed.

use std::process::{Command, Stdio};
use std::time::Duration;

use crate::table::Row;

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/open_spiel_mcts.py");

/// Runs both bots once and adds the measurements to their rows.
///
/// # Errors
/// When the script does not run or fails.
pub fn measure(python: &str, simulations: u32, rows: &mut Vec<Row>) -> Result<(), String> {
    let mut command = Command::new(python);
    command.args([SCRIPT, "1", &simulations.to_string()]).stderr(Stdio::inherit());
    let output = command.output().map_err(|error| format!("{python}: {error}"))?;
    if !output.status.success() {
        return Err(format!("{python} {SCRIPT}: {}", output.status));
    }
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        add(line, rows).ok_or_else(|| format!("{SCRIPT} printed: {line}"))?;
    }
    Ok(())
}

/// Adds a line of the script: name, simulations, milliseconds of the fastest search and of the median.
fn add(line: &str, rows: &mut Vec<Row>) -> Option<()> {
    let [name, simulations, _fastest, median] = line.split('\t').collect::<Vec<_>>().try_into().ok()?;
    let time = Duration::try_from_secs_f64(median.parse::<f64>().ok()? / 1e3).ok()?;
    if rows.iter().all(|row| row.name != name) {
        rows.push(Row::new(name.to_owned(), simulations.parse().ok()?));
    }
    rows.iter_mut().find(|row| row.name == name)?.add(time, None);
    Some(())
}
