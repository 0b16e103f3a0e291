//! Games of a schedule that are looked at while they are played, for tests.

use riverlab_bots::{Bot, Evaluate};

use crate::play::game_loop::{FinishedGame, play_game};
use crate::schedule::ScheduledGame;

/// Plays a game of a schedule between these bots, of which each sits at one seat at most.
pub(super) fn play<G: Evaluate>(
    rules: &'static G::Rules,
    seed: u64,
    game: &ScheduledGame,
    bots: &mut [Box<dyn Bot<G>>],
    mut before: impl FnMut(&G, G::Move),
) -> FinishedGame {
    let mut free: Vec<Option<&mut Box<dyn Bot<G>>>> = bots.iter_mut().map(Some).collect();
    let table = game.seats.iter().map(|&bot| free[usize::from(bot)].take().expect("one seat each").as_mut() as _);
    let mut table: Vec<&mut dyn Bot<G>> = table.collect();
    play_game(rules, seed, game.deal, &mut table, |state, mv, _| before(state, mv)).expect("legal moves").0
}
