//! The options of bots: what there is, what is allowed, and which value holds.

use std::str::FromStr;

use crate::{BotSpec, SpecError};

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

/// The options of one bot: those of its spec, else those of the game, else the listed ones.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Options<'a> {
    spec: &'a BotSpec,
    info: &'static BotInfo,
    game: Defaults,
}

impl<'a> Options<'a> {
    /// The options of a spec.
    ///
    /// # Errors
    /// When the bot has no such option, or one is given twice.
    pub(crate) fn new(spec: &'a BotSpec, info: &'static BotInfo, game: Defaults) -> Result<Self, SpecError> {
        for (idx, (key, _)) in spec.options.iter().enumerate() {
            let (bot, option) = (spec.name.clone(), key.clone());
            if info.options.iter().all(|known| known.name != key) {
                return Err(SpecError::Option { bot, option, allowed: allowed_options(info) });
            }
            if spec.options[..idx].iter().any(|(earlier, _)| earlier == key) {
                return Err(SpecError::Twice { bot, option });
            }
        }
        Ok(Options { spec, info, game })
    }

    /// The text that holds for an option.
    pub(crate) fn text(&self, option: &'static str) -> &'a str {
        let given = self.spec.options.iter().find(|(key, _)| key == option).map(|(_, value)| value.as_str());
        let of_game = || self.game.iter().find(|(key, _)| *key == option).map(|(_, value)| *value);
        let listed = || self.info.options.iter().find(|known| known.name == option).map(|known| known.default);
        given.or_else(of_game).or_else(listed).unwrap_or_else(|| panic!("{} has no {option}", self.info.name))
    }

    /// An option that `read` understands.
    ///
    /// # Errors
    /// When it does not; the message says what is allowed.
    pub(crate) fn read<T>(
        &self,
        option: &'static str,
        allowed: &str,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<T, SpecError> {
        let value = self.text(option);
        read(value).ok_or_else(|| SpecError::Value {
            bot: self.spec.name.clone(),
            option,
            value: value.to_owned(),
            allowed: allowed.to_owned(),
        })
    }

    /// An option that is a number from `min` to `max`.
    ///
    /// # Errors
    /// When it is not.
    pub(crate) fn number<T: Number>(&self, option: &'static str, min: T, max: T) -> Result<T, SpecError> {
        self.read(option, &format!("{} from {min} to {max}", T::WHAT), |text| number(text, min, max))
    }

    /// An option that is `off` or a number from `min` to `max`.
    ///
    /// # Errors
    /// When it is neither.
    pub(crate) fn number_or<T: Number>(
        &self,
        option: &'static str,
        without: &str,
        min: T,
        max: T,
    ) -> Result<Option<T>, SpecError> {
        let allowed = format!("{without} or {} from {min} to {max}", T::WHAT);
        self.read(option, &allowed, |text| if text == without { Some(None) } else { number(text, min, max).map(Some) })
    }

    /// An option that is one of these words.
    ///
    /// # Errors
    /// When it is not.
    pub(crate) fn word<T: Copy>(&self, option: &'static str, words: &[(&str, T)]) -> Result<T, SpecError> {
        let allowed: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        let find = |text: &str| words.iter().find(|(word, _)| *word == text).map(|(_, value)| *value);
        self.read(option, &allowed.join(" or "), find)
    }
}

fn allowed_options(info: &BotInfo) -> String {
    let names: Vec<&str> = info.options.iter().map(|option| option.name).collect();
    if names.is_empty() { "it has none".to_owned() } else { format!("allowed are {}", names.join(", ")) }
}

/// A number of an option.
pub(crate) trait Number: FromStr + PartialOrd + Copy + std::fmt::Display {
    /// What it is called in messages.
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

/// The number that a text is, from `min` to `max`.
pub(crate) fn number<T: Number>(text: &str, min: T, max: T) -> Option<T> {
    text.parse().ok().filter(|number| *number >= min && *number <= max)
}
