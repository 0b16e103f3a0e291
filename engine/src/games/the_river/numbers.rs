//! Numbers of players' moves: small and dense, so that what is kept of each move lies in an array.
//!
//! ```text
//! plain moves     their place in `plain_moves::ALL`
//! trades, swaps   after them, by their place among all trades, and among all swaps
//! buildings       495 for each place where a building can lie, one for each payment of at most eight resources
//! ```
//!
//! Buildings that cost more, which only changed tables have, share the numbers of others.

use crate::{ChosenMove, LegalNumbers, MOVE_NUMBERS, SET_NUMBERS};

use super::limits::MAX_BUILDING_SLOTS;
use super::moves::{PAIRS, SWAPS, TRADES, plain_moves, swap_place, trade_place};
use super::{BuildFrom, Bundle, Move, TheRiver};

/// The number of the first trade.
pub(super) const TRADES_FROM: u16 = plain_moves::IDLE as u16 + 1;
/// The number of the first swap.
pub(super) const SWAPS_FROM: u16 = TRADES_FROM + TRADES.len() as u16;
/// The number of the first building.
const BUILDINGS_FROM: u16 = 128;

const _: () = assert!(SWAPS_FROM as usize <= SET_NUMBERS && SWAPS_FROM + PAIRS as u16 <= BUILDINGS_FROM);

/// The moves below the buildings by their numbers.
pub(super) static MOVES: [Move; BUILDINGS_FROM as usize] = {
    let mut moves = [Move::Idle; BUILDINGS_FROM as usize];
    let mut place = 0;
    while place < PAIRS {
        if place < TRADES_FROM as usize {
            moves[place] = plain_moves::ALL[place];
        }
        if place < TRADES.len() {
            moves[TRADES_FROM as usize + place] = Move::Trade(TRADES[place]);
        }
        moves[SWAPS_FROM as usize + place] = SWAPS[place];
        place += 1;
    }
    moves
};

/// How many payments of at most eight resources there are: 12 over 4.
pub(super) const PAYMENTS: u16 = 495;

/// The place of a payment among all: the sums of its first one, two, three and four amounts, in the combinatorial
/// number system (Knuth, "The Art of Computer Programming" 4A, section 7.2.1.3).
#[inline]
pub(super) fn payment_place(payment: Bundle) -> u16 {
    const OF_TWO: [u16; 16] = multisets(2);
    const OF_THREE: [u16; 16] = multisets(3);
    const OF_FOUR: [u16; 16] = multisets(4);
    let [wood, two, three, four] = payment.sums().map(|sum| usize::from(sum & 15));
    wood as u16 + OF_TWO[two] + OF_THREE[three] + OF_FOUR[four]
}

/// How many multisets of `size` there are of n kinds, which is `n + size - 1` over `size`, for n = 0, 1, ….
const fn multisets(size: u16) -> [u16; 16] {
    let (mut all, mut n) = ([0; 16], 0);
    while n < 16 {
        let (mut product, mut factor) = (1, 0);
        while factor < size {
            product = product * (n as u16 + factor) / (factor + 1);
            factor += 1;
        }
        all[n] = product;
        n += 1;
    }
    all
}

/// The number of a building for this payment.
#[inline]
fn of_building(from: BuildFrom, payment: Bundle) -> u16 {
    let place = match from {
        BuildFrom::Display(slot) => u16::from(slot.0),
        BuildFrom::Reserved(idx) => MAX_BUILDING_SLOTS as u16 + u16::from(idx),
    };
    (BUILDINGS_FROM + PAYMENTS * place + payment_place(payment)) % MOVE_NUMBERS as u16
}

impl TheRiver {
    /// The number of a player's move, below [`MOVE_NUMBERS`] and the same in all positions: no other move has it, but
    /// for buildings that cost more than eight resources, which only changed tables have.
    #[inline]
    pub fn number_of(mv: Move) -> u16 {
        match mv {
            Move::Trade(bundle) => TRADES_FROM + trade_place(bundle) as u16,
            Move::Swap(lower, upper) => SWAPS_FROM + swap_place(lower, upper) as u16,
            Move::Build { from, payment } => of_building(from, payment),
            plain => plain_moves::place(plain).map_or(0, |place| place as u16),
        }
    }

    /// The legal move of the player to act that `choose` picks by the numbers of all of them, which are not listed for
    /// it. `buffer` is scratch space.
    ///
    /// # Examples
    /// ```
    /// use rand::SeedableRng;
    /// use rand::rngs::Xoshiro256PlusPlus;
    /// use riverlab_engine::games::the_river::TheRiver;
    /// use riverlab_engine::{Game, GameRules, Turn};
    ///
    /// let mut state = TheRiver::new(GameRules::standard(), 2);
    /// let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    /// while state.turn() == Turn::Chance {
    ///     state.play_unchecked(state.draw(&mut rng));
    /// }
    /// // The draft: a tile of one of three slots.
    /// let mut first = 0;
    /// let chosen = state.choose_by_number(&mut Vec::new(), |numbers| {
    ///     assert_eq!(numbers.len(), 3);
    ///     let (number, chosen) = numbers.at(0);
    ///     first = number;
    ///     chosen
    /// });
    /// assert_eq!((state.move_text(chosen).as_str(), TheRiver::number_of(chosen)), ("draft:1", first));
    /// ```
    #[inline]
    pub fn choose_by_number(
        &self,
        buffer: &mut Vec<u16>,
        choose: impl FnOnce(&LegalNumbers<'_>) -> ChosenMove,
    ) -> Move {
        let options = self.options();
        buffer.clear();
        self.each_payment(options.builds, |from, payment| buffer.push(of_building(from, payment)));
        let set = options.plain | u64::from(options.trades) << TRADES_FROM;
        let run = SWAPS_FROM..SWAPS_FROM + options.swaps.len() as u16;
        match choose(&LegalNumbers { set, run, others: buffer }) {
            ChosenMove::Number(number) => MOVES[usize::from(number) % MOVES.len()],
            ChosenMove::Other(place) => self.nth_payment(options.builds, place as u32),
        }
    }
}

#[cfg(test)]
#[path = "numbers_tests.rs"]
mod tests;
