//! Line-ups: which bots meet in a game, before seats rotate.

use super::game::BotIdx;

/// The bots of one game, in the seat order of the first rotation.
pub(super) type LineUp = Vec<BotIdx>;

/// Line-ups of a field, lazily: every set of `seats` of `bots` bots; with fewer bots than seats, every way to fill the
/// seats that uses each bot.
#[derive(Clone, Debug)]
pub(super) struct Fills {
    combination: Option<Vec<usize>>,
    of: usize,
    seats: usize,
    bots: usize,
}

impl Fills {
    /// # Panics
    /// When there is no bot or no seat.
    pub(super) fn new(bots: usize, seats: usize) -> Fills {
        assert!(bots > 0 && seats > 0, "nobody plays");
        // With fewer bots than seats, choose where in the line of seats the next bot begins.
        let (of, choose) = if bots >= seats { (bots, seats) } else { (seats - 1, bots - 1) };
        Fills { combination: Some((0..choose).collect()), of, seats, bots }
    }

    /// How many there are, if the number fits 64 bits.
    pub(super) fn how_many(&self) -> Option<u64> {
        let (of, choose) = if self.bots >= self.seats { (self.of, self.seats) } else { (self.of, self.bots - 1) };
        (0..choose as u64).try_fold(1_u64, |ways, idx| Some(ways.checked_mul(of as u64 - idx)? / (idx + 1)))
    }
}

impl Iterator for Fills {
    type Item = LineUp;

    fn next(&mut self) -> Option<LineUp> {
        let now = self.combination.take()?;
        self.combination = next_combination(&now, self.of);
        if self.bots >= self.seats {
            return Some(now.iter().map(|&bot| bot as BotIdx).collect());
        }
        let bot_at = |seat: usize| now.iter().filter(|&&cut| cut < seat).count() as BotIdx;
        Some((0..self.seats).map(bot_at).collect())
    }
}

fn next_combination(now: &[usize], of: usize) -> Option<Vec<usize>> {
    let len = now.len();
    let idx = (0..len).rev().find(|&idx| now[idx] < of - len + idx)?;
    let mut next = now.to_vec();
    for (steps, item) in next[idx..].iter_mut().enumerate() {
        *item = now[idx] + 1 + steps;
    }
    Some(next)
}

/// Line-ups of a gauntlet: each of the first `challengers` bots with every fill of the other seats from the rest.
pub(super) fn gauntlet(bots: usize, players: usize, challengers: usize) -> impl Iterator<Item = LineUp> + use<> {
    (0..challengers).flat_map(move |challenger| {
        let fills = Fills::new(bots - challengers, players - 1);
        fills.map(move |fill| {
            let field = fill.into_iter().map(|bot| bot + challengers as BotIdx);
            std::iter::once(challenger as BotIdx).chain(field).collect()
        })
    })
}

/// The number of rotations of a line-up that differ.
pub(crate) fn distinct_rotations(lineup: &[BotIdx]) -> u8 {
    let same = |shift: usize| (0..lineup.len()).all(|seat| lineup[seat] == lineup[(seat + shift) % lineup.len()]);
    (1..=lineup.len()).find(|&shift| same(shift)).expect("a full turn changes nothing") as u8
}

#[cfg(test)]
#[path = "lineups_tests.rs"]
mod tests;
