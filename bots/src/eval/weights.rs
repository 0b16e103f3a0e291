//! Learned weights as data: TOML files with a weight for each named feature of positions and of moves, and where they
//! come from.
//!
//! ```toml
//! game = "the-river"
//! players = 2
//!
//! [features]                       # name = [weight at the end of the game, what is added where all of it is left]
//! points = [0.31, -0.12]
//!
//! [moves]                          # the same for the features of moves
//! "kind.pass" = [-0.8, 0.2]
//!
//! [provenance]                     # how they were made
//! ```
//!
//! `bots/weights` has a file for each game and number of players that comes with the program; where a number has none,
//! the nearest that has is used, the smaller of two. [`WeightsFiles`](super::weights_files::WeightsFiles) reads the
//! other files.

use std::ops::RangeInclusive;
use std::sync::{Arc, OnceLock};

use riverlab_engine::MAX_PLAYERS;
use serde::Deserialize;

use super::features::Feature;
use super::linear::LinearModel;

/// The files of a game that come with the program, and the weights in them as soon as a bot has asked for them.
struct Embedded {
    game: &'static str,
    texts: &'static [&'static str],
    weights: OnceLock<Arc<LearnedWeights>>,
}

impl Embedded {
    const fn new(game: &'static str, texts: &'static [&'static str]) -> Embedded {
        Embedded { game, texts, weights: OnceLock::new() }
    }
}

static EMBEDDED: [Embedded; 4] = [
    Embedded::new("carcassonne", &[include_str!("../../weights/carcassonne-2.toml")]),
    Embedded::new("rio-grande", &[include_str!("../../weights/rio-grande-2.toml")]),
    Embedded::new("river-dragons", &[include_str!("../../weights/river-dragons-2.toml")]),
    Embedded::new(
        "the-river",
        &[
            include_str!("../../weights/the-river-2.toml"),
            include_str!("../../weights/the-river-3.toml"),
            include_str!("../../weights/the-river-4.toml"),
        ],
    ),
];

/// What a game's weights belong to.
#[derive(Clone, Debug)]
pub(super) struct Learnable {
    /// The name of the game.
    pub(super) name: &'static str,
    /// The numbers of players that it can be played with.
    pub(super) players: RangeInclusive<usize>,
    /// The features of positions.
    pub(super) features: &'static [Feature],
    /// The features of moves.
    pub(super) move_features: &'static [Feature],
}

/// A file of weights.
#[derive(Clone, Deserialize, Debug)]
pub struct WeightsFile {
    game: String,
    players: usize,
    features: toml::Table,
    #[serde(default)]
    moves: toml::Table,
    /// For people.
    provenance: toml::Table,
}

impl WeightsFile {
    /// Reads a file, whatever its game and the names of its features.
    ///
    /// # Errors
    /// When it is no TOML, or lacks a part that every file has; the message is one line.
    pub fn read(text: &str) -> Result<WeightsFile, String> {
        toml::from_str(text).map_err(|error| error.to_string().split_whitespace().collect::<Vec<_>>().join(" "))
    }

    /// The number of players that the weights were learned with.
    pub fn players(&self) -> usize {
        self.players
    }

    /// The fingerprint of the rules that the weights were learned under, if the file says it.
    pub fn rules_hash(&self) -> Option<&str> {
        self.provenance.get("rules_hash")?.as_str()
    }

    /// The models, if they are of this game.
    fn models(&self, game: &Learnable) -> Result<LearnedModels, String> {
        if self.game != game.name {
            return Err(format!("these are of {}", self.game));
        }
        if !game.players.contains(&self.players) {
            return Err(format!("these are for {} players", self.players));
        }
        Ok(LearnedModels {
            value: read_model(&self.features, game.features, "feature")?,
            policy: read_model(&self.moves, game.move_features, "feature of moves")?,
        })
    }
}

/// The largest weight of a feature; those that are learned are below a hundred.
const LARGEST_WEIGHT: f32 = 1e6;

/// Reads the weights of all features and of no others.
fn read_model(table: &toml::Table, features: &[Feature], what: &str) -> Result<LinearModel, String> {
    if let Some(name) = table.keys().find(|name| features.iter().all(|known| known.name != *name)) {
        return Err(format!("the game has no {what} {name}"));
    }
    let weights = features.iter().map(|feature| {
        let value = table.get(feature.name).ok_or_else(|| format!("{what} {} is missing", feature.name))?;
        let pair: [f32; 2] = value.clone().try_into().map_err(|_| format!("{}: no two numbers", feature.name))?;
        // Sums of products of larger ones are beyond the numbers that values are computed with.
        let is_sound = pair.iter().all(|weight| weight.abs() <= LARGEST_WEIGHT);
        is_sound
            .then_some(pair)
            .ok_or_else(|| format!("{}: no numbers from -{LARGEST_WEIGHT} to {LARGEST_WEIGHT}", feature.name))
    });
    Ok(LinearModel::new(&weights.collect::<Result<Vec<_>, _>>()?))
}

/// What is learned of a game with some number of players.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct LearnedModels {
    /// Of positions.
    pub(super) value: LinearModel,
    /// Of moves.
    pub(super) policy: LinearModel,
}

/// The learned weights of a game, for each number of players.
#[derive(Debug)]
pub struct LearnedWeights {
    /// By the number of players.
    models: [LearnedModels; MAX_PLAYERS + 1],
}

impl LearnedWeights {
    /// The weights of one file, which hold for any number of players.
    ///
    /// # Errors
    /// When the file cannot be read, or is not made for this game.
    pub(super) fn of_file(text: &str, game: &Learnable) -> Result<LearnedWeights, String> {
        let file = WeightsFile::read(text)?;
        let models = file.models(game)?;
        Ok(LearnedWeights::new(&[(file.players, models)]).expect("one"))
    }

    /// The weights with so many players: their own, else those of the nearest number, of two the smaller.
    fn new(models: &[(usize, LearnedModels)]) -> Option<LearnedWeights> {
        let of = |players| nearest(models, players, |(number, _)| *number);
        of(0)?;
        Some(LearnedWeights { models: std::array::from_fn(|players| of(players).expect("some").1.clone()) })
    }

    /// The models for so many players.
    #[inline]
    pub(super) fn models(&self, players: usize) -> &LearnedModels {
        &self.models[players]
    }
}

/// What is used with so many players: what was made for them, else for the nearest number, of two the smaller.
///
/// ```
/// use riverlab_bots::eval::weights::nearest;
///
/// let used = [1, 2, 3, 4, 5].map(|players| nearest(&[2, 4], players, |number| *number).copied());
/// assert_eq!(used, [2, 2, 2, 4, 4].map(Some));
/// ```
pub fn nearest<T>(made: &[T], players: usize, number: impl Fn(&T) -> usize) -> Option<&T> {
    made.iter().min_by_key(|made| (number(made).abs_diff(players), number(made)))
}

/// The files of a game that come with the program.
pub(crate) fn embedded_texts(game: &str) -> &'static [&'static str] {
    embedded_of(game).map_or(&[], |embedded| embedded.texts)
}

fn embedded_of(game: &str) -> Option<&'static Embedded> {
    EMBEDDED.iter().find(|embedded| embedded.game == game)
}

/// The weights of a game that come with the program.
///
/// # Errors
/// When there are none.
pub(super) fn embedded(game: &Learnable) -> Result<Arc<LearnedWeights>, String> {
    let embedded = embedded_of(game.name).ok_or_else(|| format!("hand or a file: {} comes without", game.name))?;
    let read = |text: &&str| {
        let file = WeightsFile::read(text).expect("the files of the program can be read");
        (file.players, file.models(game).expect("the files of the program are right"))
    };
    let weights = embedded.weights.get_or_init(|| {
        let models: Vec<_> = embedded.texts.iter().map(read).collect();
        Arc::new(LearnedWeights::new(&models).expect("a game of the list has files"))
    });
    Ok(Arc::clone(weights))
}

#[cfg(test)]
#[path = "weights_tests.rs"]
mod tests;
