//! The cities beside farms, each once, as sets of their roots: farms that are joined touch what each of them touches.

use riverlab_engine::games::carcassonne::{Carcassonne, CitiesBeside, SegmentIdx};

/// The roots of the cities beside a farm.
#[derive(Clone, Copy, Default)]
pub(super) struct Cities {
    open: Roots,
    completed: Roots,
}

/// A set of roots.
#[derive(Clone, Copy, Default)]
struct Roots([u64; SegmentIdx::LIMIT.div_ceil(64)]);

impl Cities {
    /// The cities beside a farm.
    pub(super) fn beside(state: &Carcassonne, farm: SegmentIdx) -> Cities {
        let mut cities = Cities::default();
        state.each_city_of(
            farm,
            |city, is_completed| {
                if is_completed { cities.completed.insert(city) } else { cities.open.insert(city) }
            },
        );
        cities
    }

    /// Adds the cities beside another farm.
    pub(super) fn add(&mut self, others: &Cities) {
        self.open.add(&others.open);
        self.completed.add(&others.completed);
    }

    /// How many they are.
    pub(super) fn counts(&self) -> CitiesBeside {
        CitiesBeside { completed: self.completed.len(), others: self.open.len() }
    }

    /// Whether a city is among those that are not completed.
    #[inline]
    pub(super) fn has_open(&self, city: SegmentIdx) -> bool {
        self.open.contains(city)
    }
}

impl Roots {
    #[inline]
    fn insert(&mut self, root: SegmentIdx) {
        self.0[root.index() / 64] |= 1 << (root.index() % 64);
    }

    #[inline]
    fn contains(&self, root: SegmentIdx) -> bool {
        self.0[root.index() / 64] >> (root.index() % 64) & 1 == 1
    }

    fn add(&mut self, others: &Roots) {
        self.0.iter_mut().zip(others.0).for_each(|(word, other)| *word |= other);
    }

    fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use riverlab_engine::games::carcassonne::{CarcassonneRules, FeatureKind};
    use riverlab_engine::{Game, GameRules, Turn};

    use super::*;
    use crate::rng::SearchRng;

    #[test]
    fn cities_are_counted_as_the_rules_count_them() {
        let mut rng = SearchRng::seed_from_u64(1);
        let (mut state, mut counted) = (Carcassonne::new(CarcassonneRules::standard(), 2), 0);
        while state.turn() != Turn::Over {
            state.each_claimed(|kind, root| {
                if kind == FeatureKind::Farm {
                    let mut cities = Cities::beside(&state, root);
                    assert_eq!(cities.counts(), state.cities_beside(root), "{state}");
                    let same = cities;
                    cities.add(&same);
                    assert_eq!(cities.counts(), state.cities_beside(root), "{state}");
                    counted += 1;
                }
            });
            let mv = match state.turn() {
                Turn::Chance => state.draw(&mut rng),
                _ => state.random_move(&mut Vec::new(), &mut rng),
            };
            state.play_unchecked(mv);
        }
        assert!(counted > 100, "{counted}");
    }
}
