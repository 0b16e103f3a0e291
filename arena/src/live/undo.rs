//! How far moves can be taken back: as far as that gives nothing away.

use riverlab_bots::Evaluate;
use riverlab_engine::{Game, Seat, Turn};

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
    /// Another player has moved, or cards were revealed, where players know different things.
    #[error("others have moved since, and not all is known to all")]
    Revealed,
    /// It was the last of several choices that are made at the same time as those of others.
    #[error("the last of choices that others make at the same time stands")]
    Final,
}

impl<G: Evaluate> LiveGame<G> {
    /// Takes back the last move of a person, with what bots have done since.
    ///
    /// That ends at chance, at decisions of other people, and at whatever shows something that was hidden: a reveal, or in a
    /// game of imperfect information anything that another player has done.
    ///
    /// # Errors
    /// When the move stays; the game stands as it did.
    pub(crate) fn undo(&mut self, seat: Seat) -> Result<(), NoUndo> {
        let step = self.step_to_undo(seat)?;
        self.go_back(step);
        Ok(())
    }

    /// The index of the step that would be taken back.
    pub(super) fn step_to_undo(&self, seat: Seat) -> Result<usize, NoUndo> {
        let last = self.steps.iter().rposition(|step| step.before.turn() == Turn::Player(seat));
        let last = last.ok_or(NoUndo::Nothing(seat))?;
        let after = self.steps.get(last + 1).map_or(&self.state, |step| &step.before);
        if ends_choice(&self.steps[last].before, self.steps[last].mv, after) {
            return Err(NoUndo::Final);
        }
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
        if reveals(&step.before, step.mv) { Err(NoUndo::Revealed) } else { Ok(()) }
    }

    /// Whether a legal move of the player to act ends what the player may change: the last of several choices that are made
    /// at the same time as others', after which they are revealed or others choose.
    pub(super) fn is_final(&self, mv: G::Move) -> bool {
        let mut after = self.state.clone();
        after.play_unchecked(mv);
        ends_choice(&self.state, mv, &after)
    }
}

/// Whether this move, by which one position became another, is the last of the player's simultaneous choices. What is
/// revealed then tells it, whatever was hidden: play can come back to the same player at once.
fn ends_choice<G: Game>(before: &G, mv: G::Move, after: &G) -> bool {
    before.is_simultaneous() && (!after.is_simultaneous() || after.turn() != before.turn() || reveals(before, mv))
}

fn reveals<G: Game>(before: &G, mv: G::Move) -> bool {
    before.public_events(mv).iter().any(|event| event.kind == REVEAL)
}
