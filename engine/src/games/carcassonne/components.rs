//! What of Carcassonne can be asked for its worth: each kind of tile, the meeples by their roles, positions in turn
//! order, in this order. A tile is taken by the player who lays it.

use crate::{Component, ComponentIdx, Components, Holding, InterventionKind, Modify, Seat};

use super::limits::PLAYERS;
use super::state::Phase;
use super::tiles::{FeatureKind, TileIdx};
use super::{Carcassonne, CarcassonneRules, Move};

const OF_TILES: &[InterventionKind] = &[InterventionKind::Remove, InterventionKind::Points];
const OF_SPECIAL_TILES: &[InterventionKind] = &[InterventionKind::Points];
const OF_ROLES: &[InterventionKind] = &[InterventionKind::Ban, InterventionKind::Points];

/// A component by what it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum What {
    Role(FeatureKind),
    /// How many seats after the start player.
    Order(usize),
    Tile(TileIdx),
}

const ORDERS: usize = FeatureKind::ALL.len();
const TILES: usize = ORDERS + PLAYERS;

impl What {
    #[inline]
    fn of(component: ComponentIdx) -> What {
        match component.index() {
            idx if idx < ORDERS => What::Role(FeatureKind::ALL[idx]),
            idx if idx < TILES => What::Order(idx - ORDERS),
            idx => What::Tile(TileIdx((idx - TILES) as u8)),
        }
    }

    #[inline]
    fn idx(self) -> ComponentIdx {
        let idx = match self {
            What::Role(kind) => kind as usize,
            What::Order(order) => ORDERS + order,
            What::Tile(tile) => TILES + tile.index(),
        };
        ComponentIdx(idx as u16)
    }
}

impl Components for Carcassonne {
    fn components(rules: &CarcassonneRules, players: usize) -> Vec<Component> {
        let roles = FeatureKind::ALL.map(|kind| Component {
            name: kind.role().to_owned(),
            kind: "meeple",
            interventions: OF_ROLES,
        });
        let tiles = rules.tiles.iter().zip(0..).map(|(tile, idx)| {
            let shuffled = rules.kinds.count(&rules.river, idx) + rules.kinds.count(&rules.land, idx);
            // Of what is not in play nothing can be asked; something must be left to draw.
            let interventions = match shuffled {
                0 if [rules.fork, rules.lake].contains(&Some(TileIdx(idx))) => OF_SPECIAL_TILES,
                0 => &[],
                _ if shuffled < rules.draws() => OF_TILES,
                _ => OF_SPECIAL_TILES,
            };
            Component { name: format!("tile-{}", tile.id), kind: "tile", interventions }
        });
        roles.into_iter().chain(Component::orders(players, PLAYERS)).chain(tiles).collect()
    }

    #[inline]
    fn offered(&self, mv: Move, found: &mut impl FnMut(ComponentIdx)) {
        match mv {
            Move::DealTile(tile) => found(What::Tile(tile).idx()),
            Move::DealStart(_) => (0..self.players.players()).for_each(|order| found(What::Order(order).idx())),
            _ => {}
        }
    }

    #[inline]
    fn taken(&self, mv: Move, found: &mut impl FnMut(ComponentIdx)) {
        match mv {
            Move::Tile(..) => found(What::Tile(self.drawn).idx()),
            Move::Meeple(spot) => found(What::Role(spot.kind()).idx()),
            _ => {}
        }
    }

    /// Every player's first turn is in round 1.
    #[inline]
    fn round(&self) -> u32 {
        u32::from(self.turn).div_ceil(self.players.players() as u32)
    }

    /// All points are those of meeples.
    #[inline]
    fn holdings(&self, seat: Seat, found: &mut impl FnMut(Holding)) {
        let mut hold = |what: What, points: i32| {
            let (component, pieces) = (what.idx(), self.pieces(seat, what.idx()));
            if pieces > 0 {
                found(Holding { component, pieces, points });
            }
        };
        for kind in FeatureKind::ALL {
            hold(What::Role(kind), i32::from(self.players[seat].points[kind as usize]));
        }
        hold(What::Order(seat.steps_after(self.first_player, self.players.players())), 0);
        (0..self.rules.0.tiles.len()).for_each(|idx| hold(What::Tile(TileIdx(idx as u8)), 0));
    }

    #[inline]
    fn pieces(&self, seat: Seat, component: ComponentIdx) -> u32 {
        let player = &self.players[seat];
        match What::of(component) {
            What::Role(kind) => u32::from(player.claims[kind as usize]),
            What::Order(order) => u32::from(seat.steps_after(self.first_player, self.players.players()) == order),
            What::Tile(tile) => u32::from(player.laid.0[tile.index()]),
        }
    }

    /// What tiles bring belongs to no feature: it is counted with the cities.
    fn part_of(&self, component: ComponentIdx) -> usize {
        match What::of(component) {
            What::Role(kind) => kind as usize,
            What::Order(_) | What::Tile(_) => FeatureKind::City as usize,
        }
    }
}

impl Modify for Carcassonne {
    const DEFAULT_KINDS: &'static [&'static str] = &["meeple"];

    #[inline]
    fn takes(&self, mv: Move, component: ComponentIdx) -> bool {
        match (What::of(component), mv) {
            (What::Role(kind), Move::Meeple(spot)) => spot.kind() == kind,
            _ => false,
        }
    }

    fn remove(&mut self, component: ComponentIdx) {
        if let What::Tile(tile) = What::of(component) {
            for bag in [&mut self.river, &mut self.land] {
                while self.rules.0.kinds.take(bag, tile.0) {}
            }
            self.go_to_next_pile();
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
