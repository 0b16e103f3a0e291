//! What moves of players do. They are not checked here.

use super::cards::{Card, CardKind};
use super::moves::Move;
use super::river::RiverIdx;
use super::state::{Phase, RioGrande};
use super::{chance, legal};

#[inline]
pub(super) fn play_unchecked(state: &mut RioGrande, mv: Move) {
    debug_assert!(legal::is_legal(state, mv), "{mv:?} is not legal in\n{state}");
    match mv {
        Move::DealStart(seat) => return chance::deal_start(state, seat),
        Move::DealCard(card) => return chance::deal_card(state, card),
        Move::End => return state.end_turn(),
        Move::Source(card) => {
            state.play_card(card);
            state.me_mut().begun += 1;
            state.rivers.append(state.rivers.lowest_free(), card);
        }
        Move::Lay(card, river) => {
            state.play_card(card);
            state.rivers.append(river, card);
            if card.kind() == CardKind::Mouth {
                state.score(river);
            }
        }
        Move::Bend(card, river, first, second) => {
            state.play_card(card);
            state.rivers.append(river, card);
            state.rivers.swap(river, first.into(), second.into());
        }
        Move::Sandbank(water, river, place) => {
            state.play_card(Card::sandbank(water));
            state.dry(river, place.into());
        }
        Move::Bridge(river, place) => state.build(river, place),
        Move::Discard(card) => state.me_mut().hand.take(card),
    }
    state.actions += 1;
    if state.actions == state.rules.0.actions {
        state.end_turn();
    }
}

impl RioGrande {
    /// Puts a bridge of the current player on a card.
    #[inline]
    fn build(&mut self, river: RiverIdx, place: u8) {
        self.bridges += 1;
        let me = self.me_mut();
        me.bridges -= 1;
        me.built += 1;
        self.rivers.build(river, place.into(), self.current);
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
        let points = self.rivers.sums(river).points;
        for (player, points) in self.players.as_mut_slice().iter_mut().zip(points) {
            player.points += points;
        }
        self.take_off(river, self.rivers.len(river));
    }

    /// All cards upstream of a sandbank leave the game. When it lies on the last card, the whole river does.
    fn dry(&mut self, river: RiverIdx, place: usize) {
        let len = self.rivers.len(river);
        if place + 1 == len {
            return self.take_off(river, len);
        }
        self.take_off(river, place);
        self.rivers.cover_head(river);
    }

    /// The first cards of a river leave the game, and their bridges go back to their players.
    fn take_off(&mut self, river: RiverIdx, count: usize) {
        let bridges = self.rivers.remove(river, count);
        for (player, count) in self.players.as_mut_slice().iter_mut().zip(bridges) {
            player.bridges += count as u8;
        }
    }

    /// The turn of the current player ends. The last round begins when all players in a row have done nothing; before
    /// it, hands that are not full are refilled.
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
}
