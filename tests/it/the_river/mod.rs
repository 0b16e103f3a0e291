//! The River: its rules against an independent implementation, its components, and what can be done to them.

/// What its components count and hold, compared with the texts of the moves, with the data and with the score.
mod components;
/// The modified game compared with the game as it is, for each change that can be made.
mod modified;
/// The engine move for move against the slow implementation.
mod oracle;
/// An independent implementation, written for clarity alone.
#[expect(clippy::pedantic, unreachable_pub, reason = "an independent implementation, kept as its author wrote it")]
mod slow;
/// The slow implementation against each paragraph of the rules.
#[expect(clippy::pedantic, reason = "written together with it")]
mod slow_rulings;
