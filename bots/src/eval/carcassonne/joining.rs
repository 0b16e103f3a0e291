//! What the segments of a tile are joined with where it may be laid, without laying it.

use riverlab_engine::bits::set_bits;
use riverlab_engine::games::carcassonne::{
    ACROSS, Carcassonne, Feature, OpenCell, Placed, SegmentIdx, Side, Tile, Turned,
};

/// The most features that a tile touches: a road or city at each side, and a farm at each half of a side.
const MAX_TOUCHED: usize = 12;

/// A tile on an empty cell. Its segments that become one feature are a part of it, which is named after one of them.
pub(super) struct Joining<'a> {
    state: &'a Carcassonne,
    tile: &'static Tile,
    /// The part that each segment belongs to.
    part_of: [u8; Tile::MAX_SEGMENTS],
    /// The features that the parts become; their tiles are [counted](Self::tiles) where somebody asks for them.
    features: [Feature; Tile::MAX_SEGMENTS],
    /// The roots of the features that are touched, each once, with a segment that touches it.
    touched: [(SegmentIdx, u8); MAX_TOUCHED],
    touched_len: usize,
}

impl<'a> Joining<'a> {
    /// The tile as it is turned, on a cell.
    #[inline]
    pub(super) fn of(state: &'a Carcassonne, open: OpenCell, tile: &'static Tile, turned: &Turned) -> Joining<'a> {
        let mut joining = Joining {
            state,
            tile,
            part_of: std::array::from_fn(|segment| segment as u8),
            features: [Feature::default(); Tile::MAX_SEGMENTS],
            touched: [(SegmentIdx::default(), 0); MAX_TOUCHED],
            touched_len: 0,
        };
        for (feature, segment) in joining.features.iter_mut().zip(&tile.segments) {
            *feature = Feature { open: segment.sides, shields: segment.shields, ..Feature::default() };
        }
        for side in Side::ALL {
            if let Some(neighbor) = open.neighbor(side) {
                joining.join_neighbor(side, turned, state.board().placed()[neighbor]);
            }
        }
        joining
    }

    /// Joins with the tile beyond a side.
    #[inline]
    fn join_neighbor(&mut self, side: Side, turned: &Turned, placed: Placed) {
        let theirs = &self.state.rules().tile(placed.tile).turned[usize::from(placed.turns)];
        if let (Some(mine), Some(other)) = (turned.at_side(side), theirs.at_side(side.opposite())) {
            let part = self.join(mine, placed, other);
            self.features[part].open -= 2;
        }
        for half in [2 * side.index(), 2 * side.index() + 1] {
            if let (Some(mine), Some(other)) = (turned.at_half(half), theirs.at_half(ACROSS[half])) {
                self.join(mine, placed, other);
            }
        }
    }

    /// Joins a segment with one of another tile, and returns the part that the segment belongs to.
    #[inline]
    fn join(&mut self, segment: usize, placed: Placed, other: usize) -> usize {
        let (features, part) = (self.state.features(), self.part_of(segment));
        let root = features.root(SegmentIdx(placed.first + other as u16));
        match self.touched().iter().find(|(touched, _)| *touched == root) {
            None => {
                self.touched[self.touched_len] = (root, segment as u8);
                self.touched_len += 1;
                add(&mut self.features[part], *features.feature(root));
            }
            Some(&(_, before)) => self.merge(part, self.part_of(usize::from(before))),
        }
        part
    }

    /// Makes one part of two, if they are two.
    #[inline]
    fn merge(&mut self, part: usize, other: usize) {
        if part != other {
            let joined = self.features[other];
            add(&mut self.features[part], joined);
            let moved = self.part_of.iter_mut().filter(|of| usize::from(**of) == other);
            moved.for_each(|of| *of = part as u8);
        }
    }

    /// The part that a segment belongs to.
    #[inline]
    pub(super) fn part_of(&self, segment: usize) -> usize {
        usize::from(self.part_of[segment])
    }

    /// The parts, each with what it becomes but for its tiles.
    #[inline]
    pub(super) fn parts(&self) -> impl Iterator<Item = (usize, &Feature)> {
        let features = self.features[..self.tile.segments.len()].iter().enumerate();
        features.filter(|&(part, _)| self.part_of(part) == part)
    }

    /// What a part becomes but for its tiles.
    #[inline]
    pub(super) fn feature(&self, part: usize) -> &Feature {
        &self.features[part]
    }

    /// The roots of the features that are touched, each once, with a segment that touches it.
    #[inline]
    pub(super) fn touched(&self) -> &[(SegmentIdx, u8)] {
        &self.touched[..self.touched_len]
    }

    /// The roots of the features that are joined with a part.
    #[inline]
    pub(super) fn roots(&self, part: usize) -> impl Iterator<Item = SegmentIdx> {
        let touched = self.touched().iter().filter(move |(_, segment)| self.part_of(usize::from(*segment)) == part);
        touched.map(|&(root, _)| root)
    }

    /// The number of tiles of the road or city that a part becomes.
    pub(super) fn tiles(&self, part: usize) -> u8 {
        let (features, mut roots) = (self.state.features(), self.roots(part));
        match (roots.next(), roots.next()) {
            (None, _) => 1,
            (Some(root), None) => features.feature(root).tiles + 1,
            _ => 1 + self.roots(part).fold(0, |tiles, root| tiles | features.tiles_of(root)).count_ones() as u8,
        }
    }

    /// The parts of cities that a farm of the tile touches on the tile itself, one bit each.
    pub(super) fn cities_beside(&self, part: usize) -> u16 {
        let segments = self.tile.segments.iter().enumerate().filter(|&(segment, _)| self.part_of(segment) == part);
        let cities = segments.fold(0, |cities, (_, segment)| cities | segment.cities);
        set_bits(cities).fold(0, |parts, city| parts | 1 << self.part_of(usize::from(city)))
    }
}

/// Adds one feature to another, but for its tiles.
#[inline]
fn add(feature: &mut Feature, joined: Feature) {
    feature.open += joined.open;
    feature.shields += joined.shields;
    feature.meeples.iter_mut().zip(joined.meeples).for_each(|(count, more)| *count += more);
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use riverlab_engine::games::carcassonne::{CarcassonneRules, FeatureKind, Move, Segment};
    use riverlab_engine::{Game, GameRules, Turn};

    use super::*;
    use crate::rng::SearchRng;

    /// Compares what a tile would be joined with and what it is joined with when it is laid; returns the number of
    /// segments.
    fn check(state: &Carcassonne, mv: Move) -> usize {
        let (Move::Tile(cell, turns), Some(drawn)) = (mv, state.drawn()) else { return 0 };
        let (tile, open) = (state.rules().tile(drawn), *state.board().open_at(cell).expect("the cell is open"));
        let joining = Joining::of(state, open, tile, &tile.turned[usize::from(turns)]);
        let mut next = state.clone();
        next.play_unchecked(mv);
        let first = next.board().placed().last().expect("a tile was laid").first;
        let root = |segment: usize| next.features().root(SegmentIdx(first + segment as u16));
        for (segment, Segment { kind, .. }) in tile.segments.iter().enumerate() {
            let part = joining.part_of(segment);
            assert_eq!(root(part), root(segment), "{state}");
            let feature = *next.features().feature(root(segment));
            // What is completed may be scored at once, and its meeples are home then.
            let is_scored = next.turn() == Turn::Chance && Carcassonne::is_complete(*kind, &feature);
            let is_over = next.turn() == Turn::Over;
            if matches!(kind, FeatureKind::Road | FeatureKind::City) && !is_over {
                let found = Feature { tiles: joining.tiles(part), ..*joining.feature(part) };
                let meeples = if is_scored { found.meeples } else { feature.meeples };
                assert_eq!(found, Feature { meeples, ..feature }, "{state}");
            } else if *kind == FeatureKind::Farm {
                assert_eq!(joining.feature(part).meeples, feature.meeples, "{state}");
            }
        }
        tile.segments.len()
    }

    #[test]
    fn tiles_are_joined_as_when_they_are_laid() {
        let mut rng = SearchRng::seed_from_u64(1);
        let (mut legal, mut checked) = (Vec::new(), 0);
        for game in 0..6 {
            let mut state = Carcassonne::new(CarcassonneRules::standard(), 2 + game % 4);
            while state.turn() != Turn::Over {
                state.legal_moves(&mut legal);
                checked += legal.iter().map(|&mv| check(&state, mv)).sum::<usize>();
                let mv = if state.turn() == Turn::Chance {
                    state.draw(&mut rng)
                } else {
                    legal[rng.random_range(0..legal.len())]
                };
                state.play_unchecked(mv);
            }
        }
        assert!(checked > 10_000, "{checked}");
    }
}
