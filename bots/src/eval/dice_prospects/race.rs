//! Any number of players who each stop at [`ENOUGH`] points of a turn, or at the goal: they take no notice of each
//! other, so what they keep are independent chains until somebody reaches the goal.
//!
//! ```text
//! K(k, m, x)  the probability of x points, all below the goal, after m turns from k points
//! R(k, m)     the probability of reaching the goal in the m-th turn
//! share of i  = sum over its turns m of R_i(m) * product over others j of P(j is below the goal by then)
//!               + what it wins where nobody reaches the goal: most points win, ties split
//! ```

use std::sync::LazyLock;

use riverlab_engine::games::toy::Dice;
use riverlab_engine::{Game, PerPlayer, Seat};

use super::die::{GOAL, ONE, faces};
use crate::eval::prospects::Prospects;

/// From so many points of a turn on a player stops: a roll would lose more than it brings on average.
const ENOUGH: usize = 10;

const TURNS: usize = Dice::TURNS as usize;

/// What a player has after some turn.
#[derive(Clone, Copy, Default)]
struct After {
    /// The probability of each number of points below the goal.
    below: [f64; GOAL],
    /// The probability that the goal was reached in this turn.
    reached: f64,
    /// The mean number of points times that.
    reached_points: f64,
}

impl After {
    /// A player who has so many points for sure.
    fn sure(points: usize) -> After {
        let mut after = After::default();
        after.add(1.0, points);
        after
    }

    fn add(&mut self, chance: f64, points: usize) {
        if let Some(below) = self.below.get_mut(points) {
            *below += chance;
        } else {
            self.reached += chance;
            self.reached_points += chance * points as f64;
        }
    }

    /// What one more turn makes of it.
    fn one_more(&self, turns: &[After]) -> After {
        let mut after = After::default();
        for (chance, turn) in self.below.iter().zip(turns) {
            after.below.iter_mut().zip(turn.below).for_each(|(below, more)| *below += chance * more);
            after.reached += chance * turn.reached;
            after.reached_points += chance * turn.reached_points;
        }
        after
    }

    /// The probability that the goal was not reached yet.
    fn not_yet(&self) -> f64 {
        self.below.iter().sum()
    }

    /// The mean number of points times that.
    fn points(&self) -> f64 {
        self.below.iter().zip(0..).map(|(chance, points)| chance * f64::from(points)).sum()
    }
}

/// A turn of a player with so many points, which has brought `sum` so far.
fn turn(kept: usize, sum: usize) -> After {
    let mut after = After::default();
    add_turn(&mut after, 1.0, kept, sum);
    after
}

fn add_turn(after: &mut After, chance: f64, kept: usize, sum: usize) {
    if sum > 0 && (sum >= ENOUGH || kept + sum >= GOAL) {
        return after.add(chance, kept + sum);
    }
    after.add(chance * ONE, kept);
    faces().for_each(|(face, of_face)| add_turn(after, chance * of_face, kept, sum + face));
}

/// The course of a player: what there is after 0, 1, 2, … turns.
fn course(kept: usize, first_sum: Option<usize>) -> [After; TURNS + 1] {
    static TURN: LazyLock<Vec<After>> = LazyLock::new(|| (0..GOAL).map(|kept| turn(kept, 0)).collect());
    let mut course = [After::sure(kept); TURNS + 1];
    for number in 1..=TURNS {
        course[number] = match first_sum.filter(|_| number == 1) {
            Some(sum) => turn(kept, sum),
            None => course[number - 1].one_more(&TURN),
        };
    }
    course
}

/// The prospects where this player decides.
pub(super) fn prospects(state: &Dice, seat: Seat) -> Prospects {
    let players = state.n_players();
    let order: Vec<Seat> = seat.clockwise(players).collect();
    let courses: Vec<[After; TURNS + 1]> = order
        .iter()
        .map(|&of| course(usize::from(state.kept(of)), (of == seat).then_some(usize::from(state.sum()))))
        .collect();
    let race = Race { courses: &courses, turns_left: usize::from(state.turns_left()) };
    let (shares, scores) = race.run();
    let of = |values: &[f64]| PerPlayer::from_fn(players, |of| values[of.steps_after(seat, players)]);
    Prospects { shares: of(&shares), scores: of(&scores) }
}

/// The courses of all players in the order of their turns.
struct Race<'a> {
    courses: &'a [[After; TURNS + 1]],
    turns_left: usize,
}

impl Race<'_> {
    /// The shares and the scores of all players.
    fn run(&self) -> (Vec<f64>, Vec<f64>) {
        let players = self.courses.len();
        let (mut shares, mut scores) = (vec![0.0; players], vec![0.0; players]);
        for number in 0..self.turns_left {
            let winner = number % players;
            self.add_win(winner, number, &mut shares, &mut scores);
        }
        self.add_level(&mut shares, &mut scores);
        (shares, scores)
    }

    /// What a player has after so many turns of all players.
    fn after(&self, player: usize, turns: usize) -> &After {
        let players = self.courses.len();
        &self.courses[player][(turns + players - 1 - player) / players]
    }

    /// The player of the turn with this number, from 0, reaches the goal in it.
    fn add_win(&self, winner: usize, number: usize, shares: &mut [f64], scores: &mut [f64]) {
        let won = self.after(winner, number + 1);
        let others = || (0..self.courses.len()).filter(|&other| other != winner);
        let not_yet: f64 = others().map(|other| self.after(other, number).not_yet()).product();
        shares[winner] += won.reached * not_yet;
        scores[winner] += won.reached_points * not_yet;
        for other in others() {
            let rest: f64 = others().filter(|&of| of != other).map(|of| self.after(of, number).not_yet()).product();
            scores[other] += won.reached * rest * self.after(other, number).points();
        }
    }

    /// Nobody reaches the goal: most points win, and ties split.
    fn add_level(&self, shares: &mut [f64], scores: &mut [f64]) {
        let last: Vec<&After> = (0..self.courses.len()).map(|player| self.after(player, self.turns_left)).collect();
        for (player, own) in last.iter().enumerate() {
            let others: Vec<&After> =
                last.iter().enumerate().filter(|(of, _)| *of != player).map(|(_, of)| *of).collect();
            scores[player] += own.points() * others.iter().map(|other| other.not_yet()).product::<f64>();
            shares[player] += (0..GOAL).map(|points| own.below[points] * share_of_most(&others, points)).sum::<f64>();
        }
    }
}

/// The share of a player with so many points among others: by the number of those who are level.
fn share_of_most(others: &[&After], points: usize) -> f64 {
    let mut level = vec![1.0];
    for other in others {
        let (below, same) = (other.below[..points].iter().sum::<f64>(), other.below[points]);
        let mut next = vec![0.0; level.len() + 1];
        for (count, chance) in level.iter().enumerate() {
            next[count] += chance * below;
            next[count + 1] += chance * same;
        }
        level = next;
    }
    level.iter().zip(1..).map(|(chance, winners)| chance / f64::from(winners)).sum()
}
