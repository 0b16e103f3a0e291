//! A position as text for people.

use std::fmt;

use crate::{Game, Seat};

use super::limits::{MAX_BUILDING_SLOTS, MAX_TILE_SLOTS};
use super::state::Phase;
use super::{ActionSpace, Player, Resource, Slot, TheRiver};

impl fmt::Display for TheRiver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_heading(f)?;
        self.write_islands(f)?;
        Seat::all(self.n_players()).try_for_each(|seat| self.write_player(f, seat))
    }
}

impl fmt::Debug for TheRiver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl TheRiver {
    fn write_heading(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let doing = match self.phase {
            Phase::Draft => "drafts",
            Phase::Place => "places",
            Phase::Return => "returns",
            Phase::Swap => "swaps",
            Phase::Over => "",
            _ => "deals",
        };
        write!(f, "round {}, {} {doing}, start figure {}", self.round, self.turn(), self.start_figure)?;
        writeln!(f, "{}", if self.end_triggered { ", last round" } else { "" })
    }

    fn write_islands(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rules = self.rules.all;
        write!(f, "supply {}, pioneers", self.supply)?;
        for space in ActionSpace::ALL {
            write!(f, " {} {}", space.name(), self.pioneers_on[space as usize])?;
        }
        write!(f, "\ntiles (stack {}, discarded {}):", self.tile_stack.len(), self.discarded_tiles.len())?;
        for slot in (0..MAX_TILE_SLOTS as u8).map(Slot) {
            if let Some(kind) = self.tile_display.get(slot) {
                write!(f, " {}:{}", slot.0 + 1, rules.tile(kind).id)?;
            }
        }
        write!(f, "\nbuildings (stack {}):", self.building_stack.len())?;
        for slot in (0..MAX_BUILDING_SLOTS as u8).map(Slot) {
            if let Some(id) = self.building_display.get(slot) {
                let building = rules.building(id);
                write!(f, " {}:{}={}/{}", slot.0 + 1, building.id, building.cost, building.points)?;
            }
        }
        writeln!(f, "\nbonus tokens left: {}", self.tokens_left().len())
    }

    fn write_player(&self, f: &mut fmt::Formatter<'_>, seat: Seat) -> fmt::Result {
        let rules = self.rules.all;
        let player: &Player = self.player(seat);
        let [wood, clay, stone] = Resource::PRODUCED.map(|resource| player.symbols.production(resource));
        write!(
            f,
            "{seat} {}: boat {} of {}, holds {} in {} barns, produces {wood}w {clay}c {stone}s, tokens {} ({}), buildings",
            player.color,
            player.boat,
            player.pioneers,
            player.held,
            player.symbols.barns(),
            player.tokens,
            player.token_points,
        )?;
        player.built().try_for_each(|id| write!(f, " {}", rules.building(id).id))?;
        write!(f, ", reserved")?;
        player.reserved().iter().try_for_each(|&id| write!(f, " {}", rules.building(id).id))?;
        write!(f, "\n  ")?;
        for (idx, &kind) in player.tiles().iter().enumerate() {
            write!(f, " {}:{}", idx + 1, rules.tile(kind).id)?;
        }
        writeln!(f)
    }
}
