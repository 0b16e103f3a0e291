//! What of River Dragons can be asked for its worth: the cards of programs, dragons together, and places in turn order, in
//! this order. A card is taken when it is programmed.

use rand::Rng;

use crate::{Component, ComponentIdx, Components, Holding, Seat, Treatment};

use super::cards::{Card, Cards};
use super::limits::PLAYERS;
use super::state::Phase;
use super::{DragonRules, Move, RiverDragons};

const OF_CARDS: &[Treatment] = &[Treatment::Ban];
/// The component that all dragons are.
const DRAGON: usize = Card::ACTIONS;
const ORDERS: usize = DRAGON + 1;

fn component_of(card: Card) -> ComponentIdx {
    ComponentIdx(card.kind() as u16)
}

impl RiverDragons {
    fn place_of_seat(&self, seat: Seat) -> usize {
        seat.places_after(self.first_player, self.players.players())
    }
}

impl Components for RiverDragons {
    const DEFAULT_KINDS: &'static [&'static str] = &["card"];

    fn components(_rules: &DragonRules, players: usize) -> Vec<Component> {
        let cards = Card::NAMES.into_iter().chain(["dragon"]);
        let cards = cards.map(|name| Component { name: name.to_owned(), kind: "card", treatments: OF_CARDS });
        cards.chain(Component::orders(players, PLAYERS)).collect()
    }

    fn offered(&self, mv: Move, found: &mut dyn FnMut(ComponentIdx)) {
        if let Move::DealStart(_) = mv {
            (0..self.players.players()).for_each(|place| found(ComponentIdx((ORDERS + place) as u16)));
        }
    }

    fn taken(&self, mv: Move, found: &mut dyn FnMut(ComponentIdx)) {
        if let Move::Program(card) = mv {
            found(component_of(card));
        }
    }

    #[inline]
    fn takes(&self, mv: Move, component: ComponentIdx) -> bool {
        matches!(mv, Move::Program(card) if component_of(card) == component)
    }

    fn round(&self) -> u32 {
        u32::from(self.round)
    }

    fn holdings(&self, seat: Seat, found: &mut dyn FnMut(Holding)) {
        for component in (0..=DRAGON).chain([ORDERS + self.place_of_seat(seat)]).map(|idx| ComponentIdx(idx as u16)) {
            let pieces = self.pieces(seat, component);
            if pieces > 0 {
                found(Holding { component, pieces, points: 0 });
            }
        }
    }

    fn pieces(&self, seat: Seat, component: ComponentIdx) -> u32 {
        match component.index().checked_sub(ORDERS) {
            None => u32::from(self.players[seat].cards[component.index()]),
            Some(place) => u32::from(self.place_of_seat(seat) == place),
        }
    }

    fn resample_hidden_under_ban(
        &mut self,
        observer: Seat,
        component: ComponentIdx,
        is_affected: impl Fn(Seat) -> bool,
        rng: &mut impl Rng,
    ) {
        let banned = match component.index() {
            DRAGON => Cards::ALL_DRAGONS,
            card if card < DRAGON => Cards(1 << card),
            _ => Cards::default(),
        };
        self.program_again(observer, |seat| if is_affected(seat) { banned } else { Cards::default() }, rng);
    }

    fn grant_is_open(&self, component: ComponentIdx) -> bool {
        self.phase == Phase::DealStart && component.index() >= ORDERS
    }

    fn allows(&self, mv: Move, component: ComponentIdx, seat: Seat) -> bool {
        match (mv, component.index().checked_sub(ORDERS)) {
            (Move::DealStart(start), Some(place)) => seat.places_after(start, self.players.players()) == place,
            _ => true,
        }
    }
}
