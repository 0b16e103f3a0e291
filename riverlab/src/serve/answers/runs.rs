//! Answers about runs and stored games.

use std::convert::Infallible;
use std::fs;

use axum::extract::{Query, State};
use axum::response::Response;
use axum::response::sse::Event;
use futures_util::stream::unfold;
use riverlab_arena::error::ArenaError;
use riverlab_arena::store::file_names::MANIFEST;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::{OwnedSemaphorePermit, watch};

use crate::serve::app::{Shared, blocking, closed_page, page, reading, sse, trace_file};
use crate::serve::folder::find;
use crate::serve::follow::{Follows, Standing};
use crate::serve::pages::live_page;
use crate::serve::refusal::Refusal;

#[derive(Deserialize)]
pub(super) struct Dir {
    #[serde(default)]
    dir: String,
}

/// The report of a run, or where games are still missing the page that follows it.
pub(super) async fn run(State(app): Shared, Query(query): Query<Dir>) -> Response {
    let folder = match find(&app.root, &query.dir) {
        Ok(folder) => folder,
        Err(refusal) => return page(Err(refusal)),
    };
    let manifest = fs::read_to_string(folder.join(MANIFEST)).unwrap_or_default();
    let manifest: Value = serde_json::from_str(&manifest).unwrap_or_default();
    if manifest.get("complete") == Some(&Value::Bool(false)) {
        return page(Ok(live_page(&query.dir)));
    }
    closed_page(reading(app, move |app| app.report(&folder).map(|page| page.to_string())).await)
}

/// A reader of a run that is being played.
struct Following {
    receiver: watch::Receiver<Standing>,
    /// The last report that was sent.
    version: u64,
    is_first: bool,
    is_over: bool,
    _permit: OwnedSemaphorePermit,
}

impl Following {
    async fn event(mut self) -> Option<(Result<Event, Infallible>, Following)> {
        if self.is_over || (!std::mem::take(&mut self.is_first) && self.receiver.changed().await.is_err()) {
            return None;
        }
        let standing = self.receiver.borrow_and_update().clone();
        let report = (standing.version != self.version).then_some(&*standing.report);
        self.version = standing.version;
        self.is_over = standing.is_complete;
        let json = json!({
            "rows": standing.rows,
            "expected": standing.expected,
            "complete": standing.is_complete,
            "report": report,
        });
        Some((Ok(Event::default().event("standing").data(json.to_string())), self))
    }
}

pub(super) async fn run_events(State(app): Shared, Query(query): Query<Dir>) -> Result<Response, Refusal> {
    let permit = app.stream_permit()?;
    let folder = find(&app.root, &query.dir)?;
    if !folder.join(MANIFEST).is_file() {
        return Err(Refusal::absent(format!("there is no run \"{}\" here", query.dir)));
    }
    let receiver = Follows::follow(&app.follows, &app.served, &folder)?;
    let following = Following { receiver, version: 0, is_first: true, is_over: false, _permit: permit };
    Ok(sse(unfold(following, Following::event)))
}

#[derive(Deserialize)]
pub(super) struct GameOf {
    #[serde(default)]
    dir: String,
    game: u64,
}

pub(super) async fn run_game(State(app): Shared, Query(query): Query<GameOf>) -> Response {
    let made = reading(app, move |app| {
        let folder = find(&app.root, &query.dir)?;
        Ok(app.served.stored_page(&folder, query.game)?)
    });
    closed_page(made.await)
}

pub(super) async fn run_trace(State(app): Shared, Query(query): Query<GameOf>) -> Response {
    let name = format!("attachment; filename=\"game-{}.jsonl\"", query.game);
    let read = blocking(move || {
        let folder = find(&app.root, &query.dir)?;
        Ok(app.served.stored_game(&folder, query.game)?)
    });
    match read.await {
        Ok(text) => trace_file(name, text),
        Err(refusal) => page(Err(refusal)),
    }
}

#[derive(Deserialize)]
pub(super) struct TraceFile {
    file: String,
}

/// A finished game; one that is not over cannot be replayed, so that nothing hidden is shown.
pub(super) async fn replay(State(app): Shared, Query(query): Query<TraceFile>) -> Response {
    let made = reading(app, move |app| {
        let path = find(&app.root, &query.file)?;
        let file = fs::File::open(&path).map_err(|error| Refusal::absent(format!("{}: {error}", query.file)))?;
        let game = app.rooms.game_of(&path);
        let named = |error: ArenaError| Refusal::wrong(format!("{}: {error}", query.file));
        app.served.replay(game.as_deref(), &mut { file }).map_err(named)
    });
    closed_page(made.await)
}
