use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use riverlab_engine::{MAX_PARTS, Outcome};

use super::*;
use crate::long::scaled;

/// The bot with the higher number wins; returns the tables of each round.
fn rounds(bots: usize, players: usize, rounds: usize) -> Vec<Vec<LineUp>> {
    scored_rounds(bots, players, rounds, 5, f64::from)
}

/// The bot with the highest score wins; returns the tables of each round.
fn scored_rounds(
    bots: usize,
    players: usize,
    rounds: usize,
    seed: u64,
    mut score: impl FnMut(BotIdx) -> f64,
) -> Vec<Vec<LineUp>> {
    let mut swiss = Swiss::new(bots, players, seed);
    let mut round = |swiss: &mut Swiss| {
        let tables = swiss.next_round();
        for table in &tables {
            let seats = PerPlayer::from_fn(players, |seat| table[seat.index()]);
            let scores = PerPlayer::from_fn(players, |seat| score(seats[seat]));
            let outcome = Outcome::from_scores(scores, PerPlayer::from_fn(players, |_| [0; MAX_PARTS]));
            let decisions = PerPlayer::from_fn(players, |_| 1);
            swiss.observe(&seats, &FinishedGame { outcome, decisions, forfeits: decisions, first_player: Seat::FIRST });
        }
        tables
    };
    (0..rounds).map(|_| round(&mut swiss)).collect()
}

#[test]
fn nobody_meets_twice_before_it_must_be() {
    for (bots, players, count) in [(16, 2, 4), (17, 2, 4), (27, 3, 3), (64, 4, 3)] {
        let mut pairs: Vec<(BotIdx, BotIdx)> = Vec::new();
        for table in rounds(bots, players, count).iter().flatten() {
            pairs.extend(table.iter().flat_map(|a| table.iter().map(move |b| (*a, *b))).filter(|(a, b)| a < b));
        }
        let all = pairs.len();
        pairs.sort_unstable();
        pairs.dedup();
        assert_eq!(pairs.len(), all, "{bots} bots at tables of {players}");
    }
}

#[test]
fn everybody_plays_or_rests_in_turn() {
    let mut rests = vec![0; 11];
    for tables in rounds(11, 3, 11) {
        let mut playing: Vec<BotIdx> = tables.into_iter().flatten().collect();
        playing.sort_unstable();
        playing.dedup();
        assert_eq!(playing.len(), 9);
        (0..11).filter(|bot| !playing.contains(bot)).for_each(|bot| rests[usize::from(bot)] += 1);
    }
    assert_eq!(rests, [2; 11]);
}

#[test]
fn winners_meet_winners() {
    let rounds = rounds(16, 2, 4);
    // After three rounds the two bots that have won all games meet in the last one.
    let first = &rounds[3][0];
    assert!(first.contains(&15), "{rounds:?}");
    let losers: Vec<BotIdx> = rounds[0].iter().map(|table| *table.iter().min().expect("two")).collect();
    assert!(!losers.contains(&first[0]) && !losers.contains(&first[1]), "{rounds:?}");
}

/// Rounds of bots whose strengths are drawn, and who win by luck as well.
fn lucky_rounds(bots: usize, players: usize, rounds: usize, seed: u64) -> Vec<Vec<LineUp>> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let strengths: Vec<f64> = (0..bots).map(|_| rng.random()).collect();
    scored_rounds(bots, players, rounds, seed, |bot| strengths[usize::from(bot)] + rng.random::<f64>())
}

/// What rounds before the next one leave to it: how often every two bots have met, and how often each has rested.
struct Past {
    met: Vec<Vec<usize>>,
    rests: Vec<usize>,
}

impl Past {
    fn new(bots: usize) -> Past {
        Past { met: vec![vec![0; bots]; bots], rests: vec![0; bots] }
    }

    fn add(&mut self, tables: &[LineUp]) {
        for (one, other) in tables.iter().flat_map(|table| pairs_of(table)) {
            self.met[usize::from(one)][usize::from(other)] += 1;
            self.met[usize::from(other)][usize::from(one)] += 1;
        }
        for bot in self.resting(tables) {
            self.rests[bot] += 1;
        }
    }

    fn resting(&self, tables: &[LineUp]) -> Vec<usize> {
        let plays = |bot: usize| tables.iter().flatten().any(|&other| usize::from(other) == bot);
        (0..self.rests.len()).filter(|&bot| !plays(bot)).collect()
    }

    /// How often the two bots have met who have met least often.
    fn least(&self) -> usize {
        let others = |bot: usize| (0..bot).map(move |other| (bot, other));
        (0..self.rests.len()).flat_map(others).map(|(bot, other)| self.met[bot][other]).min().expect("two bots")
    }

    /// The largest number of pairs of a round who have met `least` times: half the rank of a random skew-symmetric matrix
    /// with an entry for each pair that can be made (Tutte 1947, Lovász 1979). A bot that may rest can be paired with none.
    fn most_pairs(&self, least: usize, rng: &mut ChaCha8Rng) -> usize {
        let bots = self.rests.len();
        let fewest = *self.rests.iter().min().expect("a bot");
        let size = bots + bots % 2;
        let mut matrix = vec![vec![0; size]; size];
        for (bot, other) in (0..size).flat_map(|bot| (0..bot.min(bots)).map(move |other| (bot, other))) {
            let can = if bot < bots { self.met[bot][other] == least } else { self.rests[other] == fewest };
            if can {
                let entry = rng.random_range(1..PRIME);
                (matrix[bot][other], matrix[other][bot]) = (entry, PRIME - entry);
            }
        }
        rank(matrix) / 2 - bots % 2
    }

    /// Whether these bots can be seated at full tables where no two meet who have met, while so many of those rest who may.
    fn has_fresh_tables(&self, left: &[usize], players: usize, rests: &[usize]) -> bool {
        let Some((&first, others)) = left.split_first() else { return true };
        let without = |bots: &[usize]| others.iter().copied().filter(|bot| !bots.contains(bot)).collect::<Vec<_>>();
        let may_rest = rests.contains(&first) && !left.len().is_multiple_of(players);
        (may_rest && self.has_fresh_tables(others, players, rests))
            || self
                .tables_with(&[first], others, players)
                .iter()
                .any(|table| self.has_fresh_tables(&without(table), players, rests))
    }

    fn tables_with(&self, begun: &[usize], others: &[usize], players: usize) -> Vec<Vec<usize>> {
        if begun.len() == players {
            return vec![begun.to_vec()];
        }
        let fits = |(_, other): &(usize, &usize)| begun.iter().all(|&bot| self.met[bot][**other] == 0);
        let with =
            |(idx, other): (usize, &usize)| self.tables_with(&[begun, &[*other]].concat(), &others[idx + 1..], players);
        others.iter().enumerate().filter(fits).flat_map(with).collect()
    }
}

const PRIME: u64 = (1 << 31) - 1;

/// The rank of a matrix of numbers below the prime.
fn rank(mut matrix: Vec<Vec<u64>>) -> usize {
    let power = |base: u64, exponent: u64| {
        (0..31).rev().fold(1, |power, bit| {
            let square = power * power % PRIME;
            if exponent >> bit & 1 == 1 { square * base % PRIME } else { square }
        })
    };
    let mut rank = 0;
    for column in 0..matrix.len() {
        let Some(pivot) = (rank..matrix.len()).find(|&row| matrix[row][column] != 0) else { continue };
        matrix.swap(rank, pivot);
        let (above, below) = matrix.split_at_mut(rank + 1);
        let pivot = &above[rank];
        let inverse = power(pivot[column], PRIME - 2);
        for row in below {
            let factor = PRIME - row[column] * inverse % PRIME;
            row.iter_mut().zip(pivot).for_each(|(value, of_pivot)| *value = (*value + factor * of_pivot) % PRIME);
        }
        rank += 1;
    }
    rank
}

#[test]
fn no_round_of_two_players_has_a_rematch_that_could_be_avoided() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for bots in 3..=24 {
        for seed in 0..scaled(4, 50) {
            let mut past = Past::new(bots);
            for tables in lucky_rounds(bots, 2, 2 * bots, seed) {
                let least = past.least();
                let again = |table: &&LineUp| past.met[usize::from(table[0])][usize::from(table[1])] > least;
                let (again, all) = (tables.iter().filter(again).count(), tables.len());
                assert_eq!(again, all - past.most_pairs(least, &mut rng), "{bots} bots, seed {seed}: {tables:?}");
                past.add(&tables);
                let [fewest, most] = [past.rests.iter().min(), past.rests.iter().max()];
                assert!(most <= fewest.map(|fewest| fewest + 1).as_ref(), "{bots} bots, seed {seed}");
            }
        }
    }
}

#[test]
fn no_round_of_more_players_has_a_rematch_that_could_be_avoided() {
    for (bots, players) in [(4, 3), (7, 3), (9, 3), (10, 3), (11, 3), (12, 3), (6, 4), (9, 4), (12, 4), (7, 5), (12, 5)]
    {
        for seed in 0..scaled(4, 50) {
            let mut past = Past::new(bots);
            for tables in lucky_rounds(bots, players, bots, seed) {
                let meets_again = tables
                    .iter()
                    .flat_map(|table| pairs_of(table))
                    .any(|(one, other)| past.met[usize::from(one)][usize::from(other)] > 0);
                if meets_again {
                    let mut by_rests: Vec<usize> = (0..bots).collect();
                    by_rests.sort_by_key(|&bot| past.rests[bot]);
                    let limit = past.rests[by_rests[(bots % players).saturating_sub(1)]];
                    let left: Vec<usize> = (0..bots).filter(|&bot| past.rests[bot] >= limit).collect();
                    let rests: Vec<usize> = left.iter().copied().filter(|&bot| past.rests[bot] == limit).collect();
                    let is_avoidable = past.has_fresh_tables(&left, players, &rests);
                    assert!(!is_avoidable, "{bots} bots, {players} players, seed {seed}: {tables:?}");
                }
                past.add(&tables);
                let [fewest, most] = [past.rests.iter().min(), past.rests.iter().max()];
                assert!(
                    most <= fewest.map(|fewest| fewest + 1).as_ref(),
                    "{bots} bots, {players} players, seed {seed}"
                );
            }
        }
    }
}
