//! Adds up the luck of a game while it is played or replayed.

use rand::{Rng, SeedableRng};
use riverlab_bots::SearchRng;
use riverlab_engine::{Game, Turn};

use crate::play::streams::luck_stream;

/// Values of positions, several numbers for each seat.
pub trait LuckValues<G: Game> {
    /// How many numbers there are for each seat.
    fn variates(&self) -> usize;

    /// How heavy a variate is beside others, where coefficients are fitted to few games: above 1 if it is expected to matter.
    fn weight(&self, _variate: usize) -> f64 {
        1.0
    }

    /// How heavy all variates are.
    fn weights(&self) -> Vec<f64> {
        (0..self.variates()).map(|variate| self.weight(variate)).collect()
    }

    /// Writes the numbers of all seats, one seat after the other. The position is one after a chance event; what it needs of
    /// chance is drawn from `rng`, which begins alike for all outcomes of the event.
    fn write(&mut self, state: &G, rng: &mut SearchRng, values: &mut [f64]);
}

/// The luck of one game: for each seat, one after the other, a number for each variate.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct GameLuck {
    /// What chance brought beyond what was to be expected; the mean is 0.
    pub sums: Vec<f64>,
    /// The sum of the variances of all chance events, each as it was before the event: the mean is that of the squares of
    /// the sums.
    pub variances: Vec<f64>,
}

impl GameLuck {
    fn clear(&mut self, len: usize) {
        for numbers in [&mut self.sums, &mut self.variances] {
            numbers.clear();
            numbers.resize(len, 0.0);
        }
    }
}

/// How far an observer has followed a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Followed {
    event: usize,
    luck: GameLuck,
}

/// Follows one game after the other; it is told of each position with the move about to be played.
#[derive(Debug)]
pub struct LuckObserver<G: Game, V> {
    values: V,
    seed: u64,
    deal: u64,
    event: usize,
    luck: GameLuck,
    outcomes: Vec<(G::Move, u32)>,
    /// The values after each outcome, one outcome after the other.
    after: Vec<f64>,
    /// The mean of each number beyond that after the drawn outcome, and of its square.
    moments: Vec<(f64, f64)>,
}

impl<G: Game, V: LuckValues<G>> LuckObserver<G, V> {
    /// An observer of games of this master seed.
    pub fn new(values: V, seed: u64) -> LuckObserver<G, V> {
        let (outcomes, after, moments) = (Vec::new(), Vec::new(), Vec::new());
        LuckObserver { values, seed, deal: 0, event: 0, luck: GameLuck::default(), outcomes, after, moments }
    }

    /// Begins a game of this deal.
    pub fn begin(&mut self, deal: u64, players: usize) {
        (self.deal, self.event) = (deal, 0);
        self.luck.clear(players * self.values.variates());
    }

    /// Sees a move that is about to be played.
    #[inline]
    pub fn before(&mut self, state: &G, mv: G::Move) {
        if state.turn() == Turn::Chance {
            self.before_chance_event(state, mv);
        }
    }

    /// An event with a single outcome has no luck in it.
    fn before_chance_event(&mut self, state: &G, mv: G::Move) {
        state.chance_outcomes(&mut self.outcomes);
        if self.outcomes.len() > 1 {
            self.value_outcomes(state);
            let drawn = self.outcomes.iter().position(|&(outcome, _)| outcome == mv);
            self.add(drawn.expect("what is drawn is an outcome"));
        }
        self.event += 1;
    }

    fn value_outcomes(&mut self, state: &G) {
        let len = self.luck.sums.len();
        self.after.resize(len * self.outcomes.len(), 0.0);
        let start = SearchRng::seed_from_u64(luck_stream(self.seed, self.deal, self.event).next_u64());
        for (&(outcome, _), values) in self.outcomes.iter().zip(self.after.chunks_exact_mut(len)) {
            let mut next = state.clone();
            next.play_unchecked(outcome);
            self.values.write(&next, &mut start.clone(), values);
        }
    }

    /// Adds what the drawn outcome brought beyond the expectation over all of them. Values are compared with that of the drawn
    /// outcome, so that values which are all alike leave nothing, not even an error of rounding.
    fn add(&mut self, drawn: usize) {
        let len = self.luck.sums.len();
        let total: f64 = self.outcomes.iter().map(|&(_, weight)| f64::from(weight)).sum();
        self.moments.clear();
        self.moments.resize(len, (0.0, 0.0));
        let reference = &self.after[drawn * len..(drawn + 1) * len];
        for (&(_, weight), values) in self.outcomes.iter().zip(self.after.chunks_exact(len)) {
            let chance = f64::from(weight) / total;
            for ((mean, square), (value, reference)) in self.moments.iter_mut().zip(values.iter().zip(reference)) {
                let beyond = value - reference;
                *mean += chance * beyond;
                *square += chance * beyond * beyond;
            }
        }
        let GameLuck { sums, variances } = &mut self.luck;
        for ((sum, variance), (mean, square)) in sums.iter_mut().zip(variances).zip(&self.moments) {
            *sum -= mean;
            *variance += (square - mean * mean).max(0.0);
        }
    }

    /// How far it has followed the game.
    pub fn followed(&self) -> Followed {
        Followed { event: self.event, luck: self.luck.clone() }
    }

    /// Goes on as a game of the same deal did, which it has followed so far.
    pub fn go_on_from(&mut self, followed: &Followed) {
        self.event = followed.event;
        self.luck.clone_from(&followed.luck);
    }

    /// The values that luck is computed from.
    pub fn values(&self) -> &V {
        &self.values
    }

    /// The luck of the game so far.
    pub fn luck(&self) -> &GameLuck {
        &self.luck
    }
}

#[cfg(test)]
mod tests {
    use riverlab_engine::games::toy::Dice;
    use riverlab_engine::{GameRules, Seat};

    use super::*;

    /// The same for all outcomes, and no number whose sums are exact.
    struct Alike;

    impl LuckValues<Dice> for Alike {
        fn variates(&self) -> usize {
            2
        }

        fn write(&mut self, state: &Dice, _rng: &mut SearchRng, values: &mut [f64]) {
            for (seat, values) in Seat::all(state.n_players()).zip(values.chunks_exact_mut(2)) {
                values.copy_from_slice(&[0.1 + seat.index() as f64, 1e9 / 3.0]);
            }
        }
    }

    /// A mean of six values which are all alike, each times a sixth, would miss them by an error of rounding, always the same
    /// way: no control variate, as its mean is not 0.
    #[test]
    fn values_that_are_all_alike_are_no_luck_at_all() {
        assert!((0..6).map(|_| 1e9 / 3.0 * (1.0 / 6.0)).sum::<f64>() != 1e9 / 3.0, "another number is needed");
        let mut observer = LuckObserver::new(Alike, 1);
        let mut rng = SearchRng::seed_from_u64(1);
        observer.begin(1, 3);
        let (mut state, mut events) = (Dice::new(GameRules::standard(), 3), 0);
        while state.turn() != Turn::Over {
            let mv = match state.turn() {
                Turn::Chance => state.draw(&mut rng),
                _ => state.random_move(&mut Vec::new(), &mut rng),
            };
            events += usize::from(state.turn() == Turn::Chance);
            observer.before(&state, mv);
            state.play_unchecked(mv);
        }
        assert!(events >= 20, "{events} events");
        let GameLuck { sums, variances } = observer.luck();
        assert!(sums.len() == 6 && sums.iter().chain(variances).all(|&number| number == 0.0), "{sums:?} {variances:?}");
    }
}
