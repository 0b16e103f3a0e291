//! Pseudo-deals: what deals that were not seen may be like, for the intervals of [means](super::bounded_mean), which
//! describe them.

/// The shape of the pseudo-deals on the bad side, and of that on the good side.
pub(super) const WORST: f64 = 0.75;
pub(super) const BEST: f64 = 0.25;

/// K where limits are guessed.
const ENOUGH_FOR_GUESSES: f64 = 5.0;

/// The pseudo-deals of the lower and of the upper side, with their shapes, where deals have these mean values, with how many
/// there are of each, and `size` values each.
pub(super) fn pseudo_deals_of_both_sides(
    kinds: &[(f64, f64)],
    least: f64,
    most: f64,
    size: f64,
) -> [[(f64, f64); 2]; 2] {
    let values = || kinds.iter().map(|kind| kind.0);
    let (worst, best) = (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max));
    let median = median(kinds);
    [
        pseudo_deals(worst, best, least, lost(kinds, median, least), size),
        pseudo_deals(best, worst, most, lost(kinds, median, most), size),
    ]
}

/// The same where nothing limits the values, but `least` and `most` are guessed from them.
pub(super) fn pseudo_deals_by_guesses(kinds: &[(f64, f64)], least: f64, most: f64) -> [[(f64, f64); 2]; 2] {
    let median = median(kinds);
    let [below, above] = [1.0, -1.0].map(|sign| TypicalLoss::of(kinds, median, sign));
    [below.pseudo_deals(&above, least), above.pseudo_deals(&below, most)]
}

/// The pseudo-deals with their shapes, where the worst and the best deal seen have these values and so many deals of so many
/// values were lost.
pub fn pseudo_deals(worst: f64, best: f64, limit: f64, lost: f64, size: f64) -> [(f64, f64); 2] {
    weighed(worst, best, limit, lost, (60.0 / size).clamp(5.0, 15.0))
}

/// The pseudo-deals where `enough` lost deals (K above) show as much of how bad a lost one is as the limit does.
fn weighed(worst: f64, best: f64, limit: f64, lost: f64, enough: f64) -> [(f64, f64); 2] {
    [(worst + (limit - worst) / (1.0 + lost / enough), WORST), (best, BEST)]
}

/// How many deals are lost, of deals with these mean values and how many there are of each: those between their median and the
/// limit, as far as they are from the one on the way to the other.
fn lost(kinds: &[(f64, f64)], median: f64, limit: f64) -> f64 {
    if median == limit {
        return 0.0;
    }
    kinds.iter().map(|&(value, deals)| deals * ((median - value) / (median - limit)).max(0.0)).sum()
}

/// What is known of lost deals where nothing limits them.
struct TypicalLoss {
    /// The value of a lost deal; the median where none was lost.
    value: f64,
    /// How many deals were lost, if all were lost alike.
    deals: f64,
}

impl TypicalLoss {
    /// Of deals with these mean values and how many there are of each; lost are those below their median, or above it for a
    /// `sign` of -1.
    fn of(kinds: &[(f64, f64)], median: f64, sign: f64) -> TypicalLoss {
        let (mut sum, mut squares) = (0.0, 0.0);
        for &(value, deals) in kinds {
            let distance = (sign * (median - value)).max(0.0);
            sum += deals * distance;
            squares += deals * distance * distance;
        }
        if sum == 0.0 {
            return TypicalLoss { value: median, deals: 0.0 };
        }
        TypicalLoss { value: median - sign * squares / sum, deals: sum * sum / squares }
    }

    fn pseudo_deals(&self, other_side: &TypicalLoss, limit: f64) -> [(f64, f64); 2] {
        weighed(self.value, other_side.value, limit, self.deals, ENOUGH_FOR_GUESSES)
    }
}

/// The median of these values, with how many there are of each; there must be one.
fn median(kinds: &[(f64, f64)]) -> f64 {
    let mut sorted = kinds.to_vec();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0));
    let half = 0.5 * kinds.iter().map(|kind| kind.1).sum::<f64>();
    let place = |enough: fn(f64, f64) -> bool| {
        let mut so_far = 0.0;
        let reached = |kind: &&(f64, f64)| {
            so_far += kind.1;
            enough(so_far, half)
        };
        sorted.iter().find(reached).or(sorted.last()).expect("a value").0
    };
    f64::midpoint(place(|so_far, half| so_far >= half), place(|so_far, half| so_far > half))
}

#[cfg(test)]
#[path = "pseudo_deals_tests.rs"]
mod tests;
