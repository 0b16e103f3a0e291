//! A position as text for people.

use std::fmt;

use crate::{Game, Seat, Turn, Viewer};

use super::cards::CardKind;
use super::river::Laid;
use super::state::RioGrande;

/// The position as somebody may read it.
struct Shown<'a>(&'a RioGrande, Viewer);

/// The position as text, without the hands that `viewer` does not know.
pub(super) fn position_text(state: &RioGrande, viewer: Viewer) -> String {
    Shown(state, viewer).to_string()
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write_text(self.1, f)
    }
}

impl RioGrande {
    fn write_text(&self, viewer: Viewer, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let done = match self.turn() {
            Turn::Player(_) => format!(", {} of {} actions done", self.actions, self.rules.0.actions),
            _ => String::new(),
        };
        write!(f, "turn {}, {}{done}, stack {}", self.turn, self.turn(), self.stack.len())?;
        match self.turns_left() {
            Some(left) => writeln!(f, ", last round: {left} turns left")?,
            None => writeln!(f)?,
        }
        for river in self.rivers.iter() {
            write!(f, "river {}:", river.index() + 1)?;
            self.rivers.cards(river).iter().try_for_each(|laid| write!(f, " {laid}"))?;
            writeln!(f)?;
        }
        Seat::all(self.n_players()).try_for_each(|seat| {
            let player = self.player(seat);
            write!(f, "{seat}: {} points, {} bridges, holds", player.points, player.bridges)?;
            if viewer.knows(seat) {
                player.hand().iter().try_for_each(|card| write!(f, " {}", card.name()))?;
            } else {
                write!(f, " {} cards", player.hand().len())?;
            }
            writeln!(f)
        })
    }
}

impl fmt::Display for RioGrande {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_text(Viewer::All, f)
    }
}

impl fmt::Debug for RioGrande {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A river card is written `forest-blue`, with the bridge of a player `forest-blue=p1`, under a sandbank
/// `(forest-blue)`; other cards are written with their kind.
impl fmt::Display for Laid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let card = self.card();
        match (card.kind(), self.is_covered(), self.bridge()) {
            (CardKind::River, true, _) => write!(f, "({card})"),
            (CardKind::River, false, Some(seat)) => write!(f, "{card}={seat}"),
            (CardKind::River, false, None) => write!(f, "{card}"),
            _ => f.write_str(&card.name()),
        }
    }
}

#[cfg(test)]
#[path = "display_tests.rs"]
mod tests;
