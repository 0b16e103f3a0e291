//! What a person types: lines, and what they ask for.

use std::io::{self, BufRead, IsTerminal};
use std::path::PathBuf;

use riverlab_arena::error::ArenaError;
use riverlab_arena::live::LegalMove;
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

/// Where lines come from: an editor with a history at a terminal, plain lines elsewhere.
pub(super) struct Input {
    editor: Option<DefaultEditor>,
    was_interrupted: bool,
}

impl Input {
    pub(super) fn new() -> Input {
        Input { editor: is_interactive().then(|| DefaultEditor::new().ok()).flatten(), was_interrupted: false }
    }

    /// Whether Ctrl-C ended the input.
    pub(super) fn was_interrupted(&self) -> bool {
        self.was_interrupted
    }

    /// Forgets what was typed.
    pub(super) fn forget(&mut self) {
        *self = Input { was_interrupted: self.was_interrupted, ..Input::new() };
    }

    /// The next line; `None` at the end of the input and after Ctrl-C.
    pub(super) fn line(&mut self, prompt: &str) -> Result<Option<String>, ArenaError> {
        let failed = |error: &dyn std::fmt::Display| ArenaError::Usage(format!("the input cannot be read: {error}"));
        let Some(editor) = &mut self.editor else {
            let mut line = Vec::new();
            let read = io::stdin().lock().read_until(b'\n', &mut line).map_err(|error| failed(&error))?;
            return Ok((read > 0).then(|| String::from_utf8_lossy(&line).into_owned()));
        };
        match editor.readline(prompt) {
            Ok(line) => {
                // A history that is full is no reason to stop.
                let _ = editor.add_history_entry(&line);
                Ok(Some(line))
            }
            Err(ReadlineError::Eof) => Ok(None),
            Err(ReadlineError::Interrupted) => {
                self.was_interrupted = true;
                Ok(None)
            }
            // A key of another encoding is a character that no command has.
            Err(ReadlineError::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
                Ok(Some(char::REPLACEMENT_CHARACTER.to_string()))
            }
            Err(error) => Err(failed(&error)),
        }
    }
}

/// Whether there is a terminal at both ends.
pub(super) fn is_interactive() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// What a person asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Request {
    /// The legal move with this index.
    Move(usize),
    /// The moves that have this in their text.
    Moves(String),
    /// The position again.
    Show,
    Help,
    Undo,
    /// What a bot would do: this one, or the usual one.
    Hint(Option<String>),
    Save(Option<PathBuf>),
    Quit,
    /// Nothing that there is.
    Unknown(String),
}

/// What a line asks for: a move by its number from 1 or by its text, a command, or the moves that have the text in theirs.
pub(super) fn read_request(line: &str, moves: &[LegalMove]) -> Request {
    let line = line.trim();
    if let Some(index) = moves.iter().position(|mv| mv.text == line) {
        return Request::Move(index);
    }
    if let Some(number) = line.parse().ok().filter(|number| (1..=moves.len()).contains(number)) {
        return Request::Move(number - 1);
    }
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = Some(rest.trim()).filter(|rest| !rest.is_empty());
    match word {
        "" | "show" => Request::Show,
        "?" | "help" => Request::Help,
        "undo" => Request::Undo,
        "hint" => Request::Hint(rest.map(str::to_owned)),
        "save" => Request::Save(rest.map(PathBuf::from)),
        "moves" => Request::Moves(rest.unwrap_or_default().to_owned()),
        "quit" | "exit" => Request::Quit,
        _ if moves.iter().any(|mv| mv.text.contains(line)) => Request::Moves(line.to_owned()),
        _ => Request::Unknown(line.to_owned()),
    }
}

#[cfg(test)]
#[path = "input_tests.rs"]
mod tests;
