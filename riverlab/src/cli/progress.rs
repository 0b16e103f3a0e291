//! The progress of a run on stderr, while it is played.

use std::io::{self, IsTerminal, Write};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use riverlab_arena::plan::{Plan, StopRule};
use riverlab_arena::run::session::RunProgress;
use riverlab_arena::tally::MatchTally;
use riverlab_bots::play::count::DecisionCount;

use super::host::Host;
use super::locale::is_ascii;
use super::run_args::{ProgressKind, RunArgs};

/// How often the bar is drawn.
const REDRAW: Duration = Duration::from_millis(200);
/// How often a line is written where there is no terminal.
pub(super) const LINE: Duration = Duration::from_mins(1);
/// The bar moves by a thousandth of a game, as decisions are taken.
const UNIT: u64 = 1000;

/// A line with a bar that moves with every decision, or a line a minute, in the words that suit what ends the run.
pub(super) struct RunProgressBar {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

/// What the thread that draws shares with those that play.
struct Shared {
    bar: ProgressBar,
    kind: ProgressKind,
    decisions: Arc<DecisionCount>,
    /// Whether it is known when the run ends.
    has_end: bool,
    start: Instant,
    state: Mutex<State>,
    ended: Condvar,
}

/// How far the run is, as was told last.
#[derive(Default)]
struct State {
    games: u64,
    games_before: u64,
    expected: u64,
    /// How many decisions had been taken then.
    decisions: u64,
    /// How the run stands.
    standing: String,
    has_ended: bool,
}

impl RunProgressBar {
    /// The bar of a run of which so many games are there; it is drawn at once.
    pub(super) fn new(plan: &Plan, games_before: u64, args: &RunArgs) -> RunProgressBar {
        let kind = kind_of(args);
        let target =
            if kind == ProgressKind::Bar { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let has_end = !matches!(plan.request.stop, Some(StopRule::Ranks(_) | StopRule::Sprt(_)));
        let style = if has_end { "{bar:20} {percent:>3} % {wide_msg}" } else { "{wide_msg}" };
        let bar = ProgressBar::with_draw_target(Some(plan.games * UNIT), target).with_style(bar_style(style));
        let state = State { games: games_before, games_before, expected: plan.games, ..State::default() };
        let shared = Arc::new(Shared {
            bar,
            kind,
            decisions: Arc::default(),
            has_end,
            start: Instant::now(),
            state: Mutex::new(state),
            ended: Condvar::new(),
        });
        shared.draw(&shared.lock());
        let drawing = Arc::clone(&shared);
        // Without a thread there is no progress to be seen, and that is all.
        let thread = (kind != ProgressKind::None)
            .then(|| {
                thread::Builder::new().name("progress".to_owned()).spawn(move || drawing.draw_again_and_again()).ok()
            })
            .flatten();
        RunProgressBar { shared, thread }
    }

    /// Where decisions are to be counted.
    pub(super) fn decisions(&self) -> &DecisionCount {
        &self.shared.decisions
    }

    /// Takes note of how far the run is.
    pub(super) fn show(&self, progress: RunProgress<'_>) {
        if self.thread.is_none() {
            return;
        }
        let mut state = self.shared.lock();
        state.games = progress.games();
        state.expected = progress.expected_games();
        state.decisions = self.shared.decisions.total();
        state.standing = standing(progress);
    }

    /// Takes the bar away and says how long it was there.
    pub(super) fn clear(mut self) -> Duration {
        self.shared.lock().has_ended = true;
        self.shared.ended.notify_all();
        let _ = self.thread.take().map(JoinHandle::join);
        self.shared.bar.finish_and_clear();
        self.shared.start.elapsed()
    }
}

impl Shared {
    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn draw_again_and_again(&self) {
        let pause = if self.kind == ProgressKind::Lines { LINE } else { REDRAW };
        let mut state = self.lock();
        loop {
            let waited = self.ended.wait_timeout_while(state, pause, |state| !state.has_ended);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
            if state.has_ended {
                return;
            }
            self.draw(&state);
        }
    }

    /// Draws the bar, or writes a line if there is none.
    fn draw(&self, state: &State) {
        let decisions = self.decisions.total();
        let seconds = self.start.elapsed().as_secs_f64();
        let played = (state.games - state.games_before) as f64;
        // Games under way count by their decisions, once it is known how many a game has.
        let under_way = match state.decisions {
            0 => 0.0,
            noted => (decisions.saturating_sub(noted) as f64 * played / noted as f64).max(0.0),
        };
        let games = (state.games as f64 + under_way).min(state.expected as f64);
        let speed = (played + under_way) / seconds.max(1e-3);
        let mut parts = vec![if self.has_end {
            format!("{}/{} games", HumanCount(state.games), HumanCount(state.expected))
        } else {
            format!("{} games", HumanCount(state.games))
        }];
        if played == 0.0 {
            parts.push(format!("{} decisions in {seconds:.0} s", HumanCount(decisions)));
        } else {
            if !state.standing.is_empty() {
                parts.push(state.standing.clone());
            }
            parts.push(if speed < 10.0 { format!("{speed:.1}/s") } else { format!("{speed:.0}/s") });
            if self.has_end {
                let left = (state.expected as f64 - games) / speed.max(1e-9);
                parts.push(format!("{} left", HumanDuration(Duration::from_secs_f64(left.clamp(0.0, 1e9)))));
            }
        }
        let message = parts.join(", ");
        match self.kind {
            ProgressKind::Lines if seconds >= 1.0 => drop(writeln!(io::stderr(), "{message}")),
            ProgressKind::Bar => {
                self.bar.set_length(state.expected * UNIT);
                self.bar.set_position((games * UNIT as f64) as u64);
                self.bar.set_message(message);
                self.bar.tick();
            }
            _ => {}
        }
    }
}

/// What is shown, once it is clear where that is.
pub(super) fn kind_of(args: &RunArgs) -> ProgressKind {
    match args.progress.unwrap_or_default() {
        _ if args.quiet => ProgressKind::None,
        ProgressKind::Auto if io::stderr().is_terminal() => ProgressKind::Bar,
        ProgressKind::Auto => ProgressKind::Lines,
        kind => kind,
    }
}

/// The style of a bar, in ASCII where there is nothing else.
pub(super) fn bar_style(template: &str) -> ProgressStyle {
    let style = ProgressStyle::with_template(template).expect("a valid template");
    if is_ascii() { style.progress_chars("#>-") } else { style }
}

/// How the run stands, with the games that were forfeited.
pub(super) fn standing(progress: RunProgress<'_>) -> String {
    let leader = || progress.leader().map(|(bot, share)| format!("{bot} leads with {share:.3}"));
    let standing = progress.of_match().map(|of_match| match_texts(of_match).join(", ")).or_else(leader);
    standing.into_iter().chain(progress.forfeits()).collect::<Vec<_>>().join("; ")
}

/// Share, confidence sequence, and the log-likelihood ratio within its bounds.
fn match_texts(of_match: &MatchTally) -> Vec<String> {
    let interval = of_match.sequence();
    let share = format!("share {:.3} ({})", interval.mean, interval.text(3));
    let llr = of_match.llr().map(|(llr, (lo, hi))| format!("LLR {llr:.2} ({lo:.2} .. {hi:.2})"));
    std::iter::once(share).chain(llr).collect()
}

/// A bar of so many games, of which a message says what else is done; none where nobody wants to see it.
pub(super) fn games_bar(games: u64, quiet: bool) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(games), ProgressDrawTarget::stderr());
    bar.set_style(bar_style("{wide_bar} {pos}/{len} games {msg} {elapsed} left {eta}"));
    if quiet {
        bar.set_draw_target(ProgressDrawTarget::hidden());
    }
    bar
}

/// Tells the host how far a bar is.
pub(super) fn note_bar(host: &Host, bar: &ProgressBar) {
    host.note(|noted| {
        (noted.done, noted.of) = (bar.position(), bar.length().unwrap_or_default());
        noted.standing = bar.message();
    });
}
