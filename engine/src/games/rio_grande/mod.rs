//! Rio Grande (Piatnik 2008): 2 to 5 players lay rivers of cards, build bridges over them, and score at the mouths.
//!
//! # Glossary
//! - **landscape**: forest, steppe, grass or rock; **water**: blue, green or brown. A card shows one of each, a
//!   sandbank a water only.
//! - **river card**: the plain one, also the **source** of a new river; **special cards** are **mouth**, **bend**,
//!   **lake** and **sandbank**.
//! - **river**: numbered from 1, a row of cards from its **head** down to its last card, which the next one must match.
//! - **bridge**: it belongs to a player and stands on a river card; at the mouth it scores for every card downstream.
//! - **covered card**: a river card under a sandbank, which is the head of what is left; it counts as a card and takes
//!   no bridge.
//! - **stack**: the cards that are not dealt yet. The chance events of this game are the draw of the start player and
//!   the cards that go from the stack to hands, `deal:…` in moves.
//!
//! Hands and the stack are hidden. The binding rules stand in `RULES.md` beside this file, the rules table in
//! `engine/data/rio-grande.toml`.
//!
//! # Example
//!
//! A river of three cards with a bridge on its head reaches its mouth:
//!
//! ```
//! use riverlab_engine::games::rio_grande::{RioGrande, RioRules};
//! use riverlab_engine::{Game, GameRules, Seat};
//!
//! let mut state = RioGrande::new(RioRules::standard(), 2);
//! let mut play = |text: &str| -> Result<(), Box<dyn std::error::Error>> {
//!     Ok(state.play(state.parse_move(text)?)?)
//! };
//! play("deal:p1")?;
//! for card in ["river-forest-blue", "river-forest-green", "mouth-rock-green", "lake-rock-blue", "bend-rock-blue"] {
//!     play(&format!("deal:{card}"))?;
//! }
//! for _ in 0..5 {
//!     play("deal:river-grass-brown")?;
//! }
//! for text in ["river:forest-blue:new", "bridge:1:1", "river:forest-green:1"] {
//!     play(text)?; // the third action ends the turn
//! }
//! for text in ["deal:river-rock-brown", "deal:river-rock-brown", "end", "mouth:rock-green:1"] {
//!     play(text)?;
//! }
//! assert_eq!(state.player(Seat::FIRST).points(), 3);
//! assert!(state.rivers().iter().next().is_none());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod actions;
mod cards;
mod chance;
mod components;
mod display;
mod game;
mod hand;
mod hidden;
mod known;
mod legal;
mod limits;
mod moves;
mod notation;
mod observation;
mod picture;
mod play;
mod raw;
mod river;
mod rules;
mod scoring;
mod setup;
mod state;

pub use cards::{Card, CardKind, Landscape, Water};
pub use moves::Move;
pub use river::{BridgeSums, Laid, RiverIdx, Rivers};
pub use rules::RioRules;
pub use scoring::Part;
pub use state::{Player, RioGrande};
