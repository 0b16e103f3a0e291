//! The rules table, and the board that follows from it.

use std::sync::OnceLock;

use crate::data::{DataFacts, DataTree, GameRules, RulesError, RulesSource, StandardRules};

use super::board::Board;
use super::limits::{COLORS, MAX_PROGRAM, MAX_SPANS};
use super::pieces::Color;
use super::raw::{Fault, Raw};

const EMBEDDED: &str = include_str!("../../../data/river-dragons.toml");

/// The rules of River Dragons, read from `engine/data/river-dragons.toml`.
#[derive(Debug)]
pub struct DragonRules {
    /// The names of the colors and their villages.
    pub colors: [String; COLORS],
    /// For each village, the one opposite, where its pawn goes.
    pub goals: [Color; COLORS],
    /// The colors in seat order, by number of players less 2.
    pub(super) seats: [Vec<Color>; 5],
    /// Spans and distances.
    pub board: Board,
    /// The number of cards of a program.
    pub program: u8,
    /// The largest number of dragons in a program.
    pub dragons: u8,
    /// The number of stones in the supply.
    pub stones: u8,
    /// The largest number of planks on a support.
    pub load: u8,
    /// The largest number of colors in a reserve after a remove.
    pub reserve_colors: u8,
    /// The number of rounds after which the game ends.
    pub rounds: u8,
    /// What all pictures have in common, once one is drawn.
    pub(super) definitions: OnceLock<String>,
    data: DataFacts,
}

impl DragonRules {
    /// The longest program of any rules.
    pub const MAX_PROGRAM: usize = MAX_PROGRAM;

    /// The color of each seat with so many players.
    #[inline]
    pub fn colors_of(&self, players: usize) -> &[Color] {
        &self.seats[players - 2]
    }

    /// The name of a color.
    pub fn name(&self, color: Color) -> &str {
        &self.colors[color.index()]
    }

    pub(super) fn color_named(&self, name: &str) -> Option<Color> {
        Color::all().find(|&color| self.name(color) == name)
    }
}

static STANDARD: StandardRules<DragonRules> = StandardRules::new();

impl GameRules for DragonRules {
    fn load(source: &RulesSource) -> Result<Self, RulesError> {
        let data = DataTree::read("river-dragons.toml", EMBEDDED, source, "limits.rounds=30")?;
        let raw: Raw = data.typed()?;
        let fault = |(key, message): Fault| data.error(&key, message);
        let too_many = |spans| data.error("planks", format!("{spans} spans: at most {MAX_SPANS} are allowed"));
        let board = Board::new(&raw.measures().map_err(fault)?).map_err(too_many)?;
        let goals = raw.goals().map_err(fault)?;
        let seats = raw.seats().map_err(fault)?;
        if let Some(start) = seats.iter().flatten().find(|&&start| !board.joins(start, goals[start.index()])) {
            return Err(data.error(
                "planks",
                format!("there is no way from \"{}\" to its goal", raw.villages.keys()[start.index()]),
            ));
        }
        let names: Vec<String> = raw.villages.keys().cloned().collect();
        Ok(DragonRules {
            colors: names.try_into().expect("checked"),
            goals,
            seats,
            board,
            program: raw.cards.program.value(),
            dragons: raw.cards.dragons.value(),
            stones: raw.limits.stones.value(),
            load: raw.limits.load.value(),
            reserve_colors: raw.limits.colors.value(),
            rounds: raw.limits.rounds.value(),
            definitions: OnceLock::new(),
            data: DataFacts::of(&data)?,
        })
    }

    fn standard() -> &'static Self {
        STANDARD.get()
    }

    fn data(&self) -> &DataFacts {
        &self.data
    }
}

#[cfg(test)]
#[path = "rules_tests.rs"]
mod tests;
