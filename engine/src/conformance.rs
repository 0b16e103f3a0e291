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
//! Random games are played with every number of players. In every position:
//! - a clone is equal and independent of its original;
//! - the legal list is exactly what brute force over all moves finds legal, without duplicates;
//! - refused moves leave the position untouched;
//! - moves and turns are written and read without loss;
//! - drawing a random move gives moves of the list only;
//! - players see their own moves, and hiding what they cannot know keeps their legal moves, the turn and the players;
//! - a game that goes on beside, with other unseen moves and the same seen ones, is the same to the observer: what hiding
//!   leaves of both, with the same random numbers, is equal (but for what is revealed after simultaneous choices);
//! - a simultaneous choice begins where it began.
//!
//! At chance: the outcomes are distinct, legal, of positive weight, and draws match their probabilities.
//! Per game: the record replays to the same position, the game ends within its bound, the outcome is consistent, and the
//! score is the sum of its parts where the game says so.
//!
//! What is not checked: that the rules are the right ones.

use rand::{Rng, RngExt, SeedableRng};

use crate::{Game, MAX_PARTS, Outcome, PartMeaning, Record, Seat, Share, Turn};

/// The generator of the checks: small, fast and fixed.
type CheckRng = rand::rngs::Xoshiro256PlusPlus;

/// How much is checked.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Random games with each number of players.
    pub games: usize,
    /// The seed of the games.
    pub seed: u64,
    /// Brute force is tried in one of so many positions (it is slow).
    pub brute_force_every: usize,
    /// Draws from the first position of each stack, compared with the probabilities.
    pub draws: usize,
}

impl Default for Plan {
    fn default() -> Self {
        Plan { games: 10, seed: 1, brute_force_every: 1, draws: 20_000 }
    }
}

/// What has been checked.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// Games played to the end.
    pub games: usize,
    /// Positions in which a player decided.
    pub decisions: usize,
    /// Positions in which chance dealt.
    pub deals: usize,
    /// Moves that were refused, as they should.
    pub refused: usize,
}

/// A check that failed: which one, where, and what was seen.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{check}: {seen}\n{place}")]
pub struct Failure {
    /// The name of the check.
    pub check: &'static str,
    /// What was seen.
    pub seen: String,
    /// The position.
    pub place: String,
}

/// Checks a game under these rules; see the module for what.
///
/// # Errors
/// The first check that fails.
pub fn check<G: Game>(rules: &'static G::Rules, plan: &Plan) -> Result<Report, Failure> {
    let mut report = Report::default();
    check_constants::<G>()?;
    for players in G::PLAYERS {
        for game in 0..plan.games {
            let seed = plan.seed.wrapping_mul(1 << 20).wrapping_add((players * 4096 + game) as u64);
            let mut checker = Checker { plan, rng: CheckRng::seed_from_u64(seed), report: &mut report };
            checker.play_game::<G>(rules, players, game == 0)?;
        }
    }
    Ok(report)
}

fn check_constants<G: Game>() -> Result<(), Failure> {
    let fail = |seen: &str| Err(Failure { check: "constants", seen: seen.into(), place: G::NAME.into() });
    if size_of::<G::Move>() > 8 {
        return fail("a move has more than 8 bytes");
    }
    if G::PARTS.len() > MAX_PARTS || G::PARTS.is_empty() {
        return fail("the number of score parts is out of range");
    }
    Ok(())
}

struct Checker<'a> {
    plan: &'a Plan,
    rng: CheckRng,
    report: &'a mut Report,
}

fn fail<G: Game>(check: &'static str, state: &G, seen: impl Into<String>) -> Result<(), Failure> {
    Err(Failure { check, seen: seen.into(), place: format!("{state:?}") })
}

fn all_see<G: Game>(state: &G, mv: G::Move) -> bool {
    Seat::all(state.n_players()).all(|observer| state.is_visible_to(observer, mv))
}

impl Checker<'_> {
    fn play_game<G: Game>(&mut self, rules: &'static G::Rules, players: usize, first: bool) -> Result<(), Failure> {
        let mut state = G::new(rules, players);
        let mut record = Record::new(players);
        let mut stacks_tried = vec![!first; G::CHANCE_STREAMS.len()];
        let mut imagined = vec![state.clone(); if G::IMPERFECT_INFORMATION { players } else { 0 }];
        let mut choices = Vec::new();
        let mut reveals = false;
        while state.turn() != Turn::Over {
            if record.moves.len() >= G::MAX_MOVES {
                return fail("ends within its bound", &state, format!("{} moves", record.moves.len()));
            }
            let mv = match state.turn() {
                Turn::Player(seat) => self.check_decision(&state, seat, record.moves.len())?,
                _ => self.check_deal(&state, &mut stacks_tried)?,
            };
            Self::check_text(&state, mv)?;
            record.moves.push(mv);
            let before = state.clone();
            Self::check_clone(&mut state, mv)?;
            if before.is_simultaneous() {
                choices.push((before.clone(), mv));
            } else {
                choices.clear();
            }
            reveals |= !choices.is_empty();
            for (observer, imagined) in Seat::all(players).zip(&mut imagined) {
                let goes_on = state.is_simultaneous() && Self::check_choice(&state, &choices, observer)?;
                self.imagine(imagined, &before, mv, &state, observer);
                if !self.knows_the_same(&state, imagined, observer) {
                    // What was chosen unseen can be revealed once all have chosen.
                    if !reveals || goes_on {
                        let seen = format!("to {observer} this is other: {imagined:?}");
                        return fail("hiding leaves what the observer has seen", &state, seen);
                    }
                    imagined.clone_from(&state);
                    imagined.resample_hidden(observer, &mut self.rng);
                }
            }
        }
        Self::check_end(&state)?;
        self.report.games += 1;
        match record.replay::<G>(rules) {
            Ok(again) if again == state => Ok(()),
            Ok(again) => fail("record replays to the same position", &state, format!("{again:?}")),
            Err(error) => fail("record replays to the same position", &state, error.to_string()),
        }
    }

    fn check_decision<G: Game>(&mut self, state: &G, seat: Seat, moves_so_far: usize) -> Result<G::Move, Failure> {
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
        if moves_so_far.is_multiple_of(self.plan.brute_force_every) {
            self.check_legal_list(state, &legal)?;
        }
        self.check_hiding(state, &legal)?;
        let drawn = state.random_move(&mut Vec::new(), &mut self.rng);
        if !legal.contains(&drawn) {
            fail("random move", state, format!("{} is not in the legal list", state.move_text(drawn)))?;
        }
        Ok(legal[self.rng.random_range(0..legal.len())])
    }

    fn check_legal_list<G: Game>(&mut self, state: &G, legal: &[G::Move]) -> Result<(), Failure> {
        let texts = |moves: &[G::Move]| moves.iter().map(|&mv| state.move_text(mv)).collect::<Vec<_>>().join(" ");
        let mut listed = legal.to_vec();
        listed.sort_unstable();
        listed.dedup();
        if listed.len() != legal.len() || legal.is_empty() {
            fail("legal list without duplicates", state, texts(legal))?;
        }
        let (mut found, mut buffer) = (Vec::new(), Vec::new());
        for mv in state.all_moves() {
            if state.legal_index(mv, &mut buffer) != legal.iter().position(|&other| other == mv) {
                fail("place in the legal list", state, state.move_text(mv))?;
            }
            if state.is_legal(mv) {
                found.push(mv);
                continue;
            }
            self.report.refused += 1;
            let mut next = state.clone();
            if next.play(mv).is_ok() || next != *state {
                fail("refused moves leave the position untouched", state, state.move_text(mv))?;
            }
        }
        found.sort_unstable();
        found.dedup();
        if found != listed {
            let seen = format!("listed {}\nbrute force {}", texts(&listed), texts(&found));
            fail("legal list is what brute force finds", state, seen)?;
        }
        Ok(())
    }

    fn check_hiding<G: Game>(&mut self, state: &G, legal: &[G::Move]) -> Result<(), Failure> {
        let mut again = Vec::new();
        if let Turn::Player(seat) = state.turn()
            && let Some(&mv) = legal.iter().find(|&&mv| !state.is_visible_to(seat, mv))
        {
            fail("players see their own moves", state, state.move_text(mv))?;
        }
        for observer in Seat::all(state.n_players()) {
            let mut hidden = state.clone();
            hidden.resample_hidden(observer, &mut self.rng);
            if !G::IMPERFECT_INFORMATION && (hidden != *state || legal.iter().any(|&mv| !all_see(state, mv))) {
                fail("a game that hides nothing hides nothing", state, format!("{observer} sees {hidden:?}"))?;
            }
            if hidden.turn() != state.turn() || hidden.n_players() != state.n_players() {
                fail("hiding changes nothing public", state, format!("{observer} sees {hidden:?}"))?;
            }
            if state.turn() == Turn::Player(observer) {
                hidden.legal_moves(&mut again);
                if again != legal {
                    fail("hiding keeps the observer's own moves", state, format!("{observer} sees {hidden:?}"))?;
                }
            }
        }
        Ok(())
    }

    /// Plays on in a game that the observer cannot tell from the true one: the same move if it was seen, else any that is
    /// unseen too. Where that is refuted, another such game takes its place.
    fn imagine<G: Game>(&mut self, imagined: &mut G, before: &G, mv: G::Move, after: &G, observer: Seat) {
        let mut moves = vec![mv];
        if !before.is_visible_to(observer, mv) {
            let mut outcomes = Vec::new();
            imagined.legal_moves(&mut moves);
            imagined.chance_outcomes(&mut outcomes);
            moves.extend(outcomes.iter().map(|&(mv, _)| mv));
        }
        moves.retain(|&other| {
            imagined.is_legal(other) && imagined.is_visible_to(observer, other) == before.is_visible_to(observer, mv)
        });
        if moves.is_empty() {
            imagined.clone_from(after);
            imagined.resample_hidden(observer, &mut self.rng);
        } else {
            imagined.play_unchecked(moves[self.rng.random_range(0..moves.len())]);
        }
    }

    /// Compares where a simultaneous choice began, and what the observer has chosen since, with what was played. Whether it
    /// began before this position.
    fn check_choice<G: Game>(state: &G, choices: &[(G, G::Move)], observer: Seat) -> Result<bool, Failure> {
        let (mut begin, mut own) = (state.clone(), Vec::new());
        begin.rewind_simultaneous_choice(observer, &mut own);
        let first = choices.iter().position(|(before, _)| *before == begin).unwrap_or(choices.len());
        let since = &choices[first..];
        let own_since = since.iter().filter(|(before, _)| before.turn() == Turn::Player(observer));
        let others_are_unseen = since
            .iter()
            .all(|(before, mv)| before.turn() == Turn::Player(observer) || !before.is_visible_to(observer, *mv));
        if (since.is_empty() && begin != *state) || !own_since.map(|(_, mv)| *mv).eq(own) || !others_are_unseen {
            fail("a simultaneous choice begins where it began", state, format!("for {observer} at {begin:?}"))?;
        }
        Ok(begin != *state)
    }

    fn knows_the_same<G: Game>(&mut self, state: &G, imagined: &G, observer: Seat) -> bool {
        let hidden = [state, imagined].map(|state| {
            let mut hidden = state.clone();
            hidden.resample_hidden(observer, &mut self.rng.clone());
            hidden
        });
        self.rng.next_u64();
        hidden[0] == hidden[1]
    }

    fn check_deal<G: Game>(&mut self, state: &G, stacks_tried: &mut [bool]) -> Result<G::Move, Failure> {
        self.report.deals += 1;
        let mut outcomes = Vec::new();
        state.chance_outcomes(&mut outcomes);
        let mut distinct: Vec<G::Move> = outcomes.iter().map(|&(mv, _)| mv).collect();
        distinct.sort_unstable();
        distinct.dedup();
        if distinct.len() != outcomes.len() || outcomes.is_empty() {
            fail("chance outcomes are distinct", state, format!("{outcomes:?}"))?;
        }
        if let Some((mv, weight)) = outcomes.iter().find(|&&(mv, weight)| weight == 0 || !state.is_legal(mv)) {
            fail("chance outcomes are possible", state, format!("{} has weight {weight}", state.move_text(*mv)))?;
        }
        let possible = state.all_moves().into_iter().filter(|&mv| state.is_legal(mv)).count();
        if possible != outcomes.len() {
            fail("chance outcomes are complete", state, format!("{possible} deals are legal, not {}", outcomes.len()))?;
        }
        if let Some((mv, _)) = outcomes.iter().find(|(mv, _)| !G::IMPERFECT_INFORMATION && !all_see(state, *mv)) {
            fail("a game that hides nothing hides nothing", state, state.move_text(*mv))?;
        }
        let Some(tried) = stacks_tried.get_mut(state.chance_stream()) else {
            let seen = format!("stack {} of {}", state.chance_stream(), G::CHANCE_STREAMS.len());
            return Err(Failure { check: "stacks have names", seen, place: format!("{state:?}") });
        };
        if !std::mem::replace(tried, true) {
            self.check_draws(state, &outcomes)?;
        }
        Ok(state.draw(&mut self.rng))
    }

    /// Compares frequencies with probabilities by the chi-squared statistic, whose mean is the degrees of freedom and
    /// whose variance twice that.
    fn check_draws<G: Game>(&mut self, state: &G, outcomes: &[(G::Move, u32)]) -> Result<(), Failure> {
        let mut counts = vec![0_u32; outcomes.len()];
        for _ in 0..self.plan.draws {
            let mv = state.draw(&mut self.rng);
            match outcomes.iter().position(|&(outcome, _)| outcome == mv) {
                Some(idx) => counts[idx] += 1,
                None => fail("draws match the probabilities", state, format!("{} is no outcome", state.move_text(mv)))?,
            }
        }
        let total: u32 = outcomes.iter().map(|&(_, weight)| weight).sum();
        let deviation = |(&count, &(_, weight)): (&u32, &(G::Move, u32))| {
            let expected = self.plan.draws as f64 * f64::from(weight) / f64::from(total);
            (f64::from(count) - expected).powi(2) / expected
        };
        let chi_squared: f64 = counts.iter().zip(outcomes).map(deviation).sum();
        let freedom = (outcomes.len() - 1) as f64;
        if chi_squared > freedom + 6.0 * (2.0 * freedom).sqrt() + 6.0 {
            fail("draws match the probabilities", state, format!("chi squared {chi_squared} for {freedom} degrees"))?;
        }
        Ok(())
    }

    fn check_text<G: Game>(state: &G, mv: G::Move) -> Result<(), Failure> {
        let text = state.move_text(mv);
        let single_token = !text.is_empty() && text.chars().all(|c| c.is_ascii_graphic());
        if !single_token || state.parse_move(&text) != Ok(mv) {
            fail("moves are read as they are written", state, text.clone())?;
        }
        for wrong in [format!("{text} "), format!("{text}:1x"), text.to_uppercase(), String::new()] {
            if wrong != text && state.parse_move(&wrong).is_ok() {
                fail("moves are read as they are written", state, format!("\"{wrong}\" is read too"))?;
            }
        }
        Ok(())
    }

    /// Plays the move on a clone, on the original with a check, and compares.
    fn check_clone<G: Game>(state: &mut G, mv: G::Move) -> Result<(), Failure> {
        let before = state.clone();
        let mut clone = state.clone();
        if clone != *state {
            fail("a clone is equal", state, format!("{clone:?}"))?;
        }
        clone.play_unchecked(mv);
        if *state != before {
            fail(
                "a clone is independent",
                &before,
                format!("{} on the clone changed the original", state.move_text(mv)),
            )?;
        }
        if let Err(error) = state.play(mv) {
            fail("legal moves can be played", &before, error.to_string())?;
        }
        if clone != *state {
            fail("both ways of playing agree", &before, format!("{}: {clone:?}", before.move_text(mv)))?;
        }
        Ok(())
    }

    fn check_end<G: Game>(state: &G) -> Result<(), Failure> {
        let mut legal = Vec::new();
        state.legal_moves(&mut legal);
        if !legal.is_empty() || state.all_moves().into_iter().any(|mv| state.is_legal(mv)) {
            fail("no move after the end", state, format!("{legal:?}"))?;
        }
        match state.outcome() {
            None => fail("a game that is over has an outcome", state, "none"),
            Some(outcome) => Self::check_outcome(state, &outcome),
        }
    }

    fn check_outcome<G: Game>(state: &G, outcome: &Outcome) -> Result<(), Failure> {
        let players = state.n_players();
        let whole: u32 = outcome.shares.iter().map(|share| share.sixtieths()).sum();
        if whole != Share::WHOLE || outcome.scores.players() != players {
            fail("win shares sum to 1", state, format!("{outcome:?}"))?;
        }
        if outcome.shares != state.win_shares() {
            fail("both ways of asking for the win shares agree", state, format!("{outcome:?}"))?;
        }
        if outcome.ranks.iter().sum::<f64>() != (players * (players + 1)) as f64 / 2.0 {
            fail("ranks are those of all players", state, format!("{outcome:?}"))?;
        }
        for seat in Seat::all(players) {
            let sum: i32 = outcome.parts[seat].iter().sum();
            let fits = G::PARTS_ARE == PartMeaning::Facts || f64::from(sum) == outcome.scores[seat];
            if !fits || outcome.parts[seat] != state.score_parts(seat) {
                fail("scores are the sums of their parts", state, format!("{seat}: {outcome:?}"))?;
            }
            if outcome.parts[seat][G::PARTS.len()..].iter().any(|&part| part != 0) {
                fail("only named parts have points", state, format!("{seat}: {outcome:?}"))?;
            }
        }
        Ok(())
    }
}
