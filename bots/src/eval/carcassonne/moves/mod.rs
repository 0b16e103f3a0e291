//! What learned policies of Carcassonne look at of each move of the player to act.
//!
//! A player **leads** a feature who has the most meeples on it, alone or as others; what it brings **now** is what it
//! brings if the game ends as it is. What others have or gain is a mean over all of them. Changes are those that laying
//! the tile makes, before a meeple is put. Chances are those of [`site`].
//!
//! Two shortcuts are rarely wrong: where features are joined that share a tile, it counts twice; and where two segments
//! of the tile touch one feature, each is joined with it alone, so that a ring of roads is not seen to be completed.
//!
//! Putting no meeple has a row of zeros, with which all others are compared.

mod claiming;
pub(super) mod features;
mod laying;
mod site;
mod spots;
mod stakes;

use riverlab_engine::games::carcassonne::{Carcassonne, Move};
use riverlab_engine::{Game, Turn};

use self::stakes::View;
use super::worth::share_left;
use crate::eval::features::MoveTable;

/// Adds a row for each move of the player to act.
pub(super) fn write(state: &Carcassonne, moves: &[Move], table: &mut MoveTable) {
    table.left = share_left(state);
    let Turn::Player(me) = state.turn() else { return };
    let view = View::new(state, me);
    match state.drawn() {
        Some(drawn) => laying::write_places(view, state.rules().tile(drawn), moves, table),
        None => claiming::write_claims(&view, moves, table),
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use riverlab_engine::games::carcassonne::CarcassonneRules;
    use riverlab_engine::{GameRules, Seat};

    use super::features::Index;
    use super::*;
    use crate::rng::SearchRng;

    fn points(state: &Carcassonne, seat: Seat) -> f32 {
        state.score_parts(seat).iter().sum::<i32>() as f32
    }

    /// The position after a move, and after putting no meeple if one might be put; none if the game is over then.
    fn after(state: &Carcassonne, mv: Move) -> Option<Carcassonne> {
        let mut next = state.clone();
        next.play_unchecked(mv);
        if matches!(mv, Move::Tile(..)) && next.turn().player().is_some() {
            next.play_unchecked(Move::None);
        }
        (next.turn() != Turn::Over).then_some(next)
    }

    /// Compares what a move brings at once with the points after it; returns whether they are the same, and none for
    /// tiles that bring nothing.
    fn check(state: &Carcassonne, mv: Move, row: &[f32]) -> Option<bool> {
        let next = after(state, mv)?;
        let me = state.turn().player()?;
        let gain = |seat| points(&next, seat) - points(state, seat);
        let others = Seat::all(state.n_players()).filter(|&seat| seat != me);
        let gain_others = others.map(gain).sum::<f32>() / (state.n_players() - 1) as f32;
        let value = |index: Index| row[index as usize];
        if let Move::Meeple(_) = mv {
            let without = after(state, Move::None)?;
            assert_eq!(value(Index::CompletedPoints), points(&next, me) - points(&without, me), "{state}");
            return None;
        }
        if mv == Move::None {
            assert!(row.iter().all(|&value| value == 0.0), "{row:?}");
            return None;
        }
        let (done, done_others) = (value(Index::Done), value(Index::DoneOthers));
        let scores = [done, done_others, gain(me), gain_others] != [0.0; 4];
        scores.then(|| done == gain(me) && (done_others - gain_others).abs() < 0.001)
    }

    #[test]
    fn what_moves_complete_is_what_they_score() {
        let mut rng = SearchRng::seed_from_u64(1);
        let (mut legal, mut table, mut equal, mut seen) = (Vec::new(), MoveTable::default(), 0, 0);
        for game in 0..12 {
            let mut state = Carcassonne::new(CarcassonneRules::standard(), 2 + game % 4);
            while state.turn() != Turn::Over {
                let mv = if state.turn() == Turn::Chance {
                    state.draw(&mut rng)
                } else {
                    state.legal_moves(&mut legal);
                    table.clear();
                    write(&state, &legal, &mut table);
                    for (&mv, row) in legal.iter().zip(table.rows()) {
                        let found = check(&state, mv, row);
                        seen += u32::from(found.is_some());
                        equal += u32::from(found == Some(true));
                    }
                    legal[rng.random_range(0..legal.len())]
                };
                state.play_unchecked(mv);
            }
        }
        assert!(seen > 200 && equal > seen / 100 * 90, "{equal} of {seen}");
    }
}
