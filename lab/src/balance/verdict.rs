//! What an effect says about a component.
//!
//! Verdicts, for a margin m, in this order:
//!
//! 1. *strong* or *weak* (of what changes for all, *helps-start* or *hurts-start*): the effect is beyond the margin. A
//!    minimum-effect test rejects E ≤ m, or E ≥ −m (Murphy and Myors 1999), each at one-sided p < 0.05.
//! 2. *balanced*: the effect is within the margin. Two one-sided tests reject both E ≤ −m and E ≥ m (Schuirmann 1987), each
//!    at p < 0.05.
//! 3. *leans-strong* and its like: there is an effect, q < 0.05 for E = 0, but the deals do not tell on which side of the
//!    margin it lies.
//! 4. *undecided*.
//!
//! Studies that are played until all is decided have a further one, *near-margin*: see [`race`](super::race), which says how
//! the same verdicts are given there.
//!
//! The p-values of 1 and those of 2 are adjusted over the family of a stage by Holm's method, so that with 95 % none of a
//! study's components is called strong or weak whose effect is within the margin, and none balanced whose effect is not. Where
//! what stands out is played again on fresh deals, *balanced* can be said twice, so each time at 0.025; *strong* and *weak*
//! are said of fresh deals only. q controls the share of false findings (Benjamini and Hochberg 1995).

use riverlab_engine::{Intervention, Scope};
use riverlab_stats::Interval;
use riverlab_stats::power::RATE;

/// The text of files in place of a verdict where no effect can be measured.
pub(crate) const NOT_MEASURABLE: &str = "not-measurable";

/// What an effect says about a component.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The effect is within the margin.
    Balanced,
    /// Having the component wins, by more than the margin.
    Strong,
    /// Having the component loses, by more than the margin.
    Weak,
    /// Of a change for all: the start player gains more than the margin.
    HelpsStart,
    /// Of a change for all: the start player loses more than the margin.
    HurtsStart,
    /// Having the component wins; within the margin or beyond it.
    LeansStrong,
    /// Having the component loses; within the margin or beyond it.
    LeansWeak,
    /// Of a change for all: the start player gains; within the margin or beyond it.
    LeansHelpsStart,
    /// Of a change for all: the start player loses; within the margin or beyond it.
    LeansHurtsStart,
    /// Of a study that is played until it is decided: the interval is narrower than half the margin, and the deals still do
    /// not tell on which side of the margin it lies.
    NearMargin,
    /// The deals do not tell.
    Undecided,
}

/// All verdicts, in the order in which they are told.
pub(crate) const VERDICTS: [Verdict; 11] = [
    Verdict::Strong,
    Verdict::Weak,
    Verdict::HelpsStart,
    Verdict::HurtsStart,
    Verdict::LeansStrong,
    Verdict::LeansWeak,
    Verdict::LeansHelpsStart,
    Verdict::LeansHurtsStart,
    Verdict::NearMargin,
    Verdict::Balanced,
    Verdict::Undecided,
];

impl Verdict {
    /// Whether it says that the effect is beyond the margin.
    pub(crate) fn is_beyond_margin(self) -> bool {
        matches!(self, Verdict::Strong | Verdict::Weak | Verdict::HelpsStart | Verdict::HurtsStart)
    }

    /// As it stands in files.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Balanced => "balanced",
            Verdict::Strong => "strong",
            Verdict::Weak => "weak",
            Verdict::HelpsStart => "helps-start",
            Verdict::HurtsStart => "hurts-start",
            Verdict::LeansStrong => "leans-strong",
            Verdict::LeansWeak => "leans-weak",
            Verdict::LeansHelpsStart => "leans-helps-start",
            Verdict::LeansHurtsStart => "leans-hurts-start",
            Verdict::NearMargin => "near-margin",
            Verdict::Undecided => "undecided",
        }
    }
}

/// What an alternative of reconstructed values makes of a verdict.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Robustness {
    /// It is the same.
    Holds,
    /// The deals do not tell.
    Open,
    /// It is another one.
    Changes,
}

impl Robustness {
    /// As it stands in files.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Robustness::Holds => "holds",
            Robustness::Open => "open",
            Robustness::Changes => "changes",
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

    /// An effect turned so that strong is above 0.
    pub(crate) fn turned(self, effect: Interval) -> Interval {
        match self {
            Direction::Down => effect.mirrored(0.0),
            Direction::Up | Direction::Start => effect,
        }
    }
}

/// What is known of an effect on the share, apart from its direction.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Evidence {
    /// The mean effect.
    pub mean: f64,
    /// The number of deals.
    pub deals: u64,
    /// The two-sided p-value of no effect, with false discoveries controlled over the family.
    pub q: f64,
    /// The p-value of an effect within the margin, adjusted over the family: small where it is beyond.
    pub beyond: f64,
    /// The p-value of an effect beyond the margin, adjusted over the family: small where it is within.
    pub within: f64,
    /// How often *balanced* may be said of the same component: once, or also of fresh deals.
    pub looks: u32,
}

/// What an effect says; the head of this file defines it.
pub(crate) fn verdict(evidence: &Evidence, direction: Direction) -> Verdict {
    let gains = evidence.mean > 0.0;
    let having_it_wins = gains == (direction == Direction::Up);
    if evidence.deals < 2 {
        Verdict::Undecided
    } else if evidence.beyond < RATE {
        match (direction, having_it_wins) {
            (Direction::Start, _) if gains => Verdict::HelpsStart,
            (Direction::Start, _) => Verdict::HurtsStart,
            (_, true) => Verdict::Strong,
            (_, false) => Verdict::Weak,
        }
    } else if evidence.within < RATE / f64::from(evidence.looks) {
        Verdict::Balanced
    } else if evidence.q < RATE {
        match (direction, having_it_wins) {
            (Direction::Start, _) if gains => Verdict::LeansHelpsStart,
            (Direction::Start, _) => Verdict::LeansHurtsStart,
            (_, true) => Verdict::LeansStrong,
            (_, false) => Verdict::LeansWeak,
        }
    } else {
        Verdict::Undecided
    }
}

#[cfg(test)]
#[path = "verdict_tests.rs"]
mod tests;
