//! How well the values of the data are known.

/// How many values of the data are known how well.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ProvenanceCounts {
    /// Stated in the rule booklet.
    pub rulebook: usize,
    /// Stated by a published review of the printed game.
    pub review: usize,
    /// A plausible stand-in for what only a picture shows.
    pub reconstructed: usize,
}
