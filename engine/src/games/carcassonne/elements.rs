//! What of Carcassonne can be asked for its worth: each kind of tile, the meeples by their roles, places in turn order, in
//! this order. A tile is taken by the player who lays it.

use crate::{Element, ElementIdx, Elements, Holding, Seat, Treatment};

use super::state::{PLAYERS, Phase};
use super::tiles::{FeatureKind, TileIdx};
use super::{Carcassonne, CarcassonneRules, Move};

const OF_TILES: &[Treatment] = &[Treatment::Remove, Treatment::Points];
const OF_SPECIAL_TILES: &[Treatment] = &[Treatment::Points];
const OF_ROLES: &[Treatment] = &[Treatment::Ban, Treatment::Points];

/// An element by what it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum What {
    Role(FeatureKind),
    /// Places after the start player.
    Order(usize),
    Tile(TileIdx),
}

const ORDERS: usize = FeatureKind::ALL.len();
const TILES: usize = ORDERS + PLAYERS;

impl What {
    #[inline]
    fn of(element: ElementIdx) -> What {
        match element.index() {
            idx if idx < ORDERS => What::Role(FeatureKind::ALL[idx]),
            idx if idx < TILES => What::Order(idx - ORDERS),
            idx => What::Tile(TileIdx((idx - TILES) as u8)),
        }
    }

    #[inline]
    fn idx(self) -> ElementIdx {
        let idx = match self {
            What::Role(kind) => kind as usize,
            What::Order(place) => ORDERS + place,
            What::Tile(tile) => TILES + tile.index(),
        };
        ElementIdx(idx as u16)
    }
}

impl Elements for Carcassonne {
    const ASKED_FOR: &'static [&'static str] = &["meeple"];

    fn elements(rules: &CarcassonneRules, players: usize) -> Vec<Element> {
        let roles =
            FeatureKind::ALL.map(|kind| Element { name: kind.role().to_owned(), kind: "meeple", treatments: OF_ROLES });
        let tiles = rules.tiles.iter().zip(0..).map(|(tile, idx)| {
            let shuffled = rules.kinds.count(&rules.river, idx) + rules.kinds.count(&rules.land, idx);
            // Of what is not in play nothing can be asked; something must be left to draw.
            let treatments = match shuffled {
                0 if [rules.fork, rules.lake].contains(&Some(TileIdx(idx))) => OF_SPECIAL_TILES,
                0 => &[],
                _ if shuffled < rules.draws() => OF_TILES,
                _ => OF_SPECIAL_TILES,
            };
            Element { name: format!("tile-{}", tile.id), kind: "tile", treatments }
        });
        roles.into_iter().chain(Element::orders(players, PLAYERS)).chain(tiles).collect()
    }

    fn offered(&self, mv: Move, found: &mut dyn FnMut(ElementIdx)) {
        match mv {
            Move::DealTile(tile) => found(What::Tile(tile).idx()),
            Move::DealStart(_) => (0..self.players.players()).for_each(|place| found(What::Order(place).idx())),
            _ => {}
        }
    }

    fn taken(&self, mv: Move, found: &mut dyn FnMut(ElementIdx)) {
        match mv {
            Move::Tile(..) => found(What::Tile(self.drawn).idx()),
            Move::Meeple(spot) => found(What::Role(spot.kind()).idx()),
            _ => {}
        }
    }

    #[inline]
    fn takes(&self, mv: Move, element: ElementIdx) -> bool {
        match (What::of(element), mv) {
            (What::Role(kind), Move::Meeple(spot)) => spot.kind() == kind,
            _ => false,
        }
    }

    /// Every player's first turn is in round 1.
    fn round(&self) -> u32 {
        u32::from(self.turn).div_ceil(self.players.players() as u32)
    }

    /// All points are those of meeples.
    fn holdings(&self, seat: Seat, found: &mut dyn FnMut(Holding)) {
        let mut hold = |what: What, points: i32| {
            let (element, pieces) = (what.idx(), self.pieces(seat, what.idx()));
            if pieces > 0 {
                found(Holding { element, pieces, points });
            }
        };
        for kind in FeatureKind::ALL {
            hold(What::Role(kind), i32::from(self.players[seat].points[kind as usize]));
        }
        hold(What::Order(seat.places_after(self.first_player, self.players.players())), 0);
        (0..self.rules.0.tiles.len()).for_each(|idx| hold(What::Tile(TileIdx(idx as u8)), 0));
    }

    fn pieces(&self, seat: Seat, element: ElementIdx) -> u32 {
        let player = &self.players[seat];
        match What::of(element) {
            What::Role(kind) => u32::from(player.claims[kind as usize]),
            What::Order(place) => u32::from(seat.places_after(self.first_player, self.players.players()) == place),
            What::Tile(tile) => u32::from(player.laid.0[tile.index()]),
        }
    }

    /// What tiles bring belongs to no feature: it is counted with the cities.
    fn part_of(&self, element: ElementIdx) -> usize {
        match What::of(element) {
            What::Role(kind) => kind as usize,
            What::Order(_) | What::Tile(_) => FeatureKind::City as usize,
        }
    }

    fn remove(&mut self, element: ElementIdx) {
        if let What::Tile(tile) = What::of(element) {
            for bag in [&mut self.river, &mut self.land] {
                while self.rules.0.kinds.take(bag, tile.0) {}
            }
            self.go_to_next_pile();
        }
    }

    fn grant_is_open(&self, element: ElementIdx) -> bool {
        self.phase == Phase::DealStart && matches!(What::of(element), What::Order(_))
    }

    fn allows(&self, mv: Move, element: ElementIdx, seat: Seat) -> bool {
        match (mv, What::of(element)) {
            (Move::DealStart(start), What::Order(place)) => seat.places_after(start, self.players.players()) == place,
            _ => true,
        }
    }
}
