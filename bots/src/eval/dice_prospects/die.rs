//! The die of the dice game: the chances of its faces.

use riverlab_engine::games::toy::Dice;

/// Positions have fewer points than this while the game goes on.
pub(super) const GOAL: usize = Dice::GOAL as usize;

/// The chance of each face from two on, and of a one.
pub(super) const ONE: f64 = Dice::WEIGHTS[0] as f64 / TOTAL;
pub(super) const TOTAL: f64 = {
    let (mut total, mut face) = (0, 0);
    while face < Dice::WEIGHTS.len() {
        total += Dice::WEIGHTS[face];
        face += 1;
    }
    total as f64
};

/// The faces that bring points, with their chances.
pub(super) fn faces() -> impl Iterator<Item = (usize, f64)> {
    (2..).zip(Dice::WEIGHTS.into_iter().skip(1).map(|weight| f64::from(weight) / TOTAL))
}
