use riverlab_engine::Seat;

use super::*;

#[test]
fn values_are_the_weighted_sums_of_features() {
    let weights: Vec<[f32; 2]> = (0..11_u8).map(|k| [f32::from(k), 0.5 - f32::from(k)]).collect();
    let mut table = FeatureTable::default();
    table.left = 0.25;
    for seat in Seat::all(3) {
        for (k, feature) in table.row_mut(seat)[..11].iter_mut().enumerate() {
            *feature = (k * k) as f32 - 3.0 * seat.index() as f32;
        }
    }
    let values = LinearModel::new(&weights).values(&table, 3);
    for seat in Seat::all(3) {
        let terms = weights.iter().zip(table.row(seat)).map(|([end, left], feature)| (end + left * 0.25) * feature);
        assert!((values[seat] - f64::from(terms.sum::<f32>())).abs() < 1e-3, "{values:?}");
    }
}
