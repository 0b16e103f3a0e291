//! Games that are played on pages: those that are open, and those that wait in their files.

mod channel;
mod files;
mod host;
mod key;
mod room;
mod state;

use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use riverlab_engine::Seat;

pub(super) use channel::Sent;
pub(super) use files::has_outcome;
use files::{GameFiles, Places, all_ids, is_id};
pub(super) use key::Key;
pub(super) use room::{About, Room};
pub(super) use state::Role;

use riverlab_arena::error::ArenaError;
use riverlab_arena::live::{NewTable, Player, new_seed};
use riverlab_bots::play::streams::Deal;

use super::allowed::Allowed;
use super::refusal::Refusal;
use super::served::Served;

/// So many games are open at a time.
const MOST_OPEN: usize = 32;
/// How long the end of the server waits for games that are being saved.
const LAST_MOMENT: Duration = Duration::from_secs(2);
/// So many games may wait to be played on.
const MOST_UNFINISHED: usize = 200;

/// A game that somebody wants to play.
#[derive(Clone, Debug)]
pub(super) struct NewRoom {
    /// The game with its variant.
    pub(super) game: String,
    /// Who sits at each seat.
    pub(super) players: Vec<Player>,
    /// Whether all people share one screen.
    pub(super) one_screen: bool,
    /// The seed and the number of the deal; a new seed if there is none.
    pub(super) seed: Option<u64>,
    pub(super) deal: u64,
    /// Whether the trace is to say what bots thought.
    pub(super) explain: bool,
}

/// All games that are played on pages.
pub(super) struct Rooms {
    root: PathBuf,
    open: Mutex<BTreeMap<String, Arc<Room>>>,
}

impl Rooms {
    /// Those in the folder of a server.
    pub(super) fn new(root: &Path) -> Rooms {
        Rooms { root: root.to_owned(), open: Mutex::new(BTreeMap::new()) }
    }

    fn open(&self) -> MutexGuard<'_, BTreeMap<String, Arc<Room>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Begins a game. Says under which links people find it: what stands behind the name of the page is the key.
    pub(super) fn begin(
        &self,
        served: &Served,
        allowed: &Allowed,
        new: &NewRoom,
    ) -> Result<(String, Vec<(String, String)>), Refusal> {
        if self.unfinished().len() >= MOST_UNFINISHED {
            let message =
                format!("there are {MOST_UNFINISHED} games that are not over: finish some, or delete their files");
            return Err(Refusal::busy(message));
        }
        let mut open = self.open();
        make_place(&mut open)?;
        let seed = new.seed.map_or_else(new_seed, Ok)?;
        let deal = Deal { seed, number: new.deal }.checked().map_err(Refusal::wrong)?;
        let mut places = Places { game: new.game.clone(), screen: None, seats: Vec::new(), explain: new.explain };
        let table = NewTable { players: &new.players, programs: &allowed.programs, deal, detail: places.detail() };
        let table = served.open(&new.game, &table)?;
        // Only now is it sure that there are seats for so many.
        let people = Seat::all(new.players.len()).zip(&new.players).filter(|(_, player)| **player == Player::Human);
        let people: Vec<Seat> = people.map(|(seat, _)| seat).collect();
        let id = self.new_id(&table.header().game)?;
        let mut links = Vec::new();
        let mut link = |who: String, key: &Key| links.push((who.clone(), format!("/games/{id}/{who}#{}", key.text())));
        if new.one_screen && people.len() > 1 {
            let key = Key::new()?;
            link("screen".to_owned(), &key);
            places.screen = Some(key);
        } else {
            for seat in people {
                let key = Key::new()?;
                link(seat.to_string(), &key);
                places.seats.push((seat.to_string(), key));
            }
        }
        let files = GameFiles::new(&self.root, &id);
        files.begin(&places)?;
        let room = Room::open(&id, table, places, files)?;
        open.insert(id.clone(), Arc::new(room));
        Ok((id, links))
    }

    /// A name that no game has.
    fn new_id(&self, game: &str) -> Result<String, ArenaError> {
        let key = Key::new()?;
        let id = format!("{game}-{}", &key.text()[..8]);
        match GameFiles::new(&self.root, &id).places()? {
            Some(_) => self.new_id(game),
            None => Ok(id),
        }
    }

    /// The game with this name, opened again if need be.
    pub(super) fn get(&self, served: &Served, allowed: &Allowed, id: &str) -> Result<Arc<Room>, Refusal> {
        let mut open = self.open();
        open.retain(|_, room| !room.is_closed());
        if let Some(room) = open.get(id) {
            return Ok(Arc::clone(room));
        }
        let absent = || Refusal::absent(format!("there is no game \"{id}\""));
        if !is_id(id) {
            return Err(absent());
        }
        let files = GameFiles::new(&self.root, id);
        let places = files.places()?.ok_or_else(absent)?;
        make_place(&mut open)?;
        let room = Arc::new(open_again(served, allowed, id, places, files)?);
        open.insert(id.to_owned(), Arc::clone(&room));
        Ok(room)
    }

    /// The names of games that are not over.
    pub(super) fn unfinished(&self) -> Vec<String> {
        all_ids(&self.root).into_iter().filter(|id| !GameFiles::new(&self.root, id).is_over()).collect()
    }

    /// The trace of a game that is over, and its game with its variant.
    pub(super) fn trace(&self, id: &str) -> Result<(String, File), Refusal> {
        let absent = || Refusal::absent(format!("there is no game \"{id}\""));
        if !is_id(id) {
            return Err(absent());
        }
        let files = GameFiles::new(&self.root, id);
        let places = files.places()?.ok_or_else(absent)?;
        if !files.is_over() {
            return Err(Refusal::forbidden("the trace tells everything: it can be read once the game is over"));
        }
        let path = files.trace();
        let file = File::open(&path).map_err(|error| ArenaError::file("read", &path, error))?;
        Ok((places.game, file))
    }

    /// The game with its variant, of a trace that is one of these games.
    pub(super) fn game_of(&self, trace: &Path) -> Option<String> {
        let id = trace.file_stem()?.to_str().filter(|id| is_id(id))?;
        let files = GameFiles::new(&self.root, id);
        (files.trace() == trace).then(|| files.places().ok().flatten()).flatten().map(|places| places.game)
    }

    /// Closes all rooms, and waits a little for those that are being saved.
    pub(super) fn close(&self) {
        let rooms: Vec<Arc<Room>> = std::mem::take(&mut *self.open()).into_values().collect();
        for room in &rooms {
            room.close();
        }
        let begin = Instant::now();
        while rooms.iter().any(|room| !room.is_closed()) && begin.elapsed() < LAST_MOMENT {
            thread::sleep(Duration::from_millis(5));
        }
    }
}

/// Makes sure that one more room can be open: the first one is closed at which nobody looks.
fn make_place(open: &mut BTreeMap<String, Arc<Room>>) -> Result<(), Refusal> {
    if open.len() < MOST_OPEN {
        return Ok(());
    }
    let idle = open.iter().find(|(_, room)| room.is_idle()).map(|(id, _)| id.clone());
    let idle =
        idle.ok_or_else(|| Refusal::busy(format!("{MOST_OPEN} games are played at this moment: wait for one")))?;
    open.remove(&idle).expect("it was found").close();
    Ok(())
}

/// Opens a game again from its files. Who sits where is as it was.
fn open_again(served: &Served, allowed: &Allowed, id: &str, places: Places, files: GameFiles) -> Result<Room, Refusal> {
    let mut lines = files.lines()?;
    let header = lines.header()?;
    // The files are those of the server's owner, so that bots may be whatever they are, but programs must be there.
    let players: Vec<Player> =
        header.bots.iter().map(|text| text.parse()).collect::<Result<_, _>>().map_err(ArenaError::from)?;
    let table =
        NewTable { players: &players, programs: &allowed.programs, deal: header.dealt(), detail: places.detail() };
    let table = served.resume(&places.game, &mut lines, &header, &table)?;
    Ok(Room::open(id, table, places, files)?)
}
