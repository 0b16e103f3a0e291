//! What moves do.

use super::board::{Place, PlankIdx, Planks, SpanIdx};
use super::cards::Card;
use super::state::{NO_SPAN, Phase};
use super::{Move, RiverDragons};

impl RiverDragons {
    #[inline]
    pub(super) fn make(&mut self, mv: Move) {
        match mv {
            Move::DealStart(seat) => return self.deal_start(seat),
            Move::Program(card) => return self.program(card),
            Move::Stone(island) => self.stones |= 1 << island,
            Move::RemoveStone(island) => self.stones &= !(1 << island),
            Move::Plank(length, span) => {
                let plank = self.take_from_reserve(length);
                self.lay(plank, span);
            }
            Move::Lose(length) => {
                self.take_from_reserve(length);
            }
            Move::RemovePlank(plank) => self.take_off(plank),
            Move::Step(to) | Move::Jump(_, to) => {
                self.me_mut().pawn = to;
                if to == Place::village(self.goal(self.current)) {
                    self.phase = Phase::Over;
                    return;
                }
            }
        }
        self.left -= 1;
        self.go_on();
    }

    fn program(&mut self, card: Card) {
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
            self.left = self.actions_of_card();
            self.go_on();
        }
    }

    #[inline]
    fn take_from_reserve(&mut self, length: u8) -> PlankIdx {
        let plank = self.own_plank(length).expect("the plank is in the reserve");
        self.me_mut().reserve.0 &= !Planks::one(plank).0;
        plank
    }

    fn lay(&mut self, plank: PlankIdx, span: SpanIdx) {
        self.spans[plank.index()] = span;
        self.on_board.0 |= Planks::one(plank).0;
        for end in self.rules.0.board.spans[span.index()].ends {
            self.planks_at[end.index()].0 |= Planks::one(plank).0;
        }
    }

    /// A plank goes from the board into the reserve of the current player.
    fn take_off(&mut self, plank: PlankIdx) {
        let span = std::mem::replace(&mut self.spans[plank.index()], NO_SPAN);
        self.on_board.0 &= !Planks::one(plank).0;
        for end in self.rules.0.board.spans[span.index()].ends {
            self.planks_at[end.index()].0 &= !Planks::one(plank).0;
        }
        self.me_mut().reserve.0 |= Planks::one(plank).0;
    }

    /// How often the current card is carried out: never if a dragon cancels it.
    #[inline]
    fn actions_of_card(&self) -> u8 {
        let dragon = Card::dragon(self.me().color);
        let position = usize::from(self.position);
        if self.players.iter().any(|player| player.program[position] == dragon) {
            return 0;
        }
        self.card_of(self.current).actions()
    }

    /// Carries on to the next decision: what cannot be carried out lapses, or the pawn falls.
    #[inline]
    fn go_on(&mut self) {
        loop {
            if self.left > 0 {
                if self.can_act() {
                    return;
                }
                if matches!(self.card_of(self.current), Card::MOVE1 | Card::MOVE2 | Card::JUMP) {
                    self.fall();
                }
            }
            self.current = self.current.left(self.players.players());
            if self.current == self.start {
                self.position += 1;
                if self.position == self.rules.0.program {
                    return self.end_round();
                }
            }
            self.left = self.actions_of_card();
        }
    }

    /// On the start village already it is no fall.
    fn fall(&mut self) {
        let me = self.me_mut();
        let home = Place::village(me.color);
        me.falls += u16::from(me.pawn != home);
        me.pawn = home;
    }

    fn end_round(&mut self) {
        self.position = 0;
        self.left = 0;
        if self.round == self.rules.0.rounds {
            self.phase = Phase::Over;
            return;
        }
        self.players.as_mut_slice().iter_mut().for_each(super::Player::clear_program);
        self.start = self.start.left(self.players.players());
        self.begin_round();
    }
}
