//! Checks of observations: that they say all that their observer is told, and nothing that the observer cannot know.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use rand::{RngExt, SeedableRng};

use super::failure::{Failure, fail};
use super::plan::{CheckRng, Plan, Report};
use crate::{Feature, Game, Observe, Seat, Turn};

/// Checks the observations of a game under these rules, in every position of random games with every number of players
/// and for every seat:
/// - all numbers that the features speak of are written, finite, and within their bounds;
/// - an observation is the same of equal positions, and the same when what the observer cannot know is sampled again;
/// - positions of which a seat is [told](Game::known_position) different things, be they of one game or of several, do
///   not look the same to it.
///
/// Of the [plan](Plan) it takes the games and the seed.
///
/// # Examples
///
/// ```
/// use riverlab_engine::conformance::{self, Plan};
/// use riverlab_engine::games::toy::{Dice, FixedRules};
///
/// let report = conformance::check_observations::<Dice>(&FixedRules, &Plan::default())?;
/// assert_eq!(report.games, 50); // ten with each number of players
/// # Ok::<(), conformance::Failure>(())
/// ```
///
/// # Errors
/// The first check that fails.
pub fn check_observations<G: Observe>(rules: &'static G::Rules, plan: &Plan) -> Result<Report, Failure> {
    let mut report = Report::default();
    for players in G::PLAYERS {
        let mut watcher = Watcher::<G>::new(rules, players, plan.seed)?;
        for _ in 0..plan.games {
            watcher.watch_game(rules, &mut report)?;
        }
    }
    Ok(report)
}

/// Looks at all positions of the games of a table.
struct Watcher<G: Observe> {
    players: usize,
    features: Vec<Feature>,
    rng: CheckRng,
    /// The observation of the position, and of one that must look the same.
    seen: [Vec<f32>; 2],
    /// For each seat: what it was told, by what it saw. Both are hashed.
    told: Vec<HashMap<u64, u64>>,
    game: std::marker::PhantomData<G>,
}

impl<G: Observe> Watcher<G> {
    fn new(rules: &G::Rules, players: usize, seed: u64) -> Result<Self, Failure> {
        let features = G::features(rules, players);
        check_features::<G>(&features)?;
        let len = G::observation_len(rules, players);
        Ok(Watcher {
            players,
            features,
            rng: CheckRng::seed_from_u64(seed.wrapping_mul(1 << 20).wrapping_add(players as u64)),
            seen: [vec![0.0; len], vec![0.0; len]],
            told: vec![HashMap::new(); players],
            game: std::marker::PhantomData,
        })
    }

    fn watch_game(&mut self, rules: &'static G::Rules, report: &mut Report) -> Result<(), Failure> {
        let (mut state, mut legal) = (G::new(rules, self.players), Vec::new());
        loop {
            Seat::all(self.players).try_for_each(|observer| self.check(&state, observer))?;
            let mv = match state.turn() {
                Turn::Chance => {
                    report.chance_events += 1;
                    state.draw(&mut self.rng)
                }
                Turn::Player(_) => {
                    report.decisions += 1;
                    state.legal_moves(&mut legal);
                    legal[self.rng.random_range(0..legal.len())]
                }
                Turn::Over => break,
            };
            state.play_unchecked(mv);
        }
        report.games += 1;
        Ok(())
    }

    fn check(&mut self, state: &G, observer: Seat) -> Result<(), Failure> {
        observe(state, observer, &mut self.seen[0]);
        self.check_numbers(state, observer)?;
        self.check_same("equal positions look the same", state, &state.clone(), observer)?;
        if G::IMPERFECT_INFORMATION {
            let mut sample = state.clone();
            sample.resample_hidden(observer, &mut self.rng);
            self.check_same("observations keep secrets", state, &sample, observer)?;
        }
        self.check_told(state, observer)
    }

    fn check_numbers(&self, state: &G, observer: Seat) -> Result<(), Failure> {
        let mut rest = &self.seen[0][..];
        for feature in &self.features {
            let (numbers, others) = rest.split_at(feature.len());
            let wrong = numbers.iter().position(|number| !(feature.low..=feature.high).contains(number));
            if let Some(at) = wrong {
                let (name, number) = (feature.name, numbers[at]);
                fail(
                    "observations are within their bounds",
                    state,
                    format!("{observer} sees {number} in {name}, {at}"),
                )?;
            }
            rest = others;
        }
        Ok(())
    }

    fn check_same(&mut self, check: &'static str, state: &G, other: &G, observer: Seat) -> Result<(), Failure> {
        observe(other, observer, &mut self.seen[1]);
        let [seen, again] = &self.seen;
        match seen.iter().zip(again).position(|(number, other)| number.to_bits() != other.to_bits()) {
            Some(at) => fail(check, state, format!("{observer} sees another {}: {other:?}", self.name_at(at))),
            None => Ok(()),
        }
    }

    /// The name of the feature that this number belongs to.
    fn name_at(&self, at: usize) -> &'static str {
        let mut end = 0;
        let ends_after = |feature: &&Feature| {
            end += feature.len();
            at < end
        };
        self.features.iter().find(ends_after).map_or("", |feature| feature.name)
    }

    fn check_told(&mut self, state: &G, observer: Seat) -> Result<(), Failure> {
        let told = state.known_position(observer).to_string();
        let seen = hash_of(|hasher| self.seen[0].iter().for_each(|number| number.to_bits().hash(hasher)));
        let hashed = hash_of(|hasher| told.hash(hasher));
        if *self.told[observer.index()].entry(seen).or_insert(hashed) != hashed {
            fail("observations say what is told", state, format!("{observer} has seen the same and is told {told}"))?;
        }
        Ok(())
    }
}

/// Observes into numbers of which none is in any range, so that one that is not written is found.
fn observe<G: Observe>(state: &G, observer: Seat, out: &mut [f32]) {
    out.fill(f32::NAN);
    state.observe(observer, out);
}

fn hash_of(write: impl FnOnce(&mut DefaultHasher)) -> u64 {
    let mut hasher = DefaultHasher::new();
    write(&mut hasher);
    hasher.finish()
}

/// Names are given once, bounds are numbers, and every feature has a meaning.
fn check_features<G: Game>(features: &[Feature]) -> Result<(), Failure> {
    for (idx, feature) in features.iter().enumerate() {
        let is_new = features[..idx].iter().all(|other| other.name != feature.name);
        let has_range = feature.low.is_finite() && feature.high.is_finite() && feature.low <= feature.high;
        if !is_new || !has_range || feature.meaning.is_empty() || feature.shape.is_empty() {
            return Err(Failure { check: "features", seen: format!("{feature:?}"), position: G::NAME.into() });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
