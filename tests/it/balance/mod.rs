//! The balance lab: interventions on components and what they are found to be worth.

/// Bans that leave a player no legal move.
mod impossible_bans;
/// Whole studies: what they find, what they do not find, and that nothing but the plan matters.
mod studies;
