//! Linear algebra as far as fits need it: a symmetric matrix, its Cholesky decomposition, a dot product. Vectors are
//! slices.
//!
//! A crate for all of linear algebra took as long to build as a tenth of the program.

use std::ops::{Index, IndexMut};

/// A square matrix, indexed by row and column.
#[derive(Clone, Debug)]
pub struct Matrix {
    size: usize,
    /// One column after the other.
    values: Vec<f64>,
}

impl Matrix {
    /// A matrix with so many rows, all of it 0.
    pub fn zeros(size: usize) -> Matrix {
        Matrix { size, values: vec![0.0; size * size] }
    }

    /// The values of a column from its diagonal downwards.
    fn column_from_diagonal(&self, column: usize) -> &[f64] {
        &self.values[column * self.size + column..(column + 1) * self.size]
    }
}

impl Index<(usize, usize)> for Matrix {
    type Output = f64;

    fn index(&self, (row, column): (usize, usize)) -> &f64 {
        &self.values[column * self.size + row]
    }
}

impl IndexMut<(usize, usize)> for Matrix {
    fn index_mut(&mut self, (row, column): (usize, usize)) -> &mut f64 {
        &mut self.values[column * self.size + row]
    }
}

/// The lower triangular L of a symmetric positive definite matrix L·Lᵀ.
///
/// ```
/// use riverlab_stats::linear::{Cholesky, Matrix};
///
/// // The matrix of T. S. Wilson (Morris, *Philosophical Magazine* 37, 1946): its determinant is 1, its rows add up to 32, 23, 33
/// // and 31.
/// let rows = [[10.0, 7.0, 8.0, 7.0], [7.0, 5.0, 6.0, 5.0], [8.0, 6.0, 10.0, 9.0], [7.0, 5.0, 9.0, 10.0]];
/// let mut matrix = Matrix::zeros(4);
/// for (row, values) in rows.iter().enumerate() {
///     values.iter().enumerate().for_each(|(column, &value)| matrix[(row, column)] = value);
/// }
/// let cholesky = Cholesky::new(matrix).expect("it is positive definite");
/// assert!(cholesky.half_log_determinant().abs() < 1e-9);
/// assert!(cholesky.solve(&[32.0, 23.0, 33.0, 31.0]).iter().all(|value| (value - 1.0).abs() < 1e-9));
/// ```
#[derive(Clone, Debug)]
pub struct Cholesky {
    /// L; what stands above its diagonal is not used.
    lower: Matrix,
}

impl Cholesky {
    /// Decomposes a symmetric matrix, of which only the lower triangle is read; none if it is not positive definite.
    pub fn new(mut matrix: Matrix) -> Option<Cholesky> {
        let size = matrix.size;
        for column in 0..size {
            let (done, rest) = matrix.values.split_at_mut(column * size);
            let current = &mut rest[column..size];
            for before in done.chunks_exact(size) {
                add_scaled(current, -before[column], before[column..].iter().copied());
            }
            let (diagonal, below) = current.split_first_mut().expect("a column reaches its diagonal");
            if !(*diagonal > 0.0 && diagonal.is_finite()) {
                return None;
            }
            *diagonal = diagonal.sqrt();
            for value in below {
                *value /= *diagonal;
            }
        }
        Some(Cholesky { lower: matrix })
    }

    /// The x with L·Lᵀ·x = b.
    ///
    /// # Panics
    /// When `b` has another size than the matrix.
    pub fn solve(&self, b: &[f64]) -> Vec<f64> {
        let size = self.lower.size;
        assert_eq!(b.len(), size, "a vector of the size of the matrix");
        let mut x = b.to_vec();
        for idx in 0..size {
            let (current, below) = x[idx..].split_first_mut().expect("there is this row");
            let (diagonal, column) = self.lower.column_from_diagonal(idx).split_first().expect("there is this column");
            *current /= diagonal;
            add_scaled(below, -*current, column.iter().copied());
        }
        for idx in (0..size).rev() {
            let (current, below) = x[idx..].split_first_mut().expect("there is this row");
            let (diagonal, column) = self.lower.column_from_diagonal(idx).split_first().expect("there is this column");
            *current = (*current - dot(column, below)) / diagonal;
        }
        x
    }
}

impl Cholesky {
    /// Half the logarithm of the determinant of L·Lᵀ.
    pub fn half_log_determinant(&self) -> f64 {
        (0..self.lower.size).map(|idx| libm::log(self.lower[(idx, idx)])).sum()
    }
}

/// Adds a multiple of a vector to another one.
#[inline]
pub(crate) fn add_scaled(sums: &mut [f64], factor: f64, values: impl IntoIterator<Item = f64>) {
    sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += factor * value);
}

/// The dot product of two vectors of one size, summed in eight lanes so that it is vectorized.
#[inline]
pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    let (a, a_rest) = a.as_chunks::<8>();
    let (b, b_rest) = b.as_chunks::<8>();
    let mut lanes = [0.0; 8];
    for (a, b) in a.iter().zip(b) {
        (0..8).for_each(|lane| lanes[lane] += a[lane] * b[lane]);
    }
    let whole = (0..4).fold(0.0, |sum, lane| sum + (lanes[lane] + lanes[lane + 4]));
    a_rest.iter().zip(b_rest).fold(whole, |sum, (a, b)| sum + a * b)
}

#[cfg(test)]
#[path = "linear_tests.rs"]
mod tests;
