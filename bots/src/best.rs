//! The best of a list of moves.

use rand::{Rng, RngExt};

/// Finds the moves of the highest value; keeps its memory.
#[derive(Debug)]
pub(crate) struct Best<M>(Vec<M>);

impl<M> Default for Best<M> {
    fn default() -> Self {
        Best(Vec::new())
    }
}

impl<M: Copy> Best<M> {
    /// Replaces the content by those of `moves` whose value is highest; what is no number is lower than all.
    pub(crate) fn find(&mut self, moves: &[M], mut value: impl FnMut(M) -> f64) {
        self.0.clear();
        let mut highest = f64::NEG_INFINITY;
        for &mv in moves {
            let value = value(mv);
            let value = if value.is_nan() { f64::NEG_INFINITY } else { value };
            if value > highest {
                highest = value;
                self.0.clear();
            }
            if value >= highest {
                self.0.push(mv);
            }
        }
    }

    /// One of them, each equally likely.
    ///
    /// # Panics
    /// When there were no moves.
    pub(crate) fn draw(&self, rng: &mut impl Rng) -> M {
        match self.0[..] {
            [only] => only,
            _ => self.0[rng.random_range(0..self.0.len() as u32) as usize],
        }
    }
}
