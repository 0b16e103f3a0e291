//! Somebody who plays at a page: begins a game, looks, moves.

use std::fs;
use std::net::TcpStream;
use std::path::Path;

use serde_json::{Value, json};

use super::client::{Answer, Events, Server};

/// A game that was begun.
#[derive(Clone)]
pub(super) struct Begun {
    pub(super) id: String,
    /// Under which name which key opens what: `p1`, or `screen`.
    keys: Vec<(String, String)>,
}

impl Begun {
    /// Begins a game with this seed. More is said as in the request.
    pub(super) fn new(server: &Server, game: &str, seats: &[&str], more: &Value) -> Begun {
        let mut request = json!({ "game": game, "seats": seats, "seed": 5 });
        request.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        let answer = server.post("/games", "", &request).ok().json();
        let key = |link: &Value| {
            let (page, key) = link["link"].as_str().expect("a link").split_once('#').expect("a key");
            assert_eq!(server.get(page).status, 200, "{page}");
            (link["who"].as_str().expect("a name").to_owned(), key.to_owned())
        };
        let keys = answer["links"].as_array().expect("links").iter().map(key).collect();
        Begun { id: answer["id"].as_str().expect("a name").to_owned(), keys }
    }

    /// The key of a seat or of the screen.
    pub(super) fn key(&self, who: &str) -> &str {
        &self.keys.iter().find(|(name, _)| name == who).expect("a key").1
    }

    pub(super) fn names(&self) -> Vec<&str> {
        self.keys.iter().map(|(name, _)| name.as_str()).collect()
    }

    /// Does something with a key.
    pub(super) fn post(&self, server: &Server, what: &str, key: &str, json: &Value) -> Answer {
        server.post(&format!("/games/{}/{what}", self.id), key, json)
    }

    /// Plays a move, known by its text, after so many.
    pub(super) fn play(&self, server: &Server, key: &str, at: &Value, mv: &Value) -> Answer {
        self.post(server, "move", key, &json!({ "at": at, "move": mv }))
    }

    /// What a bot advises.
    pub(super) fn hint(&self, server: &Server, key: &str, at: &Value, bot: &str) -> Answer {
        self.post(server, "hint", key, &json!({ "at": at, "bot": bot }))
    }

    /// The position as it comes first, and all that come after it.
    pub(super) fn look(&self, server: &Server, key: &str) -> Looking {
        let events = server.events(&self.events(), key);
        Looking { events: events.unwrap_or_else(|answer| panic!("{}: {}", answer.status, answer.text())) }
    }

    /// Where its event stream is.
    pub(super) fn events(&self) -> String {
        format!("/games/{}/events", self.id)
    }

    /// The trace as it lies in the folder of the server.
    pub(super) fn trace(&self, folder: &Path) -> String {
        fs::read_to_string(folder.join(format!("games/{}.jsonl", self.id))).expect("a trace")
    }
}

/// Somebody who looks at a game.
pub(super) struct Looking {
    events: Events,
}

impl Looking {
    /// From a connection on which an event stream was asked for.
    pub(super) fn of(stream: TcpStream) -> Looking {
        Looking { events: Events::read(stream).unwrap_or_else(|answer| panic!("{}", answer.status)) }
    }

    /// The next position; nothing once another person sits at the screen, or the game is closed.
    pub(super) fn next(&mut self) -> Option<Value> {
        let (event, data) = self.events.next()?;
        (event == "sight").then(|| serde_json::from_str(&data).expect("JSON"))
    }

    /// The name of the next event; nothing at the end.
    pub(super) fn event(&mut self) -> Option<String> {
        self.events.next().map(|(event, _)| event)
    }

    /// The first position from now on at which something is so.
    pub(super) fn until(&mut self, is_so: impl Fn(&Value) -> bool) -> Value {
        loop {
            let sight = self.next().expect("the game goes on");
            if is_so(&sight) {
                return sight;
            }
        }
    }

    /// The first position from now on at which a person is to move, after at least so many moves; or that of the end.
    pub(super) fn turn(&mut self, at: u64) -> Value {
        self.until(|sight| sight["at"].as_u64() >= Some(at) && (!sight["waiting"].is_null() || is_over(sight)))
    }
}

pub(super) fn is_over(sight: &Value) -> bool {
    !sight["outcome"].is_null()
}

/// How many moves there were.
pub(super) fn moves(sight: &Value) -> u64 {
    sight["at"].as_u64().expect("a number")
}

/// A move that is legal in this position; the same each time.
pub(super) fn some_move(sight: &Value) -> &Value {
    let legal = sight["legal"].as_array().expect("moves");
    assert!(!legal.is_empty(), "{sight}");
    &legal[(moves(sight) as usize * 7 + 3) % legal.len()]["move"]
}
