//! Legal moves of the player to act: what is possible is found without branching, as sets of bits, and then listed or
//! drawn from. Random games spend most of their time here.

use rand::{Rng, RngExt};

use crate::bag::select_bit;

use super::moves::{TRADE, plain_moves, swap_place, swaps_among, trades_of};
use super::rules::MAX_BUILDING_SLOTS;
use super::state::{Phase, RESERVED};
use super::{ActionSpace, BuildFrom, BuildingId, Bundle, Move, Player, Resource, RiverSpace, Slot, TheRiver};

/// How much less a reserved building costs.
pub(super) const DISCOUNT: u8 = 1;

/// Food in a set of resources.
const FOOD_BIT: u64 = 1 << Resource::Food as u64;

/// What the player to act can do.
struct Options {
    /// Moves without a choice besides a slot or a resource, as a set of places in [`plain_moves::ALL`].
    plain: u64,
    /// Swaps of two tiles.
    swaps: &'static [Move],
    /// Trades for food.
    trades: &'static [Move],
    /// Buildings that can be paid, as a set: the slots of the display, then the reserved ones.
    builds: u8,
}

impl Options {
    fn plain(plain: u64) -> Options {
        Options { plain, swaps: &[], trades: &[], builds: 0 }
    }
}

/// `bits` if `condition`, else none.
#[inline]
fn only_if(condition: bool, bits: u64) -> u64 {
    bits & 0_u64.wrapping_sub(u64::from(condition))
}

impl TheRiver {
    #[inline]
    pub(super) fn list_legal(&self, moves: &mut Vec<Move>) {
        let options = self.options();
        moves.clear();
        let mut plain = options.plain;
        while plain != 0 {
            moves.push(plain_moves::ALL[plain.trailing_zeros() as usize]);
            plain &= plain - 1;
        }
        moves.extend_from_slice(options.swaps);
        moves.extend_from_slice(options.trades);
        self.each_payment(options.builds, |mv| moves.push(mv));
    }

    /// A legal move, each equally likely, without listing them: the one that the list has at the place drawn.
    #[inline]
    pub(super) fn draw_legal(&self, rng: &mut impl Rng) -> Move {
        let options = self.options();
        let plain = options.plain.count_ones();
        let (swaps, trades) = (options.swaps.len() as u32, options.trades.len() as u32);
        let mut payments = 0;
        self.each_payment(options.builds, |_| payments += 1);
        let place = rng.random_range(0..plain + swaps + trades + payments);
        if place < plain {
            return plain_moves::ALL[select_bit(options.plain, place) as usize];
        }
        let place = place - plain;
        if place < swaps {
            return options.swaps[place as usize];
        }
        let place = place - swaps;
        if place < trades {
            return options.trades[place as usize];
        }
        self.nth_payment(options.builds, place - trades)
    }

    /// The place of a legal move in the list, without listing.
    pub(super) fn place_of_legal(&self, mv: Move) -> Option<usize> {
        let options = self.options();
        let plain = options.plain.count_ones() as usize;
        match mv {
            Move::Swap(lower, upper) => {
                let place = swap_place(lower, upper);
                (lower < upper && place < options.swaps.len()).then_some(plain + place)
            }
            Move::Trade(_) => {
                let place = options.trades.iter().position(|&other| other == mv)?;
                Some(plain + options.swaps.len() + place)
            }
            Move::Build { .. } => {
                let (mut nth, mut found) = (0, None);
                self.each_payment(options.builds, |other| {
                    if other == mv {
                        found = Some(nth);
                    }
                    nth += 1;
                });
                Some(plain + options.swaps.len() + options.trades.len() + found?)
            }
            _ => {
                let place =
                    plain_moves::bit_of(mv).filter(|&place| plain_moves::ALL.get(place as usize) == Some(&mv))?;
                let bit = 1_u64 << place;
                (options.plain & bit != 0).then(|| (options.plain & (bit - 1)).count_ones() as usize)
            }
        }
    }

    #[inline]
    fn options(&self) -> Options {
        match self.phase {
            Phase::Place => self.options_of_turn(),
            Phase::Return => Options::plain(u64::from(self.me().held.present()) << plain_moves::RETURN),
            Phase::Swap => {
                Options { swaps: swaps_among(self.me().tile_count), ..Options::plain(1 << plain_moves::KEEP) }
            }
            Phase::Draft => Options::plain(u64::from(self.tile_display.filled()) << plain_moves::DRAFT),
            _ => Options::plain(0),
        }
    }

    #[inline]
    fn options_of_turn(&self) -> Options {
        let me = self.me();
        let open = self.open & me.open;
        let is_open = |space: ActionSpace| open & space.bit() != 0;
        let may_claim = is_open(ActionSpace::Claim) & (usize::from(me.tile_count) < RiverSpace::COUNT);
        let may_reserve = is_open(ActionSpace::Reserve) & (usize::from(me.reserved_count) < RESERVED);
        // The four resources and their islands have the lowest four bits of all sets.
        let on_islands = u64::from(self.supply.present());
        let yields = on_islands & u64::from((me.symbols.produced() + self.first_bonus).present() & u32::from(open));
        let food_left = on_islands & FOOD_BIT != 0;
        let may_take_food = is_open(ActionSpace::Food);
        let mut plain = only_if(may_claim, u64::from(self.tile_display.filled()) << plain_moves::CLAIM)
            | only_if(may_reserve, u64::from(self.building_display.filled()) << plain_moves::RESERVE)
            | only_if(is_open(ActionSpace::Start), 1 << plain_moves::START)
            | only_if(may_take_food & food_left, 1 << plain_moves::FOOD)
            | only_if(may_take_food & !food_left, on_islands << plain_moves::FOOD_INSTEAD)
            | yields << plain_moves::PRODUCE;
        let swaps = swaps_among(if is_open(ActionSpace::Swap) { me.tile_count } else { 0 });
        let builds = if is_open(ActionSpace::Build) { self.payable(me) } else { 0 };
        plain |= only_if(plain == 0 && swaps.is_empty() && builds == 0, 1 << plain_moves::IDLE);
        let may_trade = food_left & (me.held.without_food().total() >= TRADE);
        Options { plain, swaps, trades: trades_of(if may_trade { me.held } else { Bundle::NONE }), builds }
    }

    /// The buildings that the player can pay.
    #[inline]
    fn payable(&self, me: &Player) -> u8 {
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
    fn each_payment(&self, mut builds: u8, mut visit: impl FnMut(Move)) {
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

    #[cold]
    fn nth_payment(&self, builds: u8, nth: u32) -> Move {
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

#[cfg(test)]
mod tests {
    use rand::rngs::Xoshiro256PlusPlus;
    use rand::{SeedableRng, TryRng};

    use super::*;
    use crate::games::the_river::RiverRules;
    use crate::{Game, GameRules, Turn};

    /// Gives the same word again and again, so that the draw from `len` moves hits a chosen place.
    struct Place {
        place: u32,
        len: u32,
    }

    impl TryRng for Place {
        type Error = std::convert::Infallible;

        fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
            let middle = (u64::from(self.place) << 32) + (1 << 31);
            Ok((middle / u64::from(self.len)) as u32)
        }

        fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
            unreachable!("moves are drawn with 32 bits")
        }

        fn try_fill_bytes(&mut self, _bytes: &mut [u8]) -> Result<(), Self::Error> {
            unreachable!("moves are drawn with 32 bits")
        }
    }

    #[test]
    fn drawing_finds_every_move_of_the_list() {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        let mut legal = Vec::new();
        for players in [2, 3, 4].repeat(20) {
            let mut state = TheRiver::new(RiverRules::standard(), players);
            while state.turn() != Turn::Over {
                if state.turn() == Turn::Chance {
                    state.play_unchecked(state.draw(&mut rng));
                    continue;
                }
                state.legal_moves(&mut legal);
                let len = legal.len() as u32;
                for (place, &mv) in (0..len).zip(&legal) {
                    assert_eq!(state.place_of_legal(mv), Some(place as usize), "{mv:?} in {state}");
                    assert_eq!(state.draw_legal(&mut Place { place, len }), mv, "{place} of {len} in {state}");
                }
                state.play_unchecked(legal[rng.random_range(0..legal.len())]);
            }
        }
    }
}
