//! Parts of a run or a study in their folders: checks that they belong together and that none is missing.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use riverlab_stats::stable_sort::stable_sort_by_key;

use crate::error::ArenaError;
use crate::plan::Shard;
use crate::store::planned::Planned;

/// What can be played in parts.
pub trait Divisible: Planned + Clone {
    /// Which part it is, if it is one.
    fn shard(&self) -> Option<Shard>;

    /// What it is a part of; what is no part is returned as it is.
    #[must_use]
    fn of_all_parts(&self) -> Self;
}

/// What a folder holds that may be a part.
pub trait Part {
    /// What is played.
    type Plan: Divisible;

    /// The folder.
    fn folder(&self) -> &Path;

    /// What is played in it.
    fn plan(&self) -> &Self::Plan;

    /// Whether all of it is played.
    fn is_complete(&self) -> bool;
}

/// Puts parts in order and says whether these are parts of one run, each there once; some may be missing or unfinished.
///
/// # Errors
/// When they are not; the message names the first part that does not fit.
pub fn check_some_parts(parts: &mut [impl Part]) -> Result<(), ArenaError> {
    check_each(parts).map(|_| ())
}

/// Puts parts in order and says whether these are all parts of one run, each complete and there once.
///
/// # Errors
/// When they are not; the message names the first part that does not fit, or those that are missing.
pub fn check_parts(parts: &mut [impl Part]) -> Result<(), ArenaError> {
    let (of, numbers) = check_each(parts)?;
    if let Some(part) = parts.iter().find(|part| !part.is_complete()) {
        return Err(ArenaError::folder(part.folder(), "is not complete: give the command that made it again"));
    }
    check_none_missing(of, |number| numbers.contains(&number))
}

/// Whether these are parts of one run, each there once, and puts them in order: how many parts there are of it, and which
/// are there.
fn check_each(parts: &mut [impl Part]) -> Result<(u64, BTreeSet<u64>), ArenaError> {
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
    stable_sort_by_key(parts, |part| part.plan().shard().map(|shard| shard.number));
    Ok((of, there))
}

fn shard_of(part: &impl Part) -> Result<Shard, ArenaError> {
    let no_part = || ArenaError::folder(part.folder(), "is no part of a run: parts are played with --shard K/M");
    part.plan().shard().ok_or_else(no_part)
}

/// Whether a part belongs to the same run as the first one.
fn check_same_run<P: Part>(part: &P, first: &P) -> Result<(), ArenaError> {
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
