//! The contract that every game implements on its state.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::RangeInclusive;

use rand::{Rng, RngExt};

use crate::data::GameRules;
use crate::event::PublicEvent;
use crate::outcome::{Outcome, Parts, Share};
use crate::picture::{Picture, Viewer};
use crate::player::{PerPlayer, Seat};
use crate::turn::Turn;

/// A move that the rules do not allow now.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("illegal move \"{text}\" for {turn}")]
pub struct IllegalMove {
    /// The move in the notation of its game.
    pub text: String,
    /// Whose turn it was.
    pub turn: Turn,
}

/// A text that is no move of the game at this table.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("\"{text}\" is no move of {game}")]
pub struct UnknownMove {
    /// The text.
    pub text: String,
    /// The name of the game.
    pub game: &'static str,
}

/// What the score parts of a game are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PartMeaning {
    /// Points: a player's parts add up to the score.
    Points,
    /// Facts about the game that are worth reporting; the score is something else.
    Facts,
}

/// A game position: everything that the rules know, as a plain value.
///
/// Players and chance move in turn. Pieces that nobody has seen are a bag, never an ordered stack, so a state holds no
/// future and a whole game is just the list of its moves. Positions refer to their [`Rules`](Game::Rules) by
/// `&'static`, so cloning is a memory copy where it can be one.
///
/// The items come in sections: what the game is, the position, legal moves and play, chance, hidden information,
/// simultaneous choice, the result, notation, what people are shown. A game writes nothing of a section that it has no
/// use for: a game without chance leaves out the fourth, a game with perfect information the fifth and sixth.
///
/// Hidden information and simultaneous choice are not traits of their own, although only some games have them: search
/// is written once for all games and must be able to ask any game, and Rust cannot choose between a game that
/// implements a second trait and one that does not (there is no specialization). Constants such as
/// [`IMPERFECT_INFORMATION`](Game::IMPERFECT_INFORMATION) make the question free: code behind it is compiled away.
/// What search never asks of every game is apart: [`Components`](crate::Components) for what can be asked for its
/// worth, [`Modify`](crate::Modify) for what can be modified, [`Observe`](crate::Observe) for what learners see, and
/// the evaluation of positions in the crate of the bots.
///
/// # Examples
///
/// ```
/// use riverlab_engine::games::toy::ConnectFour;
/// use riverlab_engine::{Game, GameRules, Seat, Turn};
///
/// let mut state = ConnectFour::new(GameRules::standard(), 2);
/// for text in ["4", "3", "4", "3", "4", "3"] {
///     state.play(state.parse_move(text)?)?;
/// }
/// assert_eq!(state.turn(), Turn::Player(Seat::FIRST));
/// state.play(state.parse_move("4")?)?; // four in the fourth column
/// let outcome = state.outcome().expect("the game is over");
/// assert_eq!(outcome.shares[Seat::FIRST].value(), 1.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Game: Clone + PartialEq + Debug + Send + Sync + 'static {
    // What the game is.

    /// A move of a player or of chance: small (at most 8 bytes) and `Copy`.
    type Move: Copy + Ord + Hash + Debug + Send + Sync + 'static;
    /// The rules tables.
    type Rules: GameRules;

    /// The name on the command line, in traces and in files: lower case with hyphens.
    const NAME: &'static str;
    /// The name on the box.
    const TITLE: &'static str;
    /// The version of the rules as implemented; it changes whenever behavior does.
    const RULES_VERSION: &'static str;
    /// The numbers of players that can play.
    const PLAYERS: RangeInclusive<usize>;
    /// No game has more moves than this, chance events included.
    const MAX_MOVES: usize;
    /// The names of the score parts, at most [`crate::MAX_PARTS`].
    const PARTS: &'static [&'static str];
    /// Whether the parts add up to the score.
    const PARTS_ARE: PartMeaning;

    // The position.

    /// The position before the first chance event.
    ///
    /// # Panics
    /// When `players` is not in [`PLAYERS`](Game::PLAYERS).
    fn new(rules: &'static Self::Rules, players: usize) -> Self;

    /// The number of players.
    fn n_players(&self) -> usize;

    /// Who acts next.
    fn turn(&self) -> Turn;

    /// The seat of the start player ([`Seat::FIRST`] before one is drawn).
    fn first_player(&self) -> Seat;

    // Legal moves and play.

    /// Replaces the content of `moves` by all legal moves of the player to act: complete, without duplicates, in a
    /// fixed order; empty when no player is to act.
    fn legal_moves(&self, moves: &mut Vec<Self::Move>);

    /// Whether the rules allow this move now, be it a player's or chance's.
    fn is_legal(&self, mv: Self::Move) -> bool;

    /// A move of the player to act, every legal one equally likely. `buffer` is scratch space.
    ///
    /// # Panics
    /// When no player is to act.
    #[inline]
    fn random_move(&self, buffer: &mut Vec<Self::Move>, rng: &mut impl Rng) -> Self::Move {
        self.random_indexed_move(buffer, rng).1
    }

    /// The same with its index: the one number that is drawn is the index in the [legal list](Game::legal_moves) of the
    /// move that is returned. A game that finds it without a list finds the same one.
    ///
    /// # Panics
    /// When no player is to act.
    #[inline]
    fn random_indexed_move(&self, buffer: &mut Vec<Self::Move>, rng: &mut impl Rng) -> (usize, Self::Move) {
        self.legal_moves(buffer);
        let index = rng.random_range(0..buffer.len() as u32) as usize;
        (index, buffer[index])
    }

    /// A legal move, each equally likely, for rollouts. In a modified game it is the one that the game itself would
    /// draw, drawn again where the intervention forbids it, so that as much as can be happens alike. `buffer` is
    /// scratch space.
    ///
    /// # Panics
    /// When no player is to act.
    #[inline]
    fn rollout_move(&self, buffer: &mut Vec<Self::Move>, rng: &mut impl Rng) -> Self::Move {
        self.random_move(buffer, rng)
    }

    /// The move that `choose` takes from a list of all legal ones. In a modified game, where the intervention forbids
    /// what was taken from the moves of the game itself, `choose` is asked again with those that are left. `buffer` is
    /// scratch space.
    #[inline]
    fn choose_listed(
        &self,
        buffer: &mut Vec<Self::Move>,
        mut choose: impl FnMut(&[Self::Move]) -> Self::Move,
    ) -> Self::Move {
        self.legal_moves(buffer);
        choose(buffer)
    }

    /// Every move that can be named at this table, legal or not: what the legal list is compared with. Slow.
    fn all_moves(&self) -> Vec<Self::Move>;

    /// Plays a legal move; see [`play`](Game::play) for moves of unknown origin.
    ///
    /// The move must come from [`legal_moves`](Game::legal_moves), [`random_move`](Game::random_move),
    /// [`draw`](Game::draw) or [`chance_outcomes`](Game::chance_outcomes) of this very position. For any other move the
    /// result is unspecified (a panic or a meaningless position, nothing worse); debug builds assert.
    fn play_unchecked(&mut self, mv: Self::Move);

    /// Plays a move after checking it; [`play_unchecked`](Game::play_unchecked) trusts the caller.
    ///
    /// # Errors
    /// When the move is not legal; the position is untouched then.
    fn play(&mut self, mv: Self::Move) -> Result<(), IllegalMove> {
        if !self.is_legal(mv) {
            return Err(IllegalMove { text: self.move_text(mv), turn: self.turn() });
        }
        self.play_unchecked(mv);
        Ok(())
    }

    // Chance.

    /// The names of the chance streams, one independent random stream for each kind of chance event; see
    /// [`chance_stream`](Game::chance_stream).
    const CHANCE_STREAMS: &'static [&'static str] = &[];

    /// A move of chance, drawn with its true probability.
    ///
    /// # Panics
    /// When chance is not to act.
    fn draw(&self, _rng: &mut impl Rng) -> Self::Move {
        panic!("there is no chance in {}", Self::TITLE)
    }

    /// Plays moves of chance, each [drawn](Game::draw) with its true probability, until chance is not to act, and
    /// returns how many. A game that plays them in one go makes the same draws.
    #[inline]
    fn play_chance(&mut self, rng: &mut impl Rng) -> u64 {
        play_chance_by_draws(self, rng)
    }

    /// Replaces the content of `outcomes` by all moves of chance with their weights, positive integers: the probability
    /// of a move is its weight over the sum. Empty when chance is not to act.
    ///
    /// # Examples
    ///
    /// The die of the toy game shows one twice as often as any other face:
    ///
    /// ```
    /// use riverlab_engine::games::toy::{Dice, DiceMove};
    /// use riverlab_engine::{Game, GameRules, Seat};
    ///
    /// let mut state = Dice::new(GameRules::standard(), 2);
    /// state.play(DiceMove::Start(Seat::FIRST))?;
    /// state.play(DiceMove::Roll)?;
    /// let mut outcomes = Vec::new();
    /// state.chance_outcomes(&mut outcomes);
    /// let total: u32 = outcomes.iter().map(|(_, weight)| weight).sum();
    /// assert_eq!((outcomes[0], total), ((DiceMove::Face(1), 2), 7)); // a probability of 2/7
    /// # Ok::<(), riverlab_engine::IllegalMove>(())
    /// ```
    fn chance_outcomes(&self, outcomes: &mut Vec<(Self::Move, u32)>) {
        outcomes.clear();
    }

    /// Which of the [`CHANCE_STREAMS`](Game::CHANCE_STREAMS) the pending chance event draws from, so that each can be
    /// fed from its own random stream: two games of a deal then see the same pieces in the same order, however they
    /// differ in when these come.
    ///
    /// # Panics
    /// When chance is not to act.
    fn chance_stream(&self) -> usize {
        panic!("there is no chance in {}", Self::TITLE)
    }

    // Hidden information.

    /// Whether players ever know different things. Where they do not, [`resample_hidden`](Game::resample_hidden) does
    /// nothing, every move [is visible](Game::is_visible_to) to everybody, and search pays nothing for it.
    const IMPERFECT_INFORMATION: bool = false;

    /// Replaces everything that `observer` cannot know by a sample of what `observer` can imagine, every consistent
    /// assignment equally likely. Pieces that were never dealt need no sample: a position holds no order of them.
    fn resample_hidden(&mut self, _observer: Seat, _rng: &mut impl Rng) {}

    /// Whether `observer` sees this move as it is played in this position: not a card dealt to another hand, nor a card
    /// that another player programs in secret.
    fn is_visible_to(&self, _observer: Seat, _mv: Self::Move) -> bool {
        true
    }

    /// What everybody learns as this legal move is played in this position, beside the move, in the order in which it
    /// happens. Nothing where the moves that a player may see say it all.
    fn public_events(&self, _mv: Self::Move) -> Vec<PublicEvent> {
        Vec::new()
    }

    /// What `observer` knows of this position, as data for other programs: all that is public, and what is in the
    /// observer's own hand. A game that hides nothing may leave it at the text that people are shown; one that hides
    /// something tells nothing unless it says what.
    fn known_position(&self, _observer: Seat) -> serde_json::Value {
        if Self::IMPERFECT_INFORMATION { serde_json::Value::Null } else { format!("{self:?}").into() }
    }

    // Simultaneous choice: successive moves that the others do not see, followed by a reveal.

    /// Whether the player to move chooses at the same time as others: some will not see what, or have chosen unseen
    /// before.
    fn is_simultaneous(&self) -> bool {
        false
    }

    /// Goes back to the position in which the [simultaneous choice](Game::is_simultaneous) began that is going on, and
    /// replaces the content of `own` by what `observer` has chosen since. All that others have done since is unseen by
    /// `observer`.
    ///
    /// # Panics
    /// Where no such choice is going on.
    fn rewind_simultaneous_choice(&mut self, _observer: Seat, _own: &mut Vec<Self::Move>) {
        panic!("no simultaneous choice is going on");
    }

    // The result.

    /// Whether the result only says who has won: all others share the last places, and nothing is known of their order. Ratings do
    /// not take their equal ranks for ties then.
    const WINNERS_ONLY: bool = false;

    /// The parts of a player's score as the position stands, in the order of [`PARTS`](Game::PARTS); final when the
    /// game is over.
    fn score_parts(&self, seat: Seat) -> Parts;

    /// The result, once the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// The win shares, once the game is over: those of [`outcome`](Game::outcome), for search, which needs no more.
    ///
    /// # Panics
    /// When the game is not over.
    fn win_shares(&self) -> PerPlayer<Share> {
        self.outcome().expect("the game is over").shares
    }

    // Notation.

    /// The move in the notation of the game's `RULES.md`.
    ///
    /// Names of pieces are data, so the position is needed to write and read them.
    fn move_text(&self, mv: Self::Move) -> String;

    /// The move that [`move_text`](Game::move_text) writes so: looked for among all moves, unless the game knows
    /// better.
    ///
    /// # Errors
    /// When the text is no move of this game at this table, legal or not.
    fn parse_move(&self, text: &str) -> Result<Self::Move, UnknownMove> {
        let unknown = || UnknownMove { text: text.to_owned(), game: Self::NAME };
        self.all_moves().into_iter().find(|&mv| self.move_text(mv) == text).ok_or_else(unknown)
    }

    // What people are shown.

    /// The position as text for somebody who may know what `viewer` knows. A game that hides nothing may leave it at
    /// the text that everybody may read; one that hides something tells only who may know everything unless it says
    /// what.
    fn position_text(&self, viewer: Viewer) -> String {
        let withheld = Self::IMPERFECT_INFORMATION && viewer != Viewer::All;
        if withheld { String::new() } else { format!("{self:?}") }
    }

    /// The position as a picture for somebody who may know what `viewer` knows, if the game has pictures. Its
    /// [definitions](Picture::definitions) are the same in all positions of a table.
    fn picture(&self, _viewer: Viewer) -> Option<Picture> {
        None
    }

    /// The names of the parts of the [picture](Game::picture) which the player to act sees that this legal move of
    /// theirs is about: who clicks on them means this move, or one of few. They are parts of the picture before the
    /// move.
    fn move_parts(&self, _mv: Self::Move) -> Vec<String> {
        Vec::new()
    }
}

/// Plays moves of chance one after the other until chance is not to act, and returns how many.
#[inline]
pub(crate) fn play_chance_by_draws<G: Game>(state: &mut G, rng: &mut impl Rng) -> u64 {
    let mut played = 0;
    while state.turn() == Turn::Chance {
        let mv = state.draw(rng);
        state.play_unchecked(mv);
        played += 1;
    }
    played
}

/// How many moves a playout took.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PlayoutCounts {
    /// Moves of players.
    pub decisions: u64,
    /// Moves of chance.
    pub chance_events: u64,
}

/// Plays to the end of the game, every legal move equally likely and chance with its true probabilities.
///
/// `buffer` is scratch space; nothing is allocated once it has grown.
pub fn playout<G: Game>(state: &mut G, rng: &mut impl Rng, buffer: &mut Vec<G::Move>) -> PlayoutCounts {
    let mut counts = PlayoutCounts::default();
    loop {
        match state.turn() {
            Turn::Player(_) => {
                counts.decisions += 1;
                let mv = state.rollout_move(buffer, rng);
                state.play_unchecked(mv);
            }
            Turn::Chance => counts.chance_events += state.play_chance(rng),
            Turn::Over => return counts,
        }
    }
}
