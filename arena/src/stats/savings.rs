//! What playing each deal in all seatings saves, measured.
//!
//! Notation: in game g of a deal (a line-up in one rotation) a bot wins the share s(g); its share of the deal is the mean
//! over its G games. Played on the same deal, that mean has the variance V(paired) = Var(Σ s(g)) / G². Had every game a
//! deal of its own, it would have V(apart) = Σ Var(s(g)) / G², with Var(s(g)) over deals within one line-up and rotation.
//! V(apart) / V(paired) says how many times as many games on separate deals give the same precision (Glasserman and Yao
//! 1992 on when common random numbers help). Both variances are summed over the bots first.
//!
//! Refuses: a Swiss, whose line-ups change, and more than [`MOST_CELLS`] games times seats of a deal.

use riverlab_engine::{PerPlayer, Share};

use super::{Ratio, Sums};
use crate::schedule::{BotIdx, ScheduledGame};

/// Beyond this many games times seats of a deal nothing is measured.
const MOST_CELLS: u64 = 2_000_000;

/// Gathers shares by line-up and rotation.
#[derive(Clone, Debug)]
pub(super) struct Savings {
    players: usize,
    /// The shares of the bot at one seat in the first rotation, by line-up, rotation and that seat.
    cells: Vec<Cell>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    bot: BotIdx,
    shares: Sums,
}

impl Savings {
    /// For so many line-ups in a deal, unless they are too many.
    pub(super) fn new(lineups: u64, players: usize) -> Option<Savings> {
        let cells = lineups.checked_mul((players * players) as u64).filter(|cells| *cells <= MOST_CELLS)?;
        Some(Savings { players, cells: vec![Cell::default(); cells as usize] })
    }

    /// Adds a game. A bot at several seats counts once, with the sum of its shares.
    pub(super) fn add(&mut self, game: &ScheduledGame, shares: PerPlayer<Share>) {
        let seated = game.seats.as_slice();
        let first = ((game.lineup - 1) as usize * self.players + usize::from(game.rotation - 1)) * self.players;
        for (seat, &bot) in seated.iter().enumerate().filter(|&(seat, bot)| !seated[..seat].contains(bot)) {
            let own = seated.iter().zip(shares.as_slice()).filter(|(other, _)| **other == bot);
            let cell = &mut self.cells[first + seat];
            cell.bot = bot;
            cell.shares.add(own.map(|(_, share)| i64::from(share.sixtieths())).sum());
        }
    }

    /// How many times as many games on separate deals would be needed, for bots with these shares of deals, each the sum
    /// of so many seats; none when too little is known, infinite when deals leave no luck at all.
    pub(super) fn factor<'a>(&self, bots: impl Iterator<Item = &'a Ratio>) -> Option<f64> {
        let (mut apart, mut paired) = (0.0, 0.0);
        for (bot, ratio) in bots.enumerate().filter(|(_, ratio)| ratio.deals() >= 2) {
            let seats = ratio.values_per_deal();
            let of_bot = self.cells.iter().filter(|cell| usize::from(cell.bot) == bot && cell.shares.count() >= 2);
            apart += of_bot.map(|cell| cell.shares.sd(1.0).powi(2)).sum::<f64>() / (seats * seats);
            paired += ratio.sd(1.0).powi(2);
        }
        (apart > 0.0).then(|| apart / paired)
    }
}
