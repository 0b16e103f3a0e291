//! The lines of the protocol `riverlab-bot/1`: what a program is told, and what it answers.
//!
//! JSON Lines in UTF-8, one object a line. What a program is told is what its seat may see: nothing here gets at a position
//! but through [`View`] and [`Seen`].

use std::fmt::Write as _;

use riverlab_bots::{NewGame, Seen, View};
use riverlab_engine::{Game, GameRules, Outcome, PublicEvent, Seat, Turn};
use serde::Deserialize;
use serde_json::{Value, json};

use super::fault::{Fault, FaultClass};
use super::mended::mended;
use crate::external::programs::{Clock, Hello};
use crate::fingerprint::fingerprint;
use crate::json::json_number;

/// The protocol.
pub(crate) const PROTOCOL: u32 = 1;
/// The name of the protocol.
pub const PROTOCOL_NAME: &str = "riverlab-bot/1";

/// The line that asks a program who it is.
pub(crate) fn hello() -> String {
    let line = json!({ "t": "hello", "protocols": [PROTOCOL], "riverlab": env!("CARGO_PKG_VERSION") });
    format!("{line}\n")
}

/// The line that ends a conversation.
pub(crate) const QUIT: &str = "{\"t\":\"quit\"}\n";

/// What a program wants to be told beside what it needs.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Wants {
    rules: bool,
    position: bool,
}

impl Wants {
    /// What a program said that it wants; other wishes are those of later protocols.
    pub(crate) fn of(hello: &Hello) -> Wants {
        let wants = |name: &str| hello.wants.iter().any(|want| want == name);
        Wants { rules: wants("rules"), position: wants("position") }
    }
}

/// The start of a game.
struct Begin<'a> {
    game: &'static str,
    modification: Option<(Option<Seat>, &'a str)>,
    players: usize,
    /// The number of the seat, from 1.
    seat: usize,
    seed: u64,
}

/// What one seat is told in a game.
#[derive(Clone, Default, Debug)]
pub(crate) struct Dialog {
    wants: Wants,
    clock: Option<Clock>,
    /// The values of the tables that were set.
    sets: Vec<String>,
    /// The rules that were described last, with their description.
    rules: Option<(usize, String)>,
    /// What the seat saw since it was told last: the elements of a JSON list.
    saw: String,
}

/// A question.
pub(super) struct Question<'a> {
    /// The number of the decision in its game, from 1.
    pub(crate) id: u32,
    /// The seed of the decision.
    pub(crate) seed: u64,
    /// The texts of the legal moves.
    pub(crate) legal: &'a [String],
    /// The milliseconds that are left on a clock.
    pub(crate) left_ms: Option<u64>,
}

impl Dialog {
    pub(crate) fn new(wants: Wants, clock: Option<Clock>, sets: Vec<String>) -> Dialog {
        Dialog { wants, clock, sets, rules: None, saw: String::new() }
    }

    /// A game begins.
    pub(crate) fn game<G: Game>(&mut self, game: &NewGame<G>) -> String {
        let begin = Begin {
            game: G::NAME,
            modification: game.rules.modification(),
            players: game.players,
            seat: game.seat.index() + 1,
            seed: game.seed,
        };
        self.begin(&begin, std::ptr::from_ref(game.rules) as usize, &|| game.rules.canonical())
    }

    fn begin(&mut self, game: &Begin<'_>, address: usize, canonical: &dyn Fn() -> &'static str) -> String {
        self.saw.clear();
        let [id, seed] = two_numbers(game.seed);
        let rules = self.rules_text(address, canonical).to_owned();
        let mut line = format!(
            "{{\"t\":\"game\",\"id\":\"{id:016x}\",\"game\":\"{}\",{rules},\"set\":{},\"interventions\":{},\"players\":{},\
             \"seat\":{},\"seed\":\"{seed:016x}\"",
            game.game,
            json!(self.sets),
            interventions(game.modification),
            game.players,
            game.seat,
        );
        match self.clock {
            None => {}
            Some(Clock::Move(ms)) => write!(line, ",\"move_ms\":{ms}").expect("written"),
            Some(Clock::Game { start, increment }) => {
                write!(line, ",\"game_ms\":{start},\"increment_ms\":{increment}").expect("written");
            }
        }
        line.push_str("}\n");
        line
    }

    /// The fingerprint of rules and, for who wants them, all tables. Positions refer to their rules, so rules at the same
    /// address are the same.
    fn rules_text(&mut self, address: usize, canonical: &dyn Fn() -> &'static str) -> &str {
        if self.rules.as_ref().is_none_or(|(known, _)| *known != address) {
            let canonical = canonical();
            let mut text = format!("\"rules\":\"{}\"", fingerprint(canonical));
            if self.wants.rules {
                write!(text, ",\"tables\":{}", tables(canonical)).expect("written");
            }
            self.rules = Some((address, text));
        }
        self.rules.as_ref().map_or("", |(_, text)| text)
    }

    /// A move is made.
    pub(crate) fn observe<G: Game>(&mut self, seen: &Seen<'_, G>) {
        self.add_to_saw(seen.turn(), seen.text().as_deref(), &seen.public_events());
    }

    fn add_to_saw(&mut self, turn: Turn, text: Option<&str>, events: &[PublicEvent]) {
        if !self.saw.is_empty() {
            self.saw.push(',');
        }
        write!(self.saw, "[\"{turn}\",").expect("written");
        match text {
            Some(text) => push_text(&mut self.saw, text),
            None => self.saw.push_str("null"),
        }
        self.saw.push(']');
        for event in events {
            write!(self.saw, ",[\"{}\",{{", event.kind).expect("written");
            for (idx, (seat, word)) in event.by_seat.iter().enumerate() {
                write!(self.saw, "{}\"{seat}\":", if idx == 0 { "" } else { "," }).expect("written");
                push_text(&mut self.saw, word);
            }
            self.saw.push_str("}]");
        }
    }

    /// A decision is to be taken.
    pub(crate) fn question<G: Game>(&mut self, view: &View<'_, G>, question: &Question<'_>) -> String {
        self.ask(question, view.is_simultaneous(), &|| view.known_position())
    }

    fn ask(&mut self, question: &Question<'_>, is_simultaneous: bool, position: &dyn Fn() -> Value) -> String {
        let Question { id, seed, legal, left_ms } = question;
        let mut line =
            format!("{{\"t\":\"move\",\"id\":{id},\"seed\":\"{seed:016x}\",\"saw\":[{}],\"legal\":[", self.saw);
        self.saw.clear();
        for (idx, text) in legal.iter().enumerate() {
            if idx > 0 {
                line.push(',');
            }
            push_text(&mut line, text);
        }
        line.push(']');
        if let Some(ms) = left_ms {
            write!(line, ",\"left_ms\":{ms}").expect("written");
        }
        if is_simultaneous {
            line.push_str(",\"simultaneous\":true");
        }
        if self.wants.position {
            write!(line, ",\"position\":{}", position()).expect("written");
        }
        line.push_str("}\n");
        line
    }

    /// The game is over.
    pub(crate) fn over(&mut self, outcome: &Outcome) -> String {
        let scores: Vec<Value> = outcome.scores.iter().map(|&score| json_number(score)).collect();
        let shares: Vec<Value> = outcome.shares.iter().map(|share| json_number(share.value())).collect();
        let line = format!(
            "{{\"t\":\"over\",\"saw\":[{}],\"scores\":{},\"shares\":{}}}\n",
            self.saw,
            Value::from(scores),
            Value::from(shares)
        );
        self.saw.clear();
        line
    }
}

/// The answer to a question for playouts: for each move the mean share of each seat.
pub(crate) fn playouts(id: u32, shares: &[Vec<f64>]) -> String {
    format!("{}\n", json!({ "t": "playouts", "id": id, "shares": shares }))
}

/// Two numbers of which neither tells anything of the other or of the one that they are made of.
fn two_numbers(seed: u64) -> [u64; 2] {
    use riverlab_bots::{
        BotRng,
        rand::{Rng, SeedableRng},
    };
    let mut rng = BotRng::seed_from_u64(seed);
    [rng.next_u64(), rng.next_u64()]
}

/// What an experiment changes, by whom it affects.
fn interventions(modification: Option<(Option<Seat>, &str)>) -> Value {
    let whom = |seat: Option<Seat>| seat.map_or("all".to_owned(), |seat| seat.to_string());
    modification.map_or(json!([]), |(seat, name)| json!([[whom(seat), name]]))
}

/// All rules tables; those of a game without tables are a text.
fn tables(text: &str) -> Value {
    let table: Option<toml::Table> = text.parse().ok();
    table.map_or_else(|| json!(text), |table| serde_json::to_value(table).expect("plain data"))
}

fn push_text(line: &mut String, text: &str) {
    // Texts of moves hardly ever need it, and most of a line is texts of moves.
    if text.bytes().all(|byte| byte >= b' ' && byte != b'"' && byte != b'\\') {
        line.push('"');
        line.push_str(text);
        line.push('"');
    } else {
        line.push_str(&Value::from(text).to_string());
    }
}

/// What a program says; what it says beyond that is ignored.
#[derive(Debug)]
pub(crate) enum Said {
    /// Who it is, and which protocol it speaks.
    Hello(u32, Hello),
    /// Its answer to a question, with what it has to say of it.
    Move { id: u64, mv: Option<String>, index: Option<u64>, info: Option<String> },
    /// A question of its own.
    Playouts { id: u64, moves: Vec<String>, playouts: u64 },
    /// Something of a later protocol.
    Other,
}

/// Reads a line of a program. Blank lines say nothing.
pub(crate) fn read(line: &str) -> Result<Said, Fault> {
    if line.trim().is_empty() {
        return Ok(Said::Other);
    }
    let shown = || line.chars().take(80).collect::<String>();
    let not_json = |error: serde_json::Error| Fault::new(FaultClass::NotJson, format!("{error}: {}", shown()));
    let value: serde_json::Result<Value> = serde_json::from_str(line);
    let value = value.or_else(|error| serde_json::from_str(&mended(line)).map_err(|_| not_json(error)))?;
    let Some(kind) = value.as_object().map(|object| object.get("t").and_then(Value::as_str)) else {
        return Err(Fault::new(FaultClass::NotJson, format!("no object: {}", shown())));
    };
    let kind = kind.ok_or_else(|| Fault::new(FaultClass::WrongMessage, format!("\"t\" is no text: {}", shown())))?;
    let wrong = |kind: &str, error: serde_json::Error| {
        Fault::new(FaultClass::WrongMessage, format!("\"{kind}\": {error}: {}", shown()))
    };
    match kind {
        "hello" => {
            let line: HelloLine = serde_json::from_value(value).map_err(|error| wrong("hello", error))?;
            Ok(Said::Hello(line.protocol, line.hello()))
        }
        "move" => {
            let line: MoveLine = serde_json::from_value(value).map_err(|error| wrong("move", error))?;
            let info = line.info.map(|info| info.to_string());
            Ok(Said::Move { id: line.id, mv: line.mv, index: line.index, info })
        }
        "playouts" => {
            let line: PlayoutsLine = serde_json::from_value(value).map_err(|error| wrong("playouts", error))?;
            Ok(Said::Playouts { id: line.id, moves: line.moves, playouts: line.n })
        }
        _ => Ok(Said::Other),
    }
}

/// What is optional may be `null`.
#[derive(Deserialize)]
struct HelloLine {
    protocol: u32,
    name: String,
    version: Option<Version>,
    deterministic: Option<bool>,
    wants: Option<Vec<String>>,
    restart: Option<bool>,
}

/// A version, which some write as a number.
#[derive(Deserialize)]
#[serde(untagged)]
enum Version {
    Text(String),
    Number(serde_json::Number),
}

impl HelloLine {
    fn hello(self) -> Hello {
        let HelloLine { name, version, deterministic, wants, restart, .. } = self;
        let version = match version {
            Some(Version::Text(text)) => text,
            Some(Version::Number(number)) => number.to_string(),
            None => String::new(),
        };
        Hello {
            name,
            version,
            deterministic: deterministic.unwrap_or_default(),
            wants: wants.unwrap_or_default(),
            restart: restart.unwrap_or_default(),
        }
    }
}

#[derive(Deserialize)]
struct MoveLine {
    id: u64,
    #[serde(rename = "move")]
    mv: Option<String>,
    index: Option<u64>,
    info: Option<Value>,
}

#[derive(Deserialize)]
struct PlayoutsLine {
    id: u64,
    moves: Vec<String>,
    n: u64,
}
