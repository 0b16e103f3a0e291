//! The accounting of a way: what it still costs, and what carrying out a card along it changes.
//!
//! ```text
//! needs = cost + 5 * (missing planks + missing stones + steps to go) + 15 * (missing planks - planks in the reserve, if more)
//! ```
//!
//! All costs are whole fifths of an action, so that sums are exact.

use riverlab_engine::games::river_dragons::Card;

/// One action.
pub(super) const ACTION: u16 = 5;
/// What a missing plank costs more that the reserve does not have.
pub(super) const LACKING: u16 = 3 * ACTION;
/// The number of lengths of planks.
pub(super) const LENGTHS: usize = 6;

/// The planks of a reserve by length; less than none where a way takes more than there are.
pub(super) type Reserve = [i8; LENGTHS];

/// A plank that helps nothing.
pub(super) const WASTED: i32 = 2;
/// A jump, which leads anywhere.
const JUMPED: i32 = 20;
/// A dragon, which is no step of one's own.
const DRAGON: i32 = 3;

/// The steps of a way, one bit for each, and how far the pawn is on it.
#[derive(Clone, Copy, Debug, Default)]
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
    /// Notes how many planks the reserve has, and what it costs that some of the way are missing from it: `left` is what
    /// the way leaves of each length. Longer planks lie where shorter ones would do.
    #[inline]
    pub(super) fn count_reserve(&mut self, left: Reserve) {
        let mut sum = 0;
        let lacking = left.iter().rev().fold(0, |lacking, &more| {
            sum += i32::from(more);
            lacking.max(-sum)
        });
        self.reserve = sum + self.planks.count_ones() as i32;
        self.cost += i32::from(LACKING) * (lacking - (-sum).max(0));
    }

    /// What the rest of the way costs, in fifths of an action.
    pub(super) fn needs(&self) -> i32 {
        let planks = self.planks.count_ones() as i32;
        let others = self.stones.count_ones() + self.steps - self.at;
        self.cost + i32::from(ACTION) * (planks + others as i32) + i32::from(LACKING) * (planks - self.reserve).max(0)
    }

    /// What the rest of the way costs when one more card is carried out.
    pub(super) fn needs_after(mut self, card: Card) -> i32 {
        self.carry_out(card, card.actions());
        self.needs()
    }

    /// Whether the pawn is at the goal.
    pub(super) fn has_reached(&self) -> bool {
        self.at == self.steps
    }

    /// Carries out a card so many times.
    pub(super) fn carry_out(&mut self, card: Card, times: u8) {
        for _ in 0..times {
            match card {
                Card::STONE1 | Card::STONE2 => self.stones &= self.stones.wrapping_sub(1),
                Card::PLANK1 | Card::PLANK2 if self.reserve == 0 => {}
                Card::PLANK1 | Card::PLANK2 => {
                    // A stone is missing neither at its end nor at that of the step before.
                    let fits = self.planks & !self.stones & !(self.stones << 1);
                    self.planks &= !(fits & fits.wrapping_neg());
                    self.reserve -= 1;
                    self.cost += if fits == 0 { WASTED } else { 0 };
                }
                Card::MOVE1 | Card::MOVE2 if self.has_reached() => {}
                Card::MOVE1 | Card::MOVE2 => self.go(),
                Card::JUMP if !self.at_home => self.cost += JUMPED,
                Card::REMOVE => self.reserve += 1,
                _ => {}
            }
        }
        if card.is_dragon() {
            self.cost += DRAGON;
        }
    }

    /// One step on; where the plank is missing, one step back, or a fall.
    fn go(&mut self) {
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
