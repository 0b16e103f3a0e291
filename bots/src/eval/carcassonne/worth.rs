//! What points, meeples and claimed features are worth.

use riverlab_engine::games::carcassonne::{Carcassonne, CitiesBeside, FeatureKind, SegmentIdx};

/// The chance that a city is completed, by the number of its open sides; the last one also stands for more.
const CHANCES: [f64; 6] = [0.0, 0.75, 0.5, 0.3, 0.2, 0.1];
/// What meeples that are not on the table are worth, by their number.
const SUPPLY: [f64; 8] = [0.0, 3.0, 5.0, 6.5, 7.5, 8.0, 8.5, 9.0];

/// What a feature is worth to those who have the most meeples on it.
#[inline]
pub(super) fn worth(state: &Carcassonne, kind: FeatureKind, root: SegmentIdx, left: f64) -> f64 {
    let feature = state.features().feature(root);
    let now = f64::from(state.worth(kind, feature));
    let more = match kind {
        FeatureKind::Road if feature.open > 0 && left > 0.0 => 0.3,
        FeatureKind::Road => 0.0,
        FeatureKind::City => {
            let chance = CHANCES[usize::from(feature.open).min(CHANCES.len() - 1)] * (4.0 * left).min(1.0);
            chance * (f64::from(state.worth_completed(kind, feature)) - now)
        }
        FeatureKind::Monastery => (3.0 * left).min(1.0) * 0.7 * f64::from(9 - feature.tiles.min(9)),
        FeatureKind::Farm => {
            let CitiesBeside { completed, others } = state.cities_beside(root);
            let now = f64::from(state.farm_city_points(root)) * f64::from(completed);
            now + 1.5 * (3.0 * left).min(1.0) * f64::from(others)
        }
    };
    now + more
}

/// The part of the tiles that is in the stack.
#[inline]
pub(super) fn stack_left(state: &Carcassonne) -> f64 {
    f64::from(state.stack_len()) / f64::from(state.rules().draws())
}

/// What points and meeples in the supply are worth.
#[inline]
pub(super) fn value_of(points: i32, supply: u8, left: f64) -> f64 {
    f64::from(points) + left * SUPPLY[usize::from(supply).min(SUPPLY.len() - 1)]
}

/// The share of the game that is left: of the tiles that are drawn, those that are not yet laid.
pub(super) fn share_left(state: &Carcassonne) -> f32 {
    let to_lay = u32::from(state.drawn().is_some());
    (state.stack_len() + to_lay) as f32 / state.rules().draws().max(1) as f32
}
