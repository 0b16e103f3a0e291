//! Traces: one game as JSON Lines, written and checked.
//!
//! The first line names game, players, seed and bots; then comes one line per move with whose turn it was, the legal
//! moves in alphabetical order (not for chance) and the move; the last line has the outcome.
//!
//! ```
//! use riverlab_arena::trace::{self, Detail, Header, Lines};
//! use riverlab_bots::{Bot, registry};
//! use riverlab_engine::games::toy::{Dice, FixedRules};
//!
//! let mut bot = registry::build::<Dice>(&"random".parse().expect("a spec")).expect("a bot of this game");
//! let mut other = registry::build::<Dice>(&"greedy".parse().expect("a spec")).expect("a bot of this game");
//! let mut bots: [&mut dyn Bot<Dice>; 2] = [bot.as_mut(), other.as_mut()];
//! let header: Header = serde_json::from_str(r#"{"game":"dice","players":2,"seed":1,"deal":1}"#).expect("a header");
//! let mut text = Vec::new();
//! trace::write(&mut text, &header, &FixedRules, &mut bots, Detail::Moves).expect("memory can be written");
//!
//! let mut lines = Lines::new(text.as_slice());
//! let header = lines.header()?;
//! let replayed = trace::replay::<Dice>(&mut lines, &FixedRules, &header, |_| ())?;
//! let written = String::from_utf8(text.clone()).expect("a trace is text");
//! assert_eq!(written.lines().count(), 1 + replayed.moves + 1);
//! # Ok::<(), riverlab_arena::error::ArenaError>(())
//! ```

mod header;
mod lines;
mod ranking;
mod replay;
mod shown;
mod table;
mod think;
mod told;
mod write;

pub use header::{Header, check_header};
pub use lines::Lines;
pub use ranking::{RankedText, Ranking};
pub use replay::{Replayed, TraceStep, position, replay};
pub use shown::{ShownGame, ShownPosition, ShownStep};
pub use table::TraceTable;
pub use think::{Question, Thought};
pub use told::{Told, event_text, told};
pub use write::{Detail, WriteError, write, write_stored};
pub(crate) use write::{explained, move_line, outcome_line};
