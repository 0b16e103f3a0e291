//! How far moves can be taken back: as far as that gives nothing away.

use riverlab_bots::Evaluate;
use riverlab_engine::{Seat, Turn};

use super::game::{LiveGame, Step};

/// The kind of public event by which something hidden is revealed.
const REVEAL: &str = "reveal";

/// Why a move cannot be taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoUndo {
    /// There is none.
    #[error("{0} has made no move yet")]
    Nothing(Seat),
    /// Chance has moved since.
    #[error("chance has moved since: what it has shown cannot be forgotten")]
    Chance,
    /// Another person has decided since.
    #[error("{0} has decided since")]
    Decided(Seat),
    /// Something hidden has become known.
    #[error("something hidden has become known since")]
    Revealed,
}

impl<G: Evaluate> LiveGame<G> {
    /// Takes back the last move of a person, with what bots have done since.
    ///
    /// That ends at chance, at decisions of other people, and at whatever shows something that was hidden: a reveal, or in a
    /// game of imperfect information anything that another player has done.
    ///
    /// # Errors
    /// When the move stays; the game stands as it did.
    pub fn undo(&mut self, seat: Seat) -> Result<(), NoUndo> {
        let step = self.step_to_undo(seat)?;
        self.go_back(step);
        Ok(())
    }

    /// The index of the step that would be taken back.
    pub(super) fn step_to_undo(&self, seat: Seat) -> Result<usize, NoUndo> {
        let last = self.steps.iter().rposition(|step| step.before.turn() == Turn::Player(seat));
        let last = last.ok_or(NoUndo::Nothing(seat))?;
        for step in &self.steps[last..] {
            self.check_step(step, seat)?;
        }
        Ok(last)
    }

    fn check_step(&self, step: &Step<G>, seat: Seat) -> Result<(), NoUndo> {
        match step.before.turn() {
            Turn::Chance => return Err(NoUndo::Chance),
            Turn::Player(other) if other != seat && self.is_human(other) => return Err(NoUndo::Decided(other)),
            Turn::Player(other) if other != seat && G::IMPERFECT_INFORMATION => return Err(NoUndo::Revealed),
            _ => {}
        }
        let reveals = step.before.public_events(step.mv).iter().any(|event| event.kind == REVEAL);
        if reveals { Err(NoUndo::Revealed) } else { Ok(()) }
    }

    /// Whether a legal move of the player to act ends what the player may change: the last of several choices that are made
    /// at the same time as others', after which they are revealed or others choose.
    pub(super) fn is_final(&self, mv: G::Move) -> bool {
        if !self.state.is_simultaneous() {
            return false;
        }
        let mut after = self.state.clone();
        after.play_unchecked(mv);
        !after.is_simultaneous() || after.turn() != self.state.turn()
    }
}
