//! What of River Dragons can be asked for its worth: the cards of programs, dragons together, and positions in turn
//! order, in this order. A card is taken when it is programmed.

use rand::Rng;

use crate::{Component, ComponentIdx, Components, Holding, InterventionKind, Modify, Seat, Targets};

use super::cards::{Card, Cards};
use super::limits::PLAYERS;
use super::state::Phase;
use super::{DragonRules, Move, RiverDragons};

const OF_CARDS: &[InterventionKind] = &[InterventionKind::Ban];
/// The component that all dragons are.
const DRAGON: usize = Card::ACTIONS;
const ORDERS: usize = DRAGON + 1;

fn component_of(card: Card) -> ComponentIdx {
    ComponentIdx(card.kind() as u16)
}

/// The cards that belong to these components.
fn cards_of(components: Targets) -> Cards {
    let cards = |component: ComponentIdx| match component.index() {
        DRAGON => Cards::ALL_DRAGONS,
        card if card < DRAGON => Cards(1 << card),
        _ => Cards::default(),
    };
    components.iter().fold(Cards::default(), |all, component| Cards(all.0 | cards(component).0))
}

impl RiverDragons {
    fn order_of(&self, seat: Seat) -> usize {
        seat.steps_after(self.first_player, self.players.players())
    }
}

impl Components for RiverDragons {
    fn components(_rules: &DragonRules, players: usize) -> Vec<Component> {
        let cards = Card::NAMES.into_iter().chain(["dragon"]);
        let cards = cards.map(|name| Component { name: name.to_owned(), kind: "card", interventions: OF_CARDS });
        cards.chain(Component::orders(players, PLAYERS)).collect()
    }

    #[inline]
    fn offered(&self, mv: Move, found: &mut impl FnMut(ComponentIdx)) {
        if let Move::DealStart(_) = mv {
            (0..self.players.players()).for_each(|order| found(ComponentIdx((ORDERS + order) as u16)));
        }
    }

    #[inline]
    fn taken(&self, mv: Move, found: &mut impl FnMut(ComponentIdx)) {
        if let Move::Program(card) = mv {
            found(component_of(card));
        }
    }

    #[inline]
    fn round(&self) -> u32 {
        u32::from(self.round)
    }

    #[inline]
    fn holdings(&self, seat: Seat, found: &mut impl FnMut(Holding)) {
        for component in (0..=DRAGON).chain([ORDERS + self.order_of(seat)]).map(|idx| ComponentIdx(idx as u16)) {
            let pieces = self.pieces(seat, component);
            if pieces > 0 {
                found(Holding { component, pieces, points: 0 });
            }
        }
    }

    #[inline]
    fn pieces(&self, seat: Seat, component: ComponentIdx) -> u32 {
        match component.index().checked_sub(ORDERS) {
            None => u32::from(self.players[seat].cards[component.index()]),
            Some(order) => u32::from(self.order_of(seat) == order),
        }
    }
}

impl Modify for RiverDragons {
    const DEFAULT_KINDS: &'static [&'static str] = &["card"];
    const BAN_CHANGES_BELIEFS: bool = true;

    #[inline]
    fn takes(&self, mv: Move, component: ComponentIdx) -> bool {
        matches!(mv, Move::Program(card) if component_of(card) == component)
    }

    fn resample_hidden_under_ban(
        &mut self,
        observer: Seat,
        banned: Targets,
        is_affected: impl Fn(Seat) -> bool,
        rng: &mut impl Rng,
    ) {
        let banned = cards_of(banned);
        self.program_again(observer, |seat| if is_affected(seat) { banned } else { Cards::default() }, rng);
    }

    fn grant_is_open(&self, component: ComponentIdx) -> bool {
        self.phase == Phase::DealStart && component.index() >= ORDERS
    }

    fn grant_allows(&self, mv: Move, component: ComponentIdx, seat: Seat) -> bool {
        match (mv, component.index().checked_sub(ORDERS)) {
            (Move::DealStart(start), Some(order)) => seat.steps_after(start, self.players.players()) == order,
            _ => true,
        }
    }
}
