//! A game as the list of its moves.

use crate::game::{Game, IllegalMove};

/// The moves of a game from the first chance event on, chance included: all that is needed to play it again.
///
/// # Examples
///
/// ```
/// use riverlab_engine::games::toy::{Dice, DiceMove, FixedRules};
/// use riverlab_engine::{Game, Record, Seat};
///
/// let mut record = Record::new(2);
/// let roll = [DiceMove::Roll, DiceMove::Face(6)];
/// record.moves.extend([[DiceMove::Start(Seat::new(1)), DiceMove::Roll], [DiceMove::Face(5), DiceMove::Stop]].concat());
/// let state: Dice = record.replay(&FixedRules)?;
/// assert_eq!(state.score_parts(Seat::new(1))[0], 5);
///
/// record.moves.extend([roll, roll].concat());
/// record.moves.push(DiceMove::Face(6)); // no die was rolled
/// let error = record.replay::<Dice>(&FixedRules).expect_err("an illegal move");
/// assert_eq!(error.to_string(), "move 9: illegal move \"deal:6\" for p1");
/// # Ok::<(), riverlab_engine::RecordError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record<M> {
    /// The number of players.
    pub players: usize,
    /// The moves in order.
    pub moves: Vec<M>,
}

/// A record that cannot be played.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("move {number}: {source}")]
pub struct RecordError {
    /// The number of the offending move, from 1.
    pub number: usize,
    /// Why it cannot be played.
    pub source: IllegalMove,
}

impl<M: Copy> Record<M> {
    /// An empty record.
    pub fn new(players: usize) -> Self {
        Record { players, moves: Vec::new() }
    }

    /// Plays the record from its first move on, every move checked.
    ///
    /// # Errors
    /// When a move is not legal where it stands.
    pub fn replay<G: Game<Move = M>>(&self, rules: &'static G::Rules) -> Result<G, RecordError> {
        let mut state = G::new(rules, self.players);
        for (idx, &mv) in self.moves.iter().enumerate() {
            state.play(mv).map_err(|source| RecordError { number: idx + 1, source })?;
        }
        Ok(state)
    }
}
