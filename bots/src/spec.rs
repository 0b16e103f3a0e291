//! Bots named in text: `random`, `mcts:sims=1000,c=0.7`.

use std::fmt;
use std::str::FromStr;

use crate::near::did_you_mean;
use serde::{Deserialize, Serialize};

/// A bot's name with its options, as given.
///
/// A spec says nothing about whether there is such a bot; [`registry::build`](crate::registry::build) does.
///
/// ```
/// use riverlab_bots::BotSpec;
///
/// let spec: BotSpec = "mcts:sims=1000,rollout=epsilon:0.2".parse()?;
/// assert_eq!(spec.name, "mcts");
/// assert_eq!(spec.options[1], ("rollout".to_owned(), "epsilon:0.2".to_owned()));
/// assert_eq!(spec.to_string(), "mcts:sims=1000,rollout=epsilon:0.2");
/// assert!("mcts:sims".parse::<BotSpec>().is_err());
/// # Ok::<(), riverlab_bots::SpecError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct BotSpec {
    /// The name of the bot.
    pub name: String,
    /// The options in the order in which they were given.
    pub options: Vec<(String, String)>,
}

/// Why a text or a spec names no bot.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    /// The text is no spec.
    #[error("bot \"{0}\": expected name, name:option=value,option=value or cmd:PROGRAM")]
    Syntax(String),
    /// Bots in parentheses have bots in parentheses, and so on.
    #[error("bot: at most {0} parentheses stand in each other")]
    Nested(usize),
    /// No such bot.
    #[error("bot \"{name}\" is unknown: allowed are {allowed}{}", nearest(name, allowed))]
    Name {
        /// The name given.
        name: String,
        /// The names that there are.
        allowed: String,
    },
    /// The bot has no such option.
    #[error("bot \"{bot}\" has no option \"{option}\": {allowed}{}", nearest(option, allowed))]
    Option {
        /// The bot.
        bot: String,
        /// The option given.
        option: String,
        /// The options that it has.
        allowed: String,
    },
    /// An option is given twice.
    #[error("bot \"{bot}\": option \"{option}\" is given twice")]
    Twice {
        /// The bot.
        bot: String,
        /// The option.
        option: String,
    },
    /// The value of an option is not allowed.
    #[error("bot \"{bot}\": {option}={value}: expected {allowed}")]
    Value {
        /// The bot.
        bot: String,
        /// The option.
        option: &'static str,
        /// The value given.
        value: String,
        /// What is allowed.
        allowed: String,
    },
}

/// Which of the names in a list somebody may have meant.
fn nearest(text: &str, allowed: &str) -> String {
    did_you_mean(text, allowed.split([',', ' ']).filter(|word| !word.is_empty()))
}

impl BotSpec {
    /// The option that gives any bot time instead of a budget of its own: milliseconds per decision, or
    /// [`UNTIMED`](Self::UNTIMED).
    pub(crate) const TIME: &'static str = "ms";
    /// How many bots in parentheses stand in each other, at most.
    const DEEPEST: usize = 8;

    /// The value of [`TIME`](Self::TIME) that gives no time.
    pub(crate) const UNTIMED: &'static str = "off";

    /// How the spec of a program begins: `cmd:NAME`.
    const PROGRAM: &'static str = "cmd";

    /// How the spec of a function of Python begins: `py:NAME`.
    const FUNCTION: &'static str = "py";

    /// The name of the program that plays, if the bot is one: `mine` of `cmd:mine`.
    ///
    /// ```
    /// use riverlab_bots::BotSpec;
    ///
    /// assert_eq!("cmd:mine".parse::<BotSpec>()?.program(), Some("mine"));
    /// assert_eq!("mcts:sims=9".parse::<BotSpec>()?.program(), None);
    /// # Ok::<(), riverlab_bots::SpecError>(())
    /// ```
    pub fn program(&self) -> Option<&str> {
        self.name.strip_prefix(Self::PROGRAM)?.strip_prefix(':')
    }

    /// The name of the function of Python that plays, if the bot is one: `mine` of `py:mine`.
    pub fn function(&self) -> Option<&str> {
        self.name.strip_prefix(Self::FUNCTION)?.strip_prefix(':')
    }

    /// Whether a program, or a function, can have this name: letters, digits, hyphens, underscores and points.
    pub fn is_program_name(name: &str) -> bool {
        !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c))
    }

    /// Whether the bot's budget is time, so that its moves are not reproducible.
    pub fn is_timed(&self) -> bool {
        self.options.iter().any(|(key, value)| key == Self::TIME && value != Self::UNTIMED)
            || self.inner().any(|bot| bot.is_timed())
    }

    /// The bots in parentheses among its options.
    ///
    /// ```
    /// use riverlab_bots::BotSpec;
    ///
    /// let spec: BotSpec = "mcts:sims=50,opponents=(flat:sims=9,eval=hand)".parse()?;
    /// assert_eq!(spec.options.len(), 2);
    /// assert_eq!(spec.inner().next(), Some("flat:sims=9,eval=hand".parse()?));
    /// # Ok::<(), riverlab_bots::SpecError>(())
    /// ```
    pub fn inner(&self) -> impl Iterator<Item = BotSpec> {
        let bot = |value: &String| value.strip_prefix('(')?.strip_suffix(')')?.parse().ok();
        self.options.iter().filter_map(move |(_, value)| bot(value))
    }
}

/// Splits options at commas, but for those in parentheses, in which the spec of another bot may stand. Of parentheses
/// that do not belong together all that follows is one option.
fn split_options(text: &str) -> impl Iterator<Item = &str> {
    let mut open = 0_usize;
    text.split(move |c| {
        match c {
            '(' => open += 1,
            ')' => open = open.saturating_sub(1),
            _ => {}
        }
        c == ',' && open == 0
    })
}

/// How many parentheses are open at a time, at most.
fn depth(text: &str) -> usize {
    let step = |(open, most): (usize, usize), c: char| match c {
        '(' => (open + 1, most.max(open + 1)),
        ')' => (open.saturating_sub(1), most),
        _ => (open, most),
    };
    text.chars().fold((0, 0), step).1
}

impl FromStr for BotSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<BotSpec, SpecError> {
        let syntax = || SpecError::Syntax(text.to_owned());
        if depth(text) > Self::DEEPEST {
            return Err(SpecError::Nested(Self::DEEPEST));
        }
        let is_name = |name: &str| !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
        let (name, rest) = text.split_once(':').map_or((text, None), |(name, rest)| (name, Some(rest)));
        if name == Self::PROGRAM || name == Self::FUNCTION {
            let program = rest.filter(|program| Self::is_program_name(program)).ok_or_else(syntax)?;
            return Ok(BotSpec { name: format!("{name}:{program}"), options: Vec::new() });
        }
        let mut spec = BotSpec { name: name.to_owned(), options: Vec::new() };
        if !is_name(name) {
            return Err(syntax());
        }
        for option in rest.into_iter().flat_map(split_options) {
            let (key, value) = option.split_once('=').ok_or_else(syntax)?;
            if !is_name(key) || value.is_empty() || value.chars().any(|c| c.is_whitespace() || c == '#') {
                return Err(syntax());
            }
            spec.options.push((key.to_owned(), value.to_owned()));
        }
        Ok(spec)
    }
}

riverlab_engine::convert_as_text!(BotSpec);

impl fmt::Display for BotSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (idx, (key, value)) in self.options.iter().enumerate() {
            write!(f, "{}{key}={value}", if idx == 0 { ':' } else { ',' })?;
        }
        Ok(())
    }
}

#[cfg(test)]
#[path = "spec_tests.rs"]
mod tests;
