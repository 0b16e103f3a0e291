//! What a finished game is worth to each player.

use std::fmt;

use crate::player::{PerPlayer, Seat};

/// The largest number of score parts of any game.
pub const MAX_PARTS: usize = 6;

/// The parts of one player's score, in the order of [`crate::Game::PARTS`]; unused places are 0.
pub type Parts = [i32; MAX_PARTS];

/// A player's part of a win: 1/k for each of k winners, else 0, held exactly in sixtieths.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Share(u8);

impl Share {
    /// The units of a whole win: the least common multiple of 1 to [`crate::MAX_PLAYERS`].
    pub const WHOLE: u32 = 60;

    /// No win.
    pub const NONE: Share = Share(0);
    /// The win of one of two winners.
    pub const HALF: Share = Share(30);
    /// A whole win.
    pub const ALL: Share = Share(60);

    /// The share of each of `winners` winners.
    ///
    /// # Panics
    /// When `winners` is 0 or does not divide 60.
    pub fn of_winners(winners: usize) -> Share {
        assert_eq!(60 % winners, 0, "{winners} winners");
        Share((60 / winners) as u8)
    }

    /// The share in sixtieths, from 0 to 60.
    #[inline]
    pub fn sixtieths(self) -> u32 {
        u32::from(self.0)
    }

    /// The share as a number from 0 to 1.
    #[inline]
    pub fn value(self) -> f64 {
        f64::from(self.0) / f64::from(Share::WHOLE)
    }

    /// The share that is nearest to `value`, or `None` when that is not within a millionth of 1/k.
    pub fn from_value(value: f64) -> Option<Share> {
        [0, 60, 30, 20, 15, 12, 10].map(Share).into_iter().find(|share| (share.value() - value).abs() < 1e-6)
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.value())
    }
}

/// The result of a finished game, one value per player.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Outcome {
    /// Final scores.
    pub scores: PerPlayer<f64>,
    /// Ranks from 1; tied players share the mean of their places.
    pub ranks: PerPlayer<f64>,
    /// Win shares: 1/k for each of the k players with the most points, else 0.
    pub shares: PerPlayer<Share>,
    /// What the scores are made of.
    pub parts: PerPlayer<Parts>,
}

impl Outcome {
    /// The outcome in which the parts are points and add up to the scores.
    pub fn from_parts(parts: PerPlayer<Parts>) -> Outcome {
        let score = |seat| f64::from(parts[seat].iter().sum::<i32>());
        Outcome::from_scores(PerPlayer::from_fn(parts.players(), score), parts)
    }

    /// The outcome in which most points win and ties share the place.
    pub fn from_scores(scores: PerPlayer<f64>, parts: PerPlayer<Parts>) -> Outcome {
        let players = scores.players();
        let count = |test: &dyn Fn(f64) -> bool| scores.iter().filter(|score| test(**score)).count();
        let best = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let winners = count(&|score| score >= best);
        let rank = |seat: Seat| {
            let above = count(&|score| score > scores[seat]);
            let level = count(&|score| score >= scores[seat]) - above;
            above as f64 + f64::midpoint(level as f64, 1.0)
        };
        let share = |seat: Seat| if scores[seat] >= best { Share::of_winners(winners) } else { Share::default() };
        Outcome { ranks: PerPlayer::from_fn(players, rank), shares: PerPlayer::from_fn(players, share), scores, parts }
    }

    /// The same game, of which some seats have forfeited their part: they share the last places and win nothing, and
    /// the others are ranked as before among themselves. Scores stay as they are. Where all have forfeited, all are
    /// even.
    ///
    /// ```
    /// use riverlab_engine::{MAX_PARTS, Outcome, PerPlayer, Seat};
    ///
    /// let scores = PerPlayer::from_fn(3, |seat| [30.0, 20.0, 10.0][seat.index()]);
    /// let outcome = Outcome::from_scores(scores, PerPlayer::from_fn(3, |_| [0; MAX_PARTS]));
    /// let outcome = outcome.with_forfeits(|seat| seat == Seat::FIRST);
    /// assert_eq!(outcome.ranks.as_slice(), [3.0, 1.0, 2.0]);
    /// assert_eq!(outcome.shares[Seat::new(1)].value(), 1.0);
    /// ```
    #[must_use]
    pub fn with_forfeits(self, has_forfeited: impl Fn(Seat) -> bool) -> Outcome {
        let players = self.scores.players();
        // The order among the others, as scores: the better, the higher.
        let standing = |seat| if has_forfeited(seat) { -1.0 - players as f64 } else { -self.ranks[seat] };
        let even = Outcome::from_scores(PerPlayer::from_fn(players, standing), self.parts);
        Outcome { scores: self.scores, ..even }
    }
}

#[cfg(test)]
#[path = "outcome_tests.rs"]
mod tests;
