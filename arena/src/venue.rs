//! Where games are played: the rules of a game, together with the bots that can be asked for.

use riverlab_bots::{Bot, BotRegistry, BotSpec, Evaluate, SpecError};
use riverlab_engine::Game;

/// The rules of a game and the bots that specs can name.
///
/// Whatever makes bots is given a venue; rules alone will do where the bots of `riverlab-bots` are all that is needed:
/// ```
/// use riverlab_arena::Venue;
/// use riverlab_engine::GameRules;
/// use riverlab_engine::games::the_river::{RiverRules, TheRiver};
///
/// let venue: Venue<'_, TheRiver> = RiverRules::standard().into();
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
}

impl<G: Evaluate> Venue<'_, G> {
    /// Makes the bot that a spec names.
    ///
    /// # Errors
    /// When there is no such bot, when it has no such option, or when a value is not allowed; the message says what is.
    pub fn build(&self, spec: &BotSpec) -> Result<Box<dyn Bot<G>>, SpecError> {
        self.bots.build(spec)
    }
}

#[expect(clippy::expl_impl_clone_on_copy, reason = "derived implementations would ask for positions that are `Copy`")]
impl<G: Game> Clone for Venue<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Venue<'_, G> {}

impl<G: Game> From<&'static G::Rules> for Venue<'_, G> {
    fn from(rules: &'static G::Rules) -> Self {
        Venue { rules, bots: BotRegistry::standard() }
    }
}
