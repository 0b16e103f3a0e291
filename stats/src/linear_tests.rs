use super::*;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A·Aᵀ of a random square A, and 1 on the diagonal.
fn positive_definite(size: usize, rng: &mut ChaCha8Rng) -> Matrix {
    let factor: Vec<Vec<f64>> = (0..size).map(|_| (0..size).map(|_| rng.random_range(-1.0..1.0)).collect()).collect();
    let mut matrix = Matrix::zeros(size);
    for row in 0..size {
        for column in 0..size {
            let product: f64 = factor[row].iter().zip(&factor[column]).map(|(a, b)| a * b).sum();
            matrix[(row, column)] = product + f64::from(u8::from(row == column));
        }
    }
    matrix
}

#[test]
fn solutions_solve() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for size in 1..40 {
        let matrix = positive_definite(size, &mut rng);
        let x: Vec<f64> = (0..size).map(|_| rng.random_range(-2.0..2.0)).collect();
        let b: Vec<f64> = (0..size).map(|row| (0..size).map(|col| matrix[(row, col)] * x[col]).sum()).collect();
        let solved = Cholesky::new(matrix).expect("positive definite").solve(&b);
        for (solved, x) in solved.iter().zip(&x) {
            assert!((solved - x).abs() < 1e-9, "size {size}: {solved} instead of {x}");
        }
    }
}

#[test]
fn the_factor_of_a_known_matrix() {
    // 4 2 / 2 10 is (2 0 / 1 3) times its transpose.
    let mut matrix = Matrix::zeros(2);
    (matrix[(0, 0)], matrix[(1, 0)], matrix[(0, 1)], matrix[(1, 1)]) = (4.0, 2.0, f64::NAN, 10.0);
    let lower = Cholesky::new(matrix).expect("positive definite").lower;
    assert_eq!([lower[(0, 0)], lower[(1, 0)], lower[(1, 1)]], [2.0, 1.0, 3.0]);
}

#[test]
fn what_is_not_positive_definite_is_refused() {
    for (diagonal, corner) in [(1.0, 1.0), (1.0, 2.0), (0.0, 0.0), (-1.0, 0.0), (f64::NAN, 0.0)] {
        let mut matrix = Matrix::zeros(2);
        (matrix[(0, 0)], matrix[(1, 1)]) = (diagonal, diagonal);
        (matrix[(1, 0)], matrix[(0, 1)]) = (corner, corner);
        assert!(Cholesky::new(matrix).is_none(), "{diagonal} {corner}");
    }
}

#[test]
fn lanes_sum_what_there_is() {
    for size in 0..40 {
        let a: Vec<f64> = (0..size).map(f64::from).collect();
        let expected: i32 = (0..size).map(|value| value * value).sum();
        assert_eq!(dot(&a, &a), f64::from(expected));
    }
}
