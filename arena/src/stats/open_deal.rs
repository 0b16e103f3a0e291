//! A deal under way: shares and meetings of its games, until the last one is in.

use std::collections::BTreeMap;

use riverlab_engine::{PerPlayer, Seat, Share};

use super::Ratio;
use super::histogram::units;
use super::pairing_efficiency::OpenBlocks;
use super::pairs::{OpenPair, pair_count, pair_index};
use crate::play::game_loop::FinishedGame;
use crate::schedule::{BotIdx, ScheduledGame};

/// Win shares within a deal, in sixtieths, and over how many seats.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct OpenShares {
    pub(super) sum: i64,
    pub(super) seats: u64,
}

impl OpenShares {
    pub(super) fn add(&mut self, share: Share) {
        self.sum += i64::from(share.sixtieths());
        self.seats += 1;
    }

    pub(super) fn end_deal(&mut self, shares: &mut Ratio) {
        shares.add(self.sum, self.seats);
    }
}

/// A deal under way.
#[derive(Clone, Debug)]
pub(super) struct OpenDeal {
    pub(super) games: u64,
    pub(super) bots: Vec<OpenShares>,
    /// By bot, then by turn order.
    pub(super) bot_start_orders: Vec<OpenShares>,
    pub(super) start_orders: Vec<OpenShares>,
    pub(super) pairs: Vec<OpenPair>,
    /// The pairs that have met.
    pub(super) met: Vec<usize>,
    pub(super) blocks: OpenBlocks,
    /// Line-ups of copies of one bot: the shares of its seats, by the bots there.
    pub(super) self_play: BTreeMap<(u64, BotIdx), OpenShares>,
}

impl OpenDeal {
    pub(super) fn new(bots: usize, players: usize, blocks: OpenBlocks) -> OpenDeal {
        OpenDeal {
            games: 0,
            bots: vec![OpenShares::default(); bots],
            bot_start_orders: vec![OpenShares::default(); bots * players],
            start_orders: vec![OpenShares::default(); players],
            pairs: vec![OpenPair::default(); pair_count(bots)],
            met: Vec::new(),
            blocks,
            self_play: BTreeMap::new(),
        }
    }

    pub(super) fn clear(&mut self) {
        self.games = 0;
        self.bots.fill(OpenShares::default());
        self.bot_start_orders.fill(OpenShares::default());
        self.start_orders.fill(OpenShares::default());
        self.met.clear();
        self.self_play.clear();
    }
}

impl OpenDeal {
    pub(super) fn add_pairs(&mut self, bots: usize, game: &ScheduledGame, result: &FinishedGame) {
        let (ranks, scores) = (&result.outcome.ranks, &result.outcome.scores);
        for one in Seat::all(self.start_orders.len()) {
            for other in Seat::all(one.index()).filter(|other| game.seats[*other] != game.seats[one]) {
                let (first, second) = if game.seats[one] < game.seats[other] { (one, other) } else { (other, one) };
                let pair = pair_index(bots, game.seats[first], game.seats[second]);
                let sixtieths = [first, second].map(|seat| units(scores[seat]));
                if self.pairs[pair].add([ranks[first], ranks[second]], sixtieths) {
                    self.met.push(pair);
                }
            }
        }
    }

    pub(super) fn add_self_play(&mut self, game: &ScheduledGame, shares: PerPlayer<Share>) {
        for (&bot, &share) in game.seats.iter().zip(shares.as_slice()) {
            self.self_play.entry((game.lineup, bot)).or_default().add(share);
        }
    }
}
