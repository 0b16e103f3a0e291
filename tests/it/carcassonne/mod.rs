//! Carcassonne: its rules against an independent implementation and public examples, its components, and what can be done
//! to them.

/// What its components count, compared with the board, and the game under each change.
mod components;
/// The conformance kit with each choice of rivers.
mod conformance;
/// Scored boards, river placements and rules from public examples.
mod golden;
/// The engine move for move against the slow implementation.
pub(crate) mod oracle;
/// An independent implementation, written for clarity alone.
#[expect(clippy::pedantic, unreachable_pub, reason = "an independent implementation, kept as its author wrote it")]
mod slow;
/// The slow implementation against each sentence of the rules, the public examples and the sample games.
#[expect(clippy::pedantic, reason = "written together with it")]
mod slow_rulings;
