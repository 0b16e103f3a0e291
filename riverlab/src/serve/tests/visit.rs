//! A person at a page, who plays what the script says, asks for all that can be asked for, and keeps all that the server
//! sends. The others are driven along, and of what they are sent nothing is kept.
//!
//! Everything goes in lockstep: before the next request the event is there that tells of the last change.

use std::collections::BTreeMap;
use std::fs;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::mpsc::Sender;
use std::thread;
use std::time::Duration;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use riverlab_engine::Seat;
use serde_json::{Value, json};

use super::wire::{Events, Request};

/// The bot that is asked for hints.
pub(super) const HINT: &str = "mcts:sims=20";

/// How often something is asked for beside the moves.
const ASKED: (u32, u32) = (1, 3);

/// The key of a seat.
pub(super) fn key(seat: Seat) -> String {
    format!("{:032x}", seat.index() + 1)
}

/// What happens in a game, as people write it.
pub(super) struct Texts {
    pub(super) moves: Vec<String>,
    /// What is chosen first, and taken back, in the place of the move with this index and those after it.
    pub(super) detours: BTreeMap<usize, Vec<String>>,
}

/// Everything that the server has sent to one person.
#[derive(PartialEq)]
pub(super) struct Record {
    pub(super) answers: Vec<u8>,
    pub(super) events: Vec<u8>,
    /// How long both were, time after time.
    pub(super) moments: Vec<(usize, usize)>,
}

/// A person at a page.
pub(super) struct Visit {
    pub(super) address: SocketAddr,
    pub(super) id: String,
    /// The trace, as the server saves it.
    pub(super) trace: PathBuf,
    pub(super) texts: Texts,
    pub(super) who: Seat,
    /// Lets chance and bots move.
    pub(super) permits: Sender<()>,
}

/// A visit that has begun.
struct Visiting {
    visit: Visit,
    key: String,
    events: Events,
    now: Value,
    answers: Vec<u8>,
    moments: Vec<(usize, usize)>,
    rng: ChaCha8Rng,
}

impl Visit {
    /// From the first position to the result.
    pub(super) fn run(self) -> Record {
        let key = key(self.who);
        let line = format!("GET /games/{}/events", self.id);
        let mut events = Request { line: &line, key: Some(&key), ..Request::default() }.events(self.address);
        let now = events.next();
        let rng = ChaCha8Rng::seed_from_u64(self.texts.moves.len() as u64);
        let mut visiting = Visiting { visit: self, key, events, now, answers: Vec::new(), moments: Vec::new(), rng };
        visiting.page();
        while visiting.now["outcome"].is_null() {
            visiting.step();
        }
        visiting.page();
        visiting.glance(true);
        visiting.hint(HINT);
        visiting.undo();
        visiting.wait_until_saved();
        Record { answers: visiting.answers, events: visiting.events.bytes, moments: visiting.moments }
    }
}

impl Visiting {
    fn step(&mut self) {
        if self.rng.random_ratio(ASKED.0, ASKED.1) {
            self.ask();
        }
        if let Some(seat) = self.waiting() {
            self.act(seat);
        } else {
            self.visit.permits.send(()).expect("the table is there");
            self.read();
        }
    }

    fn at(&self) -> usize {
        self.now["at"].as_u64().expect("a number") as usize
    }

    /// The person who is to move.
    fn waiting(&self) -> Option<Seat> {
        self.now["waiting"].as_str().map(|seat| seat.parse().expect("a seat"))
    }

    /// The next event.
    fn read(&mut self) {
        self.now = self.events.next();
        self.keep_moment();
    }

    fn keep_moment(&mut self) {
        self.moments.push((self.answers.len(), self.events.bytes.len()));
    }

    /// Moves of a person: those that are taken back again, or the one that stands.
    fn act(&mut self, seat: Seat) {
        let at = self.at();
        let Some(others) = self.visit.texts.detours.remove(&at) else {
            let text = self.visit.texts.moves[at].clone();
            return self.act_as(seat, "move", &json!({ "at": at, "move": text }));
        };
        for text in &others {
            self.act_as(seat, "move", &json!({ "at": self.at(), "move": text }));
        }
        // The person who is watched may ask for one of them to be taken back.
        self.ask();
        while self.at() > at {
            self.act_as(seat, "undo", &json!({ "at": self.at() }));
        }
        assert_eq!(self.at(), at, "all was taken back");
    }

    /// Something that a person does, and that changes the game.
    fn act_as(&mut self, seat: Seat, what: &str, body: &Value) {
        let status = if seat == self.visit.who {
            self.post(what, body)
        } else {
            let (line, body) = (format!("POST /games/{}/{what}", self.visit.id), body.to_string());
            let request = Request { line: &line, key: Some(&key(seat)), body: &body, ..Request::default() };
            request.answer(self.visit.address).0
        };
        assert_eq!(status, 200, "{what} of {seat}: {body}");
        self.read();
    }

    /// Sends a request and keeps the answer.
    fn send(&mut self, request: Request<'_>) -> u16 {
        let (status, bytes) = request.answer(self.visit.address);
        self.answers.extend(bytes);
        self.keep_moment();
        status
    }

    fn get(&mut self, path: &str) -> u16 {
        let key = self.key.clone();
        self.send(Request { line: &format!("GET {path}"), key: Some(&key), ..Request::default() })
    }

    fn post(&mut self, what: &str, body: &Value) -> u16 {
        let (line, key) = (format!("POST /games/{}/{what}", self.visit.id), self.key.clone());
        self.send(Request { line: &line, key: Some(&key), body: &body.to_string(), ..Request::default() })
    }

    fn page(&mut self) {
        self.get(&format!("/games/{}/{}", self.visit.id, self.visit.who));
    }

    /// The whole position as somebody gets it who begins to look: this person again, or an onlooker.
    fn glance(&mut self, is_own: bool) {
        let (line, key) = (format!("GET /games/{}/events", self.visit.id), self.key.clone());
        let key = is_own.then_some(key.as_str());
        let mut events = Request { line: &line, key, ..Request::default() }.events(self.visit.address);
        events.next();
        self.answers.extend(events.bytes);
        self.keep_moment();
    }

    fn undo(&mut self) {
        if self.post("undo", &json!({ "at": self.at() })) == 200 {
            self.read();
        }
    }

    /// Asks for a hint, which is given to nobody but the person who is to move.
    fn hint(&mut self, bot: &str) {
        let is_own_turn = self.waiting() == Some(self.visit.who);
        let status = self.post("hint", &json!({ "at": self.at(), "bot": bot }));
        assert_eq!(status, if is_own_turn { 200 } else { 409 });
    }

    /// Asks for something that may be refused.
    fn ask(&mut self) {
        let (at, id) = (self.at(), self.visit.id.clone());
        match self.rng.random_range(0..15) {
            0 => self.page(),
            1 | 2 => self.hint(HINT),
            3 => self.hint("greedy"),
            4 | 5 => self.undo(),
            6 => drop(self.post("move", &json!({ "at": at + 1, "move": "nothing" }))),
            7 => drop(self.post("move", &json!({ "at": at, "move": "nothing" }))),
            8 => self.glance(true),
            9 => self.glance(false),
            10 => self.files(&id),
            11 => drop(self.get("/")),
            12 => drop(self.post("sit", &json!({ "seat": "p2" }))),
            13 => self.go_on(),
            _ => self.strange(&id),
        }
    }

    /// What is in files can be read once the game is over.
    fn files(&mut self, id: &str) {
        assert_eq!(self.get(&format!("/games/{id}/trace")), 403);
        assert_eq!(self.get(&format!("/games/{id}/replay")), 403);
        assert_eq!(self.get(&format!("/games/{id}/p9")), 404);
        assert_eq!(self.get(&format!("/replay?file=games/{id}.seats.json")), 422);
        if self.waiting().is_some() {
            self.wait_until_saved();
            assert_eq!(self.get(&format!("/replay?file=games/{id}.jsonl")), 422);
        }
    }

    /// Before it waits for a person the server saves the game, after it has shown it, and so it does at the end.
    fn wait_until_saved(&self) {
        let lines = 1 + self.at() + usize::from(!self.now["outcome"].is_null());
        let is_saved = || fs::read_to_string(&self.visit.trace).expect("a trace").lines().count() == lines;
        while !is_saved() {
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// The position is shown once more, at once only if nobody thinks.
    fn go_on(&mut self) {
        if self.waiting().is_some() {
            assert_eq!(self.post("go-on", &json!({})), 200);
            self.read();
        }
    }

    /// Requests that make no sense, or come from elsewhere.
    fn strange(&mut self, id: &str) {
        let line = format!("POST /games/{id}/move");
        let body = json!({ "at": self.at(), "move": "nothing" }).to_string();
        let (key, usual) = (self.key.clone(), Request { line: &line, body: &body, ..Request::default() });
        let wrong = "f".repeat(32);
        self.send(usual);
        self.send(Request { key: Some(&wrong), ..usual });
        self.send(Request { key: Some(&key), body: "{", ..usual });
        self.send(Request { key: Some(&key), head: "Origin: http://evil.example\r\n", ..usual });
    }
}
