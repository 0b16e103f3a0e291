//! Under bans of two components nobody affected takes either, in any game, and all else stays as it is.

use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use riverlab_engine::games::carcassonne::Carcassonne;
use riverlab_engine::games::rio_grande::RioGrande;
use riverlab_engine::games::river_dragons::RiverDragons;
use riverlab_engine::games::the_river::TheRiver;
use riverlab_engine::{
    ActiveIntervention, ComponentIdx, Game, GameRules, InterventionKind, ModifiedGame, Modify, Seat, Targets, Turn,
};

use crate::long::scaled;
use crate::modifications::modification;

/// What was met.
#[derive(Debug, Default)]
struct Met {
    /// Decisions at which the one, the other, or both were refused.
    refused: [u32; 3],
    waived: u32,
}

/// Plays random games under bans of two components that are drawn from all that can be banned. What is left of the moves of
/// the rules is compared with what [`Components::taken`](riverlab_engine::Components::taken) says of each.
fn check<G: Modify>(games: usize) -> Met {
    let (mut rng, mut met) = (Xoshiro256PlusPlus::seed_from_u64(5), Met::default());
    for game in 0..games {
        let players = rng.random_range(G::PLAYERS);
        let components = (0..).map(ComponentIdx).zip(G::components(G::Rules::standard(), players));
        let can_be_banned: Vec<ComponentIdx> = components
            .filter(|(_, component)| component.interventions.contains(&InterventionKind::Ban))
            .map(|(idx, _)| idx)
            .collect();
        let two: Vec<ComponentIdx> = can_be_banned.sample(&mut rng, 2).copied().collect();
        let affected_seat = (game % 2 == 0).then(|| Seat::new(rng.random_range(0..players)));
        let targets = Targets::from(two[0]).and(two[1]);
        let mut state = ModifiedGame::<G>::new(modification(ActiveIntervention::Ban(targets), affected_seat), players);
        let mut moves = Vec::new();
        while state.turn() != Turn::Over {
            moves.clear();
            state.legal_moves(&mut moves);
            let mv = match state.turn() {
                Turn::Player(seat) => {
                    if affected_seat.is_none_or(|one| one == seat) {
                        check_list(&state, &two, &moves, &mut met);
                    } else {
                        assert_eq!(moves, of_the_rules(&state), "{seat} is not affected: {state:?}");
                    }
                    *moves.choose(&mut rng).expect("a move")
                }
                _ => state.draw(&mut rng),
            };
            state.play_unchecked(mv);
        }
        met.waived += u32::from(state.ban_waived());
    }
    met
}

fn of_the_rules<G: Modify>(state: &ModifiedGame<G>) -> Vec<G::Move> {
    let mut all = Vec::new();
    state.game().legal_moves(&mut all);
    all
}

fn check_list<G: Modify>(state: &ModifiedGame<G>, two: &[ComponentIdx], legal: &[G::Move], met: &mut Met) {
    let all = of_the_rules(state);
    let takes = |mv: G::Move| {
        let mut found = [false; 2];
        state.game().taken(mv, &mut |component| {
            found.iter_mut().zip(two).for_each(|(found, banned)| *found |= component == *banned);
        });
        found
    };
    let taking: Vec<[bool; 2]> = all.iter().map(|&mv| takes(mv)).collect();
    let refused = [0, 1].map(|which| taking.iter().any(|takes| takes[which]));
    match refused {
        [true, true] => met.refused[2] += 1,
        [true, false] => met.refused[0] += 1,
        [false, true] => met.refused[1] += 1,
        [false, false] => {}
    }
    let mut left: Vec<G::Move> =
        all.iter().zip(&taking).filter(|(_, takes)| **takes == [false; 2]).map(|(&mv, _)| mv).collect();
    left.extend(state.game().pass(&left));
    let expected = if left.is_empty() { all } else { left };
    assert_eq!(legal, expected, "{two:?} in {state:?}");
    for &mv in &expected {
        assert!(state.is_legal(mv), "{} in {state:?}", state.move_text(mv));
    }
}

#[test]
fn nobody_takes_either_of_two_banned_components() {
    let games = scaled(150, 1500);
    for (name, met) in [
        (TheRiver::NAME, check::<TheRiver>(games)),
        (RioGrande::NAME, check::<RioGrande>(games)),
        (Carcassonne::NAME, check::<Carcassonne>(games / 5)),
        (RiverDragons::NAME, check::<RiverDragons>(games)),
    ] {
        println!("{name}: {met:?}");
        let [one, other, both] = met.refused;
        assert!(one + both >= 20 && other + both >= 20, "{name}: {met:?}");
    }
}
