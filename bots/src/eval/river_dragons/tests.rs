use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;
use riverlab_engine::games::river_dragons::DragonRules;
use riverlab_engine::{ComponentIdx, GameRules, Turn};

use super::ground::Ground;
use super::walk::{ACTION, WASTED};
use super::*;

/// Calls `check` in every position of some random games with few rounds.
pub(super) fn each_position(players: usize, mut check: impl FnMut(&RiverDragons, &mut Xoshiro256PlusPlus)) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(players as u64);
    let mut buffer = Vec::new();
    for _ in 0..3 {
        let mut state = RiverDragons::new(DragonRules::standard(), players);
        while state.turn() != Turn::Over && state.round_number() < 9 {
            let mv = match state.turn() {
                Turn::Player(_) => state.random_move(&mut buffer, &mut rng),
                _ => state.draw(&mut rng),
            };
            state.play(mv).expect("legal");
            check(&state, &mut rng);
        }
    }
}

/// Alone on the river a player needs three stones, four planks and five steps; a program does eight of that.
#[test]
fn needs_at_the_start() {
    let mut state = RiverDragons::new(DragonRules::standard(), 2);
    state.play(Move::DealStart(Seat::FIRST)).expect("legal");
    let way = Ground::of(&state).way(&state, Seat::FIRST).expect("a way");
    let walk = way.walk;
    assert_eq!((walk.stones.count_ones(), walk.planks.count_ones(), walk.steps, walk.cost), (3, 4, 5, 0));
    assert_eq!(walk.needs(), 12 * i32::from(ACTION));
    let mut program = walk;
    for card in [Card::STONE2, Card::PLANK2, Card::MOVE2, Card::STONE1, Card::PLANK1] {
        program.carry_out(card, card.actions());
    }
    assert_eq!(program.needs(), 4 * i32::from(ACTION));
    let values = state.evaluate();
    assert!(values.iter().all(|&found| (found - value_of(4 * i32::from(ACTION))).abs() < 1e-12), "{values:?}");
    // Who may not go two steps needs two actions more.
    let move2 = (0..20).map(ComponentIdx).find(|&component| state.takes(Move::Program(Card::MOVE2), component));
    let banned = state.evaluate_under_ban(None, move2.expect("a component").into(), |seat| seat == Seat::FIRST);
    assert!((banned[Seat::FIRST] - value_of(5 * i32::from(ACTION))).abs() < 1e-12, "{banned:?}");
    assert_eq!(banned[Seat::new(1)], values[Seat::new(1)]);
    // A pawn that has nowhere to go stays; what is laid without a stone is wasted.
    let mut wasted = walk;
    wasted.carry_out(Card::MOVE2, 2);
    wasted.carry_out(Card::PLANK1, 1);
    assert_eq!((wasted.at, wasted.needs()), (0, walk.needs() + WASTED));
}

/// The features of a move, by name.
fn move_feature(state: &RiverDragons, mv: Move, name: &str) -> f32 {
    let mut table = MoveTable::default();
    state.write_move_features(&[mv], &mut table);
    let idx = RiverDragons::MOVE_FEATURES.iter().position(|feature| feature.name == name);
    table.rows()[0][idx.expect("a feature of this name")]
}

#[test]
fn features_of_the_first_cards() {
    let mut state = RiverDragons::new(DragonRules::standard(), 2);
    state.play(Move::DealStart(Seat::FIRST)).expect("legal");
    let dragon = Card::dragon(state.player(Seat::new(1)).color());
    let check = |state: &RiverDragons, card, name, expected| {
        assert_eq!(move_feature(state, Move::Program(card), name), expected, "{name}");
    };
    check(&state, Card::STONE2, "card.helps", 2.0);
    check(&state, Card::STONE2, "card.best", 1.0);
    check(&state, Card::STONE2, "plan.loses", 0.0);
    check(&state, Card::STONE2, "plan.layable", 2.0);
    check(&state, Card::PLANK2, "card.helps", -0.8);
    check(&state, Card::JUMP, "plan.loses", 1.0);
    // The victim likely begins with two stones.
    check(&state, dragon, "dragon.stops", 2.0);
    check(&state, dragon, "dragon.arrival", 0.0);
    for card in [Card::STONE2, Card::PLANK2] {
        state.play(Move::Program(card)).expect("legal");
    }
    check(&state, Card::MOVE2, "plan.ready", 0.0);
    check(&state, Card::MOVE1, "plan.ready", 1.0);
    check(&state, Card::MOVE2, "move.late", 0.5);
    check(&state, Card::MOVE2, "move.falls", 0.0);
}

#[test]
fn features_of_moves_in_random_games() {
    let (mut steps, mut wins, mut legal) = (0, 0, Vec::new());
    for players in [2, 3, 6] {
        each_position(players, |state, _| {
            let Some(seat) = state.turn().player() else { return };
            let (mut positions, mut moves) = (FeatureTable::default(), MoveTable::default());
            state.legal_moves(&mut legal);
            state.write_features(Some(seat), &mut positions);
            state.write_move_features(&legal, &mut moves);
            assert_eq!(moves.left, positions.left, "{state}");
            let way = Ground::of(state).way(state, seat).expect("a way");
            for &mv in &legal {
                let Move::Step(to) = mv else { continue };
                let progress = move_feature(state, mv, "go.progress");
                let span = to.as_plank().and_then(|plank| state.span_of(plank));
                let is_first = span.is_some() && span == way.first_span(state.player(seat).pawn());
                // No step saves more than itself, and the first of the way does.
                assert!(progress <= 1.0 && (progress == 1.0 || !is_first), "{progress} in {state}");
                let mut next = state.clone();
                next.play_unchecked(mv);
                assert_eq!(move_feature(state, mv, "wins") == 1.0, next.has_won(seat), "{state}");
                (steps, wins) = (steps + 1, wins + u32::from(next.has_won(seat)));
            }
        });
    }
    assert!(steps > 100, "{steps} steps, {wins} won");
}

#[test]
fn quick_choices_are_legal() {
    for players in [2, 3, 6] {
        let (mut quick, mut all, mut legal) = (0, 0, Vec::new());
        each_position(players, |state, rng| {
            state.legal_moves(&mut legal);
            if legal.is_empty() {
                return;
            }
            all += 1;
            if let Some(mv) = state.quick_choice(&legal, rng) {
                assert!(legal.contains(&mv), "{} in {state}", state.move_text(mv));
                quick += 1;
            }
        });
        assert!(quick * 3 > all * 2 && all > 300, "{quick} of {all}");
    }
}

/// The values of an observer do not depend on what the others have programmed unseen.
#[test]
fn unseen_programs_do_not_count_for_an_observer() {
    let mut differ = 0;
    each_position(3, |state, rng| {
        let mut other = state.clone();
        other.resample_hidden(Seat::FIRST, rng);
        differ += u32::from(other != *state);
        assert_eq!(other.evaluate_as(Seat::FIRST), state.evaluate_as(Seat::FIRST), "{state}");
    });
    assert!(differ > 100);
}
