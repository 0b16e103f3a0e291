//! What every game owes to the rest, whatever its rules are.

/// Engines allocate nothing once their buffers have grown.
mod allocations;
/// Every game passes the conformance kit, and a game with any one defect does not.
pub(crate) mod conformance;
/// Every game in very many games, also such as are played to break it.
mod many_games;
/// Whole games as text, in snapshots.
mod playthrough;
/// Whole games that independent implementations wrote down, played again.
mod traces;
/// Under bans of two components nobody affected takes either, in any game, and all else stays as it is.
mod two_bans;
