//! Random rankings of the model.

use rand::Rng;

/// A number between 0 and 1.
pub(super) fn uniform(rng: &mut impl Rng) -> f64 {
    ((rng.next_u64() >> 11) as f64 + 0.5) / (1_u64 << 53) as f64
}

/// A game drawn from the model: its players, each a number and a position in turn order as in `seats`, with the number of
/// players that are before it (tied players have the same).
///
/// `strengths` are those of the players by number, `start_orders` the effects of positions in turn order, `delta` the weight
/// of ties of two; larger ties do not happen.
///
/// ```
/// use rand::SeedableRng;
/// use riverlab_stats::davidson_luce;
///
/// let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(1);
/// let mut wins = || davidson_luce(&[3_f64.ln(), 0.0], &[0.0; 2], 0.0, &[(0, 0), (1, 1)], &mut rng)[0].0 == 0;
/// let won = (0..4000).filter(|_| wins()).count();
/// assert!((2900..3100).contains(&won), "three times as strong, three of four games");
/// ```
pub fn davidson_luce(
    strengths: &[f64],
    start_orders: &[f64],
    delta: f64,
    seats: &[(u16, u8)],
    rng: &mut impl Rng,
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
