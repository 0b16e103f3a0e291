use rand::SeedableRng;
use rand::rngs::Xoshiro256PlusPlus;

use super::*;
use crate::games::river_dragons::{DragonRules, SpanSet, SupportIdx, SupportSet};
use crate::{Game, GameRules, RulesSource, Turn};

/// The spans on which planks lie and the supports that carry no more, from where each plank lies; also how many
/// planks lie on a span on which another one lies.
fn slow(state: &RiverDragons) -> (SpanSet, SupportSet, usize) {
    let (mut bridged, mut full, mut beside) = (SpanSet::default(), SupportSet::default(), 0);
    for plank in state.on_board.iter() {
        let span = state.spans[plank.index()];
        beside += usize::from(bridged.contains(span));
        bridged.insert(span);
    }
    let supports = (0..SupportIdx::COUNT).map(SupportIdx::at);
    let carries_no_more = |support: &SupportIdx| state.load(*support) >= u32::from(state.rules.0.load);
    supports.filter(carries_no_more).for_each(|support| full.insert(support));
    (bridged, full, beside)
}

/// In the standard game, and where planks are long and stones carry many, so that planks lie side by side.
#[test]
fn bridged_spans_and_full_supports_are_kept() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let (mut buffer, mut seen) = (Vec::new(), [0; 3]);
    for (load, players) in [(3, 2), (3, 6), (1, 3), (36, 6)] {
        let source = RulesSource { file: None, sets: vec![format!("limits.load={load}")] };
        let rules: &'static DragonRules = Box::leak(Box::new(DragonRules::load(&source).expect("tables")));
        let mut state = RiverDragons::new(rules, players);
        while state.turn() != Turn::Over {
            let mv = match state.turn() {
                Turn::Chance => state.draw(&mut rng),
                _ => state.random_move(&mut buffer, &mut rng),
            };
            state.play_unchecked(mv);
            let (bridged, full, beside) = slow(&state);
            assert_eq!((state.bridged, state.full), (bridged, full), "{state}");
            for (seen, count) in seen.iter_mut().zip([bridged.len() as usize, full.len() as usize, beside]) {
                *seen += count;
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 0), "{seen:?}");
}
