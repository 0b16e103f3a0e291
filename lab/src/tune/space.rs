//! What is tuned: options with their values, and settings of all of them.
//!
//! ```text
//! c=0.1..2:log            numbers of a range, by their logarithm
//! sims=50..400:whole      whole numbers of a range
//! depth=1,2,4,8           one of these, which need not be numbers
//! depth=1,2?rollout=quick only where another option, one with a list, has this value
//! ```
//!
//! A setting has a coordinate for each option: from -1 to 1 in a range, else the number of the value.

use std::fmt;
use std::str::FromStr;

use riverlab_bots::split_outside;
use serde::{Deserialize, Serialize};

/// More options than can be learned from some ten thousand games.
pub(crate) const MOST_OPTIONS: usize = 8;
/// More values than anybody compares.
const MOST_VALUES: usize = 16;

/// An option that is tuned.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Dimension {
    /// The name of the option.
    pub name: String,
    /// Its values.
    pub domain: Domain,
    /// The option and the value that it needs.
    pub condition: Option<(String, String)>,
}

/// The values of an option.
#[derive(Clone, PartialEq, Debug)]
pub enum Domain {
    /// Numbers from one to another.
    Range {
        /// The least.
        lo: f64,
        /// The greatest.
        hi: f64,
        /// Whether equal factors are equal distances.
        log: bool,
        /// Whether only whole numbers are allowed.
        whole: bool,
    },
    /// One of these.
    Values(Vec<String>),
}

/// Coordinates of all options.
pub(crate) type Setting = Vec<f64>;

/// All options that are tuned.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Vec<Dimension>", into = "Vec<Dimension>")]
pub struct Space {
    dimensions: Vec<Dimension>,
    /// For each option, the one that it needs and the number of its value.
    conditions: Vec<Option<(usize, usize)>>,
}

impl Space {
    /// The space of these options.
    ///
    /// # Errors
    /// When there are none or too many, when one comes twice, or one needs what is not there.
    pub fn new(dimensions: Vec<Dimension>) -> Result<Space, String> {
        if dimensions.is_empty() || dimensions.len() > MOST_OPTIONS {
            return Err(format!("{} options: expected 1 to {MOST_OPTIONS}", dimensions.len()));
        }
        let find = |name: &str| dimensions.iter().position(|dimension| dimension.name == name);
        if let Some(twice) = (0..dimensions.len()).find(|&idx| find(&dimensions[idx].name) != Some(idx)) {
            return Err(format!("{} is given twice", dimensions[twice].name));
        }
        let condition = |dimension: &Dimension| {
            let Some((name, value)) = &dimension.condition else { return Ok(None) };
            let wrong = |why: &str| Err(format!("{}: {name}={value}: {why}", dimension.name));
            let Some(other) = find(name).filter(|&idx| dimensions[idx].name != dimension.name) else {
                return wrong("expected another option that is tuned");
            };
            let (Domain::Values(values), None) = (&dimensions[other].domain, &dimensions[other].condition) else {
                return wrong("expected an option with a list of values, and without a condition");
            };
            match values.iter().position(|one| one == value) {
                Some(number) => Ok(Some((other, number))),
                None => wrong(&format!("expected one of {}", values.join(", "))),
            }
        };
        let conditions = dimensions.iter().map(condition).collect::<Result<_, String>>()?;
        Ok(Space { dimensions, conditions })
    }

    /// The options.
    pub(crate) fn dimensions(&self) -> &[Dimension] {
        &self.dimensions
    }

    /// Allows whole numbers only for an option.
    pub(crate) fn only_whole(&mut self, option: usize) {
        if let Domain::Range { whole, .. } = &mut self.dimensions[option].domain {
            *whole = true;
        }
    }

    /// The option that another one needs, and the number of its value.
    pub(crate) fn condition(&self, option: usize) -> Option<(usize, usize)> {
        self.conditions[option]
    }

    /// Whether an option counts in a setting.
    pub(crate) fn is_active(&self, option: usize, setting: &[f64]) -> bool {
        self.conditions[option].is_none_or(|(other, value)| setting[other] == value as f64)
    }

    /// The value of an option in a setting; none where it does not count.
    pub fn value(&self, option: usize, setting: &[f64]) -> Option<String> {
        self.is_active(option, setting).then(|| self.dimensions[option].domain.text(setting[option]))
    }

    /// The nearest setting whose values can be written down; what does not count is in the middle.
    pub(crate) fn snapped(&self, setting: &[f64]) -> Setting {
        let snap = |option: usize| {
            if self.is_active(option, setting) { self.dimensions[option].domain.snapped(setting[option]) } else { 0.0 }
        };
        (0..self.dimensions.len()).map(snap).collect()
    }

    /// The coordinate of a value of an option; none if it is not among its values.
    pub(crate) fn coordinate(&self, option: usize, text: &str) -> Option<f64> {
        self.dimensions[option].domain.coordinate(text)
    }

    /// The setting that belongs to a point of the unit cube.
    pub fn at(&self, unit: &[f64]) -> Setting {
        let coordinates: Vec<f64> =
            self.dimensions.iter().zip(unit).map(|(dimension, &unit)| dimension.domain.at(unit)).collect();
        self.snapped(&coordinates)
    }
}

impl Domain {
    /// The number of values, if they are listed.
    pub(crate) fn count(&self) -> Option<usize> {
        match self {
            Domain::Range { .. } => None,
            Domain::Values(values) => Some(values.len()),
        }
    }

    fn at(&self, unit: f64) -> f64 {
        match self {
            Domain::Range { .. } => 2.0 * unit - 1.0,
            Domain::Values(values) => (unit * values.len() as f64).floor().min(values.len() as f64 - 1.0),
        }
    }

    fn number(lo: f64, hi: f64, log: bool, coordinate: f64) -> f64 {
        let part = f64::midpoint(coordinate, 1.0);
        let number = if log { lo * libm::exp(part * libm::log(hi / lo)) } else { lo + part * (hi - lo) };
        number.clamp(lo, hi)
    }

    /// The text of a value, of numbers with three digits.
    fn text(&self, coordinate: f64) -> String {
        match *self {
            Domain::Values(ref values) => values[coordinate as usize].clone(),
            Domain::Range { lo, hi, log, whole: true } => format!("{}", Self::number(lo, hi, log, coordinate).round()),
            Domain::Range { lo, hi, log, whole: false } => {
                let number = Self::number(lo, hi, log, coordinate);
                let rounded: f64 = format!("{number:.2e}").parse().expect("a number");
                format!("{}", rounded.clamp(lo, hi))
            }
        }
    }

    fn snapped(&self, coordinate: f64) -> f64 {
        match self {
            Domain::Values(_) => coordinate,
            Domain::Range { .. } => self.coordinate(&self.text(coordinate)).expect("one of its values"),
        }
    }

    fn coordinate(&self, text: &str) -> Option<f64> {
        match *self {
            Domain::Values(ref values) => values.iter().position(|value| value == text).map(|number| number as f64),
            Domain::Range { lo, hi, log, whole } => {
                let number = text.parse::<f64>().ok().filter(|number| (lo..=hi).contains(number))?;
                if whole && number.fract() != 0.0 {
                    return None;
                }
                let part = if log { libm::log(number / lo) / libm::log(hi / lo) } else { (number - lo) / (hi - lo) };
                Some((2.0 * part - 1.0).clamp(-1.0, 1.0))
            }
        }
    }
}

impl TryFrom<Vec<Dimension>> for Space {
    type Error = String;

    fn try_from(dimensions: Vec<Dimension>) -> Result<Space, String> {
        Space::new(dimensions)
    }
}

impl From<Space> for Vec<Dimension> {
    fn from(space: Space) -> Vec<Dimension> {
        space.dimensions
    }
}

impl FromStr for Dimension {
    type Err = String;

    fn from_str(text: &str) -> Result<Dimension, String> {
        let expected =
            "expected NAME=LO..HI, also with :log or :whole, or NAME=VALUE,VALUE, and ?OTHER=VALUE for a condition";
        let wrong = || expected.to_owned();
        let mut parts = split_outside(text, '?', ["", ""]);
        let (Some(stated), condition, None) = (parts.next(), parts.next(), parts.next()) else { return Err(wrong()) };
        let pair = |text: &str| {
            let (name, value) = text.split_once('=').ok_or_else(wrong)?;
            if name.is_empty() || value.is_empty() {
                return Err(wrong());
            }
            Ok((name.to_owned(), value.to_owned()))
        };
        let (name, values) = pair(stated)?;
        let condition = condition.map(pair).transpose()?;
        let values: Vec<&str> = split_outside(&values, ',', ["(", ")"]).collect();
        let domain = match values[..] {
            [value] if value.contains("..") => range(value, wrong)?,
            _ => list(&values)?,
        };
        Ok(Dimension { name, domain, condition })
    }
}

fn range(text: &str, wrong: impl Fn() -> String) -> Result<Domain, String> {
    let mut words = text.split(':');
    let (lo, hi) = words.next().and_then(|ends| ends.split_once("..")).ok_or_else(&wrong)?;
    let [lo, hi] = [lo, hi].map(|end| end.parse::<f64>().ok().filter(|end| end.is_finite()));
    let (Some(lo), Some(hi)) = (lo, hi) else { return Err(wrong()) };
    let (mut log, mut whole) = (false, false);
    for word in words {
        match word {
            "log" => log = true,
            "whole" => whole = true,
            _ => return Err(wrong()),
        }
    }
    if lo >= hi {
        return Err(format!("{lo}..{hi}: expected the lower end first"));
    }
    if log && lo <= 0.0 {
        return Err(format!("{lo}..{hi}:log: expected numbers above 0"));
    }
    if whole && (lo.fract() != 0.0 || hi.fract() != 0.0) {
        return Err(format!("{lo}..{hi}:whole: expected whole numbers"));
    }
    Ok(Domain::Range { lo, hi, log, whole })
}

fn list(values: &[&str]) -> Result<Domain, String> {
    let text = values.join(",");
    let values: Vec<String> = values.iter().map(|&value| value.to_owned()).collect();
    if values.len() < 2 || values.len() > MOST_VALUES || values.iter().any(String::is_empty) {
        return Err(format!("{text}: expected 2 to {MOST_VALUES} values with commas between them"));
    }
    if let Some(twice) = (0..values.len()).find(|&idx| values[..idx].contains(&values[idx])) {
        return Err(format!("{text}: {} is given twice", values[twice]));
    }
    Ok(Domain::Values(values))
}

riverlab_engine::convert_as_text!(Dimension);

impl fmt::Display for Dimension {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}=", self.name)?;
        match &self.domain {
            Domain::Range { lo, hi, log, whole } => {
                write!(f, "{lo}..{hi}{}{}", if *log { ":log" } else { "" }, if *whole { ":whole" } else { "" })?;
            }
            Domain::Values(values) => f.write_str(&values.join(","))?,
        }
        self.condition.as_ref().map_or(Ok(()), |(name, value)| write!(f, "?{name}={value}"))
    }
}

#[cfg(test)]
#[path = "space_tests.rs"]
mod tests;
