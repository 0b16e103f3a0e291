//! Answers about games that are played.

use std::convert::Infallible;
use std::io::Read;
use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::sse::Event;
use axum::response::{IntoResponse, Response};
use futures_util::stream::unfold;
use riverlab_arena::live::Player;
use riverlab_engine::Seat;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::{OwnedSemaphorePermit, broadcast};

use crate::serve::app::{App, Shared, blocking, closed_page, page, reading, sse, trace_file};
use crate::serve::guard::key_of;
use crate::serve::pages::game_page;
use crate::serve::refusal::Refusal;
use crate::serve::rooms::{NewRoom, Role, Room, Sent};

/// A game that a page wants to begin.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Begin {
    game: String,
    seats: Vec<String>,
    #[serde(default)]
    one_screen: bool,
    seed: Option<u64>,
    deal: Option<u64>,
    #[serde(default)]
    explain: bool,
}

pub(super) async fn begin(State(app): Shared, Json(begin): Json<Begin>) -> Result<Json<Value>, Refusal> {
    let players = begin.seats.iter().map(|text| app.allowed.player(text));
    let players: Vec<Player> = players.collect::<Result<_, _>>().map_err(Refusal::wrong)?;
    let new = NewRoom {
        game: begin.game,
        players,
        one_screen: begin.one_screen,
        seed: begin.seed,
        deal: begin.deal.unwrap_or(1),
        explain: begin.explain,
    };
    let (id, links) = blocking(move || app.rooms.begin(&app.served, &app.allowed, &new)).await?;
    let links: Vec<Value> = links.iter().map(|(who, link)| json!({ "who": who, "link": link })).collect();
    Ok(Json(json!({ "id": id, "links": links })))
}

pub(super) async fn watch_game(state: Shared, Path(id): Path<String>) -> Response {
    play_game(state, Path((id, "public".to_owned()))).await
}

pub(super) async fn play_game(State(app): Shared, Path((id, who)): Path<(String, String)>) -> Response {
    let made = blocking(move || {
        let room = app.room(&id)?;
        let about = room.about();
        let is_there = match who.as_str() {
            "public" | "screen" => true,
            who => about.people.iter().any(|seat| seat.to_string() == who),
        };
        if !is_there {
            return Err(Refusal::absent(format!("nobody plays at \"{who}\" in this game")));
        }
        Ok(game_page(about, &who, &app.allowed.hint.to_string()))
    });
    page(made.await)
}

/// A reader of a game.
struct Listening {
    room: Arc<Room>,
    key: Option<String>,
    next: Option<Sent>,
    receiver: broadcast::Receiver<Sent>,
    has_left: bool,
    _permit: OwnedSemaphorePermit,
}

impl Listening {
    async fn event(mut self) -> Option<(Result<Event, Infallible>, Listening)> {
        if self.has_left {
            return None;
        }
        let sent = match self.next.take() {
            Some(sent) => sent,
            None => match self.receiver.recv().await {
                Ok(sent) => sent,
                Err(broadcast::error::RecvError::Closed) => return None,
                // Too slow: the newest position as a whole, if the key still opens the seat.
                Err(broadcast::error::RecvError::Lagged(_)) => match self.room.listen(self.key.as_deref()) {
                    Ok((whole, receiver)) => {
                        self.receiver = receiver;
                        whole?
                    }
                    Err(_) => Sent::Left,
                },
            },
        };
        let event = match sent {
            Sent::Sight(json) => Event::default().event("sight").data(&*json),
            Sent::Left => {
                self.has_left = true;
                Event::default().event("left").data("")
            }
        };
        Some((Ok(event), self))
    }
}

pub(super) async fn game_events(
    State(app): Shared,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let permit = app.stream_permit()?;
    let key = key_of(&headers).map(str::to_owned);
    let room = blocking(move || app.room(&id)).await?;
    let (next, receiver) = room.listen(key.as_deref())?;
    let listening = Listening { room, key, next, receiver, has_left: false, _permit: permit };
    Ok(sse(unfold(listening, Listening::event)))
}

/// The room and the role that a request has in it.
async fn role(app: Arc<App>, id: String, headers: &HeaderMap) -> Result<(Arc<Room>, Role), Refusal> {
    let room = blocking(move || app.room(&id)).await?;
    let role = room.role(key_of(headers))?;
    Ok((room, role))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Play {
    at: usize,
    #[serde(rename = "move")]
    mv: String,
}

pub(super) async fn play(
    State(app): Shared,
    Path(id): Path<String>,
    headers: HeaderMap,
    Json(play): Json<Play>,
) -> Result<Json<Value>, Refusal> {
    let (room, role) = role(app, id, &headers).await?;
    room.play(role, play.at, play.mv).await?;
    Ok(Json(json!({})))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct At {
    at: usize,
}

pub(super) async fn undo(
    State(app): Shared,
    Path(id): Path<String>,
    headers: HeaderMap,
    Json(undo): Json<At>,
) -> Result<Json<Value>, Refusal> {
    let (room, role) = role(app, id, &headers).await?;
    room.undo(role, undo.at).await?;
    Ok(Json(json!({})))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Ask {
    at: usize,
    bot: String,
}

pub(super) async fn hint(
    State(app): Shared,
    Path(id): Path<String>,
    headers: HeaderMap,
    Json(ask): Json<Ask>,
) -> Result<Response, Refusal> {
    let spec = app.allowed.bot(&ask.bot).map_err(Refusal::wrong)?;
    let (room, role) = role(app, id, &headers).await?;
    Ok(Json(room.hint(role, ask.at, spec).await?).into_response())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Sit {
    seat: String,
}

pub(super) async fn sit(
    State(app): Shared,
    Path(id): Path<String>,
    headers: HeaderMap,
    Json(sit): Json<Sit>,
) -> Result<Json<Value>, Refusal> {
    let seat: Seat = sit.seat.parse().map_err(|_| Refusal::wrong(format!("\"{}\" is no seat", sit.seat)))?;
    let room = blocking(move || app.room(&id)).await?;
    let key = room.sit(key_of(&headers), seat)?;
    Ok(Json(json!({ "key": key.text() })))
}

pub(super) async fn go_on(
    State(app): Shared,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Json<Value>, Refusal> {
    let (room, role) = role(app, id, &headers).await?;
    room.go_on(role)?;
    Ok(Json(json!({})))
}

pub(super) async fn game_trace(State(app): Shared, Path(id): Path<String>) -> Response {
    let name = format!("attachment; filename=\"{id}.jsonl\"");
    let read = blocking(move || {
        let (_, mut file) = app.rooms.trace(&id)?;
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(|error| Refusal::absent(error.to_string()))?;
        Ok(text)
    });
    match read.await {
        Ok(text) => trace_file(name, text),
        Err(refusal) => page(Err(refusal)),
    }
}

pub(super) async fn game_replay(State(app): Shared, Path(id): Path<String>) -> Response {
    closed_page(
        reading(app, move |app| {
            let (game, mut file) = app.rooms.trace(&id)?;
            Ok(app.served.replay(Some(&game), &mut file)?)
        })
        .await,
    )
}
