//! Ways to pay for buildings.
//!
//! A payment has of each resource at most the cost, and food for the rest. What a reserved building costs less lowers
//! the total only: whatever is paid below the full cost of some resource can count as discounted there.

use crate::bits::set_bits;

use super::costs::ONES;
use super::limits::{MAX_BUILDING_SLOTS, RESERVED};
use super::{BuildFrom, Bundle, Move, Player, Resource, Slot, TheRiver};

/// How much less a reserved building costs.
const DISCOUNT: u8 = 1;

/// The most that has to be paid where payments are counted by words of eight bytes.
const MAX_COUNTED: u8 = 7;

/// For each number up to [`MAX_COUNTED`] the number 1 in so many bytes and one more.
static UP_TO: [u64; 8] = up_to(ONES);

/// The same with all bits of these bytes set.
static UP_TO_BYTES: [u64; 8] = up_to(u64::MAX);

const fn up_to(word: u64) -> [u64; 8] {
    let (mut all, mut most) = ([0; 8], 0);
    while most < 8 {
        all[most] = word & (u64::MAX >> (56 - 8 * most));
        most += 1;
    }
    all
}

// The places where buildings lie are the bits of a byte.
const _: () = assert!(MAX_BUILDING_SLOTS + RESERVED == 8 && RESERVED == 2);

impl TheRiver {
    /// The buildings that the player can pay.
    #[inline]
    pub(super) fn payable(&self, me: &Player) -> u8 {
        if me.held.total() + DISCOUNT < self.rules.all.cheapest {
            return 0;
        }
        let food = me.held.get(Resource::Food);
        let displayed = self.building_costs.payable(me.held, food) & self.building_display.filled() as u8;
        let missing = me.held.missing(me.reserved.map(|id| self.rules.all.cost(id)));
        let [first, second] = missing.map(|missing| u8::from(missing <= food + DISCOUNT));
        let reserved = (first | second << 1) & ((1 << me.reserved_count) - 1);
        displayed | reserved << MAX_BUILDING_SLOTS
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

    /// The number of all ways to pay for these buildings.
    #[inline]
    pub(super) fn count_payments(&self, mut builds: u8) -> u32 {
        let mut payments = 0;
        while builds != 0 {
            payments += self.count_payments_of(builds.trailing_zeros());
            builds &= builds - 1;
        }
        payments
    }

    fn count_payments_of(&self, place: u32) -> u32 {
        let (_, cost, total) = self.price(place);
        if total > MAX_COUNTED {
            let mut payments = 0;
            self.each_payment_of(place, &mut |_, _| payments += 1);
            return payments;
        }
        // The coefficient of x^k in the product of 1 + x + … + x^most for each of the three resources is the number of
        // ways to pay k without food. Coefficients are the bytes of words, and are small enough.
        let me = self.me();
        let [wood, clay, stone] =
            Resource::PRODUCED.map(|resource| UP_TO[usize::from(cost.min(me.held).get(resource).min(total))]);
        let ways = wood.wrapping_mul(clay).wrapping_mul(stone) & UP_TO_BYTES[usize::from(total)];
        let least = total.saturating_sub(me.held.get(Resource::Food));
        (ways >> (8 * least)).wrapping_mul(ONES).to_le_bytes()[7].into()
    }

    /// A building by its place in sets of buildings: where it comes from, its cost, and how much has to be paid.
    #[inline]
    fn price(&self, place: u32) -> (BuildFrom, Bundle, u8) {
        let (from, id, discount) = match place.checked_sub(MAX_BUILDING_SLOTS as u32) {
            None => (BuildFrom::Display(Slot(place as u8)), self.building_display.at(Slot(place as u8)), 0),
            Some(idx) => (BuildFrom::Reserved(idx as u8), self.me().reserved[idx as usize], DISCOUNT),
        };
        let cost = self.rules.all.cost(id);
        (from, cost, cost.total().saturating_sub(discount))
    }

    fn each_payment_of(&self, place: u32, visit: &mut impl FnMut(BuildFrom, Bundle)) {
        let me = self.me();
        let (from, cost, total) = self.price(place);
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

    /// The same payments in the order of their [places](super::numbers::payment_place), in which the food descends, as
    /// runs of neighbors: where the building lies, the first payment of the run, and how many there are. In a run the
    /// wood ascends and replaces clay.
    #[inline]
    pub(super) fn each_run_of_payments(&self, builds: u8, mut visit: impl FnMut(usize, Bundle, usize)) {
        let held = self.me().held;
        for place in set_bits(builds).map(u32::from) {
            let (_, cost, total) = self.price(place);
            let [wood_most, clay_most, stone_most] = Resource::PRODUCED.map(|resource| cost.min(held).get(resource));
            let two_most = wood_most + clay_most;
            for three in total.saturating_sub(held.get(Resource::Food))..=total.min(two_most + stone_most) {
                for two in three.saturating_sub(stone_most)..=three.min(two_most) {
                    let (wood, wood_last) = (two.saturating_sub(clay_most), two.min(wood_most));
                    let first = Bundle::new(wood, two - wood, three - two, total - three);
                    visit(place as usize, first, usize::from(wood_last - wood) + 1);
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

#[cfg(test)]
#[path = "payments_tests.rs"]
mod tests;
