//! Random rankings of the model, for tests.

use rand::Rng;
use rand_chacha::ChaCha8Rng;

/// A number between 0 and 1.
pub(super) fn uniform(rng: &mut ChaCha8Rng) -> f64 {
    ((rng.next_u64() >> 11) as f64 + 0.5) / (1_u64 << 53) as f64
}

/// A random ranking of the model.
pub(crate) fn davidson_luce(
    strengths: &[f64],
    start_orders: &[f64],
    delta: f64,
    seats: &[(u16, u8)],
    rng: &mut ChaCha8Rng,
) -> Vec<(u16, u8, u8)> {
    let log = |&(bot, start_order): &(u16, u8)| strengths[usize::from(bot)] + start_orders[usize::from(start_order)];
    let (mut left, mut ranked) = (seats.to_vec(), Vec::new());
    while !left.is_empty() {
        let mut choices: Vec<(Vec<(u16, u8)>, f64)> =
            left.iter().map(|&one| (vec![one], libm::exp(log(&one)))).collect();
        for (idx, a) in left.iter().enumerate() {
            let pairs = left[idx + 1..].iter();
            choices.extend(pairs.map(|b| (vec![*a, *b], delta * libm::exp(f64::midpoint(log(a), log(b))))));
        }
        let mut point = uniform(rng) * choices.iter().map(|choice| choice.1).sum::<f64>();
        let hit = |choice: &(Vec<(u16, u8)>, f64)| {
            point -= choice.1;
            point < 0.0
        };
        let idx = choices.iter().position(hit).unwrap_or(choices.len() - 1);
        let rank = seats.len() - left.len();
        ranked.extend(choices[idx].0.iter().map(|&(bot, start_order)| (bot, start_order, rank as u8)));
        left.retain(|player| !choices[idx].0.contains(player));
    }
    ranked
}
