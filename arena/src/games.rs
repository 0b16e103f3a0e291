//! From the name of a game to its type.

use riverlab_bots::Evaluate;
use riverlab_engine::games::carcassonne::Carcassonne;
use riverlab_engine::games::rio_grande::RioGrande;
use riverlab_engine::games::river_dragons::RiverDragons;
use riverlab_engine::games::the_river::TheRiver;
use riverlab_engine::games::toy::{ConnectFour, Dice};
use riverlab_engine::{Game, GameRules, Modify, RulesSource};

use crate::error::ArenaError;

/// Something to do with a game that is known by name only.
pub trait GameTask {
    /// What comes out.
    type Output;

    /// Does it.
    ///
    /// # Errors
    /// Whatever can go wrong with it.
    fn run<G: Evaluate + Modify>(self, rules: &'static G::Rules) -> Result<Self::Output, ArenaError>;
}

/// The names of all games.
pub const NAMES: [&str; 6] =
    [TheRiver::NAME, RioGrande::NAME, Carcassonne::NAME, RiverDragons::NAME, ConnectFour::NAME, Dice::NAME];

/// The name of a game and the values of its tables that stand behind it, as in `carcassonne:rivers=both`.
pub fn name_and_sets(text: &str) -> (&str, Vec<String>) {
    let (name, sets) = text.split_once(':').unwrap_or((text, ""));
    (name, sets.split(',').filter(|set| !set.is_empty()).map(str::to_owned).collect())
}

/// Does something with the game of this name, under these rules.
///
/// # Errors
/// When there is no such game, its rules cannot be used, or the task fails.
pub fn with_game<T: GameTask>(name: &str, source: &RulesSource, task: T) -> Result<T::Output, ArenaError> {
    match name {
        TheRiver::NAME => task.run::<TheRiver>(load::<TheRiver>(source)?),
        RioGrande::NAME => task.run::<RioGrande>(load::<RioGrande>(source)?),
        Carcassonne::NAME => task.run::<Carcassonne>(load::<Carcassonne>(source)?),
        RiverDragons::NAME => task.run::<RiverDragons>(load::<RiverDragons>(source)?),
        ConnectFour::NAME => task.run::<ConnectFour>(load::<ConnectFour>(source)?),
        Dice::NAME => task.run::<Dice>(load::<Dice>(source)?),
        _ => Err(ArenaError::Usage(format!("game \"{name}\" is unknown: allowed are {}", NAMES.join(", ")))),
    }
}

/// Rules that live as long as the program, as positions refer to them.
fn load<G: Game>(source: &RulesSource) -> Result<&'static G::Rules, ArenaError> {
    if source.is_standard() {
        return Ok(G::Rules::standard());
    }
    Ok(Box::leak(Box::new(G::Rules::load(source)?)))
}
