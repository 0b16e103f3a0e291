//! From the name of a game to its table.
//!
//! The games of riverlab are those of the engine's list, [`for_each_game!`]: a game that is added there can be played here.
//! Games and bots of your own are added to a [`Registry`].

use std::fmt;
use std::sync::Arc;

use riverlab_arena::error::ArenaError;
use riverlab_arena::live::LiveGames;
use riverlab_arena::plan::GameContext;
use riverlab_arena::table::{GameTable, Table};
use riverlab_arena::trace::TraceTable;
use riverlab_bots::{BotKind, BotRegistry, Evaluate, SpecError, did_you_mean, split_outside};
use riverlab_engine::{Modify, RulesSource, for_each_game};

use crate::balance::setup::StudyTable;
use crate::endings::EndingsTable;
use crate::train::TrainingTable;

/// A game under rules with all that commands ask of it.
pub trait OpenedGame: Table + TraceTable + LiveGames + StudyTable + TrainingTable + EndingsTable {}

impl<T> OpenedGame for T where T: Table + TraceTable + LiveGames + StudyTable + TrainingTable + EndingsTable {}

/// A game under rules, as [`Catalog::open`] gives it.
pub type OpenTable = Arc<dyn OpenedGame>;

/// What opens a game under rules, with these bots.
type Open = fn(&RulesSource, &BotRegistry) -> Result<OpenTable, ArenaError>;

/// A game that can be opened.
#[derive(Clone)]
struct Listed {
    name: String,
    open: Open,
}

impl Listed {
    fn of<G: Evaluate + Modify>() -> Listed {
        Listed { name: G::NAME.to_owned(), open: open::<G> }
    }
}

fn open<G: Evaluate + Modify>(source: &RulesSource, bots: &BotRegistry) -> Result<OpenTable, ArenaError> {
    // What is opened now plays by what files of weights hold now.
    let bots = bots.clone().with_weights(bots.weights().unread());
    Ok(Arc::new(GameTable::<G>::open(source)?.with_bots(bots)))
}

/// Games and bots of your own, beside those of riverlab.
///
/// A program that is given one knows its games and bots in all of its commands; see
/// `main_with` of the crate `riverlab`. The order in which they are added is the order of lists.
#[derive(Debug)]
pub struct Registry {
    catalog: Catalog,
}

impl Registry {
    /// The games and bots of riverlab, and no others.
    pub fn standard() -> Registry {
        let mut games = Vec::new();
        for_each_game!(G => games.push(Listed::of::<G>()));
        Registry { catalog: Catalog { games, bots: BotRegistry::standard().clone() } }
    }

    /// Adds a game.
    ///
    /// # Panics
    /// When there is a game of this name.
    #[must_use]
    pub fn with_game<G: Evaluate + Modify>(mut self) -> Registry {
        assert!(!self.catalog.names().contains(&G::NAME), "two games {}", G::NAME);
        self.catalog.games.push(Listed::of::<G>());
        self
    }

    /// Adds a kind of bot for the games of riverlab.
    ///
    /// # Panics
    /// When another bot has its name.
    #[must_use]
    pub fn with_bot<B: BotKind>(mut self) -> Registry {
        for_each_game!(G => self.catalog.bots.add::<B, G>());
        self
    }

    /// Adds a kind of bot for one game, such as one of your own.
    ///
    /// # Panics
    /// When another bot has its name.
    #[must_use]
    pub fn with_bot_of<B: BotKind, G: Evaluate + Modify>(mut self) -> Registry {
        self.catalog.bots.add::<B, G>();
        self
    }

    /// All games and bots, by name.
    pub fn catalog(self) -> Catalog {
        self.catalog
    }
}

/// The games and bots of a [`Registry`], by name.
#[derive(Clone)]
pub struct Catalog {
    games: Vec<Listed>,
    bots: BotRegistry,
}

impl fmt::Debug for Catalog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Catalog").field("games", &self.names()).field("bots", &self.bots).finish()
    }
}

impl Catalog {
    /// The bots.
    pub fn bots(&self) -> &BotRegistry {
        &self.bots
    }

    /// The same games with other bots.
    #[must_use]
    pub fn with_bots(self, bots: BotRegistry) -> Catalog {
        Catalog { bots, ..self }
    }

    /// The names of the games.
    pub fn names(&self) -> Vec<&str> {
        self.games.iter().map(|game| game.name.as_str()).collect()
    }

    /// The game of this name, under these rules.
    ///
    /// # Errors
    /// When there is no such game, or its rules cannot be used.
    ///
    /// ```
    /// use riverlab_lab::Registry;
    /// use riverlab_engine::RulesSource;
    ///
    /// let catalog = Registry::standard().catalog();
    /// let table = catalog.open("carcassonne", &RulesSource { file: None, sets: vec!["rivers=both".to_owned()] })?;
    /// assert_eq!(table.facts().variant, [("rivers".to_owned(), "both".to_owned())]);
    /// assert!(catalog.open("chess", &RulesSource::default()).is_err());
    /// # Ok::<(), riverlab_arena::error::ArenaError>(())
    /// ```
    pub fn open(&self, name: &str, source: &RulesSource) -> Result<OpenTable, ArenaError> {
        let Some(game) = self.games.iter().find(|game| game.name == name) else {
            let names = self.names();
            let nearest = did_you_mean(name, names.iter().copied());
            return Err(ArenaError::Usage(format!(
                "game \"{name}\" is unknown: allowed are {}{nearest}",
                names.join(", ")
            )));
        };
        (game.open)(source, &self.bots)
    }

    /// The game of a run, under its rules.
    ///
    /// # Errors
    /// Those of [`open`](Self::open).
    pub fn open_for(&self, context: &GameContext) -> Result<OpenTable, ArenaError> {
        self.open(&context.game, &context.rules)
    }

    /// The same error; where the name of a game stands behind an option that takes several bots, the message says so.
    pub fn pointing_out_games(&self, error: ArenaError) -> ArenaError {
        match error {
            ArenaError::Spec(SpecError::Name { name, .. }) if self.names().contains(&name.as_str()) => {
                ArenaError::Usage(format!("bot \"{name}\" is unknown, but it is a game: give the game before the bots"))
            }
            other => other,
        }
    }
}

/// The name of a game, and the values of its tables behind it.
///
/// # Errors
/// When a value is missing, or one key comes twice.
///
/// ```
/// use riverlab_lab::games::name_and_sets;
///
/// assert_eq!(name_and_sets("carcassonne:rivers=both")?, ("carcassonne", vec!["rivers=both".to_owned()]));
/// assert_eq!(name_and_sets("dice")?, ("dice", vec![]));
/// assert!(name_and_sets("carcassonne:rivers=1,rivers=2").is_err());
/// # Ok::<(), riverlab_arena::error::ArenaError>(())
/// ```
pub fn name_and_sets(text: &str) -> Result<(&str, Vec<String>), ArenaError> {
    let Some((name, sets)) = text.split_once(':') else { return Ok((text, Vec::new())) };
    let sets: Vec<String> = split_outside(sets, ',', ["[{", "]}"]).map(str::to_owned).collect();
    let key = |set: &str| set.split_once('=').map(|(key, _)| key.trim().to_owned());
    for (idx, set) in sets.iter().enumerate() {
        let Some(of_set) = key(set) else {
            return Err(ArenaError::Usage(format!("{text}: \"{set}\": expected KEY=VALUE behind the name of a game")));
        };
        if sets[..idx].iter().any(|other| key(other).as_ref() == Some(&of_set)) {
            return Err(ArenaError::Usage(format!("{text}: {of_set} is given twice")));
        }
    }
    Ok((name, sets))
}
