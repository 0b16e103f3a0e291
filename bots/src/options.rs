//! Options of bots: how an option is declared, which values it allows, and which value holds.
//!
//! An option is one constant, a [`BotOption`]: its name, its default, what it means, and its [`AllowedValues`], which
//! also read it. A bot lists the constants in its [`BotInfo`], and [gets](Options::get) the value of each when it is
//! built.
//!
//! # Examples
//! The options of a bot of one's own; [`BotKind::build`](crate::registry::BotKind::build) gets them like this:
//! ```
//! use std::ops::RangeInclusive;
//! use riverlab_bots::options::{BotInfo, BotOption, Options, Words};
//!
//! const DEPTH: BotOption<RangeInclusive<u32>> = BotOption::new("depth", "3", "moves of look-ahead", 1..=9);
//! const TIES: BotOption<Words<bool>> =
//!     BotOption::new("ties", "first", "which of equal moves: first or last", Words(&[("first", true), ("last", false)]));
//! const INFO: BotInfo =
//!     BotInfo { name: "mine", summary: "looks ahead", options: &[DEPTH.info, TIES.info], source: "homework" };
//!
//! let spec = "mine:ties=last".parse()?;
//! let options = Options::new(&spec, &INFO, &[])?;
//! assert_eq!((options.get(&DEPTH)?, options.get(&TIES)?), (3, false));
//!
//! let spec = "mine:depth=10".parse()?;
//! let error = Options::new(&spec, &INFO, &[])?.get(&DEPTH).expect_err("too deep");
//! assert_eq!(error.to_string(), "bot \"mine\": depth=10: expected a whole number from 1 to 9");
//! # Ok::<(), riverlab_bots::SpecError>(())
//! ```

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::eval::weights_files::WeightsFiles;
use crate::spec::{BotSpec, SpecError, unquoted};

/// A bot as it is listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BotInfo {
    /// The name in specs.
    pub name: &'static str,
    /// What it does.
    pub summary: &'static str,
    /// Its options.
    pub options: &'static [OptionInfo],
    /// Where it comes from.
    pub source: &'static str,
}

/// An option of a bot as it is listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OptionInfo {
    /// The name in specs.
    pub name: &'static str,
    /// The value when neither the spec nor the game says otherwise.
    pub default: &'static str,
    /// What it means and what is allowed.
    pub meaning: &'static str,
}

/// Defaults that a game has of its own: pairs of option and value, for any bot that has the option.
pub type Defaults = &'static [(&'static str, &'static str)];

/// The declaration of an option: how it is listed, and how its value is read.
#[derive(Clone, Copy, Debug)]
pub struct BotOption<V> {
    /// How it is listed.
    pub info: OptionInfo,
    /// The values that it allows.
    pub values: V,
}

impl<V> BotOption<V> {
    /// An option with this name, default and meaning, of which these values are allowed.
    pub const fn new(name: &'static str, default: &'static str, meaning: &'static str, values: V) -> Self {
        BotOption { info: OptionInfo { name, default, meaning }, values }
    }
}

/// The values that an option allows.
pub trait AllowedValues {
    /// What a text is read as.
    type Value;

    /// What is allowed, for the message about any other text.
    fn allowed(&self) -> String;

    /// The value that a text stands for, if it is allowed.
    fn parse(&self, text: &str) -> Option<Self::Value>;
}

/// A number in this range.
impl<T: Number> AllowedValues for RangeInclusive<T> {
    type Value = T;

    fn allowed(&self) -> String {
        format!("{} from {} to {}", T::WHAT, self.start(), self.end())
    }

    fn parse(&self, text: &str) -> Option<T> {
        text.parse().ok().filter(|number| self.contains(number))
    }
}

/// A number in a range, or a word that stands for none.
#[derive(Clone, Debug)]
pub struct NumberOr<T> {
    /// The word.
    pub word: &'static str,
    /// The range.
    pub range: RangeInclusive<T>,
}

impl<T: Number> AllowedValues for NumberOr<T> {
    type Value = Option<T>;

    fn allowed(&self) -> String {
        format!("{} or {}", self.word, self.range.allowed())
    }

    fn parse(&self, text: &str) -> Option<Option<T>> {
        if text == self.word { Some(None) } else { self.range.parse(text).map(Some) }
    }
}

/// One of these words, with what each stands for.
#[derive(Clone, Copy, Debug)]
pub struct Words<T: 'static>(pub &'static [(&'static str, T)]);

impl<T: Copy> AllowedValues for Words<T> {
    type Value = T;

    fn allowed(&self) -> String {
        let words: Vec<&str> = self.0.iter().map(|(word, _)| *word).collect();
        words.join(" or ")
    }

    fn parse(&self, text: &str) -> Option<T> {
        self.0.iter().find(|(word, _)| *word == text).map(|(_, value)| *value)
    }
}

/// The texts that a function understands.
#[derive(Clone, Copy, Debug)]
pub struct Texts<T> {
    /// What is allowed, for the message about any other text.
    pub allowed: &'static str,
    /// Reads a text.
    pub parse: fn(&str) -> Option<T>,
}

impl<T> AllowedValues for Texts<T> {
    type Value = T;

    fn allowed(&self) -> String {
        self.allowed.to_owned()
    }

    fn parse(&self, text: &str) -> Option<T> {
        (self.parse)(text)
    }
}

/// A type of numbers that options can have.
pub trait Number: FromStr + PartialOrd + Display {
    /// What such a number is called in messages.
    const WHAT: &'static str;
}

impl Number for u64 {
    const WHAT: &'static str = "a whole number";
}

impl Number for u32 {
    const WHAT: &'static str = "a whole number";
}

impl Number for f32 {
    const WHAT: &'static str = "a number";
}

/// The options of one bot: the value of the spec holds, else that of the game, else the listed default.
#[derive(Clone, Copy, Debug)]
pub struct Options<'a> {
    spec: &'a BotSpec,
    info: &'a BotInfo,
    game: Defaults,
    weights: Option<&'a WeightsFiles>,
}

impl<'a> Options<'a> {
    /// The options of a spec.
    ///
    /// # Errors
    /// When the bot has no such option, or one is given twice.
    pub fn new(spec: &'a BotSpec, info: &'a BotInfo, game: Defaults) -> Result<Self, SpecError> {
        for (idx, (key, _)) in spec.options.iter().enumerate() {
            let (bot, option) = (spec.name.clone(), key.clone());
            if info.options.iter().all(|known| known.name != key) {
                return Err(SpecError::Option { bot, option, allowed: allowed_options(info) });
            }
            if spec.options[..idx].iter().any(|(earlier, _)| earlier == key) {
                return Err(SpecError::Twice { bot, option });
            }
        }
        Ok(Options { spec, info, game, weights: None })
    }

    /// The same, with these files of weights for [`EVAL`](crate::eval::evaluator::EVAL); without them, files are read
    /// from the disk each time.
    #[must_use]
    pub fn with_weights(self, files: &'a WeightsFiles) -> Self {
        Options { weights: Some(files), ..self }
    }

    /// The files of weights that the bot takes its own from, and any bot that it makes.
    pub(crate) fn weights(&self) -> WeightsFiles {
        self.weights.cloned().unwrap_or_default()
    }

    /// The value that holds for an option, which must be one that the bot lists.
    ///
    /// # Errors
    /// When the value is not allowed; the message says what is.
    pub fn get<V: AllowedValues>(&self, option: &BotOption<V>) -> Result<V::Value, SpecError> {
        option.values.parse(&unquoted(self.text(option))).ok_or_else(|| self.wrong(option, &option.values.allowed()))
    }

    /// Whether the spec gives a value for an option.
    pub fn is_given<V>(&self, option: &BotOption<V>) -> bool {
        self.spec.options.iter().any(|(key, _)| key == option.info.name)
    }

    /// The error that the value of an option is not what it should be.
    pub fn wrong<V: AllowedValues>(&self, option: &BotOption<V>, expected: &str) -> SpecError {
        SpecError::Value {
            bot: self.spec.name.clone(),
            option: option.info.name,
            value: self.text(option).to_owned(),
            allowed: expected.to_owned(),
        }
    }

    /// The spec of the same bot that gives a value to every option, in the order in which they are listed. Numbers are written one
    /// way, in options that may have them.
    pub(crate) fn canonical(&self, may_be_number: impl Fn(&OptionInfo) -> bool) -> BotSpec {
        let option = |info: &OptionInfo| {
            let text = self.text_of(info);
            (info.name.to_owned(), if may_be_number(info) { one_spelling(text) } else { text.to_owned() })
        };
        BotSpec { name: self.spec.name.clone(), options: self.info.options.iter().map(option).collect() }
    }

    /// The text of an option.
    fn text<V: AllowedValues>(&self, option: &BotOption<V>) -> &'a str {
        debug_assert!(self.info.options.contains(&option.info), "{} lists {}", self.info.name, option.info.name);
        self.text_of(&option.info)
    }

    fn text_of(&self, info: &OptionInfo) -> &'a str {
        let name = info.name;
        let given = self.spec.options.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str());
        let of_game = || self.game.iter().find(|(key, _)| *key == name).map(|(_, value)| *value);
        given.or_else(of_game).unwrap_or(info.default)
    }
}

/// A number as it is written shortest; any other text as it is.
fn one_spelling(text: &str) -> String {
    let whole = text.parse::<u64>().map(|number| number.to_string());
    let number = || text.parse::<f64>().ok().filter(|number| number.is_finite()).map(|number| number.to_string());
    whole.ok().or_else(number).unwrap_or_else(|| text.to_owned())
}

fn allowed_options(info: &BotInfo) -> String {
    let names: Vec<&str> = info.options.iter().map(|option| option.name).collect();
    if names.is_empty() { "it has none".to_owned() } else { format!("allowed are {}", names.join(", ")) }
}

#[cfg(test)]
#[path = "options_tests.rs"]
mod tests;
