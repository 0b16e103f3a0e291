//! The position: what lies where, and what has to be decided next.

use rand::Rng;

use crate::bag::Bag;
use crate::{Game, Outcome, PartMeaning, Parts, PerPlayer, Seat, Turn, UnknownMove};

use super::play::CleanUp;
use super::rules::{MAX_BUILDING_SLOTS, MAX_TILE_SLOTS};
use super::{
    ActionSpace, BuildingId, Bundle, Color, Meadow, Move, Part, Resource, RiverRules, RiverSpace, Slot, Symbols, Table,
    Tile, TileKind,
};

/// The largest number of players.
pub(super) const PLAYERS: usize = 4;
/// How many reserved buildings a player can have.
pub(super) const RESERVED: usize = 2;

/// A position of The River.
///
/// A plain value: cloning is a memory copy. All information is public; undealt tiles and buildings are bags.
#[derive(Clone, PartialEq)]
pub struct TheRiver {
    pub(super) rules: Rules,
    pub(super) tile_stack: Bag<2>,
    pub(super) discarded_tiles: Bag<2>,
    pub(super) building_stack: Bag<1>,
    pub(super) players: PerPlayer<Player, PLAYERS>,
    pub(super) supply: Bundle,
    pub(super) tile_display: Display<TileKind, MAX_TILE_SLOTS>,
    pub(super) building_display: Display<BuildingId, MAX_BUILDING_SLOTS>,
    /// Pioneers on each action space.
    pub(super) pioneers_on: [u8; ActionSpace::COUNT],
    /// The action spaces that are not full for everybody.
    pub(super) open: u16,
    /// What the first pioneer of this round on each island will take besides.
    pub(super) first_bonus: Bundle,
    /// Bonus tokens that have been taken.
    pub(super) tokens_taken: u8,
    /// The round, from 1; 0 in set-up and draft.
    pub(super) round: u8,
    pub(super) end_triggered: bool,
    /// Who was drawn to begin the game.
    pub(super) first_player: Seat,
    /// Who holds the start player figure.
    pub(super) start_figure: Seat,
    /// The player whose decision or action it is.
    pub(super) current: Seat,
    pub(super) phase: Phase,
    pub(super) stage: Stage,
    /// What a meadow still has to do before the turn goes on.
    pub(super) due: Option<Due>,
    pub(super) clean_up: CleanUp,
}

/// What happens next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Phase {
    DealColors,
    DealStart,
    DealDraft,
    DealBuildings,
    DealTiles,
    Draft,
    Place,
    Return,
    Swap,
    Over,
}

/// What goes on once returns and swaps are done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stage {
    Draft,
    Round,
    CleanUp,
}

/// An effect that a meadow has once the player's resources fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Due {
    Take(Resource, u8),
    Swaps(u8),
}

/// One player's pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Player {
    /// The buildings that were built, as a set of [`BuildingId`]s.
    pub(super) built: u64,
    pub(super) held: Bundle,
    pub(super) symbols: Symbols,
    pub(super) color: Color,
    pub(super) tiles: [TileKind; RiverSpace::COUNT],
    pub(super) tile_count: u8,
    pub(super) boat: u8,
    /// Pioneers in the game: not settled, not waiting on a bonus slot.
    pub(super) pioneers: u8,
    /// Framed spaces covered this round.
    pub(super) settling: u8,
    pub(super) reserved: [BuildingId; RESERVED],
    pub(super) reserved_count: u8,
    pub(super) building_points: u16,
    pub(super) tokens: u8,
    pub(super) token_points: u8,
    /// Which bonus tokens these are, as a set of places in the order in which they are taken.
    pub(super) token_set: u32,
    /// Income meadows among the tiles.
    pub(super) incomes: u8,
    pub(super) pioneers_on: [u8; ActionSpace::COUNT],
    /// The action spaces that are not full for this player.
    pub(super) open: u16,
}

impl Player {
    /// The player color, which names the river board.
    pub fn color(&self) -> Color {
        self.color
    }

    /// The tiles on spaces 1, 2, ….
    #[inline]
    pub fn tiles(&self) -> &[TileKind] {
        &self.tiles[..usize::from(self.tile_count)]
    }

    /// The resources that the player holds.
    #[inline]
    pub fn held(&self) -> Bundle {
        self.held
    }

    /// The visible production symbols and barns, printed and on tiles.
    #[inline]
    pub fn symbols(&self) -> Symbols {
        self.symbols
    }

    /// The pioneers on the boat.
    pub fn boat(&self) -> u8 {
        self.boat
    }

    /// The pioneers in the game: on the boat or on the islands, neither settled nor waiting on a bonus slot.
    pub fn pioneers(&self) -> u8 {
        self.pioneers
    }

    /// The framed spaces covered this round: so many pioneers settle in the clean-up.
    pub fn settling(&self) -> u8 {
        self.settling
    }

    /// The buildings that were built.
    pub fn built(&self) -> impl Iterator<Item = BuildingId> {
        let built = self.built;
        (0..64).filter(move |id| built >> id & 1 == 1).map(BuildingId)
    }

    /// The reserved buildings in the order of reserving.
    #[inline]
    pub fn reserved(&self) -> &[BuildingId] {
        &self.reserved[..usize::from(self.reserved_count)]
    }

    /// The number of bonus tokens.
    pub fn tokens(&self) -> u8 {
        self.tokens
    }
}

/// Face-up pieces in numbered slots; a taken slot stays empty until it is filled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Display<T, const SLOTS: usize> {
    pieces: [T; SLOTS],
    filled: u16,
}

impl<T: Copy + Default, const SLOTS: usize> Default for Display<T, SLOTS> {
    fn default() -> Self {
        Display { pieces: [T::default(); SLOTS], filled: 0 }
    }
}

impl<T: Copy + Default, const SLOTS: usize> Display<T, SLOTS> {
    /// The piece in a slot.
    #[inline]
    pub(super) fn get(&self, slot: Slot) -> Option<T> {
        self.holds(slot).then(|| self.pieces[slot.index()])
    }

    #[inline]
    pub(super) fn holds(&self, slot: Slot) -> bool {
        slot.index() < SLOTS && self.filled & slot.bit() != 0
    }

    /// The slots that hold a piece, as a set of bits.
    #[inline]
    pub(super) fn filled(&self) -> u16 {
        self.filled
    }

    /// The piece in a slot that holds one.
    #[inline]
    pub(super) fn at(&self, slot: Slot) -> T {
        self.pieces[slot.index()]
    }

    /// The piece in a slot that holds one, taken out.
    #[inline]
    pub(super) fn take(&mut self, slot: Slot) -> T {
        self.filled &= !slot.bit();
        std::mem::take(&mut self.pieces[slot.index()])
    }

    /// The lowest empty slot.
    #[inline]
    pub(super) fn lowest_empty(&self) -> Slot {
        Slot(self.filled.trailing_ones() as u8)
    }

    /// Puts a piece into the lowest empty slot.
    #[inline]
    pub(super) fn put(&mut self, piece: T) {
        let slot = self.lowest_empty();
        self.pieces[slot.index()] = piece;
        self.filled |= slot.bit();
    }
}

/// The rules that a position refers to; positions under other rules are never equal.
#[derive(Clone, Copy)]
pub(super) struct Rules {
    pub(super) all: &'static RiverRules,
    pub(super) table: &'static Table,
}

impl PartialEq for Rules {
    fn eq(&self, other: &Rules) -> bool {
        std::ptr::eq(self.all, other.all)
    }
}

impl TheRiver {
    /// The rules of this position.
    pub fn rules(&self) -> &'static RiverRules {
        self.rules.all
    }

    /// What the rules say for this number of players.
    pub fn table(&self) -> &'static Table {
        self.rules.table
    }

    /// One player's pieces.
    #[inline]
    pub fn player(&self, seat: Seat) -> &Player {
        &self.players[seat]
    }

    /// The resources on the islands.
    pub fn supply(&self) -> Bundle {
        self.supply
    }

    /// The round, from 1; 0 in set-up and draft.
    pub fn round(&self) -> u8 {
        self.round
    }

    /// Whether this round is the last.
    pub fn end_triggered(&self) -> bool {
        self.end_triggered
    }

    /// Who holds the start player figure.
    pub fn start_figure(&self) -> Seat {
        self.start_figure
    }

    /// The tile in a slot of the display (of the draft, before round 1).
    pub fn displayed_tile(&self, slot: Slot) -> Option<TileKind> {
        self.tile_display.get(slot)
    }

    /// The building in a slot of the display.
    pub fn displayed_building(&self, slot: Slot) -> Option<BuildingId> {
        self.building_display.get(slot)
    }

    /// The kinds of undealt tiles with their numbers.
    pub fn undealt_tiles(&self) -> impl Iterator<Item = (TileKind, u32)> {
        self.rules.all.tile_pieces.counts(&self.tile_stack).map(|(kind, count)| (TileKind(kind), count))
    }

    /// The kinds of discarded tiles with their numbers.
    pub fn discarded_tiles(&self) -> impl Iterator<Item = (TileKind, u32)> {
        self.rules.all.tile_pieces.counts(&self.discarded_tiles).map(|(kind, count)| (TileKind(kind), count))
    }

    /// The undealt buildings.
    pub fn undealt_buildings(&self) -> impl Iterator<Item = BuildingId> {
        self.rules.all.building_pieces.counts(&self.building_stack).map(|(id, _)| BuildingId(id))
    }

    /// The bonus tokens that are left, in the order in which they will be taken.
    pub fn tokens_left(&self) -> &'static [u8] {
        &self.rules.table.tokens[usize::from(self.tokens_taken)..]
    }

    #[inline]
    pub(super) fn me(&self) -> &Player {
        &self.players[self.current]
    }

    #[inline]
    pub(super) fn tile(&self, kind: TileKind) -> &'static Tile {
        self.rules.all.tile(kind)
    }

    /// The income meadow's resource, if the tile is one.
    #[inline]
    pub(super) fn income_of(&self, kind: TileKind) -> Option<Resource> {
        match self.tile(kind).meadow {
            Some(Meadow::Income { resource, .. }) => Some(resource),
            _ => None,
        }
    }
}

impl Game for TheRiver {
    type Move = Move;
    type Rules = RiverRules;

    const NAME: &'static str = "the-river";
    const TITLE: &'static str = "The River";
    const RULES_VERSION: &'static str = "1";
    const PLAYERS: std::ops::RangeInclusive<usize> = 2..=PLAYERS;
    const CHANCE_STREAMS: &'static [&'static str] = &["setup", "tiles", "buildings"];
    const PARTS: &'static [&'static str] = &Part::NAMES;
    const PARTS_ARE: PartMeaning = PartMeaning::Points;
    const IMPERFECT_INFORMATION: bool = false;
    // Fifty rounds of at most 20 placements; a placement brings in at most 44 resources, each of which leaves by a
    // trade or a return of its own.
    const MAX_MOVES: usize = 50 * (20 * 45 + 40) + 40;

    fn new(rules: &'static RiverRules, players: usize) -> Self {
        Self::set_up(rules, players)
    }

    #[inline]
    fn n_players(&self) -> usize {
        self.players.players()
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Draft | Phase::Place | Phase::Return | Phase::Swap => Turn::Player(self.current),
            Phase::Over => Turn::Over,
            _ => Turn::Chance,
        }
    }

    fn first_player(&self) -> Seat {
        self.first_player
    }

    #[inline]
    fn legal_moves(&self, moves: &mut Vec<Move>) {
        self.list_legal(moves);
    }

    fn legal_index(&self, mv: Move, _buffer: &mut Vec<Move>) -> Option<usize> {
        self.place_of_legal(mv)
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.check_legal(mv)
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Move) {
        debug_assert!(self.check_legal(mv), "{mv:?} is not legal in\n{self}");
        self.make(mv);
    }

    #[inline]
    fn draw(&self, rng: &mut impl Rng) -> Move {
        self.draw_deal(rng)
    }

    fn chance_outcomes(&self, outcomes: &mut Vec<(Move, u32)>) {
        self.list_deals(outcomes);
    }

    fn chance_stream(&self) -> usize {
        match self.phase {
            Phase::DealColors | Phase::DealStart => 0,
            Phase::DealDraft | Phase::DealTiles => 1,
            Phase::DealBuildings => 2,
            _ => panic!("nothing is dealt now"),
        }
    }

    fn resample_hidden(&mut self, _observer: Seat, _rng: &mut impl Rng) {
        // Everything is public but what has not been dealt, and of that a position holds no order.
    }

    fn is_visible_to(&self, _observer: Seat, _mv: Move) -> bool {
        true
    }

    fn score_parts(&self, seat: Seat) -> Parts {
        self.parts_of(seat)
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.phase == Phase::Over).then(|| self.final_outcome())
    }

    fn move_text(&self, mv: Move) -> String {
        self.write_move(mv)
    }

    fn parse_move(&self, text: &str) -> Result<Move, UnknownMove> {
        self.read_move(text).ok_or_else(|| UnknownMove { text: text.to_owned(), game: Self::NAME })
    }

    fn all_moves(&self) -> Vec<Move> {
        self.list_all_moves()
    }

    #[inline]
    fn random_move(&self, _buffer: &mut Vec<Move>, rng: &mut impl Rng) -> Move {
        self.draw_legal(rng)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_small_plain_values() {
        assert!(size_of::<TheRiver>() <= 384, "{} bytes", size_of::<TheRiver>());
    }
}
