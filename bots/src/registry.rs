//! The bots that there are: listed, and made from specs.
//!
//! A bot declares its name, its options and its sources beside its code; here they are put together. A [`BotRegistry`]
//! has the bots of this crate, and any others that are [added](BotRegistry::add) to it.

use std::any::{Any, TypeId};
use std::collections::HashMap;
use std::io;
use std::sync::{Arc, LazyLock};

use crate::bot::Bot;
use crate::eval::Evaluate;
use crate::eval::evaluator::{EVAL, Source};
use crate::eval::weights;
use crate::eval::weights_files::WeightsFiles;
use crate::flat::{self, Flat};
use crate::greedy::Greedy;
use crate::mcts::{self, Mcts};
use crate::options::{BotInfo, Defaults, Options};
use crate::ply::{self, Ply};
use crate::random::Random;
use crate::spec::{BotSpec, SpecError};
use crate::{greedy, random};
use riverlab_engine::{Game, ModifiedGame, Modify};

/// All bots of this crate.
///
/// ```
/// use riverlab_bots::registry::BOTS;
///
/// let names: Vec<&str> = BOTS.iter().map(|bot| bot.name).collect();
/// assert_eq!(names, ["random", "greedy", "ply", "flat", "mcts"]);
/// // The options of a bot, with the values that hold when neither a spec nor a game says otherwise.
/// let flat = BOTS[3].options.iter().map(|option| format!("{}={}", option.name, option.default));
/// assert_eq!(flat.collect::<Vec<_>>(), ["sims=1000", "rollout=random", "depth=end", "value=share", "eval=hand"]);
/// ```
pub const BOTS: [BotInfo; 5] = [random::INFO, greedy::INFO, ply::INFO, flat::INFO, mcts::INFO];

/// A kind of bot of one's own, which any game can ask for by its name once it is [registered](BotRegistry::add).
///
/// # Examples
/// A bot that plays one of the first moves of the legal list:
/// ```
/// use std::ops::RangeInclusive;
/// use rand::{RngExt, SeedableRng};
/// use riverlab_bots::options::{BotInfo, BotOption, Options};
/// use riverlab_bots::registry::{BotKind, BotRegistry};
/// use riverlab_bots::{Bot, BotRng, Evaluate, SpecError, View};
/// use riverlab_engine::{Game, Seat, games::toy::ConnectFour};
///
/// const COUNT: BotOption<RangeInclusive<u32>> = BotOption::new("count", "2", "of how many moves it draws one", 1..=99);
///
/// struct Hasty { count: u32 }
///
/// impl BotKind for Hasty {
///     const INFO: BotInfo =
///         BotInfo { name: "hasty", summary: "one of the first moves", options: &[COUNT.info], source: "homework" };
///
///     fn build<G: Evaluate>(options: &Options<'_>) -> Result<Box<dyn Bot<G>>, SpecError> {
///         Ok(Box::new(Hasty { count: options.get(&COUNT)? }))
///     }
/// }
///
/// impl<G: Game> Bot<G> for Hasty {
///     fn choose(&mut self, view: &View<'_, G>, rng: &mut BotRng) -> G::Move {
///         let mut legal = Vec::new();
///         view.legal_moves(&mut legal);
///         legal[rng.random_range(0..legal.len().min(self.count as usize))]
///     }
/// }
///
/// let mut registry = BotRegistry::standard().clone();
/// registry.add::<Hasty, ConnectFour>();
/// let mut bot = registry.build::<ConnectFour>(&"hasty:count=1".parse()?)?;
/// let position = ConnectFour::after("").expect("an empty board");
/// let mv = bot.choose(&View::new(&position, Seat::FIRST), &mut BotRng::seed_from_u64(1));
/// assert_eq!(position.move_text(mv), "1");
///
/// let error = registry.build::<ConnectFour>(&"hasty:count=0".parse()?).err().expect("none to choose from");
/// assert_eq!(error.to_string(), "bot \"hasty\": count=0: expected a whole number from 1 to 99");
/// # Ok::<(), SpecError>(())
/// ```
pub trait BotKind: 'static {
    /// The bot as it is listed. Its name is in lower case, with hyphens.
    const INFO: BotInfo;

    /// Makes the bot for a game. Its options are those of the spec, else the listed defaults.
    ///
    /// # Errors
    /// When a value is not allowed.
    fn build<G: Evaluate>(options: &Options<'_>) -> Result<Box<dyn Bot<G>>, SpecError>;
}

/// The constructor of a kind of bot for one game.
type Constructor<G> = Box<dyn Fn(&Options<'_>) -> Result<Box<dyn Bot<G>>, SpecError> + Send + Sync>;

/// A kind of bot that was added, with a [`Constructor`] for each game that knows it, found by the type of the game.
#[derive(Clone, Debug)]
struct AddedKind {
    info: BotInfo,
    constructors: HashMap<TypeId, ErasedConstructor>,
}

/// A [`Constructor`] of some game.
type ErasedConstructor = Arc<dyn Any + Send + Sync>;

/// The bots that a spec can name: those of this crate, then those that were added, in that order; and the files of
/// learned weights that they play by, each of which is read once.
///
/// A clone shares the files with its original. Give it [others](Self::with_weights) to read them anew.
#[derive(Clone, Debug, Default)]
pub struct BotRegistry {
    added: Vec<AddedKind>,
    weights: WeightsFiles,
}

impl BotRegistry {
    /// The bots of this crate and no others. Files of weights that it has read hold as long as the program runs.
    pub fn standard() -> &'static BotRegistry {
        static STANDARD: LazyLock<BotRegistry> = LazyLock::new(BotRegistry::default);
        &STANDARD
    }

    /// The same bots with these files of weights.
    #[must_use]
    pub fn with_weights(self, weights: WeightsFiles) -> BotRegistry {
        BotRegistry { weights, ..self }
    }

    /// The files of weights that bots play by.
    pub fn weights(&self) -> &WeightsFiles {
        &self.weights
    }

    /// Adds a kind of bot for a game, and for the same game under an intervention.
    ///
    /// # Panics
    /// When another kind of bot has its name.
    pub fn add<B: BotKind, G: Evaluate + Modify>(&mut self) {
        self.add_constructor::<G>(B::INFO, B::build::<G>);
        self.add_constructor::<ModifiedGame<G>>(B::INFO, B::build::<ModifiedGame<G>>);
    }

    /// Adds a kind of bot for one game, made by a function that may hold what it needs for that.
    ///
    /// # Panics
    /// When another kind of bot has its name.
    pub fn add_constructor<G: Game>(
        &mut self,
        info: BotInfo,
        constructor: impl Fn(&Options<'_>) -> Result<Box<dyn Bot<G>>, SpecError> + Send + Sync + 'static,
    ) {
        let name = info.name;
        let is_taken = |other: &BotInfo| other.name == name && *other != info;
        assert!(!BOTS.iter().any(is_taken) && !self.added.iter().any(|kind| is_taken(&kind.info)), "two bots {name}");
        let known = self.added.iter().position(|kind| kind.info.name == name).unwrap_or_else(|| {
            self.added.push(AddedKind { info, constructors: HashMap::new() });
            self.added.len() - 1
        });
        let constructor: Constructor<G> = Box::new(constructor);
        self.added[known].constructors.insert(TypeId::of::<G>(), Arc::new(constructor));
    }

    /// All bots as they are listed.
    pub fn infos(&self) -> impl Iterator<Item = BotInfo> {
        BOTS.into_iter().chain(self.added.iter().map(|kind| kind.info))
    }

    /// Makes the bot that a spec names. As [`build`], which knows the bots of this crate only.
    ///
    /// # Errors
    /// When there is no such bot for this game, when it has no such option, or when a value is not allowed; the message
    /// says what is.
    pub fn build<G: Evaluate>(&self, spec: &BotSpec) -> Result<Box<dyn Bot<G>>, SpecError> {
        let Some(kind) = self.added.iter().find(|kind| kind.info.name == spec.name) else {
            return G::build_bot(spec, &self.weights).map_err(|error| self.with_all_names(error));
        };
        let constructor = kind.constructors.get(&TypeId::of::<G>()).and_then(|erased| erased.downcast_ref());
        let constructor: &Constructor<G> = constructor.ok_or_else(|| self.unknown(&spec.name))?;
        constructor(&Options::new(spec, &kind.info, NO_DEFAULTS)?.with_weights(&self.weights))
    }

    /// The learned weights that a bot of this crate plays by in a game. Nothing for bots that value positions by hand,
    /// or not at all.
    ///
    /// # Errors
    /// When a file cannot be read, with its path.
    pub fn weights_of<G: Evaluate>(&self, spec: &BotSpec) -> Result<Option<WeightsUsed>, (String, io::Error)> {
        let Some(info) = BOTS.iter().find(|info| info.name == spec.name && info.options.contains(&EVAL.info)) else {
            return Ok(None);
        };
        match options_of::<G>(spec, info).and_then(|options| options.get(&EVAL)) {
            Ok(Source::Learned) => {
                let files = weights::embedded_texts(G::NAME).iter().map(|&text| text.into()).collect();
                Ok(Some(WeightsUsed { name: "learned".to_owned(), files }))
            }
            Ok(Source::File(path)) => match self.weights.text(&path) {
                Ok(text) => Ok(Some(WeightsUsed { name: path, files: vec![text] })),
                Err(error) => Err((path, error)),
            },
            Ok(Source::Hand) | Err(_) => Ok(None),
        }
    }

    /// One spec for all that name the same bot: in another order, with defaults or without, with numbers written otherwise. A
    /// game has these defaults for bots that value positions by hand, and for others. A spec that names no bot stays as it is.
    ///
    /// ```
    /// use riverlab_bots::{BotRegistry, Evaluate};
    /// use riverlab_engine::games::toy::Dice;
    ///
    /// let canonical = |text: &str| {
    ///     let spec = text.parse().expect("a spec");
    ///     BotRegistry::standard().canonical(&spec, Dice::DEFAULTS, Dice::LEARNED_DEFAULTS)
    /// };
    /// assert_eq!(canonical("flat:sims=50,depth=9"), canonical("flat:depth=09,eval=hand,sims=50"));
    /// assert_ne!(canonical("flat:sims=50"), canonical("flat:sims=51"));
    /// ```
    pub fn canonical(&self, spec: &BotSpec, by_hand: Defaults, learned: Defaults) -> BotSpec {
        let mut spec = spec.clone();
        for (_, value) in &mut spec.options {
            let inner = value.strip_prefix('(').and_then(|value| value.strip_suffix(')')?.parse::<BotSpec>().ok());
            if let Some(inner) = inner {
                *value = format!("({})", self.canonical(&inner, by_hand, learned));
            }
        }
        let canonical = if let Some(kind) = self.added.iter().find(|kind| kind.info.name == spec.name) {
            Options::new(&spec, &kind.info, NO_DEFAULTS).map(|options| options.canonical(|_| false))
        } else if let Some(info) = BOTS.iter().find(|info| info.name == spec.name) {
            options_with(&spec, info, by_hand, learned).map(|options| options.canonical(|option| *option != EVAL.info))
        } else {
            Ok(spec.clone())
        };
        canonical.unwrap_or(spec)
    }

    /// An error about a name that this crate does not know lists the names that the registry knows.
    fn with_all_names(&self, error: SpecError) -> SpecError {
        match error {
            SpecError::Name { name, .. } => self.unknown(&name),
            other => other,
        }
    }

    fn unknown(&self, name: &str) -> SpecError {
        let names: Vec<&str> = self.infos().map(|info| info.name).collect();
        SpecError::Name { name: name.to_owned(), allowed: names.join(", ") }
    }
}

/// The defaults of games are those of the bots of this crate: another bot may mean something else by the same name.
const NO_DEFAULTS: Defaults = &[];

/// Makes the bot that a spec names. Its weights are read from the disk; a [`BotRegistry`] keeps what it has read.
///
/// # Errors
/// When there is no such bot, when it has no such option, or when a value is not allowed; the message says what is.
///
/// # Examples
/// Tree search finds the winning move: the first player has three stones in column 1, and a fourth wins.
/// ```
/// use rand::SeedableRng;
/// use riverlab_bots::{BotRng, View, registry};
/// use riverlab_engine::{Game, Seat, games::toy::ConnectFour};
///
/// let position = ConnectFour::after("121212").expect("legal columns");
/// let mut bot = registry::build::<ConnectFour>(&"mcts:sims=500".parse()?)?;
/// let mv = bot.choose(&View::new(&position, Seat::FIRST), &mut BotRng::seed_from_u64(1));
/// assert_eq!(position.move_text(mv), "1");
///
/// let error = registry::build::<ConnectFour>(&"mcts:final=best".parse()?).err().expect("no such value");
/// assert_eq!(error.to_string(), "bot \"mcts\": final=best: expected visits or value");
/// # Ok::<(), riverlab_bots::SpecError>(())
/// ```
pub fn build<G: Evaluate>(spec: &BotSpec) -> Result<Box<dyn Bot<G>>, SpecError> {
    G::build_bot(spec, &WeightsFiles::default())
}

/// The learned weights that a bot plays by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WeightsUsed {
    /// The value of its option `eval`.
    pub name: String,
    /// What is in the file, or in each of the files that come with the program for this game.
    pub files: Vec<Arc<str>>,
}

/// Makes the bot that a spec names, compiled where this is called: what [`compile_bots!`](crate::compile_bots) is for.
///
/// # Errors
/// As [`build`].
pub fn build_here<G: Evaluate>(spec: &BotSpec, weights: &WeightsFiles) -> Result<Box<dyn Bot<G>>, SpecError> {
    let info = BOTS
        .iter()
        .find(|info| info.name == spec.name)
        .ok_or_else(|| SpecError::Name { name: spec.name.clone(), allowed: BOTS.map(|info| info.name).join(", ") })?;
    let options = options_of::<G>(spec, info)?.with_weights(weights);
    Ok(match info.name {
        "random" => Box::new(Random::default()),
        "greedy" => Box::new(Greedy::new::<G>(&options)?),
        "ply" => Box::new(Ply::new::<G>(&options)?),
        "flat" => Box::new(Flat::new(&options)?),
        "mcts" => Box::new(Mcts::new(&options)?),
        name => unreachable!("bot {name} is listed but cannot be made"),
    })
}

/// The options of a spec of a bot of this crate, with the defaults of a game for what it values positions by.
fn options_of<'a, G: Evaluate>(spec: &'a BotSpec, info: &'a BotInfo) -> Result<Options<'a>, SpecError> {
    options_with(spec, info, G::DEFAULTS, G::LEARNED_DEFAULTS)
}

/// The same with these defaults for bots that value positions by hand, and for others.
fn options_with<'a>(
    spec: &'a BotSpec,
    info: &'a BotInfo,
    by_hand: Defaults,
    learned: Defaults,
) -> Result<Options<'a>, SpecError> {
    let learned = Options::new(spec, info, learned)?;
    if info.options.contains(&EVAL.info) && learned.get(&EVAL)? != Source::Hand {
        return Ok(learned);
    }
    Options::new(spec, info, by_hand)
}

#[cfg(test)]
#[path = "registry_tests.rs"]
mod tests;
