//! Carcassonne (Hans im Glück, second edition) with The River and The River II: 2 to 5 players lay tiles and claim what
//! lies on them.
//!
//! # Glossary
//! - **tile**: a square with four **sides**, each field, road, city or river.
//! - **feature**: a **road**, **city**, **monastery** or **farm** that goes over any number of tiles; its part on one
//!   tile is a **segment**.
//! - **meeple**: it belongs to a player and stands on a segment, whose feature is **claimed** then: a **highwayman** on
//!   a road, a **knight** in a city, a **monk** in a monastery, a **farmer** on a farm.
//! - **shield**: it stands on a city segment and counts like one more tile.
//! - **stack**: the tiles that are not drawn yet, in parts: the fork, the river, the lake, the land. The chance events
//!   of this game are the draw of the start player and of tiles from the stack, `deal:…` in moves.
//! - **source**, **fork**, **lake**, **volcano lake**, **city end**: special tiles of the rivers.
//!
//! Nothing is hidden but the order of the stack. The binding rules stand in `RULES.md` beside this file, the numbers in
//! `engine/data/carcassonne.toml`, the tiles in `engine/data/carcassonne-tiles.json`.
//!
//! # Example
//!
//! The first player completes a city of two tiles and claims it at once:
//!
//! ```
//! use riverlab_engine::games::carcassonne::{Carcassonne, CarcassonneRules, Part};
//! use riverlab_engine::{Game, GameRules, Seat};
//!
//! let rules = CarcassonneRules::standard();
//! let city_cap = rules.tile_named("E").expect("a tile of the base game");
//! let mut state = Carcassonne::set_up_with(rules, 2, city_cap, 0);
//! state.set_drawn(Seat::FIRST, city_cap);
//! for text in ["tile:0:-1:2", "meeple:city:S"] {
//!     state.play(state.parse_move(text)?)?;
//! }
//! assert_eq!(state.score_parts(Seat::FIRST)[Part::Cities as usize], 4);
//! assert_eq!(state.player(Seat::FIRST).supply(), 7); // the knight is home again
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod actions;
mod board;
mod chance;
mod check;
mod components;
mod display;
mod features;
mod fitting;
mod fitting_tables;
mod game;
mod known;
mod legal;
mod limits;
mod moves;
mod notation;
mod observation;
mod picture;
mod placing;
mod play;
mod raw;
mod rivers;
mod rules;
mod scoring;
mod setup;
mod state;
mod tiles;

pub use board::{Board, Cell, OpenCell, Placed};
pub use features::{Feature, Features, SegmentIdx};
pub use fitting::{FittingStack, FittingTiles};
pub use moves::Move;
pub use rivers::RiversInPlay;
pub use rules::CarcassonneRules;
pub use scoring::{CitiesBeside, Part};
pub use state::{Carcassonne, Player};
pub use tiles::{ACROSS, FeatureKind, Segment, Side, Spot, Tile, TileIdx, Turned};
