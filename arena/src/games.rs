//! From the name of a game to its type.
//!
//! The games of this house are those of the engine's list, [`for_each_game!`]: a game that is added there can be played
//! here. Games and bots of one's own are added to a [`Registry`].

use std::marker::PhantomData;

use riverlab_bots::{BotKind, BotRegistry, Evaluate, SpecError, did_you_mean};
use riverlab_engine::{Game, GameRules, Modify, RulesError, RulesSource, for_each_game, games};

use crate::error::ArenaError;
use crate::venue::Venue;

/// Something to do with a game that is known by name only.
pub trait GameTask: Sized {
    /// What comes out.
    type Output;

    /// Does it.
    ///
    /// # Errors
    /// Whatever can go wrong with it.
    fn run<G: Evaluate + Modify>(self, venue: Venue<'_, G>) -> Result<Self::Output, ArenaError>;

    /// Does it with a game of the engine's list, if there is one of this name. `compile_standard_games!` writes this
    /// function.
    ///
    /// # Errors
    /// When the rules cannot be used or the task fails.
    fn run_standard(
        self,
        name: &str,
        source: &RulesSource,
        bots: &BotRegistry,
    ) -> Result<Option<Self::Output>, ArenaError>;
}

/// Writes [`GameTask::run_standard`], so that a task is compiled for the games of the engine's list once, in this crate, and
/// not again in every program that adds games of its own.
macro_rules! compile_standard_games {
    () => {
        fn run_standard(
            self,
            name: &str,
            source: &riverlab_engine::RulesSource,
            bots: &riverlab_bots::BotRegistry,
        ) -> Result<Option<Self::Output>, crate::error::ArenaError> {
            crate::games::run_standard(self, name, source, bots)
        }
    };
}
pub(crate) use compile_standard_games;

/// Does something with a game of the engine's list, compiled where this is called.
pub(crate) fn run_standard<T: GameTask>(
    task: T,
    name: &str,
    source: &RulesSource,
    bots: &BotRegistry,
) -> Result<Option<T::Output>, ArenaError> {
    for_each_game!(G => if name == G::NAME {
        return task.run::<G>(venue(source, bots)?).map(Some);
    });
    Ok(None)
}

/// Games and bots of one's own, beside those of this house.
///
/// A program that is given one knows its games and bots in all of its commands; see
/// [`main_with`](crate::cli::main_with). In which order they are added decides in which order they are listed.
#[derive(Debug)]
pub struct Registry<Games = (), Bots = ()> {
    types: PhantomData<(Games, Bots)>,
}

impl Registry {
    /// The games and bots of this house, and no others.
    pub fn standard() -> Registry {
        Registry { types: PhantomData }
    }
}

impl<Games: GameList, Bots: BotList> Registry<Games, Bots> {
    /// Adds a game.
    #[must_use]
    pub fn with_game<G: Evaluate + Modify>(self) -> Registry<(Games, G), Bots> {
        Registry { types: PhantomData }
    }

    /// Adds a kind of bot, for all games.
    #[must_use]
    pub fn with_bot<B: BotKind>(self) -> Registry<Games, (Bots, B)> {
        Registry { types: PhantomData }
    }

    /// What was added, to be asked for by name.
    ///
    /// # Panics
    /// When two games or two bots have one name.
    pub fn catalog(&self) -> Catalog<Games> {
        let mut bots = BotRegistry::standard().clone();
        Bots::add_to::<Games>(&mut bots);
        let catalog = Catalog { bots, games: PhantomData };
        let names = catalog.names();
        let twice = names.iter().enumerate().find(|(idx, name)| names[..*idx].contains(name));
        assert!(twice.is_none(), "two games {}", twice.map_or("", |(_, name)| name));
        catalog
    }
}

/// Games that were added to a [`Registry`]: nothing, or a list with one more.
pub trait GameList: 'static {
    /// Appends their names.
    fn names(names: &mut Vec<&'static str>);

    /// Adds a kind of bot for each of them.
    fn add_bot<B: BotKind>(bots: &mut BotRegistry);

    /// Does something with the one of this name, if there is one.
    ///
    /// # Errors
    /// When its rules cannot be used, or the task fails.
    fn run<T: GameTask>(
        task: T,
        name: &str,
        source: &RulesSource,
        bots: &BotRegistry,
    ) -> Result<Option<T::Output>, ArenaError>;
}

/// The games of the engine's list.
impl GameList for () {
    fn names(names: &mut Vec<&'static str>) {
        names.extend(games::names());
    }

    fn add_bot<B: BotKind>(bots: &mut BotRegistry) {
        for_each_game!(G => bots.add::<B, G>());
    }

    fn run<T: GameTask>(
        task: T,
        name: &str,
        source: &RulesSource,
        bots: &BotRegistry,
    ) -> Result<Option<T::Output>, ArenaError> {
        task.run_standard(name, source, bots)
    }
}

impl<Games: GameList, G: Evaluate + Modify> GameList for (Games, G) {
    fn names(names: &mut Vec<&'static str>) {
        Games::names(names);
        names.push(G::NAME);
    }

    fn add_bot<B: BotKind>(bots: &mut BotRegistry) {
        Games::add_bot::<B>(bots);
        bots.add::<B, G>();
    }

    fn run<T: GameTask>(
        task: T,
        name: &str,
        source: &RulesSource,
        bots: &BotRegistry,
    ) -> Result<Option<T::Output>, ArenaError> {
        if name != G::NAME {
            return Games::run(task, name, source, bots);
        }
        task.run::<G>(venue(source, bots)?).map(Some)
    }
}

/// Bots that were added to a [`Registry`]: nothing, or a list with one more.
pub trait BotList: 'static {
    /// Adds each of them for each of these games.
    fn add_to<Games: GameList>(bots: &mut BotRegistry);
}

impl BotList for () {
    fn add_to<Games: GameList>(_bots: &mut BotRegistry) {}
}

impl<Bots: BotList, B: BotKind> BotList for (Bots, B) {
    fn add_to<Games: GameList>(bots: &mut BotRegistry) {
        Bots::add_to::<Games>(bots);
        Games::add_bot::<B>(bots);
    }
}

/// The games and bots of a [`Registry`], by name.
#[derive(Debug)]
pub struct Catalog<Games> {
    bots: BotRegistry,
    games: PhantomData<fn() -> Games>,
}

impl<Games: GameList> Catalog<Games> {
    /// The bots.
    pub fn bots(&self) -> &BotRegistry {
        &self.bots
    }

    /// The same games with other bots.
    #[must_use]
    pub fn with_bots(self, bots: BotRegistry) -> Catalog<Games> {
        Catalog { bots, ..self }
    }

    /// The names of the games.
    pub fn names(&self) -> Vec<&'static str> {
        let mut names = Vec::new();
        Games::names(&mut names);
        names
    }

    /// Does something with the game of this name, under these rules.
    ///
    /// # Errors
    /// When there is no such game, its rules cannot be used, or the task fails.
    pub fn with_game<T: GameTask>(&self, name: &str, source: &RulesSource, task: T) -> Result<T::Output, ArenaError> {
        let unknown = || {
            let names = self.names();
            let nearest = did_you_mean(name, names.iter().copied());
            ArenaError::Usage(format!("game \"{name}\" is unknown: allowed are {}{nearest}", names.join(", ")))
        };
        // What is opened now plays by what files of weights hold now.
        let bots = self.bots.clone().with_weights(self.bots.weights().unread());
        let done = Games::run(task, name, source, &bots).map_err(|error| self.pointing_out_games(error))?;
        done.ok_or_else(unknown)
    }

    /// What stands behind an option that takes several bots is taken for a bot, also a game.
    fn pointing_out_games(&self, error: ArenaError) -> ArenaError {
        match error {
            ArenaError::Spec(SpecError::Name { name, .. }) if self.names().contains(&name.as_str()) => {
                ArenaError::Usage(format!("bot \"{name}\" is unknown, but it is a game: give the game before the bots"))
            }
            other => other,
        }
    }
}

/// A game under these rules, with these bots and no programs.
fn venue<'a, G: Game>(source: &'a RulesSource, bots: &'a BotRegistry) -> Result<Venue<'a, G>, ArenaError> {
    Ok(Venue { sets: &source.sets, ..Venue::new(load::<G>(source)?, bots) })
}

/// Rules that live as long as the program, as positions refer to them.
fn load<G: Game>(source: &RulesSource) -> Result<&'static G::Rules, ArenaError> {
    if source.is_standard() {
        return Ok(G::Rules::standard());
    }
    Ok(Box::leak(Box::new(load_rules::<G>(source)?)))
}

/// The rules of a game.
///
/// # Errors
/// When they cannot be used; the message names the value, and the game if it has no tables.
pub(crate) fn load_rules<G: Game>(source: &RulesSource) -> Result<G::Rules, ArenaError> {
    G::Rules::load(source).map_err(|error| match error {
        RulesError::Fixed => {
            let file = source.file.as_ref().map(|(file, _)| format!("--rules {file}"));
            let asked = file.or_else(|| source.sets.first().map(|set| format!("--set {set}"))).unwrap_or_default();
            ArenaError::Usage(format!("{asked}: {} has no tables that could be changed", G::NAME))
        }
        other => other.into(),
    })
}

/// The name of a game, and the values of its tables behind it.
///
/// # Errors
/// When a value is missing, or one key comes twice.
///
/// ```
/// use riverlab_arena::games::name_and_sets;
///
/// assert_eq!(name_and_sets("carcassonne:rivers=both")?, ("carcassonne", vec!["rivers=both".to_owned()]));
/// assert_eq!(name_and_sets("dice")?, ("dice", vec![]));
/// assert!(name_and_sets("carcassonne:rivers=1,rivers=2").is_err());
/// # Ok::<(), riverlab_arena::error::ArenaError>(())
/// ```
pub fn name_and_sets(text: &str) -> Result<(&str, Vec<String>), ArenaError> {
    let Some((name, sets)) = text.split_once(':') else { return Ok((text, Vec::new())) };
    let sets: Vec<String> = sets.split(',').map(str::to_owned).collect();
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
