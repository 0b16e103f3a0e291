use super::*;

#[test]
fn a_typical_loss_is_worse_than_the_mean_one() {
    // The median is 3; distances of 1, 1 and 4 have the sum 6 and the squares 18.
    let below = TypicalLoss::of(&[(-1.0, 1.0), (2.0, 2.0), (3.0, 3.0), (5.0, 1.0)], 3.0, 1.0);
    assert_eq!((below.value, below.deals), (0.0, 2.0));
    let above = TypicalLoss::of(&[(-1.0, 1.0), (2.0, 2.0), (3.0, 3.0), (5.0, 1.0)], 3.0, -1.0);
    assert_eq!((above.value, above.deals), (5.0, 1.0));
    let none = TypicalLoss::of(&[(7.0, 3.0)], 7.0, 1.0);
    assert_eq!((none.value, none.deals), (7.0, 0.0));
}
