//! Plans that stand in folders, beside those that are asked for.

use crate::shell::Word;

/// What decides results.
pub trait Planned {
    /// All that does, in the order in which differences are looked for.
    fn fields(&self) -> Vec<Field>;

    /// The first thing in which what a folder holds differs from what is asked for.
    fn difference(&self, asked: &Self) -> Option<String> {
        let (there, asked) = (self.fields(), asked.fields());
        let same_name = |fields: &[Field], field: &Field| fields.iter().find(|other| other.name == field.name).cloned();
        let of_there = there.iter().map(|field| (Some(field.clone()), same_name(&asked, field)));
        let only_asked = asked.iter().filter(|field| same_name(&there, field).is_none());
        let mut pairs = of_there.chain(only_asked.map(|field| (None, Some(field.clone()))));
        pairs.find(|(there, asked)| there != asked).map(|(there, asked)| difference(there, asked))
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
    pub fn new(name: &str, value: impl ToString) -> Field {
        Field { name: name.to_owned(), value: value.to_string() }
    }

    /// The options that results depend on.
    pub fn of_words(words: &[Word]) -> impl Iterator<Item = Field> {
        let compared = words.iter().filter(|word| !NOT_COMPARED.contains(&word.option));
        compared.map(|word| Field { name: format!("--{}", word.option), value: word.quoted_values() })
    }
}

fn difference(there: Option<Field>, asked: Option<Field>) -> String {
    let given = |Field { name, value }: Field| if value.is_empty() { name } else { format!("{name} {value}") };
    match (there, asked) {
        (Some(there), Some(Field { value, .. })) => format!("{} there, {value} asked for", given(there)),
        (Some(there), None) => format!("{} there, not asked for", given(there)),
        (None, asked) => format!("{} asked for, not there", asked.map(given).unwrap_or_default()),
    }
}
