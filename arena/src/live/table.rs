//! A game under way, whatever game it is, and what one viewer sees of it.

use std::sync::atomic::AtomicBool;

use riverlab_bots::{BotSpec, Evaluate};
use riverlab_engine::{Outcome, PartMeaning, Picture, Seat, Turn, Viewer};

use super::game::{Advanced, LiveGame};
use super::hint::Hint;
use super::player::Player;
use super::undo::NoUndo;
use crate::error::ArenaError;
use crate::trace::{Header, Told, told};

/// A legal move of the player who looks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LegalMove {
    /// The move in the notation of the game.
    pub text: String,
    /// The parts of the picture that it is about.
    pub parts: Vec<String>,
    /// Whether it cannot be changed any more although nobody has answered it yet, so that it should be confirmed.
    pub is_final: bool,
}

/// What one viewer sees of a game: nothing in it depends on what the viewer may not know.
#[derive(Clone, PartialEq, Debug)]
pub struct Sight {
    /// Whose turn it is.
    pub turn: Turn,
    /// The position as text.
    pub text: String,
    /// The position as a picture, if the game has pictures.
    pub picture: Option<Picture>,
    /// The legal moves in the order of the game, where the viewer is to act.
    pub moves: Vec<LegalMove>,
    /// By seat the score parts as the position stands.
    pub parts: Vec<Vec<i32>>,
    /// Whether the viewer's last move can be taken back.
    pub can_undo: bool,
    /// The result, once the game is over.
    pub outcome: Option<Outcome>,
}

/// A game under way, whatever game it is.
pub trait LiveTable: Send {
    /// Which game it is, and who plays.
    fn header(&self) -> &Header;

    /// The name on the box.
    fn title(&self) -> &'static str;

    /// The names of the score parts, and what they are.
    fn parts(&self) -> (&'static [&'static str], PartMeaning);

    /// Whether players ever know different things.
    fn hides(&self) -> bool;

    /// Who sits at a seat.
    fn player(&self, seat: Seat) -> &Player;

    /// Whose turn it is.
    fn turn(&self) -> Turn;

    /// How many moves there are.
    fn n_moves(&self) -> usize;

    /// What a viewer sees.
    fn sight(&self, viewer: Viewer) -> Sight;

    /// What a viewer is told of the moves from this one on, counted from 0.
    fn told(&self, viewer: Viewer, from: usize) -> Vec<Told>;

    /// Lets chance or a bot make the next move, if it is theirs; see `LiveGame::advance`.
    ///
    /// # Errors
    /// When a bot chooses an illegal move, or none, or is told to give up; the game stands as it did.
    fn advance(&mut self, stop: &AtomicBool) -> Result<Advanced, ArenaError>;

    /// Plays a move of a person, named by its index in the list of legal moves.
    ///
    /// # Errors
    /// When another player is to act, or there is no such move; the game stands as it did.
    fn play(&mut self, seat: Seat, index: usize) -> Result<(), NotPlayed>;

    /// Takes back the last move of a person; see `LiveGame::undo`.
    ///
    /// # Errors
    /// When the move stays.
    fn undo(&mut self, seat: Seat) -> Result<(), NoUndo>;

    /// What a bot would do; see `LiveGame::hint`.
    ///
    /// # Errors
    /// When there is no such bot, it chooses no legal move, or it is told to give up.
    fn hint(&self, seat: Seat, spec: &BotSpec, stop: &AtomicBool) -> Result<Hint, ArenaError>;

    /// The game so far as a trace, which says everything.
    fn trace(&self) -> String;
}

/// Why a move of a person is not played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotPlayed {
    /// It is not this player's turn.
    #[error("it is not the turn of {seat}: {turn}")]
    OutOfTurn {
        /// Who wanted to move.
        seat: Seat,
        /// Whose turn it is.
        turn: Turn,
    },
    /// There is no such move.
    #[error("there is no legal move {index}: there are {count}, counted from 0")]
    NoSuchMove {
        /// The index.
        index: usize,
        /// How many legal moves there are.
        count: usize,
    },
}

impl<G: Evaluate> LiveTable for LiveGame<G> {
    fn header(&self) -> &Header {
        &self.header
    }

    fn title(&self) -> &'static str {
        G::TITLE
    }

    fn parts(&self) -> (&'static [&'static str], PartMeaning) {
        (G::PARTS, G::PARTS_ARE)
    }

    fn hides(&self) -> bool {
        G::IMPERFECT_INFORMATION
    }

    fn player(&self, seat: Seat) -> &Player {
        self.player(seat)
    }

    fn turn(&self) -> Turn {
        self.state.turn()
    }

    fn n_moves(&self) -> usize {
        self.steps.len()
    }

    fn sight(&self, viewer: Viewer) -> Sight {
        let own = match viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::All | Viewer::Public => None,
        };
        let acts = own.is_some() && self.state.turn().player() == own;
        let seats = Seat::all(self.header.players);
        Sight {
            turn: self.state.turn(),
            text: self.state.position_text(viewer),
            picture: self.state.picture(viewer),
            moves: if acts { self.legal_moves() } else { Vec::new() },
            parts: seats.map(|seat| self.state.score_parts(seat)[..G::PARTS.len()].to_vec()).collect(),
            can_undo: own.is_some_and(|seat| self.is_human(seat) && self.step_to_undo(seat).is_ok()),
            outcome: self.state.outcome(),
        }
    }

    fn told(&self, viewer: Viewer, from: usize) -> Vec<Told> {
        self.steps.iter().skip(from).map(|step| told(&step.before, step.mv, viewer)).collect()
    }

    fn advance(&mut self, stop: &AtomicBool) -> Result<Advanced, ArenaError> {
        self.advance(stop)
    }

    fn play(&mut self, seat: Seat, index: usize) -> Result<(), NotPlayed> {
        if self.state.turn() != Turn::Player(seat) || !self.is_human(seat) {
            return Err(NotPlayed::OutOfTurn { seat, turn: self.state.turn() });
        }
        let mut legal = Vec::new();
        self.state.legal_moves(&mut legal);
        let mv = legal.get(index).ok_or(NotPlayed::NoSuchMove { index, count: legal.len() })?;
        self.push(*mv, None);
        Ok(())
    }

    fn undo(&mut self, seat: Seat) -> Result<(), NoUndo> {
        self.undo(seat)
    }

    fn hint(&self, seat: Seat, spec: &BotSpec, stop: &AtomicBool) -> Result<Hint, ArenaError> {
        self.hint(seat, spec, stop)
    }

    fn trace(&self) -> String {
        self.trace()
    }
}

impl<G: Evaluate> LiveGame<G> {
    fn legal_moves(&self) -> Vec<LegalMove> {
        let mut legal = Vec::new();
        self.state.legal_moves(&mut legal);
        let shown = legal.into_iter().map(|mv| LegalMove {
            text: self.state.move_text(mv),
            parts: self.state.move_parts(mv),
            is_final: self.is_final(mv),
        });
        shown.collect()
    }
}
