//! A fit at a fixed value of one parameter, and the direction in which that one moves.

use super::data::Member;

/// The fit of all other parameters at a value of one, and the direction in which that one is least tied to them.
pub(super) struct Tangent {
    pub(super) parameters: Vec<f64>,
    /// H⁻¹a.
    pub(super) slope: Vec<f64>,
    pub(super) bots: usize,
}

impl Tangent {
    /// log α of a bot at a position.
    pub(super) fn log_worth(&self, Member { bot, start_order }: Member) -> f64 {
        self.parameters[bot] + self.parameters[self.bots + start_order]
    }

    /// How much log α of a bot at a position changes in this direction.
    pub(super) fn slope_of(&self, Member { bot, start_order }: Member) -> f64 {
        self.slope[bot] + self.slope[self.bots + start_order]
    }
}
