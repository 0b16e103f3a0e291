//! Swiss rounds: bots with like results meet, and those who have not met yet rather than those who have.
//!
//! Before a round bots are put in order of their mean share so far (at first, and among equals, in a drawn order). From
//! the top, each table takes the first bot that is left, then again and again the bot that has met those at the table
//! least often, the nearest in order of these. Then, from the bottom up, bots of different tables change places as long as
//! that brings fewer together who have met. Bots beyond the last full table rest: of those who have rested least
//! often, the last in order. Every table is played in all rotations, so seats even out within a round.

use rand::seq::SliceRandom;
use riverlab_bots::play::game_loop::FinishedGame;
use riverlab_bots::play::streams::pairing_stream;
use riverlab_engine::{PerPlayer, Seat, Share};
use riverlab_stats::stable_sort::stable_sort_by;

use super::game::BotIdx;
use super::lineups::LineUp;

/// What decides the next round.
#[derive(Clone, Debug)]
pub(super) struct Swiss {
    players: usize,
    records: Vec<Record>,
    /// The drawn order.
    order: Vec<BotIdx>,
    /// How often two bots met, at `a * bots + b`.
    met: Vec<u32>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Record {
    /// The sum of win shares, in sixtieths.
    share: u64,
    seats: u64,
    rests: u64,
}

impl Swiss {
    pub(super) fn new(bots: usize, players: usize, seed: u64) -> Swiss {
        let mut order: Vec<BotIdx> = (0..bots as BotIdx).collect();
        order.shuffle(&mut pairing_stream(seed));
        Swiss { players, records: vec![Record::default(); bots], order, met: vec![0; bots * bots] }
    }

    /// Adds a result.
    pub(super) fn observe(&mut self, seats: &PerPlayer<BotIdx>, result: &FinishedGame) {
        for seat in Seat::all(self.players) {
            let record = &mut self.records[usize::from(seats[seat])];
            record.share += u64::from(result.outcome.shares[seat].sixtieths());
            record.seats += 1;
        }
    }

    /// The tables of the next round.
    pub(super) fn next_round(&mut self) -> Vec<LineUp> {
        let mut left = self.standing();
        for _ in 0..left.len() % self.players {
            let fewest = left.iter().map(|bot| self.record(*bot).rests).min().expect("somebody is left");
            let rests = left.iter().rposition(|bot| self.record(*bot).rests == fewest).expect("one has the fewest");
            let bot = left.remove(rests);
            self.records[usize::from(bot)].rests += 1;
        }
        let mut tables = Vec::new();
        while !left.is_empty() {
            let mut table = vec![left.remove(0)];
            while table.len() < self.players {
                let meetings = |bot: BotIdx| table.iter().map(|&other| self.met(bot, other)).sum::<u32>();
                let next = (0..left.len()).min_by_key(|&idx| meetings(left[idx])).expect("tables are full");
                table.push(left.remove(next));
            }
            tables.push(table);
        }
        while self.swap_for_fewer_meetings(&mut tables) {}
        for table in &tables {
            self.count_meetings(table);
        }
        tables
    }

    /// Makes all swaps that help, once from the bottom up, nearest tables first, and says whether there were any.
    fn swap_for_fewer_meetings(&self, tables: &mut [LineUp]) -> bool {
        let mut swapped = false;
        for low in (0..tables.len()).rev() {
            // Only tables with meetings to lose have anything to gain.
            for high in (0..low).rev() {
                if self.meetings(&tables[low]) == 0 {
                    break;
                }
                swapped |= self.swap_between(tables, high, low);
            }
        }
        swapped
    }

    /// Makes the first swap between two tables that brings fewer together who have met.
    fn swap_between(&self, tables: &mut [LineUp], high: usize, low: usize) -> bool {
        let before = self.meetings(&tables[high]) + self.meetings(&tables[low]);
        for (one, other) in (0..self.players).flat_map(|one| (0..self.players).map(move |other| (one, other))) {
            let swap = |tables: &mut [LineUp]| {
                let bot = tables[high][one];
                tables[high][one] = std::mem::replace(&mut tables[low][other], bot);
            };
            swap(tables);
            if self.meetings(&tables[high]) + self.meetings(&tables[low]) < before {
                return true;
            }
            swap(tables);
        }
        false
    }

    /// How often the bots of a table have met, over all pairs.
    fn meetings(&self, table: &[BotIdx]) -> u32 {
        let pairs =
            table.iter().enumerate().flat_map(|(idx, &bot)| table[..idx].iter().map(move |&other| (bot, other)));
        pairs.map(|(bot, other)| self.met(bot, other)).sum()
    }

    /// The bots by mean share, best first; equal ones in the drawn order.
    fn standing(&self) -> Vec<BotIdx> {
        let mut order = self.order.clone();
        stable_sort_by(&mut order, |&a, &b| {
            let ((share, seats), (other_share, other_seats)) = (self.mean(a), self.mean(b));
            (other_share * seats).cmp(&(share * other_seats))
        });
        order
    }

    /// A mean share as the sum of shares, in sixtieths, over so many seats; an equal share for who has only rested.
    fn mean(&self, bot: BotIdx) -> (u64, u64) {
        match self.record(bot) {
            Record { seats: 0, .. } => (u64::from(Share::WHOLE) / self.players as u64, 1),
            record => (record.share, record.seats),
        }
    }

    fn record(&self, bot: BotIdx) -> &Record {
        &self.records[usize::from(bot)]
    }

    fn met(&self, a: BotIdx, b: BotIdx) -> u32 {
        self.met[usize::from(a) * self.records.len() + usize::from(b)]
    }

    fn count_meetings(&mut self, table: &[BotIdx]) {
        let bots = self.records.len();
        for (&a, &b) in table.iter().flat_map(|a| table.iter().map(move |b| (a, b))).filter(|(a, b)| a != b) {
            self.met[usize::from(a) * bots + usize::from(b)] += 1;
        }
    }
}

#[cfg(test)]
#[path = "swiss_tests.rs"]
mod tests;
