//! The bots that there are: listed, and made from specs.
//!
//! A bot declares its name, its options and its sources beside its code; here they are put together.

use crate::flat::{self, Flat};
use crate::mcts::{self, Mcts};
use crate::options::{BotInfo, Options};
use crate::ply::{self, Ply};
use crate::{Bot, BotSpec, Evaluate, Greedy, Random, SpecError};
use crate::{greedy, random};

/// All bots.
///
/// ```
/// use riverlab_bots::registry::BOTS;
///
/// let names: Vec<&str> = BOTS.iter().map(|bot| bot.name).collect();
/// assert_eq!(names, ["random", "greedy", "ply", "flat", "mcts"]);
/// // The options of a bot, with the values that hold when neither a spec nor a game says otherwise.
/// let flat = BOTS[3].options.iter().map(|option| format!("{}={}", option.name, option.default));
/// assert_eq!(flat.collect::<Vec<_>>(), ["sims=1000", "rollout=random", "depth=end", "value=share"]);
/// ```
pub const BOTS: [BotInfo; 5] = [random::INFO, greedy::INFO, ply::INFO, flat::INFO, mcts::INFO];

/// Makes the bot that a spec names.
///
/// # Errors
/// When there is no such bot, when it has no such option, or when a value is not allowed; the message says what is.
///
/// # Examples
/// Tree search finds the winning move: the first player has three stones in column 1, and a fourth wins.
/// ```
/// use rand::SeedableRng;
/// use riverlab_bots::{BotRng, View, registry};
/// use riverlab_engine::{Game, Seat, games::toy::ConnectFour};
///
/// let position = ConnectFour::after("121212").expect("legal columns");
/// let mut bot = registry::build::<ConnectFour>(&"mcts:sims=500".parse()?)?;
/// let mv = bot.choose(&View::new(&position, Seat::FIRST), &mut BotRng::seed_from_u64(1));
/// assert_eq!(position.move_text(mv), "1");
///
/// let error = registry::build::<ConnectFour>(&"mcts:final=best".parse()?).err().expect("no such value");
/// assert_eq!(error.to_string(), "bot \"mcts\": final=best: expected visits or value");
/// # Ok::<(), riverlab_bots::SpecError>(())
/// ```
pub fn build<G: Evaluate>(spec: &BotSpec) -> Result<Box<dyn Bot<G>>, SpecError> {
    G::build_bot(spec)
}

/// Writes [`Evaluate::build_bot`] and [`Evaluate::build_bot_of_modified`] of a game, so that its searches are compiled once,
/// in the crate where this stands. Whoever asks for bots, the arena and every test and bench, would otherwise compile
/// them again, which takes longer than anything else in a build.
///
/// It stands in the `impl Evaluate` of every game, also of games of one's own.
#[macro_export]
macro_rules! compile_bots {
    () => {
        // Unit tests of a crate need few of the searches, and an inlined function is compiled only where it is called.
        #[cfg_attr(test, inline)]
        fn build_bot(spec: &$crate::BotSpec) -> Result<Box<dyn $crate::Bot<Self>>, $crate::SpecError> {
            $crate::registry::build_here(spec)
        }

        #[cfg_attr(test, inline)]
        fn build_bot_of_modified(
            spec: &$crate::BotSpec,
        ) -> Result<Box<dyn $crate::Bot<$crate::ModifiedGame<Self>>>, $crate::SpecError> {
            $crate::registry::build_here(spec)
        }
    };
}

/// Makes the bot that a spec names, compiled where this is called: what [`compile_bots!`](crate::compile_bots) is for.
///
/// # Errors
/// As [`build`].
pub fn build_here<G: Evaluate>(spec: &BotSpec) -> Result<Box<dyn Bot<G>>, SpecError> {
    let info = BOTS
        .iter()
        .find(|info| info.name == spec.name)
        .ok_or_else(|| SpecError::Name { name: spec.name.clone(), allowed: BOTS.map(|info| info.name).join(", ") })?;
    let options = Options::new(spec, info, G::DEFAULTS)?;
    Ok(match info.name {
        "random" => Box::new(Random::default()),
        "greedy" => Box::new(Greedy::default()),
        "ply" => Box::new(Ply::new(&options)?),
        "flat" => Box::new(Flat::new(&options)?),
        "mcts" => Box::new(Mcts::new(&options)?),
        name => unreachable!("bot {name} is listed but cannot be made"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Defaults;
    use riverlab_engine::for_each_game;
    use riverlab_engine::games::toy::Dice;

    fn build_text(text: &str) -> Result<Box<dyn Bot<Dice>>, SpecError> {
        build(&text.parse()?)
    }

    #[test]
    fn defaults_of_games_are_options_with_allowed_values() {
        let mut checked = 0;
        let mut check = |defaults: Defaults| {
            for (option, value) in defaults {
                let text = format!("mcts:{option}={value}");
                assert!(build_text(&text).is_ok(), "{text}");
                checked += 1;
            }
        };
        for_each_game!(G => check(G::DEFAULTS));
        assert!(checked > 0);
    }

    #[test]
    fn listed_defaults_are_allowed() {
        for bot in BOTS {
            let options: Vec<String> =
                bot.options.iter().map(|option| format!("{}={}", option.name, option.default)).collect();
            let text =
                if options.is_empty() { bot.name.to_owned() } else { format!("{}:{}", bot.name, options.join(",")) };
            assert!(build_text(&text).is_ok(), "{text}");
        }
    }

    #[test]
    fn every_listed_option_is_read() {
        for bot in BOTS {
            for option in bot.options {
                let text = format!("{}:{}=wrong", bot.name, option.name);
                let error = build_text(&text).err();
                assert!(
                    matches!(&error, Some(SpecError::Value { option: named, .. }) if *named == option.name),
                    "{text}"
                );
            }
        }
    }
}
