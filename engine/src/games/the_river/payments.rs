//! Ways to pay for buildings.
//!
//! A payment has of each resource at most the cost, and food for the rest. What a reserved building costs less lowers the
//! total only: whatever is paid below the full cost of some resource can count as discounted there.

use super::limits::{MAX_BUILDING_SLOTS, RESERVED};
use super::{BuildFrom, BuildingId, Bundle, Move, Player, Resource, Slot, TheRiver};

/// How much less a reserved building costs.
const DISCOUNT: u8 = 1;

// Buildings are looked at in pairs.
const _: () = assert!(MAX_BUILDING_SLOTS.is_multiple_of(2) && RESERVED == 2);

impl TheRiver {
    /// The buildings that the player can pay.
    #[inline]
    pub(super) fn payable(&self, me: &Player) -> u8 {
        if me.held.total() + DISCOUNT < self.rules.all.cheapest {
            return 0;
        }
        let food = me.held.get(Resource::Food);
        let pay_two = |ids: [BuildingId; 2], with: u8| {
            let [first, second] = me.held.missing(ids.map(|id| self.rules.all.cost(id)));
            u8::from(first <= with) | u8::from(second <= with) << 1
        };
        let mut payable = 0;
        for slot in (0..self.rules.table.building_slots).step_by(2) {
            payable |= pay_two([slot, slot + 1].map(|slot| self.building_display.at(Slot(slot))), food) << slot;
        }
        payable &= self.building_display.filled() as u8;
        payable | (pay_two(me.reserved, food + DISCOUNT) & ((1 << me.reserved_count) - 1)) << MAX_BUILDING_SLOTS
    }

    /// All ways to pay for these buildings: of each resource at most its cost, food for the rest.
    #[inline]
    pub(super) fn each_payment(&self, mut builds: u8, mut visit: impl FnMut(BuildFrom, Bundle)) {
        while builds != 0 {
            let place = builds.trailing_zeros();
            builds &= builds - 1;
            self.each_payment_of(place, &mut visit);
        }
    }

    fn each_payment_of(&self, place: u32, visit: &mut impl FnMut(BuildFrom, Bundle)) {
        let me = self.me();
        let (from, id, discount) = match place.checked_sub(MAX_BUILDING_SLOTS as u32) {
            None => (BuildFrom::Display(Slot(place as u8)), self.building_display.at(Slot(place as u8)), 0),
            Some(idx) => (BuildFrom::Reserved(idx as u8), me.reserved[idx as usize], DISCOUNT),
        };
        let cost = self.rules.all.cost(id);
        let total = cost.total().saturating_sub(discount);
        let food = me.held.get(Resource::Food);
        let [wood_most, clay_most, stone_most] = Resource::PRODUCED.map(|resource| cost.min(me.held).get(resource));
        for wood in total.saturating_sub(clay_most + stone_most + food)..=wood_most.min(total) {
            let after_wood = total - wood;
            for clay in after_wood.saturating_sub(stone_most + food)..=clay_most.min(after_wood) {
                let after_clay = after_wood - clay;
                for stone in after_clay.saturating_sub(food)..=stone_most.min(after_clay) {
                    visit(from, Bundle::new(wood, clay, stone, after_clay - stone));
                }
            }
        }
    }

    /// Whether the player holds the payment and it pays exactly: of each resource at most the cost, food for the rest.
    pub(super) fn pays(&self, me: &Player, from: BuildFrom, payment: Bundle) -> bool {
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

    /// The payment with this index among [`each_payment`](Self::each_payment).
    #[cold]
    pub(super) fn nth_payment(&self, builds: u8, nth: u32) -> Move {
        let (mut left, mut found) = (nth, Move::Idle);
        self.each_payment(builds, |from, payment| {
            if left == 0 {
                found = Move::Build { from, payment };
            }
            left = left.wrapping_sub(1);
        });
        found
    }
}

/// All bundles of at most `most` resources.
pub(super) fn bundles_up_to(most: u8) -> Vec<Bundle> {
    let mut bundles = vec![Bundle::NONE];
    for resource in Resource::ALL {
        let below = std::mem::take(&mut bundles);
        for bundle in below {
            bundles.extend((0..=most - bundle.total()).map(|amount| bundle + Bundle::of(resource, amount)));
        }
    }
    bundles
}
