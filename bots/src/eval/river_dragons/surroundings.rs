//! What lies and stands right beside a pawn.

use riverlab_engine::games::river_dragons::{Place, PlankIdx, RiverDragons, SpanIdx, SupportIdx};
use riverlab_engine::{Game, Seat};

use super::ground::Ground;

/// What lies and stands beside the pawn of a player.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Surroundings {
    /// The places that the pawn can step to.
    pub(super) exits: u8,
    /// Those that are nearer to the goal.
    pub(super) forward: u8,
    /// The steps to the goal over free planks, if they are one or two.
    pub(super) to_goal: Option<u8>,
    /// The pawns of others that the pawn could jump over.
    pub(super) pawns: u8,
    /// A jump leads to the goal.
    pub(super) jump: bool,
    /// A plank of the span that was asked for is free.
    pub(super) is_next_free: bool,
    /// The bare spans beside the pawn where the longest plank of the reserve can be laid at once.
    pub(super) layable: u8,
}

impl Surroundings {
    /// The surroundings of a player's pawn, where `longest` is the longest length in the reserve and `next` the first
    /// span of the way.
    pub(super) fn of(
        state: &RiverDragons,
        ground: &Ground,
        seat: Seat,
        longest: Option<usize>,
        next: Option<SpanIdx>,
    ) -> Surroundings {
        let pawn = state.player(seat).pawn();
        let mut found = Surroundings::default();
        if let Some(village) = pawn.as_village() {
            state.planks_on(village.support()).for_each(|plank| found.meet(state, seat, plank, next));
            found.layable = layable(ground, longest, village.support());
        } else if let Some(own) = pawn.as_plank()
            && let Some(under) = state.span_of(own)
        {
            for end in state.rules().board.spans[under.index()].ends {
                found.layable += layable(ground, longest, end);
                if let Some(village) = end.village() {
                    found.exits += 1;
                    found.forward += u8::from(is_nearer(state, seat, Place::village(village)));
                    if village == state.goal(seat) {
                        found.to_goal = Some(1);
                    }
                } else {
                    let others = state.planks_on(end).filter(|&plank| plank != own);
                    others.for_each(|plank| found.meet(state, seat, plank, next));
                }
            }
        }
        found
    }

    /// Notes a plank beside the pawn.
    fn meet(&mut self, state: &RiverDragons, seat: Seat, plank: PlankIdx, next: Option<SpanIdx>) {
        let place = Place::plank(plank);
        let Some(span) = state.span_of(plank) else { return };
        let leads_to_goal = state.rules().board.spans[span.index()].ends.contains(&state.goal(seat).support());
        if Seat::all(state.n_players()).any(|other| state.player(other).pawn() == place) {
            self.pawns += 1;
            self.jump |= leads_to_goal;
            return;
        }
        self.exits += 1;
        self.forward += u8::from(is_nearer(state, seat, place));
        if leads_to_goal {
            self.to_goal = self.to_goal.or(Some(2));
        }
        self.is_next_free |= next == Some(span);
    }
}

/// Whether a place is nearer to the goal than the pawn.
fn is_nearer(state: &RiverDragons, seat: Seat, place: Place) -> bool {
    let goal = state.goal(seat);
    state.distance(place, goal) < state.distance(state.player(seat).pawn(), goal)
}

/// The number of bare spans at a support where a plank of the longest length of a reserve can be laid at once, if the
/// support is firm.
pub(super) fn layable(ground: &Ground, longest: Option<usize>, support: SupportIdx) -> u8 {
    longest.map_or(0, |longest| ground.layable(support, longest))
}
