//! `riverlab play`: a game at the terminal, against bots or with others at the same screen.

mod input;
mod screen;

use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;
use input::{Input, Request, is_interactive, read_request};
use riverlab_arena::error::ArenaError;
use riverlab_arena::external::programs::{OnFault, Programs};
use riverlab_arena::live::{Advanced, LiveTable, NewTable, Player, Sight, new_seed};
use riverlab_arena::shell::quoted;
use riverlab_arena::store::output_file::{Replaces, write_output};
use riverlab_arena::trace::{Detail, Header, Lines};
use riverlab_bots::BotSpec;
use riverlab_bots::play::streams::{Deal, MAX_SEED};
use riverlab_engine::{Seat, Viewer};
use riverlab_lab::games::Catalog;
use screen::Screen;

use super::game_args::{GameArgs, whole};
use super::output::{shown_path, typable};
use super::paths::check_path;
use super::program_args::ProgramArgs;
use super::run_args::stop_on_signal;
use super::traces::open_by_header;

/// Arguments of `play`.
#[derive(Args, Debug)]
pub(super) struct PlayArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Who sits at each seat: human, or a bot [default: human mcts]
    #[arg(long, num_args = 1.., value_name = "human|SPEC", visible_alias = "bots")]
    seats: Vec<String>,
    /// The seed [default: a new one for each game]
    #[arg(long, short, value_parser = whole(0, MAX_SEED))]
    seed: Option<u64>,
    /// The number of the deal, as in games.csv
    #[arg(long, default_value = "1", value_parser = whole(1, Deal::MAX_NUMBER))]
    deal: u64,
    /// Write the game to this file after every move, as a trace
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Go on with the game of this trace; give --save FILE as well to go on writing it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "seed", "deal"])]
    resume: Option<PathBuf>,
    /// The bot that is asked for hints
    #[arg(long, value_name = "SPEC", default_value = "mcts")]
    hint: String,
    /// Write into the trace what the bots found out about each move, if they can say
    #[arg(long)]
    explain: bool,
    #[command(flatten)]
    programs: ProgramArgs,
}

/// Plays a game with the people at the terminal.
pub(super) fn run(catalog: &Catalog, args: &PlayArgs, stdout: &mut dyn Write) -> Result<(), ArenaError> {
    check_save(args)?;
    let table = match &args.resume {
        Some(file) => resumed(catalog, args, file)?,
        None => begun(catalog, args)?,
    };
    let hint: BotSpec = args.hint.parse()?;
    let stop = stop_on_signal("interrupted");
    let people: Vec<Seat> =
        Seat::all(table.header().players).filter(|&seat| *table.player(seat) == Player::Human).collect();
    if people.len() > 1 && table.hides() && !is_interactive() {
        let message = "several people who know different things need a terminal, which is emptied between them";
        return Err(ArenaError::Usage(format!("--seats: {message}")));
    }
    let screen = Screen::new(stdout);
    let mut session =
        Session { table, screen, input: Input::new(), people, last: None, hint, save: args.save.clone(), stop };
    match session.play() {
        // While a bot was thinking.
        Err(ArenaError::Interrupted) => session.leave().and(Err(ArenaError::LeftGame)),
        other => other,
    }
}

/// The command that goes on with the game in a file.
fn going_on(file: &Path) -> String {
    // What begins with a hyphen is no name of a file to the command line.
    let file = if file.to_string_lossy().starts_with('-') { &Path::new(".").join(file) } else { file };
    let name = typable(file).map_or("FILE".to_owned(), quoted);
    format!("riverlab play --resume {name} --save {name}")
}

/// A file that is there already is not written over, unless it is the one that is taken up.
fn check_save(args: &PlayArgs) -> Result<(), ArenaError> {
    match &args.save {
        Some(file) if file.exists() && args.resume.as_ref() != Some(file) => {
            let message = "exists: give another name, or --resume to go on with its game";
            Err(ArenaError::Usage(format!("--save {}: {message}", file.display())))
        }
        _ => Ok(()),
    }
}

fn begun(catalog: &Catalog, args: &PlayArgs) -> Result<Box<dyn LiveTable>, ArenaError> {
    let (game, source) = args.game.resolve()?;
    let players = if args.seats.is_empty() { players(["human", "mcts"])? } else { players(&args.seats)? };
    let programs = programs(args, &players)?;
    let seed = args.seed.map_or_else(new_seed, Ok)?;
    let table = NewTable {
        players: &players,
        programs: &programs,
        deal: Deal { seed, number: args.deal },
        detail: args.detail(),
    };
    let game = catalog.open(game, &source)?;
    game.check_bot(&args.hint.parse()?, &programs)?;
    game.begin_live(&table)
}

fn resumed(catalog: &Catalog, args: &PlayArgs, file: &Path) -> Result<Box<dyn LiveTable>, ArenaError> {
    let name = file.display();
    let named = |error| match error {
        ArenaError::Found(reason) => ArenaError::Found(format!("{name}: {reason}")),
        other => other,
    };
    let open = std::fs::File::open(file).map_err(|error| ArenaError::file("read", file, error))?;
    let mut lines = Lines::new(BufReader::new(open));
    let header = lines.header().map_err(named)?;
    let players = if args.seats.is_empty() { seats_of(&header)? } else { players(&args.seats)? };
    let programs = programs(args, &players)?;
    let seed = header.seed.map_or_else(new_seed, Ok)?;
    let deal = Deal { seed, ..header.dealt() };
    let table = NewTable { players: &players, programs: &programs, deal, detail: args.detail() };
    let game = open_by_header(catalog, &header, &args.game.rules)?;
    game.check_bot(&args.hint.parse()?, &programs)?;
    game.resume_live(&mut lines, &header, &table).map_err(named)
}

impl PlayArgs {
    fn detail(&self) -> Detail {
        if self.explain { Detail::Explained } else { Detail::Moves }
    }
}

fn players(texts: impl IntoIterator<Item = impl AsRef<str>>) -> Result<Vec<Player>, ArenaError> {
    Ok(texts.into_iter().map(|text| text.as_ref().parse()).collect::<Result<_, _>>()?)
}

/// Who played a trace. Bots that no spec names, as a trace that was made elsewhere may have them, must be given anew.
fn seats_of(header: &Header) -> Result<Vec<Player>, ArenaError> {
    players(&header.bots).map_err(|error| ArenaError::Usage(format!("{error} (in the trace: give --seats)")))
}

/// The programs among the players. A game with people ends with a message where one fails, and can be taken up again.
fn programs(args: &PlayArgs, players: &[Player]) -> Result<Programs, ArenaError> {
    let bots: Vec<BotSpec> = players.iter().filter_map(Player::bot).cloned().chain([args.hint.parse()?]).collect();
    let programs = args.programs.greeted(&bots)?;
    if programs.on_fault == OnFault::Forfeit {
        let message = "--on-fault forfeit: a game with people stops where a program fails, and can be taken up again";
        return Err(ArenaError::Usage(message.to_owned()));
    }
    Ok(programs)
}

/// A game at the terminal.
struct Session<'a> {
    table: Box<dyn LiveTable>,
    screen: Screen<'a>,
    input: Input,
    /// The seats of people.
    people: Vec<Seat>,
    /// The person who was at the screen last.
    last: Option<Seat>,
    hint: BotSpec,
    save: Option<PathBuf>,
    stop: Arc<AtomicBool>,
}

impl Session<'_> {
    fn play(&mut self) -> Result<(), ArenaError> {
        self.screen.begin(self.table.as_ref())?;
        loop {
            let mover = self.table.turn();
            match self.table.advance(&self.stop)? {
                Advanced::Moved => self.autosave()?,
                Advanced::Waiting(seat) => {
                    if !self.decide(seat)? {
                        return self.leave();
                    }
                }
                Advanced::Over => break,
            }
            // What one player or chance does in a row is told at once.
            if let Some(viewer) = self.open_viewer().filter(|_| self.table.turn() != mover) {
                self.screen.tell(self.table.as_ref(), viewer)?;
            }
        }
        self.autosave()?;
        if self.open_viewer().is_none() {
            self.screen.clear()?;
        }
        let viewer = self.open_viewer().unwrap_or(Viewer::Public);
        self.screen.end(self.table.as_ref(), viewer)
    }

    /// Who may see what happens at any time: the only person, or in a game that hides nothing everybody.
    fn open_viewer(&self) -> Option<Viewer> {
        match self.people[..] {
            [seat] => Some(Viewer::Seat(seat)),
            [] => Some(Viewer::Public),
            _ => (!self.table.hides()).then_some(Viewer::Public),
        }
    }

    /// Lets a person decide; false when the person leaves.
    fn decide(&mut self, seat: Seat) -> Result<bool, ArenaError> {
        let is_another = self.people.len() > 1 && self.table.hides() && self.last != Some(seat);
        if is_another && !self.hand_over(seat)? {
            return Ok(false);
        }
        self.last = Some(seat);
        let sight = self.table.sight(Viewer::Seat(seat));
        self.screen.tell(self.table.as_ref(), self.open_viewer().unwrap_or(Viewer::Seat(seat)))?;
        self.screen.show(&sight)?;
        loop {
            let Some(line) = self.input.line(&format!("{seat}> "))? else { return Ok(false) };
            match read_request(&line, &sight.moves) {
                Request::Move(index) => {
                    let confirmed = if sight.moves[index].is_final { self.confirmed()? } else { Some(true) };
                    let Some(confirmed) = confirmed else { return Ok(false) };
                    if confirmed {
                        self.table.play(seat, index).map_err(|error| ArenaError::Usage(error.to_string()))?;
                        self.screen.told(seat, self.table.n_moves());
                        self.autosave()?;
                        return Ok(true);
                    }
                }
                Request::Undo => match self.table.undo(seat) {
                    Ok(()) => {
                        self.screen.told(seat, self.table.n_moves());
                        self.autosave()?;
                        self.screen.say("taken back")?;
                        return Ok(true);
                    }
                    Err(error) => self.screen.say(&error.to_string())?,
                },
                Request::Quit => return Ok(false),
                other => self.answer(seat, &sight, other)?,
            }
        }
    }

    /// Answers what leaves the game as it is.
    fn answer(&mut self, seat: Seat, sight: &Sight, request: Request) -> Result<(), ArenaError> {
        match request {
            Request::Help => self.screen.help(),
            Request::Show => self.screen.show(sight),
            Request::Moves(part) => self.screen.moves(&sight.moves, &part),
            Request::Save(file) => self.save_to(file),
            Request::Hint(spec) => self.show_hint(seat, spec.as_deref()),
            Request::Unknown(text) => self
                .screen
                .say(&format!("\"{text}\" is no legal move, no part of one and no command: ? shows what there is")),
            Request::Move(_) | Request::Undo | Request::Quit => Ok(()),
        }
    }

    fn show_hint(&mut self, seat: Seat, spec: Option<&str>) -> Result<(), ArenaError> {
        let spec = match spec.map(str::parse).transpose() {
            Ok(spec) => spec.unwrap_or_else(|| self.hint.clone()),
            Err(error) => return self.screen.say(&error.to_string()),
        };
        match self.table.hint(seat, &spec, &self.stop) {
            Ok(hint) => self.screen.hint(seat, &hint),
            Err(error) if self.stop.load(Ordering::Relaxed) => Err(error),
            Err(error) => self.screen.say(&error.to_string()),
        }
    }

    /// Whether the person wants a move that cannot be changed any more; `None` when the person leaves.
    fn confirmed(&mut self) -> Result<Option<bool>, ArenaError> {
        self.screen
            .say("after this move your choice stands: press Enter to confirm, or type anything to choose again")?;
        Ok(self.input.line("confirm> ")?.map(|line| line.trim().is_empty()))
    }

    /// Clears the screen and waits until the next person sits there alone; false when nobody comes.
    fn hand_over(&mut self, seat: Seat) -> Result<bool, ArenaError> {
        self.screen.clear()?;
        self.screen.say(&format!("It is the turn of {seat}, who must be alone at the screen."))?;
        let line = self.input.line(&format!("{seat}, press Enter> "))?;
        if line.is_some() {
            // What the last person typed must not come back by the arrow keys.
            self.input.forget();
            self.screen.clear()?;
        }
        Ok(line.is_some())
    }

    fn autosave(&mut self) -> Result<(), ArenaError> {
        match &self.save {
            Some(file) => write_output(file, self.table.trace().as_bytes(), Replaces::All),
            None => Ok(()),
        }
    }

    /// Writes the game to a file that is not there yet, or to the one that it is written to anyway.
    fn save_to(&mut self, file: Option<PathBuf>) -> Result<(), ArenaError> {
        let Some(file) = file.or_else(|| self.save.clone()) else {
            return self.screen.say("say to which file: save FILE");
        };
        if let Err(why) = check_path(&file) {
            return self.screen.say(&format!("{}: {why}", shown_path(&file)));
        }
        if file.exists() && self.save.as_ref() != Some(&file) {
            return self.screen.say(&format!("{} exists: give another name", shown_path(&file)));
        }
        match write_output(&file, self.table.trace().as_bytes(), Replaces::All) {
            Ok(()) => {
                self.screen.say(&format!("saved; to go on: {}", going_on(&file)))?;
                self.save = Some(file);
                Ok(())
            }
            Err(error) => self.screen.say(&error.to_string()),
        }
    }

    /// Says how to go on with a game that somebody leaves.
    fn leave(&mut self) -> Result<(), ArenaError> {
        let text = match &self.save {
            Some(file) => format!("to go on: {}", going_on(file)),
            None => "the game is not saved".to_owned(),
        };
        self.screen.say(&text)?;
        if self.input.was_interrupted() { Err(ArenaError::LeftGame) } else { Ok(()) }
    }
}
