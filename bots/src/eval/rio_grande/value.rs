//! The hand-made value of a position, and what moves make of it: in whole numbers of points and bridges, which a move changes
//! in one river only.

use riverlab_engine::games::rio_grande::{CardKind, Move, RioGrande, RiverIdx};
use riverlab_engine::{Game, PerPlayer, Seat};

use super::table::{BySeat, MAX_RIVERS, cards_upstream};

/// What the bridges of all players on the table, or on one river, come to.
#[derive(Clone, Copy, Default)]
struct Sums {
    /// How many each player has.
    count: BySeat,
    /// What they would bring at the mouth now.
    points: BySeat,
}

impl Sums {
    #[inline]
    fn of(state: &RioGrande, river: RiverIdx) -> Sums {
        let mut sums = Sums::default();
        state.rivers().each_bridge(river, |seat, cards, lakes| {
            sums.count[seat.index()] += 1;
            sums.points[seat.index()] += state.points_of_bridge(cards, lakes);
        });
        sums
    }

    #[inline]
    fn add(&mut self, other: &Sums) {
        self.count.iter_mut().zip(other.count).for_each(|(count, more)| *count += more);
        self.points.iter_mut().zip(other.points).for_each(|(points, more)| *points += more);
    }
}

/// What the value of a position is made of.
#[derive(Clone, Copy)]
struct Parts {
    players: usize,
    /// The share of the game that is left.
    left: f64,
    /// Points so far.
    points: BySeat,
    /// Bridges that are not on the table.
    home: BySeat,
    /// Those that are.
    laid: Sums,
}

impl Parts {
    #[inline]
    fn of(state: &RioGrande, laid: Sums) -> Parts {
        let (mut points, mut home) = (BySeat::default(), BySeat::default());
        for seat in Seat::all(state.n_players()) {
            let player = state.player(seat);
            points[seat.index()] = i32::from(player.points());
            home[seat.index()] = i32::from(player.bridges());
        }
        let left =
            if state.turns_left().is_some() { 0.0 } else { f64::from(state.stack_len()) / state.stack_at_start() };
        Parts { players: state.n_players(), left, points, home, laid }
    }

    #[inline]
    fn values(&self) -> PerPlayer<f64> {
        PerPlayer::from_fn(self.players, |seat| {
            let of = |numbers: &BySeat| f64::from(numbers[seat.index()]);
            of(&self.points)
                + 0.7 * self.left * of(&self.home).min(2.0)
                + (0.5 + 0.4 * self.left) * of(&self.laid.points)
                + 1.5 * self.left * of(&self.laid.count)
        })
    }

    /// So many bridges, which would bring so many points, come to the table; if less than none, they leave it.
    #[inline]
    fn build(&mut self, seat: usize, count: i32, points: i32) {
        self.laid.count[seat] += count;
        self.laid.points[seat] += points;
        self.home[seat] -= count;
    }

    /// All bridges of a river grow by so many points each.
    #[inline]
    fn grow(&mut self, river: &Sums, points: i32) {
        self.laid.points.iter_mut().zip(river.count).for_each(|(sum, count)| *sum += points * count);
    }
}

/// The value of a position that is not over.
#[inline]
pub(super) fn values(state: &RioGrande) -> PerPlayer<f64> {
    let mut laid = Sums::default();
    state.rivers().iter().for_each(|river| laid.add(&Sums::of(state, river)));
    Parts::of(state, laid).values()
}

/// A position whose moves are valued without making them.
pub(super) struct Unmade<'a> {
    state: &'a RioGrande,
    rivers: [Sums; MAX_RIVERS],
    now: Parts,
    /// The values of what is there now, which are those after many moves as well.
    values_now: PerPlayer<f64>,
}

impl<'a> Unmade<'a> {
    /// `None` in the last round, in which each move may end the game.
    pub(super) fn of(state: &'a RioGrande) -> Option<Unmade<'a>> {
        if state.turns_left().is_some() {
            return None;
        }
        let (mut rivers, mut laid) = ([Sums::default(); MAX_RIVERS], Sums::default());
        for river in state.rivers().iter().filter(|&river| state.rivers().bridges(river) > 0) {
            rivers[river.index()] = Sums::of(state, river);
            laid.add(&rivers[river.index()]);
        }
        let now = Parts::of(state, laid);
        Some(Unmade { state, rivers, now, values_now: now.values() })
    }

    /// The values after a move of the player to act; `None` where it may begin the last round.
    pub(super) fn after(&self, mv: Move) -> Option<PerPlayer<f64>> {
        let is_bare = |river| self.state.rivers().bridges(river) == 0;
        let mut parts = match mv {
            Move::Source(_) | Move::Discard(_) => return Some(self.values_now),
            Move::Lay(_, river) | Move::Bend(_, river, ..) | Move::Sandbank(_, river, _) if is_bare(river) => {
                return Some(self.values_now);
            }
            _ => self.now,
        };
        match mv {
            Move::Lay(card, river) => self.lay(card.kind(), river, &mut parts),
            Move::Bend(_, river, first, second) => {
                self.lay(CardKind::Bend, river, &mut parts);
                self.swap(river, [first, second].map(usize::from), &mut parts);
            }
            Move::Sandbank(_, river, place) => self.dry(river, place.into(), &mut parts),
            Move::Bridge(river, place) => {
                parts.build(self.state.next_to_act().index(), 1, self.points_at(river, place.into()));
            }
            _ => return None,
        }
        Some(parts.values())
    }

    /// A card is laid at the end of a river.
    fn lay(&self, kind: CardKind, river: RiverIdx, parts: &mut Parts) {
        let sums = &self.rivers[river.index()];
        parts.grow(sums, self.state.points_of_bridge(1, i32::from(kind == CardKind::Lake)));
        if kind == CardKind::Mouth {
            for seat in 0..parts.players {
                let count = sums.count[seat];
                let points = sums.points[seat] + self.state.points_of_bridge(1, 0) * count;
                parts.points[seat] += points;
                parts.build(seat, -count, -points);
            }
        }
    }

    /// The bridges on two cards are swapped.
    fn swap(&self, river: RiverIdx, places: [usize; 2], parts: &mut Parts) {
        let cards = self.state.rivers().cards(river);
        let [first, second] = places.map(|place| self.points_at(river, place));
        for (place, gain) in places.into_iter().zip([second - first, first - second]) {
            if let Some(seat) = cards[place].bridge() {
                parts.laid.points[seat.index()] += gain;
            }
        }
    }

    /// All cards upstream of a sandbank leave the game, and all cards if it lies on the last one.
    fn dry(&self, river: RiverIdx, place: usize, parts: &mut Parts) {
        let len = self.state.rivers().len(river);
        let first_left = if place + 1 == len { len } else { place };
        self.state.rivers().each_bridge(river, |seat, cards, lakes| {
            if len - (cards as usize) < first_left {
                parts.build(seat.index(), -1, -self.state.points_of_bridge(cards, lakes));
            }
        });
    }

    /// What a bridge on a card would bring at the mouth now.
    fn points_at(&self, river: RiverIdx, place: usize) -> i32 {
        let upstream = self.state.rivers().len(river) - 1 - place;
        cards_upstream(self.state, river).nth(upstream).map_or(0, |(_, points, _)| points)
    }
}
