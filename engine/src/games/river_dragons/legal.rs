//! What a player may do.

use crate::Seat;
use crate::bits::set_bits;

use super::cards::{Card, Cards};
use super::limits::{ISLANDS, LENGTHS, PLANKS};
use super::moves::Move;
use super::pieces::{Color, Place, PlankIdx, Planks, SupportIdx};
use super::spans::{SpanIdx, SpanSet};
use super::state::{Phase, RiverDragons};

const ALL_ISLANDS: u32 = (1 << ISLANDS) - 1;

/// The next cards of a program while programs are made, then what carries out the current card.
#[inline]
pub(super) fn legal_moves(state: &RiverDragons, moves: &mut Vec<Move>) {
    moves.clear();
    match state.phase {
        Phase::Program => moves.extend(state.next_cards().iter().map(Move::Program)),
        Phase::Act => match state.card_of(state.current) {
            Card::STONE1 | Card::STONE2 => moves.extend(set_bits(state.free_islands()).map(Move::Stone)),
            Card::PLANK1 | Card::PLANK2 => state.list_planks(moves),
            Card::REMOVE => {
                moves.extend(state.removable_planks().map(Move::RemovePlank));
                moves.extend(set_bits(state.bare_stones()).map(Move::RemoveStone));
            }
            Card::MOVE1 | Card::MOVE2 => moves.extend(state.steps().map(Move::Step)),
            _ => moves.extend(state.jumps().map(|(over, to)| Move::Jump(over, to))),
        },
        Phase::DealStart | Phase::Over => {}
    }
}

#[inline]
pub(super) fn is_legal(state: &RiverDragons, mv: Move) -> bool {
    match state.phase {
        Phase::DealStart => matches!(mv, Move::DealStart(seat) if seat.index() < state.players.players()),
        Phase::Program => matches!(mv, Move::Program(card) if state.next_cards().contains(card)),
        Phase::Act => state.check_action(state.card_of(state.current), mv),
        Phase::Over => false,
    }
}

pub(super) fn all_moves(state: &RiverDragons) -> Vec<Move> {
    let spans = || (0..state.rules.0.board.spans.len()).map(|idx| SpanIdx(idx as u8));
    let planks = || (0..PLANKS as u8).map(PlankIdx);
    let places = || planks().map(Place::plank).chain(Color::all().map(Place::village));
    let mut all: Vec<Move> = Seat::all(state.players.players()).map(Move::DealStart).collect();
    all.extend(Card::all().map(Move::Program));
    for length in 0..LENGTHS as u8 {
        all.push(Move::Lose(length));
        all.extend(spans().map(|span| Move::Plank(length, span)));
    }
    all.extend((0..ISLANDS as u8).flat_map(|island| [Move::Stone(island), Move::RemoveStone(island)]));
    all.extend(planks().map(Move::RemovePlank));
    all.extend(places().map(Move::Step));
    all.extend(planks().flat_map(|over| places().map(move |to| Move::Jump(over, to))));
    all
}

impl RiverDragons {
    /// The islands where the current player may lay a stone, one bit each.
    #[inline]
    fn free_islands(&self) -> u32 {
        let in_supply = self.stones.count_ones() < u32::from(self.rules.0.stones);
        if in_supply { ALL_ISLANDS & !self.stones } else { 0 }
    }

    /// The spans that would carry one more plank.
    #[inline]
    fn open_spans(&self) -> SpanSet {
        let mut bare = SpanSet::default();
        for island in set_bits(ALL_ISLANDS & !self.stones) {
            bare.add(&self.rules.0.board.touching[SupportIdx::of_island(island).index()]);
        }
        self.unblocked_spans().without(&bare)
    }

    /// The spans that no plank crosses and whose ends would carry one more, with stones on both.
    #[inline]
    pub fn unblocked_spans(&self) -> SpanSet {
        let board = &self.rules.0.board;
        let mut closed = SpanSet::default();
        self.full.iter().for_each(|support| closed.add(&board.touching[support.index()]));
        self.bridged.iter().for_each(|span| closed.add(&board.crossing[span.index()]));
        board.reached[LENGTHS - 1].without(&closed)
    }

    /// The other spans over which no plank could be laid any more if one lay on `span`: those that it crosses, and
    /// those at an end that would carry no more.
    #[inline]
    pub fn spans_closed_by(&self, span: SpanIdx) -> SpanSet {
        let board = &self.rules.0.board;
        let mut closed = board.crossing[span.index()];
        for end in board.spans[span.index()].ends {
            if self.load(end) + 1 >= u32::from(self.rules.0.load) {
                closed.add(&board.touching[end.index()]);
            }
        }
        let mut itself = SpanSet::default();
        itself.insert(span);
        closed.without(&itself)
    }

    /// Whether the current player has a plank that can be laid; the longest one reaches the most spans.
    #[inline]
    fn may_lay_a_plank(&self) -> bool {
        let longest = self.me().reserve.iter().map(PlankIdx::length).max();
        longest
            .is_some_and(|length| !self.open_spans().both(&self.rules.0.board.reached[usize::from(length)]).is_empty())
    }

    /// Whether the reserve of the current player may hold this plank too.
    #[inline]
    fn may_take(&self, plank: PlankIdx) -> bool {
        let reserve = Planks(self.me().reserve.0 | Planks::one(plank).0);
        let (mut colors, mut numbers) = (0, 0_u64);
        for color in Color::all() {
            let of_color = reserve.0 >> PlankIdx::of(color, 0).0 & Planks::OF_ONE_COLOR;
            if numbers & of_color != 0 {
                return false;
            }
            numbers |= of_color;
            colors += u8::from(of_color != 0);
        }
        colors <= self.rules.0.reserve_colors
    }

    /// The planks that the current player may remove.
    #[inline]
    fn removable_planks(&self) -> impl Iterator<Item = PlankIdx> {
        Planks(self.on_board.0 & !self.occupied().0).iter().filter(|&plank| self.may_take(plank))
    }

    /// The islands whose stone may be removed, one bit each.
    #[inline]
    fn bare_stones(&self) -> u32 {
        set_bits(self.stones)
            .fold(0, |bare, island| bare | u32::from(self.load(SupportIdx::of_island(island)) == 0) << island)
    }

    /// The places that the current player may go to.
    #[inline]
    fn steps(&self) -> impl Iterator<Item = Place> {
        let (planks, villages) = self.beside(self.me().pawn);
        let free = Planks(planks.0 & !self.occupied().0);
        free.iter().map(Place::plank).chain(villages.into_iter().flatten().map(Place::village))
    }

    /// Over which planks to which places the current player may jump.
    #[inline]
    fn jumps(&self) -> impl Iterator<Item = (PlankIdx, Place)> {
        let occupied = self.occupied();
        let (planks, _) = self.beside(self.me().pawn);
        Planks(planks.0 & occupied.0).iter().flat_map(move |over| {
            let (planks, villages) = self.beside(Place::plank(over));
            let free = Planks(planks.0 & !occupied.0).iter().map(Place::plank);
            let landings = free.chain(villages.into_iter().flatten().map(Place::village));
            landings.filter(|&to| to != self.me().pawn).map(move |to| (over, to))
        })
    }

    /// Whether the current card can be carried out now.
    #[inline]
    pub(super) fn can_act(&self) -> bool {
        match self.card_of(self.current) {
            Card::STONE1 | Card::STONE2 => self.free_islands() != 0,
            Card::PLANK1 | Card::PLANK2 => self.me().reserve.0 != 0,
            Card::REMOVE => self.bare_stones() != 0 || self.removable_planks().next().is_some(),
            Card::MOVE1 | Card::MOVE2 => self.steps().next().is_some(),
            Card::JUMP => self.jumps().next().is_some(),
            _ => false,
        }
    }

    /// The cards that the current player may program next.
    #[inline]
    fn next_cards(&self) -> Cards {
        let used = self.me().used();
        let free = self.hand(self.current).without(used);
        if used.dragons().len() >= u32::from(self.rules.0.dragons) { free.actions() } else { free }
    }

    fn list_planks(&self, moves: &mut Vec<Move>) {
        let open = self.open_spans();
        for plank in self.me().reserve.iter() {
            let length = plank.length();
            let spans = open.both(&self.rules.0.board.reached[usize::from(length)]);
            moves.extend(spans.iter().map(|span| Move::Plank(length, span)));
        }
        if moves.is_empty() {
            moves.extend(self.me().reserve.iter().map(|plank| Move::Lose(plank.length())));
        }
    }

    /// The plank of this length in the reserve of the current player, in which every length is there once.
    #[inline]
    pub(super) fn own_plank(&self, length: u8) -> Option<PlankIdx> {
        self.me().reserve.iter().find(|plank| plank.length() == length)
    }

    fn check_action(&self, card: Card, mv: Move) -> bool {
        match (card, mv) {
            (Card::STONE1 | Card::STONE2, Move::Stone(island)) => self.free_islands() >> island & 1 == 1,
            (Card::PLANK1 | Card::PLANK2, Move::Plank(length, span)) => {
                let reached = |length: u8| self.rules.0.board.reached[usize::from(length)].contains(span);
                self.own_plank(length).is_some() && reached(length) && self.open_spans().contains(span)
            }
            (Card::PLANK1 | Card::PLANK2, Move::Lose(length)) => {
                self.own_plank(length).is_some() && !self.may_lay_a_plank()
            }
            (Card::REMOVE, Move::RemoveStone(island)) => self.bare_stones() >> island & 1 == 1,
            (Card::REMOVE, Move::RemovePlank(plank)) => self.removable_planks().any(|other| other == plank),
            (Card::MOVE1 | Card::MOVE2, Move::Step(to)) => self.steps().any(|place| place == to),
            (Card::JUMP, Move::Jump(over, to)) => self.jumps().any(|jump| jump == (over, to)),
            _ => false,
        }
    }
}
