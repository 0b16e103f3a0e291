//! Rio Grande (Piatnik 2008): 2 to 5 players lay rivers of cards, build bridges over them, and score at the mouths.
//!
//! # Glossary
//! - **landscape**: forest, steppe, grass or rock; **water**: blue, green or brown. A card shows one of each, a sandbank
//!   a water only.
//! - **river card**: the plain one, also the **source** of a new river; **special cards** are **mouth**, **bend**,
//!   **lake** and **sandbank**.
//! - **river**: numbered from 1, a row of cards from its **head** down to its last card, which the next one must match.
//! - **bridge**: a player's, on a river card; scores at the mouth for every card downstream.
//! - **covered card**: a river card under a sandbank, then the head of what is left; it holds a place and no bridge.
//!
//! Hands and the stack are hidden. The binding rules stand in `RULES.md` beside this file, the component tables in
//! `engine/data/rio-grande.toml`.

mod cards;
mod chance;
mod components;
mod display;
mod game;
mod hand;
mod hidden;
mod legal;
mod limits;
mod moves;
mod notation;
mod play;
mod raw;
mod river;
mod rules;
mod scoring;
mod setup;
mod state;

pub use cards::{Card, CardKind, Landscape, Water};
pub use moves::Move;
pub use river::{Laid, RiverIdx, Rivers};
pub use rules::RioRules;
pub use scoring::Part;
pub use state::{Player, RioGrande};
