//! Keys, from which numbers are drawn that depend on what they are for and not on what was drawn before.
//!
//! Two games of one deal that differ in one move should differ by what follows from that move and by nothing else
//! (common random numbers: Glasserman and Yao 1992). A generator that is shared by all simulations of a search shifts
//! all later draws when one simulation draws a number more; streams that are keyed do not. So every decision has a key,
//! and the nth simulation of a move of this decision draws from a stream of its own:
//!
//! ```text
//! stream(decision, move, n) = Xoshiro256++ seeded by mix(decision + hash(move), n)
//! ```
//!
//! Hashes are the same on every machine. They are no secrets: who knows a key can compute what is drawn from it.

use std::hash::{Hash, Hasher};

use rand::{Rng, SeedableRng};

use crate::rng::SearchRng;

/// The key of a decision, from which its simulations draw.
///
/// ```
/// use rand::Rng;
/// use riverlab_bots::keys::DecisionKey;
///
/// let key = DecisionKey::new(1);
/// let first_number = |mv: char, visit| key.stream(&mv, visit).next_u64();
/// assert_eq!(first_number('a', 3), first_number('a', 3), "whatever was drawn for other moves");
/// assert_ne!(first_number('a', 3), first_number('a', 4));
/// assert_ne!(first_number('a', 3), first_number('b', 3));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DecisionKey(u64);

impl DecisionKey {
    /// The key with this number.
    pub fn new(number: u64) -> DecisionKey {
        DecisionKey(number)
    }

    /// A key that is drawn.
    pub fn draw(rng: &mut impl Rng) -> DecisionKey {
        DecisionKey(rng.next_u64())
    }

    /// The stream of what belongs to no simulation.
    pub fn root_stream(self) -> SearchRng {
        SearchRng::seed_from_u64(self.0)
    }

    /// The stream of a simulation that begins with `mv`, which was tried `visits` times before.
    #[inline]
    pub fn stream(self, mv: &impl Hash, visits: u64) -> SearchRng {
        SearchRng::seed_from_u64(mix(self.0.wrapping_add(hash_of(mv)), visits))
    }

    /// The place of one among equals, as if their order were drawn for this decision.
    pub(crate) fn place_of(self, one: &impl Hash) -> u64 {
        mix(self.0, hash_of(one))
    }
}

/// A number that two words make together, every bit of which depends on all of theirs: the output function of
/// `SplitMix64` (Steele, Lea, Flood 2014), applied to one after the other.
#[inline]
pub fn mix(one: u64, other: u64) -> u64 {
    scramble(scramble(one).wrapping_add(other))
}

#[inline]
fn scramble(word: u64) -> u64 {
    let mut word = word.wrapping_add(STEP);
    word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    word ^ (word >> 31)
}

/// 2⁶⁴ divided by the golden ratio.
const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

/// A small hash, the same on every machine. Its highest bits are the best.
#[inline]
pub fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = Multiply(0);
    value.hash(&mut hasher);
    hasher.0
}

/// A number from 0 to 1 for a value, different for each word.
#[inline]
pub(crate) fn fraction_of(word: u64, value: &impl Hash) -> f32 {
    (mix(word, hash_of(value)) >> 40) as f32 / (1 << 24) as f32
}

/// A multiplicative hash.
struct Multiply(u64);

impl Multiply {
    #[inline]
    fn add(&mut self, word: u64) {
        self.0 = (self.0.rotate_left(5) ^ word).wrapping_mul(STEP);
    }
}

impl Hasher for Multiply {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.add(u64::from(byte));
        }
    }

    fn write_u8(&mut self, word: u8) {
        self.add(u64::from(word));
    }

    fn write_u16(&mut self, word: u16) {
        self.add(u64::from(word));
    }

    fn write_u32(&mut self, word: u32) {
        self.add(u64::from(word));
    }

    fn write_u64(&mut self, word: u64) {
        self.add(word);
    }

    fn write_usize(&mut self, word: usize) {
        self.add(word as u64);
    }

    fn write_isize(&mut self, word: isize) {
        self.add(word as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
