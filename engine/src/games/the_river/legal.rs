//! Legal moves: what the player to act can do, found without branching as sets of bits, and then listed or drawn from.
//! Random games spend most of their time here. Single moves of unknown origin are checked one by one.

use rand::{Rng, RngExt};

use crate::Seat;
use crate::bag::select_bit;
use crate::bits::set_bits;

use super::action_numbers::{action_of_building, action_of_place};
use super::limits::{MAX_BUILDING_SLOTS, MAX_TILE_SLOTS, RESERVED};
use super::moves::{TRADE, TRADES, plain_moves, swaps_among, trades_of};
use super::numbers::{SWAPS_FROM, TRADES_FROM};
use super::payments::bundles_up_to;
use super::state::Phase;
use super::{
    ActionSpace, BuildFrom, BuildingId, Bundle, Color, Move, Player, Resource, RiverSpace, Slot, TheRiver, TileKind,
    chance_moves,
};

/// Food in a set of resources.
const FOOD_BIT: u64 = 1 << Resource::Food as u64;

/// What the player to act can do.
pub(super) struct Options {
    /// Moves without a choice besides a slot or a resource, as a set of places in [`plain_moves::ALL`].
    pub(super) plain: u64,
    /// Swaps of two tiles.
    pub(super) swaps: &'static [Move],
    /// Trades for food, as a set of places in [`TRADES`].
    pub(super) trades: u16,
    /// Buildings that can be paid, as a set: the slots of the display, then the reserved ones.
    pub(super) builds: u8,
}

impl Options {
    fn plain(plain: u64) -> Options {
        Options { plain, swaps: &[], trades: 0, builds: 0 }
    }
}

/// `bits` if `condition`, else none.
#[inline]
fn only_if(condition: bool, bits: u64) -> u64 {
    bits & 0_u64.wrapping_sub(u64::from(condition))
}

/// Lists what the player to act can do.
#[inline]
pub(super) fn legal_moves(state: &TheRiver, moves: &mut Vec<Move>) {
    let options = state.options();
    moves.clear();
    let mut plain = options.plain;
    while plain != 0 {
        moves.push(plain_moves::ALL[plain.trailing_zeros() as usize]);
        plain &= plain - 1;
    }
    moves.extend_from_slice(options.swaps);
    let mut trades = options.trades;
    while trades != 0 {
        moves.push(Move::Trade(TRADES[trades.trailing_zeros() as usize]));
        trades &= trades - 1;
    }
    state.each_payment(options.builds, |from, payment| moves.push(Move::Build { from, payment }));
}

/// The same with the [numbers](crate::Actions) of the moves, which ascend in the second list: only payments need
/// sorting.
pub(super) fn legal_actions(state: &TheRiver, moves: &mut Vec<Move>, actions: &mut Vec<(usize, Move)>) {
    let options = state.options();
    moves.clear();
    actions.clear();
    actions.extend(set_bits(options.plain).map(usize::from).map(|place| (place, plain_moves::ALL[place])));
    moves.extend(actions.iter().map(|&(_, mv)| mv));
    moves.extend_from_slice(options.swaps);
    for place in set_bits(options.trades).map(usize::from) {
        moves.push(Move::Trade(TRADES[place]));
        actions.push((usize::from(TRADES_FROM) + place, Move::Trade(TRADES[place])));
    }
    actions.extend((usize::from(SWAPS_FROM)..).zip(options.swaps.iter().copied()));
    let first_payment = actions.len();
    state.each_payment(options.builds, |from, payment| {
        moves.push(Move::Build { from, payment });
        actions.push((action_of_building(from, payment), Move::Build { from, payment }));
    });
    actions[first_payment..].sort_unstable_by_key(|&(index, _)| index);
}

/// The [numbers](crate::Actions) alone, without the moves.
pub(super) fn legal_indexes(state: &TheRiver, indexes: &mut Vec<usize>) {
    let options = state.options();
    indexes.clear();
    let set = options.plain | u64::from(options.trades) << TRADES_FROM;
    indexes.extend(set_bits(set).map(usize::from));
    indexes.extend(usize::from(SWAPS_FROM)..usize::from(SWAPS_FROM) + options.swaps.len());
    state.each_run_of_payments(options.builds, |place, first, len| {
        let from = action_of_place(place, first);
        indexes.extend(from..from + len);
    });
}

/// A legal move, each equally likely, without listing them: the one that the list has at the index drawn.
#[inline]
pub(super) fn random_indexed_move(state: &TheRiver, rng: &mut impl Rng) -> (usize, Move) {
    let options = state.options();
    let (plain, swaps) = (options.plain.count_ones(), options.swaps.len() as u32);
    let trades = options.trades.count_ones();
    let payments = state.count_payments(options.builds);
    let idx = rng.random_range(0..plain + swaps + trades + payments);
    let mv = if idx < plain {
        plain_moves::ALL[select_bit(options.plain, idx) as usize]
    } else if idx < plain + swaps {
        options.swaps[(idx - plain) as usize]
    } else if idx < plain + swaps + trades {
        let place = select_bit(u64::from(options.trades), idx - plain - swaps);
        Move::Trade(TRADES[place as usize % TRADES.len()])
    } else {
        state.nth_payment(options.builds, idx - plain - swaps - trades)
    };
    (idx as usize, mv)
}

/// Whether the rules allow this move now: moves of unknown origin are checked one by one, without the list.
#[inline]
pub(super) fn is_legal(state: &TheRiver, mv: Move) -> bool {
    let me = state.me();
    match (state.phase, mv) {
        (Phase::Draft, Move::Draft(slot)) => state.tile_display.holds(slot),
        (Phase::Return, Move::Return(resource)) => me.held.get(resource) > 0,
        (Phase::Swap, Move::Keep) => true,
        (Phase::Swap, Move::Swap(lower, upper)) => TheRiver::may_swap(me, lower, upper),
        (Phase::Place, Move::Trade(bundle)) => {
            state.supply.get(Resource::Food) > 0 && TRADES.contains(&bundle) && me.held.contains(bundle)
        }
        (Phase::Place, Move::Idle) => !state.any_placement(),
        (Phase::Place, _) => state.placement_is_legal(me, mv),
        _ => chance_moves::is_possible(state, mv),
    }
}

/// Every move that can be named at this table.
pub(super) fn all_moves(state: &TheRiver) -> Vec<Move> {
    let rules = state.rules.all;
    let mut moves = vec![Move::Start, Move::Keep, Move::Idle, Move::Food(None)];
    moves.extend(Color::ALL.map(Move::DealColor));
    moves.extend(Seat::all(state.players.players()).map(Move::DealStart));
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

impl TheRiver {
    #[expect(clippy::inline_always, reason = "random games are a hundredth faster, and the inliner is of two minds")]
    #[inline(always)]
    pub(super) fn options(&self) -> Options {
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

    fn may_swap(me: &Player, lower: RiverSpace, upper: RiverSpace) -> bool {
        lower < upper && upper.0 < me.tile_count
    }

    #[inline]
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

    /// Whether any placement is legal, found by trying them all.
    fn any_placement(&self) -> bool {
        let me = self.me();
        all_moves(self).into_iter().any(|mv| self.placement_is_legal(me, mv))
    }
}
