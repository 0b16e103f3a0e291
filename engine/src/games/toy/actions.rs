//! The action index of toy games: the columns, and what can be done with a die.

use crate::{Actions, Game};

use super::connect_four::{COLUMNS, Column, ConnectFour};
use super::dice::{Dice, DiceMove};
use super::fixed::FixedRules;

impl Actions for ConnectFour {
    fn n_actions(_rules: &FixedRules) -> usize {
        usize::from(COLUMNS)
    }

    #[inline]
    fn action_index(&self, mv: Column) -> usize {
        usize::from(mv.0)
    }

    #[inline]
    fn action_at(&self, index: usize) -> Option<Column> {
        (index < usize::from(COLUMNS)).then_some(Column(index as u8))
    }

    fn action_name(rules: &FixedRules, index: usize) -> String {
        assert!(index < Self::n_actions(rules), "{} has no action {index}", Self::TITLE);
        (index + 1).to_string()
    }
}

/// The moves of Dice by their numbers, with their names.
const DICE_MOVES: [(DiceMove, &str); 2] = [(DiceMove::Roll, "roll"), (DiceMove::Stop, "stop")];

impl Actions for Dice {
    fn n_actions(_rules: &FixedRules) -> usize {
        DICE_MOVES.len()
    }

    #[inline]
    fn action_index(&self, mv: DiceMove) -> usize {
        usize::from(mv == DiceMove::Stop)
    }

    #[inline]
    fn action_at(&self, index: usize) -> Option<DiceMove> {
        DICE_MOVES.get(index).map(|&(mv, _)| mv)
    }

    fn action_name(_rules: &FixedRules, index: usize) -> String {
        DICE_MOVES[index].1.to_owned()
    }
}
