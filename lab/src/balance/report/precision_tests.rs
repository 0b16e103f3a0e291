use super::*;

#[test]
fn spreads_are_least_median_and_most() {
    assert_eq!(spread(vec![]), None);
    assert_eq!(spread(vec![3.0]), Some([3.0, 3.0, 3.0]));
    assert_eq!(spread(vec![4.0, 1.0, 2.0, 9.0]), Some([1.0, 3.0, 9.0]));
}
