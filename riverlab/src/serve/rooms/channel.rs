//! What one viewer of a game is sent: the position as a whole at first, then of each next one what has changed.

use std::collections::HashMap;
use std::sync::Arc;

use riverlab_arena::live::Sight;
use riverlab_arena::trace::Told;
use riverlab_engine::{Picture, Seat};
use serde_json::{Value, json};
use tokio::sync::broadcast;

/// So many positions are kept for readers that are behind; who is further behind gets the whole of the newest.
const BACKLOG: usize = 64;

/// What is sent.
#[derive(Clone, Debug)]
pub(in crate::serve) enum Sent {
    /// A position, as JSON.
    Sight(Arc<str>),
    /// Who listens may not listen any longer: somebody else sits at the screen.
    Left,
}

/// A position as a viewer sees it, with what pages need to know beside it.
#[derive(Clone, Debug)]
pub(super) struct Shown {
    pub(super) sight: Sight,
    /// The number of moves so far.
    pub(super) at: usize,
    /// The person who is to move.
    pub(super) waiting: Option<Seat>,
    /// The person whose last move the viewer may take back.
    pub(super) undo: Option<Seat>,
    /// Whether a bot could not go on.
    pub(super) failed: bool,
}

/// What one viewer is sent.
#[derive(Debug)]
pub(super) struct Channel {
    last: Option<Shown>,
    told: Vec<Told>,
    sender: broadcast::Sender<Sent>,
}

impl Channel {
    pub(super) fn new() -> Channel {
        Channel { last: None, told: Vec::new(), sender: broadcast::Sender::new(BACKLOG) }
    }

    /// Whether somebody listens.
    pub(super) fn is_heard(&self) -> bool {
        self.sender.receiver_count() > 0
    }

    /// How many moves the viewer has been told.
    pub(super) fn told(&self) -> usize {
        self.told.len()
    }

    /// Forgets moves that were taken back, so that so many are left.
    pub(super) fn keep(&mut self, moves: usize) {
        self.told.truncate(moves);
    }

    /// Shows the next position, with the moves that the viewer has not been told.
    pub(super) fn show(&mut self, shown: Shown, told: Vec<Told>) {
        if self.is_heard() {
            let before = self.last.as_ref().and_then(|last| last.sight.picture.as_ref());
            let text = json(&shown, before, self.told.len(), &told).to_string();
            let _ = self.sender.send(Sent::Sight(text.into()));
        }
        self.told.extend(told);
        self.last = Some(shown);
    }

    /// Sends all listeners away.
    pub(super) fn leave(&self) {
        let _ = self.sender.send(Sent::Left);
    }

    /// The whole position, and all that comes after it.
    pub(super) fn listen(&self) -> (Option<Sent>, broadcast::Receiver<Sent>) {
        let whole = self.last.as_ref().map(|shown| Sent::Sight(json(shown, None, 0, &self.told).to_string().into()));
        (whole, self.sender.subscribe())
    }
}

fn json(shown: &Shown, before: Option<&Picture>, kept: usize, told: &[Told]) -> Value {
    let Shown { sight, at, waiting, undo, failed } = shown;
    let legal: Vec<Value> =
        sight.moves.iter().map(|mv| json!({ "move": mv.text, "parts": mv.parts, "final": mv.is_final })).collect();
    let outcome = sight.outcome.as_ref().map(|outcome| {
        json!({
            "scores": outcome.scores.iter().collect::<Vec<_>>(),
            "ranks": outcome.ranks.iter().collect::<Vec<_>>(),
        })
    });
    json!({
        "at": at,
        "turn": sight.turn.to_string(),
        "waiting": waiting.map(|seat| seat.to_string()),
        "undo": undo.map(|seat| seat.to_string()),
        "failed": failed,
        "picture": sight.picture.as_ref().map(|picture| picture_json(picture, before)),
        "text": sight.text,
        "legal": legal,
        "points": sight.parts,
        "outcome": outcome,
        "kept": kept,
        "told": told,
    })
}

/// The parts of a picture from the undermost to the uppermost; those that are as before have no drawing.
fn picture_json(picture: &Picture, before: Option<&Picture>) -> Value {
    let before = before.filter(|before| before.definitions == picture.definitions);
    let same: HashMap<&str, &str> = before
        .map(|before| before.parts.iter().map(|part| (part.name.as_str(), part.svg.as_str())).collect())
        .unwrap_or_default();
    let part = |name: &str, svg: &str| if same.get(name) == Some(&svg) { json!([name]) } else { json!([name, svg]) };
    let parts: Vec<Value> = picture.parts.iter().map(|drawn| part(&drawn.name, &drawn.svg)).collect();
    let view = picture.view_box;
    let definitions = before.is_none().then_some(&picture.definitions);
    json!({ "view": [view.x, view.y, view.width, view.height], "definitions": definitions, "parts": parts })
}
