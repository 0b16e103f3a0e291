//! One game between bots.

use riverlab_bots::{Bot, BotRng, View};
use riverlab_engine::{Game, Outcome, PerPlayer, Seat, Turn};

use crate::play::streams::{ChanceStreams, bot_stream};

/// How many legal moves there is room for before the list grows.
const USUAL_MOVES: usize = 64;

/// A finished game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FinishedGame {
    /// The result.
    pub outcome: Outcome,
    /// How many decisions each seat took.
    pub decisions: PerPlayer<u32>,
    /// The seat that began.
    pub first_player: Seat,
}

/// A decision of a bot whose move is about to be played.
#[derive(Clone, Copy)]
pub struct Decision<'a, G: Game> {
    /// The bot.
    pub bot: &'a dyn Bot<G>,
    /// All legal moves.
    pub legal: &'a [G::Move],
}

/// Plays one deal and returns the result and the last position. `bots` sit at the seats in order; `before` sees every
/// position with the move about to be played and, unless it is chance's, the decision for it.
///
/// # Panics
/// When a bot gives an illegal move.
///
/// ```
/// use riverlab_arena::play::game_loop::play_game;
/// use riverlab_bots::{Bot, registry};
/// use riverlab_engine::games::toy::{Dice, FixedRules};
///
/// let bot = || registry::build::<Dice>(&"random".parse().expect("a spec")).expect("a bot of this game");
/// let (mut first, mut second) = (bot(), bot());
/// let mut bots: [&mut dyn Bot<Dice>; 2] = [first.as_mut(), second.as_mut()];
/// let mut moves = 0;
/// let (result, last) = play_game(&FixedRules, 1, 1, &mut bots, |_, _, _| moves += 1);
/// assert_eq!(riverlab_engine::Game::outcome(&last), Some(result.outcome));
/// assert!(moves >= result.decisions.iter().sum::<u32>(), "chance moves too");
/// ```
pub fn play_game<G: Game>(
    rules: &'static G::Rules,
    seed: u64,
    deal: u64,
    bots: &mut [&mut dyn Bot<G>],
    mut before: impl FnMut(&G, G::Move, Option<Decision<'_, G>>),
) -> (FinishedGame, G) {
    let mut state = G::new(rules, bots.len());
    let mut chance = ChanceStreams::new::<G>(seed, deal);
    let mut streams: Vec<BotRng> = Seat::all(bots.len()).map(|seat| bot_stream(seed, deal, seat)).collect();
    let mut decisions = PerPlayer::from_fn(bots.len(), |_| 0);
    let mut legal = Vec::with_capacity(USUAL_MOVES);
    let told: Vec<Seat> = Seat::all(bots.len()).filter(|seat| bots[seat.index()].remembers()).collect();
    for seat in &told {
        bots[seat.index()].begin_game();
    }
    loop {
        let mv = match state.turn() {
            Turn::Chance => chance.draw(&state),
            Turn::Player(seat) => {
                decisions[seat] += 1;
                state.legal_moves(&mut legal);
                let view = View::with_legal_moves(&state, seat, &legal);
                let mv = bots[seat.index()].choose(&view, &mut streams[seat.index()]);
                assert!(state.is_legal(mv), "{seat} played {} in\n{state:?}", state.move_text(mv));
                mv
            }
            Turn::Over => break,
        };
        before(&state, mv, state.turn().player().map(|seat| Decision { bot: &*bots[seat.index()], legal: &legal }));
        for &seat in told.iter().filter(|&&seat| state.is_visible_to(seat, mv)) {
            bots[seat.index()].observe(state.turn(), mv);
        }
        state.play_unchecked(mv);
    }
    let outcome = state.outcome().expect("the game is over");
    (FinishedGame { outcome, decisions, first_player: state.first_player() }, state)
}
