//! A position as text for people, with a drawing of the board.
//!
//! A tile has three lines of five characters, north above:
//!
//! ```text
//! .OOO.        . field   = road   O city   ~ river   M monastery   * shield
//! =.=.=        a side stands in the middle of its edge, its halves beside it
//! ....2        1 to 5: a meeple of that player, at the side or half of a side that names its spot: here meeple:farm:Es
//! ```

use std::fmt;

use crate::{Game, Seat, Turn};

use super::board::{Cell, Placed};
use super::state::Carcassonne;
use super::tiles::{FeatureKind, Side, Spot, Turned, terrain};

const WIDTH: usize = 5;
const HEIGHT: usize = 3;
/// The line and column of each side, and of each half of one.
const SIDES: [(usize, usize); 4] = [(0, 2), (1, 4), (2, 2), (1, 0)];
const HALVES: [(usize, usize); 8] = [(0, 1), (0, 3), (0, 4), (2, 4), (2, 3), (2, 1), (2, 0), (0, 0)];
const MIDDLE: (usize, usize) = (1, 2);

type Drawing = [[char; WIDTH]; HEIGHT];

fn terrain_char(turned: &Turned, side: Side) -> char {
    match turned.terrain(side) {
        terrain::ROAD => '=',
        terrain::CITY => 'O',
        terrain::RIVER => '~',
        _ => '.',
    }
}

impl Carcassonne {
    fn drawing(&self, idx: usize, placed: Placed) -> Drawing {
        let (tile, turned) = (self.rules.0.tile(placed.tile), self.turned_tile(idx));
        let mut drawing = [['.'; WIDTH]; HEIGHT];
        let mut put = |(line, column): (usize, usize), c: char| drawing[line][column] = c;
        for side in Side::ALL {
            put(SIDES[side.index()], terrain_char(turned, side));
            if turned.terrain(side) == terrain::CITY {
                (0..2).for_each(|half| put(HALVES[2 * side.index() + half], 'O'));
            }
        }
        let has = |kind, sides| tile.segments.iter().any(|segment| segment.kind == kind && segment.sides >= sides);
        put(
            MIDDLE,
            match () {
                () if tile.monastery().is_some() => 'M',
                () if has(FeatureKind::City, 2) => 'O',
                () if has(FeatureKind::Road, 1) => '=',
                () if tile.is_river => '~',
                () => '.',
            },
        );
        if tile.segments.iter().any(|segment| segment.shields > 0) {
            put((1, 1), '*');
        }
        for seat in Seat::all(self.n_players()) {
            for &segment in self.players[seat].meeples() {
                if self.features.tile_of(segment) == idx {
                    let digit = char::from_digit(seat.index() as u32 + 1, 10).expect("a digit");
                    put(position_of(turned.spot(usize::from(segment.0 - placed.first))), digit);
                }
            }
        }
        drawing
    }

    fn draw_board(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let placed = self.board.placed();
        let cells = || placed.iter().map(|placed| placed.cell);
        let columns = cells().map(|cell| cell.x).min().unwrap_or(0)..=cells().map(|cell| cell.x).max().unwrap_or(0);
        let rows = cells().map(|cell| cell.y).min().unwrap_or(0)..=cells().map(|cell| cell.y).max().unwrap_or(0);
        write!(f, "    ")?;
        columns.clone().try_for_each(|x| write!(f, " {x:^WIDTH$}"))?;
        for y in rows {
            let tiles: Vec<Option<Drawing>> = columns
                .clone()
                .map(|x| {
                    let idx = placed.iter().position(|placed| placed.cell == Cell { x, y })?;
                    Some(self.drawing(idx, placed[idx]))
                })
                .collect();
            for line in 0..HEIGHT {
                let row = if line == 1 { y.to_string() } else { String::new() };
                let mut text = format!("{row:>4}");
                for tile in &tiles {
                    text.push(' ');
                    match tile {
                        Some(drawing) => text.extend(drawing[line]),
                        None => text.push_str(&" ".repeat(WIDTH)),
                    }
                }
                write!(f, "\n{}", text.trim_end())?;
            }
        }
        writeln!(f)
    }
}

fn position_of(spot: Spot) -> (usize, usize) {
    match spot.kind() {
        FeatureKind::Road | FeatureKind::City => SIDES[spot.place()],
        FeatureKind::Farm => HALVES[spot.place()],
        FeatureKind::Monastery => MIDDLE,
    }
}

impl fmt::Display for Carcassonne {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "turn {}, {}", self.turn, self.turn())?;
        match (self.turn(), self.drawn()) {
            (Turn::Player(_), Some(tile)) => write!(f, " lays {}", self.rules.0.tile(tile).id)?,
            (Turn::Player(_), None) => write!(f, " may claim")?,
            _ => {}
        }
        writeln!(f, ", stack {}", self.stack_len())?;
        self.draw_board(f)?;
        Seat::all(self.n_players()).try_for_each(|seat| {
            let (player, parts) = (&self.players[seat], self.score_parts(seat));
            let [roads, cities, monasteries, farms, ..] = parts;
            writeln!(
                f,
                "{seat}: {} points (roads {roads}, cities {cities}, monasteries {monasteries}, farms {farms}), {} meeples",
                parts.iter().sum::<i32>(),
                player.supply()
            )
        })
    }
}

impl fmt::Debug for Carcassonne {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
