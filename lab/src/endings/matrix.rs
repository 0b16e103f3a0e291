//! Matrix games: two players choose at the same time, and what one wins the other loses.

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

/// Solves a game; `wins` has for each row what its player wins by column.
///
/// The method is the simplex method on the linear program of a game whose values are positive: the most that shares of columns
/// can add up to while no row wins more than 1 (Dantzig, 1951). The pivots are chosen by the rule of Bland, "New Finite Pivoting
/// Rules for the Simplex Method" (1977), so that it ends. The shares of rows are the solution of the dual program.
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
    let (rows, columns) = (wins.len(), wins[0].len());
    assert!(columns > 0 && wins.iter().all(|row| row.len() == columns), "a matrix");
    assert!(wins.iter().flatten().all(|win| win.is_finite()), "numbers");
    let lowest = wins.iter().flatten().copied().fold(f64::INFINITY, f64::min);
    let added = 1.0 - lowest;
    // By row: a variable for each column, a slack variable for each row, and the right side. The last row is the objective.
    let width = columns + rows + 1;
    let mut table: Vec<Vec<f64>> = Vec::with_capacity(rows + 1);
    for (number, row) in wins.iter().enumerate() {
        let mut equation = vec![0.0; width];
        equation.iter_mut().zip(row).for_each(|(value, win)| *value = win + added);
        (equation[columns + number], equation[width - 1]) = (1.0, 1.0);
        table.push(equation);
    }
    let mut objective = vec![0.0; width];
    objective[..columns].fill(-1.0);
    table.push(objective);
    let mut basis: Vec<usize> = (columns..columns + rows).collect();
    while let Some(entering) = table[rows][..width - 1].iter().position(|&cost| cost < -TOLERANCE) {
        let leaving = (0..rows)
            .filter(|&row| table[row][entering] > TOLERANCE)
            .map(|row| (table[row][width - 1] / table[row][entering], basis[row], row))
            .min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let (_, _, row) = leaving.expect("all values are positive, so that shares are bounded");
        pivot(&mut table, row, entering);
        basis[row] = entering;
    }
    let total = table[rows][width - 1];
    let mut shares = vec![0.0; columns];
    for (&variable, equation) in basis.iter().zip(&table) {
        if let Some(share) = shares.get_mut(variable) {
            *share = equation[width - 1] / total;
        }
    }
    let rows = table[rows][columns..width - 1].iter().map(|part| part / total).collect();
    Equilibrium { value: 1.0 / total - added, rows, columns: shares }
}

/// What is smaller is a rounding error.
const TOLERANCE: f64 = 1e-12;

/// Solves the equation of a row for a variable, and puts it into all others.
fn pivot(table: &mut [Vec<f64>], row: usize, variable: usize) {
    let by = table[row][variable];
    table[row].iter_mut().for_each(|value| *value /= by);
    let equation = table[row].clone();
    for (_, other) in table.iter_mut().enumerate().filter(|(number, _)| *number != row) {
        let times = other[variable];
        if times != 0.0 {
            other.iter_mut().zip(&equation).for_each(|(value, solved)| *value -= times * solved);
        }
    }
}

#[cfg(test)]
#[path = "matrix_tests.rs"]
mod tests;
