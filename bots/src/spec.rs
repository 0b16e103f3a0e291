//! Bots named in text: `random`, `mcts:sims=1000,c=0.7`.

use std::borrow::Cow;
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
///
/// let quoted: BotSpec = r#"mcts:sims=9,eval="a file, of mine.toml""#.parse()?;
/// assert_eq!(quoted.options[1].1, r#""a file, of mine.toml""#);
/// # Ok::<(), riverlab_bots::SpecError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct BotSpec {
    /// The name of the bot.
    pub name: String,
    /// The options in the order in which they were given, values as they are written: in quotation marks only if that is necessary.
    pub options: Vec<(String, String)>,
}

/// Why a text or a spec names no bot.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SpecError {
    /// The text is no spec.
    #[error(
        "bot \"{0}\": expected name, name:option=value,option=value or cmd:PROGRAM, a value with spaces, commas and the like in \
         quotation marks: eval=\"my file.toml\""
    )]
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

    /// Gives an option another value, or none.
    pub fn set(&mut self, option: &str, value: Option<&str>) {
        self.options.retain(|(other, _)| other != option);
        let value = value.map(|value| canonical(value).unwrap_or_else(|| value.to_owned()));
        self.options.extend(value.map(|value| (option.to_owned(), value)));
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

/// The characters outside of quotation marks, with their places. A mark at the beginning of a value opens, any other one is a
/// character like others. The marks count as inside, as does all behind one that is not closed; `\\` before a mark or before
/// itself says that it is meant as it is.
fn outside_quotes(text: &str) -> impl Iterator<Item = (usize, char)> {
    let (mut is_inside, mut is_escaped, mut before) = (false, false, None);
    text.char_indices().filter(move |&(_, c)| {
        let was_inside = is_inside;
        let before = before.replace(c);
        match c {
            '"' if is_inside && !is_escaped => is_inside = false,
            '"' if !is_inside && before.is_none_or(|before| VALUES_BEGIN.contains(before)) => is_inside = true,
            '\\' if is_inside && !is_escaped => is_escaped = true,
            _ => is_escaped = false,
        }
        !was_inside && !is_inside
    })
}

/// What a value can stand behind.
const VALUES_BEGIN: &str = "=,([{";

/// Splits a text where a character stands outside of quotation marks and of these brackets. If brackets do not belong together, all
/// that follows is one part.
///
/// ```
/// use riverlab_bots::split_outside;
///
/// let parts: Vec<&str> = split_outside(r#"a=(b,c),d="e,f",g"#, ',', ["(", ")"]).collect();
/// assert_eq!(parts, ["a=(b,c)", r#"d="e,f""#, "g"]);
/// ```
pub fn split_outside<'a>(
    text: &'a str,
    separator: char,
    [opening, closing]: [&'static str; 2],
) -> impl Iterator<Item = &'a str> {
    let mut open = 0_usize;
    let is_end = move |&(_, c): &(usize, char)| {
        open = if opening.contains(c) { open + 1 } else { open.saturating_sub(usize::from(closing.contains(c))) };
        c == separator && open == 0
    };
    let ends = outside_quotes(text).filter(is_end).map(|(place, _)| place).chain([text.len()]);
    let mut begin = 0;
    ends.map(move |end| &text[std::mem::replace(&mut begin, end + separator.len_utf8())..end])
}

/// How many parentheses are open at a time, at most.
fn depth(text: &str) -> usize {
    let step = |(open, most): (usize, usize), (_, c)| match c {
        '(' => (open + 1, most.max(open + 1)),
        ')' => (open.saturating_sub(1), most),
        _ => (open, most),
    };
    outside_quotes(text).fold((0, 0), step).1
}

/// The text that a value stands for: without quotation marks, if it has them.
pub(crate) fn unquoted(value: &str) -> Cow<'_, str> {
    let Some(inside) = value.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')) else { return value.into() };
    let mut text = String::with_capacity(inside.len());
    let mut chars = inside.chars().peekable();
    while let Some(c) = chars.next() {
        let escaped = chars.next_if(|next| c == '\\' && "\"\\".contains(*next));
        text.push(escaped.unwrap_or(c));
    }
    text.into()
}

/// Whether no quotation mark in a text opens.
fn is_without_quotes(text: &str) -> bool {
    outside_quotes(text).count() == text.chars().count()
}

/// A value as specs have it: the same text is always written in the same way. None if it is no value.
fn canonical(value: &str) -> Option<String> {
    let is_meant = |(_, c): (usize, char)| !c.is_whitespace() && c != '#';
    if value.is_empty() || value.chars().any(char::is_control) || !outside_quotes(value).all(is_meant) {
        return None;
    }
    if !value.starts_with('"') {
        // Within parentheses the options of another bot may be quoted.
        let is_plain = value.starts_with('(') || is_without_quotes(value);
        return is_plain.then(|| value.to_owned());
    }
    // The first mark and the last one belong together, and no other text stands around them.
    if value.len() < 3 || !value.ends_with('"') || outside_quotes(&format!("{value} ")).count() != 1 {
        return None;
    }
    Some(written_value(&unquoted(value)))
}

/// A text as the value of an option in a spec: in quotation marks if that is necessary.
///
/// ```
/// use riverlab_bots::written_value;
///
/// assert_eq!(written_value("weights.toml"), "weights.toml");
/// assert_eq!(written_value("my weights.toml"), r#""my weights.toml""#);
/// ```
pub fn written_value(text: &str) -> String {
    let is_special = |c: char| c.is_whitespace() || "#,()".contains(c);
    if !text.contains(is_special) && is_without_quotes(text) {
        return text.to_owned();
    }
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
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
        for option in rest.into_iter().flat_map(|rest| split_outside(rest, ',', ["(", ")"])) {
            let (key, value) = option.split_once('=').filter(|(key, _)| is_name(key)).ok_or_else(syntax)?;
            spec.options.push((key.to_owned(), canonical(value).ok_or_else(syntax)?));
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
