//! A game of a run as a trace.

use std::io::{self, Write};

use crate::error::ArenaError;
use crate::run::stored::StoredRun;
use crate::trace::{Header, StoredGame, TraceTable};

/// Writes the game with this number of a run as it was played; the result within says whether `out` took it.
///
/// # Errors
/// Those of `StoredRun::find_game`.
pub fn write_game_trace(
    stored: &StoredRun,
    table: &dyn TraceTable,
    number: u64,
    out: &mut dyn Write,
) -> Result<io::Result<()>, ArenaError> {
    let (game, moves) = stored.find_game(table, number)?;
    let (players, seed, deal) = (stored.plan().request.players, stored.plan().request.seed, game.deal);
    let bots = game.seats.iter().map(|&bot| stored.plan().request.bots.unnumbered(bot)).collect();
    let header = Header::of(table.facts(), players, seed, deal, bots);
    Ok(table.write_stored_trace(out, &header, StoredGame { players, seed, deal, moves: &moves }))
}
