//! What programs do wrong, each in a class of its own.

use std::fmt;

/// How much of each stream of a program is kept, in bytes.
pub(crate) const TAIL: usize = 4096;

/// What a program did wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FaultClass {
    /// It could not be started.
    NotStarted,
    /// It said nothing after it was started.
    NoHello,
    /// It said something else than the hello of the protocol, or of the program that was planned with.
    WrongHello,
    /// It ended.
    Exit,
    /// A signal ended it.
    Signal,
    /// It closed its standard output or input but did not end.
    ClosedPipe,
    /// It ended, but another process holds its standard output open.
    PipesHeld,
    /// It did not answer.
    Silent,
    /// It answered after its time was up.
    Late,
    /// It did not read the question.
    StdinUnread,
    /// It was stopped, as by SIGSTOP.
    Stopped,
    /// It answered another question.
    StaleId,
    /// It wrote a line that is no JSON object.
    NotJson,
    /// It wrote a message that lacks what the protocol asks for.
    WrongMessage,
    /// It wrote a line that is not UTF-8.
    NotUtf8,
    /// It wrote a line that does not end.
    EndlessLine,
    /// It chose a move that is not legal.
    IllegalMove,
    /// It wrote far more than an answer.
    StdoutFlood,
    /// It wrote far more diagnostics than anybody reads.
    StderrFlood,
    /// It held more memory than allowed.
    Memory,
    /// There were more processes of it than allowed.
    Processes,
    /// It answered the same question in another way.
    DifferentAnswer,
    /// It did not end when it was told to.
    IgnoresQuit,
}

impl FaultClass {
    /// Whether it is a fault of what the program wrote, so that it has answered in some way.
    pub(crate) fn is_an_answer(self) -> bool {
        matches!(self, FaultClass::NotJson | FaultClass::NotUtf8 | FaultClass::EndlessLine | FaultClass::WrongMessage)
    }

    /// The name in `faults.csv`.
    pub fn name(self) -> &'static str {
        match self {
            FaultClass::NotStarted => "not-started",
            FaultClass::NoHello => "no-hello",
            FaultClass::WrongHello => "wrong-hello",
            FaultClass::Exit => "exit",
            FaultClass::Signal => "signal",
            FaultClass::ClosedPipe => "closed-pipe",
            FaultClass::PipesHeld => "pipes-held",
            FaultClass::Silent => "silent",
            FaultClass::Late => "late",
            FaultClass::StdinUnread => "stdin-unread",
            FaultClass::Stopped => "stopped",
            FaultClass::StaleId => "stale-id",
            FaultClass::NotJson => "not-json",
            FaultClass::WrongMessage => "wrong-message",
            FaultClass::NotUtf8 => "not-utf8",
            FaultClass::EndlessLine => "endless-line",
            FaultClass::IllegalMove => "illegal-move",
            FaultClass::StdoutFlood => "stdout-flood",
            FaultClass::StderrFlood => "stderr-flood",
            FaultClass::Memory => "memory",
            FaultClass::Processes => "processes",
            FaultClass::DifferentAnswer => "different-answer",
            FaultClass::IgnoresQuit => "ignores-quit",
        }
    }
}

impl fmt::Display for FaultClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A fault, with what was seen of it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{class}: {detail}{}", last_words(stderr))]
pub struct Fault {
    /// What kind of fault it is.
    pub class: FaultClass,
    /// What exactly happened, in one line.
    pub detail: String,
    /// How long the program had been asked, in milliseconds.
    pub ms: u64,
    /// The last that it wrote to its standard output.
    pub stdout: Vec<u8>,
    /// The last that it wrote to its standard error.
    pub stderr: Vec<u8>,
}

impl Fault {
    /// A fault of which nothing more is known yet.
    pub fn new(class: FaultClass, detail: impl Into<String>) -> Fault {
        // What a program wrote must not speak to the terminal.
        let printable = |c: char| if c.is_control() { ' ' } else { c };
        let detail = detail.into().chars().map(printable).collect();
        Fault { class, detail, ms: 0, stdout: Vec::new(), stderr: Vec::new() }
    }
}

/// The last line of what a program wrote to its standard error.
fn last_words(stderr: &[u8]) -> String {
    let text = String::from_utf8_lossy(stderr);
    let line = text.lines().rev().map(str::trim).find(|line| !line.is_empty());
    line.map_or_else(String::new, |line| {
        format!(
            "; its standard error ends with: {}",
            line.chars().filter(|c| !c.is_control()).take(200).collect::<String>()
        )
    })
}

/// The last bytes of a stream.
#[derive(Clone, Default, Debug)]
pub(crate) struct Tail {
    bytes: Vec<u8>,
}

impl Tail {
    /// Adds bytes; what is too old goes.
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        let bytes = &bytes[bytes.len().saturating_sub(TAIL)..];
        // Cut seldom: the tail is copied once for each of its lengths.
        if self.bytes.len() + bytes.len() > 2 * TAIL {
            self.bytes.drain(..self.bytes.len().saturating_sub(TAIL));
        }
        self.bytes.extend_from_slice(bytes);
    }

    /// The last bytes, at most [`TAIL`].
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes[self.bytes.len().saturating_sub(TAIL)..]
    }
}

#[cfg(test)]
#[path = "fault_tests.rs"]
mod tests;
