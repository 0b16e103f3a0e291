//! Prospects are martingales under the play that they foretell, and those of finished games are results.

use riverlab_engine::games::toy::{Dice, DiceMove};
use riverlab_engine::{Game, GameRules, Seat};

use super::die::TOTAL;
use super::*;

/// A position of so many players after these moves.
fn after(players: usize, moves: &[DiceMove]) -> Dice {
    let mut state = Dice::new(GameRules::standard(), players);
    for &mv in moves {
        state.play(mv).expect("a legal move");
    }
    state
}

/// The prospects of the roll of the player to act: the mean over all faces.
fn rolled(state: &Dice) -> Prospects {
    let mut rolling = *state;
    rolling.play(DiceMove::Roll).expect("a legal move");
    let mut outcomes = Vec::new();
    rolling.chance_outcomes(&mut outcomes);
    let mean = |value: &dyn Fn(&Prospects) -> f64| {
        let part = |&(mv, weight): &(DiceMove, u32)| {
            let mut next = rolling;
            next.play(mv).expect("a legal move");
            f64::from(weight) / TOTAL * value(&of(&next).expect("no chance event follows"))
        };
        outcomes.iter().map(part).sum()
    };
    let players = state.n_players();
    Prospects {
        shares: PerPlayer::from_fn(players, |seat| mean(&|of| of.shares[seat])),
        scores: PerPlayer::from_fn(players, |seat| mean(&|of| of.scores[seat])),
    }
}

fn stopped(state: &Dice) -> Prospects {
    let mut next = *state;
    next.play(DiceMove::Stop).expect("a legal move");
    of(&next).expect("no chance event follows")
}

fn check_alike(one: &Prospects, other: &Prospects) {
    for (one, other) in [(&one.shares, &other.shares), (&one.scores, &other.scores)] {
        assert!(one.iter().zip(other).all(|(one, other)| (one - other).abs() < 1e-9), "{one:?} {other:?}");
    }
}

const START: DiceMove = DiceMove::Start(Seat::FIRST);

#[test]
fn optimal_play_does_what_is_better() {
    for faces in [&[][..], &[3], &[6, 6], &[6, 6, 6], &[5, 4]] {
        let mut moves = vec![START];
        moves.extend(faces.iter().flat_map(|&face| [DiceMove::Roll, DiceMove::Face(face)]));
        let state = after(2, &moves);
        let (best, rolled) = (of(&state).expect("a decision"), rolled(&state));
        let mut expected = rolled;
        if state.sum() > 0 && stopped(&state).shares[Seat::FIRST] >= rolled.shares[Seat::FIRST] {
            expected = stopped(&state);
        }
        check_alike(&best, &expected);
    }
}

#[test]
fn a_race_rolls_until_there_is_enough() {
    for players in 3..=6 {
        let begun = after(players, &[START]);
        check_alike(&of(&begun).expect("a decision"), &rolled(&begun));
        let enough = after(players, &[START, DiceMove::Roll, DiceMove::Face(6), DiceMove::Roll, DiceMove::Face(4)]);
        check_alike(&of(&enough).expect("a decision"), &stopped(&enough));
        let shares: f64 = of(&begun).expect("a decision").shares.iter().sum();
        assert!((shares - 1.0).abs() < 1e-9, "{shares}");
    }
}

/// All have lost every turn but the very last one.
fn before_the_last_turn(players: usize) -> Dice {
    let mut moves = vec![START];
    for _ in 1..usize::from(Dice::TURNS) * players {
        moves.extend([DiceMove::Roll, DiceMove::Face(1)]);
    }
    after(players, &moves)
}

#[test]
fn prospects_of_the_last_turn_are_exact() {
    // Anything but a one wins: the sum of two faces and more need not be risked.
    let duel = before_the_last_turn(2);
    let last = duel.turn().player().expect("a decision");
    assert!((of(&duel).expect("a decision").shares[last] - (5.0 / 7.0 + 2.0 / 7.0 / 2.0)).abs() < 1e-9);
    let race = before_the_last_turn(3);
    check_alike(&of(&race).expect("a decision"), &rolled(&race));
    for state in [duel, race] {
        let mut over = state;
        for mv in [DiceMove::Roll, DiceMove::Face(1)] {
            over.play(mv).expect("a legal move");
        }
        assert_eq!(of(&over).expect("it is over").shares[Seat::FIRST], 1.0 / state.n_players() as f64);
    }
}
