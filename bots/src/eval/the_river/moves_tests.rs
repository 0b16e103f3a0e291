use rand::SeedableRng;
use riverlab_engine::GameRules;
use riverlab_engine::games::the_river::RiverRules;

use super::super::value::sure_points;
use super::*;
use crate::eval::features::MoveTable;
use crate::rng::SearchRng;

#[test]
fn points_are_what_the_move_brings() {
    let sure = |state: &TheRiver, seat| sure_points(state, state.player(seat));
    let mut rng = SearchRng::seed_from_u64(4);
    let (mut legal, mut table, mut seen) = (Vec::new(), MoveTable::default(), 0);
    for players in [2, 3, 4].repeat(5) {
        let mut state = TheRiver::new(RiverRules::standard(), players);
        while state.turn() != Turn::Over {
            let Turn::Player(seat) = state.turn() else {
                state.play_unchecked(state.draw(&mut rng));
                continue;
            };
            state.legal_moves(&mut legal);
            table.clear();
            tell(&state, &legal, &mut table);
            for (&mv, row) in legal.iter().zip(table.rows()) {
                let mut next = state.clone();
                next.play_unchecked(mv);
                let brought = (sure(&next, seat) - sure(&state, seat)) as f32;
                assert_eq!(row[Index::Points as usize], brought, "{} in {state}", state.move_text(mv));
                seen += usize::from(brought != 0.0);
            }
            let mv = state.random_move(&mut legal, &mut rng);
            state.play_unchecked(mv);
        }
    }
    assert!(seen > 1000, "{seen}");
}
