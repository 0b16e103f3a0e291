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
    let least = row_values(wins);
    assert!(least.iter().zip(&by_row).all(|(least, win)| *least <= win + 1e-9), "{least:?}, {by_row:?}");
    assert!((least.iter().copied().fold(f64::MIN, f64::max) - value).abs() < 1e-9, "{value}, {least:?}");
    assert!(least.iter().zip(&rows).all(|(least, part)| *part < 1e-9 || (least - value).abs() < 1e-9), "{least:?}");
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

/// What every row wins least against an optimal strategy of the columns, from all corners of the set of these: strategies that
/// play some columns, against which some rows win the same and no row wins more than the value of the game.
fn least_of_corners(wins: &[Vec<f64>]) -> Vec<f64> {
    let (rows, columns) = (wins.len(), wins[0].len());
    let value = equilibrium(wins).value;
    let subsets = |of: usize| (1_usize..1 << of).map(move |set| (0..of).filter(|idx| set >> idx & 1 == 1).collect());
    let mut least = vec![f64::INFINITY; rows];
    for played in subsets(columns).collect::<Vec<Vec<usize>>>() {
        for tight in subsets(rows).chain([Vec::new()]).filter(|tight: &Vec<usize>| tight.len() + 1 == played.len()) {
            // The shares add up to one, and the tight rows win the value.
            let mut equations = vec![vec![1.0; played.len() + 1]];
            for &row in &tight {
                equations.push(played.iter().map(|&column| wins[row][column]).chain([value]).collect());
            }
            let Some(shares) = solved(equations) else { continue };
            let by_row: Vec<f64> = wins
                .iter()
                .map(|row| played.iter().zip(&shares).map(|(&column, share)| row[column] * share).sum())
                .collect();
            if shares.iter().all(|&share| share >= -1e-9) && by_row.iter().all(|&win| win <= value + 1e-9) {
                least.iter_mut().zip(by_row).for_each(|(least, win)| *least = least.min(win));
            }
        }
    }
    least
}

/// The solution of as many equations as variables, if there is one only (Gauss and Jordan).
fn solved(mut equations: Vec<Vec<f64>>) -> Option<Vec<f64>> {
    for variable in 0..equations.len() {
        let largest = (variable..equations.len())
            .max_by(|&a, &b| equations[a][variable].abs().total_cmp(&equations[b][variable].abs()))?;
        if equations[largest][variable].abs() < 1e-9 {
            return None;
        }
        equations.swap(variable, largest);
        pivot(&mut equations, variable, variable);
    }
    equations.iter().map(|equation| equation.last().copied()).collect()
}

#[test]
fn rows_win_least_against_a_corner_of_the_optimal_strategies() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let mut beyond_one_equilibrium = 0;
    for _ in 0..300 {
        let (rows, columns) = (rng.random_range(1..6), rng.random_range(1..6));
        let levels = rng.random_range(2..6_u8);
        let mut win = || f64::from(rng.random_range(0..levels)) / 2.0 - 1.0;
        let wins: Vec<Vec<f64>> = (0..rows).map(|_| (0..columns).map(|_| win()).collect()).collect();
        let (found, expected) = (row_values(&wins), least_of_corners(&wins));
        assert!(
            found.iter().zip(&expected).all(|(a, b)| (a - b).abs() < 1e-9),
            "{wins:?}: {found:?}, not {expected:?}"
        );
        let one = equilibrium(&wins).columns;
        let against_one = wins.iter().map(|row| row.iter().zip(&one).map(|(win, part)| win * part).sum::<f64>());
        beyond_one_equilibrium += usize::from(against_one.zip(&found).any(|(one, least)| one > least + 1e-9));
    }
    assert!(beyond_one_equilibrium >= 20, "{beyond_one_equilibrium}");
}

#[test]
fn a_mistake_that_only_some_optimal_strategies_punish_is_one() {
    // The end of a game of River Dragons: whoever chooses the last column is sure of a draw, and all rows are as good then.
    let mut wins = vec![vec![0.5; 9]; 9];
    wins[7][..8].fill(1.0);
    let losses: Vec<Vec<f64>> = (0..9).map(|column| wins.iter().map(|row| -row[column]).collect()).collect();
    assert!(row_values(&wins).iter().all(|win| (win - 0.5).abs() < 1e-9));
    let [punished @ .., safe] = &row_values(&losses)[..] else { unreachable!("nine") };
    assert!(punished.iter().all(|win| (win + 1.0).abs() < 1e-9) && (safe + 0.5).abs() < 1e-9);
}
