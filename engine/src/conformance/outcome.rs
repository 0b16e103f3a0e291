//! Checks of the result of a game.

use super::failure::{Failure, fail};
use crate::{Game, Outcome, PartMeaning, Seat, Share};

/// In so many games in which two or more did not win, none ranks them: then the game does not rank them at all.
const ENOUGH_GAMES: usize = 20;

/// Whether games rank those who have not won.
#[derive(Default)]
pub(super) struct Losers {
    /// Games in which two or more did not win.
    games: usize,
    /// Whether a game has ranked them.
    are_ranked: bool,
}

impl Losers {
    fn add<G: Game>(&mut self, state: &G, outcome: &Outcome) -> Result<(), Failure> {
        let losers = || Seat::all(state.n_players()).filter(|&seat| outcome.shares[seat] == Share::NONE);
        let Some(first) = losers().next() else { return Ok(()) };
        self.games += usize::from(losers().count() > 1);
        self.are_ranked |= losers().any(|seat| outcome.ranks[seat] != outcome.ranks[first]);
        if G::WINNERS_ONLY && self.are_ranked {
            fail("a game that only says who has won ranks nobody else", state, format!("{outcome:?}"))?;
        }
        if !G::WINNERS_ONLY && self.games >= ENOUGH_GAMES && !self.are_ranked {
            fail("a game that only says who has won says so (WINNERS_ONLY)", state, format!("{outcome:?}"))?;
        }
        Ok(())
    }
}

/// A game that is over has an outcome and no moves.
pub(super) fn check_end<G: Game>(state: &G, seen: &mut Losers) -> Result<(), Failure> {
    let mut legal = Vec::new();
    state.legal_moves(&mut legal);
    if !legal.is_empty() || state.all_moves().into_iter().any(|mv| state.is_legal(mv)) {
        fail("no move after the end", state, format!("{legal:?}"))?;
    }
    let Some(outcome) = state.outcome() else {
        return fail("a game that is over has an outcome", state, "none");
    };
    check_shares(state, &outcome)?;
    seen.add(state, &outcome)?;
    Seat::all(state.n_players()).try_for_each(|seat| check_score(state, &outcome, seat))
}

fn check_shares<G: Game>(state: &G, outcome: &Outcome) -> Result<(), Failure> {
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
    Ok(())
}

fn check_score<G: Game>(state: &G, outcome: &Outcome, seat: Seat) -> Result<(), Failure> {
    let parts = outcome.parts[seat];
    let fits = G::PARTS_ARE == PartMeaning::Facts || f64::from(parts.iter().sum::<i32>()) == outcome.scores[seat];
    if !fits || parts != state.score_parts(seat) {
        fail("scores are the sums of their parts", state, format!("{seat}: {outcome:?}"))?;
    }
    if parts[G::PARTS.len()..].iter().any(|&part| part != 0) {
        fail("only named parts have points", state, format!("{seat}: {outcome:?}"))?;
    }
    Ok(())
}
