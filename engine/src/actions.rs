//! The action index: one frozen table of numbers for the moves of each game, so that learners have an output for each.
//!
//! A number means the same in all positions, for all numbers of players and all seats. Moves on pieces that can be
//! many, such as bridges on a river, are named by the piece's ordinal among those that there are, so that the table
//! stays small. The table of a game changes only together with [`RULES_VERSION`](Game::RULES_VERSION).
//!
//! What it refuses to do: to number moves of chance, to hide a move that has no number (rules tables that could need
//! one are [refused](Actions::check_actions)), and to tell by a number what the player to act does not know.

use crate::game::Game;
use crate::modified_game::ModifiedGame;
use crate::modify::Modify;
use crate::player::{MAX_PLAYERS, Seat};

/// Rules tables that need numbers which the frozen table of their game does not have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{game} has no action numbers for these rules: {key}: {message}")]
pub struct ActionsError {
    /// The name of the game.
    pub game: &'static str,
    /// The dotted key of the value.
    pub key: String,
    /// The value, and what the table has.
    pub message: String,
}

/// A game whose players' moves have numbers.
///
/// # Examples
/// ```
/// use riverlab_engine::games::toy::{Column, ConnectFour, FixedRules};
/// use riverlab_engine::{Actions, Game};
///
/// let mut state = ConnectFour::new(&FixedRules, 2);
/// for _ in 0..6 {
///     state.play(Column(2))?;
/// }
/// let (mut moves, mut actions) = (Vec::new(), Vec::new());
/// state.legal_actions(&mut moves, &mut actions);
/// let numbers: Vec<usize> = actions.iter().map(|&(index, _)| index).collect();
/// assert_eq!(numbers, [0, 1, 3, 4, 5, 6]); // the third column is full
/// assert_eq!(state.action_at(2), Some(Column(2))); // a move all the same, though not a legal one
/// assert_eq!((ConnectFour::n_actions(&FixedRules), state.action_at(7)), (7, None));
/// # Ok::<(), riverlab_engine::IllegalMove>(())
/// ```
pub trait Actions: Game {
    /// How many numbers there are under these rules, for any number of players.
    fn n_actions(rules: &Self::Rules) -> usize;

    /// Whether every legal move under these rules has a number of its own.
    ///
    /// # Errors
    /// When a value of the tables needs more numbers than there are; the error names it. Numbers mean nothing then.
    fn check_actions(_rules: &Self::Rules) -> Result<(), ActionsError> {
        Ok(())
    }

    /// The number, below [`n_actions`](Self::n_actions), of a move that is legal in this position or that
    /// [`action_at`](Self::action_at) names in it. For any other move the result is unspecified (a panic or a
    /// meaningless number).
    fn action_index(&self, mv: Self::Move) -> usize;

    /// The move of this number in this position, legal or not; none where the number names nothing that is there.
    fn action_at(&self, index: usize) -> Option<Self::Move>;

    /// What a number means in every position: the move in its notation, with ordinals for pieces that lie differently
    /// from position to position.
    ///
    /// # Panics
    /// When there are no more than `index` numbers.
    fn action_name(rules: &Self::Rules, index: usize) -> String;

    /// Replaces the content of `actions` by all legal moves of the player to act with their numbers, which ascend;
    /// empty when no player is to act. `moves` is scratch space, and holds the [legal list](Game::legal_moves) then.
    /// Nothing is allocated once both have grown.
    fn legal_actions(&self, moves: &mut Vec<Self::Move>, actions: &mut Vec<(usize, Self::Move)>) {
        self.legal_moves(moves);
        actions.clear();
        actions.extend(moves.iter().map(|&mv| (self.action_index(mv), mv)));
        actions.sort_unstable_by_key(|&(index, _)| index);
    }

    /// Replaces the content of `indexes` by the numbers of all legal moves of the player to act, which ascend, as
    /// [`legal_actions`](Self::legal_actions) has them; empty when no player is to act. `moves` is scratch space, and
    /// holds nothing of use then. Games in which it is faster need not list the moves.
    ///
    /// # Examples
    /// ```
    /// use riverlab_engine::Actions;
    /// use riverlab_engine::games::toy::ConnectFour;
    ///
    /// let mut indexes = Vec::new();
    /// ConnectFour::after("333333")?.legal_indexes(&mut Vec::new(), &mut indexes);
    /// assert_eq!(indexes, [0, 1, 3, 4, 5, 6]); // the third column is full
    /// # Ok::<(), riverlab_engine::UnknownMove>(())
    /// ```
    fn legal_indexes(&self, moves: &mut Vec<Self::Move>, indexes: &mut Vec<usize>) {
        self.legal_moves(moves);
        indexes.clear();
        indexes.extend(moves.iter().map(|&mv| self.action_index(mv)));
        indexes.sort_unstable();
    }
}

/// The numbers are those of the game itself.
impl<G: Modify + Actions> Actions for ModifiedGame<G> {
    fn n_actions(modification: &Self::Rules) -> usize {
        G::n_actions(modification.rules)
    }

    fn check_actions(modification: &Self::Rules) -> Result<(), ActionsError> {
        G::check_actions(modification.rules)?;
        Seat::all(MAX_PLAYERS).try_for_each(|seat| G::check_actions(modification.rules_of(seat)))
    }

    fn action_index(&self, mv: G::Move) -> usize {
        self.game().action_index(mv)
    }

    fn action_at(&self, index: usize) -> Option<G::Move> {
        self.game().action_at(index)
    }

    fn action_name(modification: &Self::Rules, index: usize) -> String {
        G::action_name(modification.rules, index)
    }
}
