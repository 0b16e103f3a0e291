//! What positions are worth to those who look at finished games.
//!
//! Games that can compute the [prospects](Evaluate::prospects) of known play have two variates, the share and the score that
//! it leads to. All others have, where there are hand-made values h and, if any come with the program, learned ones l:
//!
//! - h in points and l, of the position itself and after [play went on](Evaluate::PLAY_ON), each with the share that it stands
//!   for. Play goes on for as many turns as there are players, so that the owner of a card has played it. Where a game asks for
//!   it only from decisions, values between two chance events are those of the position itself;
//! - the features that learned values look at, of the position itself: a linear value of them is fitted to the very results that
//!   are adjusted. They are many, so values are several times as heavy.

use rand::SeedableRng;
use riverlab_bots::eval::evaluator::Evaluator;
use riverlab_bots::eval::features::{FeatureTable, POINTS};
use riverlab_bots::eval::play_on::PlayOn;
use riverlab_bots::eval::softmax::softmax;
use riverlab_bots::{Evaluate, SearchRng};
use riverlab_engine::{PerPlayer, Seat, Turn};

use crate::luck::lookahead::{Lookahead, Play};
use crate::luck::observer::LuckValues;

/// How heavy values are beside features: a penalty on coefficients falls on them with the square of it.
const WEIGHT: f64 = 4.0;

/// The values of one game.
#[derive(Debug)]
pub struct PositionValues<G: Evaluate> {
    variates: usize,
    kind: Kind<G>,
}

#[derive(Debug)]
enum Kind<G: Evaluate> {
    Prospects,
    Estimates(Box<Estimates<G>>),
}

/// Values that are no more than estimates.
#[derive(Debug)]
struct Estimates<G: Evaluate> {
    learned: Option<Evaluator>,
    lookahead: Lookahead<G>,
    table: FeatureTable,
    /// The number of values of a position, and of features.
    values: usize,
    features: usize,
}

impl<G: Evaluate> PositionValues<G> {
    /// The values of games under these rules with so many players.
    pub fn new(rules: &'static G::Rules, players: usize) -> PositionValues<G> {
        if has_prospects(&G::new(rules, players)) {
            return PositionValues { variates: 2, kind: Kind::Prospects };
        }
        PositionValues::estimated()
    }

    /// The same without the features that learned values look at.
    pub fn without_features(rules: &'static G::Rules, players: usize) -> PositionValues<G> {
        let mut values = PositionValues::new(rules, players);
        if let Kind::Estimates(estimates) = &mut values.kind {
            values.variates -= estimates.features;
            estimates.features = 0;
        }
        values
    }

    /// Estimates, also of what could be computed.
    pub(crate) fn estimated() -> PositionValues<G> {
        let learned = Evaluator::learned::<G>().ok();
        let (values, features) = if learned.is_some() { (4, G::FEATURES.len()) } else { (2, 0) };
        let (lookahead, table) = (Lookahead::new(learned.as_ref()), FeatureTable::default());
        let estimates = Estimates { learned, lookahead, table, values, features };
        let variates = 2 * values + features;
        PositionValues { variates, kind: Kind::Estimates(Box::new(estimates)) }
    }
}

/// Whether a game computes prospects: it does so where its first player decides.
fn has_prospects<G: Evaluate>(start: &G) -> bool {
    let mut state = start.clone();
    let mut outcomes = Vec::new();
    while state.turn().player().is_none() {
        state.chance_outcomes(&mut outcomes);
        let Some(&(mv, _)) = outcomes.first() else { return false };
        state.play_unchecked(mv);
    }
    state.prospects().is_some()
}

impl<G: Evaluate> LuckValues<G> for PositionValues<G> {
    fn variates(&self) -> usize {
        self.variates
    }

    fn weight(&self, variate: usize) -> f64 {
        let is_feature = match &self.kind {
            Kind::Prospects => false,
            Kind::Estimates(estimates) => variate + estimates.features >= self.variates,
        };
        if is_feature { 1.0 } else { WEIGHT }
    }

    fn write(&mut self, state: &G, rng: &mut SearchRng, values: &mut [f64]) {
        let mut rows = Rows { values, variates: self.variates };
        match &mut self.kind {
            Kind::Prospects => write_prospects(state, &mut rows),
            Kind::Estimates(estimates) => estimates.write(state, rng, &mut rows),
        }
    }
}

/// The numbers of all seats, one seat after the other.
struct Rows<'a> {
    values: &'a mut [f64],
    variates: usize,
}

impl Rows<'_> {
    fn of(&mut self, seat: Seat) -> &mut [f64] {
        &mut self.values[seat.index() * self.variates..(seat.index() + 1) * self.variates]
    }

    fn set(&mut self, variate: usize, numbers: &PerPlayer<f64>) {
        Seat::all(numbers.players()).for_each(|seat| self.of(seat)[variate] = numbers[seat]);
    }

    fn add(&mut self, variate: usize, factor: f64, numbers: &PerPlayer<f64>) {
        Seat::all(numbers.players()).for_each(|seat| self.of(seat)[variate] += factor * numbers[seat]);
    }
}

/// Between two chance events there is nothing to be known: they are worth what they are worth when a player decides.
fn write_prospects<G: Evaluate>(state: &G, rows: &mut Rows<'_>) {
    if let Some(prospects) = state.prospects() {
        rows.set(0, &prospects.shares);
        rows.set(1, &prospects.scores);
    }
}

impl<G: Evaluate> Estimates<G> {
    fn write(&mut self, state: &G, rng: &mut SearchRng, rows: &mut Rows<'_>) {
        rows.values.fill(0.0);
        let PlayOn { times, between_events, .. } = G::PLAY_ON;
        self.add_values(state, 0, 1.0, rows);
        self.write_features(state, rows);
        if state.turn() == Turn::Chance && !between_events {
            Seat::all(state.n_players()).for_each(|seat| rows.of(seat).copy_within(..self.values, self.values));
            return;
        }
        let turns = state.n_players();
        let mut play = Play::from(state);
        self.lookahead.play_what_is_certain(&mut play, turns);
        for _ in 0..times {
            let later = self.lookahead.play_on(play.clone(), turns, &mut SearchRng::from_rng(rng));
            self.add_values(&later, self.values, 1.0 / times as f64, rows);
        }
    }

    /// Adds so many times the values of a position, and the shares that they stand for. Leaves its features in the table if
    /// it is not over.
    fn add_values(&mut self, state: &G, from: usize, factor: f64, rows: &mut Rows<'_>) {
        add_with_shares(&state.evaluate(), G::SOFTMAX_TEMPERATURE, from, factor, rows);
        let Some(learned) = &self.learned else { return };
        let values = if state.turn() == Turn::Over {
            learned.values(state, None)
        } else {
            state.write_features(None, &mut self.table);
            learned.values_of_features(&self.table, state.n_players()).expect("it is learned")
        };
        add_with_shares(&values, 1.0, from + 2, factor, rows);
    }

    /// Writes the features that are in the table. A game that is over has none, but points.
    fn write_features(&self, state: &G, rows: &mut Rows<'_>) {
        let from = 2 * self.values;
        if self.features == 0 {
            return;
        }
        if let Some(outcome) = state.outcome() {
            return rows.set(from + POINTS, &outcome.scores);
        }
        for seat in Seat::all(state.n_players()) {
            let values = rows.of(seat)[from..].iter_mut();
            values.zip(self.table.row(seat)).for_each(|(value, &feature)| *value = f64::from(feature));
        }
    }
}

fn add_with_shares(values: &PerPlayer<f64>, temperature: f64, place: usize, factor: f64, rows: &mut Rows<'_>) {
    let shares = softmax(values, temperature);
    let shares = PerPlayer::from_fn(values.players(), |seat| f64::from(shares[seat.index()]));
    rows.add(place, factor, values);
    rows.add(place + 1, factor, &shares);
}
