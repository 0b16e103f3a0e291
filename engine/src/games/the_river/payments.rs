//! Ways to pay for buildings.
//!
//! A payment has of each resource at most the cost, and food for the rest. What a reserved building costs less lowers the
//! total only: whatever is paid below the full cost of some resource can count as discounted there.

use super::limits::MAX_BUILDING_SLOTS;
use super::{BuildFrom, BuildingId, Bundle, Move, Player, Resource, Slot, TheRiver};

/// How much less a reserved building costs.
const DISCOUNT: u8 = 1;

impl TheRiver {
    /// The buildings that the player can pay.
    #[inline]
    pub(super) fn payable(&self, me: &Player) -> u8 {
        if me.held.total() + DISCOUNT < self.rules.all.cheapest {
            return 0;
        }
        let mut payable = 0;
        for slot in (0..self.rules.table.building_slots).map(Slot) {
            let pays = self.can_pay(me, self.building_display.at(slot), 0);
            payable |= u8::from(pays & self.building_display.holds(slot)) << slot.0;
        }
        for (idx, &id) in me.reserved.iter().enumerate() {
            let pays = self.can_pay(me, id, DISCOUNT);
            payable |= u8::from(pays & (idx < usize::from(me.reserved_count))) << (MAX_BUILDING_SLOTS + idx);
        }
        payable
    }

    #[inline]
    fn can_pay(&self, me: &Player, id: BuildingId, discount: u8) -> bool {
        let cost = self.rules.all.cost(id);
        cost.min(me.held).total() + me.held.get(Resource::Food) + discount >= cost.total()
    }

    /// All ways to pay for these buildings: of each resource at most its cost, food for the rest.
    #[inline]
    pub(super) fn each_payment(&self, mut builds: u8, mut visit: impl FnMut(Move)) {
        while builds != 0 {
            let place = builds.trailing_zeros();
            builds &= builds - 1;
            self.each_payment_of(place, &mut visit);
        }
    }

    fn each_payment_of(&self, place: u32, visit: &mut impl FnMut(Move)) {
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
                    let payment = Bundle::new(wood, clay, stone, after_clay - stone);
                    visit(Move::Build { from, payment });
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
        self.each_payment(builds, |mv| {
            if left == 0 {
                found = mv;
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
