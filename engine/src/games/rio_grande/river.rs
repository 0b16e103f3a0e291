//! The rivers on the table: where cards and bridges lie, and what each river ends with. They know no rules of moves.

use crate::Seat;
use crate::bits::set_bits;

use super::cards::{Card, CardKind, Landscape, Water};
use super::limits::{MAX_CARDS, MAX_RIVERS};

/// The number of a river: 1 to 6 in text, from 0 as an index.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct RiverIdx(pub(super) u8);

impl RiverIdx {
    /// The index, from 0.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A card on the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Laid {
    card: Card,
    /// [`COVERED`], or 0 without a bridge, or one more than the index of the seat whose bridge it is.
    mark: u8,
}

/// The mark of a card that a sandbank covers.
const COVERED: u8 = 0x80;

impl Laid {
    /// The card, or the one that a sandbank covers.
    #[inline]
    pub fn card(self) -> Card {
        self.card
    }

    /// Whether a sandbank covers it.
    pub fn is_covered(self) -> bool {
        self.mark == COVERED
    }

    /// Whose bridge is on it.
    #[inline]
    pub fn bridge(self) -> Option<Seat> {
        (self.mark & !COVERED > 0).then(|| Seat::new(usize::from(self.mark) - 1))
    }

    /// Whether it is a plain river card that lies open and has no bridge.
    #[inline]
    pub fn is_free(self) -> bool {
        self.card.kind() == CardKind::River && self.mark == 0
    }
}

/// The seats that there is room for, so that all numbers of a river are changed by one instruction.
const LANES: usize = 8;

/// What bridges come to, by the index of the seat that owns them; 0 beyond the number of players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BridgeSums {
    /// How many there are.
    pub count: [u16; LANES],
    /// What they would bring at the mouth now.
    pub points: [u16; LANES],
}

impl BridgeSums {
    /// Adds what other bridges come to.
    #[inline]
    pub fn add(&mut self, other: &BridgeSums) {
        self.count.iter_mut().zip(other.count).for_each(|(count, more)| *count += more);
        self.points.iter_mut().zip(other.points).for_each(|(points, more)| *points += more);
    }

    /// Takes away what some of the bridges come to.
    #[inline]
    pub fn subtract(&mut self, other: &BridgeSums) {
        self.count.iter_mut().zip(other.count).for_each(|(count, less)| *count -= less);
        self.points.iter_mut().zip(other.points).for_each(|(points, less)| *points -= less);
    }

    /// A card is laid after all of them that brings each so many points.
    #[inline]
    pub fn grow(&mut self, points: u16) {
        self.points.iter_mut().zip(self.count).for_each(|(sum, count)| *sum += points * count);
    }

    /// Adds a bridge that would bring so many points.
    #[inline]
    pub fn build(&mut self, seat: Seat, points: u16) {
        self.count[seat.index()] += 1;
        self.points[seat.index()] += points;
    }

    /// The owners of two bridges, which would bring so many points, swap them.
    #[inline]
    pub fn swap(&mut self, owners: [Seat; 2], [first, second]: [u16; 2]) {
        let [one, other] = owners.map(Seat::index);
        self.points[one] = self.points[one] + second - first;
        self.points[other] = self.points[other] + first - second;
    }
}

/// Sets of rivers by what their last cards show, one bit for each river at its index: by water, then by landscape, then
/// all rivers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Ends([u8; 8]);

impl Ends {
    const LANDSCAPES: usize = Water::ALL.len();
    const ALL: usize = Self::LANDSCAPES + Landscape::ALL.len();

    /// The last card of a river is this one now, or there is no such river.
    #[inline]
    fn note(&mut self, river: RiverIdx, last: Option<Card>) {
        let shown = last.map_or(0, |card| {
            let shared = card.landscape().map_or(0, |landscape| 1 << (8 * (Self::LANDSCAPES + landscape as usize)));
            1 << (8 * card.water() as usize) | shared | 1 << (8 * Self::ALL)
        });
        let others = u64::from_le_bytes(self.0) & !(ONE_EACH << river.0);
        self.0 = (others | shown << river.0).to_le_bytes();
    }
}

/// The number 1 in each byte.
const ONE_EACH: u64 = 0x0101_0101_0101_0101;

/// All rivers: their cards stand one river after the other in one row, each from head to last card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rivers {
    row: [Laid; MAX_CARDS],
    /// Where in the row each river begins. It ends where the next one begins.
    starts: [u8; 8],
    /// How many of the last cards of each river were laid in this turn.
    fresh: [u8; 8],
    /// How many bridges are on each river, and what they come to.
    bridges: [u8; MAX_RIVERS],
    sums: [BridgeSums; MAX_RIVERS],
    ends: Ends,
    /// The points that a lake adds to every bridge upstream of it.
    lake: u8,
}

impl Rivers {
    pub(super) fn none(lake: u8) -> Rivers {
        const { assert!(MAX_RIVERS < 8, "a word has a byte for the start of each river and for the end of the last one") };
        Rivers {
            row: [Laid::default(); MAX_CARDS],
            starts: [0; 8],
            fresh: [0; 8],
            bridges: [0; MAX_RIVERS],
            sums: [BridgeSums::default(); MAX_RIVERS],
            ends: Ends::default(),
            lake,
        }
    }

    #[inline]
    fn start(&self, river: RiverIdx) -> usize {
        usize::from(self.starts[river.index()])
    }

    #[inline]
    fn end(&self, river: RiverIdx) -> usize {
        usize::from(self.starts[river.index() + 1])
    }

    /// The number of cards of all rivers.
    #[inline]
    fn total(&self) -> usize {
        usize::from(self.starts[MAX_RIVERS])
    }

    /// The cards of a river from its head; no cards where there is no river of this number.
    #[inline]
    pub fn cards(&self, river: RiverIdx) -> &[Laid] {
        &self.row[self.start(river)..self.end(river)]
    }

    /// The rivers that there are, by number.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = RiverIdx> {
        set_bits(self.set()).map(RiverIdx)
    }

    /// How many cards a river has; 0 where there is no river of this number.
    #[inline]
    pub fn len(&self, river: RiverIdx) -> usize {
        self.end(river) - self.start(river)
    }

    /// How many bridges are on a river.
    #[inline]
    pub fn bridges(&self, river: RiverIdx) -> usize {
        usize::from(self.bridges[river.index()])
    }

    /// What the bridges on a river come to.
    #[inline]
    pub fn sums(&self, river: RiverIdx) -> &BridgeSums {
        &self.sums[river.index()]
    }

    /// What all bridges come to.
    #[inline]
    pub fn all_sums(&self) -> BridgeSums {
        let mut all = BridgeSums::default();
        self.sums.iter().for_each(|sums| all.add(sums));
        all
    }

    /// What the bridges on the first cards of a river come to.
    #[inline]
    pub fn sums_upstream(&self, river: RiverIdx, count: usize) -> BridgeSums {
        let len = self.len(river);
        if count == len {
            return *self.sums(river);
        }
        let mut sums = BridgeSums::default();
        self.each_bridge(river, |seat, cards, lakes| {
            if len - (cards as usize) < count {
                sums.build(seat, self.points(cards, lakes) as u16);
            }
        });
        sums
    }

    /// What a bridge brings at the mouth with so many cards of its river behind it, of which some are lakes.
    #[inline]
    pub fn points(&self, cards: i32, lakes: i32) -> i32 {
        cards + i32::from(self.lake) * lakes
    }

    /// What a card brings every bridge upstream of it.
    #[inline]
    pub fn worth(&self, card: Card) -> u16 {
        1 + if card.kind() == CardKind::Lake { u16::from(self.lake) } else { 0 }
    }

    /// What a bridge on a plain card of a river would bring at the mouth now.
    #[inline]
    pub fn points_at(&self, river: RiverIdx, place: usize) -> u16 {
        self.cards(river)[place..].iter().map(|laid| self.worth(laid.card)).sum()
    }

    /// How many of the last cards of a river were laid in this turn.
    #[inline]
    pub fn fresh(&self, river: RiverIdx) -> usize {
        usize::from(self.fresh[river.index()])
    }

    /// The cards that were laid in this turn, with their places in their rivers.
    #[inline]
    pub(super) fn fresh_cards(&self) -> impl Iterator<Item = (RiverIdx, usize, Laid)> {
        let counts = u64::from_le_bytes(self.fresh);
        // A turn has at most nine actions, so no number has more than four bits.
        let any = (counts | counts >> 1 | counts >> 2 | counts >> 3) & ONE_EACH;
        set_bits(any).map(|bit| RiverIdx(bit / 8)).flat_map(|river| {
            let first = self.len(river) - self.fresh(river);
            (first..).zip(&self.cards(river)[first..]).map(move |(place, &laid)| (river, place, laid))
        })
    }

    /// The rivers that there are, as a set.
    #[inline]
    pub(super) fn set(&self) -> u8 {
        self.ends.0[Ends::ALL]
    }

    /// The rivers that a card with a landscape continues, as a set: one bit for each, at its index.
    #[inline]
    pub fn continued_by(&self, card: Card) -> u8 {
        let shared = card.landscape().map_or(0, |landscape| self.ends.0[Ends::LANDSCAPES + landscape as usize]);
        self.ends.0[card.water() as usize] | shared
    }

    /// The lowest number that no river has.
    #[inline]
    pub(super) fn lowest_free(&self) -> RiverIdx {
        RiverIdx(self.set().trailing_ones() as u8)
    }

    /// The number 1 in the byte of the start of each river after this one.
    #[inline]
    fn later(river: RiverIdx) -> u64 {
        ONE_EACH << (8 * (river.index() + 1))
    }

    /// Lays a card at the end of a river.
    #[inline]
    pub(super) fn append(&mut self, river: RiverIdx, card: Card) {
        let (total, at, idx) = (self.total(), self.end(river), river.index());
        self.row.copy_within(at..total, at + 1);
        self.row[at] = Laid { card, mark: 0 };
        self.starts = (u64::from_le_bytes(self.starts) + Self::later(river)).to_le_bytes();
        self.fresh[idx] += 1;
        let worth = self.worth(card);
        self.sums[idx].grow(worth);
        self.ends.note(river, Some(card));
    }

    /// Takes the first `count` cards of a river off the table; returns how many bridges of each seat were on them.
    pub(super) fn remove(&mut self, river: RiverIdx, count: usize) -> [u16; LANES] {
        let (total, at, idx) = (self.total(), self.start(river), river.index());
        let gone = self.sums_upstream(river, count);
        self.sums[idx].subtract(&gone);
        self.bridges[idx] -= gone.count.iter().sum::<u16>() as u8;
        self.row.copy_within(at + count..total, at);
        self.row[total - count..total].fill(Laid::default());
        self.starts = (u64::from_le_bytes(self.starts) - Self::later(river) * count as u64).to_le_bytes();
        self.fresh[idx] = self.fresh[idx].min(self.len(river) as u8);
        self.ends.note(river, self.cards(river).last().map(|laid| laid.card));
        gone.count
    }

    fn at_mut(&mut self, river: RiverIdx, place: usize) -> &mut Laid {
        &mut self.row[usize::from(self.starts[river.index()]) + place]
    }

    /// Covers the first card of a river.
    pub(super) fn cover_head(&mut self, river: RiverIdx) {
        self.at_mut(river, 0).mark = COVERED;
    }

    /// Builds a bridge.
    #[inline]
    pub(super) fn build(&mut self, river: RiverIdx, place: usize, seat: Seat) {
        let points = self.points_at(river, place);
        self.at_mut(river, place).mark = seat.index() as u8 + 1;
        self.bridges[river.index()] += 1;
        self.sums[river.index()].build(seat, points);
    }

    /// Swaps the bridges on two cards.
    pub(super) fn swap(&mut self, river: RiverIdx, first: usize, second: usize) {
        let marks = [first, second].map(|place| self.cards(river)[place].mark);
        let points = [first, second].map(|place| self.points_at(river, place));
        self.at_mut(river, first).mark = marks[1];
        self.at_mut(river, second).mark = marks[0];
        self.sums[river.index()].swap(marks.map(|mark| Seat::new(usize::from(mark) - 1)), points);
    }

    /// Cards that were laid before are not fresh in the next turn.
    #[inline]
    pub(super) fn end_turn(&mut self) {
        self.fresh = [0; 8];
    }

    /// Calls `found` for each bridge of a river, from the last card up, with its owner, the number of cards from its
    /// own to the last one, and the number of lakes after it.
    #[inline]
    pub fn each_bridge(&self, river: RiverIdx, mut found: impl FnMut(Seat, i32, i32)) {
        let (mut left, mut lakes) = (self.bridges(river), 0);
        for (length, laid) in (1..).zip(self.cards(river).iter().rev()) {
            if left == 0 {
                return;
            }
            if let Some(seat) = laid.bridge() {
                found(seat, length, lakes);
                left -= 1;
            }
            lakes += i32::from(laid.card.kind() == CardKind::Lake);
        }
    }
}

#[cfg(test)]
#[path = "river_tests.rs"]
mod tests;
