//! The search for the cheapest routes to a goal: what it costs from each support.
//!
//! ```text
//! cost of a span = 1 step
//!                + 1 + long[length] + 3 if the reserve has no plank that reaches, where no plank lies
//!                + 3 where none can be laid now
//!                + 1 where its farther end is an island without a stone, or a village, which is entered
//! long           = 0, 0, 0, 1/5, 2/5, 4/5 for lengths 1 to 6, as each is there once
//! ```
//!
//! The search is that of Dijkstra (1959), from the goal, with a bucket for each cost (Dial 1969). Buckets are sets of
//! supports, and supports beside one are reached together where spans cost the same: what is reached again at a higher
//! cost is passed over when its bucket comes. Spans that are blocked are looked at only when the least cost over them
//! comes: most of what lies behind them is reached by then. Other pawns, and planks of the way itself that would cross,
//! are overlooked.

use riverlab_engine::Seat;
use riverlab_engine::games::river_dragons::{Beside, Place, RiverDragons, SupportIdx, SupportSet};

use super::ground::Ground;
use super::walk::{ACTION, LACKING, LENGTHS, Reserve, longest_of, reserve_of};

/// What planks cost more by their length, as each is there once.
pub(super) const LONG: [u16; LENGTHS] = [0, 0, 0, 1, 2, 4];
/// What it costs to get over a span with a plank: a step.
const BRIDGED: u16 = ACTION;
/// What it costs to get over a span without a plank: a plank more.
const UNBRIDGED: u16 = 2 * ACTION;
/// What a span costs more over which no plank can be laid now.
pub(super) const BLOCKED: u16 = 3 * ACTION;
/// The longest length of each cost in [`LONG`].
const LONGEST: [usize; 4] = [2, 3, 4, 5];
/// A route that costs so much counts as none.
const FARTHEST: u16 = 512;

/// The number of buckets: more than any span costs.
const BUCKETS: u16 = u64::BITS as u16;

/// So many buckets are looked at together, in one step of the search: less than a span costs, so that none of them
/// leads into another.
const WIDTH: u16 = 4;
/// The number of steps through all buckets.
const STEPS: usize = (BUCKETS / WIDTH) as usize;
const _: () = assert!(WIDTH + UNBRIDGED + LONG[LENGTHS - 1] + LACKING + BLOCKED + ACTION < BUCKETS);
const _: () = assert!(WIDTH < BRIDGED && BUCKETS.is_multiple_of(WIDTH) && FARTHEST.is_multiple_of(WIDTH));

/// What the cheapest routes of a player to the goal cost.
pub(super) struct Routes {
    pub(super) goal: SupportIdx,
    /// The supports that the way of the pawn may start from.
    starts: [SupportIdx; 2],
    /// What the route from each support costs: [`FARTHEST`] where none was found. Of the pawn's routes it is right
    /// wherever it is at most what it costs from the ends that the pawn may start from, and else at least as much.
    cost: [u16; SupportIdx::COUNT],
    /// What a missing plank of each length costs besides laying it.
    plank: [u16; LENGTHS],
    pub(super) reserve: Reserve,
}

/// A search under way.
struct Search<'a> {
    ground: &'a Ground,
    routes: Routes,
    /// What it costs to get over a span with a missing plank, for each of [`LONGEST`].
    over: [u16; LONGEST.len()],
    /// The longest length in the reserve, if planks of the shortest of [`LONGEST`] are lacking all the same.
    short: Option<usize>,
    /// The supports that are reached at each cost from the current one on, in a ring. What is there from costs before
    /// is not among those that are left.
    reached: [SupportSet; BUCKETS as usize],
    /// The supports whose cost is not known yet.
    left: SupportSet,
}

impl Routes {
    /// The cheapest routes of a player, as far as the way of the pawn asks for them.
    pub(super) fn of_pawn(ground: &Ground, state: &RiverDragons, seat: Seat) -> Routes {
        let mut search = Search::new(ground, state, seat);
        let [one, other] = search.routes.starts;
        // From the first that is found the way is cheapest, unless it is a village that has to be entered.
        let [enters_one, enters_other] =
            search.routes.starts.map(|start| entered(state.player(seat).pawn(), start) > 0);
        search.run(|left| match (left.contains(one), left.contains(other)) {
            (false, false) => true,
            (false, true) => !enters_one,
            (true, false) => !enters_other,
            (true, true) => false,
        });
        search.routes
    }

    /// The cheapest routes of a player from all supports.
    pub(super) fn of_all(ground: &Ground, state: &RiverDragons, seat: Seat) -> Routes {
        let mut search = Search::new(ground, state, seat);
        search.run(SupportSet::is_empty);
        search.routes
    }

    /// The support from which the way of the pawn starts, if there is any way.
    pub(super) fn start(&self, pawn: Place) -> Option<SupportIdx> {
        let reached = self.starts.into_iter().filter(|start| self.cost[start.index()] < FARTHEST);
        reached.min_by_key(|&start| self.cost[start.index()] + ACTION * entered(pawn, start))
    }

    /// The next span on the cheapest route from a support: of several, that to the cheapest support, and of these the
    /// first.
    #[inline]
    pub(super) fn next(&self, ground: &Ground, at: SupportIdx) -> &'static Beside {
        let cost = self.cost[at.index()];
        let (mut least, mut next) = (cost, None);
        for beside in &ground.board.beside[at.index()] {
            let rest = self.cost[beside.from.index()];
            if rest < least && rest + self.cost_over(ground, at, *beside) == cost {
                (least, next) = (rest, Some(beside));
            }
        }
        next.expect("a route leads on to the goal")
    }

    /// What it costs to get over a span from a support and onto its farther end.
    #[inline]
    fn cost_over(&self, ground: &Ground, at: SupportIdx, beside: Beside) -> u16 {
        let to = beside.from;
        let over = if ground.bridged[at.index()].contains(to) {
            BRIDGED
        } else {
            let more = if ground.blocked[at.index()].contains(to) { BLOCKED } else { 0 };
            UNBRIDGED + self.plank[usize::from(beside.length)] + more
        };
        over + cost_onto(ground, to)
    }

    /// What the cheapest way from a support costs, in fifths of an action; of the pawn's routes perhaps less than this
    /// if it is farther than the pawn.
    #[inline]
    pub(super) fn cost_from_support(&self, support: SupportIdx) -> u16 {
        self.cost[support.index()]
    }

    /// What the cheapest way from a place costs, in fifths of an action; of the pawn's routes perhaps less than this if
    /// it is farther than the pawn.
    #[inline]
    pub(super) fn cost_from(&self, state: &RiverDragons, place: Place) -> u16 {
        let [one, other] = starts(state, place).map(|start| self.cost[start.index()] + ACTION * entered(place, start));
        one.min(other)
    }
}

impl Search<'_> {
    #[inline]
    fn new<'a>(ground: &'a Ground, state: &RiverDragons, seat: Seat) -> Search<'a> {
        let (goal, reserve) = (state.goal(seat).support(), reserve_of(state, seat));
        let plank = plank_costs(reserve);
        let starts = starts(state, state.player(seat).pawn());
        let mut search = Search {
            ground,
            routes: Routes { goal, starts, cost: [FARTHEST; SupportIdx::COUNT], plank, reserve },
            over: LONGEST.map(|length| UNBRIDGED + plank[length]),
            short: longest_of(reserve).filter(|&longest| longest < LONGEST[0]),
            reached: [SupportSet::default(); BUCKETS as usize],
            left: SupportSet::ALL,
        };
        search.reached[0].insert(goal);
        search
    }

    /// Searches until what is left is enough.
    #[inline]
    fn run(&mut self, is_enough: impl Fn(SupportSet) -> bool) {
        // No span that is blocked costs less than so many steps of the search.
        let blocked_for = usize::from((UNBRIDGED + self.routes.plank[0] + BLOCKED) / WIDTH);
        let mut new_at = [SupportSet::default(); STEPS];
        let (mut step, mut end) = (0, STEPS);
        while step < end && !is_enough(self.left) {
            let long_known = new_at[(step + STEPS - blocked_for) % STEPS];
            long_known.iter().for_each(|support| self.reach_blocked(support));
            let new = self.settle(step);
            new_at[step % STEPS] = new;
            step += 1;
            if !new.is_empty() {
                end = usize::from(FARTHEST / WIDTH).min(step + STEPS);
            }
        }
    }

    /// Notes the costs of the supports that are reached in a step of the search, where they were not before, goes on
    /// from these, and returns them.
    #[inline]
    fn settle(&mut self, step: usize) -> SupportSet {
        let before = self.left;
        let least = step as u16 * WIDTH;
        for cost in least..least + WIDTH {
            let new = self.reached[usize::from(cost % BUCKETS)].both(self.left);
            self.left = self.left.without(new);
            for support in new.iter() {
                self.routes.cost[support.index()] = cost;
                self.reach_from(support);
            }
        }
        before.without(self.left)
    }

    /// Notes that supports are reached at a cost.
    #[inline]
    fn reach(&mut self, cost: u16, supports: SupportSet) {
        self.reached[usize::from(cost % BUCKETS)].add(supports);
    }

    /// Reaches what lies beside a support.
    #[inline]
    fn reach_from(&mut self, to: SupportIdx) {
        let (at, here) = (to.index(), self.routes.cost[to.index()] + cost_onto(self.ground, to));
        let bridged = self.ground.bridged[at];
        self.reach(here + BRIDGED, bridged);
        self.reach_over(here, at, self.left.without(bridged).without(self.ground.blocked[at]));
    }

    /// Reaches what is left beside a support over spans that are blocked.
    #[inline]
    fn reach_blocked(&mut self, to: SupportIdx) {
        let (at, here) = (to.index(), self.routes.cost[to.index()] + cost_onto(self.ground, to));
        let blocked = self.ground.board.near[at][LENGTHS - 1].both(self.ground.blocked[at]).both(self.left);
        if !blocked.is_empty() {
            self.reach_over(here + BLOCKED, at, blocked);
        }
    }

    /// Reaches supports beside another one from which planks are missing. A plank of the longest length of a cost
    /// reaches everything that a shorter one does, which is there at a lower cost then.
    #[inline]
    fn reach_over(&mut self, here: u16, at: usize, beside: SupportSet) {
        let near = &self.ground.board.near[at];
        for (length, over) in LONGEST.into_iter().zip(self.over) {
            self.reach(here + over, beside.both(near[length]));
        }
        if let Some(longest) = self.short {
            self.reach(here + UNBRIDGED, beside.both(near[longest]));
        }
    }
}

/// What it costs to get onto a support: 1 for a village, which is entered by a step, and for an island without a stone.
#[inline]
fn cost_onto(ground: &Ground, support: SupportIdx) -> u16 {
    if ground.stones.contains(support) { 0 } else { ACTION }
}

/// What it costs to get over a plank and onto a support on which it rests, in fifths of an action.
#[inline]
pub(super) fn cost_of_plank(support: SupportIdx) -> u16 {
    BRIDGED + if support.village().is_some() { ACTION } else { 0 }
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
pub(super) fn entered(from: Place, start: SupportIdx) -> u16 {
    u16::from(from.as_village().is_none() && start.village().is_some())
}

/// What a missing plank of each length costs besides laying it: more where the reserve has none that reaches.
#[inline]
fn plank_costs(reserve: Reserve) -> [u16; LENGTHS] {
    let mut plank = LONG.map(|long| LACKING + long);
    let reached = longest_of(reserve).map_or(0, |longest| longest + 1);
    plank[..reached].iter_mut().for_each(|cost| *cost -= LACKING);
    plank
}
