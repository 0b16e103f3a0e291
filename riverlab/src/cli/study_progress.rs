//! The progress of a balance study on stderr, while it is played.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use indicatif::{HumanCount, HumanDuration, ProgressBar, ProgressDrawTarget};
use riverlab_lab::balance::runner::Progress;

use super::progress::{LINE, bar_style, kind_of};
use super::run_args::{ProgressKind, RunArgs};

/// Shows how far a study has come, and the speed and time left of the stage under way: a bar, or a line a minute.
pub(super) struct StudyBar {
    bar: ProgressBar,
    lines: Option<Lines>,
    /// The stage under way, with the games that it had when this began, and when that was.
    stage: Option<(usize, u64, Instant)>,
}

/// When lines are written.
struct Lines {
    pause: Duration,
    last: Instant,
}

impl Lines {
    /// Whether the next line is due.
    fn is_due(&mut self) -> bool {
        let is_due = self.last.elapsed() >= self.pause;
        if is_due {
            self.last = Instant::now();
        }
        is_due
    }
}

impl StudyBar {
    pub(super) fn new(args: &RunArgs) -> StudyBar {
        StudyBar::of_kind(kind_of(args), LINE)
    }

    fn of_kind(kind: ProgressKind, pause: Duration) -> StudyBar {
        let target =
            if kind == ProgressKind::Bar { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let style = "{bar:20} {percent:>3} % {human_pos}/{human_len} games {wide_msg}";
        let bar = ProgressBar::with_draw_target(None, target).with_style(bar_style(style));
        bar.enable_steady_tick(Duration::from_millis(200));
        let lines = (kind == ProgressKind::Lines).then(|| Lines { pause, last: Instant::now() });
        StudyBar { bar, lines, stage: None }
    }

    /// Whether anything was played.
    pub(super) fn has_begun(&self) -> bool {
        self.stage.is_some()
    }

    /// Shows how far the study is.
    pub(super) fn show(&mut self, progress: Progress) {
        if let Some(line) = self.next(progress) {
            let _ = writeln!(io::stderr(), "{line}");
        }
    }

    /// Moves the bar, and gives the line that is due.
    fn next(&mut self, progress: Progress) -> Option<String> {
        let now = Instant::now();
        let (first, since) = match self.stage {
            Some((stage, first, since)) if stage == progress.stage => (first, since),
            Some(_) => (0, now),
            None => (progress.games, now),
        };
        self.stage = Some((progress.stage, first, since));
        let speed = (progress.games - first) as f64 / since.elapsed().as_secs_f64().max(1e-3);
        let left = Duration::from_secs_f64(((progress.of - progress.games) as f64 / speed.max(1e-9)).min(1e9));
        let message = format!("stage {}, {speed:.0}/s, {} left", progress.stage, HumanDuration(left));
        self.bar.set_length(progress.of);
        self.bar.set_position(progress.games);
        self.bar.set_message(message.clone());
        let is_due = self.lines.as_mut().is_some_and(Lines::is_due);
        is_due.then(|| format!("{}/{} games, {message}", HumanCount(progress.games), HumanCount(progress.of)))
    }

    /// Takes the bar away.
    pub(super) fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

#[cfg(test)]
#[path = "study_progress_tests.rs"]
mod tests;
