//! Which bots meet, at which seats, in which deals: a lazy list of games in a fixed order.
//!
//! A **line-up** is every set of n of the m bots; with fewer bots than seats, every way to fill the seats that uses each
//! bot. A **block** is one deal played in every distinct rotation of a line-up. Games come deal by deal, within a deal
//! line-up by line-up, within a line-up rotation by rotation, so that all bots have played the same deals at any time.

use riverlab_engine::{PerPlayer, Seat};

/// A bot of the run, as an index into its list of bots.
pub type BotIdx = u16;

/// A game to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScheduledGame {
    /// The number of the game, from 1.
    pub game: u64,
    /// The number of the line-up, from 1.
    pub lineup: u64,
    /// The number of the deal, from 1.
    pub deal: u64,
    /// The number of the rotation, from 1.
    pub rotation: u8,
    /// Who sits where.
    pub seats: PerPlayer<BotIdx>,
}

/// All games of a tournament.
#[derive(Clone, Debug)]
pub struct Schedule {
    bots: usize,
    players: usize,
    deals: u64,
}

impl Schedule {
    /// The schedule of `bots` bots at tables of `players`, each line-up playing `deals` deals.
    ///
    /// # Panics
    /// When there is no bot.
    pub fn new(bots: usize, players: usize, deals: u64) -> Schedule {
        assert!(bots > 0 && players > 0, "nobody plays");
        Schedule { bots, players, deals }
    }

    /// The number of games of one deal, if it is not beyond all counting.
    pub fn games_per_deal(&self) -> Option<u64> {
        if self.bots < self.players {
            return Some(self.lineups().map(|lineup| u64::from(distinct_rotations(&lineup))).sum());
        }
        let (bots, players) = (self.bots as u64, self.players as u64);
        let subsets =
            (0..players).try_fold(1_u64, |subsets, idx| Some(subsets.checked_mul(bots - idx)? / (idx + 1)))?;
        subsets.checked_mul(players)
    }

    /// The number of games, if it is not beyond all counting.
    pub fn games(&self) -> Option<u64> {
        self.games_per_deal()?.checked_mul(self.deals)
    }

    /// All games in order.
    pub fn iter(&self) -> impl Iterator<Item = ScheduledGame> + use<> {
        let schedule = self.clone();
        (1..=self.deals)
            .flat_map(move |deal| schedule.deal(deal))
            .zip(1..)
            .map(|(game, number)| ScheduledGame { game: number, ..game })
    }

    /// The games of one deal, numbered from 0 for now.
    fn deal(&self, deal: u64) -> impl Iterator<Item = ScheduledGame> + use<> {
        self.lineups().zip(1..).flat_map(move |(lineup, number)| {
            (0..distinct_rotations(&lineup)).map(move |rotation| ScheduledGame {
                game: 0,
                lineup: number,
                deal,
                rotation: rotation + 1,
                seats: PerPlayer::from_fn(lineup.len(), |seat: Seat| {
                    lineup[(seat.index() + usize::from(rotation)) % lineup.len()]
                }),
            })
        })
    }

    fn lineups(&self) -> LineUps {
        // With fewer bots than seats, choose where in the line of seats the next bot begins.
        let (of, choose) =
            if self.bots >= self.players { (self.bots, self.players) } else { (self.players - 1, self.bots - 1) };
        LineUps { combination: Some((0..choose).collect()), of, players: self.players, bots: self.bots }
    }
}

/// The number of rotations of a line-up that differ.
fn distinct_rotations(lineup: &[BotIdx]) -> u8 {
    let same = |shift: usize| (0..lineup.len()).all(|seat| lineup[seat] == lineup[(seat + shift) % lineup.len()]);
    (1..=lineup.len()).find(|&shift| same(shift)).expect("a full turn changes nothing") as u8
}

/// Combinations in lexicographic order, read as line-ups.
struct LineUps {
    combination: Option<Vec<usize>>,
    of: usize,
    players: usize,
    bots: usize,
}

impl Iterator for LineUps {
    type Item = Vec<BotIdx>;

    fn next(&mut self) -> Option<Vec<BotIdx>> {
        let now = self.combination.take()?;
        self.combination = next_combination(&now, self.of);
        if self.bots >= self.players {
            return Some(now.iter().map(|&bot| bot as BotIdx).collect());
        }
        let bot_at = |seat: usize| now.iter().filter(|&&cut| cut < seat).count() as BotIdx;
        Some((0..self.players).map(bot_at).collect())
    }
}

fn next_combination(now: &[usize], of: usize) -> Option<Vec<usize>> {
    let len = now.len();
    let place = (0..len).rev().find(|&place| now[place] < of - len + place)?;
    let mut next = now.to_vec();
    for (steps, item) in next[place..].iter_mut().enumerate() {
        *item = now[place] + 1 + steps;
    }
    Some(next)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lineups(bots: usize, players: usize) -> Vec<String> {
        let text = |lineup: Vec<BotIdx>| lineup.iter().map(|&bot| char::from(b'A' + bot as u8)).collect();
        Schedule::new(bots, players, 1).lineups().map(text).collect()
    }

    #[test]
    fn lineups_are_subsets_or_use_every_bot() {
        assert_eq!(lineups(3, 2), ["AB", "AC", "BC"]);
        assert_eq!(lineups(2, 2), ["AB"]);
        assert_eq!(lineups(4, 3), ["ABC", "ABD", "ACD", "BCD"]);
        assert_eq!(lineups(2, 4), ["ABBB", "AABB", "AAAB"]);
        assert_eq!(lineups(1, 3), ["AAA"]);
        assert_eq!(lineups(3, 4), ["ABCC", "ABBC", "AABC"]);
    }

    #[test]
    fn every_bot_sits_everywhere_equally_often() {
        for (bots, players) in [(1, 2), (2, 2), (5, 2), (2, 3), (4, 3), (2, 4), (3, 4), (6, 4), (3, 6)] {
            let schedule = Schedule::new(bots, players, 2);
            let games: Vec<ScheduledGame> = schedule.iter().collect();
            assert_eq!(Some(games.len() as u64), schedule.games());
            assert!(games.iter().zip(1..).all(|(game, number)| game.game == number));
            let count = |bot: usize, seat: usize| {
                games.iter().filter(|game| usize::from(game.seats.as_slice()[seat]) == bot).count()
            };
            for bot in 0..bots {
                assert!((0..players).all(|seat| count(bot, seat) == count(bot, 0)), "{bots} bots, {players} players");
                assert!(count(bot, 0) > 0);
            }
        }
    }

    #[test]
    fn equal_rotations_are_played_once() {
        for (lineup, expected) in
            [(vec![0, 0], 1), (vec![0, 1], 2), (vec![0, 0, 1, 1], 4), (vec![0, 1, 0, 1], 2), (vec![0, 0, 1], 3)]
        {
            assert_eq!(distinct_rotations(&lineup), expected, "{lineup:?}");
        }
    }
}
