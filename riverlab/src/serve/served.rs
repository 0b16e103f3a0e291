//! The games and bots available to the server.

use std::io::{BufReader, Read};
use std::path::Path;

use riverlab_arena::error::ArenaError;
use riverlab_arena::live::{LiveTable, NewTable};
use riverlab_arena::report::html::document::Document;
use riverlab_arena::report::html::replay::{Film, page_of};
use riverlab_arena::run::game_trace::write_game_trace;
use riverlab_arena::run::stored::StoredRun;
use riverlab_arena::table::GameFacts;
use riverlab_arena::trace::{Header, Lines, check_header};
use riverlab_engine::{RulesSource, Viewer};
use riverlab_lab::games::{Catalog, name_and_sets};
use serde::Serialize;

use crate::folder::{Stored, read_folder};

/// A game that can be played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(super) struct GameInfo {
    /// Its name, as in specs.
    pub(super) name: String,
    /// The name on the box.
    pub(super) title: String,
    /// The fewest and the most players.
    pub(super) players: (usize, usize),
    /// What names its variant, as it is without a choice: `rivers=both`.
    pub(super) variant: Vec<String>,
}

impl GameInfo {
    fn of(facts: &GameFacts) -> GameInfo {
        GameInfo {
            name: facts.name.clone(),
            title: facts.title.clone(),
            players: (*facts.players.start(), *facts.players.end()),
            variant: facts.variant.iter().map(|(name, value)| format!("{name}={value}")).collect(),
        }
    }
}

/// A report as far as a run goes.
pub(super) struct Now {
    /// The report.
    pub(super) document: Document,
    /// How many games are expected in the end; unknown for studies.
    pub(super) expected: Option<u64>,
}

/// What takes up a game that a trace tells, by the name of the game.
pub(super) type TakeUp = dyn Fn(&Catalog, &str, &mut Lines<'_>, &Header, &NewTable<'_>) -> Result<Box<dyn LiveTable>, ArenaError>
    + Send
    + Sync;

/// The games and bots of a server.
pub(super) struct Served {
    catalog: Catalog,
    take_up: Box<TakeUp>,
}

impl Served {
    /// The games and bots of a catalog.
    pub(super) fn new(catalog: Catalog) -> Served {
        Served::taking_up(catalog, Box::new(take_up))
    }

    /// The same, of which games are taken up in this way.
    pub(super) fn taking_up(catalog: Catalog, take_up: Box<TakeUp>) -> Served {
        Served { catalog, take_up }
    }

    /// The games.
    pub(super) fn games(&self) -> Result<Vec<GameInfo>, ArenaError> {
        let info = |name| Ok(GameInfo::of(self.catalog.open(name, &RulesSource::default())?.facts()));
        self.catalog.names().into_iter().map(info).collect()
    }

    /// The names of the bots.
    pub(super) fn bots(&self) -> Vec<&'static str> {
        self.catalog.bots().infos().map(|info| info.name).collect()
    }

    /// A new game.
    pub(super) fn open(&self, game: &str, table: &NewTable<'_>) -> Result<Box<dyn LiveTable>, ArenaError> {
        let (name, source) = source_of(game)?;
        self.catalog.open(name, &source)?.begin_live(table)
    }

    /// A game that a trace tells.
    pub(super) fn resume(
        &self,
        game: &str,
        lines: &mut Lines<'_>,
        header: &Header,
        table: &NewTable<'_>,
    ) -> Result<Box<dyn LiveTable>, ArenaError> {
        (self.take_up)(&self.catalog, game, lines, header, table)
    }

    /// The report of a folder, as far as what is there goes.
    pub(super) fn report(&self, folder: &Path) -> Result<Now, ArenaError> {
        let stored = read_folder(&self.catalog, folder)?;
        let expected = match &stored {
            Stored::Run(run, _) => Some(run.1.expected_games(run.0.plan())),
            Stored::Study(..) => None,
        };
        Ok(Now { document: stored.document()?, expected })
    }

    /// The trace of a game of a run.
    pub(super) fn stored_game(&self, folder: &Path, number: u64) -> Result<Vec<u8>, ArenaError> {
        let stored = StoredRun::open(folder)?;
        let table = self.catalog.open_for(&stored.plan().context)?;
        let mut trace = Vec::new();
        write_game_trace(&stored, &*table, number, &mut trace)?.expect("memory can be written");
        Ok(trace)
    }

    /// The page of a game of a run.
    pub(super) fn stored_page(&self, folder: &Path, number: u64) -> Result<String, ArenaError> {
        let source = StoredRun::open(folder)?.plan().context.rules.clone();
        self.replay_page(Some(source), &mut self.stored_game(folder, number)?.as_slice())
    }

    /// The page of a finished game that a trace tells; `game` says under which rules, if it is not by the trace itself.
    pub(super) fn replay(&self, game: Option<&str>, trace: &mut dyn Read) -> Result<String, ArenaError> {
        let source = game.map(|game| source_of(game).map(|(_, source)| source)).transpose()?;
        self.replay_page(source, trace)
    }

    /// The page of a finished game under these rules, or under those of the variant that the trace names.
    fn replay_page(&self, source: Option<RulesSource>, trace: &mut dyn Read) -> Result<String, ArenaError> {
        let mut lines = Lines::new(BufReader::new(trace));
        let header = lines.header()?;
        let standard = self.catalog.open(&header.game, &RulesSource::default())?;
        let source = match source {
            Some(source) => source,
            None => RulesSource { sets: header.sets(standard.facts())?, ..RulesSource::default() },
        };
        let table = self.catalog.open(&header.game, &source)?;
        check_header(&header, table.facts())?;
        let (mut film, viewer, facts) = (Film::default(), Viewer::All, table.facts());
        let replayed = table.replay_trace(&mut lines, &header, &mut |step| film.add_step(step, viewer, facts))?;
        Ok(page_of(film, &header, &replayed, viewer, facts))
    }
}

fn take_up(
    catalog: &Catalog,
    game: &str,
    lines: &mut Lines<'_>,
    header: &Header,
    table: &NewTable<'_>,
) -> Result<Box<dyn LiveTable>, ArenaError> {
    let (name, source) = source_of(game)?;
    if name != header.game {
        return Err(ArenaError::Found(format!("the trace is one of {}, not of {name}", header.game)));
    }
    catalog.open(name, &source)?.resume_live(lines, header, table)
}

/// The name of a game and its rules, as in `carcassonne:rivers=both`.
fn source_of(game: &str) -> Result<(&str, RulesSource), ArenaError> {
    let (name, sets) = name_and_sets(game)?;
    Ok((name, RulesSource { sets, ..RulesSource::default() }))
}
