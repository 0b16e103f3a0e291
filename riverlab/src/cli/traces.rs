//! `riverlab trace` and `riverlab replay`.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use riverlab_arena::error::ArenaError;
use riverlab_arena::external::programs::Programs;
use riverlab_arena::plan::Bots;
use riverlab_arena::report::html::document::BEGINNING;
use riverlab_arena::report::html::replay::{Film, page_of};
use riverlab_arena::report::text::text_table;
use riverlab_arena::run::game_trace::write_game_trace;
use riverlab_arena::run::stored::StoredRun;
use riverlab_arena::schedule::BotIdx;
use riverlab_arena::store::file_names::MANIFEST;
use riverlab_arena::store::output_file::{Replaces, check_not_input, check_output, write_output};
use riverlab_arena::table::GameFacts;
use riverlab_arena::trace::{
    Detail, Header, Lines, ShownGame, ShownPosition, ShownStep, TraceTable, WriteError, check_header,
};
use riverlab_bots::BotSpec;
use riverlab_bots::play::streams::{Deal, MAX_SEED};
use riverlab_engine::{Picture, RulesSource, Seat, Viewer};
use riverlab_lab::games::{Catalog, OpenTable};

use super::game_args::{GameArgs, RulesArgs, parse_bots, players, whole};
use super::output::{is_stdout, print, printable, shown_path, written};
use super::plan_file::PlanOption;
use super::program_args::ProgramArgs;

/// What a game of a run has already.
const OF_A_NEW_GAME: [&str; 9] = ["game", "rules", "sets", "players", "bots", "seed", "deal", "explain", "list"];

/// Arguments of `trace`.
#[derive(Args, Debug)]
pub(super) struct TraceArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    plan: PlanOption,
    /// Write a game of the run in this folder as it was played, without asking the bots
    #[arg(long, value_name = "DIR", requires = "number", conflicts_with_all = OF_A_NEW_GAME)]
    from: Option<PathBuf>,
    /// The number of the game, as in games.csv
    #[arg(long = "game", value_name = "GAME", requires = "from")]
    #[arg(value_parser = whole(1, 1_000_000_000_000))]
    number: Option<u64>,
    /// The number of players
    #[arg(long, short, default_value = "2", value_parser = players)]
    players: u64,
    /// The bots in seat order, or one for all seats
    #[arg(long, short, num_args = 1.., value_name = "SPEC", default_value = "random")]
    bots: Vec<String>,
    /// The master seed
    #[arg(long, short, default_value = "1", value_parser = whole(0, MAX_SEED))]
    seed: u64,
    /// The number of the deal, as in games.csv
    #[arg(long, default_value = "1", value_parser = whole(1, Deal::MAX_NUMBER))]
    deal: u64,
    /// Write with each move what the bot found out about the legal moves, if it can say
    #[arg(long)]
    explain: bool,
    #[command(flatten)]
    programs: ProgramArgs,
}

/// Plays one game and writes its trace.
fn play(
    table: &dyn TraceTable,
    args: &TraceArgs,
    programs: &Programs,
    stdout: &mut dyn Write,
) -> Result<(), ArenaError> {
    let players = args.players as usize;
    table.facts().check_players("--players", players)?;
    let specs = seat_bots(&parse_bots(&args.bots)?, players)?;
    let names = Bots::marked(specs.clone(), |spec| programs.mark_of(spec));
    let bots = (0..players as BotIdx).map(|bot| names.unnumbered(bot)).collect();
    let header = Header::of(table.facts(), players, Deal { seed: args.seed, number: args.deal }, bots);
    let mut out = BufWriter::new(stdout);
    let detail = if args.explain { Detail::Explained } else { Detail::Moves };
    match table.write_trace(&mut out, &header, &specs, programs, detail) {
        Ok(()) => written(out.flush()),
        Err(WriteError::Output(error)) => written(Err(error)),
        Err(WriteError::Spec(error)) => Err(error.into()),
        Err(WriteError::Bot(failure)) => {
            let bot = header.bots[failure.seat.index()].clone();
            Err(ArenaError::Bot { bot, place: format!("deal {}", args.deal), failure })
        }
    }
}

fn seat_bots(specs: &[BotSpec], players: usize) -> Result<Vec<BotSpec>, ArenaError> {
    match specs {
        [one] => Ok(vec![one.clone(); players]),
        _ if specs.len() == players => Ok(specs.to_vec()),
        _ => Err(ArenaError::Usage(format!(
            "--bots: {} for {players} players: give {players}, or one for all",
            specs.len()
        ))),
    }
}

/// Plays one game, or one of a run again, and writes its trace.
pub(super) fn trace(catalog: &Catalog, args: &TraceArgs, stdout: &mut dyn Write) -> Result<(), ArenaError> {
    if let (Some(folder), Some(number)) = (&args.from, args.number) {
        let stored = StoredRun::open(folder)?;
        let (table, mut out) = (catalog.open_for(&stored.plan().context)?, BufWriter::new(stdout));
        return written(write_game_trace(&stored, &*table, number, &mut out)?.and_then(|()| out.flush()));
    }
    if let Some(number) = args.number {
        return Err(ArenaError::Usage(format!("--game {number}: the folder of its run is missing: --from DIR")));
    }
    let (game, source) = args.game.resolve()?;
    let programs = args.programs.greeted(&parse_bots(&args.bots)?)?;
    play(&*catalog.open(game, &source)?, args, &programs, stdout)
}

/// Arguments of `replay`.
#[derive(Args, Debug)]
pub(super) struct ReplayArgs {
    /// The trace, or - for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Show the last position too
    #[arg(long)]
    show: bool,
    /// Show the position in which the move of this line was made, and check no further
    #[arg(long, short, value_name = "LINE", requires = "show")]
    #[arg(value_parser = whole(2, u64::MAX))]
    line: Option<u64>,
    /// Write the game as one page of HTML, to be looked at move by move; - for standard output, and no report
    #[arg(long, value_name = "FILE", conflicts_with = "line")]
    html: Option<PathBuf>,
    /// Write a picture of each position into this folder, or with --show --line of one; those of a longer game are removed,
    /// other files stay
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,
    /// Replace files that are no pages and no pictures of riverlab
    #[arg(long)]
    force: bool,
    /// Write, and show, only what the player at this seat may know: p1, p2, …
    #[arg(long, value_name = "SEAT")]
    seat: Option<Seat>,
    #[command(flatten)]
    rules: RulesArgs,
}

impl ReplayArgs {
    /// The file that is read.
    fn input(&self) -> &Path {
        if is_stdout(&self.file) { Path::new("/dev/stdin") } else { &self.file }
    }

    /// For whom the game is shown.
    fn viewer(&self, players: usize) -> Result<Viewer, ArenaError> {
        match self.seat {
            Some(seat) if seat.index() >= players => Err(ArenaError::Usage(format!(
                "--seat {seat}: there are {players} players: allowed are p1 to p{players}"
            ))),
            Some(seat) => Ok(Viewer::Seat(seat)),
            None => Ok(Viewer::All),
        }
    }
}

/// Checks a trace, and shows and writes what is asked for.
fn replayed(
    table: &dyn TraceTable,
    args: &ReplayArgs,
    lines: &mut Lines<'_>,
    header: &Header,
) -> Result<String, ArenaError> {
    let facts = table.facts();
    check_header(header, facts)?;
    let viewer = args.viewer(header.players)?;
    let mut pictures = Pictures::new(args, viewer, facts)?;
    if let Some(line) = args.line {
        let (position, moves) = table.trace_position(lines, header, line)?;
        pictures.write_svg(moves, &*position)?;
        return Ok(pictures.written + &position.text(viewer));
    }
    let mut failed = Ok(());
    let replayed = table.replay_trace(lines, header, &mut |step| {
        if failed.is_ok() {
            failed = pictures.add(step);
        }
    })?;
    failed?;
    pictures.end(header, &replayed)?;
    if let Some(page) = pictures.page {
        return Ok(page);
    }
    let position = if args.show { replayed.position.text(viewer) + "\n" } else { String::new() };
    Ok(position + &report(facts, header, &replayed) + &pictures.written)
}

/// The pictures and the page of a game, as far as they are asked for.
struct Pictures<'a> {
    args: &'a ReplayArgs,
    viewer: Viewer,
    facts: &'a GameFacts,
    film: Film,
    count: usize,
    /// What was written, in lines.
    written: String,
    /// The page, for standard output.
    page: Option<String>,
}

impl<'a> Pictures<'a> {
    fn new(args: &'a ReplayArgs, viewer: Viewer, facts: &'a GameFacts) -> Result<Pictures<'a>, ArenaError> {
        if let Some(file) = args.html.as_deref().filter(|path| !is_stdout(path)) {
            check_not_input(file, args.input())?;
            check_output(file, Replaces::own_unless(args.force, BEGINNING))?;
        }
        if let Some(folder) = &args.svg {
            if folder.join(MANIFEST).exists() {
                return Err(ArenaError::folder(folder, "is the folder of a run: give another one to --svg"));
            }
            fs::create_dir_all(folder).map_err(|error| ArenaError::file("create", folder, error))?;
        }
        Ok(Pictures { args, viewer, facts, film: Film::default(), count: 0, written: String::new(), page: None })
    }

    /// Adds the position in which a move is made.
    fn add(&mut self, step: &dyn ShownStep) -> Result<(), ArenaError> {
        if self.args.html.is_some() {
            self.film.add_step(step, self.viewer, self.facts);
        }
        if self.args.svg.is_some() {
            self.write_svg(self.count, step.before())?;
        }
        self.count += 1;
        Ok(())
    }

    /// Writes the picture of the position after so many moves.
    fn write_svg(&mut self, moves: usize, position: &dyn ShownPosition) -> Result<(), ArenaError> {
        let Some(folder) = &self.args.svg else { return Ok(()) };
        let picture = position.picture(self.viewer).ok_or_else(|| {
            ArenaError::Usage(format!("--svg: {} has no pictures: --show draws its positions as text", self.facts.name))
        })?;
        let file = folder.join(format!("position-{moves:04}.svg"));
        check_not_input(&file, self.args.input())?;
        write_output(&file, picture.svg(&self.facts.title, &position.text(self.viewer)).as_bytes(), self.replaces())
    }

    fn replaces(&self) -> Replaces {
        Replaces::own_unless(self.args.force, Picture::BEGINNING)
    }

    /// Removes the pictures of a longer game that was written there before.
    fn remove_others(&self, folder: &Path) -> Result<(), ArenaError> {
        let entries = fs::read_dir(folder).map_err(|error| ArenaError::file("read", folder, error))?;
        for file in entries.filter_map(Result::ok).map(|entry| entry.path()) {
            let name = file.file_name().and_then(|name| name.to_str()?.strip_prefix("position-")?.strip_suffix(".svg"));
            if name.and_then(|number| number.parse().ok()).is_some_and(|number: usize| number > self.count) {
                check_output(&file, self.replaces())?;
                fs::remove_file(&file).map_err(|error| ArenaError::file("remove", &file, error))?;
            }
        }
        Ok(())
    }

    /// Adds the last position and writes the page.
    fn end(&mut self, header: &Header, replayed: &ShownGame) -> Result<(), ArenaError> {
        self.write_svg(self.count, &*replayed.position)?;
        if let Some(folder) = &self.args.svg {
            self.remove_others(folder)?;
            writeln!(self.written, "wrote {} pictures into {}", self.count + 1, shown_path(folder)).expect("written");
        }
        let Some(file) = &self.args.html else { return Ok(()) };
        let film = std::mem::take(&mut self.film);
        let page = page_of(film, header, replayed, self.viewer, self.facts);
        if is_stdout(file) {
            self.page = Some(page);
            return Ok(());
        }
        write_output(file, page.as_bytes(), Replaces::own_unless(self.args.force, BEGINNING))?;
        writeln!(self.written, "wrote {}", shown_path(file)).expect("written");
        Ok(())
    }
}

fn report(facts: &GameFacts, header: &Header, replayed: &ShownGame) -> String {
    let mut columns = vec!["seat", "bot", "score", "rank", "share"];
    columns.extend(facts.parts.iter().map(String::as_str));
    let has_forfeits = replayed.forfeits.iter().any(|&decision| decision > 0);
    columns.extend(has_forfeits.then_some("forfeited in decision"));
    let mut table = text_table(&columns, &[0, 1]);
    let outcome = &replayed.outcome;
    for seat in Seat::all(header.players) {
        let mut row = vec![
            seat.to_string(),
            header.bots.get(seat.index()).map_or(String::new(), |bot| printable(bot)),
            outcome.scores[seat].to_string(),
            outcome.ranks[seat].to_string(),
            format!("{:.3}", outcome.shares[seat].value()),
        ];
        row.extend(outcome.parts[seat].iter().take(facts.parts.len()).map(ToString::to_string));
        row.extend(has_forfeits.then(|| replayed.forfeits[seat].to_string()));
        table.add_row(row);
    }
    format!(
        "{}, {} players, {} moves: every move follows from the rules\n{table}\n",
        header.game, header.players, replayed.moves
    )
}

/// Checks a trace and prints the final score.
pub(super) fn replay(catalog: &Catalog, args: &ReplayArgs, stdout: &mut dyn Write) -> Result<(), ArenaError> {
    let report = read_trace(&args.file, |lines, header| {
        replayed(&*open_by_header(catalog, header, &args.rules)?, args, lines, header)
    })?;
    if args.html.as_deref().is_some_and(is_stdout) {
        // Characters of a page are in an encoding that it names itself.
        return written(stdout.write_all(report.as_bytes()));
    }
    print(stdout, &report)
}

/// The game of a trace: the variant that its header names, under these changes of its tables.
pub(super) fn open_by_header(catalog: &Catalog, header: &Header, rules: &RulesArgs) -> Result<OpenTable, ArenaError> {
    let standard = catalog.open(&header.game, &RulesSource::default())?;
    catalog.open(&header.game, &rules.source_after(header.sets(standard.facts())?)?)
}

/// Opens a trace, or standard input for `-`, and reads it; errors name the file.
pub(super) fn read_trace<T>(
    file: &Path,
    read: impl FnOnce(&mut Lines<'_>, &Header) -> Result<T, ArenaError>,
) -> Result<T, ArenaError> {
    let name = file.display().to_string();
    let input: Box<dyn BufRead> = if name == "-" {
        Box::new(io::stdin().lock())
    } else {
        Box::new(BufReader::new(File::open(file).map_err(|error| ArenaError::file("read", file, error))?))
    };
    let mut lines = Lines::new(input);
    let result = lines.header().and_then(|header| read(&mut lines, &header));
    result.map_err(|error| match error {
        ArenaError::Found(reason) => ArenaError::Found(format!("{name}: {reason}")),
        ArenaError::Usage(reason) => ArenaError::Usage(format!("{name}: {reason}")),
        other => other,
    })
}
