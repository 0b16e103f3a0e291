//! The rivers on the table: where cards and bridges lie, and what each river ends with. They know no rules of moves.

use crate::Seat;

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
    /// 0, or one more than the index of the seat whose bridge it is.
    bridge: u8,
    covered: bool,
}

impl Laid {
    /// The card, or the one that a sandbank covers.
    #[inline]
    pub fn card(self) -> Card {
        self.card
    }

    /// Whether a sandbank covers it.
    pub fn is_covered(self) -> bool {
        self.covered
    }

    /// Whose bridge is on it.
    #[inline]
    pub fn bridge(self) -> Option<Seat> {
        (self.bridge > 0).then(|| Seat::new(usize::from(self.bridge) - 1))
    }

    /// Whether it is a plain river card that lies open and has no bridge.
    #[inline]
    pub fn is_free(self) -> bool {
        self.card.kind() == CardKind::River && self.bridge == 0 && !self.covered
    }
}

/// Where the cards of a river are, and what it needs to know of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct River {
    start: u8,
    len: u8,
    /// How many of the last cards were laid in this turn.
    fresh: u8,
    bridges: u8,
}

/// All rivers: their cards stand one river after the other in one row, each from head to last card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rivers {
    row: [Laid; MAX_CARDS],
    stretches: [River; MAX_RIVERS],
    /// For each water and landscape the set of rivers whose last card shows it, one bit each.
    by_water: [u8; Water::ALL.len()],
    by_landscape: [u8; Landscape::ALL.len()],
}

impl Rivers {
    pub(super) fn none() -> Rivers {
        Rivers {
            row: [Laid::default(); MAX_CARDS],
            stretches: [River::default(); MAX_RIVERS],
            by_water: [0; Water::ALL.len()],
            by_landscape: [0; Landscape::ALL.len()],
        }
    }

    /// The cards of a river from its head; no cards where there is no river of this number.
    #[inline]
    pub fn cards(&self, river: RiverIdx) -> &[Laid] {
        let River { start, len, .. } = self.stretches[river.index()];
        &self.row[usize::from(start)..][..usize::from(len)]
    }

    /// The rivers that there are, by number.
    pub fn iter(&self) -> impl Iterator<Item = RiverIdx> {
        (0..MAX_RIVERS as u8).map(RiverIdx).filter(|&river| self.len(river) > 0)
    }

    /// How many cards a river has; 0 where there is no river of this number.
    #[inline]
    pub fn len(&self, river: RiverIdx) -> usize {
        usize::from(self.stretches[river.index()].len)
    }

    /// How many bridges are on a river.
    #[inline]
    pub fn bridges(&self, river: RiverIdx) -> usize {
        usize::from(self.stretches[river.index()].bridges)
    }

    /// How many of the last cards of a river were laid in this turn.
    #[inline]
    pub fn fresh(&self, river: RiverIdx) -> usize {
        usize::from(self.stretches[river.index()].fresh)
    }

    /// The rivers that there are, as a set.
    #[inline]
    pub(super) fn set(&self) -> u8 {
        self.by_water.iter().fold(0, |set, of| set | of)
    }

    /// The rivers that a card with a landscape continues, as a set: one bit for each, at its index.
    #[inline]
    pub fn continued_by(&self, card: Card) -> u8 {
        let shared = card.landscape().map_or(0, |landscape| self.by_landscape[landscape as usize]);
        self.by_water[card.water() as usize] | shared
    }

    /// The lowest number that no river has.
    #[inline]
    pub(super) fn lowest_free(&self) -> RiverIdx {
        RiverIdx(self.set().trailing_ones() as u8)
    }

    /// Notes what the last card of a river shows, after a change of its cards.
    #[inline]
    fn note_last(&mut self, river: RiverIdx) {
        let bit = 1 << river.0;
        self.by_water.iter_mut().chain(&mut self.by_landscape).for_each(|set| *set &= !bit);
        if let Some(last) = self.cards(river).last() {
            let (water, landscape) = (last.card.water(), last.card.landscape());
            self.by_water[water as usize] |= bit;
            if let Some(landscape) = landscape {
                self.by_landscape[landscape as usize] |= bit;
            }
        }
    }

    fn total(&self) -> usize {
        let last = self.stretches[MAX_RIVERS - 1];
        usize::from(last.start) + usize::from(last.len)
    }

    /// Lays a card at the end of a river.
    #[inline]
    pub(super) fn append(&mut self, river: RiverIdx, card: Card) {
        let (total, idx) = (self.total(), river.index());
        let at = usize::from(self.stretches[idx].start) + usize::from(self.stretches[idx].len);
        self.row.copy_within(at..total, at + 1);
        self.row[at] = Laid { card, bridge: 0, covered: false };
        self.stretches[idx].len += 1;
        self.stretches[idx].fresh += 1;
        self.stretches[idx + 1..].iter_mut().for_each(|later| later.start += 1);
        self.note_last(river);
    }

    /// Takes the first `count` cards of a river off the table, and gives each of their bridges to `home`.
    pub(super) fn remove(&mut self, river: RiverIdx, count: usize, mut home: impl FnMut(Seat)) {
        let (total, idx) = (self.total(), river.index());
        let at = usize::from(self.stretches[idx].start);
        for laid in &self.row[at..at + count] {
            if let Some(seat) = laid.bridge() {
                self.stretches[idx].bridges -= 1;
                home(seat);
            }
        }
        self.row.copy_within(at + count..total, at);
        self.row[total - count..total].fill(Laid::default());
        let entry = &mut self.stretches[idx];
        entry.len -= count as u8;
        entry.fresh = entry.fresh.min(entry.len);
        self.stretches[idx + 1..].iter_mut().for_each(|later| later.start -= count as u8);
        self.note_last(river);
    }

    fn at_mut(&mut self, river: RiverIdx, place: usize) -> &mut Laid {
        &mut self.row[usize::from(self.stretches[river.index()].start) + place]
    }

    /// Covers the first card of a river.
    pub(super) fn cover_head(&mut self, river: RiverIdx) {
        self.at_mut(river, 0).covered = true;
    }

    /// Builds a bridge.
    pub(super) fn build(&mut self, river: RiverIdx, place: usize, seat: Seat) {
        self.at_mut(river, place).bridge = seat.index() as u8 + 1;
        self.stretches[river.index()].bridges += 1;
    }

    /// Swaps the bridges on two cards.
    pub(super) fn swap(&mut self, river: RiverIdx, first: usize, second: usize) {
        let bridge = self.at_mut(river, first).bridge;
        let other = std::mem::replace(&mut self.at_mut(river, second).bridge, bridge);
        self.at_mut(river, first).bridge = other;
    }

    /// Cards that were laid before are not fresh in the next turn.
    #[inline]
    pub(super) fn end_turn(&mut self) {
        self.stretches.iter_mut().for_each(|river| river.fresh = 0);
    }

    /// Calls `found` for each bridge of a river, from the last card up, with its owner, the number of cards from its own to
    /// the last one, and the number of lakes after it.
    #[inline]
    pub fn each_bridge(&self, river: RiverIdx, mut found: impl FnMut(Seat, i32, i32)) {
        if self.bridges(river) == 0 {
            return;
        }
        let mut lakes = 0;
        for (length, laid) in (1..).zip(self.cards(river).iter().rev()) {
            if let Some(seat) = laid.bridge() {
                found(seat, length, lakes);
            }
            lakes += i32::from(laid.card.kind() == CardKind::Lake);
        }
    }
}
