//! What tiles bring at the end of the game, kept up to date as they are laid, so that scores need not look at each
//! tile.

use super::tiles::{Meadow, Terrain, Tile};

/// What the tiles of a player bring at the end of the game besides columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Meadows {
    /// Points that do not depend on anything.
    sure: i16,
    /// Points for each tile of a terrain.
    per_terrain: [u8; Terrain::ALL.len()],
    /// Points for each pioneer on the boat.
    per_pioneer: u8,
    /// Points for each bonus token.
    per_bonus_token: u8,
    /// Meadows that count something.
    counting: u8,
    /// Meadows among them that count production symbols.
    by_production: u8,
}

impl Meadows {
    /// Adds a tile.
    #[inline]
    pub(super) fn add(&mut self, tile: &Tile) {
        self.sure += i16::from(tile.points);
        match tile.meadow {
            None | Some(Meadow::Take { .. } | Meadow::Swap { .. }) => return,
            Some(Meadow::Income { points, .. }) => {
                self.sure += i16::from(points);
                return;
            }
            Some(Meadow::PerTerrain(terrain)) => self.per_terrain[terrain as usize] += tile.each,
            Some(Meadow::PerProduction { .. }) => self.by_production += 1,
            Some(Meadow::PerPioneer) => self.per_pioneer += tile.each,
            Some(Meadow::PerBonusToken) => self.per_bonus_token += tile.each,
        }
        self.counting += 1;
    }

    /// Points for each tile of a terrain.
    #[inline]
    pub fn per_terrain(&self, terrain: Terrain) -> u8 {
        self.per_terrain[terrain as usize]
    }

    /// Points for each pioneer on the boat.
    #[inline]
    pub fn per_pioneer(&self) -> u8 {
        self.per_pioneer
    }

    /// Points for each bonus token.
    #[inline]
    pub fn per_bonus_token(&self) -> u8 {
        self.per_bonus_token
    }

    /// The number of meadows that count something.
    #[inline]
    pub fn counting(&self) -> u8 {
        self.counting
    }

    /// The number of meadows that count production symbols.
    #[inline]
    pub fn by_production(&self) -> u8 {
        self.by_production
    }

    /// The points of a player with so many tiles of each terrain, pioneers on the boat and bonus tokens, but for those
    /// that production symbols bring.
    #[inline]
    pub(super) fn points_but_production(&self, of_terrain: [u8; Terrain::ALL.len()], boat: u8, tokens: u8) -> i32 {
        let of_terrains = self.per_terrain.iter().zip(of_terrain);
        i32::from(self.sure)
            + of_terrains.map(|(&each, tiles)| i32::from(each) * i32::from(tiles)).sum::<i32>()
            + i32::from(self.per_pioneer) * i32::from(boat)
            + i32::from(self.per_bonus_token) * i32::from(tokens)
    }
}
