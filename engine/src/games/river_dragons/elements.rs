//! What of River Dragons can be asked for its worth: the cards of programs, dragons together, and places in turn order, in
//! this order. A card is taken when it is programmed.

use rand::Rng;

use crate::{Element, ElementIdx, Elements, Holding, Seat, Treatment};

use super::cards::{Card, Cards};
use super::state::{PLAYERS, Phase};
use super::{DragonRules, Move, RiverDragons};

const OF_CARDS: &[Treatment] = &[Treatment::Ban];
/// The element that all dragons are.
const DRAGON: usize = Card::ACTIONS;
const ORDERS: usize = DRAGON + 1;

fn element_of(card: Card) -> ElementIdx {
    ElementIdx(card.kind() as u16)
}

impl RiverDragons {
    fn place_of_seat(&self, seat: Seat) -> usize {
        seat.places_after(self.first_player, self.players.players())
    }
}

impl Elements for RiverDragons {
    const ASKED_FOR: &'static [&'static str] = &["card"];

    fn elements(_rules: &DragonRules, players: usize) -> Vec<Element> {
        let cards = Card::NAMES.into_iter().chain(["dragon"]);
        let cards = cards.map(|name| Element { name: name.to_owned(), kind: "card", treatments: OF_CARDS });
        cards.chain(Element::orders(players, PLAYERS)).collect()
    }

    fn offered(&self, mv: Move, found: &mut dyn FnMut(ElementIdx)) {
        if let Move::DealStart(_) = mv {
            (0..self.players.players()).for_each(|place| found(ElementIdx((ORDERS + place) as u16)));
        }
    }

    fn taken(&self, mv: Move, found: &mut dyn FnMut(ElementIdx)) {
        if let Move::Program(card) = mv {
            found(element_of(card));
        }
    }

    #[inline]
    fn takes(&self, mv: Move, element: ElementIdx) -> bool {
        matches!(mv, Move::Program(card) if element_of(card) == element)
    }

    fn round(&self) -> u32 {
        u32::from(self.round)
    }

    fn holdings(&self, seat: Seat, found: &mut dyn FnMut(Holding)) {
        for element in (0..=DRAGON).chain([ORDERS + self.place_of_seat(seat)]).map(|idx| ElementIdx(idx as u16)) {
            let pieces = self.pieces(seat, element);
            if pieces > 0 {
                found(Holding { element, pieces, points: 0 });
            }
        }
    }

    fn pieces(&self, seat: Seat, element: ElementIdx) -> u32 {
        match element.index().checked_sub(ORDERS) {
            None => u32::from(self.players[seat].cards[element.index()]),
            Some(place) => u32::from(self.place_of_seat(seat) == place),
        }
    }

    fn hide_under_ban(
        &mut self,
        observer: Seat,
        element: ElementIdx,
        concerned: impl Fn(Seat) -> bool,
        rng: &mut impl Rng,
    ) {
        let banned = match element.index() {
            DRAGON => Cards::ALL_DRAGONS,
            card if card < DRAGON => Cards(1 << card),
            _ => Cards::default(),
        };
        self.program_again(observer, |seat| if concerned(seat) { banned } else { Cards::default() }, rng);
    }

    fn grant_is_open(&self, element: ElementIdx) -> bool {
        self.phase == Phase::DealStart && element.index() >= ORDERS
    }

    fn allows(&self, mv: Move, element: ElementIdx, seat: Seat) -> bool {
        match (mv, element.index().checked_sub(ORDERS)) {
            (Move::DealStart(start), Some(place)) => seat.places_after(start, self.players.players()) == place,
            _ => true,
        }
    }
}
