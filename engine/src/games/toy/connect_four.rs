//! Connect Four: the common ground on which search engines are compared.
//!
//! Two players drop stones into seven columns of six cells, `p1` first. Four in a line, in any direction, win; a full
//! board is a draw. No chance, nothing hidden.
//!
//! Each player's stones are a bitset with seven bits a column, the lowest cell first; the seventh bit stays empty, so
//! that lines do not run from one column into the next.

use std::fmt;
use std::ops::RangeInclusive;

use rand::{Rng, RngExt};

use super::fixed::FixedRules;
use crate::picture::player_disc;
use crate::{
    Game, MAX_PARTS, Outcome, PartMeaning, Parts, PerPlayer, Picture, Seat, Share, Turn, UnknownMove, ViewBox, Viewer,
};

/// The number of columns.
pub(super) const COLUMNS: u8 = 7;
/// The number of cells of a column.
pub(super) const ROWS: u8 = 6;
/// The bits of a column in the sets of stones.
pub(super) const COLUMN_BITS: u8 = ROWS + 1;
/// The lowest cell of each column.
const BOTTOM: u64 = {
    let (mut cells, mut column) = (0, 0);
    while column < COLUMNS {
        cells |= 1 << (column * COLUMN_BITS);
        column += 1;
    }
    cells
};
/// The highest cell of each column.
const TOP: u64 = BOTTOM << (ROWS - 1);

/// The columns of a set.
#[derive(Clone, Copy)]
struct Columns {
    columns: [Column; 8],
    count: u32,
}

/// The columns of each set, in order.
static OPEN: [Columns; 1 << COLUMNS] = {
    let mut all = [Columns { columns: [Column(0); 8], count: 0 }; 1 << COLUMNS];
    let mut set = 0;
    while set < 1 << COLUMNS {
        let mut column = 0;
        while column < COLUMNS {
            if set >> column & 1 == 1 {
                all[set].columns[all[set].count as usize] = Column(column);
                all[set].count += 1;
            }
            column += 1;
        }
        set += 1;
    }
    all
};

/// A move: the column, counted from 0 on the left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Column(pub u8);

/// A position of Connect Four.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ConnectFour {
    /// The stones of both players.
    stones: u64,
    /// The stones of the player to move.
    own: u64,
    /// The columns that are not full; none once somebody has won.
    open: u32,
    /// The player to move, 0 or 1.
    mover: u8,
    won: bool,
}

impl ConnectFour {
    /// The position after these columns, counted from 1, have been played.
    ///
    /// # Errors
    /// The first text that is no legal move.
    pub fn after(columns: &str) -> Result<ConnectFour, UnknownMove> {
        let mut state = ConnectFour::new(&FixedRules, 2);
        for column in columns.chars() {
            let unknown = |_| UnknownMove { text: column.to_string(), game: Self::NAME };
            let mv = state.parse_move(&column.to_string())?;
            state.play(mv).map_err(unknown)?;
        }
        Ok(state)
    }

    /// The stones of a player, as a set of cells: bit `7 * column + row`.
    pub fn stones(&self, seat: Seat) -> u64 {
        if seat.index() == usize::from(self.mover) { self.own } else { self.stones ^ self.own }
    }

    /// The empty cells that would complete a line of a player, as a set like [`stones`](Self::stones).
    pub fn threats(&self, seat: Seat) -> u64 {
        let own = self.stones(seat);
        let board = BOTTOM * ((1 << ROWS) - 1);
        let mut found = 0;
        for step in LINES {
            let (left, right) = (own >> step, own << step);
            let (left2, right2) = (own >> (2 * step), own << (2 * step));
            found |= left & left2 & (own >> (3 * step)) | right & left & left2;
            found |= right & right2 & (own << (3 * step)) | left & right & right2;
        }
        found & board & !self.stones
    }

    fn winner(&self) -> Option<Seat> {
        self.won.then(|| Seat::new(usize::from(self.mover ^ 1)))
    }
}

/// The win shares when the first player has lost, when the first player has won, and in a draw.
const SHARES: [PerPlayer<Share>; 3] = [
    PerPlayer::of_two(Share::NONE, Share::ALL, Share::NONE),
    PerPlayer::of_two(Share::ALL, Share::NONE, Share::NONE),
    PerPlayer::of_two(Share::HALF, Share::HALF, Share::NONE),
];

/// How far the cells of a line are apart: up, right, and both diagonals.
const LINES: [u8; 4] = [1, COLUMN_BITS, COLUMN_BITS - 1, COLUMN_BITS + 1];

#[inline]
fn has_line(stones: u64) -> bool {
    LINES.iter().any(|&step| {
        let pairs = stones & (stones >> step);
        pairs & (pairs >> (2 * step)) != 0
    })
}

impl Game for ConnectFour {
    type Move = Column;
    type Rules = FixedRules;

    const NAME: &'static str = "connect-four";
    const TITLE: &'static str = "Connect Four";
    const RULES_VERSION: &'static str = "1";
    const PLAYERS: RangeInclusive<usize> = 2..=2;
    const PARTS: &'static [&'static str] = &["lines"];
    const PARTS_ARE: PartMeaning = PartMeaning::Points;
    const MAX_MOVES: usize = COLUMNS as usize * ROWS as usize;

    fn new(_rules: &'static FixedRules, players: usize) -> Self {
        assert_eq!(players, 2, "Connect Four is for 2 players");
        ConnectFour { stones: 0, own: 0, open: (1 << COLUMNS) - 1, mover: 0, won: false }
    }

    #[inline]
    fn n_players(&self) -> usize {
        2
    }

    #[inline]
    fn turn(&self) -> Turn {
        if self.open == 0 { Turn::Over } else { Turn::Player(Seat::new(usize::from(self.mover & 1))) }
    }

    fn first_player(&self) -> Seat {
        Seat::FIRST
    }

    #[inline]
    fn legal_moves(&self, moves: &mut Vec<Column>) {
        moves.clear();
        let open = &OPEN[self.open as usize & 0x7f];
        // A copy of known length takes one instruction.
        moves.extend_from_slice(&open.columns);
        moves.truncate(open.count as usize);
    }

    #[inline]
    fn is_legal(&self, mv: Column) -> bool {
        mv.0 < COLUMNS && self.open >> mv.0 & 1 == 1
    }

    #[inline]
    fn play_unchecked(&mut self, mv: Column) {
        debug_assert!(self.is_legal(mv), "{mv:?} is not legal in\n{self}");
        let shift = mv.0 * COLUMN_BITS;
        let stone = (self.stones + (1 << shift)) & (((1 << COLUMN_BITS) - 1) << shift);
        let own = self.own | stone;
        self.own ^= self.stones;
        self.stones |= stone;
        self.mover ^= 1;
        self.open &= !(u32::from(stone & TOP != 0) << mv.0);
        if has_line(own) {
            self.won = true;
            self.open = 0;
        }
    }

    #[inline]
    fn score_parts(&self, seat: Seat) -> Parts {
        let mut parts = [0; MAX_PARTS];
        parts[0] = i32::from(self.winner() == Some(seat));
        parts
    }

    #[inline]
    fn outcome(&self) -> Option<Outcome> {
        let parts = PerPlayer::from_fn(2, |seat| self.score_parts(seat));
        let scores = PerPlayer::from_fn(2, |seat| f64::from(parts[seat][0]));
        (self.turn() == Turn::Over).then(|| Outcome::from_scores(scores, parts))
    }

    #[inline]
    fn win_shares(&self) -> PerPlayer<Share> {
        assert_eq!(self.open, 0, "the game is not over");
        SHARES[if self.won { usize::from(self.mover & 1) } else { 2 }]
    }

    fn move_text(&self, mv: Column) -> String {
        (mv.0 + 1).to_string()
    }

    fn all_moves(&self) -> Vec<Column> {
        (0..COLUMNS).map(Column).collect()
    }

    fn picture(&self, _viewer: Viewer) -> Option<Picture> {
        let (width, height) = (i32::from(COLUMNS) * CELL, i32::from(ROWS) * CELL);
        let mut picture = Picture::new(ViewBox { x: 0, y: 0, width, height }, String::new());
        for column in 0..COLUMNS {
            picture.add(column_name(column), (0..ROWS).map(|row| self.cell_svg(column, row)).collect::<String>());
        }
        Some(picture)
    }

    fn move_parts(&self, mv: Column) -> Vec<String> {
        vec![column_name(mv.0)]
    }

    #[inline]
    fn random_indexed_move(&self, _buffer: &mut Vec<Column>, rng: &mut impl Rng) -> (usize, Column) {
        let open = &OPEN[self.open as usize & 0x7f];
        let index = rng.random_range(0..open.count) as usize;
        (index, open.columns[index & 7])
    }
}

/// The side of a cell in pictures.
const CELL: i32 = 80;

/// The name of a column in pictures.
fn column_name(column: u8) -> String {
    format!("column-{}", column + 1)
}

impl ConnectFour {
    /// A cell of the board with its stone.
    fn cell_svg(&self, column: u8, row: u8) -> String {
        let (x, y) = (i32::from(column) * CELL, i32::from(ROWS - 1 - row) * CELL);
        let (middle, bit) = ((x + CELL / 2, y + CELL / 2), 1 << (column * COLUMN_BITS + row));
        let stone = Seat::all(2).find(|&seat| self.stones(seat) & bit != 0);
        let board = format!("<rect class=\"soft edge\" x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\"/>");
        let hole = || format!("<circle class=\"paper edge\" cx=\"{}\" cy=\"{}\" r=\"30\"/>", middle.0, middle.1);
        board + &stone.map_or_else(hole, |seat| player_disc(seat, middle.0, middle.1, 30))
    }
}

/// The board as text, the highest row first: `x` are the stones of `p1`, `o` those of `p2`.
impl fmt::Display for ConnectFour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in (0..ROWS).rev() {
            for column in 0..COLUMNS {
                let cell = 1 << (column * COLUMN_BITS + row);
                let stone = Seat::all(2).position(|seat| self.stones(seat) & cell != 0);
                write!(f, "{}", stone.map_or('.', |seat| ['x', 'o'][seat]))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

impl fmt::Debug for ConnectFour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
#[path = "connect_four_tests.rs"]
mod tests;
