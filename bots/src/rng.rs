//! The random generators that bots draw from.

use rand::rngs::Xoshiro256PlusPlus;

/// The generator that feeds a bot: there is one stream per deal and seat.
pub type BotRng = rand_chacha::ChaCha8Rng;

/// The generator inside a search, which is faster; each decision seeds it from the bot's stream.
pub type SearchRng = Xoshiro256PlusPlus;
