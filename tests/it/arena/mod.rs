//! Runs of many games: their files are the same whatever happens on the way, and say what was played.

/// What the report says of components and winning.
mod associations;
/// Games that others play, at other times and places.
mod cluster;
/// Moves that are kept, and what components had to do with winning.
mod components;
/// Folders and files that somebody has damaged, or put something else in the place of.
mod damage;
/// Paths of any name, and runs that are read elsewhere.
mod elsewhere;
/// Positions near the end that are solved.
mod endings;
/// What is said of games that programs have forfeited.
mod forfeits;
/// Disks that take no more, at every place of every file.
mod full_disks;
/// Programs that do everything wrong, each in a way of its own.
mod hostile;
/// Statistics with all of their digits.
mod last_bits;
/// Matches, sequential rules, schedules and plans.
mod matches;
/// Folders that another version has written.
mod other_versions;
/// Bots of other crates, and what happens when one plays an illegal move.
mod own_bots;
/// Programs that play as bots: in runs, interrupted, failing, and in all commands.
mod programs;
/// Scripts that play the parts of a plan.
mod shards;
/// Folders that runs left behind: reports, parts put together, and checks.
mod stored;
/// Tournaments: threads, interruptions, standings.
mod tournaments;
/// Weights that are learned from games of self-play.
mod training;
mod tuning;
