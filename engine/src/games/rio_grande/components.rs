//! What of Rio Grande can be asked for its worth: each card, all cards of a kind, bridges, new rivers, positions in
//! turn order, in this order. A card is taken when it is laid.

use crate::{Component, ComponentIdx, Components, Holding, InterventionKind, Modify, Seat};

use super::cards::{Card, CardKind};
use super::limits::PLAYERS;
use super::scoring::Part;
use super::state::Phase;
use super::{Move, RioGrande, RioRules};

const OF_CARDS: &[InterventionKind] = &[InterventionKind::Ban, InterventionKind::Remove, InterventionKind::Points];
const OF_DEEDS: &[InterventionKind] = &[InterventionKind::Ban, InterventionKind::Points];

/// A component by what it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum What {
    Card(Card),
    Kind(CardKind),
    Bridge,
    Source,
    /// How many seats after the start player.
    Order(usize),
}

const KINDS: usize = Card::COUNT;
const BRIDGE: usize = KINDS + CardKind::ALL.len();
const SOURCE: usize = BRIDGE + 1;
const ORDERS: usize = SOURCE + 1;

impl What {
    #[inline]
    fn of(component: ComponentIdx) -> What {
        match component.index() {
            idx if idx < KINDS => What::Card(Card(idx as u8)),
            idx if idx < BRIDGE => What::Kind(CardKind::ALL[idx - KINDS]),
            BRIDGE => What::Bridge,
            SOURCE => What::Source,
            idx => What::Order(idx - ORDERS),
        }
    }

    #[inline]
    fn idx(self) -> ComponentIdx {
        let idx = match self {
            What::Card(card) => card.index(),
            What::Kind(kind) => KINDS + kind as usize,
            What::Bridge => BRIDGE,
            What::Source => SOURCE,
            What::Order(order) => ORDERS + order,
        };
        ComponentIdx(idx as u16)
    }

    /// Whether cards of this sort belong to it.
    fn covers(self, card: Card) -> bool {
        self == What::Card(card) || self == What::Kind(card.kind())
    }
}

/// The card that a move lays.
#[inline]
fn laid_by(mv: Move) -> Option<Card> {
    if matches!(mv, Move::Discard(_)) { None } else { mv.card() }
}

impl Components for RioGrande {
    fn components(rules: &RioRules, players: usize) -> Vec<Component> {
        let full = rules.cards.full();
        let count = |what: What| -> u32 {
            Card::all().filter(|&card| what.covers(card)).map(|card| rules.cards.count(&full, card.0)).sum()
        };
        // Of what is not in the box nothing can be asked; something must be left to deal.
        let interventions = |what: What| match count(what) {
            0 => &[][..],
            gone if full.len() - gone > (players * usize::from(rules.hand)) as u32 => OF_CARDS,
            _ => OF_DEEDS,
        };
        let named = |what: What, name: String, kind| Component { name, kind, interventions: interventions(what) };
        let cards = Card::all().map(|card| named(What::Card(card), card.name(), card.kind().name()));
        let kinds = CardKind::ALL.map(|kind| named(What::Kind(kind), format!("cards-{}", kind.name()), "card-kind"));
        let deeds =
            ["bridge", "source"].map(|name| Component { name: name.into(), kind: name, interventions: OF_DEEDS });
        cards.chain(kinds).chain(deeds).chain(Component::orders(players, PLAYERS)).collect()
    }

    #[inline]
    fn offered(&self, mv: Move, found: &mut impl FnMut(ComponentIdx)) {
        match mv {
            Move::DealCard(card) => {
                found(What::Card(card).idx());
                found(What::Kind(card.kind()).idx());
            }
            Move::DealStart(_) => (0..self.players.players()).for_each(|order| found(What::Order(order).idx())),
            _ => {}
        }
    }

    #[inline]
    fn taken(&self, mv: Move, found: &mut impl FnMut(ComponentIdx)) {
        if let Some(card) = laid_by(mv) {
            found(What::Card(card).idx());
            found(What::Kind(card.kind()).idx());
        }
        match mv {
            Move::Source(_) => found(What::Source.idx()),
            Move::Bridge(..) => found(What::Bridge.idx()),
            _ => {}
        }
    }

    /// Every player's first turn is in round 1.
    #[inline]
    fn round(&self) -> u32 {
        u32::from(self.turn).div_ceil(self.players.players() as u32)
    }

    /// All points are those of bridges.
    #[inline]
    fn holdings(&self, seat: Seat, found: &mut impl FnMut(Holding)) {
        let mut hold = |what: What, points: i32| {
            let (component, pieces) = (what.idx(), self.pieces(seat, what.idx()));
            if pieces > 0 {
                found(Holding { component, pieces, points });
            }
        };
        let kinds = CardKind::ALL.map(What::Kind);
        Card::all().map(What::Card).chain(kinds).for_each(|what| hold(what, 0));
        hold(What::Bridge, self.parts()[seat].iter().sum());
        hold(What::Source, 0);
        hold(What::Order(seat.steps_after(self.first_player, self.players.players())), 0);
    }

    #[inline]
    fn pieces(&self, seat: Seat, component: ComponentIdx) -> u32 {
        let player = self.player(seat);
        match What::of(component) {
            What::Card(card) => u32::from(player.laid[card.index()]),
            What::Kind(kind) => {
                Card::all().filter(|card| card.kind() == kind).map(|card| u32::from(player.laid[card.index()])).sum()
            }
            What::Bridge => u32::from(player.built),
            What::Source => u32::from(player.begun),
            What::Order(order) => u32::from(seat.steps_after(self.first_player, self.players.players()) == order),
        }
    }

    fn part_of(&self, _component: ComponentIdx) -> usize {
        Part::Rivers as usize
    }
}

impl Modify for RioGrande {
    const DEFAULT_KINDS: &'static [&'static str] = &["card-kind", "bridge", "source"];

    #[inline]
    fn takes(&self, mv: Move, component: ComponentIdx) -> bool {
        match What::of(component) {
            What::Card(card) => laid_by(mv) == Some(card),
            What::Kind(kind) => laid_by(mv).is_some_and(|card| card.kind() == kind),
            What::Bridge => matches!(mv, Move::Bridge(..)),
            What::Source => matches!(mv, Move::Source(_)),
            What::Order(_) => false,
        }
    }

    fn remove(&mut self, component: ComponentIdx) {
        let (what, cards) = (What::of(component), &self.rules.0.cards);
        for card in Card::all().filter(|&card| what.covers(card)) {
            while cards.take(&mut self.stack, card.0) {}
        }
    }

    fn grant_is_open(&self, component: ComponentIdx) -> bool {
        self.phase == Phase::DealStart && matches!(What::of(component), What::Order(_))
    }

    fn grant_allows(&self, mv: Move, component: ComponentIdx, seat: Seat) -> bool {
        match (mv, What::of(component)) {
            (Move::DealStart(start), What::Order(order)) => seat.steps_after(start, self.players.players()) == order,
            _ => true,
        }
    }
}
