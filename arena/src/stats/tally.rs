//! Standings of a tournament, gathered game by game.
//!
//! The share of a bot in one deal is its mean over all seats that it had in the blocks of that deal. Deals are
//! independent, blocks of one deal are not (they share their luck), so intervals are over deals; with a single line-up a
//! deal is a block. Only whole deals count for shares, and
//! all sums are integers, so the order of whole deals does not matter.

use riverlab_engine::{PerPlayer, Seat, Share};

use super::{Histogram, Interval, Sums, elo};
use crate::game_loop::FinishedGame;
use crate::schedule::{BotIdx, ScheduledGame};

/// One bot's line in the standings.
#[derive(Clone, PartialEq, Debug)]
pub struct Standing {
    /// The bot.
    pub bot: BotIdx,
    /// Seats that it had in games.
    pub games: u64,
    /// Blocks that it took part in.
    pub blocks: u64,
    /// The mean win share.
    pub share: Interval,
    /// The same on the Elo scale, against a field of equals.
    pub elo: Interval,
    /// The mean rank.
    pub rank_mean: f64,
    /// Its scores.
    pub scores: Histogram,
}

/// A bot's results at one place in turn order.
#[derive(Clone, PartialEq, Debug)]
pub struct SeatStanding {
    /// Places after the start player, from 0.
    pub place: usize,
    /// The bot.
    pub bot: BotIdx,
    /// Games at this place.
    pub games: u64,
    /// The mean win share.
    pub share: Interval,
    /// The mean score.
    pub score_mean: f64,
}

/// Gathers results in schedule order.
#[derive(Clone, Debug)]
pub struct Tally {
    players: usize,
    games_per_deal: u64,
    /// Games of the deal that is under way.
    games_of_deal: u64,
    bots: Vec<BotTally>,
}

#[derive(Clone, Debug)]
struct BotTally {
    games: u64,
    blocks: u64,
    shares: Shares,
    /// Twice the sum of ranks.
    double_ranks: u64,
    scores: Histogram,
    places: Vec<PlaceTally>,
}

/// Win shares, deal by deal.
#[derive(Clone, Debug, Default)]
struct Shares {
    /// Sums over whole deals, in sixtieths.
    deals: Sums,
    /// The deal that is under way, in sixtieths.
    now: i64,
    /// Seats in the deal that is under way.
    seats_now: u64,
    /// Seats in each whole deal.
    seats: u64,
}

impl Shares {
    fn add(&mut self, share: Share) {
        self.now += i64::from(share.sixtieths());
        self.seats_now += 1;
    }

    fn end_deal(&mut self) {
        self.deals.add(std::mem::take(&mut self.now));
        self.seats = std::mem::take(&mut self.seats_now);
    }

    fn scale(&self) -> f64 {
        (self.seats.max(1) * u64::from(Share::WHOLE)) as f64
    }

    fn mean(&self) -> f64 {
        self.deals.mean(self.scale())
    }

    fn interval(&self) -> Interval {
        self.deals.interval(self.scale(), 0.0, 1.0)
    }
}

#[derive(Clone, Debug, Default)]
struct PlaceTally {
    games: u64,
    shares: Shares,
    scores: Histogram,
}

impl Tally {
    /// No results yet of a schedule with so many games per deal.
    pub fn new(bots: usize, players: usize, games_per_deal: u64) -> Tally {
        let bot = BotTally {
            games: 0,
            blocks: 0,
            shares: Shares::default(),
            double_ranks: 0,
            scores: Histogram::default(),
            places: vec![PlaceTally::default(); players],
        };
        Tally { players, games_per_deal, games_of_deal: 0, bots: vec![bot; bots] }
    }

    /// Adds the next game in schedule order.
    pub fn add(&mut self, game: &ScheduledGame, result: &FinishedGame) {
        for seat in Seat::all(self.players) {
            let place = seat.places_after(result.first_player, self.players);
            self.bots[usize::from(game.seats[seat])].add_seat(place, seat, result);
        }
        if game.rotation == 1 {
            count_block(&mut self.bots, &game.seats);
        }
        self.games_of_deal += 1;
        if self.games_of_deal == self.games_per_deal {
            self.end_deal();
        }
    }

    /// The number of whole deals.
    pub fn deals(&self) -> u64 {
        self.bots.iter().map(|bot| bot.shares.deals.count()).max().unwrap_or(0)
    }

    fn end_deal(&mut self) {
        self.games_of_deal = 0;
        for bot in &mut self.bots {
            bot.shares.end_deal();
            bot.places.iter_mut().for_each(|place| place.shares.end_deal());
        }
    }

    /// The standings, best share first; equal shares in the order of the bots.
    pub fn standings(&self) -> Vec<Standing> {
        let mut standings: Vec<Standing> =
            self.bots.iter().enumerate().map(|(idx, bot)| bot.standing(idx as BotIdx, self.players)).collect();
        standings.sort_by(|a, b| b.share.mean.total_cmp(&a.share.mean));
        standings
    }

    /// The bot with the highest share so far, and that share.
    pub fn leader(&self) -> Option<(BotIdx, f64)> {
        let shares = self.bots.iter().enumerate().map(|(idx, bot)| (idx as BotIdx, bot.shares.mean()));
        (self.deals() > 0).then(|| shares.max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0))))?
    }

    /// The results by place in turn order, then by bot.
    pub fn seat_standings(&self) -> Vec<SeatStanding> {
        let of = |place: usize| {
            self.bots.iter().enumerate().map(move |(idx, bot)| {
                let tally = &bot.places[place];
                SeatStanding {
                    place,
                    bot: idx as BotIdx,
                    games: tally.games,
                    share: tally.shares.interval(),
                    score_mean: tally.scores.mean(),
                }
            })
        };
        (0..self.players).flat_map(of).collect()
    }
}

fn count_block(bots: &mut [BotTally], seats: &PerPlayer<BotIdx>) {
    let seated = seats.as_slice();
    for (seat, &bot) in seated.iter().enumerate() {
        if !seated[..seat].contains(&bot) {
            bots[usize::from(bot)].blocks += 1;
        }
    }
}

impl BotTally {
    fn add_seat(&mut self, place: usize, seat: Seat, result: &FinishedGame) {
        let score = result.outcome.scores[seat];
        self.games += 1;
        self.double_ranks += (2.0 * result.outcome.ranks[seat]) as u64;
        self.scores.add(score);
        self.shares.add(result.outcome.shares[seat]);
        self.places[place].games += 1;
        self.places[place].shares.add(result.outcome.shares[seat]);
        self.places[place].scores.add(score);
    }

    fn standing(&self, bot: BotIdx, players: usize) -> Standing {
        let share = self.shares.interval();
        let on_scale = |share| elo(share, players);
        Standing {
            bot,
            games: self.games,
            blocks: self.blocks,
            share,
            elo: Interval { mean: on_scale(share.mean), lo: on_scale(share.lo), hi: on_scale(share.hi) },
            rank_mean: self.double_ranks as f64 / (2 * self.games.max(1)) as f64,
            scores: self.scores.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::Schedule;
    use riverlab_engine::{MAX_PARTS, Outcome};

    fn tally(bots: usize, players: usize, deals: u64, score: impl Fn(&ScheduledGame, Seat) -> f64) -> Tally {
        let schedule = Schedule::new(bots, players, deals);
        let mut tally = Tally::new(bots, players, schedule.games_per_deal().expect("few"));
        for game in schedule.iter() {
            let scores = PerPlayer::from_fn(players, |seat| score(&game, seat));
            let outcome = Outcome::from_scores(scores, PerPlayer::from_fn(players, |_| [0; MAX_PARTS]));
            let first_player = Seat::new(game.deal as usize % players);
            let decisions = PerPlayer::from_fn(players, |_| 1);
            tally.add(&game, &FinishedGame { outcome, decisions, first_player });
        }
        tally
    }

    #[test]
    fn the_stronger_bot_leads() {
        let tally = tally(3, 2, 4, |game, seat| f64::from(game.seats[seat]));
        let shares: Vec<(BotIdx, f64)> = tally.standings().iter().map(|line| (line.bot, line.share.mean)).collect();
        assert_eq!(shares, [(2, 1.0), (1, 0.5), (0, 0.0)]);
        assert_eq!(tally.leader(), Some((2, 1.0)));
        assert_eq!(tally.standings().iter().map(|line| (line.games, line.blocks)).collect::<Vec<_>>(), [(16, 8); 3]);
    }

    #[test]
    fn luck_of_the_seat_cancels_in_a_deal() {
        for (bots, players) in [(2, 2), (1, 3), (2, 3), (4, 4), (2, 4), (3, 6), (6, 6)] {
            let tally =
                tally(bots, players, 9, |game, seat| ((game.deal + seat.index() as u64) % players as u64) as f64);
            for line in tally.standings() {
                let equal = 1.0 / players as f64;
                assert_eq!(
                    (line.share.mean, line.share.lo, line.share.hi),
                    (equal, equal, equal),
                    "{bots} of {players}"
                );
            }
        }
    }

    #[test]
    fn places_count_from_the_start_player() {
        let first = |game: &ScheduledGame, seat: Seat| seat.index() as u64 == game.deal % 3;
        let tally = tally(3, 3, 6, |game, seat| f64::from(u8::from(first(game, seat))));
        for line in tally.seat_standings() {
            assert_eq!(line.share.mean, if line.place == 0 { 1.0 } else { 0.0 });
            assert_eq!(line.games, 6);
        }
    }
}
