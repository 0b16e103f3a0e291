//! The bots of a run, each under a name of its own.

use riverlab_bots::BotSpec;
use serde::{Deserialize, Serialize};

use crate::schedule::BotIdx;

/// The mark of a bot whose budget is time, at the end of its name, so that it stands in every file.
const TIMED: &str = "[timed]";

/// The bots of a run in their order. Files hold their names: a bot's spec, `spec#2` for its second copy, and a mark at the
/// end where its budget is time. Invariant: there is one name for each spec, and it follows from the specs.
///
/// ```
/// use riverlab_arena::plan::Bots;
/// let specs = ["greedy", "mcts:ms=5", "greedy"].map(|text| text.parse().expect("a spec"));
/// let bots = Bots::from(specs.to_vec());
/// assert_eq!(bots.names(), ["greedy", "mcts:ms=5[timed]", "greedy#2"]);
/// assert_eq!(bots.first_copies(), [0, 1, 0]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Vec<String>", into = "Vec<String>")]
pub struct Bots {
    specs: Vec<BotSpec>,
    names: Vec<String>,
}

impl From<Vec<BotSpec>> for Bots {
    fn from(specs: Vec<BotSpec>) -> Bots {
        let names = names(&specs);
        Bots { specs, names }
    }
}

impl From<Bots> for Vec<String> {
    fn from(bots: Bots) -> Vec<String> {
        bots.names
    }
}

impl TryFrom<Vec<String>> for Bots {
    type Error = String;

    /// Reads names back; anything that is not written for these bots is an error.
    fn try_from(names: Vec<String>) -> Result<Bots, String> {
        let specs: Result<Vec<BotSpec>, _> = names.iter().map(|name| spec_of_name(name).parse()).collect();
        let bots = Bots::from(specs.map_err(|error| error.to_string())?);
        if bots.names == names { Ok(bots) } else { Err(format!("bots: expected the names {}", bots.names.join(" "))) }
    }
}

impl Bots {
    /// The number of bots.
    pub fn len(&self) -> usize {
        self.specs.len()
    }

    /// Whether there is no bot.
    pub fn is_empty(&self) -> bool {
        self.specs.is_empty()
    }

    /// What the bots are.
    pub fn specs(&self) -> &[BotSpec] {
        &self.specs
    }

    /// Their names.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The name of a bot.
    pub fn name(&self, bot: BotIdx) -> &str {
        &self.names[usize::from(bot)]
    }

    /// Whether a bot's budget is time.
    pub fn are_timed(&self) -> bool {
        self.specs.iter().any(BotSpec::is_timed)
    }

    /// The names of the bots whose budget is time.
    pub fn timed(&self) -> impl Iterator<Item = &str> {
        self.specs.iter().zip(&self.names).filter(|(spec, _)| spec.is_timed()).map(|(_, name)| name.as_str())
    }

    /// For each bot the first one with the same spec.
    pub fn first_copies(&self) -> Vec<BotIdx> {
        let first = |spec: &BotSpec| self.specs.iter().position(|other| other == spec).expect("itself") as BotIdx;
        self.specs.iter().map(first).collect()
    }
}

/// The bots' names: the spec, for further copies with `#2`, `#3`, …, and with `[timed]` where the budget is time.
pub fn names(bots: &[BotSpec]) -> Vec<String> {
    let name = |(idx, spec): (usize, &BotSpec)| {
        let copies = bots[..idx].iter().filter(|earlier| *earlier == spec).count();
        marked(spec, &if copies == 0 { String::new() } else { format!("#{}", copies + 1) })
    };
    bots.iter().enumerate().map(name).collect()
}

/// A spec with the number of a copy, and with the mark of time budgets.
pub fn marked(spec: &BotSpec, number: &str) -> String {
    format!("{spec}{number}{}", if spec.is_timed() { TIMED } else { "" })
}

/// The spec in a bot's name.
pub fn spec_of_name(name: &str) -> &str {
    let spec = name.strip_suffix(TIMED).unwrap_or(name);
    spec.split_once('#').map_or(spec, |(spec, _)| spec)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        let specs = ["random", "greedy", "random", "mcts:ms=5", "mcts:ms=5"].map(|text| text.parse().expect("a spec"));
        let bots = Bots::from(specs.to_vec());
        assert_eq!(bots.names(), ["random", "greedy", "random#2", "mcts:ms=5[timed]", "mcts:ms=5#2[timed]"]);
        assert_eq!(bots.first_copies(), [0, 1, 0, 3, 3]);
        assert_eq!(bots.timed().collect::<Vec<_>>(), bots.names()[3..]);
        assert_eq!(Bots::try_from(bots.names().to_vec()), Ok(bots));
    }

    #[test]
    fn other_names_are_refused() {
        for names in [&["random", "random"] as &[&str], &["random#2"], &["random[timed]"], &["mcts:ms=5"], &["a b"]] {
            assert!(
                Bots::try_from(names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>()).is_err(),
                "{names:?}"
            );
        }
    }
}
