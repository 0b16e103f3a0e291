//! Colors and bold type in a terminal, where the user wants them: `NO_COLOR`, `CLICOLOR` and `CLICOLOR_FORCE` say so.

use std::fmt::Display;
use std::io;

use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};

/// What stands out.
const STRONG: Style = Style::new().bold();
/// What is there to be looked up.
const FAINT: Style = Style::new().dimmed();
/// What went wrong.
const ERROR: Style = AnsiColor::Red.on_default().bold();
/// What is hardly meant.
const WARNING: Style = AnsiColor::Yellow.on_default().bold();

/// Whether what is written to a stream is styled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Paint {
    Plain,
    Styled,
}

impl Paint {
    /// What stdout is for.
    pub(super) fn of_stdout() -> Paint {
        Paint::of(AutoStream::choice(&io::stdout()))
    }

    /// What stderr is for.
    pub(super) fn of_stderr() -> Paint {
        Paint::of(AutoStream::choice(&io::stderr()))
    }

    fn of(choice: ColorChoice) -> Paint {
        if choice == ColorChoice::Never { Paint::Plain } else { Paint::Styled }
    }

    pub(super) fn strong(self, text: impl Display) -> String {
        self.styled(STRONG, text)
    }

    pub(super) fn faint(self, text: impl Display) -> String {
        self.styled(FAINT, text)
    }

    pub(super) fn error(self, text: impl Display) -> String {
        self.styled(ERROR, text)
    }

    pub(super) fn warning(self, text: impl Display) -> String {
        self.styled(WARNING, text)
    }

    fn styled(self, style: Style, text: impl Display) -> String {
        match self {
            Paint::Plain => text.to_string(),
            Paint::Styled => format!("{style}{text}{style:#}"),
        }
    }
}
