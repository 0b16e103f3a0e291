//! The rules table as it is written in TOML, and what must be true of it.

use serde::Deserialize;

use crate::data::Int;

use super::cards::{Card, CardKind};
use super::limits::{MAX_CARDS, MAX_HAND, MAX_RIVERS, PLAYERS};

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct Raw {
    pub(super) cards: RawCards,
    pub(super) players: RawPlayers,
    pub(super) rivers: RawRivers,
    pub(super) turn: RawTurn,
}

/// How many cards there are of each sort of a kind. Ten are the limit: the bag tells pieces apart by small numbers.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct RawCards {
    river: Int<0, 10>,
    mouth: Int<0, 10>,
    bend: Int<0, 10>,
    lake: Int<0, 10>,
    sandbank: Int<0, 10>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct RawPlayers {
    pub(super) hand: Int<1, { MAX_HAND as u8 }>,
    pub(super) bridges: Int<0, 9>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct RawRivers {
    pub(super) at_most: Int<1, { MAX_RIVERS as u8 }>,
    pub(super) lake: Int<0, 50>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(super) struct RawTurn {
    pub(super) actions: Int<1, 9>,
    pub(super) specials: Int<0, 9>,
    pub(super) bridges: Int<0, 9>,
}

impl RawCards {
    /// How many cards like this one there are.
    pub(super) fn of(&self, card: Card) -> usize {
        let count = match card.kind() {
            CardKind::River => self.river,
            CardKind::Mouth => self.mouth,
            CardKind::Bend => self.bend,
            CardKind::Lake => self.lake,
            CardKind::Sandbank => self.sandbank,
        };
        usize::from(count.value())
    }
}

impl Raw {
    /// The first thing that is wrong, and its key.
    pub(super) fn check(&self) -> Result<(), (&'static str, String)> {
        let cards: usize = Card::all().map(|card| self.cards.of(card)).sum();
        if cards > MAX_CARDS {
            return Err(("cards", format!("{cards} cards: the box has {MAX_CARDS}")));
        }
        let dealt = PLAYERS * usize::from(self.players.hand.value());
        if cards <= dealt {
            return Err((
                "cards",
                format!("{cards} cards: {PLAYERS} players are dealt {dealt}, and some must be left"),
            ));
        }
        Ok(())
    }
}
