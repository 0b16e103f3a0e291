//! Checks a trace against the rules, line by line: turns, legal lists, moves and points.

use riverlab_engine::{Game, Outcome, PerPlayer, Seat, Turn};
use serde_json::Value;

use super::lines::{Lines, MoveLine, legal_texts, sorted};
use crate::error::ArenaError;

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

/// A move of a trace that follows from the rules.
#[derive(Clone, Copy, Debug)]
pub struct TraceStep<'a, G: Game> {
    /// The position in which it is made.
    pub before: &'a G,
    /// The move.
    pub mv: G::Move,
    /// What the bot thought, if the trace says.
    pub explain: Option<&'a Value>,
}

/// Checks the moves of a trace after its header, move by move, and hands each to `seen`.
///
/// # Errors
/// The first line that does not follow from the rules, and why.
pub fn replay<G: Game>(
    lines: &mut Lines<'_>,
    rules: &'static G::Rules,
    players: usize,
    mut seen: impl FnMut(TraceStep<'_, G>),
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
        check_move(&mut state, value, &mut seen).map_err(|reason| lines.fault(&reason))?;
        moves += 1;
    }
    Err(lines.fault(&format!("the trace ends without an outcome, {} to act", state.turn())))
}

/// The position in which the move of line `line` was made, or without it the last one, of a trace that may be unfinished;
/// `seen` gets every move.
///
/// # Errors
/// The first line that does not follow from the rules, or that there is no such line.
pub fn position<G: Game>(
    lines: &mut Lines<'_>,
    rules: &'static G::Rules,
    players: usize,
    line: Option<u64>,
    mut seen: impl FnMut(TraceStep<'_, G>),
) -> Result<G, ArenaError> {
    let mut state = G::new(rules, players);
    while let Some(value) = lines.next_object()? {
        if let Some(outcome) = value.get("outcome") {
            check_outcome(&state, outcome).map_err(|reason| lines.fault(&reason))?;
            break;
        }
        if line == Some(lines.number as u64) {
            return Ok(state);
        }
        check_move(&mut state, value, &mut seen).map_err(|reason| lines.fault(&reason))?;
    }
    match line {
        Some(line) => Err(ArenaError::Usage(format!("--line {line}: the trace has no move in that line"))),
        None => Ok(state),
    }
}

/// Plays the move of a line, if it is right in all it says.
fn check_move<G: Game>(state: &mut G, line: Value, seen: impl FnOnce(TraceStep<'_, G>)) -> Result<(), String> {
    let line: MoveLine = serde_json::from_value(line).map_err(|error| format!("is no move and no outcome: {error}"))?;
    if line.turn != state.turn().to_string() {
        return Err(format!("turn \"{}\": it is the turn of {}", line.turn, state.turn()));
    }
    if let Some(legal) = &line.legal {
        check_legal(state, legal)?;
    }
    let mv = state.parse_move(&line.mv).map_err(|error| error.to_string())?;
    let position = state.clone();
    state.play(mv).map_err(|error| error.to_string())?;
    seen(TraceStep { before: &position, mv, explain: line.explain.as_ref() });
    Ok(())
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
