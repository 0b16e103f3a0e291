//! How statistics name the players whose results are compared.

/// A player, as an index into the caller's list of players.
pub type PlayerIdx = u16;
