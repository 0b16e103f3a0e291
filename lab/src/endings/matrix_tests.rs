use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::*;

/// That neither player can do better alone, which is what an equilibrium is.
fn check(wins: &[Vec<f64>]) -> f64 {
    let Equilibrium { value, rows, columns } = equilibrium(wins);
    for strategy in [&rows, &columns] {
        assert!((strategy.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{strategy:?}");
        assert!(strategy.iter().all(|&part| part >= -1e-9), "{strategy:?}");
    }
    let by_row: Vec<f64> =
        wins.iter().map(|row| row.iter().zip(&columns).map(|(win, part)| win * part).sum()).collect();
    let by_column: Vec<f64> =
        (0..columns.len()).map(|column| wins.iter().zip(&rows).map(|(row, part)| row[column] * part).sum()).collect();
    assert!(by_row.iter().all(|&win| win <= value + 1e-9), "{value}, {by_row:?}");
    assert!(by_column.iter().all(|&win| win >= value - 1e-9), "{value}, {by_column:?}");
    value
}

#[test]
fn neither_player_can_do_better_alone() {
    let rock_paper_scissors = [vec![0.5, 0.0, 1.0], vec![1.0, 0.5, 0.0], vec![0.0, 1.0, 0.5]];
    assert!((check(&rock_paper_scissors) - 0.5).abs() < 1e-9);
    // A saddle point, a single row, a single column.
    assert!((check(&[vec![4.0, 2.0], vec![3.0, 1.0]]) - 2.0).abs() < 1e-9);
    assert!((check(&[vec![0.3, 0.1, 0.2]]) - 0.1).abs() < 1e-9);
    assert!((check(&[vec![-1.0], vec![-3.0]]) + 1.0).abs() < 1e-9);
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..200 {
        let (rows, columns) = (rng.random_range(1..12), rng.random_range(1..12));
        // Shares, which are often equal.
        let mut win = || f64::from(rng.random_range(0..5_u8)) / 4.0;
        check(&(0..rows).map(|_| (0..columns).map(|_| win()).collect()).collect::<Vec<Vec<f64>>>());
    }
}
