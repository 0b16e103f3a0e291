//! A game of a run as a trace.

use std::io::{self, Write};
use std::path::Path;

use riverlab_bots::Evaluate;

use crate::error::ArenaError;
use crate::games::{Catalog, GameList, GameTask, compile_standard_games};
use crate::plan::rules_hash;
use crate::run::stored::StoredRun;
use crate::trace::{self, Header};
use crate::venue::Venue;

struct WriteTrace<'a, W> {
    stored: &'a StoredRun,
    number: u64,
    out: &'a mut W,
}

impl<W: Write> GameTask for WriteTrace<'_, W> {
    type Output = io::Result<()>;

    compile_standard_games!();

    fn run<G: Evaluate>(self, venue: Venue<'_, G>) -> Result<io::Result<()>, ArenaError> {
        let (plan, rules) = (self.stored.plan(), venue.rules);
        let (game, moves) = self.stored.find_game(venue, self.number)?;
        let header = Header {
            game: G::NAME.to_owned(),
            players: plan.request.players,
            seed: Some(plan.request.seed),
            deal: Some(game.deal),
            rules_version: Some(G::RULES_VERSION.to_owned()),
            facts: trace::header_facts(rules),
            rules_hash: (!plan.request.rules.is_standard()).then(|| rules_hash(rules)),
            bots: game.seats.iter().map(|&bot| plan.request.bots.unnumbered(bot)).collect(),
        };
        Ok(trace::write_stored::<G>(self.out, &header, rules, (plan, &game, &moves)))
    }
}

/// Writes the game with this number of the run in a folder as it was played; the result within says whether `out` took it.
///
/// # Errors
/// Those of [`StoredRun::open`] and [`StoredRun::find_game`].
pub(crate) fn write_game_trace(
    catalog: &Catalog<impl GameList>,
    folder: &Path,
    number: u64,
    out: &mut impl Write,
) -> Result<io::Result<()>, ArenaError> {
    let stored = StoredRun::open(folder)?;
    let plan = stored.plan();
    catalog.with_game(&plan.game, &plan.request.rules, WriteTrace { stored: &stored, number, out })
}
