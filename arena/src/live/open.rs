//! From what somebody asks for to a game under way: a new one, or one that a trace tells.

use std::io::BufRead;

use riverlab_bots::Evaluate;
use riverlab_engine::RulesSource;

use super::game::LiveGame;
use super::player::Player;
use super::table::LiveTable;
use crate::error::ArenaError;
use crate::games::{Catalog, GameList, GameTask, compile_standard_games};
use crate::plan::{Programs, check_players, rules_hash};
use crate::trace::{self, Detail, Header, Lines, check_header};
use crate::venue::Venue;

/// A game that somebody wants to play.
#[derive(Clone, Debug)]
pub struct NewTable<'a> {
    /// Who sits at each seat.
    pub players: &'a [Player],
    /// The programs among the bots.
    pub programs: &'a Programs,
    /// The seed and the number of the deal, from 1.
    pub deal: (u64, u64),
    /// Whether the trace is to say what bots found out.
    pub detail: Detail,
}

struct OpenTable<'a>(&'a RulesSource, &'a NewTable<'a>);

impl GameTask for OpenTable<'_> {
    type Output = Box<dyn LiveTable>;

    compile_standard_games!();

    fn run<G: Evaluate>(self, venue: Venue<'_, G>) -> Result<Box<dyn LiveTable>, ArenaError> {
        let OpenTable(source, table) = self;
        let players = table.players.len();
        check_players::<G>("--seats", players)?;
        let header = Header {
            game: G::NAME.to_owned(),
            players,
            seed: Some(table.deal.0),
            deal: Some(table.deal.1),
            rules_version: Some(G::RULES_VERSION.to_owned()),
            facts: trace::header_facts(venue.rules),
            rules_hash: (!source.is_standard()).then(|| rules_hash(venue.rules)),
            bots: table.players.iter().map(ToString::to_string).collect(),
        };
        let venue = venue.with_programs(table.programs);
        Ok(Box::new(LiveGame::new(header, table.players, venue, table.detail)?))
    }
}

/// A seed from the random numbers of the system.
///
/// # Errors
/// When it has none.
pub fn new_seed() -> Result<u64, ArenaError> {
    // Seeds stand in traces as JSON numbers, which many programs read as floating-point numbers.
    const EXACT: u32 = 53;
    let drawn = getrandom::u64();
    drawn.map(|bits| bits >> (u64::BITS - EXACT)).map_err(|error| ArenaError::Usage(format!("no random seed: {error}")))
}

/// A new game.
///
/// # Errors
/// When there is no such game or bot, or the game is not for so many players.
pub fn open_table(
    catalog: &Catalog<impl GameList>,
    (game, source): (&str, &RulesSource),
    table: &NewTable<'_>,
) -> Result<Box<dyn LiveTable>, ArenaError> {
    catalog.with_game(game, source, OpenTable(source, table))
}

struct ResumeTable<'a, R> {
    source: &'a RulesSource,
    lines: &'a mut Lines<R>,
    header: Header,
    table: &'a NewTable<'a>,
}

impl<R: BufRead> GameTask for ResumeTable<'_, R> {
    type Output = Box<dyn LiveTable>;

    compile_standard_games!();

    fn run<G: Evaluate>(self, venue: Venue<'_, G>) -> Result<Box<dyn LiveTable>, ArenaError> {
        let ResumeTable { source, lines, header, table } = self;
        check_header::<G>(&header, venue.rules)?;
        let players = header.players;
        if table.players.len() != players {
            let given = table.players.len();
            return Err(ArenaError::Usage(format!("--seats: {given} for {players} players: give {players}")));
        }
        let mut past = Vec::new();
        trace::position::<G>(lines, venue.rules, players, None, |step| past.push((step.mv, step.explain.cloned())))?;
        let venue = venue.with_programs(table.programs);
        let (seed, deal) = table.deal;
        let bots = table.players.iter().map(ToString::to_string).collect();
        let rules_version = Some(G::RULES_VERSION.to_owned());
        let rules_hash = (!source.is_standard()).then(|| rules_hash(venue.rules)).or(header.rules_hash);
        let header = Header { bots, seed: Some(seed), deal: Some(deal), rules_version, rules_hash, ..header };
        let mut game = LiveGame::new(header, table.players, venue, table.detail)?;
        for (mv, explain) in past {
            game.push_again(mv, explain);
        }
        Ok(Box::new(game))
    }
}

/// A game that a trace tells, finished or not; its header has been read. Its own seed and deal are those of the table that is
/// asked for, so that chance goes on as it would have.
///
/// # Errors
/// The first line that does not follow from the rules, and those of [`open_table`].
pub fn resume_table(
    catalog: &Catalog<impl GameList>,
    source: &RulesSource,
    (lines, header): (&mut Lines<impl BufRead>, &Header),
    table: &NewTable<'_>,
) -> Result<Box<dyn LiveTable>, ArenaError> {
    catalog.with_game(&header.game, source, ResumeTable { source, lines, header: header.clone(), table })
}
