//! What moves do.

use super::cards::{Card, CardKind};
use super::river::RiverIdx;
use super::state::Phase;
use super::{Move, RioGrande};

impl RioGrande {
    #[inline]
    pub(super) fn make(&mut self, mv: Move) {
        match mv {
            Move::DealStart(seat) => return self.deal_start(seat),
            Move::DealCard(card) => return self.deal_card(card),
            Move::End => return self.end_turn(),
            Move::Source(card) => {
                self.play_card(card);
                self.me_mut().begun += 1;
                self.rivers.append(self.rivers.lowest_free(), card);
            }
            Move::Lay(card, river) => {
                self.play_card(card);
                self.rivers.append(river, card);
                if card.kind() == CardKind::Mouth {
                    self.score(river);
                }
            }
            Move::Bend(card, river, first, second) => {
                self.play_card(card);
                self.rivers.append(river, card);
                self.rivers.swap(river, first.into(), second.into());
            }
            Move::Sandbank(water, river, place) => {
                self.play_card(Card::sandbank(water));
                self.dry(river, place.into());
            }
            Move::Bridge(river, place) => {
                self.bridges += 1;
                let me = self.me_mut();
                me.bridges -= 1;
                me.built += 1;
                self.rivers.build(river, place.into(), self.current);
            }
            Move::Discard(card) => self.me_mut().hand.take(card),
        }
        self.actions += 1;
        if self.actions == self.rules.0.actions {
            self.end_turn();
        }
    }

    /// Takes a card that is laid from the hand.
    #[inline]
    fn play_card(&mut self, card: Card) {
        self.specials += u8::from(card.kind() != CardKind::River);
        let me = self.me_mut();
        me.hand.take(card);
        me.laid[card.index()] += 1;
    }

    /// A river has reached its mouth: its bridges score and go home, its cards leave the game.
    fn score(&mut self, river: RiverIdx) {
        let points = self.river_points(river);
        for (player, points) in self.players.as_mut_slice().iter_mut().zip(&points) {
            player.points += points;
        }
        self.take_off(river, self.rivers.len(river));
    }

    /// All cards upstream of a sandbank leave the game; on the last card of a river the whole river does.
    fn dry(&mut self, river: RiverIdx, place: usize) {
        let len = self.rivers.len(river);
        if place + 1 == len {
            return self.take_off(river, len);
        }
        self.take_off(river, place);
        self.rivers.cover_head(river);
    }

    fn take_off(&mut self, river: RiverIdx, count: usize) {
        let players = &mut self.players;
        self.rivers.remove(river, count, |seat| players[seat].bridges += 1);
    }

    fn end_turn(&mut self) {
        let players = self.players.players() as u8;
        self.empty_turns = if self.actions == 0 { self.empty_turns + 1 } else { 0 };
        self.rivers.end_turn();
        if self.turns_left > 0 {
            self.turns_left -= 1;
            if self.turns_left == 0 {
                self.phase = Phase::Over;
                return;
            }
        } else if self.empty_turns == players {
            self.turns_left = players;
        } else if self.me().hand.len() < self.rules.0.hand {
            self.phase = Phase::Refill;
            return;
        }
        self.next_turn();
    }

    /// The left neighbor's turn begins.
    pub(super) fn next_turn(&mut self) {
        self.current = self.current.left(self.players.players());
        self.begin_turn();
    }

    /// The turn of the current player begins.
    pub(super) fn begin_turn(&mut self) {
        self.phase = Phase::Act;
        (self.actions, self.specials, self.bridges) = (0, 0, 0);
        self.turn += 1;
    }
}
