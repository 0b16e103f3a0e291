//! Who sits at a seat.

use std::fmt;
use std::str::FromStr;

use riverlab_bots::{BotSpec, SpecError};

/// The word for a person.
const HUMAN: &str = "human";

/// A person or a bot.
///
/// ```
/// use riverlab_arena::live::Player;
///
/// assert_eq!("human".parse::<Player>()?, Player::Human);
/// assert_eq!("mcts:sims=50".parse::<Player>()?.to_string(), "mcts:sims=50");
/// # Ok::<(), riverlab_bots::SpecError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Player {
    /// Somebody who is asked for each move.
    Human,
    /// A bot.
    Bot(BotSpec),
}

impl Player {
    /// The bot, if it is one.
    pub fn bot(&self) -> Option<&BotSpec> {
        match self {
            Player::Human => None,
            Player::Bot(spec) => Some(spec),
        }
    }
}

impl FromStr for Player {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Player, SpecError> {
        if text == HUMAN { Ok(Player::Human) } else { text.parse().map(Player::Bot) }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Player::Human => f.write_str(HUMAN),
            Player::Bot(spec) => spec.fmt(f),
        }
    }
}
