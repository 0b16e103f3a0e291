//! A position as text for people.

use std::fmt;

use crate::{Game, Seat, Viewer};

use super::limits::ISLANDS;
use super::pieces::{PlankIdx, Planks};
use super::state::{Phase, RiverDragons};

/// The words in a row, each after a space.
fn joined(words: impl Iterator<Item = String>) -> String {
    words.fold(String::new(), |text, word| text + " " + &word)
}

impl RiverDragons {
    fn names(&self, planks: Planks) -> String {
        joined(planks.iter().map(|plank| self.plank_name(plank)))
    }
}

/// The position as somebody may read it.
struct Shown<'a>(&'a RiverDragons, Viewer);

/// The position as text, with a question mark for each card that is programmed and that `viewer` does not know.
pub(super) fn position_text(state: &RiverDragons, viewer: Viewer) -> String {
    Shown(state, viewer).to_string()
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write_text(self.1, f)
    }
}

impl RiverDragons {
    fn write_text(&self, viewer: Viewer, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "round {}, {}", self.round, self.turn())?;
        match self.phase {
            Phase::Program => write!(f, " programs")?,
            Phase::Act => {
                let card = self.card_name(self.card_of(self.current));
                write!(f, " carries out {card} ({} left), position {}", self.left, self.position + 1)?;
            }
            Phase::DealStart | Phase::Over => {}
        }
        writeln!(f, ", start marker {}", self.start)?;
        let stones = (0..ISLANDS as u8).filter(|&island| self.has_stone(island));
        writeln!(f, "stones:{}", joined(stones.map(|island| (island + 1).to_string())))?;
        let on_board =
            |plank: PlankIdx| format!("{}:{}", self.plank_name(plank), self.span_name(self.spans[plank.index()]));
        writeln!(f, "planks:{}", joined(self.on_board.iter().map(on_board)))?;
        Seat::all(self.n_players()).try_for_each(|seat| {
            let player = &self.players[seat];
            let is_known = |idx: usize| viewer.knows(seat) || idx < self.seen_cards();
            let card_text = |(idx, &card)| if is_known(idx) { self.card_name(card) } else { "?".to_owned() };
            let program = joined(player.program().iter().enumerate().map(card_text));
            writeln!(
                f,
                "{seat} {}: on {}, {} steps to {}, {} falls, reserve{}, program{program}",
                self.rules.0.name(player.color),
                self.place_name(player.pawn),
                self.distance(player.pawn, self.goal(seat)),
                self.rules.0.name(self.goal(seat)),
                player.falls,
                self.names(player.reserve),
            )
        })
    }
}

impl fmt::Display for RiverDragons {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_text(Viewer::All, f)
    }
}

impl fmt::Debug for RiverDragons {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
#[path = "display_tests.rs"]
mod tests;
