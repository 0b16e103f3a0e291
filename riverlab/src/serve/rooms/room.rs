//! A game that is played on pages.
//!
//! One thread owns the table. It lets bots and chance move, does what people ask for, and after each move saves the game and
//! shows it to everybody who looks, to each as much as the viewer may know. Pages never touch the table.
//!
//! Several people who know different things share a screen by turns: who sits down gets a key for this turn, and when it is
//! another person's turn the key opens nothing any more.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use riverlab_arena::error::ArenaError;
use riverlab_arena::live::{Hint, LiveTable, Player};
use riverlab_bots::BotSpec;
use riverlab_engine::Seat;
use tokio::sync::{broadcast, oneshot};

use super::channel::{Channel, Sent};
use super::files::{GameFiles, Places};
use super::host::Host;
use super::key::Key;
use super::state::{Order, Reply, Role, Shared, State};
use crate::serve::refusal::Refusal;

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

async fn answer<T>(asked: oneshot::Receiver<Result<T, Refusal>>) -> Result<T, Refusal> {
    asked.await.unwrap_or_else(|_| Err(Refusal::conflict("the game is closed: load the page again")))
}

fn onlooker() -> Refusal {
    Refusal::forbidden("onlookers only look")
}
