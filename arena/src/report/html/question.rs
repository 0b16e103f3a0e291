//! What was asked for, as a list of words, and notes as sentences.

use maud::{Markup, html};
use riverlab_engine::RulesSource;

use crate::report::html::names::{isolated, isolated_in_command};
use crate::report::html::scale::glued;

/// What was asked for: entries with what they are, and the command that asks for it again.
#[derive(Clone, Debug, Default)]
pub struct Question {
    entries: Vec<(&'static str, Markup)>,
}

impl Question {
    /// Adds an entry.
    #[must_use]
    pub fn with(mut self, what: &'static str, value: &Markup) -> Question {
        self.entries.push((what, value.clone()));
        self
    }

    /// Adds an entry of plain text, unless that is empty.
    #[must_use]
    pub fn with_text(self, what: &'static str, text: &str) -> Question {
        if text.is_empty() { self } else { self.with(what, &html! { bdi { (text) } }) }
    }

    /// Adds what was changed in the rules, if anything was.
    #[must_use]
    pub fn with_rules(self, rules: &RulesSource) -> Question {
        let with_file = match &rules.file {
            Some((name, text)) => {
                self.with("Rules file", &html! { bdi { (name) } details { summary { "its text" } pre { (text) } } })
            }
            None => self,
        };
        let sets = html! { @for set in &rules.sets { code { (set) } " " } };
        if rules.sets.is_empty() { with_file } else { with_file.with("Changed values", &sets) }
    }

    /// The list, and the command below it.
    pub fn markup(&self, command: &str, names: &[String]) -> Markup {
        html! {
            dl.plan { @for (what, value) in &self.entries { dt { (what) } dd { (value) } } }
            p { "To do it again:" }
            pre { code { (isolated_in_command(command, names)) } }
        }
    }
}

/// So many of something.
pub fn count(number: u64, one: &str, more: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { more })
}

/// A note as a sentence, in which these names are isolated; percent signs stay with their numbers. It begins with a
/// capital, unless that would change a name.
pub fn sentence(note: &str, names: &[String]) -> Markup {
    let text = glued(note.trim()) + ".";
    let begins_with_name = names.iter().any(|name| text.starts_with(name.as_str()));
    let first = text.chars().next().filter(|_| !begins_with_name);
    let capital = first.map(|first| first.to_uppercase().collect::<String>() + &text[first.len_utf8()..]);
    isolated(capital.as_ref().unwrap_or(&text), names)
}

#[cfg(test)]
#[path = "question_tests.rs"]
mod tests;
