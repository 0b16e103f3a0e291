//! The tiles of one player as the features of moves look at them: what one more tile or a swap would bring.

use riverlab_engine::games::the_river::{
    Bundle, Column, Meadow, Player, Resource, RiverRules, RiverSpace, Symbols, Terrains, TheRiver, Tile, Wanted,
};
use riverlab_engine::{Game, PerPlayer, Seat};

/// The tiles of a player, and what the meadows among them count.
pub(super) struct Board<'a> {
    rules: &'a RiverRules,
    player: &'a Player,
    /// Points of meadows for each further production symbol of wood, clay and stone, and how many symbols count.
    per_production: [(i32, u8); Resource::PRODUCED.len()],
}

impl<'a> Board<'a> {
    pub(super) fn of(state: &TheRiver, player: &'a Player) -> Board<'a> {
        let mut board = Board { rules: state.rules(), player, per_production: Default::default() };
        if player.meadows().by_production() > 0 {
            for kind in player.tiles() {
                board.add_production(&board.rules.tiles[kind.index()]);
            }
        }
        board
    }

    fn add_production(&mut self, tile: &Tile) {
        if let Some(Meadow::PerProduction { resource, most }) = tile.meadow {
            let (points, limit) = &mut self.per_production[resource as usize];
            *points += i32::from(tile.each);
            *limit = most.max(*limit);
        }
    }

    /// The points that meadows bring besides when this tile is laid and changes the symbols so, its own among them,
    /// where the player will have so many pioneers and bonus tokens.
    pub(super) fn meadow_points(&self, tile: &Tile, symbols: [Symbols; 2], pioneers: u8, tokens: u8) -> i32 {
        let besides = if self.player.meadows().counting() > 0 { self.counted_besides(tile, symbols) } else { 0 };
        let points = i32::from(tile.points) + besides;
        let counted = match tile.meadow {
            None | Some(Meadow::Take { .. } | Meadow::Swap { .. }) => 0,
            Some(Meadow::Income { points: sure, .. }) => return points + i32::from(sure),
            Some(Meadow::PerTerrain(terrain)) => {
                i32::from(self.player.tiles_of(terrain)) + i32::from(tile.terrains.contains(terrain))
            }
            Some(Meadow::PerProduction { resource, most }) => i32::from(symbols[1].production(resource).min(most)),
            Some(Meadow::PerPioneer) => i32::from(pioneers),
            Some(Meadow::PerBonusToken) => i32::from(tokens),
        };
        points + counted * i32::from(tile.each)
    }

    /// The points that the meadows on the board count besides.
    fn counted_besides(&self, tile: &Tile, symbols: [Symbols; 2]) -> i32 {
        let meadows = self.player.meadows();
        let mut points = tile.terrains.iter().map(|terrain| i32::from(meadows.per_terrain(terrain))).sum();
        for (resource, (each, most)) in Resource::PRODUCED.into_iter().zip(self.per_production) {
            let [before, after] = symbols.map(|symbols| i32::from(symbols.production(resource).min(most)));
            points += each * (after - before);
        }
        points
    }

    /// The terrains of a column.
    #[inline]
    fn column(&self, number: usize) -> Column {
        Column::of(&self.rules.columns[number], self.player.terrains())
    }

    /// What the swap of two tiles changes: the points of the columns, and the number of [begun](Column::is_begun) ones.
    #[inline]
    pub(super) fn swapped(&self, lower: RiverSpace, upper: RiverSpace) -> (i32, i32) {
        let ((one, place_in_one), (other, place_in_other)) = (self.rules.place(lower), self.rules.place(upper));
        let [lower, upper] = [lower, upper].map(|space| self.player.terrains()[space.index()]);
        if lower == upper {
            return (0, 0);
        }
        let before = self.column(one);
        let changed = before.with_tile(place_in_one, upper);
        if one == other {
            return change(before, changed.with_tile(place_in_other, lower));
        }
        let (points, begun) = change(before, changed);
        let before = self.column(other);
        let (more_points, more_begun) = change(before, before.with_tile(place_in_other, lower));
        (points + more_points, begun + more_begun)
    }
}

/// By how much the points of a column change, and whether it is [begun](Column::is_begun).
#[inline]
fn change(before: Column, after: Column) -> (i32, i32) {
    let points = i32::from(after.points()) - i32::from(before.points());
    (points, i32::from(after.is_begun()) - i32::from(before.is_begun()))
}

/// The river space that a player covers next.
pub(super) struct NextSpace {
    /// What the tile has to match.
    pub(super) wanted: Wanted,
    /// The terrains that all tiles of the column share; none where no tile lies.
    shared: Terrains,
    /// Whether it is framed.
    pub(super) is_framed: bool,
    /// What is printed on it, which the tile covers.
    pub(super) printed: Symbols,
}

impl NextSpace {
    /// The next space of a player who has fewer tiles than spaces.
    pub(super) fn of(state: &TheRiver, player: &Player) -> Option<NextSpace> {
        let (column, place) = next_column(state, player)?;
        let (rules, tiles) = (state.rules(), player.tiles());
        let laid = column.0.into_iter().filter(|terrains| !terrains.is_empty());
        Some(NextSpace {
            wanted: column.wanted(place),
            shared: laid.reduce(Terrains::shared).unwrap_or_default(),
            is_framed: rules.framed[tiles.len()],
            printed: rules.printed[player.color() as usize][tiles.len()],
        })
    }

    /// Whether the tiles of the column share a terrain, and no longer do so with a tile of these terrains.
    #[inline]
    pub(super) fn spoils(&self, terrains: Terrains) -> bool {
        !self.shared.is_empty() && self.shared.shared(terrains).is_empty()
    }
}

/// The column of the next space of a player, if there is one, and the place of the space in it.
#[inline]
fn next_column(state: &TheRiver, player: &Player) -> Option<(Column, usize)> {
    let (rules, tiles) = (state.rules(), player.tiles().len());
    (tiles < RiverSpace::COUNT).then(|| {
        let (column, place) = rules.place(RiverSpace(tiles as u8));
        (Column::of(&rules.columns[column], player.terrains()), place)
    })
}

/// Production symbols as learned policies count them.
#[derive(Clone, Copy)]
pub(super) struct Made {
    /// As much of each resource as they produce.
    pub(super) all: Bundle,
    /// The resources with at least one symbol.
    pub(super) first: i32,
    /// The resources with at least two.
    pub(super) second: i32,
    /// All further symbols.
    pub(super) more: i32,
}

impl Made {
    #[inline]
    pub(super) fn of(symbols: Symbols) -> Made {
        let all = symbols.produced();
        let up_to = |most| i32::from(all.min(Bundle::new(most, most, most, 0)).total());
        let (up_to_one, up_to_two) = (up_to(1), up_to(2));
        Made { all, first: up_to_one, second: up_to_two - up_to_one, more: i32::from(all.total()) - up_to_two }
    }
}

/// What all tiles that the player to act can claim have in common.
pub(super) struct Claims<'a> {
    pub(super) next: NextSpace,
    /// What the others want who can still claim in this round.
    pub(super) rivals: PerPlayer<Option<(Wanted, &'a Player)>>,
    pub(super) made: Made,
    /// The share of the barns that is full.
    pub(super) full: f32,
    /// The pioneers who would stay if the tile settled none.
    pub(super) staying: u8,
    /// How many settle by the tile.
    pub(super) settled: u8,
}

impl<'a> Claims<'a> {
    /// The claims of a player with a space left.
    pub(super) fn of(state: &'a TheRiver, seat: Seat) -> Option<Claims<'a>> {
        let player = state.player(seat);
        let next = NextSpace::of(state, player)?;
        let rival = |rival: Seat| {
            let player = state.player(rival);
            let can_claim = rival != seat && player.boat() > 0;
            if can_claim {
                next_column(state, player).map(|(column, place)| (column.wanted(place), player))
            } else {
                None
            }
        };
        let staying = player.pioneers().saturating_sub(player.settling());
        let full = f32::from(player.held().total()) / f32::from(player.symbols().barns().max(1));
        Some(Claims {
            settled: staying.min(u8::from(next.is_framed)),
            next,
            rivals: PerPlayer::from_fn(state.n_players(), rival),
            made: Made::of(player.symbols()),
            full: full.min(1.0),
            staying,
        })
    }
}
