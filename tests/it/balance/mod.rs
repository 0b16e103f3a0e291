//! The balance lab: interventions on components and what they are found to be worth.

/// Studies that are played until all is decided.
mod adaptive;
/// Bans that leave a player no legal move.
mod impossible_bans;
/// Studies of two components at a time.
mod interactions;
/// Whole studies: what they find, what they do not find, and that nothing but the plan matters.
mod studies;
