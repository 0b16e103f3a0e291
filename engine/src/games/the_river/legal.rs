//! Legal moves: listed for the player to act, and checked one by one.

use super::moves::{TRADE, TRADES, swaps_among};
use super::rules::{MAX_BUILDING_SLOTS, MAX_TILE_SLOTS};
use super::state::{Phase, RESERVED};
use super::{
    ActionSpace, BuildFrom, BuildingId, Bundle, Color, Move, Player, Resource, RiverSpace, Slot, TheRiver, TileKind,
};
use crate::Seat;

/// How much less a reserved building costs.
const DISCOUNT: u8 = 1;

impl TheRiver {
    #[inline]
    pub(super) fn list_legal(&self, moves: &mut Vec<Move>) {
        moves.clear();
        match self.phase {
            Phase::Place => self.list_turn(moves),
            Phase::Return => {
                let held = self.me().held;
                moves.extend(Resource::ALL.into_iter().filter(|&r| held.get(r) > 0).map(Move::Return));
            }
            Phase::Swap => {
                moves.push(Move::Keep);
                moves.extend_from_slice(swaps_among(self.me().tile_count));
            }
            Phase::Draft => moves.extend(self.tile_display.slots().map(Move::Draft)),
            _ => {}
        }
    }

    fn list_turn(&self, moves: &mut Vec<Move>) {
        let me = self.me();
        let open = self.open & me.open;
        if self.may_claim(me, open) {
            moves.extend(self.tile_display.slots().map(Move::Claim));
        }
        for resource in Resource::PRODUCED {
            if open & ActionSpace::of(resource).bit() != 0 && self.yield_of(resource) > 0 {
                moves.push(Move::Produce(resource));
            }
        }
        if open & ActionSpace::Food.bit() != 0 {
            self.list_food(moves);
        }
        if self.may_reserve(me, open) {
            moves.extend(self.building_display.slots().map(Move::Reserve));
        }
        if open & ActionSpace::Build.bit() != 0 {
            self.list_builds(me, moves);
        }
        if open & ActionSpace::Start.bit() != 0 {
            moves.push(Move::Start);
        }
        if open & ActionSpace::Swap.bit() != 0 {
            moves.extend_from_slice(swaps_among(me.tile_count));
        }
        if moves.is_empty() {
            moves.push(Move::Idle);
        }
        if self.may_trade(me) {
            moves.extend(TRADES.into_iter().filter(|&bundle| me.held.contains(bundle)).map(Move::Trade));
        }
    }

    #[inline]
    fn may_claim(&self, me: &Player, open: u16) -> bool {
        open & ActionSpace::Claim.bit() != 0 && usize::from(me.tile_count) < RiverSpace::COUNT
    }

    #[inline]
    fn may_reserve(&self, me: &Player, open: u16) -> bool {
        open & ActionSpace::Reserve.bit() != 0 && usize::from(me.reserved_count) < RESERVED
    }

    #[inline]
    fn may_trade(&self, me: &Player) -> bool {
        self.supply.get(Resource::Food) > 0 && me.held.without_food().total() >= TRADE
    }

    #[inline]
    fn list_food(&self, moves: &mut Vec<Move>) {
        if self.supply.get(Resource::Food) > 0 {
            moves.push(Move::Food(None));
        } else {
            let others = Resource::PRODUCED.into_iter().filter(|&resource| self.supply.get(resource) > 0);
            moves.extend(others.map(|resource| Move::Food(Some(resource))));
        }
    }

    #[inline]
    fn list_builds(&self, me: &Player, moves: &mut Vec<Move>) {
        for slot in self.building_display.slots() {
            if let Some(id) = self.building_display.get(slot) {
                self.list_payments(me, BuildFrom::Display(slot), id, moves);
            }
        }
        for (idx, &id) in me.reserved().iter().enumerate() {
            self.list_payments(me, BuildFrom::Reserved(idx as u8), id, moves);
        }
    }

    /// All bundles that pay for a building: of each resource at most its cost, food for the rest.
    #[inline]
    fn list_payments(&self, me: &Player, from: BuildFrom, id: BuildingId, moves: &mut Vec<Move>) {
        let (most, total) = self.bill(me, from, id);
        let food = me.held.get(Resource::Food);
        if most.total() + food < total {
            return;
        }
        let [wood_most, clay_most, stone_most] = Resource::PRODUCED.map(|resource| most.get(resource));
        for wood in total.saturating_sub(clay_most + stone_most + food)..=wood_most.min(total) {
            let after_wood = total - wood;
            for clay in after_wood.saturating_sub(stone_most + food)..=clay_most.min(after_wood) {
                let after_clay = after_wood - clay;
                for stone in after_clay.saturating_sub(food)..=stone_most.min(after_clay) {
                    let payment = Bundle::new(wood, clay, stone, after_clay - stone);
                    moves.push(Move::Build { from, payment });
                }
            }
        }
    }

    /// The most that can be paid of each resource but food, and the total to pay.
    ///
    /// A discount of one resource of the player's choice lowers the total only: whatever is paid below the full cost of
    /// some resource can count as discounted there.
    #[inline]
    fn bill(&self, me: &Player, from: BuildFrom, id: BuildingId) -> (Bundle, u8) {
        let cost = self.rules.all.building(id).cost;
        let total = match from {
            BuildFrom::Display(_) => cost.total(),
            BuildFrom::Reserved(_) => cost.total().saturating_sub(DISCOUNT),
        };
        (cost.min(me.held), total)
    }

    pub(super) fn check_legal(&self, mv: Move) -> bool {
        let me = self.me();
        match (self.phase, mv) {
            (Phase::Draft, Move::Draft(slot)) => self.tile_display.holds(slot),
            (Phase::Return, Move::Return(resource)) => me.held.get(resource) > 0,
            (Phase::Swap, Move::Keep) => true,
            (Phase::Swap, Move::Swap(lower, upper)) => self.may_swap(me, lower, upper),
            (Phase::Place, Move::Trade(bundle)) => {
                self.may_trade(me) && TRADES.contains(&bundle) && me.held.contains(bundle)
            }
            (Phase::Place, Move::Idle) => !self.any_placement(),
            (Phase::Place, _) => self.placement_is_legal(me, mv),
            _ => self.deal_is_legal(mv),
        }
    }

    fn may_swap(&self, me: &Player, lower: RiverSpace, upper: RiverSpace) -> bool {
        lower < upper && upper.0 < me.tile_count
    }

    fn placement_is_legal(&self, me: &Player, mv: Move) -> bool {
        let open = self.open & me.open;
        let is_open = |space: ActionSpace| open & space.bit() != 0;
        match mv {
            Move::Claim(slot) => self.may_claim(me, open) && self.tile_display.holds(slot),
            Move::Produce(Resource::Food) => false,
            Move::Produce(resource) => is_open(ActionSpace::of(resource)) && self.yield_of(resource) > 0,
            Move::Food(None) => is_open(ActionSpace::Food) && self.supply.get(Resource::Food) > 0,
            Move::Food(Some(resource)) => {
                is_open(ActionSpace::Food)
                    && resource != Resource::Food
                    && self.supply.get(Resource::Food) == 0
                    && self.supply.get(resource) > 0
            }
            Move::Reserve(slot) => self.may_reserve(me, open) && self.building_display.holds(slot),
            Move::Build { from, payment } => is_open(ActionSpace::Build) && self.pays(me, from, payment),
            Move::Start => is_open(ActionSpace::Start),
            Move::Swap(lower, upper) => is_open(ActionSpace::Swap) && self.may_swap(me, lower, upper),
            _ => false,
        }
    }

    fn pays(&self, me: &Player, from: BuildFrom, payment: Bundle) -> bool {
        let id = match from {
            BuildFrom::Display(slot) => self.building_display.get(slot),
            BuildFrom::Reserved(idx) => me.reserved().get(usize::from(idx)).copied(),
        };
        id.is_some_and(|id| {
            let (most, total) = self.bill(me, from, id);
            most.contains(payment.without_food())
                && me.held.get(Resource::Food) >= payment.get(Resource::Food)
                && payment.total() == total
        })
    }

    fn any_placement(&self) -> bool {
        let mut moves = Vec::new();
        self.list_turn(&mut moves);
        !moves.contains(&Move::Idle)
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
        let sources: Vec<BuildFrom> =
            from_display.chain((0..RESERVED as u8).map(BuildFrom::Reserved)).collect();
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
