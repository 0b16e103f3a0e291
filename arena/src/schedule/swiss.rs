//! Swiss rounds: bots with like results meet, and those who have not met yet rather than those who have.
//!
//! Before a round bots are put in order of their mean share so far (at first, and among equals, in a drawn order). From
//! the top, each table takes the first bot that is left, then again and again the bot that has met those at the table
//! least often, the nearest in order of these. Then, from the bottom up, bots of different tables change places as long as
//! that brings fewer together who have met. Bots beyond the last full table rest: of those who have rested least
//! often, the last in order. Every table is played in all rotations, so seats even out within a round.
//!
//! Where bots still meet again, the round is made anew as far as that avoids it, with other bots of those who may rest. With
//! two players no round has more rematches than it must ([`pairs`](super::pairs)); where every two have met, the same holds
//! of third meetings, and so on. With more players a round without a rematch is [looked for](super::search), for some twenty
//! bots until it is found or shown not to exist.

use rand::seq::SliceRandom;
use riverlab_bots::play::game_loop::FinishedGame;
use riverlab_bots::play::streams::pairing_stream;
use riverlab_engine::{PerPlayer, Seat, Share};
use riverlab_stats::stable_sort::stable_sort_by;

use super::game::BotIdx;
use super::lineups::LineUp;
use super::pairs::{Mates, add_all_pairs};
use super::search::Search;

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

/// A round.
struct Round {
    tables: Vec<LineUp>,
    resting: Vec<BotIdx>,
}

/// Every two bots of some.
fn pairs_of(bots: &[BotIdx]) -> impl Iterator<Item = (BotIdx, BotIdx)> {
    bots.iter().enumerate().flat_map(|(idx, &bot)| bots[..idx].iter().map(move |&other| (bot, other)))
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
        let order = self.standing();
        let mut round = self.first_round_of(&order);
        self.avoid_rematches(&order, &mut round);
        for bot in round.resting {
            self.records[usize::from(bot)].rests += 1;
        }
        for table in &round.tables {
            self.count_meetings(table);
        }
        round.tables
    }

    /// The round that is made from the top.
    fn first_round_of(&self, order: &[BotIdx]) -> Round {
        let (mut left, mut resting) = (order.to_vec(), Vec::new());
        for _ in 0..left.len() % self.players {
            let fewest = left.iter().map(|bot| self.record(*bot).rests).min().expect("somebody is left");
            let rests = left.iter().rposition(|bot| self.record(*bot).rests == fewest).expect("one has the fewest");
            resting.push(left.remove(rests));
        }
        let mut tables = self.seated(left);
        while self.swap_for_fewer_meetings(&mut tables) {}
        Round { tables, resting }
    }

    /// Tables of bots, from the top.
    fn seated(&self, mut left: Vec<BotIdx>) -> Vec<LineUp> {
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
        tables
    }

    /// Makes the round anew where that brings fewer together again: who have met at all, then who have met twice, and so on.
    fn avoid_rematches(&self, order: &[BotIdx], round: &mut Round) {
        if round.tables.iter().all(|table| self.meetings(table) == 0) {
            return;
        }
        let least = pairs_of(order).map(|(bot, other)| self.met(bot, other)).min().expect("there are two bots");
        let mut level = least;
        while self.repeats(round, least).len() > (level - least) as usize {
            let other = match self.players {
                2 => Some(self.paired(order, round, level)),
                _ => self.searched(order, level),
            };
            if let Some(other) = other.filter(|other| self.repeats(other, least) < self.repeats(round, least)) {
                *round = other;
            }
            level += 1;
        }
    }

    /// How many pairs at the tables have met more than `least` times, more than once more than that, and so on.
    fn repeats(&self, round: &Round, least: u32) -> Vec<usize> {
        let mut repeats = Vec::new();
        for (bot, other) in round.tables.iter().flat_map(|table| pairs_of(table)) {
            let more = (self.met(bot, other) - least) as usize;
            repeats.resize(repeats.len().max(more), 0);
            repeats[..more].iter_mut().for_each(|count| *count += 1);
        }
        repeats
    }

    /// A round of two players in which as many pairs as possible have met at most `level` times. Pairs of `round` stay as far
    /// as they can.
    fn paired(&self, order: &[BotIdx], round: &Round, level: u32) -> Round {
        // Where one rests, the last place is no bot: who is paired with it rests.
        let (places, limit) = (order.len().next_multiple_of(2), self.rest_limit());
        let may_pair = |one: usize, other: usize| match order.get(one.max(other)) {
            Some(&bot) => self.met(order[one.min(other)], bot) <= level,
            None => self.record(order[one.min(other)]).rests == limit,
        };
        let place = |bot: BotIdx| order.iter().position(|&other| other == bot).expect("it plays");
        let mut mates: Mates = vec![None; places];
        let kept = round.tables.iter().filter(|table| self.met(table[0], table[1]) <= level);
        let kept = kept.map(|table| (place(table[0]), place(table[1])));
        for (one, other) in kept.chain(round.resting.iter().map(|&bot| (place(bot), order.len()))) {
            (mates[one], mates[other]) = (Some(other), Some(one));
        }
        add_all_pairs(&mut mates, may_pair);
        let mut paired = Round { tables: Vec::new(), resting: Vec::new() };
        let mut left = Vec::new();
        for (&bot, mate) in order.iter().zip(&mates) {
            match mate.map(|mate| (mate, order.get(mate))) {
                None => left.push(bot),
                Some((_, None)) => paired.resting.push(bot),
                Some((mate, Some(&other))) if place(bot) < mate => paired.tables.push(vec![bot, other]),
                Some(_) => {}
            }
        }
        paired.tables.extend(self.seated(left));
        paired.tables.sort_by_cached_key(|table| place(table[0]));
        paired
    }

    /// A round in which no two meet who have met more than `level` times; none where none is found.
    fn searched(&self, order: &[BotIdx], level: u32) -> Option<Round> {
        let limit = self.rest_limit();
        let (mut resting, order): (Vec<BotIdx>, Vec<BotIdx>) =
            order.iter().partition(|bot| self.record(**bot).rests < limit);
        let search = Search {
            players: self.players,
            rests: order.len() % self.players,
            may_rest: order.iter().map(|bot| self.record(*bot).rests == limit).collect(),
            may_meet: &|one, other| self.met(order[one], order[other]) <= level,
        };
        let (mut tables, rest) = search.run()?;
        for table in &mut tables {
            table.sort_unstable();
        }
        tables.sort_unstable();
        resting.extend(rest.into_iter().map(|place| order[place]));
        let bots = |table: Vec<usize>| table.into_iter().map(|place| order[place]).collect();
        Some(Round { tables: tables.into_iter().map(bots).collect(), resting })
    }

    /// How often those have rested before of whom some, but not all, may have to rest now: who has rested less often rests, and
    /// who has rested more often plays.
    fn rest_limit(&self) -> u64 {
        let mut rests: Vec<u64> = self.records.iter().map(|record| record.rests).collect();
        rests.sort_unstable();
        rests[(rests.len() % self.players).saturating_sub(1)]
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
        pairs_of(table).map(|(bot, other)| self.met(bot, other)).sum()
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
