//! What a person sees at the terminal.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write;

use riverlab_arena::error::ArenaError;
use riverlab_arena::live::{Hint, LegalMove, LiveTable, Player, Sight};
use riverlab_arena::report::text::text_table;
use riverlab_arena::trace::Told;
use riverlab_engine::{Seat, Viewer};

use super::input::is_interactive;
use crate::cli::output::print;
use crate::cli::paint::Paint;

/// The columns of a terminal that does not say how many it has.
const USUAL_WIDTH: usize = 80;
/// The most lines that a list of moves takes, unless all are asked for.
const MAX_LINES: usize = 12;
/// The most moves of a hint that are shown.
const MAX_HINTS: usize = 8;

const HELP: &str = "\
  NUMBER       play the move with this number
  MOVE         play the move with this text, or list the moves that have it in theirs
  moves        list all legal moves
  show         show the position again; Enter does the same
  hint         ask a bot what it would do; hint SPEC asks another one
  undo         take back your last move, if nothing new has become known since
  save FILE    write the game to a file, now and after every move
  quit         leave; Ctrl-D does the same
";

/// The screen, and up to which move each viewer has been told.
pub(super) struct Screen<'a> {
    stdout: &'a mut dyn Write,
    paint: Paint,
    told: BTreeMap<Option<Seat>, usize>,
}

impl<'a> Screen<'a> {
    pub(super) fn new(stdout: &'a mut dyn Write) -> Screen<'a> {
        Screen { stdout, paint: Paint::of_stdout(), told: BTreeMap::new() }
    }

    fn print(&mut self, text: &str) -> Result<(), ArenaError> {
        print(self.stdout, text)
    }

    pub(super) fn say(&mut self, text: &str) -> Result<(), ArenaError> {
        self.print(&format!("{text}\n"))
    }

    /// Says which game is played, and by whom.
    pub(super) fn begin(&mut self, table: &dyn LiveTable) -> Result<(), ArenaError> {
        let header = table.header();
        let players = header.bots.iter().enumerate().map(|(idx, name)| format!("{} {name}", Seat::new(idx)));
        let text = format!(
            "{}: {}\n? shows what you can type",
            self.paint.strong(table.title()),
            players.collect::<Vec<_>>().join(", ")
        );
        self.say(&text)
    }

    /// Empties a terminal, with what can be scrolled back to.
    pub(super) fn clear(&mut self) -> Result<(), ArenaError> {
        self.print(if is_interactive() { "\u{1b}[2J\u{1b}[3J\u{1b}[H" } else { "" })
    }

    /// Notes that a seat knows all moves up to this number.
    pub(super) fn told(&mut self, seat: Seat, moves: usize) {
        self.told.values_mut().for_each(|told| *told = moves.min(*told));
        self.told.insert(Some(seat), moves);
    }

    /// Tells a viewer what has happened since the viewer was told last.
    pub(super) fn tell(&mut self, table: &dyn LiveTable, viewer: Viewer) -> Result<(), ArenaError> {
        let key = match viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::All | Viewer::Public => None,
        };
        let since = self.told.insert(key, table.n_moves()).unwrap_or_default();
        let text = told_text(&table.told(viewer, since), table, self.paint);
        self.print(&text)
    }

    /// Shows the position and the moves.
    pub(super) fn show(&mut self, sight: &Sight) -> Result<(), ArenaError> {
        self.print(&format!("\n{}\n", sight.text))?;
        let text = moves_text(&sight.moves, "", MAX_LINES, width(), self.paint);
        self.print(&text)
    }

    /// Lists all moves that have this in their text.
    pub(super) fn moves(&mut self, moves: &[LegalMove], part: &str) -> Result<(), ArenaError> {
        let text = moves_text(moves, part, usize::MAX, width(), self.paint);
        self.print(&text)
    }

    pub(super) fn help(&mut self) -> Result<(), ArenaError> {
        self.print(HELP)
    }

    /// Shows what a bot would do.
    pub(super) fn hint(&mut self, seat: Seat, hint: &Hint) -> Result<(), ArenaError> {
        let mut text = format!("{} would play {}\n", hint.bot, self.paint.strong(&hint.mv));
        if !hint.ranking.is_empty() {
            let mut table = text_table(&["move", "visits", &format!("value for {seat}"), ""], &[0, 3]);
            for ranked in hint.ranking.iter().take(MAX_HINTS) {
                let bar = "█".repeat((ranked.value * 20.0).round() as usize);
                table.add_row([ranked.mv.clone(), ranked.visits.to_string(), format!("{:.3}", ranked.value), bar]);
            }
            writeln!(text, "{table}").expect("written");
        }
        self.print(&text)
    }

    /// Shows the last position and the result.
    pub(super) fn end(&mut self, table: &dyn LiveTable, viewer: Viewer) -> Result<(), ArenaError> {
        let sight = table.sight(viewer);
        let Some(outcome) = &sight.outcome else { return Ok(()) };
        let mut rows = text_table(&["seat", "player", "score", "rank", "share"], &[0, 1]);
        for seat in Seat::all(table.header().players) {
            rows.add_row([
                seat.to_string(),
                table.player(seat).to_string(),
                outcome.scores[seat].to_string(),
                outcome.ranks[seat].to_string(),
                format!("{:.3}", outcome.shares[seat].value()),
            ]);
        }
        // Not before the end: hidden cards follow from them.
        let dealt = match (table.header().seed, table.header().deal) {
            (Some(seed), Some(deal)) => format!("seed {seed}, deal {deal}\n"),
            _ => String::new(),
        };
        let over = self.paint.strong("the game is over");
        self.print(&format!("\n{}\n{over}\n{rows}\n{dealt}", sight.text))
    }
}

fn width() -> usize {
    console::Term::stdout().size_checked().map_or(USUAL_WIDTH, |(_, columns)| usize::from(columns))
}

/// What has happened, a line for all that one player or chance has done in a row.
fn told_text(told: &[Told], table: &dyn LiveTable, paint: Paint) -> String {
    let mut text = String::new();
    for run in told.chunk_by(|a, b| a.turn == b.turn && a.events.is_empty()) {
        let moves: Vec<&str> = run.iter().filter_map(|told| told.mv.as_deref()).collect();
        let unseen = match run.len() - moves.len() {
            0 => None,
            1 => Some("a move that you do not see".to_owned()),
            count => Some(format!("{count} moves that you do not see")),
        };
        let all: Vec<String> = moves.into_iter().map(str::to_owned).chain(unseen).collect();
        writeln!(text, "{}: {}", paint.strong(name(&run[0].turn, table)), all.join(", ")).expect("written");
        for event in run.iter().flat_map(|told| &told.events) {
            writeln!(text, "  {event}").expect("written");
        }
    }
    text
}

/// Who has made a move: a seat with the bot that sits there, or chance.
fn name(turn: &str, table: &dyn LiveTable) -> String {
    let seat = Seat::all(table.header().players).find(|seat| seat.to_string() == turn);
    match seat.map(|seat| table.player(seat)) {
        Some(Player::Bot(spec)) => format!("{turn} {spec}"),
        _ => turn.to_owned(),
    }
}

/// The numbered moves that have `part` in their text, in columns, in so many lines at most.
fn moves_text(moves: &[LegalMove], part: &str, max_lines: usize, width: usize, paint: Paint) -> String {
    let digits = moves.len().to_string().len();
    let listed: Vec<(String, &str)> = (1..)
        .zip(moves)
        .filter(|(_, mv)| mv.text.contains(part))
        .map(|(number, mv)| (format!("{number:>digits$}"), mv.text.as_str()))
        .collect();
    let cell = 2 + digits + 1 + listed.iter().map(|(_, text)| text.chars().count()).max().unwrap_or_default();
    let columns = (width / cell).max(1);
    let shown = listed.len().min(columns.saturating_mul(max_lines));
    let lines = shown.div_ceil(columns);
    let mut text = String::new();
    for line in 0..lines {
        for (number, mv) in listed[..shown].iter().skip(line).step_by(lines) {
            let padding = " ".repeat(cell - 3 - digits - mv.chars().count());
            write!(text, "  {} {mv}{padding}", paint.faint(number)).expect("written");
        }
        text.truncate(text.trim_end().len());
        text.push('\n');
    }
    if shown < listed.len() {
        let rest = listed.len() - shown;
        text += "  and ";
        text += &rest.to_string();
        text += " more: type a part of a move to list those that have it, or \"moves\" for all
";
    }
    text
}

#[cfg(test)]
#[path = "screen_tests.rs"]
mod tests;
