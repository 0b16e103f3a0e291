//! Tiny games for testing what plays every game.

mod dice;

pub use dice::{Dice, DiceMove, DiceRules};
