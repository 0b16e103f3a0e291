//! From what somebody asks for to a game under way: a new one, or one that a trace tells.

use riverlab_bots::Evaluate;
use riverlab_bots::play::streams::{Deal, MAX_SEED};
use riverlab_engine::Modify;

use super::game::LiveGame;
use super::player::Player;
use super::table::LiveTable;
use crate::error::ArenaError;
use crate::external::programs::Programs;
use crate::table::{GameTable, Table};
use crate::trace::{self, Detail, Header, Lines, check_header};

/// A game that somebody wants to play.
#[derive(Clone, Debug)]
pub struct NewTable<'a> {
    /// Who sits at each seat.
    pub players: &'a [Player],
    /// The programs among the bots.
    pub programs: &'a Programs,
    /// The deal.
    pub deal: Deal,
    /// Whether the trace is to say what bots found out.
    pub detail: Detail,
}

/// What games with people ask of a game.
pub trait LiveGames: Table {
    /// A new game.
    ///
    /// # Errors
    /// When there is no such bot, or the game is not for so many players.
    fn begin_live(&self, table: &NewTable<'_>) -> Result<Box<dyn LiveTable>, ArenaError>;

    /// A game that a trace tells, finished or not; its header has been read. Its own seed and deal are those of the table that
    /// is asked for, so that chance goes on as it would have.
    ///
    /// # Errors
    /// The first line that does not follow from the rules, and those of [`begin_live`](Self::begin_live).
    fn resume_live(
        &self,
        lines: &mut Lines<'_>,
        header: &Header,
        table: &NewTable<'_>,
    ) -> Result<Box<dyn LiveTable>, ArenaError>;
}

impl<G: Evaluate + Modify> LiveGames for GameTable<G> {
    fn begin_live(&self, table: &NewTable<'_>) -> Result<Box<dyn LiveTable>, ArenaError> {
        let (players, facts) = (table.players.len(), self.facts());
        facts.check_players("--seats", players)?;
        let header = Header::of(facts, players, table.deal, table.players.iter().map(ToString::to_string).collect());
        Ok(Box::new(LiveGame::new(header, table.deal, table.players, self.venue(table.programs), table.detail)?))
    }

    fn resume_live(
        &self,
        lines: &mut Lines<'_>,
        header: &Header,
        table: &NewTable<'_>,
    ) -> Result<Box<dyn LiveTable>, ArenaError> {
        let facts = self.facts();
        check_header(header, facts)?;
        let players = header.players;
        if table.players.len() != players {
            let given = table.players.len();
            return Err(ArenaError::Usage(format!("--seats: {given} for {players} players: give {players}")));
        }
        let mut past = Vec::new();
        trace::position::<G>(lines, self.rules(), header, None, |step| past.push((step.mv, step.explain.cloned())))?;
        let bots = table.players.iter().map(ToString::to_string).collect();
        let rules_version = Some(facts.rules_version.clone());
        let rules_hash = facts.changed_rules_hash().or(header.rules_hash.clone());
        let header = Header { rules_version, rules_hash, bots, ..header.clone() };
        let mut game = LiveGame::new(header, table.deal, table.players, self.venue(table.programs), table.detail)?;
        for (mv, explain) in past {
            game.push_again(mv, explain);
        }
        Ok(Box::new(game))
    }
}

/// A seed from the random numbers of the system.
///
/// # Errors
/// When it has none.
pub fn new_seed() -> Result<u64, ArenaError> {
    getrandom::u64().map(|bits| bits & MAX_SEED).map_err(|error| ArenaError::Usage(format!("no random seed: {error}")))
}
