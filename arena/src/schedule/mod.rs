//! Which bots meet, at which seats, in which deals: a list of games in a fixed order, made while it is played.
//!
//! A **block** is one deal played in every distinct rotation of a line-up. Games come deal by deal, within a deal line-up
//! by line-up, within a line-up rotation by rotation, so that all bots have played the same deals at any time. The rounds
//! of a Swiss depend on the results of the rounds before: the schedule is told of every result in order, and says
//! [`Next::Wait`] where it does not know enough yet.

mod lineups;
mod swiss;

use std::fmt;
use std::str::FromStr;

use riverlab_engine::{PerPlayer, Seat};
use serde_with::{DeserializeFromStr, SerializeDisplay};

use crate::play::game_loop::FinishedGame;
use lineups::{Fills, LineUp, distinct_rotations, gauntlet};
use swiss::Swiss;

/// A bot of the run, as an index into its list of bots.
pub type BotIdx = u16;

/// A game to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScheduledGame {
    /// The number of the game, from 1.
    pub game: u64,
    /// The number of the line-up, from 1.
    pub lineup: u64,
    /// The number of the deal, from 1.
    pub deal: u64,
    /// The number of the rotation, from 1.
    pub rotation: u8,
    /// Who sits where.
    pub seats: PerPlayer<BotIdx>,
}

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, SerializeDisplay, DeserializeFromStr)]
pub enum Pairing {
    /// Every set of n of the m bots; with fewer bots than seats, every way to fill the seats that uses each bot.
    Full,
    /// Each of the first bots with every such line-up of the rest.
    Gauntlet {
        /// How many of the bots are challengers.
        challengers: usize,
    },
    /// Rounds in which bots with like results meet.
    Swiss {
        /// The number of rounds.
        rounds: u64,
    },
}

impl fmt::Display for Pairing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Pairing::Full => write!(f, "full"),
            Pairing::Gauntlet { challengers } => write!(f, "gauntlet:{challengers}"),
            Pairing::Swiss { rounds } => write!(f, "swiss:{rounds}"),
        }
    }
}

impl FromStr for Pairing {
    type Err = String;

    fn from_str(text: &str) -> Result<Pairing, String> {
        let (name, count) = text.split_once(':').map_or((text, None), |(name, count)| (name, Some(count)));
        let most = if name == "gauntlet" { 1_000 } else { 1_000_000 };
        let count = count.map(|count| count.parse().ok().filter(|count| (1..=most).contains(count)));
        match (name, count) {
            ("full", None) => Ok(Pairing::Full),
            ("gauntlet", None) => Ok(Pairing::Gauntlet { challengers: 1 }),
            ("gauntlet", Some(Some(count))) => Ok(Pairing::Gauntlet { challengers: count as usize }),
            ("swiss", Some(Some(rounds))) => Ok(Pairing::Swiss { rounds }),
            _ => Err("expected full, gauntlet, gauntlet:N (1 to 1000) or swiss:ROUNDS (1 to 1000000)".to_owned()),
        }
    }
}

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

/// The size of a schedule, and how to begin it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScheduleSpec {
    /// Who meets whom.
    pub pairing: Pairing,
    /// The number of bots.
    pub bots: usize,
    /// The number of players of a game.
    pub players: usize,
    /// The deals that each line-up plays.
    pub deals: u64,
}

impl ScheduleSpec {
    /// Whether the bots can be paired that way.
    ///
    /// # Errors
    /// When they are too few; the message says how many are needed.
    pub fn check(&self) -> Result<(), String> {
        let (bots, players) = (self.bots, self.players);
        match self.pairing {
            Pairing::Gauntlet { challengers } if bots <= challengers => {
                Err(format!("{}: needs more than {challengers} bots, {bots} are given", self.pairing))
            }
            Pairing::Swiss { .. } if bots <= players => {
                Err(format!("{}: needs more bots than the {players} seats of a table, {bots} are given", self.pairing))
            }
            _ => Ok(()),
        }
    }

    /// The number of line-ups of a deal, if it is not beyond all counting.
    pub fn lineups(&self) -> Option<u64> {
        match self.pairing {
            Pairing::Full => Fills::new(self.bots, self.players).how_many(),
            Pairing::Gauntlet { challengers } => {
                Fills::new(self.bots - challengers, self.players - 1).how_many()?.checked_mul(challengers as u64)
            }
            Pairing::Swiss { .. } => Some((self.bots / self.players) as u64),
        }
    }

    /// The number of games of a deal, if it is not beyond all counting.
    pub fn games_per_deal(&self) -> Option<u64> {
        if self.pairing == Pairing::Full && self.bots < self.players {
            let rotations = Fills::new(self.bots, self.players).map(|lineup| u64::from(distinct_rotations(&lineup)));
            return Some(rotations.sum());
        }
        self.lineups()?.checked_mul(self.players as u64)
    }

    /// The number of all deals.
    pub fn all_deals(&self) -> Option<u64> {
        match self.pairing {
            Pairing::Swiss { rounds } => self.deals.checked_mul(rounds),
            _ => Some(self.deals),
        }
    }

    /// The number of games, if it is not beyond all counting.
    pub fn games(&self) -> Option<u64> {
        self.games_per_deal()?.checked_mul(self.all_deals()?)
    }

    fn lineups_of_deal(&self) -> Box<dyn Iterator<Item = LineUp> + Send> {
        match self.pairing {
            Pairing::Gauntlet { challengers } => Box::new(gauntlet(self.bots, self.players, challengers)),
            _ => Box::new(Fills::new(self.bots, self.players)),
        }
    }
}

/// Games one after the other.
type Games = Box<dyn Iterator<Item = ScheduledGame> + Send>;

/// The games of a run, one after the other.
pub struct Schedule {
    scheme: ScheduleSpec,
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
        f.debug_struct("Schedule").field("scheme", &self.scheme).field("game", &self.game).finish_non_exhaustive()
    }
}

impl Schedule {
    /// The games of the deals from `first` to `last`, numbered as in the whole run. The seed draws the order of the first
    /// round of a Swiss, which has all deals.
    ///
    /// # Panics
    /// When the bots cannot be paired that way.
    pub fn new(scheme: ScheduleSpec, first: u64, last: u64, seed: u64) -> Schedule {
        scheme.check().expect("a checked scheme");
        let before = scheme.games_per_deal().map_or(0, |games| games * (first - 1));
        let (round, swiss): (Games, _) = if let Pairing::Swiss { rounds } = scheme.pairing {
            let swiss = Swiss::new(scheme.bots, scheme.players, seed);
            (Box::new(std::iter::empty()), Some(SwissRounds { swiss, done: 0, rounds }))
        } else {
            let deal = move |deal| games_of_deal(scheme.lineups_of_deal(), 1, deal);
            (Box::new((first..=last).flat_map(deal)), None)
        };
        Schedule { scheme, round, game: before, awaited: 0, swiss }
    }

    /// All games of the schedule of full line-ups.
    #[cfg(test)]
    pub(crate) fn full(bots: usize, players: usize, deals: u64) -> impl Iterator<Item = ScheduledGame> {
        Schedule::new(ScheduleSpec { pairing: Pairing::Full, bots, players, deals }, 1, deals, 1).round
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
            let (first_lineup, first_deal) =
                (rounds.done * tables.len() as u64 + 1, rounds.done * self.scheme.deals + 1);
            rounds.done += 1;
            let deals = first_deal..first_deal + self.scheme.deals;
            self.round =
                Box::new(deals.flat_map(move |deal| games_of_deal(tables.clone().into_iter(), first_lineup, deal)));
        }
    }

    /// Takes back the game that was given last, to give it again.
    pub fn take_back(&mut self, game: ScheduledGame) {
        self.awaited -= 1;
        self.game -= 1;
        let rest = std::mem::replace(&mut self.round, Box::new(std::iter::empty()));
        self.round = Box::new(std::iter::once(game).chain(rest));
    }

    /// Tells of a result; they come in the order of the games.
    pub fn observe(&mut self, game: &ScheduledGame, result: &FinishedGame) {
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
    use super::*;
    use riverlab_engine::{MAX_PARTS, Outcome};

    fn scheme(pairing: &str, bots: usize, players: usize, deals: u64) -> ScheduleSpec {
        ScheduleSpec { pairing: pairing.parse().expect("a pairing"), bots, players, deals }
    }

    /// Plays all games; bots with higher numbers win.
    fn games(scheme: ScheduleSpec, first: u64, last: u64) -> Vec<ScheduledGame> {
        let mut schedule = Schedule::new(scheme, first, last, 3);
        let mut games = Vec::new();
        while let Next::Game(game) = schedule.next_game() {
            let scores = PerPlayer::from_fn(scheme.players, |seat| f64::from(game.seats[seat]));
            let outcome = Outcome::from_scores(scores, PerPlayer::from_fn(scheme.players, |_| [0; MAX_PARTS]));
            let decisions = PerPlayer::from_fn(scheme.players, |_| 1);
            schedule.observe(&game, &FinishedGame { outcome, decisions, first_player: Seat::FIRST });
            games.push(game);
        }
        games
    }

    #[test]
    fn every_bot_sits_everywhere_equally_often() {
        for (bots, players) in [(1, 2), (2, 2), (5, 2), (2, 3), (4, 3), (2, 4), (3, 4), (6, 4), (3, 6)] {
            let scheme = scheme("full", bots, players, 2);
            let games = games(scheme, 1, 2);
            assert_eq!(Some(games.len() as u64), scheme.games());
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
            let scheme = scheme(pairing, bots, players, 3);
            let Pairing::Gauntlet { challengers } = scheme.pairing else { panic!("{pairing}") };
            let games = games(scheme, 1, 3);
            assert_eq!(Some(games.len() as u64), scheme.games());
            let challenging =
                |game: &&ScheduledGame| game.seats.iter().filter(|bot| usize::from(**bot) < challengers).count() == 1;
            assert!(games.iter().all(|game| challenging(&game)), "{games:?}");
        }
    }

    #[test]
    fn parts_of_a_run_make_the_whole() {
        let scheme = scheme("full", 4, 3, 7);
        let whole = games(scheme, 1, 7);
        let parts: Vec<ScheduledGame> =
            [(1, 2), (3, 3), (4, 7)].into_iter().flat_map(|(first, last)| games(scheme, first, last)).collect();
        assert!(parts == whole);
    }

    #[test]
    fn a_swiss_waits_for_the_results_of_a_round() {
        let scheme = scheme("swiss:3", 7, 2, 2);
        let played = games(scheme, 1, 6);
        assert_eq!(Some(played.len() as u64), scheme.games());
        assert_eq!(played.iter().map(|game| game.deal).max(), Some(6));
        assert_eq!(played.iter().map(|game| game.lineup).max(), Some(9));
        let mut schedule = Schedule::new(scheme, 1, 6, 3);
        for _ in 0..12 {
            assert!(matches!(schedule.next_game(), Next::Game(_)));
        }
        assert_eq!(schedule.next_game(), Next::Wait);
    }

    #[test]
    fn pairings_are_written_as_they_are_read() {
        for text in ["full", "gauntlet:2", "swiss:9"] {
            assert_eq!(text.parse::<Pairing>().map(|pairing| pairing.to_string()), Ok(text.to_owned()));
        }
        assert_eq!("gauntlet".parse(), Ok(Pairing::Gauntlet { challengers: 1 }));
        for wrong in ["", "swiss", "swiss:0", "full:2", "gauntlet:x", "knockout"] {
            assert!(wrong.parse::<Pairing>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn too_few_bots_are_an_error() {
        for (pairing, bots, players) in [("gauntlet:2", 2, 2), ("swiss:3", 3, 3)] {
            assert!(scheme(pairing, bots, players, 1).check().is_err());
            assert!(scheme(pairing, bots + 1, players, 1).check().is_ok());
        }
    }
}
