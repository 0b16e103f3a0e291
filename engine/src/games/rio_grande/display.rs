//! A position as text for people.

use std::fmt;

use crate::{Game, Seat, Turn};

use super::cards::CardKind;
use super::river::Laid;
use super::state::RioGrande;

impl fmt::Display for RioGrande {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
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
            player.hand().iter().try_for_each(|card| write!(f, " {}", card.name()))?;
            writeln!(f)
        })
    }
}

impl fmt::Debug for RioGrande {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// `forest-blue`, with the bridge of a player `forest-blue=p1`, under a sandbank `(forest-blue)`; others with their kind.
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
