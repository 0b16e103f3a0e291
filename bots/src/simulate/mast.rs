//! MAST, the move-average sampling technique: rollouts prefer moves that did well in earlier simulations.
//!
//! ```text
//! value of a move = mean result of all simulations of this decision in which its player made it; 1 before the first
//! chosen          = with probability 0.1 any move, else one of highest value
//! ```
//!
//! Moves are counted by player, wherever they were made: in the tree or after it, early or late. Finnsson and
//! Björnsson, "Simulation-Based Approach to General Game Playing", AAAI 2008; epsilon-greedy instead of their softmax
//! as in Tak, Winands and Björnsson, "N-Grams and the Last-Good-Reply Policy Applied in General Game Playing", 2012.
//!
//! Moves are told apart by their [numbers](crate::Evaluate::move_number): two that have the same one share their
//! statistics. Values count as equal when they differ by less than one in 65,536 parts.

use rand::RngExt;
use riverlab_engine::{ChosenMove, LegalNumbers, MOVE_NUMBERS, SET_NUMBERS, Seat};

use crate::eval::softmax::Values;
use crate::rng::SearchRng;

/// The mean results of moves, by player.
pub(crate) struct Mast {
    /// The statistics of each seat that has been met, by the numbers of moves.
    seats: Vec<OfSeat>,
    /// The moves of the simulation that is going on.
    played: Vec<(Seat, u16)>,
    /// The moves that have results.
    tried: Vec<(Seat, u16)>,
}

/// The statistics of one player's moves.
struct OfSeat {
    /// What choices read.
    keys: Box<[Key; MOVE_NUMBERS]>,
    /// The sum and the number of results.
    results: Box<[(f32, u32); MOVE_NUMBERS]>,
}

/// The mean result of a move, and below it the number of the move: the higher the better, and lower numbers before
/// higher ones where means are equal.
type Key = u32;

/// The lowest bits of keys, which hold the number of a move, as far as it fits, subtracted from them.
const NUMBER_BITS: u32 = 127;

fn key_of(mean: f32, number: u16) -> Key {
    mean.to_bits() & !NUMBER_BITS | !u32::from(number) & NUMBER_BITS
}

/// The mean of a move without results.
const UNTRIED: f32 = 1.0;

/// Where the statistics of a move lie.
#[inline]
fn slot_of(number: u16) -> usize {
    usize::from(number) % MOVE_NUMBERS
}

impl OfSeat {
    fn new() -> Self {
        /// On the heap from the beginning.
        fn boxed<T: std::fmt::Debug>(of: impl Fn(u16) -> T) -> Box<[T; MOVE_NUMBERS]> {
            let all: Box<[T]> = (0..MOVE_NUMBERS as u16).map(of).collect();
            all.try_into().expect("one for each number")
        }
        OfSeat { keys: boxed(|number| key_of(UNTRIED, number)), results: boxed(|_| (0.0, 0)) }
    }

    /// The key of a move without the number.
    #[inline]
    fn mean(&self, number: u16) -> Key {
        self.keys[slot_of(number)] & !NUMBER_BITS
    }

    /// The best of the moves, and its key without the number. Which it is cannot be foretold, so nothing here branches
    /// on it.
    #[inline]
    fn best(&self, legal: &LegalNumbers<'_>) -> (Key, ChosenMove) {
        debug_assert!(legal.set >> SET_NUMBERS == 0, "numbers of the set are below {SET_NUMBERS}: {legal:?}");
        let mut highest = [0; 4];
        for (quad, keys) in self.keys[..SET_NUMBERS].as_chunks().0.iter().enumerate() {
            raise(&mut highest, keys, legal.set >> (4 * quad) & 15);
        }
        let (run_of_four, rest) = self.keys[usize::from(legal.run.start)..].as_chunks().0.split_at(legal.run.len() / 4);
        for keys in run_of_four {
            raise(&mut highest, keys, 15);
        }
        raise(&mut highest, &rest[0], (1 << (legal.run.len() % 4)) - 1);
        let highest = highest.into_iter().fold(0, Key::max);
        let (mut mean, mut best) = (0, 0);
        for (place, &number) in legal.others.iter().enumerate() {
            let other = self.mean(number);
            best = if other > mean { place } else { best };
            mean = mean.max(other);
        }
        // Keys of moves below 128 are positive, and end in the number of the move.
        let number = ChosenMove::Number((NUMBER_BITS - (highest & NUMBER_BITS)) as u16);
        let is_other = highest == 0 || mean > highest & !NUMBER_BITS;
        (mean.max(highest & !NUMBER_BITS), if is_other { ChosenMove::Other(best) } else { number })
    }
}

/// Raises the highest keys of four lanes to those of four moves, as far as these are in a set.
#[inline]
fn raise(highest: &mut [Key; 4], keys: &[Key; 4], set: u64) {
    let mask = MASKS[set as usize % MASKS.len()];
    for lane in 0..4 {
        highest[lane] = highest[lane].max(keys[lane] & mask[lane]);
    }
}

/// For each set of four bits the masks of those that are in it.
static MASKS: [[Key; 4]; 16] = {
    let (mut masks, mut idx) = ([[0; 4]; 16], 0);
    while idx < 64 {
        if (idx / 4) >> (idx % 4) & 1 == 1 {
            masks[idx / 4][idx % 4] = Key::MAX;
        }
        idx += 1;
    }
    masks
};

impl Mast {
    /// The probability of a random move.
    const EPSILON: f32 = 0.1;
    /// The largest number of results that is counted.
    const MAX_COUNT: u32 = 1 << 20;

    /// Statistics without any result.
    pub(crate) fn new() -> Self {
        Mast { seats: Vec::new(), played: Vec::new(), tried: Vec::new() }
    }

    /// Forgets all results.
    pub(crate) fn clear(&mut self) {
        self.played.clear();
        for (seat, number) in self.tried.drain(..) {
            let OfSeat { keys, results } = &mut self.seats[seat.index()];
            (keys[slot_of(number)], results[slot_of(number)]) = (key_of(UNTRIED, number), (0.0, 0));
        }
    }

    /// The statistics of a seat.
    #[inline]
    fn of_seat(seats: &mut Vec<OfSeat>, seat: Seat) -> &mut OfSeat {
        if seat.index() >= seats.len() {
            seats.resize_with(seat.index() + 1, OfSeat::new);
        }
        &mut seats[seat.index()]
    }

    /// Chooses one of the legal moves of a player, and notes it: the first of the best, or any if one that is untried
    /// comes out.
    #[inline]
    pub(crate) fn choose(&mut self, legal: &LegalNumbers<'_>, seat: Seat, rng: &mut SearchRng) -> ChosenMove {
        let of_seat = Self::of_seat(&mut self.seats, seat);
        let place = rng.random_range(0..legal.len());
        let is_random = rng.random::<f32>() < Self::EPSILON;
        let (mean, mut chosen) = of_seat.best(legal);
        if is_random | (mean == key_of(UNTRIED, 0) & !NUMBER_BITS) {
            let (number, drawn) = legal.at(place);
            if is_random | (of_seat.mean(number) == mean) {
                chosen = drawn;
            }
        }
        let number = match chosen {
            ChosenMove::Number(number) => number,
            ChosenMove::Other(place) => legal.others[place],
        };
        self.note(number, seat);
        chosen
    }

    /// Notes a move of the simulation that is going on.
    #[inline]
    pub(crate) fn note(&mut self, number: u16, seat: Seat) {
        self.played.push((seat, number));
    }

    /// How many moves of the simulation that is going on are noted.
    #[inline]
    pub(crate) fn noted(&self) -> usize {
        self.played.len()
    }

    /// Forgets the moves of the simulation that is going on but for so many.
    #[inline]
    pub(crate) fn forget_since(&mut self, noted: usize) {
        self.played.truncate(noted);
    }

    /// Counts the result of the simulation for all moves that were noted.
    pub(crate) fn learn(&mut self, values: &Values) {
        let Mast { seats, played, tried } = self;
        for &(seat, number) in &*played {
            let OfSeat { keys, results } = Self::of_seat(seats, seat);
            let (sum, count) = &mut results[slot_of(number)];
            let is_first = *count == 0;
            if *count == Self::MAX_COUNT {
                // The sum stays exact enough, and the mean as it is.
                (*sum, *count) = (*sum / 2.0, *count / 2);
            }
            *sum += values[seat.index()];
            *count += 1;
            keys[slot_of(number)] = key_of(*sum / *count as f32, number);
            if is_first {
                tried.push((seat, number));
            }
        }
        played.clear();
    }
}

#[cfg(test)]
#[path = "mast_tests.rs"]
mod tests;
