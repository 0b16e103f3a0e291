//! A game that is played on pages.
//!
//! One thread owns the table. It lets bots and chance move, does what people ask for, and after each move saves the game and
//! shows it to everybody who looks, to each as much as the viewer may know. Pages never touch the table.
//!
//! Several people who know different things share a screen by turns: who sits down gets a key for this turn, and when it is
//! another person's turn the key opens nothing any more.

use std::io::{self, Write as _};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use riverlab_bots::BotSpec;
use riverlab_engine::{Seat, Turn, Viewer};
use tokio::sync::{broadcast, oneshot};

use super::channel::{Channel, Sent, Shown};
use super::files::{GameFiles, Places};
use super::key::Key;
use crate::error::ArenaError;
use crate::live::{Advanced, Hint, LiveTable, Player};
use crate::serve::refusal::Refusal;

/// While bots move one after the other the game is saved this often; before it waits for somebody it is always saved. Bots
/// and chance would do the same again.
const SAVE_EVERY: Duration = Duration::from_millis(200);

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
enum Order {
    Play { seat: Seat, at: usize, mv: String, reply: Reply<()> },
    Undo { seat: Seat, at: usize, reply: Reply<()> },
    Hint { seat: Seat, at: usize, spec: BotSpec, reply: Reply<Hint> },
    GoOn,
    Close,
}

type Reply<T> = oneshot::Sender<Result<T, Refusal>>;

/// How the game stands, for all that is no secret.
#[derive(Debug)]
struct State {
    at: usize,
    waiting: Option<Seat>,
    is_over: bool,
    has_failed: bool,
    undo: Option<Seat>,
    channels: Vec<(Role, Channel)>,
    /// Who sits at the shared screen, and the key for this turn.
    sitting: Option<(Seat, Key)>,
    is_closed: bool,
}

#[derive(Debug)]
struct Shared {
    state: Mutex<State>,
    /// Makes bots give up their decisions, so that something else can be done: an order comes with it, and the host takes it
    /// back.
    stop: AtomicBool,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What does not change while a game is played.
#[derive(Clone, Debug)]
pub(in crate::serve) struct About {
    /// The name of the game on pages and of its files.
    pub(in crate::serve) id: String,
    /// The name on the box.
    pub(in crate::serve) title: &'static str,
    /// Who plays, in seat order.
    pub(in crate::serve) players: Vec<String>,
    /// The seats of people.
    pub(in crate::serve) people: Vec<Seat>,
    /// The names of the score parts.
    pub(in crate::serve) parts: &'static [&'static str],
    /// Whether people share a screen by turns, as they know different things.
    pub(in crate::serve) by_turns: bool,
}

/// A game that is played on pages.
pub(in crate::serve) struct Room {
    about: About,
    places: Places,
    shared: Arc<Shared>,
    orders: Mutex<Sender<Order>>,
}

impl Room {
    /// Begins to play.
    pub(super) fn open(
        id: &str,
        table: Box<dyn LiveTable>,
        places: Places,
        files: GameFiles,
    ) -> Result<Room, ArenaError> {
        let seats = Seat::all(table.header().players);
        let people: Vec<Seat> = seats.filter(|&seat| *table.player(seat) == Player::Human).collect();
        let about = About {
            id: id.to_owned(),
            title: table.title(),
            players: table.header().bots.clone(),
            people: people.clone(),
            parts: table.parts().0,
            by_turns: places.screen.is_some() && table.hides(),
        };
        let roles = match places.screen {
            Some(_) if !table.hides() => vec![Role::Public, Role::Screen],
            _ => std::iter::once(Role::Public).chain(people.iter().map(|&seat| Role::Seat(seat))).collect(),
        };
        let state = State {
            at: table.n_moves(),
            waiting: None,
            is_over: false,
            has_failed: false,
            undo: None,
            channels: roles.into_iter().map(|role| (role, Channel::new())).collect(),
            sitting: None,
            is_closed: false,
        };
        let shared = Arc::new(Shared { state: Mutex::new(state), stop: AtomicBool::new(false) });
        let (orders, received) = mpsc::channel();
        let by_turns = about.by_turns;
        let mut host = Host { table, people, by_turns, shared: Arc::clone(&shared), files, saved: None };
        host.save()?;
        host.show(false);
        thread::Builder::new()
            .name(format!("game {id}"))
            .spawn(move || host.run(&received))
            .map_err(|error| ArenaError::Usage(format!("no thread for a game: {error}")))?;
        Ok(Room { about, places, shared, orders: Mutex::new(orders) })
    }

    /// What does not change while it is played.
    pub(in crate::serve) fn about(&self) -> &About {
        &self.about
    }

    /// The role that a key gives; an onlooker has none.
    pub(in crate::serve) fn role(&self, key: Option<&str>) -> Result<Role, Refusal> {
        self.role_now(&self.shared.state(), key)
    }

    fn role_now(&self, state: &State, key: Option<&str>) -> Result<Role, Refusal> {
        let Some(key) = key else { return Ok(Role::Public) };
        let seat = self.about.people.iter().find(|&&seat| self.places.key(seat).is_some_and(|own| own.opens(key)));
        if let Some(&seat) = seat {
            return Ok(Role::Seat(seat));
        }
        if self.opens_screen(key) {
            return Ok(if self.about.by_turns { Role::Public } else { Role::Screen });
        }
        match &state.sitting {
            Some((seat, own)) if own.opens(key) => Ok(Role::Seat(*seat)),
            _ => Err(Refusal::forbidden("this key opens no seat, or it is another player's turn at this screen")),
        }
    }

    fn opens_screen(&self, key: &str) -> bool {
        self.places.screen.as_ref().is_some_and(|screen| screen.opens(key))
    }

    /// Lets the person sit down whose turn it is, and gives the key for this turn. Whoever sat there before cannot look any
    /// more.
    pub(in crate::serve) fn sit(&self, key: Option<&str>, seat: Seat) -> Result<Key, Refusal> {
        if !self.about.by_turns || !key.is_some_and(|key| self.opens_screen(key)) {
            return Err(Refusal::forbidden("only those who share the screen of this game can sit down at it"));
        }
        let key = Key::new()?;
        let mut state = self.shared.state();
        if state.waiting != Some(seat) {
            return Err(Refusal::conflict(format!("it is not the turn of {seat}")));
        }
        state.rise();
        state.sitting = Some((seat, key.clone()));
        Ok(key)
    }

    /// The position as it is seen with this key, and all that comes after it, until the key opens nothing any more.
    pub(in crate::serve) fn listen(
        &self,
        key: Option<&str>,
    ) -> Result<(Option<Sent>, broadcast::Receiver<Sent>), Refusal> {
        let state = self.shared.state();
        let role = self.role_now(&state, key)?;
        let channel = state.channels.iter().find(|(whose, _)| *whose == role);
        channel
            .map(|(_, channel)| channel.listen())
            .ok_or_else(|| Refusal::absent("nobody looks at this game that way"))
    }

    /// Plays a move of a person, after so many moves.
    pub(in crate::serve) async fn play(&self, role: Role, at: usize, mv: String) -> Result<(), Refusal> {
        let seat = self.acting(role)?;
        answer(self.ask(|reply| Order::Play { seat, at, mv, reply })).await
    }

    /// What a bot would do in the place of the person who is to move.
    pub(in crate::serve) async fn hint(&self, role: Role, at: usize, spec: BotSpec) -> Result<Hint, Refusal> {
        let seat = self.acting(role)?;
        answer(self.ask(|reply| Order::Hint { seat, at, spec, reply })).await
    }

    /// Takes back the last move of a person.
    pub(in crate::serve) async fn undo(&self, role: Role, at: usize) -> Result<(), Refusal> {
        let seat = match role {
            Role::Public => return Err(onlooker()),
            Role::Seat(seat) => seat,
            Role::Screen => {
                let undo = self.shared.state().undo;
                undo.ok_or_else(|| Refusal::conflict("there is nothing that can be taken back"))?
            }
        };
        answer(self.ask_and_stop(|reply| Order::Undo { seat, at, reply })).await
    }

    /// Goes on after a bot has failed.
    pub(in crate::serve) fn go_on(&self, role: Role) -> Result<(), Refusal> {
        if role == Role::Public && !self.about.people.is_empty() {
            return Err(onlooker());
        }
        self.send(Order::GoOn);
        Ok(())
    }

    /// The person for whom this role acts now.
    fn acting(&self, role: Role) -> Result<Seat, Refusal> {
        let waiting = self.shared.state().waiting;
        let not_now = || Refusal::conflict("it is the turn of nobody at this page");
        match role {
            Role::Public => Err(onlooker()),
            Role::Screen => waiting.ok_or_else(not_now),
            Role::Seat(seat) if waiting == Some(seat) => Ok(seat),
            Role::Seat(_) => Err(not_now()),
        }
    }

    fn send(&self, order: Order) {
        // Without a host the room is closed, which its answers say.
        let _ = self.orders.lock().unwrap_or_else(PoisonError::into_inner).send(order);
    }

    fn ask<T>(&self, order: impl FnOnce(Reply<T>) -> Order) -> oneshot::Receiver<Result<T, Refusal>> {
        let (reply, answer) = oneshot::channel();
        self.send(order(reply));
        answer
    }

    /// Asks, and makes a bot that thinks give up. The host takes the sign back only after it was given.
    fn ask_and_stop<T>(&self, order: impl FnOnce(Reply<T>) -> Order) -> oneshot::Receiver<Result<T, Refusal>> {
        let _state = self.shared.state();
        let asked = self.ask(order);
        self.shared.stop.store(true, Ordering::Relaxed);
        asked
    }

    /// Whether nobody looks and nothing happens, so that the room could be closed.
    pub(super) fn is_idle(&self) -> bool {
        let state = self.shared.state();
        let is_heard = state.channels.iter().any(|(_, channel)| channel.is_heard());
        !is_heard && (state.waiting.is_some() || state.is_over || state.has_failed)
    }

    /// Whether its host has ended.
    pub(super) fn is_closed(&self) -> bool {
        self.shared.state().is_closed
    }

    /// Stops playing; the game can be opened again from its files.
    pub(super) fn close(&self) {
        self.shared.stop.store(true, Ordering::SeqCst);
        self.send(Order::Close);
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        self.close();
    }
}

impl State {
    /// Nobody sits at the shared screen any more.
    fn rise(&mut self) {
        if let Some((seat, _)) = self.sitting.take() {
            let mut channels = self.channels.iter().filter(|(role, _)| *role == Role::Seat(seat));
            channels.next().expect("a person has a channel").1.leave();
        }
    }
}

async fn answer<T>(asked: oneshot::Receiver<Result<T, Refusal>>) -> Result<T, Refusal> {
    asked.await.unwrap_or_else(|_| Err(Refusal::conflict("the game is closed: load the page again")))
}

fn onlooker() -> Refusal {
    Refusal::forbidden("onlookers only look")
}

/// The thread that owns the table.
struct Host {
    table: Box<dyn LiveTable>,
    people: Vec<Seat>,
    by_turns: bool,
    shared: Arc<Shared>,
    files: GameFiles,
    /// After how many moves, and when, the game was saved.
    saved: Option<(usize, Instant)>,
}

/// Whether the host goes on.
#[derive(PartialEq)]
enum Then {
    GoOn,
    End,
}

impl Host {
    fn run(mut self, orders: &Receiver<Order>) {
        while self.step(orders) == Then::GoOn {}
        self.shared.state().is_closed = true;
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

    fn save(&mut self) -> Result<(), ArenaError> {
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
    fn show(&mut self, failed: bool) {
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
        state.at = at;
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
