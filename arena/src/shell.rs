//! Words for a shell: the options of a command, from which the comparison of two runs follows as well.

use std::fmt;

use riverlab_bots::home::{NO_HOME, begins_at_home};
use riverlab_engine::data::RulesSource;

/// An option of a command with its values.
///
/// ```
/// use riverlab_arena::shell::Word;
///
/// let bots = Word::list("bots", ["greedy", "mcts:sims=2,opponents=(greedy)"]);
/// assert_eq!(bots.to_string(), "--bots greedy 'mcts:sims=2,opponents=(greedy)'");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Word {
    /// Its name, without hyphens in front.
    pub option: &'static str,
    /// Its values; a flag has none.
    pub values: Vec<String>,
}

/// Options that take one value each time they are given.
const REPEATED: [&str; 2] = ["set", PROGRAM];
/// The option whose value is a name and the command of a program.
const PROGRAM: &str = "program";
/// The option whose value may begin with a hyphen and stands behind `=` for that, whatever it is.
const SPRT: &str = "sprt";

impl Word {
    /// An option with one value.
    #[expect(clippy::needless_pass_by_value, reason = "values and references alike")]
    pub fn new(option: &'static str, value: impl ToString) -> Word {
        Word { option, values: vec![value.to_string()] }
    }

    /// An option with several values.
    pub fn list<T: ToString>(option: &'static str, values: impl IntoIterator<Item = T>) -> Word {
        Word { option, values: values.into_iter().map(|value| value.to_string()).collect() }
    }

    /// An option without a value.
    pub fn flag(option: &'static str) -> Word {
        Word { option, values: Vec::new() }
    }

    /// A value as it is typed in a shell.
    fn quoted_value(&self, value: &str) -> String {
        match value.split_once('=') {
            Some((name, command)) if self.option == PROGRAM => format!("{name}={}", quoted(command)),
            _ => quoted(value),
        }
    }

    /// The values as they are typed in a shell.
    pub(crate) fn quoted_values(&self) -> String {
        self.values.iter().map(|value| self.quoted_value(value)).collect::<Vec<_>>().join(" ")
    }
}

/// As it is typed in a shell.
impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Word { option, values } = self;
        let is_joined = *option == SPRT || values.iter().any(|value| value.starts_with('-'));
        if values.is_empty() || !(is_joined || REPEATED.contains(option)) {
            let separator = if values.is_empty() { "" } else { " " };
            return write!(f, "--{option}{separator}{}", self.quoted_values());
        }
        let separator = if is_joined { '=' } else { ' ' };
        let each = |value: &String| format!("--{option}{separator}{}", self.quoted_value(value));
        f.write_str(&values.iter().map(each).collect::<Vec<_>>().join(" "))
    }
}

/// A command that plays a game by these rules, with these options, as it is typed in a shell.
pub fn command_text(command: &str, game: &str, rules: &RulesSource, words: &[Word]) -> String {
    let options = rules_words(rules).into_iter().chain(words.iter().cloned()).map(|word| word.to_string());
    ["riverlab", command, game].map(str::to_owned).into_iter().chain(options).collect::<Vec<_>>().join(" ")
}

/// The options that say how rules differ from the standard ones.
fn rules_words(rules: &RulesSource) -> Vec<Word> {
    let file = rules.file.iter().map(|(file, _)| Word::new("rules", file));
    let sets = (!rules.sets.is_empty()).then(|| Word::list("set", &rules.sets));
    file.chain(sets).collect()
}

/// A word as it is typed in a shell.
pub fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
}

/// Why a command needs a shell, if it does: a shell would not hand these characters to the program.
pub(crate) fn needs_shell(command: &str) -> Option<String> {
    let handed = |what: &str| {
        format!(
            "no shell reads the command, so {what} would be handed to the program: quote it, or write sh -c 'COMMAND'"
        )
    };
    let is_of_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    if let Some((name, _)) = command.trim_start().split_once('=')
        && name.starts_with(|c: char| !c.is_ascii_digit())
        && name.chars().all(is_of_name)
    {
        return Some(format!(
            "no shell reads the command, so {name}= sets no variable: write env {name}=VALUE COMMAND"
        ));
    }
    let (mut quote, mut begins_word, mut rest) = (None, true, command.chars());
    loop {
        let at = rest.as_str();
        let character = rest.next()?;
        let begins = std::mem::replace(&mut begins_word, quote.is_none() && character.is_ascii_whitespace());
        match (quote, character) {
            (Some('\''), '\'') | (Some('"'), '"') => quote = None,
            (Some('"') | None, '\\') => {
                rest.next();
            }
            (None, '\'' | '"') => quote = Some(character),
            // A comment, which is no part of the command.
            (None, '#') if begins => {
                rest.find(|c| *c == '\n');
                begins_word = true;
            }
            (None, '|' | '&' | ';' | '<' | '>') => {
                let end = at.find(|c| !"|&;<>".contains(c)).unwrap_or(at.len());
                return Some(handed(&at[..end]));
            }
            (None, '`') => return Some(handed("`")),
            (None, '$') if at[1..].starts_with(|c: char| "_{(".contains(c) || c.is_ascii_alphabetic()) => {
                let end = at[1..].find(|c: char| !is_of_name(c)).map_or(at.len(), |end| 1 + end.max(1));
                return Some(handed(&at[..end]));
            }
            (None, '~') if begins && begins_at_home(at.split_ascii_whitespace().next().unwrap_or_default()) => {
                return Some(NO_HOME.to_owned());
            }
            _ => {}
        }
    }
}

#[cfg(test)]
#[path = "shell_tests.rs"]
mod tests;
