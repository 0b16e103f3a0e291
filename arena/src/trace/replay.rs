//! Checks a trace against the rules, line by line: turns, legal lists, moves and points.

use riverlab_bots::play::streams::{ChanceStreams, Deal};
use riverlab_engine::{Game, Outcome, Parts, PerPlayer, Seat, Turn};
use serde_json::Value;

use super::header::Header;
use super::lines::{FORFEITS, Lines, MoveLine, legal_texts, sorted};
use crate::error::ArenaError;

/// A trace that replays.
#[derive(Clone, PartialEq, Debug)]
pub struct Replayed<G> {
    /// The number of moves, chance included.
    pub moves: usize,
    /// The outcome.
    pub outcome: Outcome,
    /// By seat the decision in which a program failed and forfeited the game, or 0.
    pub forfeits: PerPlayer<u32>,
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

/// The game that a trace is checked against, without its type.
trait Checked {
    fn turn(&self) -> Turn;
    /// The legal moves of the player to act, or the outcomes of a chance event, in alphabetical order.
    fn legal_texts(&self) -> Vec<String>;
    /// Plays a move and passes it on.
    fn play(&mut self, mv: &str, explain: Option<&Value>) -> Result<(), String>;
    fn outcome(&self) -> Option<Outcome>;
    /// How many moves the player at a seat has made.
    fn decisions(&self, seat: Seat) -> u32;
    fn score_parts(&self, seat: Seat) -> Parts;
    /// The names of the score parts.
    fn part_names(&self) -> &'static [&'static str];
}

struct CheckedGame<'a, G: Game> {
    state: G,
    /// The deal that the header names, with what chance does in it.
    dealt: Option<(Deal, ChanceStreams)>,
    /// How many moves each player has made.
    decisions: PerPlayer<u32>,
    seen: &'a mut dyn FnMut(TraceStep<'_, G>),
}

impl<'a, G: Game> CheckedGame<'a, G> {
    fn new(rules: &'static G::Rules, header: &Header, seen: &'a mut dyn FnMut(TraceStep<'_, G>)) -> Self {
        let dealt = header.deal_named().map(|deal| (deal, ChanceStreams::new::<G>(deal)));
        let decisions = PerPlayer::from_fn(header.players, |_| 0);
        CheckedGame { state: G::new(rules, header.players), dealt, decisions, seen }
    }
}

impl<G: Game> Checked for CheckedGame<'_, G> {
    fn turn(&self) -> Turn {
        self.state.turn()
    }

    fn legal_texts(&self) -> Vec<String> {
        if self.state.turn() != Turn::Chance {
            return legal_texts(&self.state);
        }
        let mut outcomes = Vec::new();
        self.state.chance_outcomes(&mut outcomes);
        sorted(outcomes.into_iter().map(|(mv, _)| self.state.move_text(mv)))
    }

    fn play(&mut self, mv: &str, explain: Option<&Value>) -> Result<(), String> {
        let mv = self.state.parse_move(mv).map_err(|error| error.to_string())?;
        let before = self.state.clone();
        if let Some((deal, chance)) = self.dealt.as_mut().filter(|_| before.turn() == Turn::Chance) {
            let drawn = chance.draw(&before);
            if drawn != mv {
                let Deal { seed, number } = deal;
                let [drawn, mv] = [drawn, mv].map(|mv| before.move_text(mv));
                return Err(format!(
                    "chance does {mv}, but {drawn} in deal {number} of seed {seed}, which line 1 names"
                ));
            }
        }
        self.state.play(mv).map_err(|error| error.to_string())?;
        if let Turn::Player(seat) = before.turn() {
            self.decisions[seat] += 1;
        }
        (self.seen)(TraceStep { before: &before, mv, explain });
        Ok(())
    }

    fn outcome(&self) -> Option<Outcome> {
        self.state.outcome()
    }

    fn decisions(&self, seat: Seat) -> u32 {
        self.decisions[seat]
    }

    fn score_parts(&self, seat: Seat) -> Parts {
        self.state.score_parts(seat)
    }

    fn part_names(&self) -> &'static [&'static str] {
        G::PARTS
    }
}

/// Checks the moves of a trace after its header, move by move, and hands each to `seen`. If the header names a deal, chance must do
/// what it does there.
///
/// # Errors
/// The first line that does not follow from the rules, and why.
pub fn replay<G: Game>(
    lines: &mut Lines<'_>,
    rules: &'static G::Rules,
    header: &Header,
    mut seen: impl FnMut(TraceStep<'_, G>),
) -> Result<Replayed<G>, ArenaError> {
    let mut game = CheckedGame::new(rules, header, &mut seen);
    let (moves, End { outcome, forfeits }) = check_all(lines, &mut game)?;
    Ok(Replayed { moves, outcome, forfeits, position: game.state })
}

/// How a game has ended.
struct End {
    outcome: Outcome,
    /// By seat the decision in which a program failed, or 0.
    forfeits: PerPlayer<u32>,
}

/// Checks all lines and returns the number of moves and the outcome.
fn check_all(lines: &mut Lines<'_>, game: &mut dyn Checked) -> Result<(usize, End), ArenaError> {
    let mut moves = 0;
    while let Some(value) = lines.next_object()? {
        if let Some(outcome) = value.get("outcome") {
            let end = check_outcome(game, outcome).map_err(|reason| lines.fault(&reason))?;
            return match lines.next_line()? {
                None => Ok((moves, end)),
                Some(_) => Err(lines.fault("the trace goes on after the outcome")),
            };
        }
        check_move(game, value).map_err(|reason| lines.fault(&reason))?;
        moves += 1;
    }
    Err(lines.fault(&format!("the trace ends without an outcome, {} to act", game.turn())))
}

/// The position in which the move of line `line` was made, or without it the last one, of a trace that may be unfinished;
/// `seen` gets every move.
///
/// # Errors
/// The first line that does not follow from the rules, or that there is no such line.
pub fn position<G: Game>(
    lines: &mut Lines<'_>,
    rules: &'static G::Rules,
    header: &Header,
    line: Option<u64>,
    mut seen: impl FnMut(TraceStep<'_, G>),
) -> Result<G, ArenaError> {
    let mut game = CheckedGame::new(rules, header, &mut seen);
    check_until(lines, line, &mut game)?;
    Ok(game.state)
}

/// Checks the lines before line `line`. Without it, checks all lines.
fn check_until(lines: &mut Lines<'_>, line: Option<u64>, game: &mut dyn Checked) -> Result<(), ArenaError> {
    while let Some(value) = lines.next_object()? {
        if let Some(outcome) = value.get("outcome") {
            check_outcome(game, outcome).map_err(|reason| lines.fault(&reason))?;
            break;
        }
        if line == Some(lines.number as u64) {
            return Ok(());
        }
        check_move(game, value).map_err(|reason| lines.fault(&reason))?;
    }
    match line {
        Some(line) => Err(ArenaError::Usage(format!("--line {line}: the trace has no move in that line"))),
        None => Ok(()),
    }
}

/// Plays the move of a line, if it is right in all it says.
fn check_move(game: &mut dyn Checked, line: Value) -> Result<(), String> {
    let line: MoveLine = serde_json::from_value(line).map_err(|error| format!("is no move and no outcome: {error}"))?;
    let turn = game.turn();
    if line.turn != turn.to_string() {
        return Err(format!("turn \"{}\": it is the turn of {turn}", line.turn));
    }
    if let Some(legal) = &line.legal {
        check_legal(&game.legal_texts(), turn, legal)?;
    }
    game.play(&line.mv, line.explain.as_ref())
}

fn check_legal(ours: &[String], turn: Turn, given: &[String]) -> Result<(), String> {
    let given = sorted(given.iter().cloned());
    let only = |these: &[String], others: &[String]| these.iter().find(|text| !others.contains(text)).cloned();
    if let Some(text) = only(&given, ours) {
        return Err(format!("legal: \"{text}\" is not legal for {turn}"));
    }
    if let Some(text) = only(ours, &given) {
        return Err(format!("legal: \"{text}\" is missing"));
    }
    if given.len() != ours.len() {
        return Err("legal: a move stands twice".to_owned());
    }
    Ok(())
}

fn check_outcome(game: &dyn Checked, given: &Value) -> Result<End, String> {
    let outcome = game.outcome().ok_or_else(|| format!("outcome: the game is not over, {} to act", game.turn()))?;
    let fields = given.as_object().ok_or("outcome: expected scores, shares and parts")?;
    if let Some(field) = fields.keys().find(|field| !["scores", "shares", "parts", FORFEITS].contains(&field.as_str()))
    {
        return Err(format!("outcome: there is no \"{field}\": expected scores, shares and parts"));
    }
    let forfeits = forfeits(game, outcome.shares.players(), given.get(FORFEITS))?;
    let has_forfeits = forfeits.iter().any(|&decision| decision > 0);
    let outcome = if has_forfeits { outcome.with_forfeits(|seat| forfeits[seat] > 0) } else { outcome };
    check_numbers("scores", given.get("scores"), &outcome.scores)?;
    let shares = PerPlayer::from_fn(outcome.shares.players(), |seat| outcome.shares[seat].value());
    check_numbers("shares", given.get("shares"), &shares)?;
    if let Some(parts) = given.get("parts") {
        check_parts(game, outcome.shares.players(), parts)?;
    }
    Ok(End { outcome, forfeits })
}

/// By seat the decision in which a program failed, or 0: one of those that there were.
fn forfeits(game: &dyn Checked, players: usize, given: Option<&Value>) -> Result<PerPlayer<u32>, String> {
    let Some(given) = given else { return Ok(PerPlayer::from_fn(players, |_| 0)) };
    let numbers = given.as_array().filter(|numbers| numbers.len() == players);
    let numbers = numbers.ok_or_else(|| format!("outcome: {FORFEITS}: expected {players} numbers"))?;
    let decision = |(seat, number): (Seat, &Value)| {
        let decision = number.as_u64().and_then(|number| u32::try_from(number).ok());
        decision.filter(|decision| *decision <= game.decisions(seat)).ok_or_else(|| {
            let most = game.decisions(seat);
            format!(
                "outcome: {FORFEITS}: {seat} has {number}: expected the number of a decision from 1 to {most}, or 0"
            )
        })
    };
    let decisions = Seat::all(players).zip(numbers).map(decision).collect::<Result<Vec<_>, _>>()?;
    Ok(PerPlayer::from_fn(players, |seat| decisions[seat.index()]))
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

fn check_parts(game: &dyn Checked, players: usize, given: &Value) -> Result<(), String> {
    let tables = given.as_array().filter(|tables| tables.len() == players);
    let tables = tables.ok_or_else(|| format!("outcome: parts: expected {players} tables"))?;
    for (seat, parts) in Seat::all(players).zip(tables) {
        let table = parts.as_object().ok_or_else(|| format!("outcome: parts: {seat}: expected a table"))?;
        if let Some(name) = table.keys().find(|name| !game.part_names().contains(&name.as_str())) {
            return Err(format!("outcome: parts: {seat}: there is no \"{name}\""));
        }
        for (name, ours) in game.part_names().iter().zip(game.score_parts(seat)) {
            if table.get(*name).and_then(Value::as_f64) != Some(f64::from(ours)) {
                let given = table.get(*name).unwrap_or(&Value::Null);
                return Err(format!("outcome: parts: {seat} has {ours} for {name}, not {given}"));
            }
        }
    }
    Ok(())
}
