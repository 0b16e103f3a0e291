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
    let Optimum { table, basis, .. } = Optimum::of(wins);
    let (rows, columns) = (wins.len(), wins[0].len());
    let width = columns + rows + 1;
    let total = table[rows][width - 1];
    let mut shares = vec![0.0; columns];
    for (&variable, equation) in basis.iter().zip(&table) {
        if let Some(share) = shares.get_mut(variable) {
            *share = equation[width - 1] / total;
        }
    }
    let row_shares = table[rows][columns..width - 1].iter().map(|part| part / total).collect();
    Equilibrium { value: 1.0 / total - added(wins), rows: row_shares, columns: shares }
}

/// What each row wins against the optimal strategy of the columns under which it wins least.
///
/// A game may have many equilibria; these numbers do not depend on which of them is found. The rows that reach the value of
/// the game are those that an optimal strategy plays, and no others (Goldman and Tucker, "Theory of Linear Programming", 1956).
///
/// ```
/// use riverlab_lab::endings::matrix::row_values;
///
/// // An optimal strategy of the columns may play either one, and only the second punishes the first row.
/// assert_eq!(row_values(&[vec![1.0, 0.0], vec![1.0, 1.0]]), [0.0, 1.0]);
/// ```
///
/// # Panics
/// When the game has no row or no column, or its numbers are not finite.
pub fn row_values(wins: &[Vec<f64>]) -> Vec<f64> {
    let optimum = Optimum::of(wins);
    let (rows, columns) = (wins.len(), wins[0].len());
    let width = columns + rows + 1;
    let total = optimum.table[rows][width - 1];
    // What stays zero in all solutions: each unit of it would cost some of the objective.
    let is_free: Vec<bool> = optimum.table[rows][..width - 1].iter().map(|&cost| cost < TOLERANCE).collect();
    let short = |row: usize| {
        let Optimum { mut table, mut basis } = optimum.clone();
        let slack = columns + row;
        table[rows].fill(0.0);
        table[rows][slack] = -1.0;
        if let Some(of) = basis.iter().position(|&variable| variable == slack) {
            let equation = table[of].clone();
            table[rows].copy_from_slice(&equation);
            table[rows][slack] = 0.0;
        }
        maximize(&mut table, &mut basis, |variable| is_free[variable]);
        table[rows][width - 1]
    };
    let value = 1.0 / total - added(wins);
    (0..rows).map(|row| value - short(row) / total).collect()
}

/// What all values are raised by, so that the lowest is 1.
fn added(wins: &[Vec<f64>]) -> f64 {
    1.0 - wins.iter().flatten().copied().fold(f64::INFINITY, f64::min)
}

/// What is smaller is a rounding error.
const TOLERANCE: f64 = 1e-11;

/// The solved linear program of a game.
#[derive(Clone)]
struct Optimum {
    /// By row: the part of a variable for each column, of a slack variable for each row, and the right side. The last row is the
    /// objective.
    table: Vec<Vec<f64>>,
    /// The variable that each row is solved for.
    basis: Vec<usize>,
}

impl Optimum {
    fn of(wins: &[Vec<f64>]) -> Optimum {
        let (rows, columns) = (wins.len(), wins[0].len());
        assert!(columns > 0 && wins.iter().all(|row| row.len() == columns), "a matrix");
        assert!(wins.iter().flatten().all(|win| win.is_finite()), "numbers");
        let added = added(wins);
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
        maximize(&mut table, &mut basis, |_| true);
        Optimum { table, basis }
    }
}

/// Pivots until no variable that may be more than zero improves the objective.
fn maximize(table: &mut [Vec<f64>], basis: &mut [usize], may_enter: impl Fn(usize) -> bool) {
    let (rows, width) = (basis.len(), table[0].len());
    while let Some(entering) =
        (0..width - 1).find(|&variable| table[rows][variable] < -TOLERANCE && may_enter(variable))
    {
        let leaving = (0..rows)
            .filter(|&row| table[row][entering] > TOLERANCE)
            .map(|row| (table[row][width - 1] / table[row][entering], basis[row], row))
            .min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let (_, _, row) = leaving.expect("all values are positive, so that shares are bounded");
        pivot(table, row, entering);
        basis[row] = entering;
    }
}

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
