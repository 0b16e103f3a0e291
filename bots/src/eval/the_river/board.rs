//! The tiles of one player as the features of moves look at them: what one more tile or a swap would bring.

use riverlab_engine::games::the_river::{
    Meadow, Player, Resource, RiverSpace, Symbols, Terrain, Terrains, TheRiver, Tile,
};

/// The points of a column whose three tiles share a terrain.
const WHOLE_COLUMN: i32 = 6;
/// The points of a column of which only the upper two tiles share a terrain.
const UPPER_COLUMN: i32 = 2;
/// The columns of a river board.
const COLUMNS: usize = 4;

/// The terrains of a column from top to bottom; none where no tile lies.
type Column = [Terrains; 3];

/// The points of a column.
#[inline]
fn column_points([top, middle, bottom]: Column) -> i32 {
    let upper = top.shared(middle);
    if upper.is_empty() {
        0
    } else if upper.shared(bottom).is_empty() {
        UPPER_COLUMN
    } else {
        WHOLE_COLUMN
    }
}

/// Whether the upper two tiles of a column share a terrain and the third is not laid.
#[inline]
fn is_begun([top, middle, bottom]: Column) -> bool {
    bottom.is_empty() && !top.shared(middle).is_empty()
}

/// The tiles of a player, and what the meadows among them count.
#[derive(Default)]
pub(super) struct Board {
    columns: [Column; COLUMNS],
    /// The column of each river space, and its place in it from the top.
    places: [(u8, u8); RiverSpace::COUNT],
    /// Whether there is a meadow that counts terrains or production symbols.
    is_counting: bool,
    /// How many tiles have each terrain.
    tiles_of: [i32; Terrain::ALL.len()],
    /// Points of meadows for each further tile of a terrain.
    per_terrain: [i32; Terrain::ALL.len()],
    /// Points of meadows for each further production symbol of wood, clay and stone, and how many symbols count.
    per_production: [(i32, u8); Resource::PRODUCED.len()],
    /// Points of meadows for each pioneer at the end of the game.
    pub(super) per_pioneer: i32,
    /// Points of meadows for each bonus token.
    pub(super) per_token: i32,
}

impl Board {
    pub(super) fn of(state: &TheRiver, player: &Player) -> Board {
        let mut board = Board::default();
        for (number, column) in state.rules().columns.iter().enumerate() {
            for (place, space) in column.iter().enumerate() {
                board.places[space.index()] = (number as u8, place as u8);
            }
        }
        for (kind, (column, place)) in player.tiles().iter().zip(board.places) {
            let tile = &state.rules().tiles[kind.index()];
            board.columns[usize::from(column)][usize::from(place)] = tile.terrains;
            for terrain in tile.terrains.iter() {
                board.tiles_of[terrain as usize] += 1;
            }
            board.add_meadow(tile);
        }
        board
    }

    #[inline]
    fn add_meadow(&mut self, tile: &Tile) {
        let each = i32::from(tile.each);
        match tile.meadow {
            None | Some(Meadow::Income { .. } | Meadow::Take { .. } | Meadow::Swap { .. }) => {}
            Some(Meadow::PerTerrain(terrain)) => {
                self.is_counting = true;
                self.per_terrain[terrain as usize] += each;
            }
            Some(Meadow::PerProduction { resource, most }) => {
                self.is_counting = true;
                let (points, limit) = &mut self.per_production[resource as usize];
                *points += each;
                *limit = most.max(*limit);
            }
            Some(Meadow::PerPioneer) => self.per_pioneer += each,
            Some(Meadow::PerBonusToken) => self.per_token += each,
        }
    }

    /// The points that meadows bring besides when this tile is laid and changes the symbols so, its own among them,
    /// where the player will have so many pioneers and bonus tokens.
    pub(super) fn meadow_points(&self, tile: &Tile, symbols: [Symbols; 2], pioneers: u8, tokens: u8) -> i32 {
        let besides = if self.is_counting { self.counted_besides(tile, symbols) } else { 0 };
        let points = i32::from(tile.points) + besides;
        let counted = match tile.meadow {
            None | Some(Meadow::Take { .. } | Meadow::Swap { .. }) => 0,
            Some(Meadow::Income { points: sure, .. }) => return points + i32::from(sure),
            Some(Meadow::PerTerrain(terrain)) => {
                self.tiles_of[terrain as usize] + i32::from(tile.terrains.contains(terrain))
            }
            Some(Meadow::PerProduction { resource, most }) => i32::from(symbols[1].production(resource).min(most)),
            Some(Meadow::PerPioneer) => i32::from(pioneers),
            Some(Meadow::PerBonusToken) => i32::from(tokens),
        };
        points + counted * i32::from(tile.each)
    }

    /// The points that the meadows on the board count besides.
    fn counted_besides(&self, tile: &Tile, symbols: [Symbols; 2]) -> i32 {
        let mut points = tile.terrains.iter().map(|terrain| self.per_terrain[terrain as usize]).sum();
        for (resource, (each, most)) in Resource::PRODUCED.into_iter().zip(self.per_production) {
            let [before, after] = symbols.map(|symbols| i32::from(symbols.production(resource).min(most)));
            points += each * (after - before);
        }
        points
    }

    /// What the swap of two tiles changes: the points of the columns, and the number of [begun](is_begun) ones.
    #[inline]
    pub(super) fn swapped(&self, lower: RiverSpace, upper: RiverSpace) -> (i32, i32) {
        let place = |space: RiverSpace| {
            let (column, place) = self.places[space.index()];
            (usize::from(column), usize::from(place))
        };
        let ((one, place_in_one), (other, place_in_other)) = (place(lower), place(upper));
        let (lower, upper) = (self.columns[one][place_in_one], self.columns[other][place_in_other]);
        if lower == upper {
            return (0, 0);
        }
        let mut changed = self.columns[one];
        changed[place_in_one] = upper;
        if one == other {
            changed[place_in_other] = lower;
            return change(self.columns[one], changed);
        }
        let (points, begun) = change(self.columns[one], changed);
        let mut changed = self.columns[other];
        changed[place_in_other] = lower;
        let (more_points, more_begun) = change(self.columns[other], changed);
        (points + more_points, begun + more_begun)
    }
}

/// By how much the points of a column change, and whether it is [begun](is_begun).
#[inline]
fn change(before: Column, after: Column) -> (i32, i32) {
    (column_points(after) - column_points(before), i32::from(is_begun(after)) - i32::from(is_begun(before)))
}

/// The river space that a player covers next.
#[derive(Default)]
pub(super) struct NextSpace {
    /// The terrains of its column.
    column: Column,
    /// Its place in the column, from the top.
    place: usize,
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
        let (rules, tiles) = (state.rules(), player.tiles());
        let place_in = |column: &[RiverSpace; 3]| column.iter().position(|space| space.index() == tiles.len());
        let (place, column) = rules.columns.iter().find_map(|column| Some((place_in(column)?, column)))?;
        let terrains = |space: RiverSpace| {
            tiles.get(space.index()).map_or(Terrains::default(), |kind| rules.tiles[kind.index()].terrains)
        };
        let column = column.map(terrains);
        let laid = column.into_iter().filter(|terrains| !terrains.is_empty());
        Some(NextSpace {
            column,
            place,
            shared: laid.reduce(Terrains::shared).unwrap_or_default(),
            is_framed: rules.framed[tiles.len()],
            printed: rules.printed[player.color() as usize][tiles.len()],
        })
    }

    fn column_with(&self, terrains: Terrains) -> Column {
        let mut column = self.column;
        column[self.place] = terrains;
        column
    }

    /// The points that a tile with these terrains adds to the column at once.
    #[inline]
    pub(super) fn points(&self, terrains: Terrains) -> i32 {
        column_points(self.column_with(terrains)) - column_points(self.column)
    }

    /// Whether a tile with these terrains makes the column whole.
    #[inline]
    pub(super) fn completes(&self, terrains: Terrains) -> bool {
        column_points(self.column_with(terrains)) == WHOLE_COLUMN
    }

    /// Whether the tiles of the column share a terrain, and no longer do so with a tile of these terrains.
    #[inline]
    pub(super) fn spoils(&self, terrains: Terrains) -> bool {
        !self.shared.is_empty() && self.shared.shared(terrains).is_empty()
    }
}
