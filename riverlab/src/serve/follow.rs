//! Runs that are being played, perhaps by another process: how far they are, and what they have shown.
//!
//! The journal grows while a run is played. Its lines are counted all the time; the report is made anew every now and then,
//! so seldom that whoever plays the run hardly notices. However many pages look, each run is followed once.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use riverlab_arena::store::file_names::{BLOCKS, GAMES, MANIFEST};
use serde_json::Value;
use tokio::sync::watch;

use super::refusal::Refusal;
use super::served::Served;

/// So many runs are followed at a time.
const MOST: usize = 16;
/// How often is looked for new games.
const LOOK_EVERY: Duration = Duration::from_millis(500);
/// A report is made again after so many times the time that it took, and never sooner than after the second.
const REST: u32 = 10;
const REPORT_EVERY: Duration = Duration::from_secs(1);

/// What is known of a run.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Standing {
    /// The rows of the journal: games of a run, deals of a study.
    pub(super) rows: u64,
    /// How many there will be, as far as can be said.
    pub(super) expected: Option<u64>,
    /// Whether the run is complete.
    pub(super) is_complete: bool,
    /// The report of what there is, as HTML; nothing before the first deal is whole.
    pub(super) report: Arc<str>,
    /// Counts the reports.
    pub(super) version: u64,
}

/// The runs that are followed.
#[derive(Default)]
pub(super) struct Follows {
    runs: Mutex<BTreeMap<PathBuf, watch::Sender<Standing>>>,
}

impl Follows {
    fn runs(&self) -> MutexGuard<'_, BTreeMap<PathBuf, watch::Sender<Standing>>> {
        self.runs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What is known of a run, from now on.
    pub(super) fn follow(
        this: &Arc<Follows>,
        served: &Arc<Served>,
        folder: &Path,
    ) -> Result<watch::Receiver<Standing>, Refusal> {
        let mut runs = this.runs();
        if let Some(sender) = runs.get(folder) {
            return Ok(sender.subscribe());
        }
        if runs.len() >= MOST {
            return Err(Refusal::busy(format!("{MOST} runs are followed at this moment")));
        }
        let (sender, receiver) = watch::channel(Standing::default());
        let (follows, served, path, sent) = (Arc::clone(this), Arc::clone(served), folder.to_owned(), sender.clone());
        let spawned = thread::Builder::new().name("follow".to_owned()).spawn(move || {
            Follower::new(&path).run(&served, &sent, &follows);
        });
        spawned.map_err(|error| Refusal::busy(format!("no thread to follow a run: {error}")))?;
        runs.insert(folder.to_owned(), sender);
        Ok(receiver)
    }
}

struct Follower {
    folder: PathBuf,
    journal: PathBuf,
    /// Rows of the journal for each game.
    rows_per_game: u64,
    /// How much of the journal has been counted.
    counted: u64,
    lines: u64,
    /// After how many lines, and when, the report was made, and how long that took.
    reported: Option<(u64, Instant, Duration)>,
}

impl Follower {
    fn new(folder: &Path) -> Follower {
        let blocks = folder.join(BLOCKS);
        let journal = if blocks.exists() { blocks } else { folder.join(GAMES) };
        Follower { folder: folder.to_owned(), journal, rows_per_game: 1, counted: 0, lines: 0, reported: None }
    }

    /// Follows the run until it is complete or nobody looks.
    fn run(mut self, served: &Served, sender: &watch::Sender<Standing>, follows: &Follows) {
        loop {
            let is_complete = self.look(served, sender);
            {
                let mut runs = follows.runs();
                if is_complete || sender.receiver_count() == 0 {
                    runs.remove(&self.folder);
                    return;
                }
            }
            thread::sleep(LOOK_EVERY);
        }
    }

    /// Tells what is new; whether the run is complete.
    fn look(&mut self, served: &Served, sender: &watch::Sender<Standing>) -> bool {
        let manifest = self.manifest();
        let players = manifest.get("players").and_then(Value::as_u64).filter(|_| self.journal.ends_with(GAMES));
        self.rows_per_game = players.unwrap_or(1).max(1);
        let is_complete = manifest.get("complete").and_then(Value::as_bool).unwrap_or_default();
        // A journal that cannot be read has not grown; the report says what is wrong with it.
        let _ = self.count();
        let games = self.lines.saturating_sub(1) / self.rows_per_game;
        let report = self.is_report_due(is_complete).then(|| self.report(served));
        sender.send_if_modified(|standing| {
            let before = standing.clone();
            (standing.rows, standing.is_complete) = (games, is_complete);
            standing.expected = standing.expected.or_else(|| manifest.get("games").and_then(Value::as_u64));
            if let Some((report, expected)) = report {
                standing.version += 1;
                standing.report = report.into();
                standing.expected = expected.or(standing.expected);
            }
            *standing != before
        });
        is_complete
    }

    fn manifest(&self) -> Value {
        let text = std::fs::read_to_string(self.folder.join(MANIFEST)).unwrap_or_default();
        serde_json::from_str(&text).unwrap_or_default()
    }

    /// Counts the whole lines that have come since, or all if the run was begun anew.
    fn count(&mut self) -> io::Result<()> {
        let mut file = File::open(&self.journal)?;
        if file.metadata()?.len() < self.counted {
            (self.counted, self.lines, self.reported) = (0, 0, None);
        }
        file.seek(SeekFrom::Start(self.counted))?;
        let (mut input, mut line) = (BufReader::new(file), Vec::new());
        loop {
            line.clear();
            let read = input.read_until(b'\n', &mut line)?;
            if !line.ends_with(b"\n") {
                return Ok(());
            }
            self.counted += read as u64;
            self.lines += 1;
        }
    }

    fn is_report_due(&self, is_complete: bool) -> bool {
        match self.reported {
            None => self.lines > 1,
            Some((_, when, took)) if !is_complete && when.elapsed() < REPORT_EVERY.max(took * REST) => false,
            Some((lines, ..)) => lines != self.lines || is_complete,
        }
    }

    /// The report of what there is, and how many games are expected.
    fn report(&mut self, served: &Served) -> (String, Option<u64>) {
        let (lines, begin) = (self.lines, Instant::now());
        let report = match served.report(&self.folder) {
            Ok(now) => (now.document.content(), now.expected),
            Err(error) => (maud::html! { p.note { (error) } }.into_string(), None),
        };
        self.reported = Some((lines, Instant::now(), begin.elapsed()));
        report
    }
}
