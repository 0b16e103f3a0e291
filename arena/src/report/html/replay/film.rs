//! A game as the frames of a film: of each frame only what differs from the one before.

use riverlab_engine::{Picture, Viewer};
use serde_json::{Map, Value, json};

use super::changes::{Parts, Texts, changes, numbered};
use crate::table::GameFacts;
use crate::trace::{ShownPosition, ShownStep, Told};

/// The most moves of a ranking that a page shows.
const MAX_RANKED: usize = 8;

/// A position as it is shown, with the move that was made in it.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    /// The position as text.
    pub(super) text: String,
    /// The position as a picture.
    pub(super) picture: Option<Picture>,
    /// By seat the score parts.
    pub(super) points: Vec<Vec<i32>>,
    /// The move that is made here; none in the last position.
    pub(super) told: Option<Told>,
    /// What the bot thought of it.
    pub(super) explain: Option<Value>,
}

impl Frame {
    /// A position as a viewer sees it, without a move.
    pub(super) fn new(position: &dyn ShownPosition, viewer: Viewer) -> Frame {
        Frame {
            text: position.text(viewer),
            picture: position.picture(viewer),
            points: position.points(),
            told: None,
            explain: None,
        }
    }
}

/// The frames of a game, as the page needs them.
#[derive(Clone, Debug, Default)]
pub struct Film {
    names: Texts,
    drawings: Texts,
    lines: Texts,
    parts: Parts,
    view: Vec<i32>,
    points: Vec<Vec<i32>>,
    frames: Vec<Value>,
    /// The moves, as a viewer is told of them.
    pub(super) moves: Vec<Told>,
    /// The last frame.
    pub(super) last: Option<Frame>,
}

impl Film {
    /// Adds the position in which a move is made, as a viewer sees it; what bots thought is shown to those who may know
    /// it where players of the game know different things.
    pub fn add_step(&mut self, step: &dyn ShownStep, viewer: Viewer, facts: &GameFacts) {
        let mut frame = Frame::new(step.before(), viewer);
        frame.told = Some(step.told(viewer));
        let knows = || step.before().turn().player().is_some_and(|seat| viewer.knows(seat));
        frame.explain = step.explain().filter(|_| !facts.imperfect_information || knows()).cloned();
        self.add(frame);
    }

    /// Adds the next position.
    pub(super) fn add(&mut self, frame: Frame) {
        let mut json = Map::new();
        if let Some(picture) = &frame.picture {
            self.add_picture(picture, &mut json);
        }
        let lines: Vec<usize> = frame.text.lines().map(|line| self.lines.number(line)).collect();
        json.insert("x".to_owned(), json!(lines));
        if frame.points != self.points {
            json.insert("s".to_owned(), json!(frame.points));
            self.points.clone_from(&frame.points);
        }
        if let Some(ranking) = frame.explain.as_ref().and_then(ranking) {
            json.insert("e".to_owned(), ranking);
        }
        self.frames.push(Value::Object(json));
        self.moves.extend(frame.told.clone());
        self.last = Some(frame);
    }

    fn add_picture(&mut self, picture: &Picture, json: &mut Map<String, Value>) {
        let after = numbered(picture, &mut self.names, &mut self.drawings);
        let (kind, list) = changes(&self.parts, &after);
        json.insert(kind.to_owned(), list);
        let view = picture.view_box;
        let view = vec![view.x, view.y, view.width, view.height];
        if view != self.view {
            json.insert("v".to_owned(), json!(view));
            self.view = view;
        }
        self.parts = after;
    }

    /// What the script of the page reads.
    pub(super) fn json(&self) -> Value {
        json!({
            "names": self.names.json(),
            "drawings": self.drawings.json(),
            "lines": self.lines.json(),
            "frames": self.frames,
        })
    }
}

/// The moves that a bot ranked best, as `[move, visits, value]`, as far as an explanation says.
fn ranking(explain: &Value) -> Option<Value> {
    // A program may say anything here.
    let entry = |ranked: &Value| {
        let (mv, visits) = (ranked.get("move")?.as_str()?, ranked.get("visits")?.as_u64()?);
        Some(json!([mv, visits, ranked.get("value")?.as_f64()?]))
    };
    let ranked: Vec<Value> = explain.get("ranking")?.as_array()?.iter().filter_map(entry).take(MAX_RANKED).collect();
    (!ranked.is_empty()).then_some(Value::Array(ranked))
}
