//! What the server needs of the games and bots that there are, whichever list of them a program has.

use std::fs::File;
use std::io::{BufReader, Read};
use std::path::Path;

use riverlab_bots::Evaluate;
use riverlab_engine::{GameRules, RulesSource, Viewer};
use serde::Serialize;

use crate::error::ArenaError;
use crate::games::{Catalog, GameList, GameTask, compile_standard_games, name_and_sets};
use crate::live::{LiveTable, NewTable, open_table, resume_table};
use crate::report::folder::{Stored, read_folder};
use crate::report::html::document::Document;
use crate::report::html::replay::{Film, page_of};
use crate::run::game_trace::write_game_trace;
use crate::run::stored::StoredRun;
use crate::trace::{self, Header, Lines};
use crate::venue::Venue;

/// A game that can be played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(super) struct GameInfo {
    /// Its name, as in specs.
    pub(super) name: &'static str,
    /// The name on the box.
    pub(super) title: &'static str,
    /// The fewest and the most players.
    pub(super) players: (usize, usize),
    /// What names its variant, as it is without a choice: `rivers=both`.
    pub(super) variant: Vec<String>,
}

/// A report as far as a run goes.
pub(super) struct Now {
    /// The report.
    pub(super) document: Document,
    /// How many games are expected in the end; unknown for studies.
    pub(super) expected: Option<u64>,
}

/// The games and bots that there are.
pub(super) trait House: Send + Sync {
    /// The games.
    fn games(&self) -> Result<Vec<GameInfo>, ArenaError>;

    /// The names of the bots.
    fn bots(&self) -> Vec<&'static str>;

    /// A new game; see [`open_table`].
    fn open(&self, game: &str, table: &NewTable<'_>) -> Result<Box<dyn LiveTable>, ArenaError>;

    /// A game that a trace tells; see [`resume_table`].
    fn resume(
        &self,
        game: &str,
        trace: (&mut Lines<BufReader<File>>, &Header),
        table: &NewTable<'_>,
    ) -> Result<Box<dyn LiveTable>, ArenaError>;

    /// The report of a folder, as far as what is there goes.
    fn report(&self, folder: &Path) -> Result<Now, ArenaError>;

    /// The trace of a game of a run.
    fn stored_game(&self, folder: &Path, number: u64) -> Result<Vec<u8>, ArenaError>;

    /// The page of a game of a run.
    fn stored_page(&self, folder: &Path, number: u64) -> Result<String, ArenaError>;

    /// The page of a finished game that a trace tells; `game` says under which rules, if it is not by the trace itself.
    fn replay(&self, game: Option<&str>, trace: &mut dyn Read) -> Result<String, ArenaError>;
}

impl<Games: GameList> House for Catalog<Games> {
    fn games(&self) -> Result<Vec<GameInfo>, ArenaError> {
        self.names().into_iter().map(|name| self.with_game(name, &RulesSource::default(), Describe)).collect()
    }

    fn bots(&self) -> Vec<&'static str> {
        self.bots().infos().map(|info| info.name).collect()
    }

    fn open(&self, game: &str, table: &NewTable<'_>) -> Result<Box<dyn LiveTable>, ArenaError> {
        let (name, source) = source_of(game)?;
        open_table(self, (name, &source), table)
    }

    fn resume(
        &self,
        game: &str,
        trace: (&mut Lines<BufReader<File>>, &Header),
        table: &NewTable<'_>,
    ) -> Result<Box<dyn LiveTable>, ArenaError> {
        let (name, source) = source_of(game)?;
        if name != trace.1.game {
            return Err(ArenaError::Found(format!("the trace is one of {}, not of {name}", trace.1.game)));
        }
        resume_table(self, &source, trace, table)
    }

    fn report(&self, folder: &Path) -> Result<Now, ArenaError> {
        let stored = read_folder(self, folder, None)?;
        let expected = match &stored {
            Stored::Run(run, _) => Some(run.1.expected_games(run.0.plan())),
            Stored::Study(..) => None,
        };
        Ok(Now { document: stored.document()?, expected })
    }

    fn stored_game(&self, folder: &Path, number: u64) -> Result<Vec<u8>, ArenaError> {
        let mut trace = Vec::new();
        write_game_trace(self, folder, number, &mut trace)?.expect("memory can be written");
        Ok(trace)
    }

    fn stored_page(&self, folder: &Path, number: u64) -> Result<String, ArenaError> {
        let source = StoredRun::open(folder)?.plan().request.rules.clone();
        replay_page(self, Some(source), &mut self.stored_game(folder, number)?.as_slice())
    }

    fn replay(&self, game: Option<&str>, trace: &mut dyn Read) -> Result<String, ArenaError> {
        let source = game.map(|game| source_of(game).map(|(_, source)| source)).transpose()?;
        replay_page(self, source, trace)
    }
}

/// The page of a finished game under these rules, or under those of the variant that the trace names.
fn replay_page(
    catalog: &Catalog<impl GameList>,
    source: Option<RulesSource>,
    trace: &mut dyn Read,
) -> Result<String, ArenaError> {
    let mut lines = Lines::new(BufReader::new(trace));
    let header = lines.header()?;
    let source = match source {
        Some(source) => source,
        None => RulesSource { sets: header.sets(catalog)?, ..RulesSource::default() },
    };
    catalog.with_game(&header.game, &source, Replay { lines: &mut lines, header: &header })
}

/// The name of a game and its rules, as in `carcassonne:rivers=both`.
fn source_of(game: &str) -> Result<(&str, RulesSource), ArenaError> {
    let (name, sets) = name_and_sets(game)?;
    Ok((name, RulesSource { sets, ..RulesSource::default() }))
}

struct Describe;

impl GameTask for Describe {
    type Output = GameInfo;

    compile_standard_games!();

    fn run<G: Evaluate>(self, venue: Venue<'_, G>) -> Result<GameInfo, ArenaError> {
        let variant = venue.rules.facts().into_iter().map(|(name, value)| format!("{name}={value}"));
        let players = (*G::PLAYERS.start(), *G::PLAYERS.end());
        Ok(GameInfo { name: G::NAME, title: G::TITLE, players, variant: variant.collect() })
    }
}

struct Replay<'a, 'b> {
    lines: &'a mut Lines<BufReader<&'b mut dyn Read>>,
    header: &'a Header,
}

impl GameTask for Replay<'_, '_> {
    type Output = String;

    compile_standard_games!();

    fn run<G: Evaluate>(self, venue: Venue<'_, G>) -> Result<String, ArenaError> {
        let (header, rules, viewer) = (self.header, venue.rules, Viewer::All);
        trace::check_header::<G>(header, rules)?;
        let mut film = Film::default();
        let replayed = trace::replay::<G>(self.lines, rules, header.players, |step| film.add_step(&step, viewer))?;
        Ok(page_of(film, header, &replayed, viewer))
    }
}
