//! The results of a journal, which are those of the games in it.

use std::ops::ControlFlow;

use crate::error::ArenaError;
use crate::plan::Plan;
use crate::schedule::Schedule;
use crate::store::journal::{Journal, JournalPaths};
use crate::store::journal_reader::{Progress, ReadGame};
use crate::table::Table;
use crate::tally::Results;

/// Reads the games of a journal, adds them to the results and hands each to `seen`. The schedule is left at the game after
/// them.
///
/// A run of an older version is read to its end: a stop rule may have ended it elsewhere than this version would.
pub(super) fn read_games(
    journal: &Journal,
    plan: &Plan,
    table: &dyn Table,
    results: &mut Results,
    seen: &mut (dyn FnMut(&ReadGame<'_>) + Send),
) -> Result<(Schedule, Progress), ArenaError> {
    let mut schedule = plan.schedule();
    let progress = journal.read(plan, table, &mut schedule, &mut |read| {
        seen(read);
        let flow = results.add(read.game, read.result, read.events);
        Ok(if plan.is_older() { ControlFlow::Continue(()) } else { flow })
    })?;
    Ok((schedule, progress))
}

/// Whether a complete run has all of its games; `advice` ends the message.
pub(super) fn check_all_games(
    paths: &JournalPaths,
    progress: Progress,
    games: u64,
    advice: &str,
) -> Result<(), ArenaError> {
    if progress.games == games {
        return Ok(());
    }
    let path = paths.moves.as_ref().filter(|_| progress.lacks_moves).unwrap_or(&paths.games);
    let message = format!("has {} of {games} games although the run is complete{advice}", progress.games);
    Err(ArenaError::folder(path, message))
}
