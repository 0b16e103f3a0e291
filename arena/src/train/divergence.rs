//! How well values foretell games that were not learned from: the Kullback-Leibler divergence of what is foretold from the
//! target, by how much of the game is left.

use super::samples::Samples;

/// The parts of a game, by how much of it is left.
pub(super) const PHASES: usize = 5;

/// The mean divergence of one part of the game, in nats; smaller is better.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct PhaseDivergence {
    /// The number of positions.
    pub positions: u64,
    /// Of the learned value.
    pub learned: f64,
    /// Of the hand-made value.
    pub hand: f64,
    /// Of equal shares.
    pub constant: f64,
}

/// By fifths of the game, the last fifth first, in positions of games that were not learned from.
pub(super) fn divergences(samples: &Samples, weights: &[[f32; 2]]) -> [PhaseDivergence; PHASES] {
    let mut phases = [PhaseDivergence::default(); PHASES];
    let mut shares = vec![0.0; samples.players];
    for sample in samples.iter().filter(|sample| sample.held_out) {
        let left = f64::from(sample.left);
        let phase = &mut phases[((left * PHASES as f64) as usize).min(PHASES - 1)];
        for (share, row) in shares.iter_mut().zip(sample.rows.chunks_exact(samples.features)) {
            let term = |(&value, [end, begin]): (&f32, &[f32; 2])| {
                f64::from(value) * (f64::from(*end) + f64::from(*begin) * left)
            };
            *share = row.iter().zip(weights).map(term).sum();
        }
        super::fit::softmax(&mut shares);
        phase.positions += 1;
        for ([target, hand], &share) in sample.targets.iter().zip(&shares) {
            let target = f64::from(*target);
            phase.learned += divergence(target, share);
            phase.hand += divergence(target, f64::from(*hand));
            phase.constant += divergence(target, 1.0 / samples.players as f64);
        }
    }
    for phase in &mut phases {
        let positions = phase.positions.max(1) as f64;
        for sum in [&mut phase.learned, &mut phase.hand, &mut phase.constant] {
            *sum /= positions;
        }
    }
    phases
}

/// What one player adds.
fn divergence(target: f64, share: f64) -> f64 {
    if target > 0.0 { target * libm::log(target / share.max(1e-9)) } else { 0.0 }
}
