//! Results of a tournament, gathered game by game, in any order.
//!
//! The share of a bot in one deal is its mean over all seats that it had in the blocks of that deal. Deals are
//! independent, blocks of one deal are not (they share their luck), so intervals are over deals; with a single line-up a
//! deal is a block. Where all bots are copies of one, their equal shares are no estimate: the interval is a point. Only
//! complete deals count for shares and pairs. All sums are integers, so the order of games does not matter; memory does not
//! grow with their number, as long as few deals are under way at a time.

use std::collections::BTreeMap;

use riverlab_bots::play::game_loop::FinishedGame;
use riverlab_engine::{MAX_PLAYERS, PerPlayer, Seat, Share};
use riverlab_stats::stable_sort::stable_sort_by;
use riverlab_stats::{
    Cycles, DealSum, Detail, Goodness, Histogram, Interval, MAX_RATED_PLAYERS, POINT, PairStanding, PairTally, Placed,
    RankInterval, RatingData, Ratings, Ratio, Sums, cycles, elo_among_copies, goodness, pair_count, pair_standings,
    rate, units,
};

use crate::schedule::{BotIdx, Pairing, ScheduleSpec, ScheduledGame};

use super::open_deal::OpenDeal;
use super::pairing_efficiency::PairingEfficiency;
use super::share_ranks::ShareGroups;
use super::summary::{Forfeits, SeatStanding, SelfPlay, Standing, Summary};

/// Gathers results.
#[derive(Clone, Debug)]
pub struct Tally {
    scheme: ScheduleSpec,
    games_per_deal: u64,
    /// For each bot the first one that is the same.
    first_copies: Vec<BotIdx>,
    games: u64,
    deals: u64,
    bots: Vec<BotTally>,
    /// All bots together, by turn order.
    start_orders: Vec<StartOrderTally>,
    pairs: Vec<PairTally>,
    forfeited_meetings: BTreeMap<(BotIdx, BotIdx), u64>,
    open: BTreeMap<u64, OpenDeal>,
    /// The deal that was finished last, to be used again.
    closed: Option<OpenDeal>,
    ratings: RatingData,
    /// Whether games only say who won.
    winners_only: bool,
    /// Where every bot meets the same field.
    share_groups: Option<ShareGroups>,
    pairing_efficiency: Option<PairingEfficiency>,
    self_play: SelfPlay,
}

#[derive(Clone, Debug)]
struct BotTally {
    games: u64,
    blocks: u64,
    shares: Ratio,
    /// Games by the number of seats that it had in them.
    seats: [u64; MAX_PLAYERS + 1],
    /// Twice the sum of ranks.
    double_ranks: u64,
    scores: Histogram,
    start_orders: Vec<StartOrderTally>,
}

#[derive(Clone, Debug, Default)]
struct StartOrderTally {
    games: u64,
    forfeits: u64,
    shares: Ratio,
    scores: Sums,
}

/// What ratings keep: complete rankings, or pairs where that would be too much; and how many groups of deals, fewer where there
/// is much to keep for each.
fn rating_data(scheme: &ScheduleSpec, winners_only: bool) -> RatingData {
    let (bots, players) = (scheme.bots as u64, scheme.players as u64);
    let stages = if winners_only { 1 } else { (1_u64 << players) - players - 1 };
    let games = match scheme.pairing {
        Pairing::Swiss { .. } => scheme.games(),
        _ => scheme.games_per_deal(),
    };
    let sets = games.and_then(|games| games.checked_mul(stages)).unwrap_or(u64::MAX);
    let (detail, sets) = if sets <= MAX_SETS || players == 2 {
        (Detail::Rankings, sets.min(MAX_SETS))
    } else {
        (Detail::Pairs, bots * bots * players * players / 2)
    };
    let groups = (4_000_000 / sets.max(1)).clamp(12, 256) as usize;
    let data = RatingData::new(scheme.bots, scheme.players, groups, detail);
    data.of_deals(scheme.games_per_deal().unwrap_or(1)).of_winners(winners_only)
}

/// More sets of players than these are not counted apart: some hundred megabytes.
const MAX_SETS: u64 = 300_000;

// Ratings know how many players a game can have.
const _: () = assert!(MAX_RATED_PLAYERS == MAX_PLAYERS);

impl Tally {
    /// No results yet. `first_copies` says for each bot which is the first one with the same spec.
    ///
    /// # Panics
    /// When a deal has more games than can be counted.
    pub fn new(scheme: &ScheduleSpec, first_copies: Vec<BotIdx>) -> Tally {
        let (bots, players) = (scheme.bots, scheme.players);
        let bot = BotTally {
            games: 0,
            blocks: 0,
            shares: Ratio::default(),
            seats: [0; MAX_PLAYERS + 1],
            double_ranks: 0,
            scores: Histogram::default(),
            start_orders: vec![StartOrderTally::default(); players],
        };
        let lineups = scheme.lineups().filter(|_| !matches!(scheme.pairing, Pairing::Swiss { .. }));
        Tally {
            scheme: *scheme,
            games_per_deal: scheme.games_per_deal().expect("a deal that can be played"),
            games: 0,
            deals: 0,
            bots: vec![bot; bots],
            start_orders: vec![StartOrderTally::default(); players],
            pairs: vec![PairTally::default(); pair_count(bots)],
            forfeited_meetings: BTreeMap::new(),
            open: BTreeMap::new(),
            closed: None,
            ratings: rating_data(scheme, false).of_copies(first_copies.clone()),
            winners_only: false,
            share_groups: (scheme.pairing == Pairing::Full).then(|| ShareGroups::new(bots)),
            pairing_efficiency: lineups.and_then(|lineups| PairingEfficiency::new(lineups, players)),
            self_play: SelfPlay::default(),
            first_copies,
        }
    }

    /// The same, without results yet, of games that only say who won.
    #[must_use]
    pub fn of_winners(mut self, winners_only: bool) -> Tally {
        // Of two players, the other one has lost.
        self.winners_only = winners_only && self.scheme.players > 2;
        if self.winners_only {
            self.ratings = rating_data(&self.scheme, true).of_copies(self.first_copies.clone());
        }
        self
    }

    /// Adds a game and says whether its deal is complete now.
    pub fn add(&mut self, game: &ScheduledGame, result: &FinishedGame) -> bool {
        let (bots, players) = (self.scheme.bots, self.scheme.players);
        let (ranks, shares) = (result.outcome.ranks, result.outcome.shares);
        let (spare, pairing_efficiency) = (&mut self.closed, &mut self.pairing_efficiency);
        let open = self.open.entry(game.deal).or_insert_with(|| match spare.take() {
            Some(mut deal) => {
                deal.clear();
                deal
            }
            None => {
                OpenDeal::new(bots, players, pairing_efficiency.as_ref().map_or(Vec::new(), PairingEfficiency::open))
            }
        });
        self.games += 1;
        open.games += 1;
        let nobody = Placed { bot: 0, start_order: 0, rank: 0.0 };
        let mut placed = [nobody; MAX_PLAYERS];
        for seat in Seat::all(players) {
            let (bot, start_order) = (game.seats[seat], seat.steps_after(result.first_player, players));
            let (idx, score) = (usize::from(bot), result.outcome.scores[seat]);
            let has_forfeited = result.has_forfeited(seat);
            self.bots[idx].add_seat(start_order, ranks[seat], score, has_forfeited);
            self.start_orders[start_order].add_seat(score, has_forfeited);
            open.bots[idx].add(shares[seat]);
            open.bot_start_orders[idx * players + start_order].add(shares[seat]);
            open.start_orders[start_order].add(shares[seat]);
            placed[seat.index()] = Placed { bot, start_order: start_order as u8, rank: ranks[seat] };
        }
        open.add_pairs(bots, game, result, self.winners_only);
        if is_self_play(&self.first_copies, &game.seats) {
            open.add_self_play(game, shares);
        }
        self.ratings.add(game.deal, &placed[..players]);
        if let Some(pairing_efficiency) = pairing_efficiency {
            pairing_efficiency.add(game, shares, &mut open.blocks);
        }
        count_seats(&mut self.bots, &game.seats, game.rotation == 1);
        let complete = open.games == self.games_per_deal;
        if complete {
            self.end_deal(game.deal);
        }
        complete
    }

    fn end_deal(&mut self, deal: u64) {
        let mut open = self.open.remove(&deal).expect("it is under way");
        let players = self.scheme.players;
        self.deals += 1;
        if let Some(share_groups) = &mut self.share_groups {
            share_groups.add(deal, open.bots.iter().map(|shares| shares.sum));
        }
        for (idx, bot) in self.bots.iter_mut().enumerate() {
            open.bots[idx].end_deal(&mut bot.shares);
            for (start_order, shares) in bot.start_orders.iter_mut().zip(&mut open.bot_start_orders[idx * players..]) {
                shares.end_deal(&mut start_order.shares);
            }
        }
        for (start_order, shares) in self.start_orders.iter_mut().zip(&mut open.start_orders) {
            shares.end_deal(&mut start_order.shares);
        }
        for &pair in &open.met {
            self.pairs[pair].end_deal(&mut open.pairs[pair]);
        }
        for &meeting in &open.forfeited_meetings {
            *self.forfeited_meetings.entry(meeting).or_default() += 1;
        }
        if let Some(pairing_efficiency) = &mut self.pairing_efficiency {
            pairing_efficiency.end_deal(deal, &mut open.blocks);
        }
        self.self_play.blocks += open.self_play.blocks;
        self.self_play.divergent += open.self_play.divergent;
        self.closed = Some(open);
    }

    /// The number of complete deals.
    pub fn deals(&self) -> u64 {
        self.deals
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The shares of a bot in the deal that became complete last, in sixtieths, one for each of its seats.
    pub(crate) fn last_deal(&self, bot: BotIdx) -> DealSum {
        let shares = self.closed.as_ref().map(|deal| deal.bots[usize::from(bot)]).unwrap_or_default();
        DealSum { sum: shares.sum, count: shares.seats }
    }

    /// The shares of a bot, deal by deal, in sixtieths.
    pub fn shares(&self, bot: BotIdx) -> &Ratio {
        &self.bots[usize::from(bot)].shares
    }

    /// The bots that have forfeited games, in their order.
    pub fn forfeits(&self) -> Vec<Forfeits> {
        let of_bot =
            |(bot, tally): (BotIdx, &BotTally)| Forfeits { bot, forfeits: tally.forfeits(), games: tally.games };
        (0..).zip(&self.bots).map(of_bot).filter(|of_bot| of_bot.forfeits > 0).collect()
    }

    /// The standard deviation of a bot's share of a deal.
    pub fn share_sd(&self, bot: BotIdx) -> f64 {
        self.shares(bot).sd(f64::from(Share::WHOLE))
    }

    /// The bot with the highest share so far, and that share.
    pub(crate) fn leader(&self) -> Option<(BotIdx, f64)> {
        let shares =
            self.bots.iter().enumerate().map(|(idx, bot)| (idx as BotIdx, bot.shares.mean(f64::from(Share::WHOLE))));
        (self.deals > 0).then(|| shares.max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0))))?
    }

    /// How many times as many games on separate deals would be as precise, if it can be said.
    pub(crate) fn pairing_efficiency(&self) -> Option<Interval> {
        self.pairing_efficiency.as_ref().and_then(PairingEfficiency::factor)
    }

    /// All that is printed about the run.
    pub(crate) fn summary(&self) -> Summary {
        let mut ratings = rate(&self.ratings);
        for (rating, _) in ratings.bots.iter_mut().zip(0..).filter(|(_, bot)| self.is_exact(*bot)) {
            rating.elo = Interval::point(rating.elo.mean);
        }
        let (goodness, pairs, cycles) = self.fit();
        Summary {
            deals: self.deals,
            games: self.games,
            standings: self.standings(&ratings),
            forfeits: self.forfeits(),
            forfeited_meetings: self.forfeited_meetings.clone(),
            first_copies: self.first_copies.clone(),
            goodness,
            pairs,
            cycles,
            seats: self.seat_standings(),
            pairing_efficiency: self.pairing_efficiency(),
            self_play: self.self_play,
            order: None,
            ratings,
        }
    }

    /// Pairs of bots, and whether ratings describe what happened between them.
    pub(super) fn fit(&self) -> (Option<Goodness>, Vec<PairStanding>, Cycles) {
        let goodness = goodness(&self.ratings);
        let pairs = pair_standings(&self.pairs, &self.first_copies, goodness.as_ref());
        let cycles = cycles(&pairs, &self.first_copies);
        (goodness, pairs, cycles)
    }

    /// Best share first, or best rating where bots did not meet the same field; equal ones in the order of the bots. Ratings
    /// are equal if they are in files, as those of bots with the same results differ in their last bits.
    fn standings(&self, ratings: &Ratings) -> Vec<Standing> {
        let ranks = self.ranks(ratings);
        let lines = self.bots.iter().zip(ranks).zip(0..);
        let mut standings: Vec<Standing> = lines.map(|((bot, rank), idx)| self.standing(idx, bot, rank)).collect();
        let value = |line: &Standing| match self.scheme.pairing {
            Pairing::Full => line.share.mean,
            _ => (ratings.bots[usize::from(line.bot)].elo.mean * 1e6).round(),
        };
        stable_sort_by(&mut standings, |a, b| value(b).total_cmp(&value(a)));
        standings
    }

    /// Rank intervals by what the standings are sorted by.
    fn ranks(&self, ratings: &Ratings) -> Vec<RankInterval> {
        let Some(share_groups) = &self.share_groups else {
            return ratings.bots.iter().map(|rating| rating.rank).collect();
        };
        let seats = self.games_per_deal as f64 * self.scheme.players as f64 / self.bots.len() as f64;
        share_groups.ranks(&self.first_copies, seats, self.bots[0].share_limits())
    }

    fn standing(&self, idx: BotIdx, bot: &BotTally, rank: RankInterval) -> Standing {
        let share = self.share(idx);
        let on_scale = |share| elo_among_copies(share, self.scheme.players, &bot.seats);
        Standing {
            bot: idx,
            games: bot.games,
            forfeits: bot.forfeits(),
            blocks: bot.blocks,
            share,
            elo: Interval { mean: on_scale(share.mean), lo: on_scale(share.lo), hi: on_scale(share.hi) },
            rank,
            rank_mean: bot.double_ranks as f64 / (2 * bot.games.max(1)) as f64,
            scores: bot.scores.clone(),
        }
    }

    /// The interval that the share of a bot would have after so many deals if they were like those so far.
    pub fn expected_share(&self, bot: BotIdx, deals: u64) -> Interval {
        let (least, most) = self.bots[usize::from(bot)].share_limits();
        self.shares(bot).extended_to(deals).interval(f64::from(Share::WHOLE), least, most)
    }

    /// The share of a bot; a point where all bots are copies of one.
    pub(super) fn share(&self, bot: BotIdx) -> Interval {
        let (least, most) = self.bots[usize::from(bot)].share_limits();
        let shares = self.shares(bot);
        let share = shares.interval(f64::from(Share::WHOLE), least, most);
        if self.is_exact(bot) { Interval::point(share.mean) } else { share }
    }

    /// Whether all bots are copies of one, and nothing else was seen of this one.
    fn is_exact(&self, bot: BotIdx) -> bool {
        let shares = self.shares(bot);
        shares.deals() > 0 && shares.sd(1.0) == 0.0 && self.first_copies.iter().all(|original| *original == 0)
    }

    /// By turn order in turn order: all bots together, then each.
    pub(super) fn seat_standings(&self) -> Vec<SeatStanding> {
        let of = |start_order: usize| {
            let all = self.start_orders[start_order].standing(start_order, None);
            let each = self
                .bots
                .iter()
                .zip(0..)
                .map(move |(bot, idx)| bot.start_orders[start_order].standing(start_order, Some(idx)));
            std::iter::once(all).chain(each)
        };
        (0..self.scheme.players).flat_map(of).collect()
    }
}

/// Whether several copies of one bot have all seats.
fn is_self_play(first_copies: &[BotIdx], seats: &PerPlayer<BotIdx>) -> bool {
    let seated = seats.as_slice();
    let original = |bot: &BotIdx| first_copies[usize::from(*bot)];
    seated.iter().any(|bot| *bot != seated[0]) && seated.iter().all(|bot| original(bot) == original(&seated[0]))
}

/// Counts the game for every bot in it, by the number of its seats, and the block once.
fn count_seats(bots: &mut [BotTally], seats: &PerPlayer<BotIdx>, first_of_block: bool) {
    let seated = seats.as_slice();
    for (seat, &bot) in seated.iter().enumerate() {
        if !seated[..seat].contains(&bot) {
            let tally = &mut bots[usize::from(bot)];
            tally.seats[seated.iter().filter(|&&other| other == bot).count()] += 1;
            tally.blocks += u64::from(first_of_block);
        }
    }
}

impl StartOrderTally {
    fn add_seat(&mut self, score: f64, has_forfeited: bool) {
        self.games += 1;
        self.forfeits += u64::from(has_forfeited);
        self.scores.add(units(score));
    }

    fn standing(&self, start_order: usize, bot: Option<BotIdx>) -> SeatStanding {
        SeatStanding {
            start_order,
            bot,
            games: self.games,
            forfeits: self.forfeits,
            share: self.shares.interval(f64::from(Share::WHOLE), 0.0, 1.0),
            score_mean: self.scores.mean(POINT),
        }
    }
}

impl BotTally {
    /// The least and the greatest share of a seat that it can have: one of its seats wins every game at best, and games in
    /// which it has all seats are won anyway.
    fn share_limits(&self) -> (f64, f64) {
        let seats: u64 = (0..).zip(&self.seats).map(|(seats, games)| seats * games).sum();
        let alone = self.seats[self.start_orders.len()];
        if seats == 0 {
            (0.0, 1.0)
        } else {
            (alone as f64 / seats as f64, self.seats.iter().sum::<u64>() as f64 / seats as f64)
        }
    }

    /// Seats of games that it has forfeited.
    fn forfeits(&self) -> u64 {
        self.start_orders.iter().map(|start_order| start_order.forfeits).sum()
    }

    fn add_seat(&mut self, start_order: usize, rank: f64, score: f64, has_forfeited: bool) {
        self.games += 1;
        self.double_ranks += (2.0 * rank) as u64;
        self.scores.add(score);
        self.start_orders[start_order].add_seat(score, has_forfeited);
    }
}
