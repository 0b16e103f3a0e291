//! The parts of a run, each played with `--shard`, are put together: the files are those of the run played at once.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use riverlab_bots::Evaluate;

use crate::error::ArenaError;
use crate::plan::{Plan, Shard};
use crate::run::results::Results;
use crate::run::session::Session;
use crate::run::stored::StoredRun;
use crate::store::manifest::RunPlan;
use crate::store::run_dir::OnExisting;
use crate::venue::Venue;

/// Writes the run that consists of these parts to a folder and returns its plan and its results. Nothing is written unless
/// all parts are sound.
///
/// # Errors
/// When a part was not played by this version or cannot be read, and those of [`Session::open`].
///
/// # Panics
/// When there is no part: [`check_parts`] says whether these are all.
pub fn merge<G: Evaluate>(
    parts: &[StoredRun],
    folder: &Path,
    on_existing: OnExisting,
    venue: Venue<'_, G>,
) -> Result<(Plan, Results), ArenaError> {
    let plan = parts[0].plan().of_all_parts();
    parts.iter().try_for_each(|part| part.check(venue))?;
    let mut results = Results::new::<G>(&plan, venue.rules);
    let read = |part: &StoredRun| {
        Ok((part.journal_paths::<G>(venue.rules), part.read_into(venue, &mut results, &mut |_| ())?))
    };
    let journals = parts.iter().map(read).collect::<Result<Vec<_>, ArenaError>>()?;
    let mut session = Session::open(folder, &plan, venue, on_existing)?;
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
/// When there is no part: [`check_some_parts`] says whether these are parts of one run.
pub fn merge_partial<G: Evaluate>(
    parts: &[StoredRun],
    venue: Venue<'_, G>,
) -> Result<(Plan, Results, [u64; 2]), ArenaError> {
    let plan = parts[0].plan().of_all_parts();
    parts.iter().try_for_each(|part| part.check(venue))?;
    let mut results = Results::new::<G>(&plan, venue.rules);
    let (all, mut deals) = (plan.deals_here(), 0);
    let games_per_deal = (plan.games / all) as usize;
    for part in parts {
        // The games of a deal count once all of them are there.
        let mut deal = Vec::with_capacity(games_per_deal);
        part.read(venue, &mut |read| {
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

/// Puts parts in order and says whether these are parts of one run, each there once; some may be missing or unfinished.
///
/// # Errors
/// When they are not; the message names the first part that does not fit.
pub fn check_some_parts(parts: &mut [StoredRun]) -> Result<(), ArenaError> {
    check_each(parts).map(|_| ())
}

/// Puts parts in order and says whether these are all parts of one run, each complete and there once.
///
/// # Errors
/// When they are not; the message names the first part that does not fit, or those that are missing.
pub fn check_parts(parts: &mut [StoredRun]) -> Result<(), ArenaError> {
    let (of, numbers) = check_each(parts)?;
    if let Some(part) = parts.iter().find(|part| !part.is_complete()) {
        return Err(ArenaError::folder(part.folder(), "is not complete: give the command that made it again"));
    }
    check_none_missing(of, |number| numbers.contains(&number))
}

/// Whether these are parts of one run, each there once, and puts them in order: how many parts there are of it, and which
/// are there.
fn check_each(parts: &mut [StoredRun]) -> Result<(u64, BTreeSet<u64>), ArenaError> {
    let mut numbers: BTreeMap<u64, &Path> = BTreeMap::new();
    let Some(first) = parts.first() else { return Ok((0, BTreeSet::new())) };
    let Shard { of, .. } = shard_of(first)?;
    for part in parts.iter() {
        check_same_run(part, first)?;
        let shard = shard_of(part)?;
        if let Some(twice) = numbers.insert(shard.number, part.folder()) {
            return Err(ArenaError::folder(part.folder(), format!("is part {shard}, and so is {}", twice.display())));
        }
    }
    let there = numbers.into_keys().collect();
    parts.sort_by_key(|part| part.plan().request.shard.map(|shard| shard.number));
    Ok((of, there))
}

fn shard_of(part: &StoredRun) -> Result<Shard, ArenaError> {
    let no_part = || ArenaError::folder(part.folder(), "is no part of a run: parts are played with --shard K/M");
    part.plan().request.shard.ok_or_else(no_part)
}

/// Whether a part belongs to the same run as the first one.
fn check_same_run(part: &StoredRun, first: &StoredRun) -> Result<(), ArenaError> {
    let (shard, Shard { of, .. }) = (shard_of(part)?, shard_of(first)?);
    let other = |difference: String| {
        let message = format!("is of another run than {}: {difference}", first.folder().display());
        Err(ArenaError::folder(part.folder(), message))
    };
    if let Some(difference) = part.plan().of_all_parts().difference(&first.plan().of_all_parts()) {
        return other(difference.replace(" asked for", " in the other"));
    }
    if shard.of != of {
        return other(format!("it is part {shard}, of {} and not {of} parts", shard.of));
    }
    Ok(())
}

/// How many missing parts are named.
const NAMED: usize = 10;

fn check_none_missing(of: u64, is_there: impl Fn(u64) -> bool) -> Result<(), ArenaError> {
    let missing: Vec<u64> = (1..=of).filter(|&number| !is_there(number)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let named: Vec<String> = missing.iter().take(NAMED).map(|number| format!("{number}/{of}")).collect();
    let more = missing.len() - named.len();
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    Err(ArenaError::Usage(format!("merge: of {of} parts these are missing: {}{more}", named.join(", "))))
}
