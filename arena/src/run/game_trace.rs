//! A game of a run as a trace.

use std::io::{self, Write};

use riverlab_bots::play::streams::Deal;

use crate::error::ArenaError;
use crate::run::stored::StoredRun;
use crate::trace::{Header, TraceTable};

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
    let (game, moves, forfeits) = stored.find_game(table, number)?;
    let request = &stored.plan().request;
    let deal = Deal { seed: request.seed, number: game.deal };
    let bots = game.seats.iter().map(|&bot| request.bots.unnumbered(bot)).collect();
    let header = Header::of(table.facts(), request.players, deal, bots);
    Ok(table.write_stored_trace(out, &header, &moves, forfeits))
}
