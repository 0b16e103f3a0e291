//! The cheapest way of a pawn to its goal over spans, most of which still lack something: see
//! [`routes`](super::routes).

use riverlab_engine::Seat;
use riverlab_engine::games::river_dragons::{Place, RiverDragons, SpanIdx, SpanSet, SupportIdx};

use super::ground::Ground;
use super::routes::{BLOCKED, Routes, entered};
use super::walk::Walk;

/// A way from a pawn to its goal.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Way {
    /// The accounting of its steps.
    pub(super) walk: Walk,
    /// What it costs, in fifths of an action.
    pub(super) needs: i32,
    /// The support from which the first span is gone over. If it is a village that the pawn is not in, it is entered
    /// first.
    pub(super) start: SupportIdx,
    /// The spans with their farther ends, and how many there are.
    spans: [(SpanIdx, SupportIdx); SupportIdx::COUNT],
    hops: usize,
    /// Those that no plank lies on.
    pub(super) gaps: SpanSet,
    /// The number of gaps where no plank can be laid now.
    pub(super) blocked: i32,
}

impl Ground {
    /// The cheapest way of a player to the goal, if there is any.
    pub(super) fn way(&self, state: &RiverDragons, seat: Seat) -> Option<Way> {
        self.way_along(state, seat, &Routes::of_pawn(self, state, seat))
    }

    /// The way of a player along the routes that were found, if there is any.
    pub(super) fn way_along(&self, state: &RiverDragons, seat: Seat, routes: &Routes) -> Option<Way> {
        let player = state.player(seat);
        let start = routes.start(player.pawn())?;
        let at_home = player.pawn().as_village() == Some(player.color());
        let walk = Walk { steps: u32::from(entered(player.pawn(), start)), at_home, ..Walk::default() };
        let spans = [(SpanIdx::default(), start); SupportIdx::COUNT];
        let mut way = Way { walk, needs: 0, start, spans, hops: 0, gaps: SpanSet::default(), blocked: 0 };
        self.follow(routes, &mut way);
        Some(way)
    }

    /// Goes along a route from the start to the goal: notes its spans, the stones and planks that are missing, and what
    /// it takes from the reserve, which may be more than the reserve has.
    #[inline]
    fn follow(&self, routes: &Routes, way: &mut Way) {
        let (mut walk, mut reserve) = (way.walk, routes.reserve);
        let mut at = way.start;
        while at != routes.goal {
            let next = routes.next(self, at);
            let to = next.from;
            way.spans[way.hops] = (next.over, to);
            way.hops += 1;
            if !self.bridged[at.index()].contains(to) {
                walk.planks |= 1 << walk.steps;
                reserve[usize::from(next.length)] -= 1;
                way.gaps.insert(next.over);
                way.blocked += i32::from(self.blocked[at.index()].contains(to));
            }
            walk.stones |= u64::from(!self.is_firm(to)) << walk.steps;
            walk.steps += 1 + u32::from(to.village().is_some());
            at = to;
        }
        walk.cost += i32::from(BLOCKED) * way.blocked;
        walk.count_reserve(reserve);
        (way.walk, way.needs) = (walk, walk.needs());
    }
}

impl Way {
    /// The spans in order, each with its farther end.
    #[inline]
    pub(super) fn spans(&self) -> &[(SpanIdx, SupportIdx)] {
        &self.spans[..self.hops]
    }

    /// The span that the first step leads over, if it leads onto a plank and not into a village.
    pub(super) fn first_span(&self, pawn: Place) -> Option<SpanIdx> {
        let &(over, _) = self.spans().first()?;
        (entered(pawn, self.start) == 0).then_some(over)
    }

    /// Whether the way goes over a span.
    pub(super) fn goes_over(&self, span: SpanIdx) -> bool {
        self.spans().iter().any(|&(over, _)| over == span)
    }
}

#[cfg(test)]
mod tests {
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
                    sum += if to.village().is_some() || !state.has_stone(to.island().expect("no village")) {
                        5
                    } else {
                        0
                    };
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
}
