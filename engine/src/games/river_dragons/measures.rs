//! The geometry of the board: which spans there are and which of them cross, from positions in whole numbers.

use super::limits::{COLORS, LENGTHS, SUPPORTS};
use super::pieces::SupportIdx;
use super::spans::Span;

/// Where supports lie, and how far planks reach and others keep away. All are whole numbers in the units of the data.
#[derive(Clone, Debug)]
pub(super) struct Measures {
    /// The positions of the supports.
    pub(super) at: [[i64; 2]; SUPPORTS],
    /// The distance that a plank of each length bridges.
    pub(super) reach: [i64; LENGTHS],
    /// How much farther planks reach that end at a village.
    pub(super) village_rim: i64,
    /// An island that is nearer than this to a line blocks it.
    pub(super) island_near: i64,
    /// A village that is nearer than this to a line blocks it.
    pub(super) village_near: i64,
}

impl Measures {
    /// All spans, in the order of their ends.
    pub(super) fn spans(&self) -> Vec<Span> {
        let pairs = (COLORS..SUPPORTS).flat_map(|second| (0..second).map(move |first| (first, second)));
        let mut spans: Vec<Span> = pairs.filter_map(|(first, second)| self.span(first, second)).collect();
        spans.sort_by_key(|span| span.ends);
        spans
    }

    /// The span between two supports, if a plank reaches and nothing lies in its way.
    fn span(&self, first: usize, second: usize) -> Option<Span> {
        let (a, b) = (self.at[first], self.at[second]);
        let rim = if first < COLORS { self.village_rim } else { 0 };
        let distance = dot(minus(b, a), minus(b, a));
        let length = self.reach.iter().position(|reach| distance <= (reach + rim).pow(2))?;
        let blocks = |third: usize| {
            let near = if third < COLORS { self.village_near } else { self.island_near };
            third != first && third != second && is_near(self.at[third], a, b, near)
        };
        if (0..SUPPORTS).any(blocks) {
            return None;
        }
        Some(Span { ends: [first, second].map(|support| SupportIdx(support as u8)), length: length as u8 })
    }

    /// Whether two lines meet at a point that is an end of neither.
    pub(super) fn cross(&self, one: Span, other: Span) -> bool {
        if one.ends.iter().any(|end| other.ends.contains(end)) {
            return false;
        }
        let at = |span: Span| span.ends.map(|end| self.at[end.index()]);
        let ([a, b], [c, d]) = (at(one), at(other));
        let sides = |a, b, c, d| {
            let line = minus(b, a);
            cross(line, minus(c, a)).signum() * cross(line, minus(d, a)).signum()
        };
        sides(a, b, c, d) < 0 && sides(c, d, a, b) < 0
    }
}

fn minus(a: [i64; 2], b: [i64; 2]) -> [i64; 2] {
    [a[0] - b[0], a[1] - b[1]]
}

fn cross(a: [i64; 2], b: [i64; 2]) -> i64 {
    a[0] * b[1] - a[1] * b[0]
}

fn dot(a: [i64; 2], b: [i64; 2]) -> i64 {
    a[0] * b[0] + a[1] * b[1]
}

/// Whether a point is nearer than `near` to the line from `a` to `b`, which is no point.
fn is_near(point: [i64; 2], a: [i64; 2], b: [i64; 2], near: i64) -> bool {
    let (line, to) = (minus(b, a), minus(point, a));
    let (along, length) = (dot(line, to), dot(line, line));
    if along <= 0 {
        return dot(to, to) < near * near;
    }
    if along >= length {
        let to = minus(point, b);
        return dot(to, to) < near * near;
    }
    cross(line, to).pow(2) < near * near * length
}
