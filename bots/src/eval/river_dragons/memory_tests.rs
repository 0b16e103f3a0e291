use std::collections::HashSet;

use riverlab_engine::games::river_dragons::RiverDragons;
use riverlab_engine::{Game, GameRules, RulesSource};

use super::super::tests::each_position;
use super::*;

#[test]
fn what_is_remembered_is_what_a_search_finds() {
    let mut before = HashSet::new();
    let (mut known, mut all) = (0, 0);
    for players in [2, 3, 6] {
        each_position(players, |state, _| {
            let ground = LazyGround::of(state);
            for seat in Seat::all(players) {
                let searched = Ground::of(state).way(state, seat);
                ground.with_way(seat, |way| assert_eq!(way, searched.as_ref(), "{state}"));
                let (ground, worked_out) = (ground.get(), Ground::of(state));
                assert_eq!(ground.bridged, worked_out.bridged, "{state}");
                assert_eq!(ground.blocked, worked_out.blocked, "{state}");
                assert_eq!(ground.stones, worked_out.stones, "{state}");
                known += u32::from(!before.insert(state.pieces_of(seat)));
                all += 1;
            }
        });
    }
    assert!(known > 1000 && all > known + 1000, "{known} of {all}");
}

#[test]
fn ways_under_other_rules_are_others() {
    let source = RulesSource { file: None, sets: vec!["villages.pink.goal=red".to_owned()] };
    let other: &DragonRules = Box::leak(Box::new(DragonRules::load(&source).expect("tables")));
    let states = [DragonRules::standard(), other].map(|rules| RiverDragons::new(rules, 2));
    assert_eq!(states[0].pieces_of(Seat::FIRST), states[1].pieces_of(Seat::FIRST));
    let ways = states.each_ref().map(|state| {
        let board = &state.rules().board;
        LazyGround::of(state).with_way(Seat::FIRST, |way| {
            assert_eq!(way, Ground::of(state).way(state, Seat::FIRST).as_ref());
            assert!(with_last_or_new(state, |ground| std::ptr::eq(ground.board, board)));
            way.cloned()
        })
    });
    assert_ne!(ways[0], ways[1]);
}
