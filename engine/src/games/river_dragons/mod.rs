//! River Dragons (Matagot): 2 to 6 players program five actions in secret, lay stones and planks over a river, and walk
//! to the village opposite, on the board with islands.
//!
//! # Glossary
//! - **support**: an **island** that carries a **stone**, or a **village**; a **span** is a pair of them that a plank
//!   can join.
//! - **plank**: it has a color and a number, which is its length; it lies on a span, in the **reserve** of a player, or
//!   out of the game.
//! - **place**: where a **pawn** stands, which is a village or a plank.
//! - **program**: five cards in order, unseen by others until their **position** is revealed; a **dragon** of a color
//!   cancels that color's card in its position.
//! - **fall**: the pawn goes back to its start village; **lapse**: an action that cannot be carried out does nothing.
//!
//! Programs are hidden, and chosen at the same time. The only chance event is the draw of the start player. The binding
//! rules stand in `RULES.md` beside this file, numbers and geometry in `engine/data/river-dragons.toml`.
//!
//! # Example
//!
//! ```
//! use riverlab_engine::games::river_dragons::{DragonRules, RiverDragons};
//! use riverlab_engine::{Game, GameRules, Seat};
//!
//! let mut state = RiverDragons::new(DragonRules::standard(), 3);
//! state.play(state.parse_move("deal:p1")?)?;
//! let mut legal = Vec::new();
//! state.legal_moves(&mut legal);
//! assert_eq!(legal.len(), 8 + 2); // eight actions, and the dragons of two opponents
//! assert!(!state.is_visible_to(Seat::new(1), legal[0]));
//! assert_eq!(state.distance(state.player(Seat::FIRST).pawn(), state.goal(Seat::FIRST)), 5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod actions;
mod board;
mod cards;
mod chance;
mod components;
mod display;
mod game;
mod hidden;
mod known;
mod legal;
mod limits;
mod measures;
mod moves;
mod notation;
mod observation;
mod picture;
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
pub use pieces::{Color, Place, PlankIdx, SupportIdx, SupportSet};
pub use rules::DragonRules;
pub use scoring::Part;
pub use spans::{Beside, Span, SpanIdx, SpanSet};
pub use state::{Laid, Pieces, Player, RiverDragons};
