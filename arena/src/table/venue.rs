//! Where games are played: the rules of a game, together with the bots that can be asked for.

use riverlab_bots::{Bot, BotRegistry, BotRng, BotSpec, Evaluate, NoAnswer, SpecError, View};
use riverlab_engine::{Game, ModifiedGame, Modify};

use crate::external::programs::Programs;
use crate::external::{ProgramBot, QuitFaults};

/// The rules of a game and the bots that specs can name.
///
/// Whatever makes bots of a game whose type is known is given a venue:
/// ```
/// use riverlab_arena::external::programs::Programs;
/// use riverlab_arena::table::GameTable;
/// use riverlab_engine::games::the_river::TheRiver;
///
/// let table = GameTable::<TheRiver>::standard();
/// let venue = table.venue(Programs::NONE);
/// assert!(venue.build(&"greedy".parse()?).is_ok());
/// assert!(venue.build(&"clever".parse()?).is_err());
/// # Ok::<(), riverlab_bots::SpecError>(())
/// ```
#[derive(Debug)]
pub struct Venue<'a, G: Game> {
    /// The rules.
    pub rules: &'static G::Rules,
    /// The bots.
    pub bots: &'a BotRegistry,
    /// The programs that play as bots.
    pub programs: &'a Programs,
    /// The values of the tables that were set, for programs.
    pub sets: &'a [String],
    /// Where programs note what goes wrong after their last game.
    pub(crate) quit_faults: Option<&'a QuitFaults>,
}

impl<G: Game> Venue<'_, G> {
    /// The program that a spec names, as a bot; `None` for all other bots. It is not started before it plays.
    ///
    /// # Errors
    /// When there is no such program.
    pub(crate) fn program(&self, spec: &BotSpec) -> Result<Option<ProgramBot>, SpecError> {
        let Some(name) = spec.program() else { return Ok(None) };
        let names = || self.programs.list.iter().map(|program| format!("cmd:{}", program.name)).collect::<Vec<_>>();
        let unknown = || SpecError::Name {
            name: spec.name.clone(),
            allowed: if self.programs.is_empty() {
                "none: there is no --program".to_owned()
            } else {
                names().join(", ")
            },
        };
        let program = self.programs.find(name).ok_or_else(unknown)?;
        Ok(Some(ProgramBot::new(program, self.programs, self.sets, self.quit_faults)))
    }
}

impl<G: Evaluate> Venue<'_, G> {
    /// Makes the bot that a spec names.
    ///
    /// # Errors
    /// When there is no such bot, when it has no such option, or when a value is not allowed; the message says what is.
    pub fn build(&self, spec: &BotSpec) -> Result<Box<dyn Bot<G>>, SpecError> {
        if let Some(program) = self.program(spec)? {
            return Ok(Box::new(program));
        }
        // Runs in which functions have played can be read anywhere.
        let is_absent = spec.function().is_some_and(|name| {
            self.programs.functions.iter().any(|function| function.name == name)
                && self.bots.infos().all(|info| info.name != spec.name)
        });
        if is_absent { Ok(Box::new(AbsentFunction)) } else { self.bots.build(spec) }
    }
}

impl<G: Evaluate + Modify> Venue<'_, G> {
    /// Makes the bot that a spec names, for modified games.
    ///
    /// # Errors
    /// When there is no such bot.
    pub fn build_modified(&self, spec: &BotSpec) -> Result<Box<dyn Bot<ModifiedGame<G>>>, SpecError> {
        match self.program(spec)? {
            Some(program) => Ok(Box::new(program)),
            None => self.bots.build(spec),
        }
    }
}

/// A function of Python where there is no Python: it cannot play.
struct AbsentFunction;

const ABSENT: &str = "it is a function of Python, and plays from there only";

impl<G: Game> Bot<G> for AbsentFunction {
    fn choose(&mut self, _: &View<'_, G>, _: &mut BotRng) -> G::Move {
        unreachable!("{ABSENT}")
    }

    fn try_choose(&mut self, _: &View<'_, G>, _: &mut BotRng) -> Result<G::Move, NoAnswer> {
        Err(ABSENT.into())
    }
}

#[expect(clippy::expl_impl_clone_on_copy, reason = "derived implementations would ask for positions that are `Copy`")]
impl<G: Game> Clone for Venue<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Venue<'_, G> {}
