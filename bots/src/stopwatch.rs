//! Time as a process has it: what passes while the process is stopped, as by Ctrl-Z, is not counted.
//!
//! No system says for how long a process was stopped. It is seen by whoever looks at a watch again and again: between
//! two looks far more time passes than between any two before.

use std::cell::Cell;
use std::time::{Duration, Instant};

/// Less time than this between two looks may be work, or a busy machine.
const NOTABLE: Duration = Duration::from_secs(1);
/// A stop is so many times as long as what usually passes between two looks.
const FAR_MORE: u32 = 10;

thread_local! {
    static STOPPED: Cell<Duration> = const { Cell::new(Duration::ZERO) };
}

/// A watch that must be looked at often.
///
/// ```
/// use riverlab_bots::stopwatch::Stopwatch;
/// use std::time::{Duration, Instant};
/// // Looked at every 50 ms, as somebody does who waits.
/// let mut watch = Stopwatch::since(Instant::now(), Duration::from_millis(50));
/// assert!(watch.elapsed() < Duration::from_secs(60));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch {
    begin: Instant,
    looked: Instant,
    /// How much time may pass between two looks.
    usual: Usual,
}

/// How much time may pass between two looks.
#[derive(Clone, Copy, Debug)]
enum Usual {
    Known(Duration),
    /// The longest so far, if there was one.
    Learned(Option<Duration>),
}

impl Stopwatch {
    /// A watch that runs since this time, which somebody looks at so often.
    pub fn since(begin: Instant, usual: Duration) -> Stopwatch {
        Stopwatch { begin, looked: begin, usual: Usual::Known(usual) }
    }

    /// The same where it is not known how often it is looked at: that is learned from the first looks.
    pub fn learning_since(begin: Instant) -> Stopwatch {
        Stopwatch { begin, looked: begin, usual: Usual::Learned(None) }
    }

    /// The time that the process has had since the watch runs.
    pub fn elapsed(&mut self) -> Duration {
        self.look(Instant::now())
    }

    /// The same as it was at the last look.
    pub fn elapsed_at_last_look(&self) -> Duration {
        self.looked - self.begin
    }

    fn look(&mut self, now: Instant) -> Duration {
        let gap = now.saturating_duration_since(self.looked);
        let is_stop = gap > NOTABLE
            && match self.usual {
                Usual::Known(usual) | Usual::Learned(Some(usual)) => gap > usual * FAR_MORE,
                Usual::Learned(None) => false,
            };
        if is_stop {
            self.begin += gap;
            STOPPED.set(STOPPED.get() + gap);
        } else if let Usual::Learned(longest) = &mut self.usual {
            *longest = (*longest).max(Some(gap));
        }
        self.looked = now;
        now.saturating_duration_since(self.begin)
    }
}

/// For how long the process was stopped, as far as this thread has seen it by its watches.
pub fn stopped() -> Duration {
    STOPPED.get()
}

#[cfg(test)]
#[path = "stopwatch_tests.rs"]
mod tests;
