use super::super::objective::Objective;
use super::*;

/// Deals with this mean, and a third of them that far above and below.
fn deals(mean: f64, reach: f64) -> Vec<f64> {
    (0..300).map(|deal| mean + reach * (f64::from(deal % 3) - 1.0)).collect()
}

#[test]
fn what_is_clear_is_decided() {
    let shares = |tuned: f64, before: f64| [deals(tuned, 0.2), deals(before, 0.2)];
    let greatest = Objective::Share.goal(2);
    // Paired on deals that are alike, any difference is clear.
    assert_eq!(decided(&shares(0.51, 0.5), greatest), Decision::Accepted);
    assert_eq!(decided(&shares(0.49, 0.5), greatest), Decision::Rejected);
    let mut noisy = shares(0.505, 0.5);
    noisy[0].rotate_left(1);
    assert_eq!(decided(&noisy, greatest), Decision::Undecided);
    let target = Objective::FirstSeatShare(Some(0.5)).goal(2);
    assert_eq!(decided(&shares(0.5, 0.6), target), Decision::Accepted);
    assert_eq!(decided(&shares(0.62, 0.5), target), Decision::Rejected);
    // On both sides of what is looked for, equally far away.
    assert_eq!(decided(&shares(0.4, 0.6), target), Decision::Undecided);
    assert_eq!(decided(&[vec![0.5; 3], vec![0.9; 3]], target), Decision::Undecided);
}
