//! Sums over deals, all that a fit needs to know of them.

use super::deal::VariateDeal;
use crate::stats::linear::{Matrix, add_scaled, dot};

/// Sums over some deals. Notation: z are the variates, s the sum of values, c their number.
#[derive(Clone, Debug)]
pub(super) struct Moments {
    /// The number of deals.
    pub(super) deals: f64,
    /// Σ s.
    sum: f64,
    /// Σ c.
    values: f64,
    /// Σ s², Σ s·c and Σ c².
    squares: [f64; 3],
    /// Σ s·z and Σ c·z.
    with_sum: Vec<f64>,
    with_values: Vec<f64>,
    /// Σ z·zᵀ, row by row.
    products: Vec<f64>,
}

impl Moments {
    /// No deals yet, with so many variates.
    pub(super) fn new(variates: usize) -> Moments {
        let zeros = || vec![0.0; variates];
        Moments {
            deals: 0.0,
            sum: 0.0,
            values: 0.0,
            squares: [0.0; 3],
            with_sum: zeros(),
            with_values: zeros(),
            products: vec![0.0; variates * variates],
        }
    }

    /// The number of variates.
    pub(super) fn variates(&self) -> usize {
        self.with_sum.len()
    }

    /// Adds a deal.
    pub(super) fn add(&mut self, deal: &VariateDeal) {
        let (s, c, z) = (deal.sum, deal.values, &deal.variates);
        self.deals += 1.0;
        self.sum += s;
        self.values += c;
        add_scaled(&mut self.squares, 1.0, [s * s, s * c, c * c]);
        add_scaled(&mut self.with_sum, s, z.iter().copied());
        add_scaled(&mut self.with_values, c, z.iter().copied());
        for (row, &factor) in self.products.chunks_exact_mut(z.len()).zip(z) {
            add_scaled(row, factor, z.iter().copied());
        }
    }

    /// The sums over all of these together.
    pub(super) fn total<'a>(parts: impl IntoIterator<Item = &'a Moments>, variates: usize) -> Moments {
        let mut total = Moments::new(variates);
        for part in parts {
            total.deals += part.deals;
            total.sum += part.sum;
            total.values += part.values;
            add_scaled(&mut total.squares, 1.0, part.squares);
            add_scaled(&mut total.with_sum, 1.0, part.with_sum.iter().copied());
            add_scaled(&mut total.with_values, 1.0, part.with_values.iter().copied());
            add_scaled(&mut total.products, 1.0, part.products.iter().copied());
        }
        total
    }

    /// The mean value r = Σs/Σc; 0 without any.
    pub(super) fn mean(&self) -> f64 {
        if self.values == 0.0 { 0.0 } else { self.sum / self.values }
    }

    /// Σ z·(s − r·c).
    pub(super) fn with_residuals(&self, mean: f64) -> Vec<f64> {
        self.with_sum.iter().zip(&self.with_values).map(|(s, c)| s - mean * c).collect()
    }

    /// Σ z².
    pub(super) fn second(&self, variate: usize) -> f64 {
        self.products[variate * self.variates() + variate]
    }

    /// Σ z·zᵀ with every entry divided by the scales of its row and column.
    pub(super) fn scaled_products(&self, scales: &[f64]) -> Matrix {
        let size = self.variates();
        let mut matrix = Matrix::zeros(size);
        for row in 0..size {
            for column in 0..size {
                matrix[(row, column)] = self.products[row * size + column] / (scales[row] * scales[column]);
            }
        }
        matrix
    }

    /// Σ (s − r·c − b·z)².
    pub(super) fn squared_error(&self, mean: f64, coefficients: &[f64]) -> f64 {
        let [ss, sc, cc] = self.squares;
        let linear = self.with_residuals(mean);
        let size = self.variates();
        let quadratic = |(row, &b): (usize, &f64)| {
            let products = &self.products[row * size..(row + 1) * size];
            b * (dot(products, coefficients) - 2.0 * linear[row])
        };
        ss - 2.0 * mean * sc + mean * mean * cc + coefficients.iter().enumerate().map(quadratic).sum::<f64>()
    }
}
