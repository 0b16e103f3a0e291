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
        self.words.iter().zip(&other.words).map(|(one, other)| (one & other).count_ones()).sum()
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
#[path = "bag_tests.rs"]
mod tests;
