//! Planes of the cells around the first tile, for networks that convolve.

use crate::{Feature, ObservationWriter, Seat};

use super::super::board::Cell;
use super::super::rules::CarcassonneRules;
use super::super::state::Carcassonne;
use super::super::tiles::{Side, Spot, terrain};

/// The planes that say what a tile is, how it lies, and what stands on it.
const OF_TILE: usize = 4;
/// A plane for each side and each terrain of it.
const OF_SIDES: usize = Side::ALL.len() * terrain::BITS;

impl Carcassonne {
    /// The features of [`observe_window`](Self::observe_window), in order.
    pub fn window_features(rules: &CarcassonneRules, players: usize, window: u8) -> Vec<Feature> {
        let side = 2 * usize::from(window) + 1;
        let most = [rules.tiles.len(), usize::from(Spot::COUNT), players].into_iter().max().unwrap_or(0);
        vec![
            Feature::counts(
                "window",
                &[OF_TILE, side, side],
                most,
                "planes by y, from north to south, then x, from west to east, with the first tile in the middle: kind, clockwise \
                 quarter turns, seat of the meeple, its spot, each as in the rows of tiles; 0 where no tile lies",
            ),
            Feature::flags(
                "window_sides",
                &[OF_SIDES, side, side],
                "planes of the same cells: whether the tile there has a field, a road, a city, a river to the north, and in this \
                 order to the east, south and west",
            ),
            Feature::counts("outside", &[1], rules.draws() as usize, "the tiles that lie outside of the window"),
        ]
    }

    /// Writes what lies within `window` cells of the first tile, in the order of its
    /// [features](Self::window_features), with seats counted from `seat`. What lies outside is counted, not shown: the
    /// rows of tiles of an [observation](crate::Observe) have all of it.
    ///
    /// # Panics
    /// When `out` has not exactly as many numbers as all features together, or nobody sits in the seat.
    ///
    /// # Examples
    ///
    /// ```
    /// use riverlab_engine::games::carcassonne::{Carcassonne, CarcassonneRules};
    /// use riverlab_engine::{Feature, Game, GameRules, Seat};
    ///
    /// let rules = CarcassonneRules::standard();
    /// let len = Carcassonne::window_features(rules, 2, 1).iter().map(Feature::len).sum();
    /// assert_eq!(len, (4 + 16) * 3 * 3 + 1);
    /// let mut out = vec![0.0; len];
    /// Carcassonne::new(rules, 2).observe_window(Seat::FIRST, 1, &mut out);
    /// let kind = rules.tile_named("r1_source").expect("the first tile");
    /// assert_eq!(out[4], (kind.index() + 1) as f32); // in the middle of the first plane
    /// ```
    pub fn observe_window(&self, seat: Seat, window: u8, out: &mut [f32]) {
        let side = 2 * usize::from(window) + 1;
        let mut writer = ObservationWriter::new(out);
        let cells = side * side;
        let planes = writer.zeros((OF_TILE + OF_SIDES) * cells);
        let mut outside = 0;
        for (idx, (placed, (owner, spot))) in self.board.placed().iter().zip(self.standing(seat)).enumerate() {
            let Some(at) = place_of(placed.cell, window) else {
                outside += 1;
                continue;
            };
            let numbers = [placed.tile.index() as u8 + 1, placed.turns, owner, spot].map(f32::from);
            numbers.into_iter().enumerate().for_each(|(plane, number)| planes[plane * cells + at] = number);
            for bit in crate::bits::set_bits(self.turned_tile(idx).terrains) {
                planes[(OF_TILE + usize::from(bit)) * cells + at] = 1.0;
            }
        }
        writer.count(outside);
        writer.finish();
    }
}

/// The place of a cell in a plane, if it lies in the window.
fn place_of(cell: Cell, window: u8) -> Option<usize> {
    let window = i16::from(window);
    let [x, y] = [cell.x, cell.y].map(|coordinate| i16::from(coordinate) + window);
    let is_inside = (0..=2 * window).contains(&x) && (0..=2 * window).contains(&y);
    is_inside.then(|| (y * (2 * window + 1) + x) as usize)
}
