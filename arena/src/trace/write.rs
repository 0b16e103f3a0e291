//! Writes a trace: of a game that is played now, or of one that was played in a run.

use std::io::{self, Write};

use riverlab_bots::play::decisions;
use riverlab_bots::play::game_loop::{BotFailure, FinishedGame, play_game};
use riverlab_bots::{Bot, Evaluate, SpecError, View};
use riverlab_engine::{Game, Outcome, Parts, PerPlayer};
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::json::json_number;

use super::header::Header;
use super::lines::{FORFEITS, MoveLine, legal_texts};
use super::ranking::{RankedText, Ranking};

/// Whether a trace says why moves were chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Detail {
    /// Moves only.
    Moves,
    /// With what the bots found out, as far as they can say.
    Explained,
}

/// Why a trace is not written to its end.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// It cannot be written.
    #[error(transparent)]
    Output(#[from] io::Error),
    /// A bot has failed.
    #[error(transparent)]
    Bot(#[from] BotFailure),
    /// A bot cannot be made.
    #[error(transparent)]
    Spec(#[from] SpecError),
}

/// Plays a game and writes its trace.
///
/// # Errors
/// When `out` cannot be written, or a bot fails.
pub fn write<G: Evaluate>(
    out: &mut (impl Write + ?Sized),
    header: &Header,
    rules: &'static G::Rules,
    bots: &mut [&mut dyn Bot<G>],
    detail: Detail,
) -> Result<(), WriteError> {
    write_line(out, header)?;
    if detail == Detail::Explained {
        for bot in bots.iter_mut() {
            bot.will_explain();
        }
    }
    let mut written = Ok(());
    let played = play_game::<G>(rules, header.dealt(), bots, |state, mv, decision| {
        let explained = decision.filter(|_| detail == Detail::Explained);
        let explain = explained.and_then(|decision| self::explained(state, decision.bot));
        if written.is_ok() {
            written = write_move(out, state, mv, explain);
        }
    });
    written?;
    Ok(write_outcome(out, &played?.0, G::PARTS)?)
}

/// Plays a game of a run again from its decisions, as `moves.csv` holds them, and writes its trace; `forfeits` has by seat the
/// decision in which a program failed, or 0.
///
/// # Errors
/// When `out` cannot be written.
///
/// # Panics
/// When these are not the decisions of a whole game of this deal.
pub fn write_stored<G: Game>(
    out: &mut (impl Write + ?Sized),
    header: &Header,
    rules: &'static G::Rules,
    moves: &str,
    forfeits: PerPlayer<u32>,
) -> io::Result<()> {
    write_line(out, header)?;
    let mut written = Ok(());
    let replayed = decisions::replay::<G>(rules, header.players, header.dealt(), moves, &mut |state, mv| {
        if written.is_ok() {
            written = write_move(out, state, mv, None);
        }
    });
    written?;
    let (result, _) = replayed.expect("decisions that were checked");
    write_outcome(out, &result.forfeited(forfeits), G::PARTS)
}

/// What a bot has found out about the move that it has just chosen, as far as it can say.
pub(crate) fn explained<G: Game>(state: &G, bot: &dyn Bot<G>) -> Option<Value> {
    explanation_json(state, bot).or_else(|| info(bot))
}

/// What a program has to say of its move.
fn info<G: Game>(bot: &dyn Bot<G>) -> Option<Value> {
    bot.info().and_then(|info| serde_json::from_str(info).ok())
}

fn write_move<G: Game>(
    out: &mut (impl Write + ?Sized),
    state: &G,
    mv: G::Move,
    explain: Option<Value>,
) -> io::Result<()> {
    writeln!(out, "{}", move_line(state, mv, explain))
}

/// The line of a move that is about to be played.
pub(crate) fn move_line<G: Game>(state: &G, mv: G::Move, explain: Option<Value>) -> String {
    let legal = state.turn().player().map(|_| legal_texts(state));
    MoveLine { turn: state.turn().to_string(), legal, mv: state.move_text(mv), explain }.text()
}

fn write_outcome(out: &mut (impl Write + ?Sized), result: &FinishedGame, part_names: &[&str]) -> io::Result<()> {
    writeln!(out, "{}", outcome_line(&result.outcome, result.forfeits.as_slice(), part_names))
}

/// The last line; `forfeits` has by seat the decision in which a program failed, or 0, and may be empty where none did.
pub(crate) fn outcome_line(outcome: &Outcome, forfeits: &[u32], part_names: &[&str]) -> String {
    let mut value = outcome_json(outcome, part_names);
    if forfeits.iter().any(|&decision| decision > 0) {
        value[FORFEITS] = json!(forfeits);
    }
    json!({ "outcome": value }).to_string()
}

/// What a bot thought of the position in which it has just chosen: simulations, nodes, the mean value for each seat, the
/// moves that were tried, best first, and the principal variation.
fn explanation_json<G: Game>(state: &G, bot: &dyn Bot<G>) -> Option<Value> {
    let explanation = bot.explain(&View::new(state, state.turn().player()?))?;
    Some(ranking_json(&Ranking::new(state, &explanation)))
}

fn ranking_json(ranking: &Ranking) -> Value {
    let rounded = |value: f64| (value * 1e6).round() / 1e6;
    let tried = |ranked: &RankedText| {
        let RankedText { mv, visits, value } = ranked;
        json!({ "move": mv, "visits": visits, "value": rounded(*value) })
    };
    json!({
        "simulations": ranking.simulations,
        "nodes": ranking.nodes,
        "values": ranking.values.iter().map(|&value| rounded(value)).collect::<Vec<_>>(),
        "ranking": ranking.tried().map(tried).collect::<Vec<_>>(),
        "variation": ranking.variation,
    })
}

fn write_line(out: &mut (impl Write + ?Sized), line: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, line)?;
    writeln!(out)
}

fn outcome_json(outcome: &Outcome, part_names: &[&str]) -> Value {
    let parts = |parts: &Parts| {
        let named = part_names.iter().zip(parts);
        Value::Object(named.map(|(name, part)| ((*name).to_owned(), json!(part))).collect::<Map<_, _>>())
    };
    json!({
        "scores": outcome.scores.iter().map(|&score| json_number(score)).collect::<Vec<_>>(),
        "shares": outcome.shares.iter().map(|share| json_number(share.value())).collect::<Vec<_>>(),
        "parts": outcome.parts.iter().map(parts).collect::<Vec<_>>(),
    })
}
