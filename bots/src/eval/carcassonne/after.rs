//! What positions are worth after moves, from what the moves change: nothing is copied and nothing is played.
//!
//! The value of a position is a sum over the features that are claimed, see [`super`]. A tile changes those that it
//! joins, farms beside the cities among them, and the monasteries around; a meeple adds one. All others are worth what
//! they are worth before. Terms are added in the order in which they are found after the move, so that sums are equal
//! to the last bit.
//!
//! Nothing is told of moves that may end the game, and of tiles with a pigsty.

use riverlab_engine::bits::set_bits;
use riverlab_engine::games::carcassonne::{
    Carcassonne, Cell, CitiesBeside, Feature, FeatureKind, Move, SegmentIdx, Spot, Tile,
};
use riverlab_engine::{Game, PerPlayer, Seat};

use super::cities::Cities;
use super::joining::Joining;
use super::segments::segment_at;
use super::survey::MAX_CLAIMED;
use super::worth::{stack_left, value_of, worth, worth_of_farm};

/// Stands for no place in the list of features that are claimed.
const UNCLAIMED: u8 = u8::MAX;

/// A position before a move.
pub(super) struct Before<'a> {
    state: &'a Carcassonne,
    /// Who moves.
    me: Seat,
    /// The part of the tiles that is in the stack, also after the move.
    left: f64,
    tallies: PerPlayer<Tally>,
    /// What the features that are claimed add, in the order in which they are added.
    terms: [Term; MAX_CLAIMED],
    len: usize,
    /// The number of those on which players have meeples up to the one who moves.
    own_end: usize,
    /// The places of features in this list, by root.
    places: [u8; SegmentIdx::LIMIT],
    monks: Vec<Monk>,
    farms: Vec<Farm>,
}

/// Points so far, and meeples in the supply.
#[derive(Clone, Copy, Default)]
struct Tally {
    points: i32,
    supply: u8,
}

/// What a feature adds to the values of players.
#[derive(Clone, Copy)]
struct Term {
    worth: f64,
    /// Those who have the most meeples, one bit each.
    winners: u8,
}

/// A monastery that is claimed, with its place in the list.
struct Monk {
    place: usize,
    cell: Cell,
    feature: Feature,
}

/// A farm that is claimed, with its place in the list.
struct Farm {
    place: usize,
    root: SegmentIdx,
    /// What each completed city brings.
    points: u16,
    cities: Cities,
}

impl<'a> Before<'a> {
    /// A position in which a player is to move, unless the game may end then.
    pub(super) fn of(state: &'a Carcassonne) -> Option<Before<'a>> {
        let me = state.turn().player()?;
        let drawn = state.drawn().map(|drawn| state.rules().tile(drawn));
        if state.stack_len() == 0 || drawn.is_some_and(|tile| tile.segments.iter().any(|segment| segment.pigsty)) {
            return None;
        }
        let tally = |seat| Tally { points: state.score_parts(seat).iter().sum(), supply: state.player(seat).supply() };
        let mut before = Before {
            state,
            me,
            left: stack_left(state),
            tallies: PerPlayer::from_fn(state.n_players(), tally),
            terms: [Term::NONE; MAX_CLAIMED],
            len: 0,
            own_end: 0,
            places: [UNCLAIMED; SegmentIdx::LIMIT],
            monks: Vec::new(),
            farms: Vec::new(),
        };
        state.each_claimed(|kind, root| before.add(kind, root));
        Some(before)
    }

    /// Adds a feature to the list. Once the tile is laid, what is completed is scored whatever the player does.
    fn add(&mut self, kind: FeatureKind, root: SegmentIdx) {
        let (state, place, feature) = (self.state, self.len, *self.state.features().feature(root));
        self.places[root.index()] = place as u8;
        self.len += 1;
        // Features are found by the first seat that has a meeple there.
        let is_own = feature.meeples[..=self.me.index()].iter().any(|&count| count > 0);
        self.own_end += usize::from(is_own);
        if state.drawn().is_none() && Carcassonne::is_complete(kind, &feature) {
            return settle(state, kind, feature, &mut self.tallies);
        }
        let worth = match kind {
            FeatureKind::Farm => {
                let (cities, points) = (Cities::beside(state, root), state.farm_city_points(root));
                self.farms.push(Farm { place, root, points, cities });
                worth_of_farm(points, cities.counts(), self.left)
            }
            _ => worth(state, kind, feature, self.left),
        };
        self.terms[place] = Term::of(feature, worth);
        if kind == FeatureKind::Monastery {
            let cell = state.board().placed()[state.features().tile_of(root)].cell;
            self.monks.push(Monk { place, cell, feature });
        }
    }

    /// What the position is worth after a move.
    pub(super) fn values_after(&self, mv: Move) -> Option<PerPlayer<f64>> {
        match mv {
            Move::Tile(cell, turns) => self.after_tile(cell, turns),
            Move::Meeple(spot) => self.after_meeple(spot),
            Move::None => Some(self.sum(&self.tallies, &self.terms, Term::NONE)),
            Move::DealStart(_) | Move::DealTile(_) => None,
        }
    }

    fn after_tile(&self, cell: Cell, turns: u8) -> Option<PerPlayer<f64>> {
        let (state, tile) = (self.state, self.state.rules().tile(self.state.drawn()?));
        let joining = Joining::of(state, *state.board().open_at(cell)?, tile, &tile.turned[usize::from(turns)]);
        let is_free = joining.parts().any(|(_, feature)| !feature.is_claimed());
        let may_claim = self.tallies[self.me].supply > 0 && !tile.has_volcano && is_free;
        let mut laying =
            Laying { before: self, tile, joining, is_scored: !may_claim, tallies: self.tallies, terms: self.terms };
        let joined = laying.join_claimed();
        laying.count_cities(joined);
        laying.count_around_monasteries(cell);
        Some(self.sum(&laying.tallies, &laying.terms, Term::NONE))
    }

    fn after_meeple(&self, spot: Spot) -> Option<PerPlayer<f64>> {
        let (state, kind) = (self.state, spot.kind());
        let root = state.features().root(segment_at(state, spot)?);
        let mut feature = *state.features().feature(root);
        let (mut tallies, mut term) = (self.tallies, Term::NONE);
        feature.meeples[self.me.index()] = 1;
        tallies[self.me].supply -= 1;
        if Carcassonne::is_complete(kind, &feature) {
            settle(state, kind, feature, &mut tallies);
        } else {
            let worth = match kind {
                FeatureKind::Farm => worth_of_farm(state.farm_city_points(root), state.cities_beside(root), self.left),
                _ => worth(state, kind, feature, self.left),
            };
            term = Term::of(feature, worth);
        }
        Some(self.sum(&tallies, &self.terms, term))
    }

    /// The values of all players, where the one who moves claims a further feature.
    #[inline]
    fn sum(&self, tallies: &PerPlayer<Tally>, terms: &[Term; MAX_CLAIMED], claimed: Term) -> PerPlayer<f64> {
        let value = |seat| value_of(tallies[seat].points, tallies[seat].supply, self.left);
        let mut values = PerPlayer::from_fn(self.state.n_players(), value);
        let (own, others) = terms[..self.len].split_at(self.own_end);
        for term in own {
            term.add_to(&mut values);
        }
        claimed.add_to(&mut values);
        for term in others {
            term.add_to(&mut values);
        }
        values
    }

    /// The place in the list of a feature, if it is claimed.
    #[inline]
    fn place_of(&self, root: SegmentIdx) -> Option<usize> {
        let place = self.places[root.index()];
        (place != UNCLAIMED).then_some(usize::from(place))
    }
}

/// A tile that is laid.
struct Laying<'a> {
    before: &'a Before<'a>,
    tile: &'static Tile,
    joining: Joining<'a>,
    /// Whether the player may put no meeple, so that what is completed is scored at once.
    is_scored: bool,
    tallies: PerPlayer<Tally>,
    terms: [Term; MAX_CLAIMED],
}

impl Laying<'_> {
    /// Makes one term of those that the tile joins; returns the places of these, one bit each.
    #[inline]
    fn join_claimed(&mut self) -> u64 {
        let mut all = 0;
        for part in 0..self.tile.segments.len() {
            let mut feature = *self.joining.feature(part);
            if self.joining.part_of(part) != part || !feature.is_claimed() {
                continue;
            }
            let places = self.joining.roots(part).filter_map(|root| self.before.place_of(root));
            let places = places.fold(0_u64, |places, place| places | 1 << place);
            set_bits(places).for_each(|place| self.terms[usize::from(place)] = Term::NONE);
            all |= places;
            let (kind, first) = (self.tile.segments[part].kind, places.trailing_zeros() as usize);
            if kind == FeatureKind::Farm {
                self.terms[first] = Term::of(feature, self.worth_of_joined_farm(part));
            } else {
                feature.tiles = self.joining.tiles(part);
                self.put(kind, first, feature);
            }
        }
        all
    }

    /// A road, city or monastery as it is now.
    #[inline]
    fn put(&mut self, kind: FeatureKind, place: usize, feature: Feature) {
        let state = self.before.state;
        if self.is_scored && Carcassonne::is_complete(kind, &feature) {
            settle(state, kind, feature, &mut self.tallies);
            self.terms[place] = Term::NONE;
        } else {
            self.terms[place] = Term::of(feature, worth(state, kind, feature, self.before.left));
        }
    }

    /// What a farm of the tile is worth.
    fn worth_of_joined_farm(&self, part: usize) -> f64 {
        let (state, mut cities, mut points) = (self.before.state, Cities::default(), 0);
        for root in self.joining.roots(part) {
            if let Some(farm) = self.before.farms.iter().find(|farm| farm.root == root) {
                cities.add(&farm.cities);
                points = points.max(farm.points);
            } else {
                cities.add(&Cities::beside(state, root));
                points = points.max(state.farm_city_points(root));
            }
        }
        self.worth_of_farm(points, &cities, self.joining.cities_beside(part))
    }

    /// What a farm beside these cities and parts of the tile is worth.
    fn worth_of_farm(&self, points: u16, cities: &Cities, mut parts: u16) -> f64 {
        let CitiesBeside { mut completed, mut others } = cities.counts();
        for &(root, segment) in self.joining.touched() {
            if cities.has_open(root) {
                others -= 1;
                parts |= 1 << self.joining.part_of(usize::from(segment));
            }
        }
        for part in set_bits(parts) {
            let is_completed = u32::from(self.joining.feature(usize::from(part)).open == 0);
            completed += is_completed;
            others += 1 - is_completed;
        }
        worth_of_farm(points, CitiesBeside { completed, others }, self.before.left)
    }

    /// Farms beside cities that the tile touches, but for those that it joins.
    #[inline]
    fn count_cities(&mut self, joined: u64) {
        for farm in self.before.farms.iter().filter(|farm| joined >> farm.place & 1 == 0) {
            if self.joining.touched().iter().any(|&(root, _)| farm.cities.has_open(root)) {
                self.terms[farm.place].worth = self.worth_of_farm(farm.points, &farm.cities, 0);
            }
        }
    }

    #[inline]
    fn count_around_monasteries(&mut self, cell: Cell) {
        for monk in self.before.monks.iter().filter(|monk| monk.cell.is_near(cell)) {
            let feature = Feature { tiles: monk.feature.tiles + 1, ..monk.feature };
            self.put(FeatureKind::Monastery, monk.place, feature);
        }
    }
}

/// Scores a road, city or monastery.
fn settle(state: &Carcassonne, kind: FeatureKind, feature: Feature, tallies: &mut PerPlayer<Tally>) {
    let (points, winners) = (i32::from(state.worth(kind, &feature)), winners(feature));
    for (seat, (tally, meeples)) in tallies.as_mut_slice().iter_mut().zip(feature.meeples).enumerate() {
        tally.points += if winners >> seat & 1 == 1 { points } else { 0 };
        tally.supply += meeples;
    }
}

/// Those who have the most meeples on a feature that is claimed, one bit each.
#[inline]
fn winners(feature: Feature) -> u8 {
    let most = feature.meeples.iter().copied().max().unwrap_or_default();
    let wins = feature.meeples.iter().enumerate().map(|(seat, &count)| u8::from(count == most) << seat);
    wins.sum()
}

impl Term {
    /// Adds nothing.
    const NONE: Term = Term { worth: 0.0, winners: 0 };

    #[inline]
    fn of(feature: Feature, worth: f64) -> Term {
        Term { worth, winners: winners(feature) }
    }

    #[inline]
    fn add_to(self, values: &mut PerPlayer<f64>) {
        for (seat, value) in values.as_mut_slice().iter_mut().enumerate() {
            *value += if self.winners >> seat & 1 == 1 { self.worth } else { 0.0 };
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use riverlab_engine::games::carcassonne::CarcassonneRules;
    use riverlab_engine::{GameRules, RulesSource, Turn};

    use super::*;
    use crate::Evaluate;
    use crate::rng::SearchRng;

    /// Compares what all moves of some games are told to be worth with the values after them; returns the number of
    /// moves for which it is told, and for which it is not.
    fn check(rules: &'static CarcassonneRules, players: usize) -> (usize, usize) {
        let mut rng = SearchRng::seed_from_u64(players as u64);
        let (mut legal, mut told, mut untold) = (Vec::new(), 0, 0);
        for _ in 0..8 {
            let mut state = Carcassonne::new(rules, players);
            while state.turn() != Turn::Over {
                state.legal_moves(&mut legal);
                let after = state.values_after(Seat::FIRST);
                for &mv in &legal {
                    let Some(values) = after(mv) else {
                        untold += 1;
                        continue;
                    };
                    let mut next = state.clone();
                    next.play_unchecked(mv);
                    assert_eq!(values, next.evaluate(), "{} in\n{state}", state.move_text(mv));
                    told += 1;
                }
                let mv = if state.turn() == Turn::Chance {
                    state.draw(&mut rng)
                } else {
                    legal[rng.random_range(0..legal.len())]
                };
                drop(after);
                state.play_unchecked(mv);
            }
        }
        (told, untold)
    }

    #[test]
    fn moves_are_worth_what_positions_are_worth_after_them() {
        for players in 2..=5 {
            let (told, untold) = check(CarcassonneRules::standard(), players);
            assert!(told > 8000 && untold < told / 20, "{told} told, {untold} not");
        }
    }

    #[test]
    fn the_same_holds_in_other_editions_and_with_other_rivers() {
        let sets = ["edition.two_tile_city=old", "edition.pigsty=true", "rivers=none", "rivers=2", "rivers=both"];
        for set in sets {
            let source = RulesSource { file: None, sets: vec![set.to_owned()] };
            let rules = CarcassonneRules::load(&source).expect("tables");
            let (told, untold) = check(Box::leak(Box::new(rules)), 2);
            assert!(told > 6000 && untold < told / 5, "{set}: {told} told, {untold} not");
        }
    }
}
