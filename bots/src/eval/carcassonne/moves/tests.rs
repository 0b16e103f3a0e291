use rand::{RngExt, SeedableRng};
use riverlab_engine::games::carcassonne::CarcassonneRules;
use riverlab_engine::{GameRules, RulesSource, Seat};

use super::features::Index;
use super::slow_laying::write_places_slowly;
use super::*;
use crate::long::scaled;
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

/// Compares the rows of all moves of a position with those of the slow way, bit for bit.
fn compare(state: &Carcassonne, moves: &[Move], tables: &mut [MoveTable; 2]) {
    let (Turn::Player(me), Some(drawn)) = (state.turn(), state.drawn()) else { return };
    let [quick, slow] = tables;
    quick.clear();
    write(state, moves, quick);
    slow.clear();
    write_places_slowly(View::new(state, me), state.rules().tile(drawn), moves, slow);
    for ((mv, quick), slow) in moves.iter().zip(quick.rows()).zip(slow.rows()) {
        assert_eq!(quick.map(f32::to_bits), slow.map(f32::to_bits), "{mv:?}\n{quick:?}\n{slow:?}\n{state}");
    }
    assert_eq!(quick.rows().len(), moves.len());
}

#[test]
fn quick_rows_are_those_of_the_slow_way() {
    let rules = ["none", "1", "2", "both"].map(|rivers| {
        let source = RulesSource { file: None, sets: vec![format!("rivers={rivers}")] };
        &*Box::leak(Box::new(CarcassonneRules::load(&source).expect("they are allowed")))
    });
    let mut tables = [MoveTable::default(), MoveTable::default()];
    let mut legal = Vec::new();
    for game in 0..scaled(60, 2000) {
        let mut rng = SearchRng::seed_from_u64(game as u64);
        let mut state = Carcassonne::new(rules[game % 4], 2 + game / 4 % 4);
        // Now and then a meeple wherever there may be one, for features that many claim.
        let eager = game % 3;
        while state.turn() != Turn::Over {
            let mv = if state.turn() == Turn::Chance {
                state.draw(&mut rng)
            } else {
                state.legal_moves(&mut legal);
                compare(&state, &legal, &mut tables);
                let choices =
                    if state.drawn().is_none() && eager > 0 { legal.len().div_ceil(eager) } else { legal.len() };
                legal[rng.random_range(0..choices)]
            };
            state.play_unchecked(mv);
        }
    }
}
