//! Checks of the [action index](Actions): every legal move has a number of its own, and a number is one move.

use std::collections::HashSet;

use rand::{Rng, RngExt, SeedableRng};

use super::failure::{Failure, fail};
use super::plan::{CheckRng, Plan, Report};
use crate::{Actions, Seat, Turn};

/// Checks the action index of a game under these rules in random games with every number of players:
/// - the tables need no number that there is not, and all numbers have names of their own;
/// - the legal actions are the legal moves, their numbers ascend and are below the number of all, and are the same
///   where they are found without the moves;
/// - every number names no move or one that has this number, which is legal if it is among the legal actions; numbers
///   beyond the table name none. This is tried in one of [`brute_force_every`](Plan::brute_force_every) positions;
/// - numbers tell the player to act nothing: they are the same once what that player cannot know is resampled;
/// - there are no legal actions when no player is to act.
///
/// # Errors
/// The first check that fails.
///
/// # Examples
/// ```
/// use riverlab_engine::conformance::{self, Plan};
/// use riverlab_engine::games::toy::{Dice, FixedRules};
///
/// let report = conformance::check_actions::<Dice>(&FixedRules, &Plan { games: 1, ..Plan::default() })?;
/// assert_eq!(report.games, 5); // one with 2, one with 3, … one with 6 players
/// # Ok::<(), conformance::Failure>(())
/// ```
pub fn check_actions<G: Actions>(rules: &'static G::Rules, plan: &Plan) -> Result<Report, Failure> {
    let mut report = Report::default();
    check_table::<G>(rules)?;
    for players in G::PLAYERS {
        for game in 0..plan.games {
            let seed = plan.seed.wrapping_mul(1 << 20).wrapping_add((players * 4096 + game) as u64);
            let state = G::new(rules, players);
            ActionChecker { plan, rng: CheckRng::seed_from_u64(seed), report: &mut report }.play_game(rules, state)?;
        }
    }
    Ok(report)
}

/// The tables need no other numbers, and the names of all numbers differ.
fn check_table<G: Actions>(rules: &G::Rules) -> Result<(), Failure> {
    let fail = |seen: String| Err(Failure { check: "action names", seen, position: G::NAME.into() });
    if let Err(error) = G::check_actions(rules) {
        return fail(error.to_string());
    }
    let mut names = HashSet::new();
    for name in (0..G::n_actions(rules)).map(|index| G::action_name(rules, index)) {
        if name.is_empty() || names.contains(&name) {
            return fail(format!("\"{name}\" stands twice or is empty"));
        }
        names.insert(name);
    }
    if names.is_empty() { fail("there are none".to_owned()) } else { Ok(()) }
}

/// Plays random games and checks the numbers in every position of them.
struct ActionChecker<'a> {
    plan: &'a Plan,
    rng: CheckRng,
    report: &'a mut Report,
}

impl ActionChecker<'_> {
    fn play_game<G: Actions>(&mut self, rules: &'static G::Rules, mut state: G) -> Result<(), Failure> {
        let (mut moves, mut actions, mut decisions) = (Vec::new(), Vec::new(), 0_usize);
        loop {
            state.legal_actions(&mut moves, &mut actions);
            let mv = match state.turn() {
                Turn::Player(seat) => {
                    let by_brute_force = decisions.is_multiple_of(self.plan.brute_force_every);
                    decisions += 1;
                    self.decide(rules, &state, seat, &actions, by_brute_force)?;
                    actions[self.rng.random_range(0..actions.len())].1
                }
                _ if !actions.is_empty() => return fail("legal actions are those of a player", &state, ""),
                Turn::Chance => {
                    self.report.chance_events += 1;
                    state.draw(&mut self.rng)
                }
                Turn::Over => break,
            };
            state.play_unchecked(mv);
        }
        self.report.decisions += decisions;
        self.report.games += 1;
        Ok(())
    }

    /// Checks a position in which a player is to move.
    fn decide<G: Actions>(
        &mut self,
        rules: &G::Rules,
        state: &G,
        seat: Seat,
        actions: &[(usize, G::Move)],
        by_brute_force: bool,
    ) -> Result<(), Failure> {
        let all = G::n_actions(rules);
        check_legal_actions(state, actions, all)?;
        let sample = resampled(state, seat, &mut self.rng);
        check_secrets(state, &sample, actions)?;
        if by_brute_force {
            self.report.refused += check_every_number(state, &sample, actions, all)?;
        }
        Ok(())
    }
}

fn resampled<G: Actions>(state: &G, observer: Seat, rng: &mut impl Rng) -> G {
    let mut sample = state.clone();
    sample.resample_hidden(observer, rng);
    sample
}

/// The legal actions are the legal moves, each with its number, and these ascend and are below `all`.
fn check_legal_actions<G: Actions>(state: &G, actions: &[(usize, G::Move)], all: usize) -> Result<(), Failure> {
    let text = |&(index, mv): &(usize, G::Move)| format!("{index} is {}", state.move_text(mv));
    let mut legal = Vec::new();
    state.legal_moves(&mut legal);
    let mut moves: Vec<G::Move> = actions.iter().map(|&(_, mv)| mv).collect();
    legal.sort_unstable();
    moves.sort_unstable();
    if moves != legal {
        let texts: Vec<String> = actions.iter().map(text).collect();
        fail("legal actions are the legal moves", state, texts.join(", "))?;
    }
    if let Some((one, next)) = actions.iter().zip(actions.iter().skip(1)).find(|(one, next)| one.0 >= next.0) {
        fail("numbers of legal actions ascend", state, format!("{}, then {}", text(one), text(next)))?;
    }
    if let Some(beyond) = actions.iter().find(|&&(index, _)| index >= all) {
        fail("numbers are below the number of all", state, format!("{}, of {all}", text(beyond)))?;
    }
    let mut indexes = Vec::new();
    state.legal_indexes(&mut legal, &mut indexes);
    if !indexes.iter().eq(actions.iter().map(|(index, _)| index)) {
        fail("numbers alone are those of the legal actions", state, format!("{indexes:?}"))?;
    }
    let is_named =
        |&&(index, mv): &&(usize, G::Move)| state.action_index(mv) == index && state.action_at(index) == Some(mv);
    match actions.iter().find(|action| !is_named(action)) {
        Some(wrong) => fail("a number is that of its move", state, text(wrong)),
        None => Ok(()),
    }
}

/// The numbers of the legal moves are the same where the player to act sees no difference.
fn check_secrets<G: Actions>(state: &G, sample: &G, actions: &[(usize, G::Move)]) -> Result<(), Failure> {
    match actions.iter().find(|&&(index, mv)| sample.action_index(mv) != index) {
        Some(&(index, mv)) => fail("numbers keep secrets", state, format!("{index} is {}", state.move_text(mv))),
        None => Ok(()),
    }
}

/// Looks at every number, and at some beyond. Returns how many name no legal move.
fn check_every_number<G: Actions>(
    state: &G,
    sample: &G,
    actions: &[(usize, G::Move)],
    all: usize,
) -> Result<usize, Failure> {
    let mut legal = actions.iter().map(|&(index, _)| index).peekable();
    for index in 0..all {
        let named = state.action_at(index);
        let seen = || format!("{index} is {}", named.map_or("none".to_owned(), |mv| state.move_text(mv)));
        if named.is_some_and(|mv| state.action_index(mv) != index) {
            fail("a number is that of its move", state, seen())?;
        }
        if named.is_some_and(|mv| state.is_legal(mv)) != legal.next_if_eq(&index).is_some() {
            fail("legal numbers are those of legal moves", state, seen())?;
        }
        if sample.action_at(index) != named {
            fail("numbers keep secrets", state, seen())?;
        }
    }
    match [all, all + 1, 2 * all, usize::MAX].into_iter().find(|&index| state.action_at(index).is_some()) {
        Some(index) => fail("numbers beyond the table name no move", state, index.to_string()).map(|()| 0),
        None => Ok(all - actions.len()),
    }
}

#[cfg(test)]
#[path = "actions_tests.rs"]
mod tests;
