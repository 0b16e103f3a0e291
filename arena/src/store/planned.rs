//! Plans that stand in folders, beside those that are asked for.

use crate::plan::RulesContext;
use crate::shell::Word;

/// What decides results.
pub trait Planned {
    /// All that does, in the order in which differences are looked for.
    fn fields(&self) -> Vec<Field>;

    /// The first thing in which what a folder holds differs from what is asked for.
    fn difference(&self, asked: &Self) -> Option<String> {
        let (there, asked) = (self.fields(), asked.fields());
        let mut names: Vec<&str> = there.iter().map(|field| &*field.name).collect();
        let mut next = 0;
        for Field { name, .. } in &asked {
            let known = names.iter().position(|other| other == name);
            if known.is_none() {
                names.insert(next, name);
            }
            next = known.unwrap_or(next) + 1;
        }
        names.into_iter().find_map(|name| {
            let value =
                |fields: &[Field]| fields.iter().find(|field| field.name == name).map(|field| field.value.clone());
            difference(name, value(&there), value(&asked))
        })
    }
}

/// One of the things that decide results: an option, or something that follows from the program or from files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// As messages name it.
    name: String,
    value: String,
}

/// Options that are not compared: what they change in the rules is compared itself, and results do not depend on limits.
const NOT_COMPARED: [&str; 5] = ["rules", "set", "answer-seconds", "memory-mib", "processes"];

impl Field {
    /// What is no option.
    #[expect(clippy::needless_pass_by_value, reason = "values and references alike")]
    pub fn new(name: &str, value: impl ToString) -> Field {
        Field { name: name.to_owned(), value: value.to_string() }
    }

    /// The program, the game and its rules.
    pub fn of_context(context: &RulesContext) -> Vec<Field> {
        let RulesContext { version, game, rules_hash } = context;
        vec![Field::new("riverlab version", version), Field::new("game", game), Field::new("rules", rules_hash)]
    }

    /// The options that results depend on.
    pub fn of_words(words: &[Word]) -> impl Iterator<Item = Field> {
        let compared = words.iter().filter(|word| !NOT_COMPARED.contains(&word.option));
        compared.map(|word| Field { name: format!("--{}", word.option), value: word.quoted_values() })
    }
}

/// What is said of a field that differs; nothing if it does not.
fn difference(name: &str, there: Option<String>, asked: Option<String>) -> Option<String> {
    let given = |value: String| if value.is_empty() { name.to_owned() } else { format!("{name} {value}") };
    match (there, asked) {
        (there, asked) if there == asked => None,
        (Some(there), Some(asked)) => Some(format!("{name} {there} there, {asked} asked for")),
        (Some(there), None) => Some(format!("{} there, not asked for", given(there))),
        (None, asked) => Some(format!("{} asked for, not there", given(asked.unwrap_or_default()))),
    }
}

#[cfg(test)]
#[path = "planned_tests.rs"]
mod tests;
