//! The bot that takes the best immediate gain: `greedy`.

use rand::Rng;
use riverlab_engine::Seat;

use crate::best::Best;
use crate::bot::Bot;
use crate::eval::Evaluate;
use crate::eval::evaluator::{EVAL, Evaluator};
use crate::options::BotInfo;
use crate::options::Options;
use crate::rng::BotRng;
use crate::spec::SpecError;
use crate::view::View;

/// The bot as it is listed.
pub(crate) const INFO: BotInfo = BotInfo {
    name: "greedy",
    summary: "best immediate gain by the value of the position; ties are drawn",
    options: &[EVAL.info],
    source: "learned by self-play or hand-made, documented in bots/src/eval",
};

/// Plays the move after which the player's advantage is highest: the own [value](Evaluate) of the position, less
/// the mean of the opponents' values, before chance or anybody else acts. Moves of equal advantage are equally likely.
///
/// Hidden information is sampled once per decision. The bot looks one move ahead and at nobody's answer.
#[derive(Debug)]
pub struct Greedy<M> {
    legal: Vec<M>,
    best: Best<M>,
    evaluator: Evaluator,
}

impl<M> Greedy<M> {
    /// A bot for a game with these options.
    ///
    /// # Errors
    /// When a value is not allowed.
    pub(crate) fn new<G: Evaluate<Move = M>>(options: &Options<'_>) -> Result<Self, SpecError> {
        Ok(Greedy { evaluator: Evaluator::read::<G>(options)?, ..Greedy::default() })
    }
}

impl<M: Copy> Greedy<M> {
    /// A bot that goes by these values.
    pub fn by(evaluator: Evaluator) -> Greedy<M> {
        Greedy { evaluator, ..Greedy::default() }
    }

    /// What the bot would do at the seat whose turn it is, where nothing hidden needs to be sampled: its values are
    /// those that this seat can know. For those who play on from positions of finished games.
    ///
    /// # Panics
    /// When no player is to act.
    ///
    /// # Examples
    /// ```
    /// use rand::SeedableRng;
    /// use riverlab_bots::{BotRng, Greedy};
    /// use riverlab_engine::games::toy::ConnectFour;
    /// use riverlab_engine::Game;
    ///
    /// let position = ConnectFour::after("717171").expect("legal columns");
    /// let mv = Greedy::default().choose_at(&position, &mut BotRng::seed_from_u64(1));
    /// assert_eq!(position.move_text(mv), "7");
    /// ```
    pub fn choose_at<G: Evaluate<Move = M>>(&mut self, state: &G, rng: &mut impl Rng) -> M {
        state.legal_moves(&mut self.legal);
        self.draw_best(state, state.turn().player().expect("a player is to act"), rng)
    }

    /// One of the best of the legal moves, which are listed.
    fn draw_best<G: Evaluate<Move = M>>(&mut self, state: &G, seat: Seat, rng: &mut impl Rng) -> M {
        self.evaluator.find_greedy(&mut self.best, state, &self.legal, seat);
        self.best.draw(rng)
    }
}

/// By hand-made values.
impl<M> Default for Greedy<M> {
    fn default() -> Self {
        Greedy { legal: Vec::new(), best: Best::default(), evaluator: Evaluator::Hand }
    }
}

impl<G: Evaluate> Bot<G> for Greedy<G::Move> {
    fn choose(&mut self, view: &View<'_, G>, rng: &mut BotRng) -> G::Move {
        let position = view.sample(rng);
        view.legal_moves(&mut self.legal);
        self.draw_best(&position, view.observer(), rng)
    }

    fn looks_ahead(&self) -> bool {
        false
    }
}
