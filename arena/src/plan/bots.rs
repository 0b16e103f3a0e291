//! The bots of a run, each under a name of its own.

use riverlab_bots::BotSpec;
use serde::{Deserialize, Serialize};

use crate::schedule::BotIdx;
use crate::table::Table;

/// The mark of a bot whose budget is time, at the end of its name, so that it stands in every file.
const TIMED: &str = "[timed]";
/// The mark of a program whose moves depend on more than what it is told.
const EXTERNAL: &str = "[external]";

/// The bots of a run in their order. Files hold their names: a bot's spec, `spec#2` for its second copy, and a mark at the
/// end where its moves depend on more than the plan. Invariant: there is one name for each spec, and it follows from the
/// specs and marks.
///
/// ```
/// use riverlab_arena::plan::Bots;
/// use riverlab_arena::table::GameTable;
/// use riverlab_engine::games::toy::Dice;
///
/// let specs = ["greedy", "mcts:ms=5", "greedy"].map(|text| text.parse().expect("a spec"));
/// let bots = Bots::from(specs.to_vec());
/// assert_eq!(bots.names(), ["greedy", "mcts:ms=5[timed]", "greedy#2"]);
/// assert_eq!(bots.first_copies(&GameTable::<Dice>::standard()), [0, 1, 0]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "Vec<String>", into = "Vec<String>")]
pub struct Bots {
    specs: Vec<BotSpec>,
    names: Vec<String>,
}

impl From<Vec<BotSpec>> for Bots {
    fn from(specs: Vec<BotSpec>) -> Bots {
        Bots::marked(specs, |_| "")
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
        let specs = specs.map_err(|error| error.to_string())?;
        // Specs tell which other bots are marked.
        let marks = specs.iter().zip(&names).map(|(spec, name)| {
            let may_be_marked = spec.program().or(spec.function()).is_some();
            if may_be_marked { mark_of_name(name) } else { "" }
        });
        let marks: Vec<&str> = marks.collect();
        let mark = |spec: &BotSpec| specs.iter().position(|other| other == spec).map_or("", |idx| marks[idx]);
        let bots = Bots::marked(specs.clone(), mark);
        if bots.names == names { Ok(bots) } else { Err(format!("bots: expected the names {}", bots.names.join(" "))) }
    }
}

impl Bots {
    /// Bots of which some have a mark that does not follow from their spec, but is the same for all copies.
    pub fn marked(specs: Vec<BotSpec>, mark: impl Fn(&BotSpec) -> &'static str) -> Bots {
        let names = names(&specs).into_iter().zip(&specs).map(|(name, spec)| name + mark(spec)).collect();
        Bots { specs, names }
    }

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

    /// The names of the bots whose moves depend on more than the plan: their budget is time, or they are programs that
    /// do not always answer alike.
    pub fn irreproducible(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str).filter(|name| !mark_of_name(name).is_empty())
    }

    /// The name of a bot without the number of its copy.
    pub fn unnumbered(&self, bot: BotIdx) -> String {
        let spec = &self.specs[usize::from(bot)];
        format!("{spec}{}", mark_of_name(self.name(bot)))
    }

    /// For each bot the first one that is the same in this game, however its options are spelled.
    pub fn first_copies(&self, table: &dyn Table) -> Vec<BotIdx> {
        first_copies(&self.specs, table)
    }
}

/// For each bot the first one that is the same in this game: options may stand in another order, and have their defaults.
pub fn first_copies(specs: &[BotSpec], table: &dyn Table) -> Vec<BotIdx> {
    let facts = table.facts();
    let canonical = |spec| table.bots().canonical(spec, facts.defaults, facts.learned_defaults);
    let specs: Vec<BotSpec> = specs.iter().map(canonical).collect();
    let first = |spec: &BotSpec| specs.iter().position(|other| other == spec).expect("itself") as BotIdx;
    specs.iter().map(first).collect()
}

/// The bots' names: the spec, for further copies with `#2`, `#3`, …, and with `[timed]` where the budget is time.
fn names(bots: &[BotSpec]) -> Vec<String> {
    let name = |(idx, spec): (usize, &BotSpec)| {
        let copies = bots[..idx].iter().filter(|earlier| *earlier == spec).count();
        let number = if copies == 0 { String::new() } else { format!("#{}", copies + 1) };
        format!("{spec}{number}{}", if spec.is_timed() { TIMED } else { "" })
    };
    bots.iter().enumerate().map(name).collect()
}

/// The spec in a bot's name.
pub fn spec_of_name(name: &str) -> &str {
    let spec = name.strip_suffix(mark_of_name(name)).unwrap_or(name);
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    spec.rsplit_once('#').filter(|(_, number)| is_number(number)).map_or(spec, |(spec, _)| spec)
}

/// The mark at the end of a bot's name; empty if it has none.
fn mark_of_name(name: &str) -> &'static str {
    [TIMED, EXTERNAL].into_iter().find(|mark| name.ends_with(mark)).unwrap_or("")
}

#[cfg(test)]
#[path = "bots_tests.rs"]
mod tests;
