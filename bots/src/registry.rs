//! The bots that there are.

use crate::{Bot, BotSpec, Evaluate, Greedy, Random, SpecError};

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
    /// The value when it is not given.
    pub default: &'static str,
    /// What it means and what is allowed.
    pub meaning: &'static str,
}

/// All bots.
pub const BOTS: [BotInfo; 2] = [
    BotInfo {
        name: "random",
        summary: "every legal move is equally likely",
        options: &[],
        source: "the usual baseline",
    },
    BotInfo {
        name: "greedy",
        summary: "best immediate gain by a hand-made value of the position for each game; ties are drawn",
        options: &[],
        source: "hand-made, documented in bots/src/eval",
    },
];

/// Makes the bot that a spec names.
///
/// # Errors
/// When there is no such bot or it has no such option; the message says which there are.
pub fn build<G: Evaluate>(spec: &BotSpec) -> Result<Box<dyn Bot<G>>, SpecError> {
    let info = BOTS
        .iter()
        .find(|info| info.name == spec.name)
        .ok_or_else(|| SpecError::Name { name: spec.name.clone(), allowed: BOTS.map(|info| info.name).join(", ") })?;
    if let Some((option, _)) = spec.options.iter().find(|(key, _)| info.options.iter().all(|known| known.name != key)) {
        let names: Vec<&str> = info.options.iter().map(|option| option.name).collect();
        let allowed =
            if names.is_empty() { "it has none".to_owned() } else { format!("allowed are {}", names.join(", ")) };
        return Err(SpecError::Option { bot: spec.name.clone(), option: option.clone(), allowed });
    }
    match info.name {
        "random" => Ok(Box::new(Random::default())),
        "greedy" => Ok(Box::new(Greedy::default())),
        name => unreachable!("bot {name} is listed but cannot be made"),
    }
}
