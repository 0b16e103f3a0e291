//! Tiny games with known answers, for testing what plays every game.

mod connect_four;
mod dice;
mod fixed;

pub use connect_four::{Column, ConnectFour};
pub use dice::{Dice, DiceMove};
pub use fixed::FixedRules;
