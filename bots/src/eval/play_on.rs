//! How play goes on for some turns from a position, so that what follows shows what a draw was good for.

/// By whom moves are chosen, how often, and from which positions on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayOn {
    /// What moves are chosen by.
    pub by: Chooser,
    /// How often it is repeated, since other things are drawn meanwhile: at least once.
    pub times: usize,
    /// Whether play also goes on from positions that chance acts in next.
    pub between_events: bool,
}

/// What moves are chosen by.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chooser {
    /// The best value that is made by hand, as [`Greedy`](crate::Greedy) does.
    HandMadeValues,
    /// The highest probability of the [learned policy](super::policy::LearnedPolicy); where there is none, hand-made
    /// values.
    LearnedPolicy,
}
