//! Games given as explicit trees, with chance and hidden moves, so that search is tested where the answer is known.
//!
//! A tree is text:
//!
//! ```text
//! node   = points | actor [seen] "{" branch … "}"
//! points = "[" one whole number per player "]"            the game is over
//! actor  = "p1" … "p6" | "chance"
//! seen   = "hidden" | "for" player …                      who sees the move besides the actor; without it, everybody
//! branch = [weight] name ":" node                         weights (chance only) are whole numbers, 1 if left out
//! ```
//!
//! For example matching pennies, as two successive moves of which the first is hidden:
//!
//! ```text
//! p1 hidden {
//!   heads: p2 { heads: [1 0] tails: [0 1] }
//!   tails: p2 { heads: [0 1] tails: [1 0] }
//! }
//! ```
//!
//! What an observer knows is the sequence of moves so far, those unseen without their names.
//! [`resample_hidden`](crate::Game::resample_hidden) samples a node with the same knowledge, each as likely as chance
//! makes it; other players' hidden choices are taken to be equally likely. Positions with the same knowledge must agree
//! on whose turn it is and, for the player to move, on the names of the moves.

mod game;
mod known;
mod node;
mod parse;
mod rules;

pub use game::Tree;
pub use known::{biased_rock_paper_scissors, hidden_cell, matching_pennies, monty_hall};
pub use node::Branch;
pub use parse::TreeError;
pub use rules::TreeRules;

#[cfg(test)]
mod tests;
