//! How well values and policies foretell games that were not learned from: the Kullback-Leibler divergence of what is foretold
//! from the target, by how much of the game is left.

use riverlab_stats::conditional_logit::write_shares;

use super::samples::{Group, Groups, Samples};

/// The parts of a game, by how much of it is left.
pub const PHASES: usize = 5;

/// The mean divergence of values in one part of the game, in nats; smaller is better.
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
    /// Of policies in the same part of the game.
    pub policy: PolicyDivergence,
}

/// The mean divergence of policies in one part of the game, in nats; smaller is better.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct PolicyDivergence {
    /// The number of decisions.
    pub decisions: u64,
    /// Of the learned policy.
    pub learned: f64,
    /// Of equal shares.
    pub constant: f64,
}

/// By fifths of the game, the last fifth first, in positions of games that were not learned from.
pub(super) fn divergences(samples: &Samples, value: &[[f32; 2]], policy: &[[f32; 2]]) -> [PhaseDivergence; PHASES] {
    let of_value = |forecast: &dyn Fn(Group<'_>, &mut [f64])| means(&samples.positions, forecast);
    let of_policy = |forecast: &dyn Fn(Group<'_>, &mut [f64])| means(&samples.decisions, forecast);
    let [learned, hand, constant] = [
        of_value(&|group, shares| foretell_by(value, group, shares)),
        of_value(&|group, shares| {
            let hand = &samples.hand[group.begin..group.begin + shares.len()];
            shares.iter_mut().zip(hand).for_each(|(share, &hand)| *share = f64::from(hand));
        }),
        of_value(&equal_shares),
    ];
    let [learned_policy, constant_policy] =
        [of_policy(&|group, shares| foretell_by(policy, group, shares)), of_policy(&equal_shares)];
    std::array::from_fn(|phase| PhaseDivergence {
        positions: constant[phase].0,
        learned: learned[phase].1,
        hand: hand[phase].1,
        constant: constant[phase].1,
        policy: PolicyDivergence {
            decisions: constant_policy[phase].0,
            learned: learned_policy[phase].1,
            constant: constant_policy[phase].1,
        },
    })
}

fn equal_shares(_: Group<'_>, shares: &mut [f64]) {
    let share = 1.0 / shares.len() as f64;
    shares.fill(share);
}

fn foretell_by(weights: &[[f32; 2]], group: Group<'_>, shares: &mut [f64]) {
    let left = f64::from(group.left);
    let now: Vec<f64> = weights.iter().map(|[end, begin]| f64::from(*end) + f64::from(*begin) * left).collect();
    write_shares(group.rows, &now, shares);
}

/// For each part of the game, the number of groups and their mean divergence from what `forecast` writes.
fn means(groups: &Groups, forecast: &dyn Fn(Group<'_>, &mut [f64])) -> [(u64, f64); PHASES] {
    let (mut phases, mut shares) = ([(0, 0.0); PHASES], Vec::new());
    for group in groups.iter().filter(|group| group.held_out) {
        shares.clear();
        shares.resize(group.targets.len(), 0.0);
        forecast(group, &mut shares);
        let (count, sum) = &mut phases[((f64::from(group.left) * PHASES as f64) as usize).min(PHASES - 1)];
        *count += 1;
        *sum +=
            group.targets.iter().zip(&shares).map(|(&target, &share)| divergence(target.into(), share)).sum::<f64>();
    }
    phases.map(|(count, sum)| (count, sum / count.max(1) as f64))
}

/// What one row adds.
fn divergence(target: f64, share: f64) -> f64 {
    if target > 0.0 { target * libm::log(target / share.max(1e-9)) } else { 0.0 }
}
