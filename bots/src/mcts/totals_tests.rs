use super::*;

/// Adds values to some of three nodes, and compares the sums with those in double precision, as they are and in another tree.
fn check(values: &[f64]) -> Totals {
    let (mut totals, mut expected) = (Totals::new(), [0.0; 3]);
    totals.resize(3);
    for (idx, value) in values.iter().enumerate() {
        let id = idx * idx % 3;
        expected[id] += value;
        assert_eq!(totals.add(id, *value), expected[id]);
    }
    let mut other = Totals::new();
    for nodes in [0..1, 1..3] {
        other.extend(&totals, nodes);
    }
    for (id, &sum) in expected.iter().enumerate() {
        assert_eq!((totals.get(id), other.get(id)), (sum, sum));
    }
    totals
}

#[test]
fn sums_are_those_in_double_precision() {
    let halves: Vec<f64> = (0..1000).map(|idx| f64::from(idx % 3) / 2.0).collect();
    assert!(matches!(check(&halves), Totals::Single(_)));
    let shares: Vec<f64> = (0..1000).map(|idx| f64::from(1.0 / (1 + idx % 7) as f32)).collect();
    assert!(matches!(check(&shares), Totals::Double(_)));
    // One value that does not fit among many that do.
    let mixed: Vec<f64> = (0..1000).map(|idx| if idx == 700 { 0.1 } else { 0.5 }).collect();
    assert!(matches!(check(&mixed), Totals::Double(_)));
    // So many wins that halves between them are lost in single precision.
    let mut many = check(&[f64::from(1 << 23), 1.0]);
    many.add(0, 0.5);
    assert!(matches!(many, Totals::Double(_)) && many.get(0) == f64::from(1 << 23) + 0.5);
}
