//! Undealt pieces as a bag: which pieces are in, never in which order, so that a state holds no future.
//!
//! A [`Bag`] is a bitset over the pieces of a game. Pieces of one kind are alike and have neighboring numbers
//! ([`PieceKinds`]), and the bag always holds the lowest ones, so two bags with the same content are equal.

use rand::{Rng, RngExt};

/// A kind of piece, an index into the tables of a game.
pub type Kind = u8;

/// Which pieces are in, of at most `64 * WORDS`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bag<const WORDS: usize>([u64; WORDS]);

impl<const WORDS: usize> Default for Bag<WORDS> {
    fn default() -> Self {
        Bag([0; WORDS])
    }
}

impl<const WORDS: usize> Bag<WORDS> {
    /// The number of pieces in the bag.
    #[inline]
    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Whether no piece is in the bag.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// The number of the piece that has `nth` lower ones in the bag.
    #[inline]
    fn select(&self, mut nth: u32) -> u32 {
        for (idx, &word) in self.0.iter().enumerate() {
            let ones = word.count_ones();
            if nth < ones {
                return 64 * idx as u32 + select_bit(word, nth);
            }
            nth -= ones;
        }
        unreachable!("fewer pieces than asked for")
    }
}

/// The place of the set bit of `word` that has `nth` lower ones (broadword selection, Vigna 2008, algorithm 2).
#[inline]
fn select_bit(word: u64, nth: u32) -> u32 {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGHS: u64 = 0x8080_8080_8080_8080;
    let pairs = word - ((word >> 1) & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + ((pairs >> 2) & 0x3333_3333_3333_3333);
    let bytes = (nibbles + (nibbles >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
    let up_to = bytes.wrapping_mul(ONES);
    let passed = ((u64::from(nth) * ONES) | HIGHS).wrapping_sub(up_to) & HIGHS;
    let byte = (passed >> 7).wrapping_mul(ONES) >> 56;
    let place = 8 * byte as u32;
    let before = ((up_to << 8) >> place) & 0xff;
    let mut rest = (word >> place) & 0xff;
    for _ in before..u64::from(nth) {
        rest &= rest - 1;
    }
    place + rest.trailing_zeros()
}

/// Which pieces are alike: the kinds of a game's pieces and how many there are of each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceKinds<const WORDS: usize> {
    kinds: Vec<Kind>,
    masks: Vec<[u64; WORDS]>,
}

impl<const WORDS: usize> PieceKinds<WORDS> {
    /// Kinds 0, 1, … with these numbers of pieces.
    ///
    /// # Panics
    /// When there are more than `64 * WORDS` pieces or more than 256 kinds.
    pub fn new(counts: impl IntoIterator<Item = usize>) -> Self {
        let mut table = PieceKinds { kinds: Vec::new(), masks: Vec::new() };
        for count in counts {
            let kind = Kind::try_from(table.masks.len()).expect("at most 256 kinds");
            let mut mask = [0; WORDS];
            for piece in table.kinds.len()..table.kinds.len() + count {
                assert!(piece < 64 * WORDS, "more pieces than fit into the bag");
                mask[piece / 64] |= 1 << (piece % 64);
            }
            table.kinds.resize(table.kinds.len() + count, kind);
            table.masks.push(mask);
        }
        table
    }

    /// The number of kinds.
    pub fn len(&self) -> usize {
        self.masks.len()
    }

    /// Whether there are no kinds.
    pub fn is_empty(&self) -> bool {
        self.masks.is_empty()
    }

    /// The bag with every piece in it.
    pub fn full(&self) -> Bag<WORDS> {
        let mut bag = Bag::default();
        for mask in &self.masks {
            for (word, bits) in bag.0.iter_mut().zip(mask) {
                *word |= bits;
            }
        }
        bag
    }

    /// How many pieces of `kind` are in `bag`.
    #[inline]
    pub fn count(&self, bag: &Bag<WORDS>, kind: Kind) -> u32 {
        let mask = &self.masks[usize::from(kind)];
        bag.0.iter().zip(mask).map(|(word, bits)| (word & bits).count_ones()).sum()
    }

    /// The kinds in `bag` with their numbers, in the order of the kinds.
    pub fn counts(&self, bag: &Bag<WORDS>) -> impl Iterator<Item = (Kind, u32)> {
        (0..self.len()).map(|kind| (kind as Kind, self.count(bag, kind as Kind))).filter(|&(_, count)| count > 0)
    }

    /// The kind of a piece drawn from `bag`, every piece equally likely.
    ///
    /// # Panics
    /// When the bag is empty.
    #[inline]
    pub fn draw(&self, bag: &Bag<WORDS>, rng: &mut impl Rng) -> Kind {
        let piece = bag.select(rng.random_range(0..bag.len()));
        self.kinds[piece as usize]
    }

    /// Takes one piece of `kind` out of `bag` and says whether there was one.
    #[inline]
    pub fn take(&self, bag: &mut Bag<WORDS>, kind: Kind) -> bool {
        let mask = &self.masks[usize::from(kind)];
        for (word, bits) in bag.0.iter_mut().zip(mask).rev() {
            let there = *word & bits;
            if there != 0 {
                *word &= !(1 << (63 - there.leading_zeros()));
                return true;
            }
        }
        false
    }

    /// Puts one piece of `kind` into `bag` and says whether there was one outside.
    #[inline]
    pub fn put(&self, bag: &mut Bag<WORDS>, kind: Kind) -> bool {
        let mask = &self.masks[usize::from(kind)];
        for (word, bits) in bag.0.iter_mut().zip(mask) {
            let missing = !*word & bits;
            if missing != 0 {
                *word |= missing & missing.wrapping_neg();
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand_xoshiro::Xoshiro256PlusPlus;

    #[test]
    fn selection_agrees_with_counting_bits() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        for round in 0..2000 {
            let word = match round % 3 {
                0 => rng.next_u64(),
                1 => rng.next_u64() & rng.next_u64() & rng.next_u64(),
                _ => rng.next_u64() | rng.next_u64() | rng.next_u64(),
            };
            let places = (0..64).filter(|place| word >> place & 1 == 1);
            for (nth, place) in places.enumerate() {
                assert_eq!(select_bit(word, nth as u32), place, "{word:#x} {nth}");
            }
        }
        assert_eq!(select_bit(u64::MAX, 63), 63);
    }

    #[test]
    fn content_alone_makes_bags_equal() {
        let kinds = PieceKinds::<2>::new([40, 1, 30]);
        let mut bag = kinds.full();
        assert_eq!(bag.len(), 71);
        for kind in [2, 0, 2, 1] {
            assert!(kinds.take(&mut bag, kind));
        }
        assert!(!kinds.take(&mut bag, 1));
        let mut other = kinds.full();
        for kind in [1, 2, 2, 0, 0] {
            assert!(kinds.take(&mut other, kind));
        }
        assert!(kinds.put(&mut other, 0));
        assert_eq!(bag, other);
        assert_eq!(kinds.counts(&bag).collect::<Vec<_>>(), [(0, 39), (2, 28)]);
        assert!(!kinds.put(&mut kinds.full(), 1));
    }

    #[test]
    fn every_piece_is_equally_likely() {
        let kinds = PieceKinds::<2>::new([1, 60, 3, 6]);
        let mut bag = kinds.full();
        assert!(kinds.take(&mut bag, 3));
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
        let mut seen = [0_u32; 4];
        for _ in 0..69_000 {
            seen[usize::from(kinds.draw(&bag, &mut rng))] += 1;
        }
        for (kind, expected) in [(0, 1000), (1, 60_000), (2, 3000), (3, 5000)] {
            let spread = 5.0 * f64::from(expected).sqrt();
            assert!((f64::from(seen[kind]) - f64::from(expected)).abs() < spread, "{seen:?}");
        }
    }
}
