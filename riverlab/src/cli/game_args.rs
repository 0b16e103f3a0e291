//! Arguments that commands share: the game with its rules, bots, and numbers.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use riverlab_arena::error::ArenaError;
use riverlab_arena::store::input_file::read_named;
use riverlab_bots::BotSpec;
use riverlab_engine::RulesSource;
use riverlab_lab::games::name_and_sets;

use super::output::printable;
use super::paint::Paint;

/// Which game, under which rules.
#[derive(Args, Clone, Debug)]
pub(super) struct GameArgs {
    /// The game, with values of its tables if need be: carcassonne:rivers=both
    #[arg(default_value = "the-river")]
    pub(super) game: String,
    #[command(flatten)]
    pub(super) rules: RulesArgs,
}

/// Changes of the component tables.
#[derive(Args, Clone, Default, Debug)]
pub(super) struct RulesArgs {
    /// Component tables (TOML): a complete file replaces the embedded one, any other is laid over it
    #[arg(long, value_name = "FILE")]
    pub(super) rules: Option<PathBuf>,
    /// Replace one value of the component tables, for example building.mill-a.points=6
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub(super) sets: Vec<String>,
}

impl GameArgs {
    /// The name of the game and its rules.
    pub(super) fn resolve(&self) -> Result<(&str, RulesSource), ArenaError> {
        let (name, sets) = name_and_sets(&self.game)?;
        Ok((name, self.rules.source_after(sets)?))
    }
}

impl RulesArgs {
    /// These changes after those that come with the game. Changes that are probably a mistake give a warning.
    pub(super) fn source_after(&self, mut sets: Vec<String>) -> Result<RulesSource, ArenaError> {
        let source = self.source()?;
        sets.extend(source.sets);
        let source = RulesSource { sets, ..source };
        for doubt in source.doubts() {
            let _ = writeln!(io::stderr(), "{} {}", Paint::of_stderr().warning("warning:"), printable(&doubt));
        }
        Ok(source)
    }

    pub(super) fn source(&self) -> Result<RulesSource, ArenaError> {
        let file = match &self.rules {
            None => None,
            Some(path) => {
                let text = read_named(path).map_err(|error| ArenaError::file("read", path, error))?;
                Some((path.display().to_string(), text))
            }
        };
        Ok(RulesSource { file, sets: self.sets.clone() })
    }
}

/// Reads a whole number from `min` to `max`.
pub(super) fn whole(min: u64, max: u64) -> impl Fn(&str) -> Result<u64, String> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| (min..=max).contains(number));
        number.ok_or_else(|| format!("expected a whole number from {min} to {max}"))
    }
}

/// Reads a number of players; the game says which are allowed.
pub(super) fn players(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| "expected a number of players, for example 2".to_owned())
}

/// Reads the name of one of these values, each with what help says of it.
pub(super) fn one_of<T: Copy + Send + Sync>(
    values: &'static [(&'static str, &'static str, T)],
) -> impl TypedValueParser<Value = T> {
    let possible = values.iter().map(|(name, help, _)| {
        let value = PossibleValue::new(name);
        if help.is_empty() { value } else { value.help(help) }
    });
    let named = |text: String| values.iter().find(|(name, ..)| *name == text).expect("one of the names").2;
    PossibleValuesParser::new(possible).map(named)
}

/// Reads a share; the plan says which are allowed.
pub(super) fn share(text: &str) -> Result<f64, String> {
    text.parse().map_err(|_| "expected a share between 0 and 1, for example 0.02".to_owned())
}

pub(super) fn parse_bots(specs: &[String]) -> Result<Vec<BotSpec>, ArenaError> {
    Ok(specs.iter().map(|text| text.parse()).collect::<Result<_, _>>()?)
}
