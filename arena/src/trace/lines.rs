//! The lines of a trace: what a line with a move holds, and how lines are read one by one.

use std::io::{BufRead, Read};

use riverlab_engine::Game;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::header::Header;
use crate::error::ArenaError;
use crate::json::unambiguous;
use crate::legible::no_utf8;

/// The key of the outcome that says which seats were forfeited.
pub(super) const FORFEITS: &str = "forfeits";

/// A line with a move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MoveLine {
    pub(super) turn: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) legal: Option<Vec<String>>,
    #[serde(rename = "move")]
    pub(super) mv: String,
    /// What the bot thought; for information only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) explain: Option<Value>,
}

impl MoveLine {
    /// The line without its end.
    pub(super) fn text(&self) -> String {
        serde_json::to_string(self).expect("texts and numbers")
    }
}

/// No line of a trace is longer.
const LONGEST_LINE: u64 = 1 << 20;

/// A line as a JSON object.
fn object(line: &str) -> serde_json::Result<Value> {
    unambiguous(line).and_then(|value| match value {
        Value::Object(_) => Ok(value),
        other => serde_json::from_value::<Map<String, Value>>(other).map(Value::Object),
    })
}

/// A header, or which of its values is wrong.
fn header(value: Value) -> serde_json::Result<Header> {
    serde_path_to_error::deserialize(value).map_err(|error| match error.path().to_string().as_str() {
        "" | "." => error.into_inner(),
        key => serde::de::Error::custom(format!("{key}: {}", error.inner())),
    })
}

/// Lines of a trace with their numbers, blank ones left out.
pub struct Lines<'a> {
    input: Box<dyn BufRead + 'a>,
    /// The number of the line that was read last, from 1.
    pub(super) number: usize,
}

impl<'a> Lines<'a> {
    /// The lines of this input.
    pub fn new(input: impl BufRead + 'a) -> Self {
        Lines { input: Box::new(input), number: 0 }
    }

    /// The next line, if there is one.
    ///
    /// # Errors
    /// When the input cannot be read or is no UTF-8.
    pub(crate) fn next_line(&mut self) -> Result<Option<String>, ArenaError> {
        loop {
            let mut line = Vec::new();
            self.number += 1;
            let read = self.input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line);
            let read = read.map_err(|error| ArenaError::Usage(format!("cannot be read: {error}")))?;
            if read == 0 {
                return Ok(None);
            }
            if read as u64 == LONGEST_LINE {
                return Err(self.fault(&format!("has more than {LONGEST_LINE} bytes")));
            }
            let line = str::from_utf8(&line)
                .map_err(|_| self.fault(&format!("is {}", no_utf8(if self.number == 1 { &line } else { &[] }))))?;
            let line = line.trim_start_matches('\u{feff}').trim();
            if !line.is_empty() {
                return Ok(Some(line.to_owned()));
            }
        }
    }

    /// The next line as a JSON object, if there is one.
    pub(super) fn next_object(&mut self) -> Result<Option<Value>, ArenaError> {
        let Some(line) = self.next_line()? else { return Ok(None) };
        object(&line).map(Some).map_err(|error| self.fault(&format!("is no JSON object: {error}")))
    }

    /// An error about the line that was read last.
    pub(crate) fn fault(&self, reason: &str) -> ArenaError {
        ArenaError::Found(format!("line {}: {reason}", self.number))
    }

    /// The header.
    ///
    /// # Errors
    /// When the first line is no header.
    pub fn header(&mut self) -> Result<Header, ArenaError> {
        let line = self.next_line()?.ok_or_else(|| ArenaError::Found("line 1: the trace is empty".into()))?;
        object(&line).and_then(header).map_err(|error| {
            self.fault(&format!("is no header such as {{\"game\":\"the-river\",\"players\":2}}: {error}"))
        })
    }
}

/// The legal moves of the player to act in alphabetical order, as lines hold them.
pub(super) fn legal_texts<G: Game>(state: &G) -> Vec<String> {
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    sorted(moves.into_iter().map(|mv| state.move_text(mv)))
}

pub(super) fn sorted(texts: impl Iterator<Item = String>) -> Vec<String> {
    let mut texts: Vec<String> = texts.collect();
    texts.sort_unstable();
    texts
}
