//! The River (Ismaël Perrin and Sébastien Pauchon, Days of Wonder 2018): 2 to 4 players send pioneers up a river.
//!
//! # Glossary
//! - **pioneer**: a worker; waits on the **boat** until it is sent to an **action space** of one of the **islands**.
//! - **river board**: a player's own board, 12 **river spaces** in 4 **columns**, filled upstream with **terrain
//!   tiles**; four spaces are **framed**.
//! - **terrain**: desert, badlands, forest, mountain or meadow; a **mixed tile** is both of its terrains.
//! - **production symbol**, **barn**: what tiles and uncovered river spaces show; a barn holds one resource.
//! - **resource**: wood, clay, stone or food; those on the islands are the **supply**.
//! - **display**: the face-up tiles or buildings, in numbered **slots**.
//! - **reserved building**: taken face down, cheaper to build later.
//! - **bonus token**: taken with each building while there is a free slot on the river board.
//! - **round**: everybody sends all pioneers; then **clean-up**, in which pioneers **settle** on framed spaces covered
//!   in the round, for good.
//!
//! The binding rules stand in `RULES.md` beside this file, the component tables in `engine/data/the-river.toml`.

mod action_numbers;
mod actions;
mod board;
mod buildings;
mod chance;
mod chance_moves;
mod columns;
mod components;
mod costs;
mod display;
mod game;
mod known;
mod legal;
mod limits;
mod meadows;
mod moves;
mod notation;
mod numbers;
mod observation;
mod payments;
mod picture;
mod play;
mod player;
mod raw;
mod resources;
mod rules;
mod scoring;
mod setup;
mod slots;
mod state;
mod table;
mod tiles;
mod validity;

pub use board::{ActionSpace, Color, Printed, RiverSpace};
pub use buildings::{Building, BuildingId};
pub use columns::{Column, Columns, Wanted};
pub use meadows::Meadows;
pub use moves::{BuildFrom, Move};
pub use player::Player;
pub use resources::{Bundle, Resource, Symbols};
pub use rules::RiverRules;
pub use scoring::Part;
pub use slots::Slot;
pub use state::TheRiver;
pub use table::Table;
pub use tiles::{Meadow, Terrain, Terrains, Tile, TileKind};
