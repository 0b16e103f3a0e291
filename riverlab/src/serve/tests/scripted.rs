//! A server whose games go as they are told to: what chance and bots do stands in a script, and happens when it is allowed.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use riverlab_arena::error::ArenaError;
use riverlab_arena::external::programs::Programs;
use riverlab_arena::live::{Advanced, Hint, LiveGame, LiveTable, NewTable, NoUndo, NotPlayed, Player, Sight};
use riverlab_arena::trace::{Header, Lines, Told};
use riverlab_bots::{BotSpec, Evaluate};
use riverlab_engine::{PartMeaning, Seat, Turn, Viewer};
use riverlab_lab::games::{Catalog, Registry};

use crate::serve::served::Served;
use crate::serve::{Allowed, Settings, server};

/// How often is looked whether somebody wants something while chance or a bot is not allowed to move.
const LOOK_EVERY: Duration = Duration::from_millis(2);

/// A game that is played by a script, but for the moves of people.
pub(super) struct Scripted<G: Evaluate> {
    pub(super) game: LiveGame<G>,
    /// The moves of the whole game.
    pub(super) moves: Vec<G::Move>,
    /// One for each move that chance or a bot may make.
    pub(super) permits: Receiver<()>,
}

impl<G: Evaluate> Scripted<G> {
    /// Waits like a bot that thinks.
    fn wait(&self, stop: &AtomicBool) -> Result<(), ArenaError> {
        loop {
            if stop.load(Ordering::Relaxed) {
                return Err(ArenaError::Interrupted);
            }
            match self.permits.recv_timeout(LOOK_EVERY) {
                Ok(()) => return Ok(()),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => thread::sleep(LOOK_EVERY),
            }
        }
    }
}

impl<G: Evaluate> LiveTable for Scripted<G> {
    fn advance(&mut self, stop: &AtomicBool) -> Result<Advanced, ArenaError> {
        match LiveTable::turn(&self.game) {
            Turn::Over => return Ok(Advanced::Over),
            Turn::Player(seat) if *self.game.player(seat) == Player::Human => return Ok(Advanced::Waiting(seat)),
            _ => self.wait(stop)?,
        }
        self.game.play_scripted(self.moves[self.game.n_moves()]);
        Ok(Advanced::Moved)
    }

    fn header(&self) -> &Header {
        LiveTable::header(&self.game)
    }

    fn title(&self) -> &'static str {
        self.game.title()
    }

    fn parts(&self) -> (&'static [&'static str], PartMeaning) {
        self.game.parts()
    }

    fn hides(&self) -> bool {
        self.game.hides()
    }

    fn player(&self, seat: Seat) -> &Player {
        self.game.player(seat)
    }

    fn turn(&self) -> Turn {
        LiveTable::turn(&self.game)
    }

    fn n_moves(&self) -> usize {
        self.game.n_moves()
    }

    fn sight(&self, viewer: Viewer) -> Sight {
        self.game.sight(viewer)
    }

    fn told(&self, viewer: Viewer, from: usize) -> Vec<Told> {
        self.game.told(viewer, from)
    }

    fn play(&mut self, seat: Seat, index: usize) -> Result<(), NotPlayed> {
        self.game.play(seat, index)
    }

    fn undo(&mut self, seat: Seat) -> Result<(), NoUndo> {
        self.game.undo(seat)
    }

    fn hint(&self, seat: Seat, spec: &BotSpec, stop: &AtomicBool) -> Result<Hint, ArenaError> {
        self.game.hint(seat, spec, stop)
    }

    fn trace(&self) -> String {
        self.game.trace()
    }
}

/// The table that the next game is played at.
type Next = Arc<Mutex<Option<Box<dyn LiveTable>>>>;

/// The games of riverlab, but that a game is taken up at the table that waits for it.
fn scripted(next: Next) -> Served {
    let take_up = move |_: &Catalog, _: &str, _: &mut Lines<'_>, _: &Header, _: &NewTable<'_>| {
        Ok(next.lock().expect("no panic").take().expect("a table waits"))
    };
    Served::taking_up(Registry::standard().catalog(), Box::new(take_up))
}

/// A server that runs until it is dropped.
pub(super) struct Server {
    pub(super) address: SocketAddr,
    next: Next,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    pub(super) fn start(folder: &Path) -> Server {
        let (next, stop) = (Next::default(), Arc::new(AtomicBool::new(false)));
        let served = Arc::new(scripted(Arc::clone(&next)));
        let settings = settings(folder);
        let (sender, links) = mpsc::channel();
        let stopped = Arc::clone(&stop);
        let thread = thread::spawn(move || {
            let ready = |link: &str| {
                sender.send(link.to_owned()).expect("somebody waits");
                Ok(())
            };
            server::run(served, settings, &stopped, ready).expect("a server");
        });
        let link = links.recv().expect("a link");
        let address = link.trim_start_matches("http://").trim_end_matches('/').parse().expect("an address");
        Server { address, next, stop, thread: Some(thread) }
    }

    /// The next game that is opened is this one.
    pub(super) fn set_table(&self, table: Box<dyn LiveTable>) {
        *self.next.lock().expect("no panic") = Some(table);
    }
}

fn settings(folder: &Path) -> Settings {
    let allowed = Allowed {
        specs: Vec::new(),
        programs: Programs::default(),
        hint: super::visit::HINT.parse().expect("a spec"),
        most_simulations: 100,
    };
    Settings { folder: folder.to_owned(), address: "127.0.0.1:0".parse().expect("an address"), token: None, allowed }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        let _ = self.thread.take().expect("it runs").join();
    }
}
