//! What every bot does.

use riverlab_engine::{Game, Outcome, Seat};

use crate::rng::BotRng;
use crate::seen::{NewGame, Seen};
use crate::view::View;

/// Chooses moves for one seat in one game after the other.
///
/// # Examples
/// A bot of one's own: it plays each legal move once in a sample of the position, plays on at random, and keeps the
/// move with the best result.
/// ```
/// use rand::SeedableRng;
/// use riverlab_bots::{Bot, BotRng, View};
/// use riverlab_engine::{Game, Seat, games::toy::ConnectFour, playout};
///
/// struct OnePlayout;
///
/// impl<G: Game> Bot<G> for OnePlayout {
///     fn choose(&mut self, view: &View<'_, G>, rng: &mut BotRng) -> G::Move {
///         let (mut legal, mut buffer) = (Vec::new(), Vec::new());
///         view.legal_moves(&mut legal);
///         let mut share = |mv: G::Move| {
///             let mut state = view.sample(rng);
///             state.play_unchecked(mv);
///             playout(&mut state, rng, &mut buffer);
///             state.win_shares()[view.observer()].value()
///         };
///         let results: Vec<f64> = legal.iter().map(|&mv| share(mv)).collect();
///         let best = (0..legal.len()).max_by(|&a, &b| results[a].total_cmp(&results[b]));
///         legal[best.expect("a legal move")]
///     }
/// }
///
/// // Whatever is drawn, the move that wins at once has the best result; of equals, the last one is kept.
/// let position = ConnectFour::after("717171").expect("legal columns");
/// let mv = OnePlayout.choose(&View::new(&position, Seat::FIRST), &mut BotRng::seed_from_u64(1));
/// assert_eq!(position.move_text(mv), "7");
/// ```
pub trait Bot<G: Game>: Send {
    /// A legal move for the observer of the view, whose turn it is.
    ///
    /// The same view and the same stream give the same move, whatever was played before. Of a bot that
    /// [remembers](Self::remembers), this holds after the same game so far. Who plays games gives a decision a stream
    /// that follows from the deal, the seat and what the seat has seen of the game.
    fn choose(&mut self, view: &View<'_, G>, rng: &mut BotRng) -> G::Move;

    /// As [`choose`](Self::choose), of a bot that can fail to answer. Who plays games asks this way.
    ///
    /// # Errors
    /// When there is no answer; the error says why.
    fn try_choose(&mut self, view: &View<'_, G>, rng: &mut BotRng) -> Result<G::Move, NoAnswer> {
        Ok(self.choose(view, rng))
    }

    /// Whether the bot must be told of the game: by [`begin_game`](Self::begin_game), then by
    /// [`observe`](Self::observe) of each move, then by [`end_game`](Self::end_game).
    fn remembers(&self) -> bool {
        false
    }

    /// Whether a choice can depend on more than the position, its value and its legal moves: on what will be possible
    /// later, say. A bot that does not look ahead takes no time worth waiting for.
    fn looks_ahead(&self) -> bool {
        true
    }

    /// Whether every choice is a [draw](View::random_move) from all legal moves and nothing else, by the first number
    /// of the stream. Who plays games may then draw the move without asking, and need not list the legal moves.
    fn only_draws(&self) -> bool {
        false
    }

    /// Whether the bot goes through one stream, decision after decision, instead of getting one for what its seat has
    /// seen. That takes less time, where a decision takes hardly any. Who wraps another bot says what that one says.
    fn has_one_stream(&self) -> bool {
        self.only_draws()
    }

    /// A new game begins.
    fn begin_game(&mut self, _game: &NewGame<G>) {}

    /// A move is made, perhaps the bot's own: this is what its seat sees of it.
    fn observe(&mut self, _seen: &Seen<'_, G>) {}

    /// The game is over.
    fn end_game(&mut self, _outcome: &Outcome) {}

    /// Why the bot has failed since its last choice, if it has, in what it was [told](Self::observe) or at the end. Who plays
    /// games asks once the game is over, and only a bot that [remembers](Self::remembers).
    fn failure(&mut self) -> Option<NoAnswer> {
        None
    }

    /// That the bot has failed in this game and goes on with moves that are drawn, if it has: its seat comes last. Only
    /// a bot that [remembers](Self::remembers) is asked.
    fn forfeit(&self) -> Option<&Forfeit> {
        None
    }

    /// How many simulations the last decision took; 0 for a bot that plays none.
    fn simulations(&self) -> u64 {
        0
    }

    /// From now on decisions will be [explained](Self::explain): none ends early because its move is certain, which
    /// would leave what is found out about the moves unfinished.
    fn will_explain(&mut self) {}

    /// Why the last move was chosen, from the same view. There is no explanation where there was nothing to choose, or
    /// where the bot has none to give. Ask for it [beforehand](Self::will_explain).
    fn explain(&self, _view: &View<'_, G>) -> Option<Explanation<G::Move>> {
        None
    }

    /// What the bot has to say of its last move in words of its own, as JSON.
    fn info(&self) -> Option<&str> {
        None
    }
}

/// Why a bot gives no move: a program that has ended, say.
pub type NoAnswer = Box<dyn std::error::Error + Send + Sync>;

/// That a bot has failed in the middle of a game.
#[derive(Debug)]
pub struct Forfeit {
    /// The number of the decision in which it failed, among those of its seat, from 1.
    pub decision: u32,
    /// What it did.
    pub reason: NoAnswer,
}

/// What a bot thinks of a position.
///
/// # Examples
/// ```
/// use rand::SeedableRng;
/// use riverlab_bots::{BotRng, View, registry};
/// use riverlab_engine::{Game, Seat, games::toy::ConnectFour};
///
/// // The second player has three stones in column 1, so the first player must block it.
/// let position = ConnectFour::after("213171").expect("legal columns");
/// let view = View::new(&position, Seat::FIRST);
/// let mut bot = registry::build::<ConnectFour>(&"flat:sims=2000".parse()?)?;
/// bot.will_explain();
/// let mv = bot.choose(&view, &mut BotRng::seed_from_u64(1));
///
/// let explanation = bot.explain(&view).expect("there was a choice");
/// assert_eq!(explanation.ranking[0].mv, mv);
/// assert_eq!(position.move_text(mv), "1");
/// assert_eq!(explanation.ranking.len(), 7);
/// assert_eq!(explanation.ranking.iter().map(|ranked| ranked.visits).sum::<u64>(), 2000);
/// // Values are shares: what one player expects, the other does not.
/// assert!((explanation.values.iter().sum::<f64>() - 1.0).abs() < 1e-6);
/// # Ok::<(), riverlab_bots::SpecError>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Explanation<M> {
    /// The number of simulations of this decision.
    pub simulations: u64,
    /// The number of nodes for which the trees take up memory.
    pub nodes: u64,
    /// The mean value of all simulations for each seat, from 0 to 1.
    pub values: Vec<f64>,
    /// All legal moves: the chosen one first, then the others as the bot ranks them.
    pub ranking: Vec<RankedMove<M>>,
    /// The moves that look best one after the other, with who makes them, as far as the tree goes. Chance events that
    /// are not part of the tree are left out; at one that is, the line ends.
    pub principal_variation: Vec<(Seat, M)>,
}

/// A legal move with what a bot found out about it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RankedMove<M> {
    /// The move.
    pub mv: M,
    /// How often it was tried.
    pub visits: u64,
    /// The mean value for the player to move, from 0 to 1; 0 for a move that was never tried.
    pub value: f64,
}

impl<M> RankedMove<M> {
    /// The value to compare by: a move that was never tried comes after all that were.
    pub(crate) fn known_value(&self) -> f64 {
        if self.visits == 0 { -1.0 } else { self.value }
    }
}
