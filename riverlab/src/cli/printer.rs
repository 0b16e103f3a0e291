//! Where a command prints, and how wide its tables may be.

use std::io::{self, Write};

use riverlab_arena::error::ArenaError;
use riverlab_arena::report::terminal::{Text, Width};

use super::output::print;

/// A writer of results.
pub(super) struct Printer<'a> {
    out: &'a mut dyn Write,
    width: Width,
}

impl<'a> Printer<'a> {
    /// Prints to this writer; `wide` tables have all of their columns.
    pub(super) fn new(out: &'a mut dyn Write, wide: bool) -> Printer<'a> {
        Printer { out, width: if wide { Width::AllColumns } else { Width::Terminal } }
    }

    /// Prints a text.
    pub(super) fn show(&mut self, text: &Text) -> Result<(), ArenaError> {
        print(self.out, &text.shown(self.width))
    }
}

impl Write for Printer<'_> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        self.out.write(buffer)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
