//! A game that is played while its decisions are counted and noted.

use std::sync::atomic::AtomicBool;

use riverlab_engine::Components;

use crate::bot::Bot;

use super::component_event::ComponentEvent;
use super::count::WorkerCount;
use super::decisions::Recorder;
use super::game_loop::{BotFailure, Decision, FinishedGame, play_game_until};
use super::observe::Observer;
use super::streams::Deal;

/// What is written down of games while they are played: their decisions, and what happens to components.
#[derive(Debug)]
pub struct GameRecorder {
    recorder: Recorder,
    observer: Observer,
}

impl GameRecorder {
    /// Nothing yet.
    pub fn new<G: Components>(rules: &G::Rules, players: usize) -> Self {
        GameRecorder { recorder: Recorder::default(), observer: Observer::new::<G>(rules, players) }
    }

    /// How much has been written down: bytes of decisions, and events.
    pub fn lengths(&self) -> (usize, usize) {
        (self.recorder.rows().len(), self.observer.events().len())
    }

    /// Takes the rows of decisions and the events.
    pub fn take(&mut self) -> (Vec<u8>, Vec<ComponentEvent>) {
        (self.recorder.take_rows(), self.observer.take_events())
    }

    #[inline]
    fn before<G: Components>(&mut self, state: &G, mv: G::Move, decision: Option<Decision<'_, G>>) {
        match decision {
            Some(decision) => {
                self.recorder.decided(decision.index);
                self.observer.before_decision(state, mv);
            }
            None => self.observer.before_chance_event(state, mv),
        }
    }
}

/// Who watches a game.
#[derive(Debug)]
pub struct Watch<'a> {
    /// The number by which rows name the game.
    pub game: u64,
    /// Counts decisions.
    pub count: &'a WorkerCount,
    /// What is written down, if anything is.
    pub recorder: Option<&'a mut GameRecorder>,
}

/// Plays one deal as [`play_game_until`] does, compiled where this is called.
///
/// # Errors
/// As [`play_game_until`].
pub fn play_watched_game_here<G: Components>(
    rules: &'static G::Rules,
    deal: Deal,
    bots: &mut [&mut dyn Bot<G>],
    stop: &AtomicBool,
    watch: Watch<'_>,
) -> Result<FinishedGame, BotFailure> {
    let Watch { game, count, recorder } = watch;
    let count = |decision: Option<&Decision<'_, G>>| {
        if decision.is_some() {
            count.add();
        }
    };
    let Some(recorder) = recorder else {
        let before = |_: &G, _, decision: Option<Decision<'_, G>>| count(decision.as_ref());
        return Ok(play_game_until(rules, deal, bots, stop, before)?.0);
    };
    recorder.recorder.begin(game);
    recorder.observer.begin();
    let (result, last) = play_game_until(rules, deal, bots, stop, |state, mv, decision| {
        count(decision.as_ref());
        recorder.before(state, mv, decision);
    })?;
    recorder.recorder.end();
    recorder.observer.end(&last);
    Ok(result)
}
