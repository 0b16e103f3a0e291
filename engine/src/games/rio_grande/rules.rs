//! The rules table.

use crate::bag::PieceKinds;
use crate::data::{DataFacts, DataTree, GameRules, RulesError, RulesSource, StandardRules};

use super::cards::Card;
use super::raw::Raw;

const EMBEDDED: &str = include_str!("../../../data/rio-grande.toml");

/// The rules of Rio Grande, read from `engine/data/rio-grande.toml`.
#[derive(Debug)]
pub struct RioRules {
    /// How many cards there are of each sort.
    pub(super) cards: PieceKinds<3>,
    /// The number of cards that a hand is filled up to.
    pub hand: u8,
    /// The bridges of each player.
    pub bridges: u8,
    /// The largest number of rivers at a time.
    pub rivers: u8,
    /// The points that a lake adds to every bridge upstream of it.
    pub lake: u8,
    /// The actions that a turn has at most.
    pub actions: u8,
    /// The special cards that may be laid in a turn.
    pub specials: u8,
    /// The bridges that may be built in a turn.
    pub bridges_per_turn: u8,
    /// The number of all cards.
    pub(super) card_count: u32,
    data: DataFacts,
}

static STANDARD: StandardRules<RioRules> = StandardRules::new();

impl GameRules for RioRules {
    fn load(source: &RulesSource) -> Result<Self, RulesError> {
        let data = DataTree::read("rio-grande.toml", EMBEDDED, source, "cards.lake=2")?;
        let raw: Raw = data.typed()?;
        raw.check().map_err(|(key, message)| data.error(key, message))?;
        let cards = PieceKinds::new(Card::all().map(|card| raw.cards.of(card)));
        Ok(RioRules {
            card_count: cards.full().len(),
            cards,
            hand: raw.players.hand.value(),
            bridges: raw.players.bridges.value(),
            rivers: raw.rivers.at_most.value(),
            lake: raw.rivers.lake.value(),
            actions: raw.turn.actions.value(),
            specials: raw.turn.specials.value(),
            bridges_per_turn: raw.turn.bridges.value(),
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
