//! River Dragons: its rules against an independent implementation, its components, and what can be done to them.

/// What its components count, compared with the texts of the moves, and the game under each change.
mod components;
/// What everybody learns beside the moves.
mod events;
/// The engine move for move against the slow implementation.
mod oracle;
/// An independent implementation, written for clarity alone.
#[expect(clippy::pedantic, unreachable_pub, reason = "an independent implementation, kept as its author wrote it")]
mod slow;
/// The slow implementation against each ruling of the rules, and the sample games.
#[expect(clippy::pedantic, reason = "written together with it")]
mod slow_rulings;
