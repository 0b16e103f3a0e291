//! What features of moves look at that is the same for all moves of a position: the ways of all players, and what lies
//! on them. Of programs only the own one, and what is revealed, is looked at.

use riverlab_engine::games::river_dragons::{Card, Place, PlankIdx, RiverDragons, SpanIdx, SpanSet, SupportIdx};
use riverlab_engine::{Game, PerPlayer, Seat};

use super::features::NO_WAY;
use super::ground::Ground;
use super::memory::LazyGround;
use super::programs::{Programs, remaining};
use super::routes::{Routes, cost_of_plank};
use super::walk::{Reserve, lacking, longest_of};
use super::way::Way;

/// A position as the player to act sees it.
pub(super) struct Survey<'a> {
    pub(super) state: &'a RiverDragons,
    pub(super) ground: Ground,
    /// The player to act.
    pub(super) seat: Seat,
    /// The player whose way costs least among the others.
    pub(super) rival: Seat,
    /// The routes of the player to act.
    pub(super) routes: Routes,
    /// The longest length in the own reserve, if it is not empty.
    pub(super) longest: Option<usize>,
    /// The ways of all players.
    ways: PerPlayer<Option<Way>>,
    /// The players whose way goes over each span, one bit each.
    over: [u8; SpanSet::MAX],
    /// The players whose way goes onto each support, one bit each.
    onto: [u8; SupportIdx::COUNT],
    /// The spans of the own way where a plank is missing that could be laid once stones lie.
    own_gaps: SpanSet,
    /// Such spans of the ways of others.
    other_gaps: SpanSet,
    /// What the own way leaves of the reserve; less than none where it takes more than there are.
    spare: Reserve,
}

/// The players of a set, as the player to act sees them.
pub(super) struct Concerned {
    /// The player to act is among them.
    pub(super) own: bool,
    /// The rival is among them.
    pub(super) rival: bool,
    /// The number of others.
    pub(super) others: u32,
}

impl<'a> Survey<'a> {
    /// Surveys a position for the player to act.
    pub(super) fn of(state: &'a RiverDragons, seat: Seat) -> Survey<'a> {
        let lazy = LazyGround::of(state);
        let routes = Routes::of_all(lazy.get(), state, seat);
        let way_of = |player| {
            if player == seat { lazy.get().way_along(state, player, &routes) } else { lazy.way(player) }
        };
        let ways = PerPlayer::from_fn(state.n_players(), way_of);
        let mut survey = Survey {
            state,
            seat,
            rival: seat,
            ways,
            longest: longest_of(routes.reserve),
            spare: routes.reserve,
            routes,
            ground: lazy.into_ground(),
            over: [0; SpanSet::MAX],
            onto: [0; SupportIdx::COUNT],
            own_gaps: SpanSet::default(),
            other_gaps: SpanSet::default(),
        };
        survey.rival = survey.others().min_by_key(|&other| survey.cost(other)).unwrap_or(seat);
        Seat::all(state.n_players()).for_each(|player| survey.note_way(player));
        survey
    }

    /// Notes what the way of a player goes over, and which planks are missing there.
    fn note_way(&mut self, player: Seat) {
        let Some(way) = &self.ways[player] else { return };
        let is_own = player == self.seat;
        for &(over, to) in way.spans() {
            self.over[over.index()] |= 1 << player.index();
            self.onto[to.index()] |= 1 << player.index();
            if self.ground.is_bridged(over) {
                continue;
            }
            if is_own {
                self.spare[self.length(over)] -= 1;
            }
            if !self.ground.is_blocked(over) {
                let gaps = if is_own { &mut self.own_gaps } else { &mut self.other_gaps };
                gaps.insert(over);
            }
        }
    }

    /// The other players.
    pub(super) fn others(&self) -> impl Iterator<Item = Seat> {
        Seat::all(self.state.n_players()).filter(|&other| other != self.seat)
    }

    /// The way of a player.
    pub(super) fn way(&self, player: Seat) -> Option<&Way> {
        self.ways[player].as_ref()
    }

    /// What the way of a player costs, in fifths of an action.
    pub(super) fn cost(&self, player: Seat) -> i32 {
        self.way(player).map_or(NO_WAY, |way| way.needs)
    }

    /// The pawn of the player to act.
    pub(super) fn pawn(&self) -> Place {
        self.state.player(self.seat).pawn()
    }

    fn concerned(&self, players: u8) -> Concerned {
        let own = 1 << self.seat.index();
        Concerned {
            own: players & own != 0,
            rival: players & 1 << self.rival.index() & !own != 0,
            others: (players & !own).count_ones(),
        }
    }

    /// The players whose way goes over a span.
    pub(super) fn go_over(&self, span: SpanIdx) -> Concerned {
        self.concerned(self.over[span.index()])
    }

    /// The players whose way goes onto a support.
    pub(super) fn go_onto(&self, support: SupportIdx) -> Concerned {
        self.concerned(self.onto[support.index()])
    }

    /// The index of the length of the shortest plank that reaches over a span.
    fn length(&self, span: SpanIdx) -> usize {
        usize::from(self.state.rules().board.spans[span.index()].length)
    }

    /// How many planks the own way lacks of the lengths that the reserve does not have.
    pub(super) fn lacking(&self) -> i32 {
        lacking(self.spare)
    }

    /// Whether the own way would lack more planks if one of this length left the reserve; it may go onto a span.
    pub(super) fn is_needed(&self, length: u8, onto: Option<SpanIdx>) -> bool {
        let mut spare = self.spare;
        spare[usize::from(length)] -= 1;
        if let Some(span) = onto.filter(|&span| self.go_over(span).own && !self.ground.is_bridged(span)) {
            spare[self.length(span)] += 1;
        }
        lacking(spare) > self.lacking()
    }

    /// Whether the own way would lack fewer planks if one of this length came into the reserve.
    pub(super) fn is_lacking(&self, length: u8) -> bool {
        let mut spare = self.spare;
        spare[usize::from(length)] += 1;
        lacking(spare) < self.lacking()
    }

    /// How many missing planks of the own way, and then of the ways of others, could not be laid any more if one lay on
    /// a span.
    pub(super) fn gaps_closed_by(&self, span: SpanIdx) -> (u32, u32) {
        let closed = self.state.spans_closed_by(span);
        (closed.both(&self.own_gaps).len(), closed.both(&self.other_gaps).len())
    }

    /// The steps that the player to act still goes in this round, besides those of the card that is carried out.
    pub(super) fn coming_steps(&self) -> u8 {
        let first = self.state.progress().map_or(0, |(position, _)| position + 1);
        let program = self.state.player(self.seat).program();
        let moves = program.iter().skip(first).filter(|&&card| matches!(card, Card::MOVE1 | Card::MOVE2));
        moves.map(|card| card.actions()).sum()
    }

    /// How much cheaper the own way gets from an end of a span that is no farther than the pawn if a plank lies there,
    /// in fifths of an action.
    pub(super) fn gain_of_plank(&self, span: SpanIdx) -> i32 {
        let [one, other] = self.state.rules().board.spans[span.index()].ends;
        let farthest = self.routes.cost_from(self.state, self.pawn());
        let gain = |from: SupportIdx, to: SupportIdx| {
            let before = self.routes.cost_from_support(from);
            let after = self.routes.cost_from_support(to) + cost_of_plank(to);
            if before <= farthest { i32::from(before) - i32::from(after) } else { 0 }
        };
        gain(one, other).max(gain(other, one)).max(0)
    }

    /// Whether a pawn stands on a place, which counts on planks.
    fn is_occupied(&self, place: Place) -> bool {
        place.as_plank().is_some()
            && Seat::all(self.state.n_players()).any(|player| self.state.player(player).pawn() == place)
    }

    /// The places that the own pawn could step to next from a place, but for the one where it stands now: their number,
    /// and whether any is nearer to the goal.
    pub(super) fn onward(&self, from: Place) -> (u8, bool) {
        let here = self.routes.cost_from(self.state, from);
        let (mut places, mut is_any_nearer) = (0, false);
        for_each_beside(self.state, from, |place| {
            if place != self.pawn() && !self.is_occupied(place) {
                places += 1;
                is_any_nearer |= self.routes.cost_from(self.state, place) < here;
            }
        });
        (places, is_any_nearer)
    }

    /// How many others could go nowhere without a plank. Those who have a card in this position that goes, and are
    /// about to fall, count twice.
    pub(super) fn trapped_without(&self, plank: PlankIdx) -> u32 {
        let trapped = |other: &Seat| {
            let player = self.state.player(*other);
            let (mut is_beside, mut exits) = (false, 0);
            for_each_beside(self.state, player.pawn(), |place| {
                is_beside |= place == Place::plank(plank);
                exits += u32::from(place != Place::plank(plank) && !self.is_occupied(place));
            });
            player.pawn() != Place::village(player.color()) && is_beside && exits == 0
        };
        self.others().filter(trapped).map(|other| 1 + u32::from(self.is_about_to_go(other))).sum()
    }

    /// Whether a player goes in the position that is carried out, and has not gone yet.
    fn is_about_to_go(&self, player: Seat) -> bool {
        let Some((position, _)) = self.state.progress() else { return false };
        let card = self.state.player(player).program().get(position);
        card.is_some_and(|&card| matches!(card, Card::MOVE1 | Card::MOVE2 | Card::JUMP))
            && remaining(self.state, player).first == position
            && !Programs::of(self.state, Some(self.seat)).is_canceled(player, position)
    }

    /// The number of others whose way goes onto a span with its first step.
    pub(super) fn blocked_on(&self, span: SpanIdx) -> usize {
        let first = |other| self.way(other).and_then(|way| way.first_span(self.state.player(other).pawn()));
        self.others().filter(|&other| first(other) == Some(span)).count()
    }
}

/// Looks at the planks and villages beside a place.
fn for_each_beside(state: &RiverDragons, place: Place, mut look: impl FnMut(Place)) {
    if let Some(village) = place.as_village() {
        state.planks_on(village.support()).map(Place::plank).for_each(look);
        return;
    }
    let Some(span) = place.as_plank().and_then(|plank| state.span_of(plank)) else { return };
    for end in state.rules().board.spans[span.index()].ends {
        match end.village() {
            Some(village) => look(Place::village(village)),
            None => state.planks_on(end).map(Place::plank).filter(|&other| other != place).for_each(&mut look),
        }
    }
}
