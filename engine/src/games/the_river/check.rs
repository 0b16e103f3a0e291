//! Legality of single moves, one by one: what moves of unknown origin are checked with.

use crate::Seat;

use super::legal::DISCOUNT;
use super::moves::{TRADE, TRADES, swaps_among};
use super::rules::{MAX_BUILDING_SLOTS, MAX_TILE_SLOTS};
use super::state::{Phase, RESERVED};
use super::{
    ActionSpace, BuildFrom, BuildingId, Bundle, Color, Move, Player, Resource, RiverSpace, Slot, TheRiver, TileKind,
};

impl TheRiver {
    pub(super) fn check_legal(&self, mv: Move) -> bool {
        let me = self.me();
        match (self.phase, mv) {
            (Phase::Draft, Move::Draft(slot)) => self.tile_display.holds(slot),
            (Phase::Return, Move::Return(resource)) => me.held.get(resource) > 0,
            (Phase::Swap, Move::Keep) => true,
            (Phase::Swap, Move::Swap(lower, upper)) => Self::may_swap(me, lower, upper),
            (Phase::Place, Move::Trade(bundle)) => {
                self.supply.get(Resource::Food) > 0 && TRADES.contains(&bundle) && me.held.contains(bundle)
            }
            (Phase::Place, Move::Idle) => !self.any_placement(),
            (Phase::Place, _) => self.placement_is_legal(me, mv),
            _ => self.deal_is_legal(mv),
        }
    }

    fn may_swap(me: &Player, lower: RiverSpace, upper: RiverSpace) -> bool {
        lower < upper && upper.0 < me.tile_count
    }

    fn placement_is_legal(&self, me: &Player, mv: Move) -> bool {
        let open = self.open & me.open;
        let is_open = |space: ActionSpace| open & space.bit() != 0;
        match mv {
            Move::Claim(slot) => {
                is_open(ActionSpace::Claim)
                    && usize::from(me.tile_count) < RiverSpace::COUNT
                    && self.tile_display.holds(slot)
            }
            Move::Produce(Resource::Food) => false,
            Move::Produce(resource) => is_open(ActionSpace::of(resource)) && self.yield_of(resource) > 0,
            Move::Food(None) => is_open(ActionSpace::Food) && self.supply.get(Resource::Food) > 0,
            Move::Food(Some(resource)) => {
                is_open(ActionSpace::Food)
                    && resource != Resource::Food
                    && self.supply.get(Resource::Food) == 0
                    && self.supply.get(resource) > 0
            }
            Move::Reserve(slot) => {
                is_open(ActionSpace::Reserve) && me.reserved().len() < RESERVED && self.building_display.holds(slot)
            }
            Move::Build { from, payment } => is_open(ActionSpace::Build) && self.pays(me, from, payment),
            Move::Start => is_open(ActionSpace::Start),
            Move::Swap(lower, upper) => is_open(ActionSpace::Swap) && Self::may_swap(me, lower, upper),
            _ => false,
        }
    }

    /// Whether the player holds the payment and it pays exactly: of each resource at most the cost, food for the rest.
    ///
    /// A discount of one resource of the player's choice lowers the total only: whatever is paid below the full cost of
    /// some resource can count as discounted there.
    fn pays(&self, me: &Player, from: BuildFrom, payment: Bundle) -> bool {
        let (id, discount) = match from {
            BuildFrom::Display(slot) => (self.building_display.get(slot), 0),
            BuildFrom::Reserved(idx) => (me.reserved().get(usize::from(idx)).copied(), DISCOUNT),
        };
        id.is_some_and(|id| {
            let cost = self.rules.all.building(id).cost;
            me.held.contains(payment)
                && cost.contains(payment.without_food())
                && payment.total() == cost.total().saturating_sub(discount)
        })
    }

    /// Whether any placement is legal, found by trying them all.
    fn any_placement(&self) -> bool {
        let me = self.me();
        self.list_all_moves().into_iter().any(|mv| self.placement_is_legal(me, mv))
    }

    pub(super) fn list_all_moves(&self) -> Vec<Move> {
        let rules = self.rules.all;
        let mut moves = vec![Move::Start, Move::Keep, Move::Idle, Move::Food(None)];
        moves.extend(Color::ALL.map(Move::DealColor));
        moves.extend(Seat::all(self.players.players()).map(Move::DealStart));
        moves.extend((0..rules.tiles.len()).map(|kind| Move::DealTile(TileKind(kind as u8))));
        moves.extend((0..rules.buildings.len()).map(|id| Move::DealBuilding(BuildingId(id as u8))));
        let tile_slots = || (0..MAX_TILE_SLOTS as u8).map(Slot);
        let building_slots = || (0..MAX_BUILDING_SLOTS as u8).map(Slot);
        moves.extend(tile_slots().map(Move::Draft));
        moves.extend(tile_slots().map(Move::Claim));
        moves.extend(building_slots().map(Move::Reserve));
        moves.extend(Resource::PRODUCED.map(Move::Produce));
        moves.extend(Resource::PRODUCED.map(|resource| Move::Food(Some(resource))));
        moves.extend(Resource::ALL.map(Move::Return));
        moves.extend_from_slice(swaps_among(RiverSpace::COUNT as u8));
        let dearest = rules.buildings.iter().map(|building| building.cost.total()).max().unwrap_or(0);
        let from_display = building_slots().map(BuildFrom::Display);
        let sources: Vec<BuildFrom> = from_display.chain((0..RESERVED as u8).map(BuildFrom::Reserved)).collect();
        for payment in bundles_up_to(dearest.max(TRADE) + 1) {
            if payment.total() == TRADE && payment.get(Resource::Food) == 0 {
                moves.push(Move::Trade(payment));
            }
            moves.extend(sources.iter().map(|&from| Move::Build { from, payment }));
        }
        moves
    }
}

/// All bundles of at most `most` resources.
fn bundles_up_to(most: u8) -> Vec<Bundle> {
    let mut bundles = vec![Bundle::NONE];
    for resource in Resource::ALL {
        let below = std::mem::take(&mut bundles);
        for bundle in below {
            bundles.extend((0..=most - bundle.total()).map(|amount| bundle + Bundle::of(resource, amount)));
        }
    }
    bundles
}
