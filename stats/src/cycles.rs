//! Bots of which each beats the next in a circle.
//!
//! A bot beats another one if it ends above it in more than half of their meetings with an adjusted p-value below 0.05, by
//! Holm's method over all pairs of different bots that met. So with 95 % probability every such statement is true, and with
//! it every cycle A beats B, B beats C, C beats A. Ratings put bots on a line and cannot describe a cycle, unless it comes
//! from where bots sit: a cycle of which the ratings predict all three is none. Copies of a bot count as one bot, with the
//! meetings of the first pair of them.
//!
//! Refuses: longer cycles. Where every two bots of one beat each other one way or the other, it contains one of three (Moon,
//! Topics on tournaments, 1968).

use std::collections::BTreeMap;

use super::multiplicity::holm;
use super::pairs::PairStanding;
use crate::player_idx::PlayerIdx;

/// The cycles of three bots.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cycles {
    /// How many there are.
    pub count: u64,
    /// The one whose least certain part is the most certain; each bot beats the next, and the last the first.
    pub clearest: Option<[PlayerIdx; 3]>,
}

/// One bot beats another: how sure that is, and what the ratings say.
#[derive(Clone, Copy)]
struct Beats {
    /// The adjusted p-value.
    p: f64,
    is_predicted: bool,
}

/// Whom each bot beats.
type Beaten = BTreeMap<PlayerIdx, BTreeMap<PlayerIdx, Beats>>;

/// Cycles among pairs by bot, then by opponent; `first_copies` says for each bot which is the first that is the same.
pub fn cycles(pairs: &[PairStanding], first_copies: &[PlayerIdx]) -> Cycles {
    let beaten = beaten(pairs, first_copies);
    let mut clearest: Option<(f64, [PlayerIdx; 3])> = None;
    let mut count = 0;
    for (&first, of_first) in &beaten {
        // Each cycle begins with its lowest bot.
        for (&second, _) in of_first.range(first + 1..) {
            let third = beaten.get(&second).into_iter().flat_map(|of_second| of_second.range(first + 1..));
            for bots in third.map(|(&third, _)| [first, second, third]) {
                let Some(p) = least_certain(&beaten, bots) else { continue };
                count += 1;
                if clearest.is_none_or(|(least, _)| p < least) {
                    clearest = Some((p, bots));
                }
            }
        }
    }
    Cycles { count, clearest: clearest.map(|(_, bots)| bots) }
}

/// The largest p-value of the three steps of a cycle; none if it is not one, or if the ratings predict all three.
fn least_certain(beaten: &Beaten, [first, second, third]: [PlayerIdx; 3]) -> Option<f64> {
    let step = |bot: PlayerIdx, other: PlayerIdx| beaten.get(&bot)?.get(&other).copied();
    let steps = [step(first, second)?, step(second, third)?, step(third, first)?];
    let least_certain = steps.iter().map(|step| step.p).fold(0.0, f64::max);
    (!steps.iter().all(|step| step.is_predicted)).then_some(least_certain)
}

fn beaten(pairs: &[PairStanding], first_copies: &[PlayerIdx]) -> Beaten {
    let mut different: BTreeMap<(PlayerIdx, PlayerIdx), &PairStanding> = BTreeMap::new();
    for pair in pairs {
        let [bot, opponent] = [pair.bot, pair.opponent].map(|bot| first_copies[usize::from(bot)]);
        if bot < opponent {
            different.entry((bot, opponent)).or_insert(pair);
        }
    }
    let p: Vec<f64> = different.values().map(|pair| pair.p).collect();
    let mut beaten = Beaten::new();
    for ((&(bot, opponent), pair), p) in different.iter().zip(holm(&p)).filter(|(_, p)| *p < 0.05) {
        let ahead = pair.above.mean - 0.5;
        let (better, worse) = if ahead > 0.0 { (bot, opponent) } else { (opponent, bot) };
        let is_predicted = pair.misfit.is_some_and(|misfit| (misfit.predicted - 0.5) * ahead > 0.0);
        beaten.entry(better).or_default().insert(worse, Beats { p, is_predicted });
    }
    beaten
}

#[cfg(test)]
#[path = "cycles_tests.rs"]
mod tests;
