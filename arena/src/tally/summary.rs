//! What a run has shown, as values to be printed and written.

use std::collections::BTreeMap;

use riverlab_stats::{Cycles, Goodness, Histogram, Interval, Order, PairStanding, RankInterval, Ratings};

use crate::schedule::BotIdx;

/// One bot's line in the standings.
#[derive(Clone, PartialEq, Debug)]
pub struct Standing {
    /// The bot.
    pub bot: BotIdx,
    /// Seats that it had in games.
    pub games: u64,
    /// How many of them it has forfeited.
    pub forfeits: u64,
    /// Blocks that it took part in.
    pub blocks: u64,
    /// The mean win share.
    pub share: Interval,
    /// The same on the Elo scale, against a field of equals.
    pub elo: Interval,
    /// Where it truly stands by what the standings are sorted by; all of them hold together.
    pub rank: RankInterval,
    /// The mean rank in games.
    pub rank_mean: f64,
    /// Its scores.
    pub scores: Histogram,
}

/// Results at one position in turn order.
#[derive(Clone, PartialEq, Debug)]
pub struct SeatStanding {
    /// The position in turn order: how many seats after the start player, from 0.
    pub start_order: usize,
    /// The bot; none for all bots together.
    pub bot: Option<BotIdx>,
    /// Games at this position.
    pub games: u64,
    /// How many of them were forfeited.
    pub forfeits: u64,
    /// The mean win share.
    pub share: Interval,
    /// The mean score.
    pub score_mean: f64,
}

/// Blocks in which all seats were taken by copies of one bot.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SelfPlay {
    /// How many there were.
    pub blocks: u64,
    /// In how many of them a copy had not exactly an equal share: it does not play the same game twice.
    pub divergent: u64,
}

/// How many of its games a bot has forfeited, because its program failed in them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Forfeits {
    /// The bot.
    pub bot: BotIdx,
    /// Seats of games that it has forfeited.
    pub forfeits: u64,
    /// Seats that it had in games.
    pub games: u64,
}

/// All that is printed about a run.
#[derive(Clone, Debug)]
pub struct Summary {
    /// The number of complete deals.
    pub deals: u64,
    /// The number of games.
    pub games: u64,
    /// The bots, best first.
    pub standings: Vec<Standing>,
    /// The bots that have forfeited games, in their order.
    pub forfeits: Vec<Forfeits>,
    /// For each bot and opponent the meetings that the bot has forfeited, where there are any.
    pub forfeited_meetings: BTreeMap<(BotIdx, BotIdx), u64>,
    /// For each bot the first one that is the same.
    pub first_copies: Vec<BotIdx>,
    /// Their ratings, in the order of the bots.
    pub ratings: Ratings,
    /// Whether the ratings describe the games; none where too little, or too much, was played to say so.
    pub goodness: Option<Goodness>,
    /// Every ordered pair that met.
    pub pairs: Vec<PairStanding>,
    /// Bots that beat each other in a circle.
    pub cycles: Cycles,
    /// Seats in turn order from the start player.
    pub seats: Vec<SeatStanding>,
    /// How many times as many games on separate deals would be as precise, in a run of line-ups.
    pub pairing_efficiency: Option<Interval>,
    /// The check of bots against copies of themselves.
    pub self_play: SelfPlay,
    /// The order of the bots, in a run that goes on until it is settled.
    pub order: Option<Order>,
}

impl Summary {
    /// Whether any bot has forfeited a game.
    pub(crate) fn has_forfeits(&self) -> bool {
        !self.forfeits.is_empty()
    }

    /// Meetings of two bots that the first has forfeited, and that the second has.
    pub(crate) fn forfeits_between(&self, bot: BotIdx, opponent: BotIdx) -> [u64; 2] {
        [(bot, opponent), (opponent, bot)].map(|pair| self.forfeited_meetings.get(&pair).copied().unwrap_or_default())
    }

    /// Games that one of these bots has forfeited.
    pub(crate) fn forfeits_of(&self, bots: impl Fn(BotIdx) -> bool) -> u64 {
        self.forfeits.iter().filter(|one| bots(one.bot)).map(|one| one.forfeits).sum()
    }
}
