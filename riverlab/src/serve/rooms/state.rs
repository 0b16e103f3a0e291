//! What a game on pages shows to its readers and hears from them: shared by the thread that owns the table and by all others.

use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, MutexGuard, PoisonError};

use riverlab_arena::live::Hint;
use riverlab_bots::BotSpec;
use riverlab_engine::Seat;
use tokio::sync::oneshot;

use super::channel::Channel;
use super::key::Key;
use crate::serve::refusal::Refusal;

/// Who looks at a game, and may act in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::serve) enum Role {
    /// An onlooker.
    Public,
    /// The person at a seat.
    Seat(Seat),
    /// All people, at one screen, in a game that hides nothing: whoever is to move.
    Screen,
}

/// What somebody asks for.
pub(super) enum Order {
    Play { seat: Seat, at: usize, mv: String, reply: Reply<()> },
    Undo { seat: Seat, at: usize, reply: Reply<()> },
    Hint { seat: Seat, at: usize, spec: BotSpec, reply: Reply<Hint> },
    GoOn,
    Close,
}

pub(super) type Reply<T> = oneshot::Sender<Result<T, Refusal>>;

/// How the game stands, for all that is no secret.
#[derive(Debug)]
pub(super) struct State {
    pub(super) waiting: Option<Seat>,
    pub(super) is_over: bool,
    pub(super) has_failed: bool,
    pub(super) undo: Option<Seat>,
    pub(super) channels: Vec<(Role, Channel)>,
    /// Who sits at the shared screen, and the key for this turn.
    pub(super) sitting: Option<(Seat, Key)>,
    pub(super) is_closed: bool,
}

#[derive(Debug)]
pub(super) struct Shared {
    pub(super) state: Mutex<State>,
    /// Makes bots give up their decisions, so that something else can be done: an order comes with it, and the host takes it
    /// back.
    pub(super) stop: AtomicBool,
}

impl Shared {
    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Nobody sits at the shared screen any more.
    pub(super) fn rise(&mut self) {
        if let Some((seat, _)) = self.sitting.take() {
            let mut channels = self.channels.iter().filter(|(role, _)| *role == Role::Seat(seat));
            channels.next().expect("a person has a channel").1.leave();
        }
    }
}
