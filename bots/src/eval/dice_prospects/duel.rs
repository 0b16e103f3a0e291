//! Two players who both play to win: a table over all positions, by backward induction.
//!
//! ```text
//! V(t, a, b, s) = max(stop, roll)    t turns left, a points of the player to act, b of the other, s of this turn
//! stop          = a + s >= goal ? the player wins : 1 - V(t - 1, b, a + s, 0)
//! roll          = P(one) * (1 - V(t - 1, b, a, 0)) + sum over faces f of P(f) * V(t, a, b, s + f)
//! ```
//!
//! V is the share of the player to act; the scores that this play leads to are kept along with it. Whoever has enough
//! must stop, and nobody stops with nothing.

use std::sync::LazyLock;

use riverlab_engine::games::toy::Dice;
use riverlab_engine::{PerPlayer, Seat};

use super::die::{GOAL, ONE, faces};
use crate::eval::prospects::Prospects;

/// All turns of both players.
const TURNS: usize = 2 * Dice::TURNS as usize;

/// The sums of a turn: one that goes on is below the goal before its last roll.
const SUMS: usize = GOAL + Dice::WEIGHTS.len();

/// What the player to act can expect.
#[derive(Clone, Copy, Default)]
struct Expected {
    share: f64,
    score: f64,
    score_of_other: f64,
}

impl Expected {
    /// The same as the other player sees it.
    fn of_other(self) -> Expected {
        Expected { share: 1.0 - self.share, score: self.score_of_other, score_of_other: self.score }
    }

    fn add(&mut self, chance: f64, other: Expected) {
        self.share += chance * other.share;
        self.score += chance * other.score;
        self.score_of_other += chance * other.score_of_other;
    }
}

/// A position in which a player decides.
#[derive(Clone, Copy)]
struct Position {
    turns_left: usize,
    own: usize,
    other: usize,
    sum: usize,
}

impl Position {
    fn index(self) -> usize {
        (((self.turns_left - 1) * GOAL + self.own) * GOAL + self.other) * SUMS + self.sum
    }
}

struct Table(Vec<Expected>);

impl Table {
    /// Positions with fewer turns left come first, of these the ones with larger sums.
    fn new() -> Table {
        let mut table = Table(vec![Expected::default(); TURNS * GOAL * GOAL * SUMS]);
        for turns_left in 1..=TURNS {
            for (own, other) in (0..GOAL).flat_map(|own| (0..GOAL).map(move |other| (own, other))) {
                for sum in (0..SUMS).rev() {
                    let position = Position { turns_left, own, other, sum };
                    table.0[position.index()] = table.decide(position);
                }
            }
        }
        table
    }

    fn decide(&self, position: Position) -> Expected {
        let stop = (position.sum > 0).then(|| self.end_turn(position, position.own + position.sum));
        let roll = (position.sum < GOAL).then(|| self.roll(position));
        match (stop, roll) {
            (Some(stop), Some(roll)) => {
                if stop.share >= roll.share {
                    stop
                } else {
                    roll
                }
            }
            (stop, roll) => stop.or(roll).expect("there is a legal move"),
        }
    }

    fn roll(&self, position: Position) -> Expected {
        let mut expected = Expected::default();
        expected.add(ONE, self.end_turn(position, position.own));
        for (face, chance) in faces() {
            let next = Position { sum: position.sum + face, ..position };
            expected.add(chance, self.0[next.index()]);
        }
        expected
    }

    /// The turn ends with so many points of the player to act.
    fn end_turn(&self, position: Position, own: usize) -> Expected {
        let Position { turns_left, other, .. } = position;
        if own >= GOAL || turns_left == 1 {
            let share = if own == other { 0.5 } else { f64::from(u8::from(own > other)) };
            return Expected { share, score: own as f64, score_of_other: other as f64 };
        }
        let next = Position { turns_left: turns_left - 1, own: other, other: own, sum: 0 };
        self.0[next.index()].of_other()
    }
}

/// The prospects where this player decides.
pub(super) fn prospects(state: &Dice, seat: Seat) -> Prospects {
    static TABLE: LazyLock<Table> = LazyLock::new(Table::new);
    let other = seat.left(2);
    let position = Position {
        turns_left: usize::from(state.turns_left()),
        own: usize::from(state.kept(seat)),
        other: usize::from(state.kept(other)),
        sum: usize::from(state.sum()),
    };
    let expected = TABLE.0[position.index()];
    let of = |own: f64, others: f64| PerPlayer::from_fn(2, |of| if of == seat { own } else { others });
    Prospects { shares: of(expected.share, 1.0 - expected.share), scores: of(expected.score, expected.score_of_other) }
}
