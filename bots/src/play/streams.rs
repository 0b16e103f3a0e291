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

fn stream(seed: u64, purpose: Purpose, deal: u64, index: usize) -> ChaCha8Rng {
    let mut key = [0; 32];
    for (bytes, word) in key.chunks_exact_mut(8).zip([seed, purpose as u64, deal, index as u64]) {
        bytes.copy_from_slice(&word.to_le_bytes());
    }
    ChaCha8Rng::from_seed(key)
}

/// For each seat, the streams of the bot that sits there in this deal, whichever bot it is: one stream for each number. A
/// decision draws from the stream whose number is what the seat [has seen](super::knowledge).
pub fn bot_streams(seed: u64, deal: u64, players: usize) -> Vec<ChaCha8Rng> {
    streams(seed, Purpose::Bot, deal, players)
}

fn streams(seed: u64, purpose: Purpose, deal: u64, count: usize) -> Vec<ChaCha8Rng> {
    (0..count).map(|idx| stream(seed, purpose, deal, idx)).collect()
}

/// The stream of the number that the bot at `seat` is given with this deal.
pub fn game_stream(seed: u64, deal: u64, seat: Seat) -> ChaCha8Rng {
    stream(seed, Purpose::Game, deal, seat.index())
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
pub fn ending_stream(seed: u64, deal: u64, bot: usize) -> ChaCha8Rng {
    stream(seed, Purpose::Ending, deal, bot)
}

/// The stream that says which positions of a game are learned from.
pub fn sampling_stream(seed: u64, deal: u64) -> ChaCha8Rng {
    stream(seed, Purpose::Sampling, deal, 0)
}

/// The stream of a bot for the move with this number, from 0, of a game that people play: what was taken back before has no
/// bearing on it.
pub fn live_stream(seed: u64, deal: u64, number: usize) -> ChaCha8Rng {
    stream(seed, Purpose::Live, deal, number)
}

/// The stream of a bot that is asked for a hint before the move with this number.
pub fn hint_stream(seed: u64, deal: u64, number: usize) -> ChaCha8Rng {
    stream(seed, Purpose::Hint, deal, number)
}

/// The stream of a simulated study of a scenario; both are numbered.
pub fn study_stream(seed: u64, scenario: u64, study: usize) -> ChaCha8Rng {
    stream(seed, Purpose::Study, scenario, study)
}

/// The chance events of one deal: every chance stream shows the same pieces in the same order, whatever the bots do.
///
/// ```
/// use riverlab_bots::play::streams::ChanceStreams;
/// use riverlab_engine::games::toy::{Dice, FixedRules};
/// use riverlab_engine::{Game, Turn};
///
/// let mut state = Dice::new(&FixedRules, 2);
/// let mut legal = Vec::new();
/// while state.turn() != Turn::Chance {
///     state.legal_moves(&mut legal);
///     state.play_unchecked(legal[0]);
/// }
/// let first_event = |deal| ChanceStreams::new::<Dice>(7, deal).draw(&state);
/// assert_eq!(first_event(3), first_event(3), "a deal is fixed by its number");
/// assert!((1..=100).any(|deal| first_event(deal) != first_event(3)), "deals differ");
/// ```
#[derive(Clone, Debug)]
pub struct ChanceStreams {
    streams: Vec<ChaCha8Rng>,
}

impl ChanceStreams {
    /// The deal with this number, from 1, of a seed.
    pub fn new<G: Game>(seed: u64, deal: u64) -> ChanceStreams {
        ChanceStreams { streams: streams(seed, Purpose::Chance, deal, G::CHANCE_STREAMS.len()) }
    }

    /// The next move of chance.
    #[inline]
    pub fn draw<G: Game>(&mut self, state: &G) -> G::Move {
        state.draw(&mut self.streams[state.chance_stream()])
    }
}

/// The seat that begins in this deal.
pub fn first_player<G: Game>(rules: &'static G::Rules, players: usize, seed: u64, deal: u64) -> Seat {
    let mut state = G::new(rules, players);
    let mut chance = ChanceStreams::new::<G>(seed, deal);
    while state.turn() == Turn::Chance {
        state.play_unchecked(chance.draw(&state));
    }
    state.first_player()
}

#[cfg(test)]
#[path = "streams_tests.rs"]
mod tests;
