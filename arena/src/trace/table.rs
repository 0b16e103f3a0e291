//! What traces ask of a game.

use std::io::{self, Write};

use riverlab_bots::{Bot, BotSpec, Evaluate};
use riverlab_engine::{Modify, PerPlayer};

use super::header::Header;
use super::lines::Lines;
use super::replay::{Replayed, TraceStep, position, replay};
use super::shown::{Position, ShownGame, ShownPosition, ShownStep, Step};
use super::think::{Question, Thought, think};
use super::write::{Detail, WriteError, write, write_stored};
use crate::error::ArenaError;
use crate::external::programs::Programs;
use crate::table::{GameTable, Table};

/// What traces ask of a game: it is played into one, checked by one, and shown.
pub trait TraceTable: Table {
    /// Plays the game of a header between these bots and writes its trace.
    ///
    /// # Errors
    /// When a bot cannot be made, `out` cannot be written, or a bot fails.
    fn write_trace(
        &self,
        out: &mut dyn Write,
        header: &Header,
        specs: &[BotSpec],
        programs: &Programs,
        detail: Detail,
    ) -> Result<(), WriteError>;

    /// Plays a game of a run again from its decisions and writes its trace; `forfeits` has by seat the decision in which a
    /// program failed, or 0.
    ///
    /// # Errors
    /// When `out` cannot be written.
    ///
    /// # Panics
    /// When these are not the decisions of a whole game of this deal.
    fn write_stored_trace(
        &self,
        out: &mut dyn Write,
        header: &Header,
        moves: &str,
        forfeits: PerPlayer<u32>,
    ) -> io::Result<()>;

    /// Checks the moves of a trace after its header, move by move, and shows each.
    ///
    /// # Errors
    /// The first line that does not follow from the rules, and why.
    fn replay_trace(
        &self,
        lines: &mut Lines<'_>,
        header: &Header,
        seen: &mut dyn FnMut(&dyn ShownStep),
    ) -> Result<ShownGame, ArenaError>;

    /// The position in which the move of a line was made, and the number of moves before it.
    ///
    /// # Errors
    /// The first line that does not follow from the rules, or that there is no such line.
    fn trace_position(
        &self,
        lines: &mut Lines<'_>,
        header: &Header,
        line: u64,
    ) -> Result<(Box<dyn ShownPosition>, usize), ArenaError>;

    /// What a bot thinks of a position of a trace.
    ///
    /// # Errors
    /// When the trace does not follow from the rules, nobody is to move in the position, or the bot fails.
    fn think(&self, lines: &mut Lines<'_>, question: Question<'_>, programs: &Programs) -> Result<Thought, ArenaError>;
}

impl<G: Evaluate + Modify> TraceTable for GameTable<G> {
    fn write_trace(
        &self,
        out: &mut dyn Write,
        header: &Header,
        specs: &[BotSpec],
        programs: &Programs,
        detail: Detail,
    ) -> Result<(), WriteError> {
        let venue = self.venue(programs);
        let mut bots = specs.iter().map(|spec| venue.build(spec)).collect::<Result<Vec<_>, _>>()?;
        let mut seated: Vec<&mut dyn Bot<G>> = bots.iter_mut().map(|bot| &mut **bot as &mut dyn Bot<G>).collect();
        write(out, header, self.rules(), &mut seated, detail)
    }

    fn write_stored_trace(
        &self,
        out: &mut dyn Write,
        header: &Header,
        moves: &str,
        forfeits: PerPlayer<u32>,
    ) -> io::Result<()> {
        write_stored::<G>(out, header, self.rules(), moves, forfeits)
    }

    fn replay_trace(
        &self,
        lines: &mut Lines<'_>,
        header: &Header,
        seen: &mut dyn FnMut(&dyn ShownStep),
    ) -> Result<ShownGame, ArenaError> {
        let show = |step: TraceStep<'_, G>| {
            seen(&Step { before: Position(step.before.clone()), mv: step.mv, explain: step.explain });
        };
        let replayed = replay::<G>(lines, self.rules(), header, show)?;
        let position = Box::new(Position(replayed.position));
        let Replayed { moves, outcome, forfeits, .. } = replayed;
        Ok(ShownGame { moves, outcome, forfeits, position })
    }

    fn trace_position(
        &self,
        lines: &mut Lines<'_>,
        header: &Header,
        line: u64,
    ) -> Result<(Box<dyn ShownPosition>, usize), ArenaError> {
        let mut moves = 0;
        let state = position::<G>(lines, self.rules(), header, Some(line), |_| moves += 1)?;
        Ok((Box::new(Position(state)), moves))
    }

    fn think(&self, lines: &mut Lines<'_>, question: Question<'_>, programs: &Programs) -> Result<Thought, ArenaError> {
        think(lines, self.venue(programs), question)
    }
}
