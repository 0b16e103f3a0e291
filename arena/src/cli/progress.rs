//! The progress of a run on stderr, while it is played.

use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::plan::{Plan, StopRule};
use crate::run::session::RunProgress;
use crate::stats::MatchTally;

/// A line with a bar, in the words that suit what ends the run.
pub(super) struct RunProgressBar<'a> {
    bar: ProgressBar,
    stop: Option<&'a StopRule>,
    start: Instant,
}

impl<'a> RunProgressBar<'a> {
    /// The bar of a run of which so many games are there.
    pub(super) fn new(plan: &'a Plan, games_before: u64, quiet: bool) -> RunProgressBar<'a> {
        let target = if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
        let style = match plan.request.stop {
            None => "{bar:20} {percent:>3} % {human_pos}/{human_len} games {wide_msg}",
            Some(StopRule::Width(_)) => "{bar:20} {percent:>3} % {human_pos} of about {human_len} games {wide_msg}",
            Some(StopRule::Sprt(_)) => "{human_pos} games {wide_msg}",
        };
        let bar = ProgressBar::with_draw_target(Some(plan.games), target)
            .with_style(ProgressStyle::with_template(style).expect("a valid template"))
            .with_position(games_before);
        RunProgressBar { bar, stop: plan.request.stop.as_ref(), start: Instant::now() }
    }

    /// Shows how far the run is.
    pub(super) fn show(&self, progress: RunProgress<'_>) {
        self.bar.set_position(progress.games());
        if !self.bar.is_hidden() {
            let expected = progress.expected_games();
            self.bar.set_length(expected);
            self.bar.set_message(self.message(progress, expected));
        }
    }

    /// Takes the bar away and says how long it was there.
    pub(super) fn clear(&self) -> Duration {
        self.bar.finish_and_clear();
        self.start.elapsed()
    }

    /// How the run stands, then speed and time left as seen in this session: a narrow terminal cuts off the end.
    fn message(&self, progress: RunProgress<'_>, expected: u64) -> String {
        let games = progress.games();
        let speed = (games - progress.games_before()) as f64 / self.start.elapsed().as_secs_f64().max(1e-3);
        let mut parts = Vec::new();
        if let Some(of_match) = progress.of_match() {
            parts.extend(match_texts(of_match));
        } else if let Some((bot, share)) = progress.leader() {
            parts.push(format!("{bot} leads with {share:.3}"));
        }
        parts.push(format!("{speed:.0}/s"));
        if !matches!(self.stop, Some(StopRule::Sprt(_))) {
            let left = expected.saturating_sub(games) as f64 / speed.max(1e-9);
            parts.push(format!("{} left", HumanDuration(Duration::from_secs_f64(left.min(1e9)))));
        }
        parts.join(", ")
    }
}

/// Share, confidence sequence, and the log-likelihood ratio within its bounds.
fn match_texts(of_match: &MatchTally) -> Vec<String> {
    let interval = of_match.sequence();
    let share = format!("share {:.3} ({:.3} .. {:.3})", interval.mean, interval.lo, interval.hi);
    let llr = of_match.llr().map(|(llr, (lo, hi))| format!("LLR {llr:.2} ({lo:.2} .. {hi:.2})"));
    std::iter::once(share).chain(llr).collect()
}
