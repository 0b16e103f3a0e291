//! From the name of a game to its type.
//!
//! The games are those of the engine's list, [`for_each_game!`]; a game that is added there can be played here.

use riverlab_bots::Evaluate;
use riverlab_engine::{Game, GameRules, Modify, RulesSource, for_each_game, games};

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

/// The name of a game and the values of its tables that stand behind it, as in `carcassonne:rivers=both`.
///
/// ```
/// use riverlab_arena::games::name_and_sets;
///
/// assert_eq!(name_and_sets("carcassonne:rivers=both"), ("carcassonne", vec!["rivers=both".to_owned()]));
/// assert_eq!(name_and_sets("dice"), ("dice", vec![]));
/// ```
pub fn name_and_sets(text: &str) -> (&str, Vec<String>) {
    let (name, sets) = text.split_once(':').unwrap_or((text, ""));
    (name, sets.split(',').filter(|set| !set.is_empty()).map(str::to_owned).collect())
}

/// Does something with the game of this name, under these rules.
///
/// # Errors
/// When there is no such game, its rules cannot be used, or the task fails.
pub fn with_game<T: GameTask>(name: &str, source: &RulesSource, task: T) -> Result<T::Output, ArenaError> {
    for_each_game!(G => if name == G::NAME {
        return task.run::<G>(load::<G>(source)?);
    });
    Err(ArenaError::Usage(format!("game \"{name}\" is unknown: allowed are {}", games::names().join(", "))))
}

/// Rules that live as long as the program, as positions refer to them.
fn load<G: Game>(source: &RulesSource) -> Result<&'static G::Rules, ArenaError> {
    if source.is_standard() {
        return Ok(G::Rules::standard());
    }
    Ok(Box::leak(Box::new(G::Rules::load(source)?)))
}
