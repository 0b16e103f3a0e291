//! What is done to a component, for one player alone or for all.

use std::fmt;
use std::str::FromStr;

use riverlab_engine::{Component, Treatment};
use serde_with::{DeserializeFromStr, SerializeDisplay};

/// An intervention, as it is written: `ban`, `ban-all`, `cost+1`, `set:building.mill-a.points=6`.
#[derive(Clone, PartialEq, Eq, Debug, SerializeDisplay, DeserializeFromStr)]
pub enum Intervention {
    /// Something that is done to a component.
    Treat {
        /// What is done.
        treatment: Treatment,
        /// By how much a cost or points change; 0 for all others.
        more: i32,
        /// For whom.
        scope: Scope,
    },
    /// Other values in the tables, for all: one `key=value`, or several with semicolons between.
    Set(String),
}

/// Scope an intervention concerns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// One player alone, in turn at each seat of the same deal.
    One,
    /// All players.
    All,
}

/// Which way an effect points when the component is strong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// A player who loses it wins less.
    Down,
    /// A player who gets it wins more.
    Up,
    /// Neither: what changes for all is measured at the start player.
    Start,
}

/// The largest change of a cost or of points.
const MAX: i32 = 20;

impl Intervention {
    /// What is done, without to what: the text of a change of the tables stands for the component.
    pub fn name(&self) -> String {
        match self {
            Intervention::Treat { .. } => self.to_string(),
            Intervention::Set(_) => "set".to_owned(),
        }
    }

    /// Scope it concerns.
    pub fn scope(&self) -> Scope {
        match self {
            Intervention::Treat { scope, .. } => *scope,
            Intervention::Set(_) => Scope::All,
        }
    }

    /// Which way its effect points when the component is strong.
    pub fn direction(&self) -> Direction {
        match self {
            Intervention::Treat { scope: Scope::One, treatment, more } => match treatment {
                Treatment::Grant => Direction::Up,
                Treatment::Points if *more > 0 => Direction::Up,
                Treatment::Cost if *more < 0 => Direction::Up,
                Treatment::Ban | Treatment::Remove | Treatment::Cost | Treatment::Points => Direction::Down,
            },
            _ => Direction::Start,
        }
    }

    /// Whether it can be done to a component.
    pub fn applies_to(&self, component: &Component) -> bool {
        match self {
            Intervention::Treat { treatment, .. } => component.treatments.contains(treatment),
            Intervention::Set(_) => false,
        }
    }
}

impl fmt::Display for Intervention {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Intervention::Treat { treatment, more, scope } = self else {
            let Intervention::Set(text) = self else { unreachable!("there are two kinds") };
            return write!(f, "set:{text}");
        };
        match treatment {
            Treatment::Ban => f.write_str("ban")?,
            Treatment::Grant => f.write_str("grant")?,
            Treatment::Remove => return f.write_str("remove"),
            Treatment::Cost => write!(f, "cost{more:+}")?,
            Treatment::Points => write!(f, "points{more:+}")?,
        }
        f.write_str(if *scope == Scope::All { "-all" } else { "" })
    }
}

impl FromStr for Intervention {
    type Err = String;

    fn from_str(text: &str) -> Result<Intervention, String> {
        if let Some(set) = text.strip_prefix("set:").filter(|set| set.split(';').all(|one| one.contains('='))) {
            return Ok(Intervention::Set(set.to_owned()));
        }
        let (name, scope) = text.strip_suffix("-all").map_or((text, Scope::One), |name| (name, Scope::All));
        let plain = |treatment, scope| Ok(Intervention::Treat { treatment, more: 0, scope });
        match (name, scope) {
            ("ban", _) => return plain(Treatment::Ban, scope),
            ("grant", Scope::One) => return plain(Treatment::Grant, scope),
            ("remove", Scope::One) => return plain(Treatment::Remove, Scope::All),
            _ => {}
        }
        let amount = |number: &str| {
            let signed = number.starts_with(['+', '-']) && number[1..].starts_with(|c: char| c.is_ascii_digit());
            number.parse().ok().filter(|more: &i32| signed && *more != 0 && more.abs() <= MAX)
        };
        let treated = |treatment| move |more| Intervention::Treat { treatment, more, scope };
        let cost = name.strip_prefix("cost").and_then(amount).map(treated(Treatment::Cost));
        let points = || name.strip_prefix("points").and_then(amount).map(treated(Treatment::Points));
        cost.or_else(points).ok_or_else(|| {
            format!(
                "\"{text}\" is no intervention: allowed are ban, grant, cost+1, points-1 and the like (up to {MAX}), for \
                 one player alone; ban-all, cost+1-all, points-1-all, remove and set:KEY=VALUE, for all"
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interventions_are_written_as_they_are_read() {
        for text in [
            "ban",
            "ban-all",
            "grant",
            "remove",
            "cost+1",
            "cost-2-all",
            "points+20",
            "points-1-all",
            "set:a.b=c",
            "set:a=1;b=2",
        ] {
            assert_eq!(text.parse::<Intervention>().expect("allowed").to_string(), text);
        }
        for text in [
            "",
            "Ban",
            "remove-all",
            "grant-all",
            "cost",
            "cost1",
            "cost+0",
            "cost+21",
            "points+-1",
            "set:a",
            "set:a=1;b",
            "-all",
        ] {
            assert!(text.parse::<Intervention>().is_err(), "{text}");
        }
    }

    #[test]
    fn directions_say_what_strong_means() {
        for (text, expected) in [
            ("ban", Direction::Down),
            ("cost+1", Direction::Down),
            ("points-1", Direction::Down),
            ("grant", Direction::Up),
            ("cost-1", Direction::Up),
            ("points+3", Direction::Up),
            ("ban-all", Direction::Start),
            ("remove", Direction::Start),
            ("set:a=1", Direction::Start),
        ] {
            assert_eq!(text.parse::<Intervention>().expect("allowed").direction(), expected, "{text}");
        }
    }
}
