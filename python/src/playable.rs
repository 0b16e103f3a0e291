//! Interfaces to games of any type: one under way, many at once, and bots that were made for one.

use std::any::Any;
use std::sync::atomic::AtomicBool;

use rand::rngs::Xoshiro256PlusPlus;
use riverlab_bots::BotSpec;
use riverlab_engine::{Feature, Viewer};

use crate::batch::{Arrays, End, Plan};
use crate::errors::Wrong;

/// The player whose turn it is when chance decides, and when the game is over, as `OpenSpiel` numbers them.
pub(crate) const CHANCE: i64 = -1;
pub(crate) const TERMINAL: i64 = -4;

/// How actions are numbered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum ActionSpace {
    /// By the frozen table of the game.
    #[default]
    Fixed,
    /// The same for a window of cells around the first one.
    Window(u8),
    /// By the place in the legal list.
    List,
}

/// Which game is played, and how.
#[derive(Clone, Debug, Default)]
pub(crate) struct Setup {
    /// The game with its variant, as in specs.
    pub(crate) game: String,
    pub(crate) players: usize,
    /// What chance does, if it is that of a deal.
    pub(crate) seed: Option<u64>,
    pub(crate) deal: u64,
    /// Name and content of a rules table.
    pub(crate) rules: Option<(String, String)>,
    /// Single values of the tables.
    pub(crate) sets: Vec<String>,
    pub(crate) actions: ActionSpace,
    /// The window of cells that observations show beside everything else.
    pub(crate) window: Option<u8>,
}

/// A bot that was made for a game.
pub(crate) trait SeatedBot: Send {
    /// Whether it was made for the game and the rules of this table.
    fn is_for(&self, table: &dyn Playable) -> bool;
    /// The action that it plays for the player to act.
    fn choose(&mut self, table: &mut dyn Playable, seed: u64, stop: &AtomicBool) -> Result<usize, Wrong>;
    /// The same with what it has found out. A bot that has explained may be slower from then on.
    fn explain(&mut self, table: &mut dyn Playable, seed: u64, stop: &AtomicBool) -> Result<Explained, Wrong>;
    /// Whether a decision takes long: that of a bot that looks ahead.
    fn takes_long(&self) -> bool;
}

/// What a bot has found out.
pub(crate) struct Explained {
    pub(crate) action: usize,
    pub(crate) mv: String,
    pub(crate) simulations: u64,
    /// Moves with visits and values, the best first.
    pub(crate) ranking: Vec<(String, u64, f64)>,
}

/// What a game of many is beside its position: as text its random streams, the seat of the learner, how it has ended, and
/// whether its mask shows the actions.
pub(crate) type Progress = (String, usize, Option<End>, bool);

/// How a position came about that was guessed: the moves before, the observer, and the seed of the guess.
pub(crate) type Guess = (Vec<String>, usize, u64);

/// A game under way, whatever game it is. Players count from 0.
pub(crate) trait Playable: Send + Sync {
    fn clone_box(&self) -> Box<dyn Playable>;
    fn setup(&self) -> &Setup;
    fn current_player(&self) -> i64;
    fn n_actions(&self) -> usize;
    /// The legal actions of the player to act, or of chance, in ascending order.
    fn legal_actions(&mut self) -> Result<&[usize], Wrong>;
    fn apply_action(&mut self, action: usize) -> Result<(), Wrong>;
    fn apply_text(&mut self, text: &str) -> Result<(), Wrong>;
    fn chance_outcomes(&self) -> Vec<(usize, f64)>;
    fn play_chance(&mut self, seed: u64) -> usize;
    fn action_to_string(&mut self, action: usize) -> Result<String, Wrong>;
    fn returns(&self) -> Vec<f64>;
    fn scores(&self) -> Vec<f64>;
    fn score_parts(&self) -> Vec<Vec<i32>>;
    fn part_names(&self) -> &'static [&'static str];
    fn features(&self) -> Vec<Feature>;
    fn observation_len(&self) -> usize;
    fn observe(&self, player: usize, out: &mut [f32]);
    /// What a player sees after each legal action, a row for each, in the order of the actions.
    fn observe_afterstates(&mut self, player: usize) -> Result<Vec<f32>, Wrong>;
    fn move_features(&mut self) -> Result<(Vec<f32>, usize), Wrong>;
    fn move_feature_names(&self) -> Vec<&'static str>;
    /// The legal moves as text, in the order of the legal actions.
    fn legal_texts(&mut self) -> Result<Vec<String>, Wrong>;
    /// What a player knows of the position, as JSON.
    fn known_position(&self, player: usize) -> String;
    /// By player the sum of the win shares of `n` games that are played on at random from guesses of a player, after an
    /// action.
    fn playouts(
        &mut self,
        player: usize,
        action: usize,
        n: usize,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Result<Vec<f64>, Wrong>;
    /// A position that looks the same to a player, as a bot's view gives it.
    fn as_seen_by(&self, player: usize, rng: &mut Xoshiro256PlusPlus) -> Box<dyn Playable>;
    /// By player the win shares of a game that is played on at random.
    fn playout(&self, seed: u64) -> Vec<f64>;
    /// Whether it can be put together again from its moves: not a guess of a bot's view.
    fn has_history(&self) -> bool;
    fn information_state(&self, player: usize) -> String;
    fn position_text(&self, viewer: Viewer) -> String;
    /// The position as a drawing: a file of SVG.
    fn svg(&self, viewer: Viewer) -> String;
    fn resample(&self, player: usize, seed: u64) -> Box<dyn Playable>;
    /// The moves so far, as text.
    fn moves(&self) -> Vec<String>;
    fn history(&self) -> Vec<usize>;
    fn n_moves(&self) -> usize;
    /// The guesses from which this position comes, the first one first.
    fn guesses(&self) -> &[Guess];
    fn max_moves(&self) -> usize;
    fn as_any(&self) -> &dyn Any;
    fn as_any_mut(&mut self) -> &mut dyn Any;
    fn make_bot(&self, spec: &BotSpec) -> Result<Box<dyn SeatedBot>, Wrong>;
    /// Many games at the table of this one.
    fn make_games(&self, plan: &Plan) -> Result<Box<dyn Games>, Wrong>;
}

/// Many games, whatever game it is.
pub(crate) trait Games: Send + Sync {
    fn len(&self) -> usize;
    /// How many numbers an observation has, and how many actions there are.
    fn widths(&self) -> (usize, usize);
    /// The streams of a game begin anew.
    fn seed(&mut self, game: usize, seed: u64);
    /// Puts a game into this position, in which the learner, or whoever decides for all, is to act.
    fn put(&mut self, game: usize, table: &dyn Playable) -> Result<(), Wrong>;
    fn clone_box(&self) -> Box<dyn Games>;
    fn plan(&self) -> &Plan;
    /// Takes the bots and threads that [`Games::reset`] and [`Games::step`] need. It is called with the GIL, as is
    /// [`Games::release`].
    fn prepare(&mut self) -> Result<(), Wrong>;
    /// Gives them back.
    fn release(&mut self);
    /// Whether bots look ahead, so that a step may take long.
    fn takes_long(&self) -> bool;
    /// Begins these games anew. `stop` ends it early; then the games must be [interrupted](Games::interrupt).
    fn reset(&mut self, which: &[bool], arrays: Arrays<'_>, stop: &AtomicBool) -> Result<(), Wrong>;
    /// Plays an action in each game that is under way, and begins those anew that are over. `stop` as in [`Games::reset`].
    fn step(&mut self, actions: &[i64], arrays: Arrays<'_>, stop: &AtomicBool) -> Result<(), Wrong>;
    /// All games must begin anew, as some were stopped before it was the learner's turn.
    fn interrupt(&mut self);
    /// What a game is beside its position.
    fn progress(&self, game: usize) -> Progress;
    /// Goes on with a game from this position.
    fn restore(&mut self, game: usize, table: &dyn Playable, progress: Progress) -> Result<(), Wrong>;
    /// Whether a game has ended, or was ended by an action that was not legal, in the last step.
    fn end(&self, game: usize) -> Option<End>;
    /// A legal action of each game, each equally likely; 0 once the game is over.
    fn sample_legal(&mut self, actions: &mut [i64]);
    fn legal(&self, game: usize) -> &[usize];
    fn table(&self, game: usize) -> &dyn Playable;
    /// The rewards of all seats.
    fn rewards(&self, game: usize) -> Vec<f64>;
}
