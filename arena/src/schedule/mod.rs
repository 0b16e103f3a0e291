//! Which bots meet, at which seats, in which deals: a list of games in a fixed order, made while it is played.
//!
//! A **block** is one deal played in every distinct rotation of a line-up. Games come deal by deal, within a deal line-up
//! by line-up, within a line-up rotation by rotation, so that all bots have played the same deals at any time. The rounds
//! of a Swiss depend on the results of the rounds before: the schedule is told of every result in order, and says
//! [`Next::Wait`] where it does not know enough yet.

mod game;
mod lineups;
mod pairing;
mod spec;
mod swiss;

use std::fmt;

use lineups::LineUp;
use riverlab_engine::{PerPlayer, Seat};
use swiss::Swiss;

use crate::play::game_loop::FinishedGame;

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
mod tests {
    use riverlab_engine::{MAX_PARTS, Outcome, PerPlayer, Seat};

    use super::*;

    fn schedule_spec(pairing: &str, bots: usize, players: usize, deals: u64) -> ScheduleSpec {
        ScheduleSpec { pairing: pairing.parse().expect("a pairing"), bots, players, deals }
    }

    /// Plays all games; bots with higher numbers win.
    fn games(spec: ScheduleSpec, first: u64, last: u64) -> Vec<ScheduledGame> {
        let mut schedule = Schedule::new(spec, first, last, 3);
        let mut games = Vec::new();
        while let Next::Game(game) = schedule.next_game() {
            let scores = PerPlayer::from_fn(spec.players, |seat| f64::from(game.seats[seat]));
            let outcome = Outcome::from_scores(scores, PerPlayer::from_fn(spec.players, |_| [0; MAX_PARTS]));
            let decisions = PerPlayer::from_fn(spec.players, |_| 1);
            schedule
                .observe(&game, &FinishedGame { outcome, decisions, forfeits: decisions, first_player: Seat::FIRST });
            games.push(game);
        }
        games
    }

    #[test]
    fn every_bot_sits_everywhere_equally_often() {
        for (bots, players) in [(1, 2), (2, 2), (5, 2), (2, 3), (4, 3), (2, 4), (3, 4), (6, 4), (3, 6)] {
            let spec = schedule_spec("full", bots, players, 2);
            let games = games(spec, 1, 2);
            assert_eq!(Some(games.len() as u64), spec.games());
            assert!(games.iter().zip(1..).all(|(game, number)| game.game == number));
            let count = |bot: usize, seat: usize| {
                games.iter().filter(|game| usize::from(game.seats.as_slice()[seat]) == bot).count()
            };
            for bot in 0..bots {
                assert!((0..players).all(|seat| count(bot, seat) == count(bot, 0)), "{bots} bots, {players} players");
                assert!(count(bot, 0) > 0);
            }
        }
    }

    #[test]
    fn a_gauntlet_has_its_challengers_in_every_game() {
        for (pairing, bots, players) in
            [("gauntlet", 3, 2), ("gauntlet:2", 5, 3), ("gauntlet", 2, 4), ("gauntlet:3", 4, 2)]
        {
            let spec = schedule_spec(pairing, bots, players, 3);
            let Pairing::Gauntlet { challengers } = spec.pairing else { panic!("{pairing}") };
            let games = games(spec, 1, 3);
            assert_eq!(Some(games.len() as u64), spec.games());
            let challenging =
                |game: &&ScheduledGame| game.seats.iter().filter(|bot| usize::from(**bot) < challengers).count() == 1;
            assert!(games.iter().all(|game| challenging(&game)), "{games:?}");
        }
    }

    #[test]
    fn parts_of_a_run_make_all_of_it() {
        let spec = schedule_spec("full", 4, 3, 7);
        let all = games(spec, 1, 7);
        let parts: Vec<ScheduledGame> =
            [(1, 2), (3, 3), (4, 7)].into_iter().flat_map(|(first, last)| games(spec, first, last)).collect();
        assert!(parts == all);
    }

    #[test]
    fn a_swiss_waits_for_the_results_of_a_round() {
        let spec = schedule_spec("swiss:3", 7, 2, 2);
        let played = games(spec, 1, 6);
        assert_eq!(Some(played.len() as u64), spec.games());
        assert_eq!(played.iter().map(|game| game.deal).max(), Some(6));
        assert_eq!(played.iter().map(|game| game.lineup).max(), Some(9));
        let mut schedule = Schedule::new(spec, 1, 6, 3);
        for _ in 0..12 {
            assert!(matches!(schedule.next_game(), Next::Game(_)));
        }
        assert_eq!(schedule.next_game(), Next::Wait);
    }
}
