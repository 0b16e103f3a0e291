//! What an effect says about a component.
//!
//! Verdicts, for a margin m: *balanced* when two one-sided tests at 5 % reject both E ≤ −m and E ≥ m (Schuirmann 1987),
//! that is when the 90 % interval lies within the margin; else *strong* or *weak* when q < 0.05; else *undecided*.

use riverlab_engine::{Intervention, Scope};

use crate::stats::{Interval, quantile};

/// The share of false findings among all that is allowed.
pub const RATE: f64 = 0.05;

/// What an effect says about a component.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The effect is smaller than the margin.
    Balanced,
    /// Having the component wins.
    Strong,
    /// Having the component loses.
    Weak,
    /// Of a change for all: the start player gains.
    HelpsStart,
    /// Of a change for all: the start player loses.
    HurtsStart,
    /// The deals do not tell.
    Undecided,
}

impl Verdict {
    /// As it stands in files.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Balanced => "balanced",
            Verdict::Strong => "strong",
            Verdict::Weak => "weak",
            Verdict::HelpsStart => "helps-start",
            Verdict::HurtsStart => "hurts-start",
            Verdict::Undecided => "undecided",
        }
    }
}

/// Which way an effect points when the component is strong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// A player who loses it wins less.
    Down,
    /// A player who gets it wins more.
    Up,
    /// Neither: what changes for all is measured at the start player.
    Start,
}

impl Direction {
    /// Which way the effect of an intervention points when the component is strong.
    pub fn of(intervention: &Intervention) -> Direction {
        match (intervention.scope(), intervention) {
            (Scope::All, _) => Direction::Start,
            (Scope::One, Intervention::Grant) => Direction::Up,
            (Scope::One, Intervention::Points { delta, .. }) if *delta > 0 => Direction::Up,
            (Scope::One, Intervention::Cost { delta, .. }) if *delta < 0 => Direction::Up,
            (Scope::One, _) => Direction::Down,
        }
    }
}

/// What is known of an effect on the share, apart from its direction.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Evidence {
    /// The effect with its 95 % interval.
    pub share: Interval,
    /// The standard deviation of the effect over deals.
    pub sd: f64,
    /// The number of deals.
    pub deals: u64,
    /// The two-sided p-value of no effect, with false discoveries controlled over the family.
    pub q: f64,
}

/// What an effect says, for a margin; the head of this file defines it.
pub fn verdict(evidence: &Evidence, direction: Direction, margin: f64) -> Verdict {
    let Evidence { share, sd, deals, q } = *evidence;
    if deals < 2 {
        return Verdict::Undecided;
    }
    let half = quantile(0.95, deals - 1) * sd / (deals as f64).sqrt();
    // Where no deal differs the spread says nothing; the interval does.
    let [lo, hi] = if half == 0.0 { [share.lo, share.hi] } else { [share.mean - half, share.mean + half] };
    if lo > -margin && hi < margin {
        return Verdict::Balanced;
    }
    if q >= RATE {
        return Verdict::Undecided;
    }
    match (direction, share.mean > 0.0) {
        (Direction::Up, true) | (Direction::Down, false) => Verdict::Strong,
        (Direction::Up, false) | (Direction::Down, true) => Verdict::Weak,
        (Direction::Start, true) => Verdict::HelpsStart,
        (Direction::Start, false) => Verdict::HurtsStart,
    }
}

/// The number of deals after which a component without effect is found balanced with 90 %: (z₀.₉₅ + z₀.₉₅)² sd²/m². An effect
/// as large as the margin is then found with 90 % too, in a test at 5 %.
pub fn deals_needed(sd: f64, margin: f64) -> u64 {
    let z = quantile(0.95, u64::MAX);
    (4.0 * z * z * sd * sd / (margin * margin)).ceil() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_say_what_strong_means() {
        for (text, expected) in [
            ("ban", Direction::Down),
            ("cost+1", Direction::Down),
            ("points-1", Direction::Down),
            ("grant", Direction::Up),
            ("cost-1", Direction::Up),
            ("points+3", Direction::Up),
            ("ban-all", Direction::Start),
            ("remove", Direction::Start),
            ("set:a=1", Direction::Start),
        ] {
            let intervention = text.parse().expect("allowed");
            assert_eq!(Direction::of(&intervention), expected, "{text}");
        }
    }

    #[test]
    fn verdicts_follow_from_interval_margin_and_rate() {
        let check = |mean: f64, sd: f64, q: f64, direction, expected| {
            let share = Interval { mean, lo: mean - 0.02 * sd, hi: mean + 0.02 * sd };
            let evidence = Evidence { share, sd, deals: 10_000, q };
            assert_eq!(verdict(&evidence, direction, 0.02), expected, "{mean} {sd} {q}");
        };
        check(-0.005, 0.3, 0.001, Direction::Down, Verdict::Balanced);
        check(-0.018, 0.3, 0.001, Direction::Down, Verdict::Strong);
        check(-0.018, 0.3, 0.06, Direction::Down, Verdict::Undecided);
        check(0.03, 0.3, 0.001, Direction::Down, Verdict::Weak);
        check(0.03, 0.3, 0.001, Direction::Up, Verdict::Strong);
        check(-0.03, 0.3, 0.001, Direction::Up, Verdict::Weak);
        check(-0.03, 0.3, 0.001, Direction::Start, Verdict::HurtsStart);
        check(0.0, 0.0, 1.0, Direction::Down, Verdict::Balanced);
    }

    #[test]
    fn planned_deals_are_those_of_two_one_sided_tests() {
        // (1.644854 + 1.644854)^2 * 0.3^2 / 0.02^2.
        assert_eq!(deals_needed(0.3, 0.02), 2435);
        assert_eq!(deals_needed(0.0, 0.02), 0);
    }
}
