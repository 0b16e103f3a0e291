//! A deal under way: shares and meetings of its games, until the last one is in.

use std::collections::BTreeMap;

use riverlab_bots::play::game_loop::FinishedGame;
use riverlab_engine::{MAX_PLAYERS, PerPlayer, Seat, Share};
use riverlab_stats::{OpenPair, Ratio, pair_count, pair_index, units};

use crate::schedule::{BotIdx, ScheduledGame, distinct_rotations};

use super::pairing_efficiency::OpenBlocks;
use super::summary::SelfPlay;

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
    /// For each pair of seats of which the first was forfeited, who sat there.
    pub(super) forfeited_meetings: Vec<(BotIdx, BotIdx)>,
    pub(super) blocks: OpenBlocks,
    /// Line-ups of copies of one bot that lack games.
    blocks_of_copies: BTreeMap<u64, BlockOfCopies>,
    /// Those that have all of theirs.
    pub(super) self_play: SelfPlay,
}

/// The games of a line-up of copies of one bot: the shares of the bots, in the order of the first game.
#[derive(Clone, Debug)]
struct BlockOfCopies {
    games: u8,
    seats: PerPlayer<BotIdx>,
    shares: [OpenShares; MAX_PLAYERS],
}

impl BlockOfCopies {
    fn add(&mut self, seats: &PerPlayer<BotIdx>, shares: PerPlayer<Share>) {
        self.games += 1;
        for (&bot, &share) in seats.iter().zip(shares.as_slice()) {
            let place = self.seats.iter().position(|&there| there == bot).expect("they rotate");
            self.shares[place].add(share);
        }
    }

    /// Whether a copy had not exactly an equal share.
    fn is_divergent(&self) -> bool {
        let equal = i64::from(Share::WHOLE) / self.seats.as_slice().len() as i64;
        self.shares.iter().any(|shares| shares.sum != equal * shares.seats as i64)
    }
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
            forfeited_meetings: Vec::new(),
            blocks,
            blocks_of_copies: BTreeMap::new(),
            self_play: SelfPlay::default(),
        }
    }

    pub(super) fn clear(&mut self) {
        self.games = 0;
        self.bots.fill(OpenShares::default());
        self.bot_start_orders.fill(OpenShares::default());
        self.start_orders.fill(OpenShares::default());
        self.met.clear();
        self.forfeited_meetings.clear();
        self.blocks_of_copies.clear();
        self.self_play = SelfPlay::default();
    }
}

impl OpenDeal {
    /// Adds the meetings of a game, which may only say who won.
    pub(super) fn add_pairs(&mut self, bots: usize, game: &ScheduledGame, result: &FinishedGame, winners_only: bool) {
        let (ranks, scores) = (&result.outcome.ranks, &result.outcome.scores);
        let has_won = |seat| result.outcome.shares[seat] > Share::NONE;
        for one in Seat::all(self.start_orders.len()) {
            for other in Seat::all(one.index()).filter(|other| game.seats[*other] != game.seats[one]) {
                let (first, second) = if game.seats[one] < game.seats[other] { (one, other) } else { (other, one) };
                let pair = pair_index(bots, game.seats[first], game.seats[second]);
                let sixtieths = [first, second].map(|seat| units(scores[seat]));
                let is_known = !winners_only || has_won(first) || has_won(second);
                if self.pairs[pair].add(is_known.then(|| [ranks[first], ranks[second]]), sixtieths) {
                    self.met.push(pair);
                }
                let forfeited =
                    [(one, other), (other, one)].into_iter().filter(|(seat, _)| result.has_forfeited(*seat));
                self.forfeited_meetings
                    .extend(forfeited.map(|(seat, opponent)| (game.seats[seat], game.seats[opponent])));
            }
        }
    }

    pub(super) fn add_self_play(&mut self, game: &ScheduledGame, shares: PerPlayer<Share>) {
        let begun = || BlockOfCopies { games: 0, seats: game.seats, shares: [OpenShares::default(); MAX_PLAYERS] };
        let block = self.blocks_of_copies.entry(game.lineup).or_insert_with(begun);
        block.add(&game.seats, shares);
        if block.games == distinct_rotations(game.seats.as_slice()) {
            self.self_play.blocks += 1;
            self.self_play.divergent += u64::from(block.is_divergent());
            self.blocks_of_copies.remove(&game.lineup);
        }
    }
}
