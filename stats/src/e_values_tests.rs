use super::*;

fn check(seen: &[f64], expected: &[f64]) {
    assert_eq!(seen.len(), expected.len());
    for (one, other) in seen.iter().zip(expected) {
        assert!((one - other).abs() < 1e-9, "{seen:?} is not {expected:?}");
    }
}

fn logs(e: &[f64]) -> Vec<f64> {
    e.iter().copied().map(libm::log).collect()
}

#[test]
fn discoveries_need_less_where_there_are_many() {
    check(&e_benjamini_hochberg(&logs(&[100.0, 1.0, 40.0, 0.5])), &[0.04, 1.0, 0.05, 1.0]);
    check(&e_benjamini_hochberg(&logs(&[30.0, 50.0])), &[2.0 / 60.0, 2.0 / 60.0]);
    check(&e_benjamini_hochberg(&[]), &[]);
    check(&e_benjamini_hochberg(&[f64::NEG_INFINITY, 5_000.0]), &[1.0, 0.0]);
}

/// The least mean over all subsets that contain the one.
fn least_mean(e: &[f64], of: usize) -> f64 {
    let subsets = (0..1_u32 << e.len()).filter(|set| set & (1 << of) != 0);
    let mean = |set: u32| {
        let chosen: Vec<f64> = (0..e.len()).filter(|idx| set & (1 << idx) != 0).map(|idx| e[idx]).collect();
        chosen.iter().sum::<f64>() / chosen.len() as f64
    };
    subsets.map(mean).fold(f64::INFINITY, f64::min)
}

#[test]
fn closed_tests_take_the_least_mean() {
    for e in [
        &[100.0, 1.0, 40.0, 0.5][..],
        &[0.1, 0.2],
        &[7.0],
        &[25.0, 25.0, 25.0, 3.0, 0.0, 80.0, 0.01],
        &[1e5, 0.0, 0.0, 0.0, 2.0],
    ] {
        let expected: Vec<f64> = (0..e.len()).map(|idx| (1.0 / least_mean(e, idx)).min(1.0)).collect();
        check(&e_holm(&logs(e)), &expected);
    }
    check(&e_holm(&[]), &[]);
}
