//! What moves of players do, and what follows until the next decision. They are not checked here.

use super::cards::Card;
use super::moves::Move;
use super::pieces::{Place, PlankIdx, Planks};
use super::spans::{NO_SPAN, SpanIdx};
use super::state::{Phase, Player, RiverDragons};
use super::{chance, legal};

#[inline]
pub(super) fn play_unchecked(state: &mut RiverDragons, mv: Move) {
    play_and_tell(state, mv, &mut |_, _| ());
}

/// What follows from a move without being one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Consequence {
    /// The cards of a position are revealed.
    Reveal,
    /// A dragon cancels the card of the current player.
    Cancel,
    /// The card of the current player can do nothing more.
    Lapse,
    /// The pawn of the current player falls.
    Fall,
}

/// Plays a move, and tells what follows from it, each in the position in which it happens.
#[inline]
pub(super) fn play_and_tell(state: &mut RiverDragons, mv: Move, tell: &mut impl FnMut(&RiverDragons, Consequence)) {
    debug_assert!(legal::is_legal(state, mv), "{mv:?} is not legal in\n{state}");
    match mv {
        Move::DealStart(seat) => return chance::deal_start(state, seat),
        Move::Program(card) => return state.program(card, tell),
        Move::Stone(island) => state.stones |= 1 << island,
        Move::RemoveStone(island) => state.stones &= !(1 << island),
        Move::Plank(length, span) => {
            let plank = state.take_from_reserve(length);
            state.lay(plank, span);
        }
        Move::Lose(length) => {
            state.take_from_reserve(length);
        }
        Move::RemovePlank(plank) => state.take_off(plank),
        Move::Step(to) | Move::Jump(_, to) => {
            state.me_mut().pawn = to;
            if to == Place::village(state.goal(state.current)) {
                state.phase = Phase::Over;
                return;
            }
        }
    }
    state.left -= 1;
    state.advance(tell);
}

impl RiverDragons {
    /// Puts the next card into the own program. After the last card of the last player the programs are carried out.
    fn program(&mut self, card: Card, tell: &mut impl FnMut(&RiverDragons, Consequence)) {
        let me = self.me_mut();
        me.program[usize::from(me.programmed)] = card;
        me.programmed += 1;
        me.cards[card.kind()] += 1;
        if me.programmed < self.rules.0.program {
            return;
        }
        self.current = self.current.left(self.players.players());
        if self.current == self.start {
            self.phase = Phase::Act;
            self.position = 0;
            tell(self, Consequence::Reveal);
            self.left = self.actions_of_card(tell);
            self.advance(tell);
        }
    }

    /// The own plank of this length leaves the reserve.
    #[inline]
    fn take_from_reserve(&mut self, length: u8) -> PlankIdx {
        let plank = self.own_plank(length).expect("the plank is in the reserve");
        self.me_mut().reserve.0 &= !Planks::one(plank).0;
        plank
    }

    /// A plank from the reserve goes onto a span.
    fn lay(&mut self, plank: PlankIdx, span: SpanIdx) {
        self.spans[plank.index()] = span;
        self.on_board.0 |= Planks::one(plank).0;
        self.bridged.insert(span);
        for end in self.rules.0.board.spans[span.index()].ends {
            self.planks_at[end.index()].0 |= Planks::one(plank).0;
            if self.load(end) >= u32::from(self.rules.0.load) {
                self.full.insert(end);
            }
        }
    }

    /// A plank goes from the board into the reserve of the current player.
    fn take_off(&mut self, plank: PlankIdx) {
        let span = std::mem::replace(&mut self.spans[plank.index()], NO_SPAN);
        self.on_board.0 &= !Planks::one(plank).0;
        let ends = self.rules.0.board.spans[span.index()].ends;
        for end in ends {
            self.planks_at[end.index()].0 &= !Planks::one(plank).0;
            if self.load(end) < u32::from(self.rules.0.load) {
                self.full.remove(end);
            }
        }
        // Another plank may lie beside it.
        let [one, other] = ends.map(|end| self.planks_at[end.index()].0);
        if one & other == 0 {
            self.bridged.remove(span);
        }
        self.me_mut().reserve.0 |= Planks::one(plank).0;
    }

    /// How often the current card is carried out: never if a dragon cancels it.
    #[inline]
    fn actions_of_card(&self, tell: &mut impl FnMut(&RiverDragons, Consequence)) -> u8 {
        let dragon = Card::dragon(self.me().color);
        let position = usize::from(self.position);
        let actions = self.card_of(self.current).actions();
        if actions > 0 && self.players.iter().any(|player| player.program[position] == dragon) {
            tell(self, Consequence::Cancel);
            return 0;
        }
        actions
    }

    /// Advances to the next decision: an action that cannot be carried out lapses, and a pawn that cannot go falls.
    #[inline]
    fn advance(&mut self, tell: &mut impl FnMut(&RiverDragons, Consequence)) {
        loop {
            if self.left > 0 {
                if self.can_act() {
                    return;
                }
                let goes = matches!(self.card_of(self.current), Card::MOVE1 | Card::MOVE2 | Card::JUMP);
                if goes && self.me().pawn != self.home() {
                    tell(self, Consequence::Fall);
                    self.fall();
                } else {
                    tell(self, Consequence::Lapse);
                }
            }
            self.current = self.current.left(self.players.players());
            if self.current == self.start {
                self.position += 1;
                if self.position == self.rules.0.program {
                    return self.end_round();
                }
                tell(self, Consequence::Reveal);
            }
            self.left = self.actions_of_card(tell);
        }
    }

    /// The start village of the current player. Where the pawn stands there already, it does not fall.
    #[inline]
    fn home(&self) -> Place {
        Place::village(self.me().color)
    }

    /// The pawn goes back to its start village.
    fn fall(&mut self) {
        let home = self.home();
        let me = self.me_mut();
        me.falls += 1;
        me.pawn = home;
    }

    fn end_round(&mut self) {
        self.position = 0;
        self.left = 0;
        if self.round == self.rules.0.rounds {
            self.phase = Phase::Over;
            return;
        }
        self.players.as_mut_slice().iter_mut().for_each(Player::clear_program);
        self.start = self.start.left(self.players.players());
        self.begin_round();
    }
}

#[cfg(test)]
#[path = "play_tests.rs"]
mod tests;
