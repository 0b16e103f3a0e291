//! Tiny games with known answers, for testing what plays every game.

mod actions;
mod connect_four;
mod dice;
mod fixed;
mod observation;
mod tree;

pub use connect_four::{Column, ConnectFour};
pub use dice::{Dice, DiceMove};
pub use fixed::FixedRules;
pub use tree::{
    Branch, Tree, TreeError, TreeRules, biased_rock_paper_scissors, hidden_cell, matching_pennies, monty_hall,
};

use crate::{Components, Modify};

impl Components for ConnectFour {}
impl Components for Dice {}
impl<const PLAYERS: usize, const IMPERFECT_INFORMATION: bool> Components for Tree<PLAYERS, IMPERFECT_INFORMATION> {}

impl Modify for ConnectFour {}
impl Modify for Dice {}
impl<const PLAYERS: usize, const IMPERFECT_INFORMATION: bool> Modify for Tree<PLAYERS, IMPERFECT_INFORMATION> {}
