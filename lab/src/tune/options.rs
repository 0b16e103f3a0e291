//! What each option does near the winner, and each pair of them, as far as the model knows.

use riverlab_stats::Interval;

use super::goal::share_of;
use super::model::Function;
use super::search::Tuning;
use super::space::Domain;

/// Ten Elo points, in logits: less does not matter.
const TEN_ELO: f64 = 0.0576;
/// The functions that are drawn, of which the middle 95 % are the intervals.
const DRAWS: usize = 400;
/// The places along a range.
const PLACES: usize = 9;

/// Whether an option matters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Matters {
    /// Some value is worse than the winner's by ten Elo points.
    Yes,
    /// No value is worse or better by ten Elo points.
    No,
    /// Neither is known.
    Open,
    /// It does not count with what the winner has elsewhere.
    Unused,
}

impl Matters {
    /// The word in files and tables.
    pub fn word(self) -> &'static str {
        match self {
            Matters::Yes => "matters",
            Matters::No => "does not matter",
            Matters::Open => "not known",
            Matters::Unused => "does not count",
        }
    }
}

/// What an option does where all others are as the winner has them.
#[derive(Clone, PartialEq, Debug)]
pub struct OptionFinding {
    /// The name.
    pub name: String,
    /// The value that has won; none where it does not count.
    pub chosen: Option<String>,
    /// Whether it matters.
    pub matters: Matters,
    /// Whether that value is an end of its range, beyond which there may be better ones.
    pub is_end: bool,
    /// Whether its values are a list, and no range.
    pub is_list: bool,
    /// Values with the share against the field by the model.
    pub shares: Vec<ValueShare>,
}

/// A value of an option, all others being the winner's.
#[derive(Clone, PartialEq, Debug)]
pub struct ValueShare {
    /// The value.
    pub value: String,
    /// Where it is: from -1 to 1 in a range, else the number of the value.
    pub place: f64,
    /// The share that is looked for, by the model, with a 95 % interval.
    pub share: Interval,
}

/// What two options do together where all others are as the winner has them.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct PairFinding {
    /// The numbers of the options.
    pub(super) options: [usize; 2],
    /// The values of each, with where they are.
    pub(super) values: [Vec<(String, f64)>; 2],
    /// For each value of the first, the share by the model at each of the second.
    pub(super) shares: Vec<Vec<f64>>,
}

/// What all options do.
pub(super) fn findings(tuning: &mut Tuning, winner: &[f64]) -> Vec<OptionFinding> {
    let model = tuning.model();
    let mut rng = tuning.rng(usize::MAX);
    let functions: Vec<Function> = (0..DRAWS).map(|_| model.draw(&mut rng)).collect();
    let at_winner: Vec<f64> = functions.iter().map(|function| model.worth_by(function, winner)).collect();
    let space = tuning.space();
    let of_option = |option: usize| {
        let dimension = &space.dimensions()[option];
        let chosen = space.value(option, winner);
        let (mut shares, mut is_worse, mut is_close) = (Vec::new(), false, true);
        for coordinate in places(&dimension.domain).into_iter().filter(|_| chosen.is_some()) {
            let mut setting = winner.to_vec();
            setting[option] = coordinate;
            let setting = space.snapped(&setting);
            let text = space.value(option, &setting).expect("it counts");
            if shares.iter().any(|seen: &ValueShare| seen.value == text) {
                continue;
            }
            let values: Vec<f64> = functions.iter().map(|function| model.value_by(function, &setting)).collect();
            let worth = |(&value, winner): (&f64, &f64)| tuning.goal().worth(value) - winner;
            let [lo, hi] = middle(values.iter().zip(&at_winner).map(worth).collect());
            is_worse |= hi < -TEN_ELO;
            is_close &= lo > -TEN_ELO && hi < TEN_ELO;
            let mean = share_of(model.value_by(model.mean(), &setting));
            let [lo, hi] = middle(values).map(share_of);
            shares.push(ValueShare { value: text, place: setting[option], share: Interval { mean, lo, hi } });
        }
        let matters = match (is_worse, is_close) {
            _ if chosen.is_none() => Matters::Unused,
            (true, _) => Matters::Yes,
            (false, true) => Matters::No,
            (false, false) => Matters::Open,
        };
        let is_list = matches!(dimension.domain, Domain::Values(_));
        let is_end = !is_list && chosen.is_some() && winner[option].abs() == 1.0;
        OptionFinding { name: dimension.name.clone(), chosen, matters, is_end, is_list, shares }
    };
    (0..space.dimensions().len()).map(of_option).collect()
}

/// What all pairs of options do that count with the winner's other values.
pub(super) fn pairs(tuning: &mut Tuning, winner: &[f64], options: &[OptionFinding]) -> Vec<PairFinding> {
    let model = tuning.model();
    let space = tuning.space();
    let values = |option: usize| -> Vec<(String, f64)> {
        options[option].shares.iter().map(|seen| (seen.value.clone(), seen.place)).collect()
    };
    let pair = |(one, other): (usize, usize)| {
        // Where one option decides whether the other counts, there is no square of both.
        let depends = |option: usize, on: usize| space.condition(option).is_some_and(|(needs, _)| needs == on);
        if [one, other].iter().any(|&option| options[option].chosen.is_none())
            || depends(one, other)
            || depends(other, one)
        {
            return None;
        }
        let values = [values(one), values(other)];
        let share = |first: f64, second: f64| {
            let mut setting = winner.to_vec();
            (setting[one], setting[other]) = (first, second);
            share_of(model.value_by(model.mean(), &setting))
        };
        let row = |(_, first): &(String, f64)| values[1].iter().map(|(_, second)| share(*first, *second)).collect();
        let shares = values[0].iter().map(row).collect();
        Some(PairFinding { options: [one, other], values, shares })
    };
    let count = options.len();
    (0..count).flat_map(|one| (one + 1..count).map(move |other| (one, other))).filter_map(pair).collect()
}

fn places(domain: &Domain) -> Vec<f64> {
    match domain.count() {
        Some(count) => (0..count).map(|value| value as f64).collect(),
        None => (0..PLACES).map(|idx| 2.0 * idx as f64 / (PLACES - 1) as f64 - 1.0).collect(),
    }
}

/// The ends of the middle 95 %.
fn middle(mut values: Vec<f64>) -> [f64; 2] {
    values.sort_unstable_by(f64::total_cmp);
    let cut = values.len() / 40;
    [values[cut], values[values.len() - 1 - cut]]
}
