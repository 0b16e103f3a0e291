//! Checks of chance events: their outcomes, their probabilities, and the streams that they draw from.

use rand::Rng;

use super::failure::{Failure, fail};
use crate::{Game, Turn};

/// The outcomes of the pending chance event, once they are found to be distinct, possible and complete.
pub(super) fn checked_outcomes<G: Game>(state: &G) -> Result<Vec<(G::Move, u32)>, Failure> {
    let mut outcomes = Vec::new();
    state.chance_outcomes(&mut outcomes);
    let mut distinct: Vec<G::Move> = outcomes.iter().map(|&(mv, _)| mv).collect();
    distinct.sort_unstable();
    distinct.dedup();
    if distinct.len() != outcomes.len() || outcomes.is_empty() {
        fail("chance outcomes are distinct", state, format!("{outcomes:?}"))?;
    }
    if let Some((mv, weight)) = outcomes.iter().find(|&&(mv, weight)| weight == 0 || !state.is_legal(mv)) {
        fail("chance outcomes are possible", state, format!("{} has weight {weight}", state.move_text(*mv)))?;
    }
    let legal = state.all_moves().into_iter().filter(|&mv| state.is_legal(mv)).count();
    if legal != outcomes.len() {
        let seen = format!("{legal} moves of chance are legal, not {}", outcomes.len());
        fail("chance outcomes are complete", state, seen)?;
    }
    Ok(outcomes)
}

/// The index of the chance stream that the pending event draws from, once it is found to have a name.
pub(super) fn checked_stream<G: Game>(state: &G) -> Result<usize, Failure> {
    let (stream, named) = (state.chance_stream(), G::CHANCE_STREAMS.len());
    if stream >= named {
        fail("chance streams have names", state, format!("stream {stream} of {named}"))?;
    }
    Ok(stream)
}

/// Compares what chance does in one go with the same draws one after the other.
pub(super) fn check_in_one_go<G: Game>(state: &G, rng: &(impl Rng + Clone)) -> Result<(), Failure> {
    let (mut at_once, mut one_by_one) = (state.clone(), state.clone());
    let (mut rng, mut rng_again) = (rng.clone(), rng.clone());
    let (played, mut events) = (at_once.play_chance(&mut rng), 0);
    while one_by_one.turn() == Turn::Chance && events <= G::MAX_MOVES as u64 {
        let mv = one_by_one.draw(&mut rng_again);
        one_by_one.play_unchecked(mv);
        events += 1;
    }
    let same_numbers = rng.next_u64() == rng_again.next_u64();
    if at_once == one_by_one && played == events && same_numbers {
        return Ok(());
    }
    fail("chance in one go", state, format!("{played} events instead of {events}, up to\n{at_once:?}"))
}

/// Compares the frequencies of so many draws with the probabilities by the chi-squared statistic, whose mean is the
/// degrees of freedom and whose variance twice that.
pub(super) fn check_draws<G: Game>(
    state: &G,
    outcomes: &[(G::Move, u32)],
    draws: usize,
    rng: &mut impl Rng,
) -> Result<(), Failure> {
    let mut counts = vec![0_u32; outcomes.len()];
    for _ in 0..draws {
        let mv = state.draw(rng);
        match outcomes.iter().position(|&(outcome, _)| outcome == mv) {
            Some(idx) => counts[idx] += 1,
            None => fail("draws match the probabilities", state, format!("{} is no outcome", state.move_text(mv)))?,
        }
    }
    let total: u32 = outcomes.iter().map(|&(_, weight)| weight).sum();
    let deviation = |(&count, &(_, weight)): (&u32, &(G::Move, u32))| {
        let expected = draws as f64 * f64::from(weight) / f64::from(total);
        (f64::from(count) - expected).powi(2) / expected
    };
    let chi_squared: f64 = counts.iter().zip(outcomes).map(deviation).sum();
    let freedom = (outcomes.len() - 1) as f64;
    if chi_squared > freedom + 6.0 * (2.0 * freedom).sqrt() + 6.0 {
        fail("draws match the probabilities", state, format!("chi squared {chi_squared} for {freedom} degrees"))?;
    }
    Ok(())
}
