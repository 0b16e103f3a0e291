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
#[path = "matrix_tests.rs"]
mod tests;
