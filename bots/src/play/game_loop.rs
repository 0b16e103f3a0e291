//! One game between bots.

use std::sync::atomic::{AtomicBool, Ordering};

use riverlab_engine::{Game, Outcome, PerPlayer, Seat, Turn};

use crate::bot::{Bot, NoAnswer};
use crate::rng::BotRng;
use crate::seen::{NewGame, Seen};
use crate::view::View;

use super::knowledge::Knowledge;
use super::streams::{ChanceStreams, Deal, bot_streams, game_seed};

/// How many legal moves there is room for before the list grows.
const USUAL_MOVES: usize = 64;

/// A finished game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FinishedGame {
    /// The result.
    pub outcome: Outcome,
    /// How many decisions each seat took.
    pub decisions: PerPlayer<u32>,
    /// The decision in which the bot of each seat failed, so that others were drawn from there on; 0 where it did not.
    pub forfeits: PerPlayer<u32>,
    /// The seat that began.
    pub first_player: Seat,
}

impl FinishedGame {
    /// The same game, of which some seats were forfeited in these decisions; 0 where one was not.
    #[must_use]
    pub fn forfeited(mut self, forfeits: PerPlayer<u32>) -> FinishedGame {
        self.forfeit(forfeits);
        self
    }

    /// Whether a seat was forfeited.
    pub fn has_forfeited(&self, seat: Seat) -> bool {
        self.forfeits[seat] > 0
    }

    /// Takes note of the decisions in which seats were forfeited.
    #[inline]
    fn forfeit(&mut self, forfeits: PerPlayer<u32>) {
        self.forfeits = forfeits;
        if forfeits.iter().any(|&decision| decision > 0) {
            self.outcome = self.outcome.with_forfeits(|seat| forfeits[seat] > 0);
        }
    }
}

/// A decision of a bot whose move is about to be played.
#[derive(Clone, Copy)]
pub struct Decision<'a, G: Game> {
    /// The bot.
    pub bot: &'a dyn Bot<G>,
    /// The place of its move in the list of legal moves, from 0.
    pub index: usize,
}

/// Why a game could not be played on.
#[derive(Debug, thiserror::Error)]
#[error("{} of {seat}: {reason}", place(*.decision))]
pub struct BotFailure {
    /// The seat whose bot failed.
    pub seat: Seat,
    /// The number of the decision, among those of this seat, from 1; 0 after the last one.
    pub decision: u32,
    /// What it did.
    pub reason: FailureReason,
}

/// When a bot failed.
fn place(decision: u32) -> String {
    if decision == 0 { "after the last decision".to_owned() } else { format!("decision {decision}") }
}

/// What a bot did instead of choosing a legal move.
#[derive(Debug, thiserror::Error)]
pub enum FailureReason {
    /// It chose another move; its text, or what it consists of if that is no move of this game.
    #[error("illegal move {0}")]
    Illegal(String),
    /// It was told to give up before it chose: nobody waits for the game any more.
    #[error("given up")]
    GivenUp,
    /// It did not choose.
    #[error("{0}")]
    NoAnswer(NoAnswer),
}

/// Plays one deal and returns the result and the last position. `bots` sit at the seats in order; `before` sees every
/// position with the move about to be played and, unless it is chance's, the decision for it.
///
/// # Errors
/// When a bot chooses an illegal move, or none, or [fails](Bot::failure) after its last choice.
///
/// ```
/// use riverlab_bots::play::game_loop::play_game;
/// use riverlab_bots::play::streams::Deal;
/// use riverlab_bots::{Bot, registry};
/// use riverlab_engine::games::toy::{Dice, FixedRules};
///
/// let bot = || registry::build::<Dice>(&"random".parse().expect("a spec")).expect("a bot of this game");
/// let (mut first, mut second) = (bot(), bot());
/// let mut bots: [&mut dyn Bot<Dice>; 2] = [first.as_mut(), second.as_mut()];
/// let mut moves = 0;
/// let (result, last) = play_game(&FixedRules, Deal { seed: 1, number: 1 }, &mut bots, |_, _, _| moves += 1)?;
/// assert_eq!(riverlab_engine::Game::outcome(&last), Some(result.outcome));
/// assert!(moves >= result.decisions.iter().sum::<u32>(), "chance moves too");
/// # Ok::<(), riverlab_bots::play::game_loop::BotFailure>(())
/// ```
pub fn play_game<G: Game>(
    rules: &'static G::Rules,
    deal: Deal,
    bots: &mut [&mut dyn Bot<G>],
    before: impl FnMut(&G, G::Move, Option<Decision<'_, G>>),
) -> Result<(FinishedGame, G), BotFailure> {
    play_game_until(rules, deal, bots, &AtomicBool::new(false), before)
}

/// Sees a position with the move about to be played, and with the decision if it is a player's.
pub type Before<'a, G> = &'a mut dyn FnMut(&G, <G as Game>::Move, Option<Decision<'_, G>>);

/// Plays one deal as [`play_game`] does, and gives it up as soon as `stop` is set. It is compiled where it is called:
/// [`compile_bots!`](crate::compile_bots) writes functions that call it once for each game.
///
/// # Errors
/// When a bot chooses an illegal move, or none, or [fails](Bot::failure) after its last choice; when the game is [given
/// up](FailureReason::GivenUp).
pub fn play_game_until<G: Game>(
    rules: &'static G::Rules,
    deal: Deal,
    bots: &mut [&mut dyn Bot<G>],
    stop: &AtomicBool,
    mut before: impl FnMut(&G, G::Move, Option<Decision<'_, G>>),
) -> Result<(FinishedGame, G), BotFailure> {
    let mut course = Course::new(rules, bots, deal);
    let mut legal = Vec::with_capacity(USUAL_MOVES);
    let told = who_remembers(bots);
    for &seat in &told {
        let seed = game_seed(deal, seat);
        bots[seat.index()].begin_game(&NewGame { rules, seat, players: bots.len(), seed });
    }
    while let Some(mv) = course.next_move(bots, &mut legal, stop, &mut before)? {
        for &seat in &told {
            bots[seat.index()].observe(&Seen::new(&course.state, seat, mv));
        }
        course.state.play_unchecked(mv);
    }
    let mut game = course.finished();
    if !told.is_empty() {
        // Only bots that are told of the game can have forfeited it.
        let forfeit = |seat: Seat| bots[seat.index()].forfeit().map_or(0, |forfeit| forfeit.decision);
        game.forfeit(PerPlayer::from_fn(bots.len(), forfeit));
        for &seat in &told {
            bots[seat.index()].end_game(&game.outcome);
        }
        for seat in told {
            if let Some(reason) = bots[seat.index()].failure() {
                return Err(BotFailure { seat, decision: 0, reason: FailureReason::NoAnswer(reason) });
            }
        }
    }
    Ok((game, course.state))
}

/// The seats of bots that are told of the game.
#[inline(never)]
fn who_remembers<G: Game>(bots: &[&mut dyn Bot<G>]) -> Vec<Seat> {
    Seat::all(bots.len()).filter(|seat| bots[seat.index()].remembers()).collect()
}

/// A game under way: the position, and the streams that chance and the bots draw from.
#[derive(Clone, Debug)]
pub struct Course<G: Game> {
    /// The position.
    pub state: G,
    chance: ChanceStreams,
    streams: Vec<BotRng>,
    /// What the seats have seen, if any bot gets streams by it.
    knowledge: Option<Knowledge>,
    decisions: PerPlayer<u32>,
}

impl<G: Game> Course<G> {
    /// The beginning of a deal, which such bots will play.
    pub fn new(rules: &'static G::Rules, bots: &[&mut dyn Bot<G>], deal: Deal) -> Course<G> {
        let players = bots.len();
        let has_knowledge = bots.iter().any(|bot| !bot.has_one_stream());
        Course {
            state: G::new(rules, players),
            chance: ChanceStreams::new::<G>(deal),
            streams: bot_streams(deal, players),
            knowledge: has_knowledge.then(|| Knowledge::new(players)),
            decisions: PerPlayer::from_fn(players, |_| 0),
        }
    }

    /// The stream of the bot at a seat, as its last decision has left it.
    pub fn stream(&self, seat: Seat) -> &BotRng {
        &self.streams[seat.index()]
    }

    /// The same game with another position in the place of this one.
    pub fn with_state<H: Game>(&self, state: H) -> Course<H> {
        let Course { chance, streams, knowledge, decisions, .. } = self.clone();
        Course { state, chance, streams, knowledge, decisions }
    }

    /// What is played next, which `before` sees; `None` when the game is over. The position stays as it is. `legal` is
    /// scratch space, in which moves need not be listed.
    ///
    /// # Errors
    /// As [`play_game_until`].
    ///
    /// # Panics
    /// When the bots are not like those that the game began with.
    #[inline]
    pub fn next_move(
        &mut self,
        bots: &mut [&mut dyn Bot<G>],
        legal: &mut Vec<G::Move>,
        stop: &AtomicBool,
        before: &mut impl FnMut(&G, G::Move, Option<Decision<'_, G>>),
    ) -> Result<Option<G::Move>, BotFailure> {
        let Course { state, chance, streams, knowledge, decisions } = self;
        let mv = match state.turn() {
            Turn::Chance => {
                let mv = chance.draw(state);
                before(state, mv, None);
                mv
            }
            Turn::Player(seat) => {
                decisions[seat] += 1;
                let (bot, stream) = (&mut *bots[seat.index()], &mut streams[seat.index()]);
                if !bot.has_one_stream() {
                    let knowledge = knowledge.as_ref().expect("such bots were expected");
                    knowledge.move_to_stream(seat, stream);
                }
                let failed = |reason| BotFailure { seat, decision: decisions[seat], reason };
                let (index, mv) = choose(bot, state, seat, legal, stream, stop).map_err(failed)?;
                before(state, mv, Some(Decision { bot: &*bot, index }));
                mv
            }
            Turn::Over => return Ok(None),
        };
        if let Some(knowledge) = knowledge {
            knowledge.add(state, mv);
        }
        Ok(Some(mv))
    }

    /// The result.
    ///
    /// # Panics
    /// When the game is not over.
    pub fn finished(&self) -> FinishedGame {
        FinishedGame {
            outcome: self.state.outcome().expect("the game is over"),
            decisions: self.decisions,
            forfeits: PerPlayer::from_fn(self.streams.len(), |_| 0),
            first_player: self.state.first_player(),
        }
    }
}

/// The move that a bot chooses, with its index in the list of legal moves. A bot that nobody waits for may do anything.
///
/// # Errors
/// When it does not choose a legal move.
#[inline]
pub fn choose<G: Game>(
    bot: &mut dyn Bot<G>,
    state: &G,
    seat: Seat,
    legal: &mut Vec<G::Move>,
    stream: &mut BotRng,
    stop: &AtomicBool,
) -> Result<(usize, G::Move), FailureReason> {
    if bot.only_draws() && !stop.load(Ordering::Relaxed) {
        return Ok(state.random_indexed_move(legal, stream));
    }
    state.legal_moves(legal);
    let view = View::with_legal_moves(state, seat, legal).until(stop);
    let chosen = bot.try_choose(&view, stream);
    if stop.load(Ordering::Relaxed) {
        return Err(FailureReason::GivenUp);
    }
    let mv = chosen.map_err(FailureReason::NoAnswer)?;
    let index = legal.iter().position(|&other| other == mv);
    index.map(|index| (index, mv)).ok_or_else(|| illegal(state, mv))
}

/// That a bot has chosen an illegal move.
#[cold]
fn illegal<G: Game>(state: &G, mv: G::Move) -> FailureReason {
    // Only moves that can be named have a text.
    let has_text = state.all_moves().contains(&mv);
    FailureReason::Illegal(if has_text { state.move_text(mv) } else { format!("{mv:?}") })
}

#[cfg(test)]
#[path = "game_loop_tests.rs"]
mod tests;
