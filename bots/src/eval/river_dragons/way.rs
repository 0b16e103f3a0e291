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
#[path = "way_tests.rs"]
mod tests;
