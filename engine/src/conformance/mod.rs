//! The checks that every game must pass, in one call.
//!
//! ```
//! use riverlab_engine::conformance::{self, Plan};
//! use riverlab_engine::{GameRules, games::the_river::{RiverRules, TheRiver}};
//!
//! let report = conformance::check::<TheRiver>(RiverRules::standard(), &Plan { games: 1, ..Plan::default() })?;
//! assert_eq!(report.games, 3); // one with 2, one with 3, one with 4 players
//! # Ok::<(), conformance::Failure>(())
//! ```
//!
//! Random games are played with every number of players. In every position, or in one of so many where the [`Plan`]
//! says so:
//! - a clone is equal and independent of its original;
//! - the legal list is exactly what brute force over all moves finds legal, without duplicates;
//! - refused moves leave the position untouched;
//! - moves and turns are written and read without loss;
//! - a random move is the one of the list whose index is drawn, for each index;
//! - players see their own moves, and hiding what they cannot know keeps their legal moves, the turn and the players;
//! - a game that goes on beside, with other unseen moves and the same seen ones, is the same to the observer: what
//!   hiding leaves of both, with the same random numbers, is equal (but for what is revealed after simultaneous
//!   choices);
//! - what everybody learns beside the moves is no secret, and nothing of a simultaneous choice before all have chosen;
//! - a simultaneous choice begins where it began;
//! - what a player is told, reads and sees in a picture is the same in both, and so is what everybody reads and sees;
//! - parts of a picture have names of their own, and every legal move is about parts that are there.
//!
//! At chance: the outcomes are distinct, legal, of positive weight, draws match their probabilities, and what is played
//! in one go is what these draws come to one after the other. Per game: the record replays to the same position, the
//! game ends within its bound, the outcome is consistent, and the score is the sum of its parts where the game says so. Over
//! all games: those who have not won are ranked unless the game says that it only says who has won.
//!
//! [`check_actions`] does the same for the numbers of moves, and [`check_observations`] for what a seat
//! [observes](crate::Observe), which only some games have.
//!
//! What is not checked: that the rules are the right ones.

mod actions;
mod chance;
mod failure;
mod hidden;
mod moves;
mod observations;
mod outcome;
mod pictures;
mod plan;

use rand::{RngExt, SeedableRng};

pub use actions::check_actions;
pub use failure::Failure;
pub use observations::check_observations;
pub use plan::{Plan, Report};

use crate::{Game, MAX_PARTS, Record, Seat, Turn};
use failure::fail;
use hidden::ImaginedGames;
use plan::CheckRng;

/// Checks a game under these rules; see the module for what.
///
/// # Errors
/// The first check that fails.
pub fn check<G: Game>(rules: &'static G::Rules, plan: &Plan) -> Result<Report, Failure> {
    check_played::<G>(rules, plan, &mut |_, _| None)
}

/// Says which of the legal moves of a position is made, by its index; `None` has one drawn.
pub type Chooser<'a, G> = dyn FnMut(&G, &[<G as Game>::Move]) -> Option<usize> + 'a;

/// Checks a game as [`check`] does, in games that are played otherwise: `choose` is given a position and its legal
/// moves, and says which of these is made; where it does not, one is drawn.
///
/// ```
/// use riverlab_engine::conformance::{self, Plan};
/// use riverlab_engine::{GameRules, games::toy::Dice};
///
/// let plan = Plan { games: 1, ..Plan::default() };
/// let report = conformance::check_played::<Dice>(GameRules::standard(), &plan, &mut |_, legal| Some(legal.len() - 1))?;
/// assert_eq!(report.games, 5); // one with each number of players from 2 to 6
/// # Ok::<(), conformance::Failure>(())
/// ```
///
/// # Errors
/// The first check that fails.
pub fn check_played<G: Game>(
    rules: &'static G::Rules,
    plan: &Plan,
    choose: &mut Chooser<'_, G>,
) -> Result<Report, Failure> {
    let mut report = Report::default();
    check_constants::<G>()?;
    let mut losers = outcome::Losers::default();
    for players in G::PLAYERS {
        for game in 0..plan.games {
            let seed = plan.seed.wrapping_mul(1 << 20).wrapping_add((players * 4096 + game) as u64);
            let rng = CheckRng::seed_from_u64(seed);
            let mut checker = Checker { plan, rng, report: &mut report, losers: &mut losers, definitions: None };
            checker.play_game::<G>(rules, players, game == 0, choose)?;
        }
    }
    Ok(report)
}

fn check_constants<G: Game>() -> Result<(), Failure> {
    let fail = |seen: &str| Err(Failure { check: "constants", seen: seen.into(), position: G::NAME.into() });
    if size_of::<G::Move>() > 8 {
        return fail("a move has more than 8 bytes");
    }
    if G::PARTS.len() > MAX_PARTS || G::PARTS.is_empty() {
        return fail("the number of score parts is out of range");
    }
    Ok(())
}

/// Plays random games and checks every position of them.
struct Checker<'a> {
    plan: &'a Plan,
    rng: CheckRng,
    report: &'a mut Report,
    losers: &'a mut outcome::Losers,
    /// The definitions of the first picture of the game.
    definitions: Option<String>,
}

impl Checker<'_> {
    /// Plays one game. Draws are compared with their probabilities in the first game of each number of players only.
    fn play_game<G: Game>(
        &mut self,
        rules: &'static G::Rules,
        players: usize,
        first: bool,
        choose: &mut Chooser<'_, G>,
    ) -> Result<(), Failure> {
        let mut state = G::new(rules, players);
        let mut record = Record::new(players);
        let mut streams_tried = vec![!first; G::CHANCE_STREAMS.len()];
        let mut imagined = ImaginedGames::new(&state);
        while state.turn() != Turn::Over {
            let played = record.moves.len();
            if played >= G::MAX_MOVES {
                return fail("ends within its bound", &state, format!("{played} moves"));
            }
            let mv = match state.turn() {
                Turn::Player(seat) => self.decide(&state, seat, choose)?,
                _ => self.draw(&state, &mut streams_tried)?,
            };
            moves::check_text(&state, mv)?;
            record.moves.push(mv);
            let before = state.clone();
            moves::check_play(&before, &mut state, mv)?;
            imagined.follow(&before, mv, &state, &mut self.rng)?;
        }
        outcome::check_end(&state, self.losers)?;
        self.report.games += 1;
        match record.replay::<G>(rules) {
            Ok(again) if again == state => Ok(()),
            Ok(again) => fail("record replays to the same position", &state, format!("{again:?}")),
            Err(error) => fail("record replays to the same position", &state, error.to_string()),
        }
    }

    /// Checks a position in which a player is to move; returns the legal move that is made.
    fn decide<G: Game>(&mut self, state: &G, seat: Seat, choose: &mut Chooser<'_, G>) -> Result<G::Move, Failure> {
        let decisions = self.report.decisions;
        let is_one_of = |every: usize| decisions.is_multiple_of(every);
        self.report.decisions += 1;
        if seat.index() >= state.n_players() {
            fail("turn", state, format!("{seat} does not play"))?;
        }
        let mut outcomes = Vec::new();
        state.chance_outcomes(&mut outcomes);
        if !outcomes.is_empty() {
            fail("turn", state, "chance has outcomes although a player is to move")?;
        }
        let mut legal = Vec::new();
        state.legal_moves(&mut legal);
        if is_one_of(self.plan.brute_force_every) {
            self.report.refused += moves::check_legal_list(state, &legal)?;
            moves::check_drawing(state, &legal)?;
        }
        let compared =
            hidden::Compared { texts: is_one_of(self.plan.texts_every), pictures: is_one_of(self.plan.pictures_every) };
        if compared.pictures {
            pictures::check_pictures(state, &legal, &mut self.definitions)?;
        }
        hidden::check_resampling(state, &legal, &mut self.rng, compared)?;
        moves::check_random_move(state, &legal, &mut self.rng)?;
        Ok(legal[choose(state, &legal).unwrap_or_else(|| self.rng.random_range(0..legal.len()))])
    }

    /// Checks a position in which chance is to act; returns what it draws.
    fn draw<G: Game>(&mut self, state: &G, streams_tried: &mut [bool]) -> Result<G::Move, Failure> {
        self.report.chance_events += 1;
        let outcomes = chance::checked_outcomes(state)?;
        hidden::check_visibility(state, outcomes.iter().map(|&(mv, _)| mv))?;
        let stream = chance::checked_stream(state)?;
        if self.plan.draws > 0 && !std::mem::replace(&mut streams_tried[stream], true) {
            chance::check_draws(state, &outcomes, self.plan.draws, &mut self.rng)?;
        }
        chance::check_in_one_go(state, &self.rng)?;
        Ok(state.draw(&mut self.rng))
    }
}
