//! The parts of a run, each played with `--shard`, are put together: the files are those of the run played at once.

use std::path::Path;

use crate::error::ArenaError;
use crate::plan::Plan;
use crate::run::session::Session;
use crate::run::stored::StoredRun;
use crate::store::run_dir::OnExisting;
use crate::table::Table;
use crate::tally::Results;

/// Writes the run that consists of these parts to a folder and returns its plan and its results. Nothing is written unless
/// all parts are sound.
///
/// # Errors
/// When a part was not played by this version or cannot be read, and those of [`Session::open`].
///
/// # Panics
/// When there is no part: [`check_parts`](crate::store::parts::check_parts) says whether these are all.
pub fn merge(
    parts: &[StoredRun],
    folder: &Path,
    on_existing: OnExisting,
    table: &dyn Table,
) -> Result<(Plan, Results), ArenaError> {
    let plan = parts[0].plan().of_all_parts();
    parts.iter().try_for_each(|part| part.check(table))?;
    let mut results = Results::new(&plan, table);
    let read = |part: &StoredRun| Ok((part.journal_paths(table), part.read_into(table, &mut results, &mut |_| ())?));
    let journals = parts.iter().map(read).collect::<Result<Vec<_>, ArenaError>>()?;
    let mut session = Session::open(folder, &plan, table, on_existing)?;
    session.take_parts(journals, results)?;
    let results = session.finish()?;
    assert!(results.is_complete(), "complete parts make a complete run");
    Ok((plan, results))
}

/// The results of those deals that parts of a run have played completely, and how many of all deals these are. Parts may be
/// missing or unfinished; nothing is written.
///
/// # Errors
/// When a part was not played by this version or cannot be read.
///
/// # Panics
/// When there is no part: [`check_some_parts`](crate::store::parts::check_some_parts) says whether these are parts of one run.
pub fn merge_partial(parts: &[StoredRun], table: &dyn Table) -> Result<(Plan, Results, [u64; 2]), ArenaError> {
    let plan = parts[0].plan().of_all_parts();
    parts.iter().try_for_each(|part| part.check(table))?;
    let mut results = Results::new(&plan, table);
    let (all, mut deals) = (plan.deals_here(), 0);
    let games_per_deal = (plan.games / all) as usize;
    for part in parts {
        // The games of a deal count once all of them are there.
        let mut deal = Vec::with_capacity(games_per_deal);
        part.read(table, &mut |read| {
            deal.push((*read.game, *read.result, read.events.to_vec()));
            if deal.len() == games_per_deal {
                deals += 1;
                for (game, result, events) in deal.drain(..) {
                    // A run with parts does not stop by its results.
                    let _ = results.add(&game, &result, &events);
                }
            }
        })?;
    }
    Ok((plan, results, [deals, all]))
}
