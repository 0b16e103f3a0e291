//! Path finding: the cheapest way of a pawn to its goal over spans, most of which still lack something.
//!
//! ```text
//! cost of a span = 1 step
//!                + 1 + long[length] + 3 if the reserve has no plank that reaches, where no plank lies
//!                + 3 where none can be laid now
//!                + 1 where its farther end is an island without a stone, or a village, which is entered
//! long           = 0, 0, 0, 1/5, 2/5, 4/5 for lengths 1 to 6, as each is there once
//! ```
//!
//! The search is that of Dijkstra (1959), from the goal, with a bucket for each cost (Dial 1969). Other pawns, and planks of
//! the way itself that would cross, are overlooked. Half of the time of a search of River Dragons is spent here: everything
//! stands in arrays on the stack.

use riverlab_engine::Seat;
use riverlab_engine::games::river_dragons::{Beside, Place, RiverDragons, SpanIdx, SpanSet, SupportIdx};

use super::walk::{ACTION, LACKING, LENGTHS, Reserve, Walk};

/// What planks cost more by their length, as each is there once.
const LONG: [u16; LENGTHS] = [0, 0, 0, 1, 2, 4];
/// What it costs to get over a span with a plank: a step.
const BRIDGED: u16 = ACTION;
/// What it costs to get over a span without a plank: a plank more.
const UNBRIDGED: u16 = 2 * ACTION;
/// What a span costs more over which no plank can be laid now.
const BLOCKED: u16 = 3 * ACTION;
/// A way that costs so much counts as none.
const FARTHEST: u16 = 512;

/// What it takes to get over each span and onto each support, whoever walks.
pub(super) struct Ground {
    /// A step, 1 more without a plank, more where none can be laid.
    over: [u16; SpanSet::MAX],
    /// 1 for a village, which is entered by a step, and for an island without a stone.
    onto: [u16; SupportIdx::COUNT],
}

/// The cheapest routes to a goal.
struct Routes {
    goal: SupportIdx,
    /// What the route from each support costs: [`FARTHEST`] where none was found.
    cost: [u16; SupportIdx::COUNT],
    /// For each support the next one on its route, and the span between them.
    next: [(SupportIdx, SpanIdx); SupportIdx::COUNT],
}

impl Ground {
    /// The ground of a position.
    pub(super) fn of(state: &RiverDragons) -> Ground {
        let mut over = [UNBRIDGED + BLOCKED; SpanSet::MAX];
        state.unblocked_spans().iter().for_each(|span| over[span.index()] = UNBRIDGED);
        state.bridged_spans().iter().for_each(|span| over[span.index()] = BRIDGED);
        let mut onto = [ACTION; SupportIdx::COUNT];
        state.stones().for_each(|island| onto[island.index()] = 0);
        Ground { over, onto }
    }

    /// Whether a plank lies on a span.
    #[inline]
    pub(super) fn is_bridged(&self, span: SpanIdx) -> bool {
        self.over[span.index()] == BRIDGED
    }

    /// Whether no plank lies on a span, and none can be laid there now.
    #[inline]
    pub(super) fn is_blocked(&self, span: SpanIdx) -> bool {
        self.over[span.index()] == UNBRIDGED + BLOCKED
    }

    /// What it costs to get over a plank and onto a support on which it rests, in fifths of an action.
    #[inline]
    pub(super) fn cost_of_plank(support: SupportIdx) -> u16 {
        BRIDGED + if support.village().is_some() { ACTION } else { 0 }
    }

    /// Whether planks can rest on a support: a village, or an island with a stone.
    #[inline]
    pub(super) fn is_firm(&self, support: SupportIdx) -> bool {
        support.village().is_some() || self.onto[support.index()] == 0
    }

    /// The cheapest way of a player to the goal, if there is any.
    pub(super) fn way(&self, state: &RiverDragons, seat: Seat) -> Option<Way> {
        let player = state.player(seat);
        let pawn = player.pawn();
        let starts = starts(state, pawn);
        let mut reserve = [0; LENGTHS];
        player.reserve().for_each(|plank| reserve[usize::from(plank.length())] += 1);
        let goal = state.goal(seat).support();
        let routes = self.routes(state, goal, starts, plank_costs(reserve));
        let reached = starts.into_iter().filter(|start| routes.cost[start.index()] < FARTHEST);
        let start = reached.min_by_key(|&start| routes.cost[start.index()] + ACTION * entered(pawn, start))?;
        let at_home = pawn.as_village() == Some(player.color());
        let walk = Walk { steps: u32::from(entered(pawn, start)), at_home, ..Walk::default() };
        let spans = [(SpanIdx::default(), start); SupportIdx::COUNT];
        let mut way = Way { walk, start, spans, hops: 0, costs: routes.cost };
        self.follow(state, &routes, &mut way, &mut reserve);
        way.walk.count_reserve(reserve);
        Some(way)
    }

    /// The cheapest routes from supports to the goal, all those that are cheaper than that of the farther start.
    #[inline]
    fn routes(&self, state: &RiverDragons, goal: SupportIdx, starts: [SupportIdx; 2], plank: [u16; LENGTHS]) -> Routes {
        let board = &state.rules().board;
        let mut cost = [FARTHEST; SupportIdx::COUNT];
        let mut next = [(goal, SpanIdx::default()); SupportIdx::COUNT];
        // The supports at each cost; those that were found cheaper since are there too.
        let mut at_cost = [0_u64; FARTHEST as usize];
        let mut waiting = starts.iter().fold(0_u64, |set, start| set | 1 << start.index());
        (cost[goal.index()], at_cost[0]) = (0, 1 << goal.index());
        for now in 0..FARTHEST {
            if waiting == 0 {
                break;
            }
            while at_cost[usize::from(now)] != 0 {
                let to = SupportIdx::at(at_cost[usize::from(now)].trailing_zeros() as usize);
                at_cost[usize::from(now)] &= at_cost[usize::from(now)] - 1;
                waiting &= !(1 << to.index());
                if cost[to.index()] < now {
                    continue;
                }
                let here = now + self.onto[to.index()];
                for &Beside { over, from, length } in &board.beside[to.index()] {
                    let cost_over = self.over[over.index()];
                    let sum = here + cost_over + if cost_over == BRIDGED { 0 } else { plank[usize::from(length)] };
                    if sum < cost[from.index()] {
                        cost[from.index()] = sum;
                        next[from.index()] = (to, over);
                        at_cost[usize::from(sum)] |= 1 << from.index();
                    }
                }
            }
        }
        Routes { goal, cost, next }
    }

    /// Goes along a route from the start to the goal: notes its spans, the stones and planks that are missing, and what it
    /// takes from the reserve, which may be more than the reserve has.
    #[inline]
    fn follow(&self, state: &RiverDragons, routes: &Routes, way: &mut Way, reserve: &mut Reserve) {
        let spans = &state.rules().board.spans;
        let mut walk = way.walk;
        let mut at = way.start;
        while at != routes.goal {
            let (to, over) = routes.next[at.index()];
            way.spans[way.hops] = (over, to);
            way.hops += 1;
            if self.over[over.index()] != BRIDGED {
                walk.planks |= 1 << walk.steps;
                reserve[usize::from(spans[over.index()].length)] -= 1;
                walk.cost += i32::from(self.over[over.index()] - UNBRIDGED);
            }
            let is_village = to.village().is_some();
            walk.stones |= u64::from(!is_village && self.onto[to.index()] > 0) << walk.steps;
            walk.steps += 1 + u32::from(is_village);
            at = to;
        }
        way.walk = walk;
    }
}

/// The supports that a way may start from.
#[inline]
fn starts(state: &RiverDragons, pawn: Place) -> [SupportIdx; 2] {
    match (pawn.as_village(), pawn.as_plank().and_then(|plank| state.span_of(plank))) {
        (Some(village), _) => [village.support(); 2],
        (None, span) => state.rules().board.spans[span.expect("planks under pawns lie on the board").index()].ends,
    }
}

/// The number of steps into the village that a support is, before a way goes on from there: from a plank that rests on
/// it, it is entered first.
#[inline]
fn entered(from: Place, start: SupportIdx) -> u16 {
    u16::from(from.as_village().is_none() && start.village().is_some())
}

/// What a missing plank of each length costs besides laying it: more where the reserve has none that reaches.
#[inline]
fn plank_costs(reserve: Reserve) -> [u16; LENGTHS] {
    let mut plank = LONG.map(|long| LACKING + long);
    let reached = reserve.iter().rposition(|&planks| planks > 0).map_or(0, |longest| longest + 1);
    plank[..reached].iter_mut().for_each(|cost| *cost -= LACKING);
    plank
}

/// A way from a pawn to its goal.
pub(super) struct Way {
    /// The accounting of its steps.
    pub(super) walk: Walk,
    /// The support from which the first span is gone over. If it is a village that the pawn is not in, it is entered first.
    pub(super) start: SupportIdx,
    /// The spans with their farther ends, and how many there are.
    spans: [(SpanIdx, SupportIdx); SupportIdx::COUNT],
    hops: usize,
    /// What the cheapest way from each support costs, in fifths of an action. It is right wherever it is at most what
    /// it costs from the ends that the pawn may start from, and else at least as much.
    costs: [u16; SupportIdx::COUNT],
}

impl Way {
    /// The spans in order, each with its farther end.
    pub(super) fn spans(&self) -> &[(SpanIdx, SupportIdx)] {
        &self.spans[..self.hops]
    }

    /// The span that the first step leads over, if it leads onto a plank and not into a village.
    pub(super) fn first_span(&self, pawn: Place) -> Option<SpanIdx> {
        let &(over, _) = self.spans().first()?;
        (entered(pawn, self.start) == 0).then_some(over)
    }

    /// What the cheapest way from a support costs, in fifths of an action; perhaps less than this if it is farther than
    /// the pawn.
    #[inline]
    pub(super) fn cost_from_support(&self, support: SupportIdx) -> u16 {
        self.costs[support.index()]
    }

    /// What the cheapest way from a place costs, in fifths of an action; perhaps less than this if it is farther than
    /// the pawn.
    #[inline]
    pub(super) fn cost_from(&self, state: &RiverDragons, place: Place) -> u16 {
        let [one, other] = starts(state, place).map(|start| self.costs[start.index()] + ACTION * entered(place, start));
        one.min(other)
    }

    /// Whether the way goes over a span.
    pub(super) fn goes_over(&self, span: SpanIdx) -> bool {
        self.spans().iter().any(|&(over, _)| over == span)
    }
}

#[cfg(test)]
mod tests {
    use riverlab_engine::{Game, Turn};

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
