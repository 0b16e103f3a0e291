//! Which bots meet, at which seats, in which deals: a list of games in a fixed order, made while it is played.
//!
//! A **block** is one deal played in every distinct rotation of a line-up. Games come deal by deal, within a deal line-up
//! by line-up, within a line-up rotation by rotation, so that all bots have played the same deals at any time. The rounds
//! of a Swiss depend on the results of the rounds before: the schedule is told of every result in order, and says
//! [`Next::Wait`] where it does not know enough yet.

mod game;
mod lineups;
mod pairing;
mod pairs;
mod search;
mod spec;
mod swiss;

use std::fmt;

use lineups::LineUp;
use riverlab_bots::play::game_loop::FinishedGame;
use riverlab_engine::{PerPlayer, Seat};
use swiss::Swiss;

pub use game::{BotIdx, ScheduledGame};
pub(crate) use lineups::distinct_rotations;
pub use pairing::Pairing;
pub use spec::ScheduleSpec;

/// What comes next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Next {
    /// This game.
    Game(ScheduledGame),
    /// It depends on results that are not in yet.
    Wait,
    /// Nothing.
    End,
}

/// Games one after the other.
type Games = Box<dyn Iterator<Item = ScheduledGame> + Send>;

/// The games of a run, one after the other.
///
/// ```
/// use riverlab_arena::schedule::{Next, Pairing, Schedule, ScheduleSpec};
/// let spec = ScheduleSpec { pairing: Pairing::Full, bots: 3, players: 2, deals: 5 };
/// let mut schedule = Schedule::new(spec, 1, spec.deals, 1);
/// let mut seats = Vec::new();
/// while let Next::Game(game) = schedule.next_game() {
///     seats.push((game.deal, game.seats.as_slice().to_vec()));
/// }
/// assert_eq!(Some(seats.len() as u64), spec.games());
/// assert_eq!(seats[..3], [(1, vec![0, 1]), (1, vec![1, 0]), (1, vec![0, 2])]);
/// ```
pub struct Schedule {
    spec: ScheduleSpec,
    round: Games,
    /// The number of the game that was given out last.
    game: u64,
    /// Games given out whose results are not in.
    awaited: u64,
    /// The rest of a Swiss.
    swiss: Option<SwissRounds>,
}

struct SwissRounds {
    swiss: Swiss,
    done: u64,
    rounds: u64,
}

impl fmt::Debug for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Schedule").field("spec", &self.spec).field("game", &self.game).finish_non_exhaustive()
    }
}

impl Schedule {
    /// The games of the deals from `first` to `last`, numbered as in the run of all deals. The seed draws the order of the first
    /// round of a Swiss, which has all deals.
    ///
    /// # Panics
    /// When the bots cannot be paired that way.
    pub fn new(spec: ScheduleSpec, first: u64, last: u64, seed: u64) -> Schedule {
        spec.check().expect("a checked spec");
        let before = spec.games_per_deal().map_or(0, |games| games * (first - 1));
        let (round, swiss): (Games, _) = if let Pairing::Swiss { rounds } = spec.pairing {
            let swiss = Swiss::new(spec.bots, spec.players, seed);
            (Box::new(std::iter::empty()), Some(SwissRounds { swiss, done: 0, rounds }))
        } else {
            let deal = move |deal| games_of_deal(spec.lineups_of_deal(), 1, deal);
            (Box::new((first..=last).flat_map(deal)), None)
        };
        Schedule { spec, round, game: before, awaited: 0, swiss }
    }

    /// All games of the schedule of full line-ups.
    #[cfg(test)]
    pub(crate) fn full(bots: usize, players: usize, deals: u64) -> impl Iterator<Item = ScheduledGame> {
        Schedule::new(ScheduleSpec { pairing: Pairing::Full, bots, players, deals }, 1, deals, 1).round
    }

    /// The number of the game that was given last, or of the one before the first.
    pub(crate) fn last_given(&self) -> u64 {
        self.game
    }

    /// What comes next.
    pub fn next_game(&mut self) -> Next {
        loop {
            if let Some(game) = self.round.next() {
                self.awaited += 1;
                self.game += 1;
                return Next::Game(ScheduledGame { game: self.game, ..game });
            }
            let Some(rounds) = self.swiss.as_mut().filter(|rounds| rounds.done < rounds.rounds) else {
                return Next::End;
            };
            if self.awaited > 0 {
                return Next::Wait;
            }
            let tables = rounds.swiss.next_round();
            let (first_lineup, first_deal) = (rounds.done * tables.len() as u64 + 1, rounds.done * self.spec.deals + 1);
            rounds.done += 1;
            let deals = first_deal..first_deal + self.spec.deals;
            self.round =
                Box::new(deals.flat_map(move |deal| games_of_deal(tables.clone().into_iter(), first_lineup, deal)));
        }
    }

    /// Takes back the game that was given last, to give it again.
    pub(crate) fn take_back(&mut self, game: ScheduledGame) {
        self.awaited -= 1;
        self.game -= 1;
        let rest = std::mem::replace(&mut self.round, Box::new(std::iter::empty()));
        self.round = Box::new(std::iter::once(game).chain(rest));
    }

    /// Tells of a result; they come in the order of the games.
    pub(crate) fn observe(&mut self, game: &ScheduledGame, result: &FinishedGame) {
        self.awaited -= 1;
        if let Some(rounds) = &mut self.swiss {
            rounds.swiss.observe(&game.seats, result);
        }
    }
}

/// The games of one deal, not numbered yet.
fn games_of_deal(
    lineups: impl Iterator<Item = LineUp> + Send,
    first_lineup: u64,
    deal: u64,
) -> impl Iterator<Item = ScheduledGame> + Send {
    lineups.zip(first_lineup..).flat_map(move |(lineup, number)| {
        (0..distinct_rotations(&lineup)).map(move |rotation| ScheduledGame {
            game: 0,
            lineup: number,
            deal,
            rotation: rotation + 1,
            seats: PerPlayer::from_fn(lineup.len(), |seat: Seat| {
                lineup[(seat.index() + usize::from(rotation)) % lineup.len()]
            }),
        })
    })
}

#[cfg(test)]
mod tests;
