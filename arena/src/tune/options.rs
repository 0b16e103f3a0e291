//! What each option does near the winner, as far as the model knows.

use super::model::{Function, share_of};
use super::search::Tuning;
use super::space::Domain;
use crate::stats::Interval;

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
    /// Values with the share against the field by the model.
    pub shares: Vec<(String, Interval)>,
}

/// What all options do.
pub(super) fn findings(tuning: &mut Tuning, winner: &[f64]) -> Vec<OptionFinding> {
    let model = tuning.model();
    let mut rng = tuning.rng(usize::MAX);
    let functions: Vec<Function> = (0..DRAWS).map(|_| model.draw(&mut rng)).collect();
    let at_winner: Vec<f64> = functions.iter().map(|function| model.value_by(function, winner)).collect();
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
            if shares.iter().any(|(other, _)| *other == text) {
                continue;
            }
            let values: Vec<f64> = functions.iter().map(|function| model.value_by(function, &setting)).collect();
            let [lo, hi] = middle(values.iter().zip(&at_winner).map(|(value, winner)| value - winner).collect());
            is_worse |= hi < -TEN_ELO;
            is_close &= lo > -TEN_ELO && hi < TEN_ELO;
            let mean = share_of(model.value_by(model.mean(), &setting));
            let [lo, hi] = middle(values).map(share_of);
            shares.push((text, Interval { mean, lo, hi }));
        }
        let matters = match (is_worse, is_close) {
            _ if chosen.is_none() => Matters::Unused,
            (true, _) => Matters::Yes,
            (false, true) => Matters::No,
            (false, false) => Matters::Open,
        };
        let is_end =
            matches!(dimension.domain, Domain::Range { .. }) && chosen.is_some() && winner[option].abs() == 1.0;
        OptionFinding { name: dimension.name.clone(), chosen, matters, is_end, shares }
    };
    (0..space.dimensions().len()).map(of_option).collect()
}

fn places(domain: &Domain) -> Vec<f64> {
    match domain.count() {
        Some(count) => (0..count).map(|value| value as f64).collect(),
        None => (0..PLACES).map(|idx| 2.0 * idx as f64 / (PLACES - 1) as f64 - 1.0).collect(),
    }
}

/// The ends of the middle 95 %.
fn middle(mut values: Vec<f64>) -> [f64; 2] {
    values.sort_by(f64::total_cmp);
    let cut = values.len() / 40;
    [values[cut], values[values.len() - 1 - cut]]
}

/// The file of what options do: a row for each value.
pub(super) fn options_csv(options: &[OptionFinding]) -> String {
    let mut rows = csv::Writer::from_writer(Vec::new());
    let header = ["option", "chosen", "matters", "value", "share", "share_lo", "share_hi"];
    rows.write_record(header).expect("memory takes all");
    for OptionFinding { name, chosen, matters, shares, .. } in options {
        for (value, share) in shares {
            let numbers = [share.mean, share.lo, share.hi].map(|number| format!("{number:.6}"));
            let chosen = chosen.as_deref().unwrap_or_default();
            let [mean, lo, hi] = &numbers;
            rows.write_record([name, chosen, matters.word(), value, mean, lo, hi]).expect("memory takes all");
        }
    }
    String::from_utf8(rows.into_inner().expect("memory takes all")).expect("text")
}
