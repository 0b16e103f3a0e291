//! Carcassonne (Hans im Glück, second edition) with The River and The River II: 2 to 5 players lay tiles and claim what
//! lies on them.
//!
//! # Glossary
//! - **tile**: a square with four **sides**, each field, road, city or river.
//! - **feature**: a **road**, **city**, **monastery** or **farm** that goes over any number of tiles; its part on one tile
//!   is a **segment**.
//! - **meeple**: a player's, on a segment: a **highwayman** on a road, a **knight** in a city, a **monk** in a monastery, a
//!   **farmer** on a farm. The feature is **claimed** then.
//! - **shield**: on a city segment, counts like a tile more.
//! - **stack**: the tiles that are not drawn yet, in parts: the fork, the river, the lake, the land.
//! - **source**, **fork**, **lake**, **volcano lake**, **city end**: special tiles of the rivers.
//!
//! Nothing is hidden but the order of the stack. The binding rules stand in `RULES.md` beside this file, the numbers in
//! `engine/data/carcassonne.toml`, the tiles in `engine/data/carcassonne-tiles.json`.

mod board;
mod chance;
mod check;
mod components;
mod display;
mod features;
mod game;
mod legal;
mod limits;
mod moves;
mod notation;
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
pub use moves::Move;
pub use rivers::RiversInPlay;
pub use rules::CarcassonneRules;
pub use scoring::Part;
pub use state::{Carcassonne, Player};
pub use tiles::{FeatureKind, Segment, Side, Spot, Tile, TileIdx, Turned};
