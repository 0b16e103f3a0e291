//! Traces: one game as JSON Lines, written and checked.
//!
//! The first line names game, players, seed and bots; then comes one line per move with whose turn it was, the legal
//! moves in alphabetical order (not for chance) and the move; the last line has the outcome.
//!
//! ```
//! use riverlab_arena::trace::{self, Detail, Header, Lines};
//! use riverlab_bots::{Bot, registry};
//! use riverlab_engine::games::toy::{Dice, FixedRules};
//!
//! let mut bot = registry::build::<Dice>(&"random".parse().expect("a spec")).expect("a bot of this game");
//! let mut other = registry::build::<Dice>(&"greedy".parse().expect("a spec")).expect("a bot of this game");
//! let mut bots: [&mut dyn Bot<Dice>; 2] = [bot.as_mut(), other.as_mut()];
//! let header: Header = serde_json::from_str(r#"{"game":"dice","players":2,"seed":1,"deal":1}"#).expect("a header");
//! let mut text = Vec::new();
//! trace::write(&mut text, &header, &FixedRules, &mut bots, Detail::Moves).expect("memory can be written");
//!
//! let mut lines = Lines::new(text.as_slice());
//! let header = lines.header()?;
//! let replayed = trace::replay::<Dice>(&mut lines, &FixedRules, header.players)?;
//! let written = String::from_utf8(text.clone()).expect("a trace is text");
//! assert_eq!(written.lines().count(), 1 + replayed.moves + 1);
//! # Ok::<(), riverlab_arena::error::ArenaError>(())
//! ```

use std::io::{self, BufRead, Read, Write};

use riverlab_bots::{Bot, Evaluate, Explanation, View};
use riverlab_engine::{Game, GameRules, Outcome, PerPlayer, RulesSource, Seat, Turn};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value, json};

use crate::error::ArenaError;
use crate::games::{GameTask, with_game};
use crate::plan::Plan;
use crate::play::decisions;
use crate::play::game_loop::play_game;
use crate::schedule::ScheduledGame;

/// The first line of a trace.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// The game.
    pub game: String,
    /// The number of players.
    pub players: usize,
    /// The master seed, if the game was played here.
    #[serde(default, deserialize_with = "if_it_fits", skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The number of the deal of that seed, from 1.
    #[serde(default, deserialize_with = "if_it_fits", skip_serializing_if = "Option::is_none")]
    pub deal: Option<u64>,
    /// The version of the rules.
    #[serde(default, deserialize_with = "if_it_fits", skip_serializing_if = "Option::is_none")]
    pub rules_version: Option<String>,
    /// What names the game variant, as in [`GameRules::facts`]; of a trace that was read, also fields that nobody knows.
    #[serde(flatten)]
    pub facts: Map<String, Value>,
    /// A fingerprint of the component tables, if they are not the embedded ones.
    #[serde(default, deserialize_with = "if_it_fits", skip_serializing_if = "Option::is_none")]
    pub rules_hash: Option<String>,
    /// The bots in seat order.
    #[serde(default, deserialize_with = "if_it_fits", skip_serializing_if = "Vec::is_empty")]
    pub bots: Vec<String>,
}

/// What names the variant of a game that is played by these rules, for the header.
pub fn header_facts(rules: &impl GameRules) -> Map<String, Value> {
    rules.facts().into_iter().map(|(name, value)| (name.to_owned(), Value::String(value))).collect()
}

/// The names of a game's facts.
struct FactNames;

impl GameTask for FactNames {
    type Output = Vec<&'static str>;

    fn run<G: Evaluate>(self, rules: &'static G::Rules) -> Result<Self::Output, ArenaError> {
        Ok(rules.facts().into_iter().map(|(name, _)| name).collect())
    }
}

impl Header {
    /// The values of the tables that lead to the variant which the header names. A number is taken for its text.
    ///
    /// # Errors
    /// When there is no such game, or a fact of it is neither text nor number.
    pub fn sets(&self) -> Result<Vec<String>, ArenaError> {
        let names = with_game(&self.game, &RulesSource::default(), FactNames)?;
        let known = names.into_iter().filter_map(|name| Some((name, self.facts.get(name)?)));
        let set = |(name, value): (&str, &Value)| match value {
            Value::Null => None,
            Value::String(text) => Some(Ok(format!("{name}={text}"))),
            Value::Number(number) => Some(Ok(format!("{name}={number}"))),
            other => {
                let message = format!("line 1: {name}: {other}: expected a text such as \"both\"");
                Some(Err(ArenaError::Found(message)))
            }
        };
        known.filter_map(set).collect()
    }
}

/// What other programs write into fields that are for information only is taken if it fits.
fn if_it_fits<'de, D: Deserializer<'de>, T: DeserializeOwned + Default>(deserializer: D) -> Result<T, D::Error> {
    let value = Value::deserialize(deserializer)?;
    Ok(serde_json::from_value(value).unwrap_or_default())
}

/// A line with a move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct MoveLine {
    turn: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    legal: Option<Vec<String>>,
    #[serde(rename = "move")]
    mv: String,
    /// What the bot thought; for information only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    explain: Option<Value>,
}

/// Whether a trace says why moves were chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Detail {
    /// Moves only.
    Moves,
    /// With what the bots found out, as far as they can say.
    Explained,
}

/// Plays a game and writes its trace.
///
/// # Errors
/// When `out` cannot be written.
pub fn write<G: Evaluate>(
    out: &mut impl Write,
    header: &Header,
    rules: &'static G::Rules,
    bots: &mut [&mut dyn Bot<G>],
    detail: Detail,
) -> io::Result<()> {
    write_line(out, header)?;
    let mut written = Ok(());
    let (seed, deal) = (header.seed.unwrap_or_default(), header.deal.unwrap_or(1));
    let (result, _) = play_game::<G>(rules, seed, deal, bots, |state, mv, bot| {
        let explain = bot.filter(|_| detail == Detail::Explained).and_then(|bot| explanation_json(state, bot));
        if written.is_ok() {
            written = write_move(out, state, mv, explain);
        }
    });
    written?;
    write_outcome::<G>(out, &result.outcome)
}

/// Plays a game of a run again from its decisions and writes its trace.
///
/// # Errors
/// When `out` cannot be written.
///
/// # Panics
/// When these are not the decisions of a whole game of this deal.
pub fn write_stored<G: Game>(
    out: &mut impl Write,
    header: &Header,
    rules: &'static G::Rules,
    (plan, game, moves): (&Plan, &ScheduledGame, &str),
) -> io::Result<()> {
    write_line(out, header)?;
    let mut written = Ok(());
    let replayed = decisions::replay::<G>(plan, rules, game, moves, |state, mv| {
        if written.is_ok() {
            written = write_move(out, state, mv, None);
        }
    });
    written?;
    let (result, _) = replayed.expect("decisions that were checked");
    write_outcome::<G>(out, &result.outcome)
}

fn write_move<G: Game>(out: &mut impl Write, state: &G, mv: G::Move, explain: Option<Value>) -> io::Result<()> {
    let legal = state.turn().player().map(|_| legal_texts(state));
    write_line(out, &MoveLine { turn: state.turn().to_string(), legal, mv: state.move_text(mv), explain })
}

fn write_outcome<G: Game>(out: &mut impl Write, outcome: &Outcome) -> io::Result<()> {
    write_line(out, &json!({ "outcome": outcome_json::<G>(outcome) }))
}

/// What a bot thought of the position in which it has just chosen: simulations, nodes, the mean value for each seat, the
/// moves that were tried, best first, and the principal variation.
fn explanation_json<G: Game>(state: &G, bot: &dyn Bot<G>) -> Option<Value> {
    let explanation = bot.explain(&View::new(state, state.turn().player()?))?;
    let rounded = |value: f64| (value * 1e6).round() / 1e6;
    let tried = explanation.ranking.iter().filter(|ranked| ranked.visits > 0).map(
        |ranked| json!({ "move": state.move_text(ranked.mv), "visits": ranked.visits, "value": rounded(ranked.value) }),
    );
    Some(json!({
        "simulations": explanation.simulations,
        "nodes": explanation.nodes,
        "values": explanation.values.iter().map(|&value| rounded(value)).collect::<Vec<_>>(),
        "ranking": tried.collect::<Vec<_>>(),
        "variation": variation_texts(state, &explanation),
    }))
}

/// The principal variation of an explanation, as `p1 claim:2`, in the notation of the position that was explained.
pub fn variation_texts<G: Game>(state: &G, explanation: &Explanation<G::Move>) -> Vec<String> {
    let moves = explanation.principal_variation.iter();
    moves.map(|&(seat, mv)| format!("{seat} {}", state.move_text(mv))).collect()
}

fn write_line(out: &mut impl Write, line: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, line)?;
    writeln!(out)
}

fn legal_texts<G: Game>(state: &G) -> Vec<String> {
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    sorted(moves.into_iter().map(|mv| state.move_text(mv)))
}

fn sorted(texts: impl Iterator<Item = String>) -> Vec<String> {
    let mut texts: Vec<String> = texts.collect();
    texts.sort_unstable();
    texts
}

/// Whole numbers are written without a fraction.
fn json_number(value: f64) -> Value {
    if value.fract() == 0.0 { json!(value as i64) } else { json!(value) }
}

fn outcome_json<G: Game>(outcome: &Outcome) -> Value {
    let parts = |parts: &riverlab_engine::Parts| {
        let named = G::PARTS.iter().zip(parts);
        Value::Object(named.map(|(name, part)| ((*name).to_owned(), json!(part))).collect::<Map<_, _>>())
    };
    json!({
        "scores": outcome.scores.iter().map(|&score| json_number(score)).collect::<Vec<_>>(),
        "shares": outcome.shares.iter().map(|share| json_number(share.value())).collect::<Vec<_>>(),
        "parts": outcome.parts.iter().map(parts).collect::<Vec<_>>(),
    })
}

/// No line of a trace is longer.
const LONGEST_LINE: u64 = 1 << 20;

/// A line as a JSON object.
fn object(line: &str) -> serde_json::Result<Value> {
    serde_json::from_str::<Map<String, Value>>(line).map(Value::Object)
}

/// A trace that replays.
#[derive(Clone, PartialEq, Debug)]
pub struct Replayed<G> {
    /// The number of moves, chance included.
    pub moves: usize,
    /// The outcome.
    pub outcome: Outcome,
    /// The last position.
    pub position: G,
}

/// Lines of a trace with their numbers, blank ones left out.
#[derive(Debug)]
pub struct Lines<R> {
    input: R,
    number: usize,
}

impl<R: BufRead> Lines<R> {
    /// The lines of this input.
    pub fn new(input: R) -> Self {
        Lines { input, number: 0 }
    }

    /// The next line, if there is one.
    ///
    /// # Errors
    /// When the input cannot be read or is no UTF-8.
    pub fn next_line(&mut self) -> Result<Option<String>, ArenaError> {
        loop {
            let mut line = String::new();
            self.number += 1;
            let read = self.input.by_ref().take(LONGEST_LINE).read_line(&mut line);
            let read = read.map_err(|error| match error.kind() {
                io::ErrorKind::InvalidData => self.fault("is no UTF-8"),
                _ => ArenaError::Usage(format!("cannot be read: {error}")),
            })?;
            if read == 0 {
                return Ok(None);
            }
            if read as u64 == LONGEST_LINE {
                return Err(self.fault(&format!("has more than {LONGEST_LINE} bytes")));
            }
            let line = line.trim_start_matches('\u{feff}').trim();
            if !line.is_empty() {
                return Ok(Some(line.to_owned()));
            }
        }
    }

    /// The next line as a JSON object, if there is one.
    fn next_object(&mut self) -> Result<Option<Value>, ArenaError> {
        let Some(line) = self.next_line()? else { return Ok(None) };
        object(&line).map(Some).map_err(|error| self.fault(&format!("is no JSON object: {error}")))
    }

    /// An error about the line that was read last.
    pub fn fault(&self, reason: &str) -> ArenaError {
        ArenaError::Found(format!("line {}: {reason}", self.number))
    }

    /// The header.
    ///
    /// # Errors
    /// When the first line is no header.
    pub fn header(&mut self) -> Result<Header, ArenaError> {
        let line = self.next_line()?.ok_or_else(|| ArenaError::Found("line 1: the trace is empty".into()))?;
        object(&line).and_then(serde_json::from_value).map_err(|error| {
            self.fault(&format!("is no header such as {{\"game\":\"the-river\",\"players\":2}}: {error}"))
        })
    }
}

/// Checks the moves of a trace after its header, move by move.
///
/// # Errors
/// The first line that does not follow from the rules, and why.
pub fn replay<G: Game>(
    lines: &mut Lines<impl BufRead>,
    rules: &'static G::Rules,
    players: usize,
) -> Result<Replayed<G>, ArenaError> {
    let mut state = G::new(rules, players);
    let mut moves = 0;
    while let Some(value) = lines.next_object()? {
        if let Some(outcome) = value.get("outcome") {
            let outcome = check_outcome(&state, outcome).map_err(|reason| lines.fault(&reason))?;
            return match lines.next_line()? {
                None => Ok(Replayed { moves, outcome, position: state }),
                Some(_) => Err(lines.fault("the trace goes on after the outcome")),
            };
        }
        check_move(&mut state, value).map_err(|reason| lines.fault(&reason))?;
        moves += 1;
    }
    Err(lines.fault(&format!("the trace ends without an outcome, {} to act", state.turn())))
}

/// The position in which the move of line `line` was made, or without it the last one, of a trace that may be unfinished.
///
/// # Errors
/// The first line that does not follow from the rules, or that there is no such line.
pub fn position<G: Game>(
    lines: &mut Lines<impl BufRead>,
    rules: &'static G::Rules,
    players: usize,
    line: Option<u64>,
) -> Result<G, ArenaError> {
    let mut state = G::new(rules, players);
    while let Some(value) = lines.next_object()? {
        if value.get("outcome").is_some() {
            break;
        }
        if line == Some(lines.number as u64) {
            return Ok(state);
        }
        check_move(&mut state, value).map_err(|reason| lines.fault(&reason))?;
    }
    match line {
        Some(line) => Err(ArenaError::Usage(format!("--line {line}: the trace has no move in that line"))),
        None => Ok(state),
    }
}

/// Plays the move of a line, if it is right in all it says.
fn check_move<G: Game>(state: &mut G, line: Value) -> Result<(), String> {
    let line: MoveLine = serde_json::from_value(line).map_err(|error| format!("is no move and no outcome: {error}"))?;
    if line.turn != state.turn().to_string() {
        return Err(format!("turn \"{}\": it is the turn of {}", line.turn, state.turn()));
    }
    if let Some(legal) = &line.legal {
        check_legal(state, legal)?;
    }
    let mv = state.parse_move(&line.mv).map_err(|error| error.to_string())?;
    state.play(mv).map_err(|error| error.to_string())
}

fn check_legal<G: Game>(state: &G, given: &[String]) -> Result<(), String> {
    let ours = if state.turn() == Turn::Chance {
        let mut outcomes = Vec::new();
        state.chance_outcomes(&mut outcomes);
        sorted(outcomes.into_iter().map(|(mv, _)| state.move_text(mv)))
    } else {
        legal_texts(state)
    };
    let given = sorted(given.iter().cloned());
    let only = |these: &[String], others: &[String]| these.iter().find(|text| !others.contains(text)).cloned();
    if let Some(text) = only(&given, &ours) {
        return Err(format!("legal: \"{text}\" is not legal for {}", state.turn()));
    }
    if let Some(text) = only(&ours, &given) {
        return Err(format!("legal: \"{text}\" is missing"));
    }
    if given.len() != ours.len() {
        return Err("legal: a move stands twice".to_owned());
    }
    Ok(())
}

fn check_outcome<G: Game>(state: &G, given: &Value) -> Result<Outcome, String> {
    let outcome = state.outcome().ok_or_else(|| format!("outcome: the game is not over, {} to act", state.turn()))?;
    let fields = given.as_object().ok_or("outcome: expected scores, shares and parts")?;
    if let Some(field) = fields.keys().find(|field| !["scores", "shares", "parts"].contains(&field.as_str())) {
        return Err(format!("outcome: there is no \"{field}\": expected scores, shares and parts"));
    }
    check_numbers("scores", given.get("scores"), &outcome.scores)?;
    let shares = PerPlayer::from_fn(state.n_players(), |seat| outcome.shares[seat].value());
    check_numbers("shares", given.get("shares"), &shares)?;
    if let Some(parts) = given.get("parts") {
        check_parts(state, parts)?;
    }
    Ok(outcome)
}

fn check_numbers(name: &str, given: Option<&Value>, ours: &PerPlayer<f64>) -> Result<(), String> {
    let Some(given) = given else { return Ok(()) };
    let numbers = given.as_array().filter(|numbers| numbers.len() == ours.players());
    let numbers = numbers.ok_or_else(|| format!("outcome: {name}: expected {} numbers", ours.players()))?;
    for (seat, number) in Seat::all(ours.players()).zip(numbers) {
        if !number.as_f64().is_some_and(|number| (number - ours[seat]).abs() < 1e-6) {
            return Err(format!("outcome: {name}: {seat} has {}, not {number}", ours[seat]));
        }
    }
    Ok(())
}

fn check_parts<G: Game>(state: &G, given: &Value) -> Result<(), String> {
    let players = given.as_array().filter(|players| players.len() == state.n_players());
    let players = players.ok_or_else(|| format!("outcome: parts: expected {} tables", state.n_players()))?;
    for (seat, parts) in Seat::all(state.n_players()).zip(players) {
        let table = parts.as_object().ok_or_else(|| format!("outcome: parts: {seat}: expected a table"))?;
        if let Some(name) = table.keys().find(|name| !G::PARTS.contains(&name.as_str())) {
            return Err(format!("outcome: parts: {seat}: there is no \"{name}\""));
        }
        for (name, ours) in G::PARTS.iter().zip(state.score_parts(seat)) {
            if table.get(*name).and_then(Value::as_f64) != Some(f64::from(ours)) {
                let given = table.get(*name).unwrap_or(&Value::Null);
                return Err(format!("outcome: parts: {seat} has {ours} for {name}, not {given}"));
            }
        }
    }
    Ok(())
}
