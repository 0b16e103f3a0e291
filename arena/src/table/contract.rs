//! What the arena asks of a game whose type it does not know.

use std::io;

use riverlab_bots::play::streams::Deal;
use riverlab_bots::registry::WeightsUsed;
use riverlab_bots::{BotRegistry, BotSpec, SpecError};
use riverlab_engine::{Component, Seat};

use super::facts::GameFacts;
use super::replayer::Replayer;
use super::worker::{GameWorker, Playing, WorkerSettings};
use crate::external::programs::Programs;
use crate::external::{Fault, ProgramBot};

/// A game under rules, with the bots that specs can name.
///
/// ```
/// use riverlab_arena::external::programs::Programs;
/// use riverlab_arena::table::{GameTable, Table};
/// use riverlab_engine::games::the_river::TheRiver;
///
/// let table = GameTable::<TheRiver>::standard();
/// let game: &dyn Table = &table;
/// assert_eq!((game.facts().name.as_str(), game.facts().players_text().as_str()), ("the-river", "2 to 4"));
/// assert!(game.check_bot(&"greedy".parse()?, Programs::NONE).is_ok());
/// assert!(game.check_bot(&"clever".parse()?, Programs::NONE).is_err());
/// # Ok::<(), riverlab_bots::SpecError>(())
/// ```
pub trait Table: Send + Sync {
    /// Names, versions and numbers.
    fn facts(&self) -> &GameFacts;

    /// The bots that specs can name, beside programs.
    fn bots(&self) -> &BotRegistry;

    /// The text of the rules tables in their canonical form, and that of the standard ones.
    fn canonical_rules(&self) -> [&str; 2];

    /// All components with so many players, in a fixed order.
    fn components(&self, players: usize) -> Vec<Component>;

    /// Whether a bot can be made; programs are those of the run.
    ///
    /// # Errors
    /// When there is no such bot, when it has no such option, or when a value is not allowed; the message says what is.
    fn check_bot(&self, spec: &BotSpec, programs: &Programs) -> Result<(), SpecError>;

    /// The learned weights that a bot plays by; none where it values positions by hand, or not at all.
    ///
    /// # Errors
    /// When a file cannot be read, with its path.
    fn weights_of(&self, bot: &BotSpec) -> Result<Option<WeightsUsed>, (String, io::Error)>;

    /// Whether learned weights of the game come with the program.
    fn has_learned_weights(&self) -> bool;

    /// The seat that begins in this deal.
    fn first_player(&self, players: usize, deal: Deal) -> Seat;

    /// One thread's bots, ready to play games.
    ///
    /// # Panics
    /// When a bot cannot be made: [`check_bot`](Table::check_bot) says so before.
    fn worker<'a>(&'a self, playing: Playing<'a>, settings: WorkerSettings<'a>) -> Box<dyn GameWorker + 'a>;

    /// Plays games of a seed again from their decisions.
    fn replayer(&self, players: usize, seed: u64) -> Box<dyn Replayer + '_>;

    /// Plays the first deal of seed 1 with these programs at the seats; the indexes of the moves.
    ///
    /// # Errors
    /// What a program did wrong.
    fn play_programs(&self, programs: &mut [ProgramBot]) -> Result<Vec<usize>, Fault>;

    /// The mean number of decisions of a few random games.
    fn random_length(&self, players: usize, seed: u64) -> f64;
}
