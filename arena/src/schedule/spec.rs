//! The size of a schedule, known before a game is played.

use super::lineups::{Fills, LineUp, distinct_rotations, gauntlet};
use super::pairing::Pairing;

/// The size of a schedule, and how to begin it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScheduleSpec {
    /// Who meets whom.
    pub pairing: Pairing,
    /// The number of bots.
    pub bots: usize,
    /// The number of players of a game.
    pub players: usize,
    /// The deals that each line-up plays.
    pub deals: u64,
}

impl ScheduleSpec {
    /// Whether the bots can be paired that way.
    ///
    /// # Errors
    /// When they are too few; the message says how many are needed.
    pub fn check(&self) -> Result<(), String> {
        let (bots, players) = (self.bots, self.players);
        match self.pairing {
            Pairing::Gauntlet { challengers } if bots <= challengers => {
                Err(format!("{}: needs more than {challengers} bots, {bots} are given", self.pairing))
            }
            Pairing::Swiss { .. } if bots <= players => {
                Err(format!("{}: needs more bots than the {players} seats of a game, {bots} are given", self.pairing))
            }
            _ => Ok(()),
        }
    }

    /// The number of line-ups of a deal, if it is not beyond all counting.
    pub fn lineups(&self) -> Option<u64> {
        match self.pairing {
            Pairing::Full => Fills::new(self.bots, self.players).how_many(),
            Pairing::Gauntlet { challengers } => {
                Fills::new(self.bots - challengers, self.players - 1).how_many()?.checked_mul(challengers as u64)
            }
            Pairing::Swiss { .. } => Some((self.bots / self.players) as u64),
        }
    }

    /// The number of games of a deal, if it is not beyond all counting.
    pub fn games_per_deal(&self) -> Option<u64> {
        if self.pairing == Pairing::Full && self.bots < self.players {
            let rotations = Fills::new(self.bots, self.players).map(|lineup| u64::from(distinct_rotations(&lineup)));
            return Some(rotations.sum());
        }
        self.lineups()?.checked_mul(self.players as u64)
    }

    /// The number of all deals.
    pub(crate) fn all_deals(&self) -> Option<u64> {
        match self.pairing {
            Pairing::Swiss { rounds } => self.deals.checked_mul(rounds),
            _ => Some(self.deals),
        }
    }

    /// The number of games, if it is not beyond all counting.
    pub fn games(&self) -> Option<u64> {
        self.games_per_deal()?.checked_mul(self.all_deals()?)
    }

    pub(super) fn lineups_of_deal(&self) -> Box<dyn Iterator<Item = LineUp> + Send> {
        match self.pairing {
            Pairing::Gauntlet { challengers } => Box::new(gauntlet(self.bots, self.players, challengers)),
            _ => Box::new(Fills::new(self.bots, self.players)),
        }
    }
}

#[cfg(test)]
#[path = "spec_tests.rs"]
mod tests;
