//! The solver beside one that looks at everything and cuts nothing off.

use std::sync::atomic::AtomicBool;

use riverlab_bots::play::game_loop::play_game;
use riverlab_bots::play::streams::Deal;
use riverlab_bots::{Bot, Evaluate, registry};
use riverlab_engine::games::carcassonne::Carcassonne;
use riverlab_engine::games::rio_grande::RioGrande;
use riverlab_engine::games::river_dragons::RiverDragons;
use riverlab_engine::games::the_river::TheRiver;
use riverlab_engine::games::toy::ConnectFour;
use riverlab_engine::{Game, GameRules, PartMeaning, RulesSource, Seat, Turn};

use crate::long::scaled;

use super::positions::{Ending, ending};
use super::solve::{Objective, Values, choice_values};

/// What the first seat has of a position when both go on without fault; none if that takes more than so many positions.
fn plain<G: Game>(state: &G, of_end: &impl Fn(&G) -> f64, left: &mut u32) -> Option<f64> {
    *left = left.checked_sub(1)?;
    let after = |mv: G::Move| {
        let mut next = state.clone();
        next.play_unchecked(mv);
        next
    };
    match state.turn() {
        Turn::Over => Some(of_end(state)),
        Turn::Chance => {
            let mut outcomes = Vec::new();
            state.chance_outcomes(&mut outcomes);
            let all: f64 = outcomes.iter().map(|(_, weight)| f64::from(*weight)).sum();
            let part =
                |(mv, weight): &(G::Move, u32)| Some(f64::from(*weight) / all * plain(&after(*mv), of_end, left)?);
            outcomes.iter().map(part).sum()
        }
        Turn::Player(seat) => {
            let mut moves = Vec::new();
            state.legal_moves(&mut moves);
            if state.is_simultaneous() {
                return matrix(state, seat, of_end, left).map(|wins| fictitious_play(&wins));
            }
            let values = moves.into_iter().map(|mv| plain(&after(mv), of_end, left)).collect::<Option<Vec<f64>>>()?;
            values.into_iter().reduce(if seat == Seat::FIRST { f64::max } else { f64::min })
        }
    }
}

/// What the first seat wins by what both choose at the same time, one move each.
fn matrix<G: Game>(state: &G, earlier: Seat, of_end: &impl Fn(&G) -> f64, left: &mut u32) -> Option<Vec<Vec<f64>>> {
    let all = |state: &G| {
        let mut moves = Vec::new();
        state.legal_moves(&mut moves);
        let play = |mv: G::Move| {
            let mut next = state.clone();
            next.play_unchecked(mv);
            next
        };
        moves.into_iter().map(play).collect::<Vec<G>>()
    };
    let mut row = |chosen: &G| all(chosen).iter().map(|both| plain(both, of_end, left)).collect::<Option<Vec<f64>>>();
    let wins = all(state).iter().map(&mut row).collect::<Option<Vec<_>>>()?;
    if earlier == Seat::FIRST {
        return Some(wins);
    }
    Some((0..wins[0].len()).map(|column| wins.iter().map(|row| row[column]).collect()).collect())
}

/// The value of a matrix game, about: each player answers what the other one has done so far (Brown 1951).
fn fictitious_play(wins: &[Vec<f64>]) -> f64 {
    let (mut rows, mut columns) = (vec![0.0; wins.len()], vec![0.0; wins[0].len()]);
    let (mut row, rounds) = (0, 20_000);
    for _ in 0..rounds {
        (0..columns.len()).for_each(|column| columns[column] += wins[row][column]);
        let column = (0..columns.len()).min_by(|&one, &other| columns[one].total_cmp(&columns[other])).expect("one");
        (0..rows.len()).for_each(|idx| rows[idx] += wins[idx][column]);
        row = (0..rows.len()).max_by(|&one, &other| rows[one].total_cmp(&rows[other])).expect("one");
    }
    let lo = columns.iter().copied().fold(f64::MAX, f64::min) / f64::from(rounds);
    let hi = rows.iter().copied().fold(f64::MIN, f64::max) / f64::from(rounds);
    f64::midpoint(lo, hi)
}

fn rules<G: Game>(sets: &[&str]) -> &'static G::Rules {
    let sets = sets.iter().map(|&set| set.to_owned()).collect();
    Box::leak(Box::new(G::Rules::load(&RulesSource { file: None, sets }).expect("rules")))
}

/// A bot whose games are not decided long before they end.
fn player<G: Evaluate>() -> Box<dyn Bot<G>> {
    registry::build(&"mcts:sims=50".parse().expect("a spec")).expect("a bot")
}

/// Compares the endings of some deals, and says in how many there was one.
fn check<G: Evaluate>(deals: u64, most: u64) -> usize {
    let rules = rules::<G>(&[]);
    let (mut first, mut second) = (player::<G>(), player::<G>());
    let mut found = 0;
    for deal in 1..=deals {
        let mut bots: [&mut dyn Bot<G>; 2] = [first.as_mut(), second.as_mut()];
        let Some(ending) = ending::<G>(rules, Deal { seed: 1, number: deal }, &mut bots, most, &AtomicBool::new(false))
            .expect("a game")
        else {
            continue;
        };
        let Ending { state, seat, shares, points, .. } = &ending;
        let share = |state: &G| state.win_shares()[Seat::FIRST].value();
        let ahead = |state: &G| {
            let scores = state.outcome().expect("over").scores;
            Seat::all(2).map(|seat| scores[seat]).reduce(|first, second| first - second).expect("two")
        };
        let is_first = *seat == Seat::FIRST;
        let mut compared = 0;
        let mut compare = |values: &Values<G>, of_end: &dyn Fn(&G) -> f64, mirrored: &dyn Fn(f64) -> f64| {
            let mut left = 100_000;
            for (mv, value) in values {
                let mut next = state.clone();
                next.play_unchecked(*mv);
                let Some(expected) = plain(&next, &|state: &G| of_end(state), &mut left) else { return };
                let expected = if is_first { expected } else { mirrored(expected) };
                compared += 1;
                assert!(
                    (value - expected).abs() < 1e-9,
                    "{}, deal {deal}, {}: {value}, not {expected}",
                    G::NAME,
                    state.move_text(*mv)
                );
            }
        };
        if state.is_simultaneous() {
            continue;
        }
        compare(shares, &share, &|value| 1.0 - value);
        if let Some(points) = points {
            compare(points, &ahead, &|value| -value);
        }
        found += usize::from(compared == shares.len() + points.as_ref().map_or(0, Vec::len));
        assert_eq!(points.is_some(), G::PARTS_ARE == PartMeaning::Points, "{}", G::NAME);
    }
    found
}

#[test]
fn endings_are_solved_as_by_looking_at_everything() {
    let found = [
        check::<ConnectFour>(scaled(20, 40), 2_000),
        check::<TheRiver>(scaled(8, 20), 3_000),
        check::<RioGrande>(scaled(20, 40), 3_000),
        check::<Carcassonne>(scaled(6, 12), 3_000),
    ];
    assert!(found.iter().sum::<usize>() >= scaled(4, 8), "{found:?}");
}

#[test]
fn choices_at_the_same_time_are_worth_what_fictitious_play_finds() {
    let rules = rules::<RiverDragons>(&["cards.program=1"]);
    let (mut first, mut second) = (player::<RiverDragons>(), player::<RiverDragons>());
    let mut found = 0;
    for deal in 35..=40 {
        let mut bots: [&mut dyn Bot<RiverDragons>; 2] = [first.as_mut(), second.as_mut()];
        // The last round of the game begins where the first of both chooses for the last time.
        let (mut last, mut before) = (None, None::<RiverDragons>);
        play_game(rules, Deal { seed: 1, number: deal }, &mut bots, |state, _, _| {
            if state.is_simultaneous() && before.as_ref().is_some_and(Game::is_simultaneous) {
                last = before.take();
            } else {
                before = Some(state.clone());
            }
        })
        .expect("a game");
        let begun = last.expect("there was a round");
        let Ok(([choices, others], _)) = choice_values(&begun, Objective::Share, 200_000) else { continue };
        let share = |state: &RiverDragons| state.win_shares()[Seat::FIRST].value();
        let Some(value) = plain(&begun, &share, &mut 2_000_000) else { continue };
        found += 1;
        for (value, choices) in [(value, choices), (1.0 - value, others)] {
            let best = choices.iter().map(|(_, share)| *share).fold(0.0, f64::max);
            assert!((best - value).abs() < 0.01, "deal {deal}: {best}, not {value}");
        }
    }
    assert!(found >= 2, "{found}");
}
