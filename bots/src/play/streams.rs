//! Random streams, one for each purpose.
//!
//! A stream is `ChaCha8` whose 256-bit key is the seed, the purpose, the deal and an index, 64 bits each, so two streams
//! of one seed never share a key and no draw for one purpose moves another.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use riverlab_engine::{Game, Seat, Turn};

/// What a stream is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Purpose {
    /// One of the chance streams of the game.
    Chance = 1,
    /// The bot at one seat.
    Bot = 2,
    /// The drawn order of a Swiss.
    Pairing = 3,
    /// A simulated study.
    Study = 4,
    /// What the bot at one seat is told of a game.
    Game = 5,
    /// The seed of a generation of games for training.
    Training = 6,
    /// Which positions of such a game are learned from.
    Sampling = 7,
    /// A decision of a bot in a game that people play.
    Live = 8,
    /// A bot that is asked for a hint.
    Hint = 9,
    /// The seed of a round of games in which a bot is tuned.
    Tuning = 11,
    /// A decision of a bot in a position near the end that is solved.
    Ending = 12,
}

/// The largest seed that somebody may give: JSON numbers up to it are exact in every program (2^53 - 1). Seeds that are derived
/// from it for a part of the work may be larger.
pub const MAX_SEED: u64 = (1 << 53) - 1;

/// A numbered deal of a seed: everything that chance does in a game, whatever the bots do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deal {
    /// The seed.
    pub seed: u64,
    /// The number of the deal, from 1.
    pub number: u64,
}

impl Deal {
    /// The largest number of a deal.
    pub const MAX_NUMBER: u64 = 1_000_000_000;

    /// The deal, if somebody may ask for it.
    ///
    /// # Errors
    /// The value that is out of range, with what is allowed.
    pub fn checked(self) -> Result<Deal, String> {
        let Deal { seed, number } = self;
        if seed > MAX_SEED {
            return Err(format!("seed {seed}: expected a whole number from 0 to {MAX_SEED}"));
        }
        if !(1..=Self::MAX_NUMBER).contains(&number) {
            return Err(format!("deal {number}: expected a whole number from 1 to {}", Self::MAX_NUMBER));
        }
        Ok(self)
    }

    fn stream(self, purpose: Purpose, index: usize) -> ChaCha8Rng {
        stream(self.seed, purpose, self.number, index)
    }

    fn streams(self, purpose: Purpose, count: usize) -> Vec<ChaCha8Rng> {
        (0..count).map(|index| self.stream(purpose, index)).collect()
    }
}

fn stream(seed: u64, purpose: Purpose, number: u64, index: usize) -> ChaCha8Rng {
    let mut key = [0; 32];
    for (bytes, word) in key.chunks_exact_mut(8).zip([seed, purpose as u64, number, index as u64]) {
        bytes.copy_from_slice(&word.to_le_bytes());
    }
    ChaCha8Rng::from_seed(key)
}

/// For each seat, the streams of the bot that sits there in this deal, whichever bot it is: one stream for each number. A
/// decision draws from the stream whose number is what the seat [has seen](super::knowledge).
pub fn bot_streams(deal: Deal, players: usize) -> Vec<ChaCha8Rng> {
    deal.streams(Purpose::Bot, players)
}

/// The number that the bot at `seat` is given with this deal.
pub fn game_seed(deal: Deal, seat: Seat) -> u64 {
    deal.stream(Purpose::Game, seat.index()).next_u64()
}

/// The stream that draws the order of the first round of a Swiss.
pub fn pairing_stream(seed: u64) -> ChaCha8Rng {
    stream(seed, Purpose::Pairing, 0, 0)
}

/// The seed of a generation of games for training, or of its gate.
pub fn training_seed(seed: u64, generation: u64, index: usize) -> u64 {
    stream(seed, Purpose::Training, generation, index).next_u64()
}

/// The seed of the games of a round of a tuning, or of the match of its winner.
pub fn tuning_seed(seed: u64, round: u64) -> u64 {
    stream(seed, Purpose::Tuning, round, 0).next_u64()
}

/// The stream of a decision of the bot with this number in the ending of a deal.
pub fn ending_stream(deal: Deal, bot: usize) -> ChaCha8Rng {
    deal.stream(Purpose::Ending, bot)
}

/// The stream that says which positions of a game are learned from.
pub fn sampling_stream(deal: Deal) -> ChaCha8Rng {
    deal.stream(Purpose::Sampling, 0)
}

/// The stream of a bot for the move with this number, from 0, of a game that people play: what was taken back before has no
/// bearing on it.
pub fn live_stream(deal: Deal, number: usize) -> ChaCha8Rng {
    deal.stream(Purpose::Live, number)
}

/// The stream of a bot that is asked for a hint before the move with this number.
pub fn hint_stream(deal: Deal, number: usize) -> ChaCha8Rng {
    deal.stream(Purpose::Hint, number)
}

/// The stream of a simulated study of a scenario; both are numbered.
pub fn study_stream(seed: u64, scenario: u64, study: usize) -> ChaCha8Rng {
    stream(seed, Purpose::Study, scenario, study)
}

/// The chance events of one deal: every chance stream shows the same pieces in the same order, whatever the bots do.
///
/// ```
/// use riverlab_bots::play::streams::{ChanceStreams, Deal};
/// use riverlab_engine::games::toy::{Dice, FixedRules};
/// use riverlab_engine::{Game, Turn};
///
/// let mut state = Dice::new(&FixedRules, 2);
/// let mut legal = Vec::new();
/// while state.turn() != Turn::Chance {
///     state.legal_moves(&mut legal);
///     state.play_unchecked(legal[0]);
/// }
/// let first_event = |number| ChanceStreams::new::<Dice>(Deal { seed: 7, number }).draw(&state);
/// assert_eq!(first_event(3), first_event(3), "a deal is fixed by its number");
/// assert!((1..=100).any(|number| first_event(number) != first_event(3)), "deals differ");
/// ```
#[derive(Clone, Debug)]
pub struct ChanceStreams {
    streams: Vec<ChaCha8Rng>,
}

impl ChanceStreams {
    /// The chance events of a deal.
    pub fn new<G: Game>(deal: Deal) -> ChanceStreams {
        ChanceStreams { streams: deal.streams(Purpose::Chance, G::CHANCE_STREAMS.len()) }
    }

    /// The next move of chance.
    #[inline]
    pub fn draw<G: Game>(&mut self, state: &G) -> G::Move {
        state.draw(&mut self.streams[state.chance_stream()])
    }
}

/// The seat that begins in this deal.
pub fn first_player<G: Game>(rules: &'static G::Rules, players: usize, deal: Deal) -> Seat {
    let mut state = G::new(rules, players);
    let mut chance = ChanceStreams::new::<G>(deal);
    while state.turn() == Turn::Chance {
        state.play_unchecked(chance.draw(&state));
    }
    state.first_player()
}

#[cfg(test)]
#[path = "streams_tests.rs"]
mod tests;
