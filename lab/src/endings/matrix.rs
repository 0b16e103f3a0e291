//! Matrix games: two players choose at the same time, and what one wins the other loses.

use microlp::{ComparisonOp, OptimizationDirection, Problem, SolveOutcome};

/// The value of a matrix game with strategies that assure it.
#[derive(Clone, PartialEq, Debug)]
pub struct Equilibrium {
    /// What the player of the rows wins on average.
    pub value: f64,
    /// How likely each row is played.
    pub rows: Vec<f64>,
    /// How likely each column is played.
    pub columns: Vec<f64>,
}

/// Solves a game by two linear programs, one for each player; `wins` has for each row what its player wins by column.
///
/// ```
/// use riverlab_lab::endings::matrix::equilibrium;
///
/// // Matching pennies, of which one coin counts three times as much.
/// let solved = equilibrium(&[vec![3.0, -1.0], vec![-1.0, 1.0]]);
/// assert!((solved.value - 1.0 / 3.0).abs() < 1e-9 && (solved.rows[0] - 1.0 / 3.0).abs() < 1e-9);
/// ```
///
/// # Panics
/// When the game has no row or no column, or its numbers are not finite.
pub fn equilibrium(wins: &[Vec<f64>]) -> Equilibrium {
    let columns = wins[0].len();
    assert!(columns > 0 && wins.iter().all(|row| row.len() == columns), "a matrix");
    let (value, rows) = maximin(wins);
    let losses: Vec<Vec<f64>> = (0..columns).map(|column| wins.iter().map(|row| -row[column]).collect()).collect();
    let (_, columns) = maximin(&losses);
    Equilibrium { value, rows, columns }
}

/// The most that the player of the rows can be sure of, and how: v at most as large as what each column leaves.
fn maximin(wins: &[Vec<f64>]) -> (f64, Vec<f64>) {
    let mut problem = Problem::new(OptimizationDirection::Maximize);
    let rows: Vec<_> = wins.iter().map(|_| problem.add_var(0.0, (0.0, 1.0))).collect();
    let value = problem.add_var(1.0, (f64::NEG_INFINITY, f64::INFINITY));
    problem.add_constraint(rows.iter().map(|&row| (row, 1.0)).collect::<Vec<_>>(), ComparisonOp::Eq, 1.0);
    for column in 0..wins[0].len() {
        let mut terms: Vec<_> = rows.iter().zip(wins).map(|(&row, wins)| (row, wins[column])).collect();
        terms.push((value, -1.0));
        problem.add_constraint(terms, ComparisonOp::Ge, 0.0);
    }
    let Ok(SolveOutcome::Solution(solution)) = problem.solve() else { unreachable!("every matrix game has a value") };
    (solution[value], rows.iter().map(|&row| solution[row]).collect())
}

#[cfg(test)]
mod tests {
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
        let by_column: Vec<f64> = (0..columns.len())
            .map(|column| wins.iter().zip(&rows).map(|(row, part)| row[column] * part).sum())
            .collect();
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
}
