//! River Dragons (Matagot): 2 to 6 players program five actions in secret, lay stones and planks over a river, and walk to the
//! village opposite. The board with islands.
//!
//! # Glossary
//! - **support**: an **island** that carries a **stone**, or a **village**; a **span** is a pair of them that a plank can join.
//! - **plank**: of a color, numbered by length; on a span, in the **reserve** of a player, or out of the game.
//! - **place**: where a **pawn** stands: a village or a plank.
//! - **program**: five cards in order, unseen by others until their **position** is revealed; a **dragon** of a color cancels
//!   that color's card in its position.
//! - **fall**: back to the start village; **lapse**: an action that cannot be carried out.
//!
//! Programs are hidden. The binding rules stand in `RULES.md` beside this file, numbers and geometry in
//! `engine/data/river-dragons.toml`.

mod board;
mod cards;
mod chance;
mod components;
mod display;
mod game;
mod hidden;
mod legal;
mod limits;
mod measures;
mod moves;
mod notation;
mod pieces;
mod play;
mod raw;
mod rules;
mod scoring;
mod setup;
mod spans;
mod state;

pub use board::Board;
pub use cards::Card;
pub use moves::Move;
pub use pieces::{Color, Place, PlankIdx, SupportIdx};
pub use rules::DragonRules;
pub use scoring::Part;
pub use spans::{Beside, Span, SpanIdx, SpanSet};
pub use state::{Player, RiverDragons};
