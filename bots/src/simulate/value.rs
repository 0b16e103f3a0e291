//! What a simulation is worth: from the end of a game, or from a position before it, to one value per player.
//!
//! Values are shares: they are between 0 and 1, and add up to 1.
//!
//! ```text
//! share      1/k for each of k winners, else 0                               the game is over
//! score      exp(s_i / T) / sum over players j of exp(s_j / T)               softmax of the final scores s
//! mix:w      w * share + (1 - w) * score
//! cut short  as score, with the values of the position for s
//! ```
//!
//! The temperature T is [`Evaluate::SOFTMAX_TEMPERATURE`], and 1 for learned values. Exponentials are computed by a
//! portable library, so that results are the same on every machine.

use riverlab_engine::Turn;

use crate::eval::Evaluate;
use crate::eval::evaluator::Evaluator;
use crate::eval::softmax::{Values, softmax};
use crate::options::{AllowedValues, BotOption, Texts};

/// The option `value`: the weight of the win share against the score in the value of a finished game.
pub const VALUE: BotOption<Texts<f32>> = BotOption::new(
    "value",
    "share",
    "what a finished game is worth: share, score, mix:W (W of share)",
    Texts { allowed: "share or score or mix:0.5", parse: parse_share_weight },
);

fn parse_share_weight(text: &str) -> Option<f32> {
    match text {
        "share" => Some(1.0),
        "score" => Some(0.0),
        _ => (0.0..=1.0).parse(text.strip_prefix("mix:")?),
    }
}

/// The value of a position that is over, or where a simulation is cut short.
#[inline]
pub(super) fn value_of<G: Evaluate>(state: &G, share_weight: f32, evaluator: &Evaluator) -> Values {
    match state.turn() {
        Turn::Over => final_value(state, share_weight),
        _ => estimate(state, evaluator),
    }
}

#[inline]
fn final_value<G: Evaluate>(state: &G, share_weight: f32) -> Values {
    if share_weight == 1.0 {
        let shares = state.win_shares();
        let mut values = Values::default();
        for (value, share) in values.iter_mut().zip(&shares) {
            *value = SHARES[share.sixtieths() as usize & 63];
        }
        return values;
    }
    mixed_value(state, share_weight)
}

/// Kept out of line, so that the common case above stays small.
#[inline(never)]
fn mixed_value<G: Evaluate>(state: &G, share_weight: f32) -> Values {
    let outcome = state.outcome().expect("the game is over");
    let mut values = softmax(&outcome.scores, G::SOFTMAX_TEMPERATURE);
    for (value, share) in values.iter_mut().zip(&outcome.shares) {
        *value = share_weight * (share.sixtieths() as f32 / 60.0) + (1.0 - share_weight) * *value;
    }
    values
}

/// The value of a position that is not over.
#[inline(never)]
fn estimate<G: Evaluate>(state: &G, evaluator: &Evaluator) -> Values {
    evaluator.shares::<G>(&evaluator.values(state, None))
}

/// Win shares by their number of sixtieths, in a table whose index can be masked.
static SHARES: [f32; 64] = {
    let (mut shares, mut sixtieths) = ([0.0; 64], 0);
    while sixtieths < 64 {
        shares[sixtieths] = sixtieths as f32 / 60.0;
        sixtieths += 1;
    }
    shares
};

#[cfg(test)]
#[path = "value_tests.rs"]
mod tests;
