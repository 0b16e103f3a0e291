//! What the server answers: a function for each thing that can be asked for.

mod games;
mod runs;

use std::sync::Arc;

use axum::Router;
use axum::body::to_bytes;
use axum::extract::{Path, Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{Method, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};

use super::app::{App, LONGEST_BODY, Shared, blocking, page};
use super::folder::list;
use super::guard::{Guard, guard};
use super::pages::{Index, asset, index_page};
use super::refusal::Refusal;
use games::{begin, game_events, game_replay, game_trace, go_on, hint, play, play_game, sit, undo, watch_game};
use runs::{replay, run, run_events, run_game, run_trace};

/// All answers.
pub(super) fn router(app: Arc<App>, guarded: Guard) -> Router {
    Router::new()
        .route("/", get(index))
        .route("/assets/{name}", get(assets))
        .route("/games", post(begin))
        .route("/games/{id}", get(watch_game))
        .route("/games/{id}/events", get(game_events))
        .route("/games/{id}/trace", get(game_trace))
        .route("/games/{id}/replay", get(game_replay))
        .route("/games/{id}/move", post(play))
        .route("/games/{id}/undo", post(undo))
        .route("/games/{id}/hint", post(hint))
        .route("/games/{id}/sit", post(sit))
        .route("/games/{id}/go-on", post(go_on))
        .route("/games/{id}/{who}", get(play_game))
        .route("/run", get(run))
        .route("/run/events", get(run_events))
        .route("/run/game", get(run_game))
        .route("/run/trace", get(run_trace))
        .route("/replay", get(replay))
        .fallback(|| async { page(Err(Refusal::absent("there is no such page"))) })
        .method_not_allowed_fallback(|method: Method| async move {
            Refusal::new(StatusCode::METHOD_NOT_ALLOWED, format!("{method}: this cannot be asked for that way"))
        })
        .layer(middleware::from_fn(own_refusals))
        .layer(middleware::from_fn_with_state(guarded, guard))
        .with_state(app)
}

/// What is refused before anything here is asked comes as plain text. It is said like all else: on a page, or as JSON to
/// those who send something.
async fn own_refusals(request: Request, next: Next) -> Response {
    let is_page = request.method() == Method::GET;
    let response = next.run(request).await;
    let kind = response.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if !response.status().is_client_error() || !kind.starts_with("text/plain") {
        return response;
    }
    let status = response.status();
    let text = to_bytes(response.into_body(), LONGEST_BODY).await.unwrap_or_default();
    let refusal = Refusal::new(status, String::from_utf8_lossy(&text));
    if is_page { page(Err(refusal)) } else { refusal.into_response() }
}

async fn index(State(app): Shared) -> Response {
    let made = blocking(move || {
        let mut bots: Vec<String> = app.allowed.specs.iter().map(ToString::to_string).collect();
        bots.extend(app.served.bots().into_iter().map(str::to_owned));
        Ok(index_page(&Index {
            folder: app.folder.display().to_string(),
            games: app.served.games()?,
            bots,
            most_simulations: app.allowed.most_simulations,
            unfinished: app.rooms.unfinished(),
            listing: list(&app.root),
        }))
    });
    page(made.await)
}

async fn assets(Path(name): Path<String>) -> Response {
    match asset(&name) {
        Some((kind, text)) => ([(CONTENT_TYPE, kind)], text).into_response(),
        None => Refusal::absent("there is no such file").into_response(),
    }
}
