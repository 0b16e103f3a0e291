//! The cards of a player that are not in the program.

use super::definitions::card_id;
use super::layout::{Area, HAND, INSET, card_area};
use super::names::card_name;
use super::{Drawing, text, title};
use crate::Seat;
use crate::games::river_dragons::cards::Card;

impl Drawing<'_> {
    /// Cards keep their places, whichever others are in the program.
    pub(super) fn add_hand(&mut self, seat: Seat) {
        let used = self.state.players[seat].used();
        self.picture
            .add("hand", text("small muted", INSET, HAND, &format!("Cards of {seat} that are not in the program")));
        for (nth, card) in self.state.hand(seat).iter().enumerate() {
            if !used.contains(card) {
                self.picture.add(card_name(card), self.hand_card_svg(card, card_area(nth)));
            }
        }
    }

    fn hand_card_svg(&self, card: Card, Area { x, y, .. }: Area) -> String {
        let frame = if self.is_clickable(&card_name(card)) { "can" } else { "cannot" };
        let words = title(&format!("program {}", self.state.card_name(card)));
        format!("{words}<use href=\"#{}\" class=\"dragons-{frame}\" x=\"{x}\" y=\"{y}\"/>", card_id(card))
    }
}
