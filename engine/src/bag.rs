//! Undealt pieces as a bag: which pieces are in, never in which order, so that a state holds no future.
//!
//! A [`Bag`] is a bitset over the pieces of a game. Pieces of one kind are alike and have neighboring numbers
//! ([`PieceKinds`]), and the bag always holds the lowest ones, so two bags with the same content are equal.

use rand::{Rng, RngExt};

use crate::bits::set_bits;

/// A kind of piece, an index into the tables of a game.
pub type Kind = u8;

/// Which pieces are in, of at most `64 * WORDS`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bag<const WORDS: usize> {
    words: [u64; WORDS],
    /// The [sums](ByteSums) of each word.
    sums: [ByteSums; WORDS],
}

impl<const WORDS: usize> Default for Bag<WORDS> {
    fn default() -> Self {
        Bag { words: [0; WORDS], sums: [ByteSums(0); WORDS] }
    }
}

impl<const WORDS: usize> Bag<WORDS> {
    /// The number of pieces in the bag.
    #[inline]
    pub fn len(&self) -> u32 {
        self.sums.iter().map(|sums| sums.total()).sum()
    }

    /// Whether no piece is in the bag.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The pieces in the bag as the bits of words.
    #[inline]
    pub fn words(&self) -> [u64; WORDS] {
        self.words
    }

    /// The number of pieces that are in both bags.
    #[inline]
    pub fn common(&self, other: &Bag<WORDS>) -> u32 {
        const { assert!(64 * WORDS <= 0xff, "a byte can hold the number of all pieces") };
        let common = self.words.iter().zip(&other.words).map(|(one, other)| one & other);
        let bytes: u64 = common.map(ones_by_byte).sum();
        (bytes.wrapping_mul(ONES) >> 56) as u32
    }

    /// The pieces of two bags of which none is in both.
    #[inline]
    #[must_use]
    pub fn with(&self, other: &Bag<WORDS>) -> Bag<WORDS> {
        debug_assert_eq!(self.common(other), 0, "no piece is in both");
        Bag {
            words: std::array::from_fn(|word| self.words[word] | other.words[word]),
            sums: std::array::from_fn(|word| ByteSums(self.sums[word].0 + other.sums[word].0)),
        }
    }

    /// The number of the piece that has `nth` lower ones in the bag.
    #[inline]
    fn select(&self, nth: u32) -> u32 {
        let (mut idx, mut before, mut passed) = (0, 0, 0);
        for (next, sums) in self.sums.iter().enumerate().take(WORDS - 1) {
            passed += sums.total();
            if nth >= passed {
                (idx, before) = (next + 1, passed);
            }
        }
        64 * idx as u32 + self.sums[idx].select(self.words[idx], nth - before)
    }
}

/// The number of set bits of a word up to the end of each byte, in the byte: kept along with a word, so that selecting
/// a bit need not begin with counting.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct ByteSums(u64);

impl ByteSums {
    #[inline]
    fn of(word: u64) -> ByteSums {
        ByteSums(ones_by_byte(word).wrapping_mul(ONES))
    }

    /// The number of set bits of the word.
    #[inline]
    fn total(self) -> u32 {
        (self.0 >> 56) as u32
    }

    /// A bit more, or less, at a place: in the sum of its byte and of all above.
    #[inline]
    fn one_at(place: u32) -> u64 {
        ONES << (8 * (place / 8))
    }

    /// The place of the set bit of the word that has `nth` lower ones, without branching (broadword selection: Vigna,
    /// "Broadword implementation of rank/select queries", 2008). Unspecified when there is none.
    #[inline]
    fn select(self, word: u64, nth: u32) -> u32 {
        const HIGHS: u64 = 0x8080_8080_8080_8080;
        let passed = ((u64::from(nth) * ONES) | HIGHS).wrapping_sub(self.0) & HIGHS;
        let place = 8 * passed.count_ones();
        let before = (self.0 << 8).wrapping_shr(place) as u32 & 0xff;
        let byte = word.wrapping_shr(place) as usize & 0xff;
        place + u32::from(SELECT_IN_BYTE[byte][nth.wrapping_sub(before) as usize & 7])
    }
}

/// For each byte and each `nth` the place of its set bit that has `nth` lower ones.
static SELECT_IN_BYTE: [[u8; 8]; 256] = select_in_byte();

const fn select_in_byte() -> [[u8; 8]; 256] {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut place, mut nth) = (0, 0);
        while place < 8 {
            if byte >> place & 1 == 1 {
                table[byte][nth] = place as u8;
                nth += 1;
            }
            place += 1;
        }
        byte += 1;
    }
    table
}

/// The number 1 in each byte.
const ONES: u64 = 0x0101_0101_0101_0101;

/// The number of set bits of each byte.
#[inline]
fn ones_by_byte(word: u64) -> u64 {
    let pairs = word - ((word >> 1) & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + ((pairs >> 2) & 0x3333_3333_3333_3333);
    (nibbles + (nibbles >> 4)) & 0x0f0f_0f0f_0f0f_0f0f
}

/// The place of the set bit of `word` that has `nth` lower ones, without branching. Unspecified when there is none.
#[inline]
pub fn select_bit(word: u64, nth: u32) -> u32 {
    ByteSums::of(word).select(word, nth)
}

/// Which pieces are alike: the kinds of a game's pieces and how many there are of each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceKinds<const WORDS: usize> {
    /// The kind of each piece.
    kind_of: [[Kind; 64]; WORDS],
    /// How many pieces of the same kind there are up to each piece.
    ordinal_of: [[u8; 64]; WORDS],
    /// The first piece of each kind.
    firsts: [u64; WORDS],
    places: Vec<Place>,
}

/// Where the pieces of a kind are: all in one word of the bag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    word: usize,
    mask: u64,
}

impl<const WORDS: usize> PieceKinds<WORDS> {
    /// Kinds 0, 1, … with these numbers of pieces.
    ///
    /// # Panics
    /// When there are more than 256 kinds, or more pieces than fit: no kind is spread over two words of 64 pieces.
    pub fn new(counts: impl IntoIterator<Item = usize>) -> Self {
        let mut table = PieceKinds {
            kind_of: [[0; 64]; WORDS],
            ordinal_of: [[0; 64]; WORDS],
            firsts: [0; WORDS],
            places: Vec::new(),
        };
        let (mut word, mut used) = (0, 0);
        for count in counts {
            let kind = Kind::try_from(table.places.len()).expect("at most 256 kinds");
            if used + count > 64 {
                (word, used) = (word + 1, 0);
            }
            assert!(word < WORDS && count <= 64, "more pieces than fit into the bag");
            table.kind_of[word][used..used + count].fill(kind);
            (1..).zip(&mut table.ordinal_of[word][used..used + count]).for_each(|(nth, ordinal)| *ordinal = nth);
            table.firsts[word] |= u64::from(count > 0) << (used % 64);
            let mask = (used..used + count).fold(0, |mask, piece| mask | 1 << piece);
            table.places.push(Place { word, mask });
            used += count;
        }
        table
    }

    /// The number of kinds.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether there are no kinds.
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// The bag with every piece in it.
    pub fn full(&self) -> Bag<WORDS> {
        let mut bag = Bag::default();
        for place in &self.places {
            bag.words[place.word] |= place.mask;
        }
        bag.sums = bag.words.map(ByteSums::of);
        bag
    }

    /// How many pieces of `kind` are in `bag`.
    #[inline]
    pub fn count(&self, bag: &Bag<WORDS>, kind: Kind) -> u32 {
        let place = self.places[usize::from(kind)];
        (bag.words[place.word] & place.mask).count_ones()
    }

    /// The kinds in `bag` with their numbers, in the order of the kinds.
    #[inline]
    pub fn counts(&self, bag: &Bag<WORDS>) -> impl Iterator<Item = (Kind, u32)> {
        bag.words.into_iter().enumerate().flat_map(|(idx, word)| {
            // The bag holds the lowest pieces of a kind: the last one has so many, and none of the kind comes after it.
            let lasts = word & !((word & !self.firsts[idx]) >> 1);
            let (kinds, ordinals) = (&self.kind_of[idx], &self.ordinal_of[idx]);
            set_bits(lasts).map(usize::from).map(|piece| (kinds[piece], ordinals[piece].into()))
        })
    }

    /// The kind of a piece drawn from `bag`, every piece equally likely.
    ///
    /// # Panics
    /// When the bag is empty.
    #[inline]
    pub fn draw(&self, bag: &Bag<WORDS>, rng: &mut impl Rng) -> Kind {
        let piece = bag.select(rng.random_range(0..bag.len())) as usize;
        self.kind_of[piece / 64][piece % 64]
    }

    /// The kind of a piece drawn from `bag`, every piece equally likely, so that equal streams give equal pieces as far
    /// as may be: the first of the stream that is in the bag. Where there are few left, after some tries, it is
    /// [`draw`](PieceKinds::draw)n.
    ///
    /// # Panics
    /// When the bag is empty.
    #[inline]
    pub fn draw_aligned(&self, bag: &Bag<WORDS>, rng: &mut impl Rng) -> Kind {
        const TRIES: usize = 64;
        for _ in 0..TRIES {
            let piece = rng.random_range(0..64 * WORDS as u32) as usize;
            if bag.words[piece / 64] >> (piece % 64) & 1 == 1 {
                return self.kind_of[piece / 64][piece % 64];
            }
        }
        self.draw(bag, rng)
    }

    /// Takes one piece of `kind` out of `bag` and says whether there was one.
    #[inline]
    pub fn take(&self, bag: &mut Bag<WORDS>, kind: Kind) -> bool {
        let place = self.places[usize::from(kind)];
        let (word, sums) = (&mut bag.words[place.word], &mut bag.sums[place.word]);
        let there = *word & place.mask;
        if there == 0 {
            return false;
        }
        let highest = there.ilog2();
        *word &= !(1 << highest);
        sums.0 -= ByteSums::one_at(highest);
        true
    }

    /// Puts one piece of `kind` into `bag` and says whether there was one outside.
    #[inline]
    pub fn put(&self, bag: &mut Bag<WORDS>, kind: Kind) -> bool {
        let place = self.places[usize::from(kind)];
        let (word, sums) = (&mut bag.words[place.word], &mut bag.sums[place.word]);
        let missing = !*word & place.mask;
        if missing == 0 {
            return false;
        }
        let lowest = missing.trailing_zeros();
        *word |= 1 << lowest;
        sums.0 += ByteSums::one_at(lowest);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use rand::rngs::Xoshiro256PlusPlus;

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
        assert_eq!(bag.sums, bag.words.map(ByteSums::of));
        assert_eq!(kinds.counts(&bag).collect::<Vec<_>>(), [(0, 39), (2, 28)]);
        assert_eq!(bag.common(&kinds.full()), bag.len());
        assert!(!kinds.put(&mut kinds.full(), 1));
    }

    #[test]
    fn all_counts_are_those_of_each_kind() {
        let numbers = [3, 0, 1, 60, 1, 2, 61, 0];
        let kinds = PieceKinds::<2>::new(numbers);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        for most in 0..=61 {
            let mut bag = kinds.full();
            for (kind, number) in (0..).zip(numbers) {
                (0..rng.random_range(0..=number.min(most))).for_each(|_| assert!(kinds.take(&mut bag, kind)));
            }
            let each = (0..kinds.len() as Kind).map(|kind| (kind, kinds.count(&bag, kind)));
            assert!(kinds.counts(&bag).eq(each.filter(|&(_, count)| count > 0)), "{bag:?}");
        }
        assert_eq!(kinds.counts(&Bag::default()).count(), 0);
    }

    #[test]
    fn bags_have_pieces_in_common() {
        let kinds = PieceKinds::<2>::new([40, 24, 64]);
        let (mut one, mut other) = (Bag::default(), Bag::default());
        for (kind, count) in [(0, 40), (1, 24), (2, 64)] {
            for _ in 0..count {
                assert!(kinds.put(if kind == 1 { &mut other } else { &mut one }, kind));
            }
            assert_eq!(one.common(&kinds.full()), one.len());
        }
        assert_eq!(one.common(&other), 0);
        assert_eq!(one.with(&other), kinds.full());
        assert_eq!(one.with(&other).common(&kinds.full()), 128);
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
