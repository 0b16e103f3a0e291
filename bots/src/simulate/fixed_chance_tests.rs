use riverlab_engine::Turn;
use riverlab_engine::games::toy::{Dice, FixedRules};

use super::*;

#[test]
fn every_simulation_meets_the_same_future() {
    let mut chance = FixedChance::new(Dice::CHANCE_STREAMS.len(), &mut SearchRng::seed_from_u64(1));
    let play = |chance: &mut FixedChance| {
        chance.rewind();
        let (mut state, mut drawn) = (Dice::new(&FixedRules, 2), Vec::new());
        let mut legal = Vec::new();
        while state.turn() != Turn::Over {
            let mv = if state.turn() == Turn::Chance {
                drawn.push(chance.draw(&state));
                drawn[drawn.len() - 1]
            } else {
                state.legal_moves(&mut legal);
                legal[0]
            };
            state.play(mv).expect("legal");
        }
        drawn
    };
    let first = play(&mut chance);
    assert!(first.len() > 1);
    assert_eq!(play(&mut chance), first);
    let mut other = FixedChance::new(Dice::CHANCE_STREAMS.len(), &mut SearchRng::seed_from_u64(2));
    assert_ne!(play(&mut other), first);
}
