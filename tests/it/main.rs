//! Integration tests of the workspace, one binary: a shelf for each game, and one for each thing that is built on games.

mod arena;
mod balance;
mod carcassonne;
mod cli;
mod contract;
mod lists;
mod long;
mod modifications;
mod rio_grande;
mod river_dragons;
mod search;
mod the_river;
