use riverlab_engine::{Game, Turn};

use super::super::routes::LONG;
use super::super::tests::each_position;
use super::*;

/// The cost of the cheapest way from a support, by going over all spans until nothing gets cheaper (Bellman 1958).
fn slow_costs(state: &RiverDragons, seat: Seat) -> Vec<u32> {
    let board = &state.rules().board;
    let longest = state.player(seat).reserve().map(|plank| usize::from(plank.length())).max();
    let mut cost = vec![u32::MAX / 2; SupportIdx::COUNT];
    cost[state.goal(seat).support().index()] = 0;
    let unblocked = state.unblocked_spans();
    for _ in 0..SupportIdx::COUNT {
        for (idx, span) in board.spans.iter().enumerate() {
            let length = usize::from(span.length);
            let over = board.beside[span.ends[0].index()].iter().map(|beside| beside.over);
            let over = over.into_iter().find(|over| over.index() == idx).expect("it ends there");
            for (from, to) in [(0, 1), (1, 0)].map(|(a, b)| (span.ends[a], span.ends[b])) {
                let mut sum = cost[to.index()] + 5;
                sum += if to.village().is_some() || !state.has_stone(to.island().expect("no village")) { 5 } else { 0 };
                if !state.is_bridged(over) {
                    sum += 5 + u32::from(LONG[length]);
                    sum += if longest.is_some_and(|longest| longest >= length) { 0 } else { 15 };
                    sum += if unblocked.contains(over) { 0 } else { 15 };
                }
                cost[from.index()] = cost[from.index()].min(sum);
            }
        }
    }
    cost
}

#[test]
fn ways_are_the_cheapest() {
    for players in [2, 4, 6] {
        each_position(players, |state, _| {
            for seat in Seat::all(players) {
                if state.turn() == Turn::Over {
                    return;
                }
                let ground = Ground::of(state);
                let way = ground.way(state, seat).expect("a way");
                let costs = slow_costs(state, seat);
                // Read forward, it costs what the slow search finds, and no other start is cheaper.
                let pawn = state.player(seat).pawn();
                let enter = |start: SupportIdx| {
                    u32::from(start.village().is_some_and(|village| pawn != Place::village(village))) * 5
                };
                let span = pawn.as_plank().and_then(|plank| state.span_of(plank));
                let village = pawn.as_village().map(|village| [village.support(); 2]);
                let starts = village.or_else(|| Some(state.rules().board.spans[span?.index()].ends));
                let starts = starts.expect("a pawn stands somewhere");
                let best = starts.map(|start| costs[start.index()] + enter(start)).into_iter().min().expect("two");
                assert_eq!(costs[way.start.index()] + enter(way.start), best, "{state}");
                let mut at = way.start;
                for &(over, to) in way.spans() {
                    let ends = state.rules().board.spans[over.index()].ends;
                    assert!(ends.contains(&at) && ends.contains(&to) && at != to, "{state}");
                    assert!(costs[at.index()] > costs[to.index()]);
                    at = to;
                }
                assert_eq!(at, state.goal(seat).support());
                assert!(way.walk.steps >= u32::from(state.distance(pawn, state.goal(seat))), "{state}");
            }
        });
    }
}
