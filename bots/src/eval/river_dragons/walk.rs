//! The accounting of a way: what it still costs, and what carrying out a card along it changes.
//!
//! ```text
//! needs = cost + 5 * (missing planks + missing stones + steps to go) + 15 * (missing planks - planks in the reserve, if more)
//! ```
//!
//! All costs are whole fifths of an action, so that sums are exact.

use riverlab_engine::Seat;
use riverlab_engine::games::river_dragons::{Card, RiverDragons};

/// One action.
pub(super) const ACTION: u16 = 5;
/// What a missing plank costs more that the reserve does not have.
pub(super) const LACKING: u16 = 3 * ACTION;
/// The number of lengths of planks.
pub(super) const LENGTHS: usize = 6;

/// What programs are filled with: of cards that help alike, the first.
pub(super) const FILLERS: [Card; 7] =
    [Card::MOVE2, Card::MOVE1, Card::PLANK2, Card::PLANK1, Card::STONE2, Card::STONE1, Card::REMOVE];

/// The planks of a reserve by length; less than none where a way takes more than there are.
pub(super) type Reserve = [i8; LENGTHS];

/// A plank that helps nothing.
pub(super) const WASTED: i32 = 2;
/// A jump, which leads anywhere.
const JUMPED: i32 = 20;
/// A dragon, which is no step of one's own.
const DRAGON: i32 = 3;

/// The reserve of a player.
#[inline]
pub(super) fn reserve_of(state: &RiverDragons, seat: Seat) -> Reserve {
    let mut reserve = [0; LENGTHS];
    state.player(seat).reserve().for_each(|plank| reserve[usize::from(plank.length())] += 1);
    reserve
}

/// The longest length in a reserve, if it is not empty.
#[inline]
pub(super) fn longest_of(reserve: Reserve) -> Option<usize> {
    reserve.iter().rposition(|&planks| planks > 0)
}

/// How many planks a reserve lacks: `left` is what a way leaves of each length. Longer planks lie where shorter ones
/// would do.
#[inline]
pub(super) fn lacking(left: Reserve) -> i32 {
    let mut sum = 0;
    left.iter().rev().fold(0, |lacking, &more| {
        sum += i32::from(more);
        lacking.max(-sum)
    })
}

/// The steps of a way, one bit for each, and how far the pawn is on it.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Walk {
    /// The number of steps.
    pub(super) steps: u32,
    /// A stone is missing where the plank of this step ends.
    pub(super) stones: u64,
    /// The plank of this step is missing.
    pub(super) planks: u64,
    /// The number of steps that are gone.
    pub(super) at: u32,
    /// The number of planks in the reserve.
    pub(super) reserve: i32,
    /// What it costs besides steps, stones and planks, in fifths of an action.
    pub(super) cost: i32,
    /// The pawn has not left its start village, where it cannot fall.
    pub(super) at_home: bool,
}

impl Walk {
    /// Notes how many planks the reserve has, and what it costs that some of the way are missing from it: `left` is
    /// what the way leaves of each length.
    #[inline]
    pub(super) fn count_reserve(&mut self, left: Reserve) {
        let sum: i32 = left.into_iter().map(i32::from).sum();
        self.reserve = sum + self.planks.count_ones() as i32;
        self.cost += i32::from(LACKING) * (lacking(left) - (-sum).max(0));
    }

    /// What the rest of the way costs, in fifths of an action.
    pub(super) fn needs(&self) -> i32 {
        let lacking = (self.planks.count_ones() as i32 - self.reserve).max(0);
        self.cost + i32::from(ACTION) * self.missing() as i32 + i32::from(LACKING) * lacking
    }

    /// The stones, planks and steps that the rest of the way lacks.
    #[inline]
    pub(super) fn missing(&self) -> u32 {
        self.planks.count_ones() + self.stones.count_ones() + self.steps - self.at
    }

    /// The missing planks that can be laid at once, one bit each: a stone is missing neither at the end of the step nor
    /// at that of the step before.
    #[inline]
    pub(super) fn layable(&self) -> u64 {
        self.planks & !self.stones & !(self.stones << 1)
    }

    /// The steps that can be gone at once.
    #[inline]
    pub(super) fn ready(&self) -> u32 {
        (self.planks >> self.at).trailing_zeros().min(self.steps - self.at)
    }

    /// How many of the stones, planks and steps that the way lacks so many cards can do at most, if their order were no
    /// matter: cards that are not `used` (one bit each).
    #[inline]
    pub(super) fn doable(&self, used: u16, cards: u32) -> u32 {
        let planks = self.planks.count_ones().min(self.reserve.max(0) as u32);
        let kinds = [
            (Card::STONE1, Card::STONE2, self.stones.count_ones()),
            (Card::PLANK1, Card::PLANK2, planks),
            (Card::MOVE1, Card::MOVE2, self.steps - self.at),
        ];
        // The cards that can do two actions, and those that can do one.
        let (mut twice, mut once) = (0, 0);
        for (single, double, missing) in kinds {
            let has_double = used & double.bit() == 0;
            let has_single = used & single.bit() == 0;
            twice += u32::from(has_double && missing >= 2);
            once += u32::from(has_double && missing == 1);
            once += u32::from(has_single && missing > 2 * u32::from(has_double));
        }
        let twice = twice.min(cards);
        2 * twice + once.min(cards - twice)
    }

    /// What the rest of the way costs when one more card is carried out.
    pub(super) fn needs_after(mut self, card: Card) -> i32 {
        self.carry_out(card, card.actions());
        self.needs()
    }

    /// By how much each of [`FILLERS`] changes what the rest of the way costs, in fifths of an action.
    #[inline]
    pub(super) fn changes(&self) -> [i32; FILLERS.len()] {
        let action = i32::from(ACTION);
        let mut gone = *self;
        gone.go();
        let move1 = gone.cost - self.cost + action * (self.at as i32 - gone.at as i32);
        gone.go();
        let move2 = gone.cost - self.cost + action * (self.at as i32 - gone.at as i32);
        let missing = self.planks.count_ones() as i32;
        let [plank1, plank2] = self.changes_of_planks(missing);
        let stone1 = if self.stones == 0 { 0 } else { -action };
        let stone2 = if self.stones & self.stones.wrapping_sub(1) == 0 { stone1 } else { -2 * action };
        let remove = if missing > self.reserve { -i32::from(LACKING) } else { 0 };
        [move2, move1, plank2, plank1, stone2, stone1, remove]
    }

    /// By how much laying one plank, and laying two, changes what the rest of the way costs, where so many
    /// are missing.
    #[inline]
    fn changes_of_planks(&self, mut missing: i32) -> [i32; 2] {
        let (mut laid, mut change) = (*self, 0);
        [(); 2].map(|()| {
            if laid.reserve != 0 {
                if laid.layable() != 0 {
                    change -= i32::from(ACTION);
                    missing -= 1;
                } else {
                    change += WASTED + if missing >= laid.reserve { i32::from(LACKING) } else { 0 };
                }
                laid.lay_plank();
            }
            change
        })
    }

    /// Whether the pawn is at the goal.
    pub(super) fn has_reached(&self) -> bool {
        self.at == self.steps
    }

    /// Carries out a card so many times.
    #[inline]
    pub(super) fn carry_out(&mut self, card: Card, times: u8) {
        match card {
            Card::STONE1 | Card::STONE2 => (0..times).for_each(|_| self.lay_stone()),
            Card::PLANK1 | Card::PLANK2 => (0..times).for_each(|_| self.lay_plank()),
            Card::MOVE1 | Card::MOVE2 => (0..times).for_each(|_| self.go()),
            Card::JUMP if self.at_home => {}
            Card::JUMP => self.cost += JUMPED * i32::from(times),
            Card::REMOVE => self.reserve += i32::from(times),
            _ => self.cost += DRAGON,
        }
    }

    /// Lays the first stone that is missing.
    #[inline]
    fn lay_stone(&mut self) {
        self.stones &= self.stones.wrapping_sub(1);
    }

    /// Lays the first missing plank that can be laid, or one that helps nothing.
    #[inline]
    fn lay_plank(&mut self) {
        if self.reserve != 0 {
            let fits = self.layable();
            self.planks &= !(fits & fits.wrapping_neg());
            self.reserve -= 1;
            self.cost += if fits == 0 { WASTED } else { 0 };
        }
    }

    /// One step on; where the plank is missing, one step back, or a fall.
    #[inline]
    fn go(&mut self) {
        if self.has_reached() {
            return;
        }
        if self.planks >> self.at & 1 == 0 {
            self.at += 1;
            self.at_home = false;
        } else if self.at > 0 {
            self.at -= 1;
        } else if !self.at_home {
            self.cost += i32::from(ACTION);
        }
    }
}

#[cfg(test)]
#[path = "walk_tests.rs"]
mod tests;
