//! The thread of a game on pages, which owns its table.

use std::io::{self, Write as _};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use riverlab_arena::error::ArenaError;
use riverlab_arena::live::{Advanced, Hint, LiveTable};
use riverlab_bots::BotSpec;
use riverlab_engine::{Seat, Turn, Viewer};

use super::channel::Shown;
use super::files::GameFiles;
use super::key::Key;
use super::state::{Order, Role, Shared};
use crate::serve::refusal::Refusal;

/// While bots move one after the other the game is saved this often; before it waits for somebody it is always saved. Bots
/// and chance would do the same again.
const SAVE_EVERY: Duration = Duration::from_millis(200);

/// The thread that owns the table.
pub(super) struct Host {
    pub(super) table: Box<dyn LiveTable>,
    pub(super) people: Vec<Seat>,
    pub(super) by_turns: bool,
    pub(super) shared: Arc<Shared>,
    pub(super) files: GameFiles,
    /// After how many moves, and when, the game was saved.
    pub(super) saved: Option<(usize, Instant)>,
}

/// Says that the host has ended, also where it has panicked, so that the game can be opened again.
struct Closing(Arc<Shared>);

impl Drop for Closing {
    fn drop(&mut self) {
        self.0.state().is_closed = true;
    }
}

/// Whether the host goes on.
#[derive(PartialEq)]
enum Then {
    GoOn,
    End,
}

impl Host {
    pub(super) fn run(mut self, orders: &Receiver<Order>) {
        let _closing = Closing(Arc::clone(&self.shared));
        while self.step(orders) == Then::GoOn {}
    }

    /// Does what was asked for, lets the next move happen, and waits where it is up to people.
    fn step(&mut self, orders: &Receiver<Order>) -> Then {
        while let Ok(order) = orders.try_recv() {
            if self.obey(order) == Then::End {
                return Then::End;
            }
        }
        match self.table.advance(&self.shared.stop) {
            Ok(Advanced::Moved) => {
                let is_due = self.rests() || self.saved.is_none_or(|(_, saved)| saved.elapsed() > SAVE_EVERY);
                if is_due && self.saved_or_failed() == Then::End {
                    return self.wait(orders);
                }
                self.show(false);
                Then::GoOn
            }
            Ok(Advanced::Waiting(_) | Advanced::Over) => {
                if self.saved.is_none_or(|(moves, _)| moves != self.table.n_moves()) {
                    self.saved_or_failed();
                }
                self.wait(orders)
            }
            Err(ArenaError::Interrupted) => {
                self.shared.stop.store(false, Ordering::SeqCst);
                self.wait(orders)
            }
            Err(error) => {
                self.failed(&error);
                self.wait(orders)
            }
        }
    }

    /// Whether nothing happens by itself now: what pages are shown then must be saved before, as they go on from there.
    fn rests(&self) -> bool {
        match self.table.turn() {
            Turn::Over => true,
            Turn::Chance => false,
            Turn::Player(seat) => self.people.contains(&seat),
        }
    }

    fn wait(&mut self, orders: &Receiver<Order>) -> Then {
        orders.recv().map_or(Then::End, |order| self.obey(order))
    }

    fn obey(&mut self, order: Order) -> Then {
        match order {
            Order::Play { seat, at, mv, reply } => drop(reply.send(self.play(seat, at, &mv))),
            Order::Undo { seat, at, reply } => {
                self.take_sign_back();
                drop(reply.send(self.undo(seat, at)));
            }
            Order::Hint { seat, at, spec, reply } => drop(reply.send(self.hint(seat, at, &spec))),
            Order::GoOn => self.show(false),
            Order::Close => return Then::End,
        }
        Then::GoOn
    }

    /// What was to be done at once is being done: the next hint is not to be given up.
    fn take_sign_back(&self) {
        let _state = self.shared.state();
        self.shared.stop.store(false, Ordering::Relaxed);
    }

    /// Whether the page has seen all moves.
    fn check(&self, at: usize) -> Result<(), Refusal> {
        let now = self.table.n_moves();
        if at == now {
            return Ok(());
        }
        Err(Refusal::conflict(format!("the game has gone on: there are {now} moves, this page knows of {at}")))
    }

    fn play(&mut self, seat: Seat, at: usize, mv: &str) -> Result<(), Refusal> {
        self.check(at)?;
        let moves = self.table.sight(Viewer::Seat(seat)).moves;
        let index = moves.iter().position(|legal| legal.text == mv);
        let index = index.ok_or_else(|| Refusal::wrong(format!("\"{mv}\" is not legal for {seat}")))?;
        self.table.play(seat, index).map_err(|error| Refusal::conflict(error.to_string()))?;
        self.changed()
    }

    fn undo(&mut self, seat: Seat, at: usize) -> Result<(), Refusal> {
        self.check(at)?;
        self.table.undo(seat).map_err(|error| Refusal::conflict(error.to_string()))?;
        self.changed()
    }

    fn hint(&mut self, seat: Seat, at: usize, spec: &BotSpec) -> Result<Hint, Refusal> {
        self.check(at)?;
        self.table.hint(seat, spec, &self.shared.stop).map_err(|error| match error {
            ArenaError::Interrupted => Refusal::conflict("the hint was given up"),
            // What a bot did wrong may tell what it has seen.
            ArenaError::Bot { .. } => {
                self.tell(&error);
                Refusal::new(StatusCode::BAD_GATEWAY, format!("{spec} has failed"))
            }
            other => other.into(),
        })
    }

    /// Saves and shows what a person has changed.
    fn changed(&mut self) -> Result<(), Refusal> {
        let saved = self.save();
        self.show(false);
        saved.map_err(|error| {
            self.failed(&error);
            Refusal::new(StatusCode::INSUFFICIENT_STORAGE, "the game cannot be saved")
        })
    }

    pub(super) fn save(&mut self) -> Result<(), ArenaError> {
        self.files.save(&self.table.trace())?;
        self.saved = Some((self.table.n_moves(), Instant::now()));
        Ok(())
    }

    fn saved_or_failed(&mut self) -> Then {
        match self.save() {
            Ok(()) => Then::GoOn,
            Err(error) => {
                self.failed(&error);
                Then::End
            }
        }
    }

    /// The server's own terminal is told everything, the pages only that something failed.
    fn failed(&mut self, error: &ArenaError) {
        self.tell(error);
        self.show(true);
    }

    fn tell(&self, error: &ArenaError) {
        let _ = writeln!(io::stderr(), "{}: {error}", self.files.trace().display());
    }

    /// Shows the position to everybody who looks.
    pub(super) fn show(&mut self, failed: bool) {
        let table = self.table.as_ref();
        let at = table.n_moves();
        let waiting = table.turn().player().filter(|seat| self.people.contains(seat));
        let sights: Vec<_> = self.people.iter().map(|&seat| table.sight(Viewer::Seat(seat))).collect();
        let undoable = self.people.iter().zip(&sights).find(|(_, sight)| sight.can_undo).map(|(&seat, _)| seat);
        let public = table.sight(Viewer::Public);
        let shared = Arc::clone(&self.shared);
        let mut state = shared.state();
        for (role, channel) in &mut state.channels {
            let seat = match *role {
                Role::Public => None,
                Role::Seat(seat) => Some(seat),
                Role::Screen => waiting,
            };
            let index = seat.and_then(|seat| self.people.iter().position(|person| *person == seat));
            let sight = index.map_or(&public, |index| &sights[index]).clone();
            let undo = match *role {
                Role::Public => None,
                Role::Seat(seat) => sight.can_undo.then_some(seat),
                Role::Screen => undoable,
            };
            let viewer = seat.map_or(Viewer::Public, Viewer::Seat);
            channel.keep(at);
            let told = table.told(viewer, channel.told());
            channel.show(Shown { sight, at, waiting, undo, failed }, told);
        }
        state.waiting = waiting;
        state.undo = undoable;
        state.is_over = public.outcome.is_some();
        state.has_failed = failed;
        let another = |(seat, _): &(Seat, Key)| waiting.is_some_and(|next| next != *seat) || public.outcome.is_some();
        if self.by_turns && state.sitting.as_ref().is_some_and(another) {
            state.rise();
        }
    }
}
