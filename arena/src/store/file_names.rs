//! The names of all files that a run has in its folder.

/// The journal of a tournament or match, one row per seat of each game.
pub const GAMES: &str = "games.csv";
/// One row per game with its moves, of games that have components.
pub(crate) const MOVES: &str = "moves.csv";
/// One row per component, of games that have any.
pub(crate) const COMPONENTS: &str = "elements.csv";
/// One row per bot.
pub(crate) const STANDINGS: &str = "standings.csv";
/// One row per ordered pair of bots.
pub(crate) const PAIRS: &str = "pairs.csv";
/// One row per seat in turn order and bot.
pub(crate) const SEATS: &str = "seats.csv";
/// One row per bot and per seat in turn order.
pub(crate) const RATINGS: &str = "ratings.csv";
/// One row with the result of a match.
pub(crate) const MATCH: &str = "match.csv";
/// One row per bot whose decisions were timed.
pub(crate) const TIMING: &str = "timing.csv";
/// The journal of a balance study, one row per arm or experiment and deal.
pub const BLOCKS: &str = "blocks.csv";
/// One row per effect.
pub const EFFECTS: &str = "effects.csv";
/// One row per effect on the deals that chose what was confirmed on fresh ones.
pub const SCREEN: &str = "screen.csv";
/// One row per effect and pair of bots.
pub const INTERACTIONS: &str = "interactions.csv";
/// One row per pair of components and bot.
pub const SYNERGIES: &str = "synergies.csv";
/// One row per effect and alternative of the rules tables.
pub const READINGS: &str = "readings.csv";
/// One row per effect under the rules tables that are suggested.
pub const SUGGESTED: &str = "suggested.csv";
/// Rules tables under which no component was found beyond the margin.
pub const SUGGESTION: &str = "suggestion.toml";
/// The result files of a tournament or match. They follow from its journal.
pub(crate) const RUN_RESULTS: [&str; 6] = [STANDINGS, PAIRS, SEATS, RATINGS, MATCH, COMPONENTS];
/// The result files of a balance study. They follow from its journal.
pub const STUDY_RESULTS: [&str; 7] = [EFFECTS, SCREEN, INTERACTIONS, SYNERGIES, READINGS, SUGGESTED, SUGGESTION];
/// One row per fault of a program, if there was one.
pub const FAULTS: &str = "faults.csv";
/// What the run is, when it was played and whether it is complete.
pub const MANIFEST: &str = "manifest.json";
/// A file that is being written, before it gets its own name.
pub(crate) const UNFINISHED: &str = ".riverlab-unfinished";

/// The files of which any run may have left some, the manifest first.
pub(crate) fn all_files() -> impl Iterator<Item = &'static str> {
    let others = [MANIFEST, UNFINISHED, TIMING, FAULTS, GAMES, MOVES, BLOCKS];
    others.into_iter().chain(RUN_RESULTS).chain(STUDY_RESULTS)
}
