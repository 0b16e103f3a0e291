//! Which value of positions a bot goes by: the hand-made one of the game, or a learned one (the option `eval`).

use std::path::Path;
use std::sync::Arc;

use riverlab_engine::{PerPlayer, Seat};

use super::features::FeatureTable;
use super::policy::LearnedPolicy;
use super::softmax::{Share, Values, share_of, softmax};
use super::weights::{self, Learnable, LearnedWeights};
use super::{Evaluate, VALUE_CLASSES};
use crate::best::Best;
use crate::options::{AllowedValues, BotOption, Options, Texts};
use crate::spec::SpecError;

/// Where the value of positions comes from, as the option says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// The hand-made value of the game.
    Hand,
    /// The weights that come with the program.
    Learned,
    /// The weights of a file.
    File(String),
}

/// The option `eval`.
pub const EVAL: BotOption<Texts<Source>> = BotOption::new(
    "eval",
    "hand",
    "what values positions: hand (hand-made), learned (by weights that come with the program; the default of games that have any), or a file of weights",
    Texts { allowed: "hand, learned or the path of a file of weights", parse: parse_source },
);

/// A path has a slash or ends as the files do, so that no misspelled word passes for one.
fn parse_source(text: &str) -> Option<Source> {
    match text {
        "hand" => Some(Source::Hand),
        "learned" => Some(Source::Learned),
        path if path.contains('/') || Path::new(path).extension().is_some_and(|ending| ending == "toml") => {
            Some(Source::File(path.to_owned()))
        }
        _ => None,
    }
}

/// What the weights of a game belong to.
pub(super) fn learnable<G: Evaluate>() -> Learnable {
    Learnable { name: G::NAME, players: G::PLAYERS, features: G::FEATURES, move_features: G::MOVE_FEATURES }
}

/// What values positions.
#[derive(Clone, Default, Debug)]
pub enum Evaluator {
    /// The hand-made [value](Evaluate::evaluate) of the game.
    #[default]
    Hand,
    /// Learned weights.
    Learned(Arc<LearnedWeights>),
}

impl PartialEq for Evaluator {
    fn eq(&self, other: &Evaluator) -> bool {
        match (self, other) {
            (Evaluator::Hand, Evaluator::Hand) => true,
            (Evaluator::Learned(one), Evaluator::Learned(other)) => Arc::ptr_eq(one, other),
            _ => false,
        }
    }
}

impl Evaluator {
    /// The learned values that come with the program.
    ///
    /// # Errors
    /// When there are none for this game; the message says so.
    ///
    /// # Examples
    /// ```
    /// use riverlab_bots::eval::evaluator::Evaluator;
    /// use riverlab_engine::games::the_river::TheRiver;
    /// use riverlab_engine::{Game, GameRules};
    ///
    /// let values = Evaluator::learned::<TheRiver>()?.values(&TheRiver::new(GameRules::standard(), 3), None);
    /// assert_eq!(values.players(), 3);
    /// # Ok::<(), String>(())
    /// ```
    pub fn learned<G: Evaluate>() -> Result<Evaluator, String> {
        weights::embedded(&learnable::<G>()).map(Evaluator::Learned)
    }

    /// Reads [`EVAL`], and takes the weights that it names from the files of the options.
    ///
    /// # Errors
    /// When there are no such weights, or they are not made for this game.
    pub fn read<G: Evaluate>(options: &Options<'_>) -> Result<Evaluator, SpecError> {
        let weights = match options.get(&EVAL)? {
            Source::Hand => return Ok(Evaluator::Hand),
            Source::Learned => Evaluator::learned::<G>(),
            Source::File(path) => options.weights().weights(&path, &learnable::<G>()).map(Evaluator::Learned),
        };
        weights.map_err(|why| options.wrong(&EVAL, &why))
    }

    #[inline]
    fn is_hand(&self) -> bool {
        matches!(self, Evaluator::Hand)
    }

    /// What a position is worth to each player, in points, or for learned values in units of which one more makes the
    /// odds of winning `e` times as good. As far as an observer knows it, if there is one.
    #[inline]
    pub fn values<G: Evaluate>(&self, state: &G, observer: Option<Seat>) -> PerPlayer<f64> {
        match self {
            Evaluator::Hand => observer.map_or_else(|| state.evaluate(), |observer| state.evaluate_as(observer)),
            Evaluator::Learned(weights) => learned_values(weights, state, observer),
        }
    }

    /// By how much two players' values must differ for the odds of winning to be `e` to 1.
    #[inline]
    pub(crate) fn temperature<G: Evaluate>(&self) -> f64 {
        match self {
            Evaluator::Hand => G::SOFTMAX_TEMPERATURE,
            Evaluator::Learned(_) => 1.0,
        }
    }

    /// The policy that is learned together with values.
    pub fn policy(&self) -> Option<LearnedPolicy> {
        match self {
            Evaluator::Hand => None,
            Evaluator::Learned(weights) => Some(LearnedPolicy::new(Arc::clone(weights))),
        }
    }

    /// Checks that there is a learned policy, for which an option asks.
    ///
    /// # Errors
    /// When values are made by hand, or the game has no features of moves.
    pub(crate) fn check_policy<G: Evaluate, V: AllowedValues>(
        &self,
        options: &Options<'_>,
        option: &BotOption<V>,
    ) -> Result<(), SpecError> {
        if G::MOVE_FEATURES.is_empty() {
            return Err(options.wrong(option, &format!("another value: {} has no learned policy", G::NAME)));
        }
        match self {
            Evaluator::Hand => Err(options.wrong(option, "another value, or eval=learned or a file of weights")),
            Evaluator::Learned(_) => Ok(()),
        }
    }

    /// Values as shares of a win.
    #[inline]
    pub(crate) fn shares<G: Evaluate>(&self, values: &PerPlayer<f64>) -> Values {
        softmax(values, self.temperature::<G>())
    }

    /// A player's value as a share of a win.
    #[inline]
    pub(crate) fn share<G: Evaluate>(&self, values: &PerPlayer<f64>, seat: Seat) -> f32 {
        share_of(values, self.temperature::<G>(), seat)
    }

    /// The same but for an exponential that can be computed together with others.
    #[inline]
    pub(crate) fn open_share<G: Evaluate>(&self, values: &PerPlayer<f64>, seat: Seat) -> Share {
        Share::of(values, self.temperature::<G>(), seat)
    }

    /// A player's value less the mean of the others' values, as far as these count.
    #[inline]
    pub(crate) fn advantage<G: Evaluate>(&self, values: &PerPlayer<f64>, seat: Seat) -> f64 {
        let opponent_weight = match self {
            Evaluator::Hand => G::OPPONENT_WEIGHT,
            Evaluator::Learned(_) => 1.0,
        };
        let others = values.iter().sum::<f64>() - values[seat];
        values[seat] - opponent_weight * others / (values.players() - 1) as f64
    }

    /// What `look` finds in the [values](Self::values) after moves of a player, before anything else happens, as that
    /// player knows them: once for each [class](Evaluate::value_class) of moves.
    #[inline]
    pub(crate) fn look_after<G: Evaluate, T: Copy>(
        &self,
        state: &G,
        seat: Seat,
        look: impl Fn(&PerPlayer<f64>) -> T,
    ) -> impl FnMut(G::Move) -> T {
        let unmade = self.is_hand().then(|| state.values_after(seat));
        let mut of_class = ByClass([None; VALUE_CLASSES]);
        move |mv| {
            let class = if self.is_hand() { state.value_class(mv) } else { None };
            of_class.get(class, || {
                // Values are looked at where they were written: a copy would have to wait for them.
                if let Some(values) = &unmade.as_ref().and_then(|unmade| unmade(mv)) {
                    return look(values);
                }
                let mut next = state.clone();
                next.play_unchecked(mv);
                look(&self.values(&next, Some(seat)))
            })
        }
    }

    /// Finds the moves of a list after which a player's advantage is highest, before anything else happens.
    pub(crate) fn find_greedy<G: Evaluate>(&self, best: &mut Best<G::Move>, state: &G, legal: &[G::Move], seat: Seat) {
        best.find(legal, self.look_after(state, seat, |values| self.advantage::<G>(values, seat)));
    }
}

/// What is known of moves by their [class](Evaluate::value_class), as far as it has been computed.
struct ByClass<T>([Option<T>; VALUE_CLASSES]);

impl<T: Copy> ByClass<T> {
    #[inline]
    fn get(&mut self, class: Option<usize>, compute: impl FnOnce() -> T) -> T {
        match class {
            Some(class) => *self.0[class].get_or_insert_with(compute),
            None => compute(),
        }
    }
}

/// Finished games are worth what they scored.
fn learned_values<G: Evaluate>(weights: &LearnedWeights, state: &G, observer: Option<Seat>) -> PerPlayer<f64> {
    let players = state.n_players();
    if let Some(outcome) = state.outcome() {
        return PerPlayer::from_fn(players, |seat| outcome.scores[seat] / G::SOFTMAX_TEMPERATURE);
    }
    let mut table = FeatureTable::default();
    state.write_features(observer, &mut table);
    weights.models(players).value.values(&table, players)
}
