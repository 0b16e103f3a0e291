//! What ratings need to know of games, in memory that does not grow with their number.
//!
//! The likelihood of ratings is a product over stages: from the set A of the players that are left, the tied set T comes
//! next. Its logarithm is linear in the numbers counted here: for every bot and every position, the sum of 1/|T| over the
//! stages in which it was in T; how often |T| was 2, 3, …; and how often each set A came up. A stage with one player left
//! says nothing and is not counted. Shares 1/|T| are kept in sixtieths, so all counts are integers and the order of games
//! does not matter.
//!
//! Of games that only say who won, the first stage is counted: the order of the others is unknown, and they are not tied.
//!
//! Counts are kept apart for each group of deals. Games of one deal share their luck; deals, and so groups of deals, are
//! independent, and are the units that the bootstrap draws.

use std::cmp::Ordering;
use std::collections::HashMap;

use super::graph::Beaten;
use crate::pair_index::{pair_count, pair_index};

/// The most players that a game can have.
pub const MAX_PLAYERS: usize = 6;
/// Sums are in sixtieths: 60 is divisible by every number of tied players.
pub(super) const SIXTIETHS: u64 = 60;

/// Pairs of more bots than these are not compared with what the ratings predict.
const MAX_COMPARED: usize = 200;

/// Bits of a set's key for each of its members.
const ITEM_BITS: u32 = 20;
/// Bits of an item for its position.
const PLACE_BITS: u32 = 3;

/// A member of a set of players: a bot at a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Member {
    pub(super) bot: usize,
    pub(super) start_order: usize,
}

/// One player of a finished game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Placed {
    /// The bot.
    pub bot: u16,
    /// how many seats after the start player it sat, from 0.
    pub start_order: u8,
    /// Its rank, from 1 for the best. Only the order and equality of ranks matter: tied players have equal ranks.
    pub rank: f64,
}

/// How much of a game is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Detail {
    /// The complete ranking.
    Rankings,
    /// Only who ended above whom, for every two players, as if they had played alone: a composite likelihood (Varin, Reid,
    /// Firth 2011). There are far fewer sets of two than of more; intervals allow for it, as they come from complete deals.
    Pairs,
}

/// The results of any number of games.
#[derive(Clone, Debug)]
pub struct RatingData {
    pub(super) detail: Detail,
    pub(super) bots: usize,
    pub(super) players: usize,
    pub(super) games_per_deal: u64,
    /// Whether games only say who won, and there are more than two players.
    winners_only: bool,
    /// For each bot the first one that is the same.
    pub(super) first_copies: Vec<u16>,
    /// One for each group of deals, also for those without games.
    pub(super) clusters: Vec<Cluster>,
    /// The number of each set that ever came up, in the order of appearance.
    pub(super) sets: HashMap<SetKey, u32>,
    pub(super) beaten: Beaten,
}

/// A set of players that were left in some stage: its members in ascending order, the last in the lowest bits. So keys
/// order sets by size first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct SetKey(u128);

/// The counts of one group of deals.
#[derive(Clone, Debug)]
pub(super) struct Cluster {
    pub(super) games: u64,
    /// By bot, in sixtieths.
    pub(super) bots: Vec<u64>,
    /// By turn order, in sixtieths.
    pub(super) start_orders: Vec<u64>,
    /// By bot, in sixtieths, of the stages at which everybody was left: the wins.
    pub(super) wins: Vec<u64>,
    /// By pair of bots of which the first copies are these two: how often the lower one ended above the other, in halves.
    /// Empty where there are more pairs than are compared with what the ratings predict.
    pub(super) above: Vec<u64>,
    /// By such a pair where games only say who won: in how many of their meetings one of the two did.
    pub(super) decided: Vec<u64>,
    /// By size of the tied set, 0 to 6; sizes 0 and 1 stay 0.
    pub(super) ties: [u64; MAX_PLAYERS + 1],
    /// How often each set came up, by its number; sets past the end never did.
    pub(super) stages: Vec<u32>,
}

impl RatingData {
    /// No games yet, of `bots` bots at tables of up to `players` (at most 6), with deals gathered in `groups` groups: the
    /// deals 1, 1 + `groups`, 1 + 2·`groups`, … are one group.
    ///
    /// With fewer deals than groups every deal is a group of its own, which is best; memory is proportional to the number
    /// of groups.
    pub fn new(bots: usize, players: usize, groups: usize, detail: Detail) -> RatingData {
        assert!(players <= MAX_PLAYERS, "{players} players are too many");
        assert!(groups > 0, "deals need a group");
        let cluster = Cluster {
            games: 0,
            bots: vec![0; bots],
            start_orders: vec![0; players],
            wins: vec![0; bots],
            above: vec![0; if bots <= MAX_COMPARED { pair_count(bots) } else { 0 }],
            decided: Vec::new(),
            ties: [0; MAX_PLAYERS + 1],
            stages: Vec::new(),
        };
        RatingData {
            detail,
            bots,
            players,
            games_per_deal: 1,
            winners_only: false,
            first_copies: (0..bots as u16).collect(),
            clusters: vec![cluster; groups],
            sets: HashMap::new(),
            beaten: Beaten::new(bots),
        }
    }

    /// The same for deals of so many games each.
    #[must_use]
    pub fn of_deals(mut self, games_per_deal: u64) -> RatingData {
        self.games_per_deal = games_per_deal;
        self
    }

    /// The same for games that only say who won: equal ranks below the best one are no ties, but say nothing.
    #[must_use]
    pub fn of_winners(mut self, winners_only: bool) -> RatingData {
        // Of two players, the other one has lost.
        self.winners_only = winners_only && self.players > 2;
        for cluster in &mut self.clusters {
            cluster.decided = vec![0; if self.winners_only { cluster.above.len() } else { 0 }];
        }
        self
    }

    /// Whether games of more than two only say who won.
    pub(super) fn is_of_winners(&self) -> bool {
        self.winners_only
    }

    /// Whether rankings of complete games end with the winners.
    pub(super) fn ends_with_winners(&self) -> bool {
        self.winners_only && self.detail == Detail::Rankings
    }

    /// Whether it is known which of two players of a game ended above the other, or that they were level.
    fn is_decided(&self, seated: &[Placed], [one, other]: [&Placed; 2]) -> bool {
        let is_winner = |player: &Placed| seated.iter().all(|other| player.rank <= other.rank);
        !self.winners_only || is_winner(one) || is_winner(other)
    }

    /// The same for bots of which some are copies: for each the first one that is the same.
    #[must_use]
    pub fn of_copies(mut self, first_copies: Vec<u16>) -> RatingData {
        self.first_copies = first_copies;
        self
    }

    /// Adds a game of a deal, counted from 1. The order of `seated` does not matter, nor does the order of games; one bot
    /// may sit at several positions.
    ///
    /// # Panics
    ///
    /// If a bot or a position is out of range.
    pub fn add(&mut self, deal: u64, seated: &[Placed]) {
        let group = ((deal - 1) % self.clusters.len() as u64) as usize;
        self.clusters[group].games += 1;
        self.add_pairs(group, seated);
        match self.detail {
            Detail::Rankings => self.add_ranking(group, seated),
            Detail::Pairs => {
                for (idx, player) in seated.iter().enumerate() {
                    for other in &seated[..idx] {
                        if self.is_decided(seated, [other, player]) {
                            self.add_ranking(group, &[*other, *player]);
                        }
                    }
                }
            }
        }
    }

    fn add_pairs(&mut self, group: usize, seated: &[Placed]) {
        if self.bots > MAX_COMPARED {
            return;
        }
        for (idx, one) in seated.iter().enumerate() {
            for other in &seated[..idx] {
                let [a, b] = [one, other].map(|player| self.first_copies[usize::from(player.bot)]);
                let (first, second) = if a < b { (one, other) } else { (other, one) };
                if a != b && self.is_decided(seated, [one, other]) {
                    let pair = pair_index(self.bots, a.min(b), a.max(b));
                    let cluster = &mut self.clusters[group];
                    cluster.above[pair] += match first.rank.total_cmp(&second.rank) {
                        Ordering::Less => 2,
                        Ordering::Equal => 1,
                        Ordering::Greater => 0,
                    };
                    cluster.decided.get_mut(pair).into_iter().for_each(|decided| *decided += 1);
                }
            }
        }
    }

    fn add_ranking(&mut self, group: usize, seated: &[Placed]) {
        let mut left = [Placed { bot: 0, start_order: 0, rank: 0.0 }; MAX_PLAYERS];
        let left = &mut left[..seated.len()];
        left.copy_from_slice(seated);
        left.sort_unstable_by(|a, b| {
            a.rank.total_cmp(&b.rank).then((a.bot, a.start_order).cmp(&(b.bot, b.start_order)))
        });
        let mut from = 0;
        while from + 1 < left.len() {
            let tied = left[from..].iter().take_while(|player| player.rank == left[from].rank).count();
            self.add_stage(group, &left[from..], tied);
            if self.ends_with_winners() {
                break;
            }
            from += tied;
        }
    }

    /// Adds the stage in which the first `tied` of those left came next.
    fn add_stage(&mut self, group: usize, left: &[Placed], tied: usize) {
        let number = self.number_of(SetKey::new(left));
        let cluster = &mut self.clusters[group];
        if cluster.stages.len() <= number {
            cluster.stages.resize(self.sets.len(), 0);
        }
        cluster.stages[number] += 1;
        cluster.ties[tied] += u64::from(tied > 1);
        for player in &left[..tied] {
            cluster.bots[usize::from(player.bot)] += SIXTIETHS / tied as u64;
            cluster.start_orders[usize::from(player.start_order)] += SIXTIETHS / tied as u64;
            if left.len() == self.players {
                cluster.wins[usize::from(player.bot)] += SIXTIETHS / tied as u64;
            }
            for other in left {
                self.beaten.insert(player.bot, other.bot);
            }
        }
    }

    fn number_of(&mut self, key: SetKey) -> usize {
        let next = self.sets.len() as u32;
        *self.sets.entry(key).or_insert(next) as usize
    }
}

impl SetKey {
    fn new(players: &[Placed]) -> SetKey {
        let mut items = [0; MAX_PLAYERS];
        let items = &mut items[..players.len()];
        for (item, player) in items.iter_mut().zip(players) {
            *item = ((u128::from(player.bot) << PLACE_BITS) | u128::from(player.start_order)) + 1;
        }
        items.sort_unstable();
        SetKey(items.iter().fold(0, |key, item| (key << ITEM_BITS) | item))
    }

    /// The number of members.
    pub(super) fn len(self) -> usize {
        (u128::BITS - self.0.leading_zeros()).div_ceil(ITEM_BITS) as usize
    }

    /// The members, in ascending order.
    pub(super) fn members(self) -> impl Iterator<Item = Member> {
        (0..self.len()).rev().map(move |idx| {
            let item = ((self.0 >> (idx as u32 * ITEM_BITS)) & ((1 << ITEM_BITS) - 1)) as usize - 1;
            Member { bot: item >> PLACE_BITS, start_order: item & ((1 << PLACE_BITS) - 1) }
        })
    }
}
