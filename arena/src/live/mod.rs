//! Games that people play: at the terminal, or in a browser.
//!
//! A [`LiveGame`] has people and bots at its seats. Who asks for it sees what one seat may see and nothing else, makes moves
//! for people, takes them back as far as that gives nothing away, and asks bots for hints. Chance is that of a deal of a
//! seed, and a bot decides by a stream of its own for each move, so that the game can be stored as a trace, taken up again,
//! and goes on as it would have.
//!
//! What is not here: screens and pages, which show a [`LiveTable`] whatever its game is.

mod game;
mod hint;
mod open;
mod player;
mod table;
mod undo;

pub use crate::trace::RankedText;
pub use game::{Advanced, LiveGame};
pub use hint::Hint;
pub use open::{LiveGames, NewTable, new_seed};
pub use player::Player;
pub use table::{LegalMove, LiveTable, NotPlayed, Sight};
pub use undo::NoUndo;
