//! What the server answers: one function for each thing that can be asked for.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::fs;
use std::path::{Path as FilePath, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use axum::body::to_bytes;
use axum::extract::{Path, Query, Request, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::{self, Next};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use futures_util::Stream;
use futures_util::stream::unfold;
use riverlab_engine::Seat;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, broadcast, watch};
use tokio::task::spawn_blocking;

use super::allowed::Allowed;
use super::folder::{find, list};
use super::follow::{Follows, Standing};
use super::guard::{CLOSED_POLICY, Guard, guard, key_of};
use super::house::House;
use super::pages::{Index, asset, game_page, index_page, live_page, refusal_page};
use super::refusal::Refusal;
use super::rooms::{NewRoom, Role, Room, Rooms, Sent};
use super::server::LONGEST_BODY;
use crate::live::Player;
use crate::store::file_names::{BLOCKS, GAMES, MANIFEST};

/// So many event streams are open at a time.
const MOST_STREAMS: usize = 100;
/// So many reports and replays are made at a time.
const MOST_READERS: usize = 2;
/// So many reports are kept.
const KEPT_REPORTS: usize = 8;
/// A stream without news says this often that it is alive.
const SIGN_OF_LIFE: Duration = Duration::from_secs(15);

/// All that answers stand on.
pub(super) struct App {
    pub(super) house: Arc<dyn House>,
    pub(super) allowed: Allowed,
    /// The folder as it was given, and as it really is.
    pub(super) folder: PathBuf,
    pub(super) root: PathBuf,
    pub(super) rooms: Rooms,
    follows: Arc<Follows>,
    streams: Arc<Semaphore>,
    readers: Semaphore,
    reports: Mutex<BTreeMap<PathBuf, (Stamp, Arc<str>)>>,
}

/// What changes when a run does: how long its journal is, and when its manifest was written.
type Stamp = (u64, Option<SystemTime>);
type Shared = State<Arc<App>>;

impl App {
    pub(super) fn new(house: Arc<dyn House>, allowed: Allowed, folder: PathBuf, root: PathBuf) -> App {
        App {
            house,
            allowed,
            folder,
            rooms: Rooms::new(&root),
            root,
            follows: Arc::default(),
            streams: Arc::new(Semaphore::new(MOST_STREAMS)),
            readers: Semaphore::new(MOST_READERS),
            reports: Mutex::default(),
        }
    }

    fn room(&self, id: &str) -> Result<Arc<Room>, Refusal> {
        self.rooms.get(self.house.as_ref(), &self.allowed, id)
    }

    /// The right to one more event stream.
    fn stream_permit(&self) -> Result<OwnedSemaphorePermit, Refusal> {
        let permit = Arc::clone(&self.streams).try_acquire_owned();
        permit.map_err(|_| Refusal::busy(format!("{MOST_STREAMS} event streams are open: close some pages")))
    }

    /// The report of a run; one that was made is given again as long as nothing has changed.
    fn report(&self, folder: &FilePath) -> Result<Arc<str>, Refusal> {
        let stamp = stamp(folder);
        let kept = || self.reports.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, page)) = kept().get(folder).filter(|(made, _)| *made == stamp) {
            return Ok(Arc::clone(page));
        }
        let page: Arc<str> = self.house.report(folder)?.document.html().into();
        let mut reports = kept();
        if reports.len() >= KEPT_REPORTS {
            reports.clear();
        }
        reports.insert(folder.to_owned(), (stamp, Arc::clone(&page)));
        Ok(page)
    }
}

fn stamp(folder: &FilePath) -> Stamp {
    let length = |name: &str| fs::metadata(folder.join(name)).map_or(0, |data| data.len());
    let written = fs::metadata(folder.join(MANIFEST)).and_then(|data| data.modified()).ok();
    (length(GAMES) + length(BLOCKS), written)
}

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

/// Does something that may take long without keeping others waiting.
async fn blocking<T: Send + 'static>(work: impl FnOnce() -> Result<T, Refusal> + Send + 'static) -> Result<T, Refusal> {
    let done = spawn_blocking(work).await;
    done.unwrap_or_else(|_| Err(Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "something is broken here")))
}

/// A page, or one that says why there is none.
fn page(result: Result<String, Refusal>) -> Response {
    match result {
        Ok(page) => Html(page).into_response(),
        Err(refusal) => (refusal.status, Html(refusal_page(&refusal))).into_response(),
    }
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

/// A page that has everything within it.
fn closed_page(result: Result<String, Refusal>) -> Response {
    match result {
        Ok(text) => ([(CONTENT_SECURITY_POLICY, CLOSED_POLICY)], Html(text)).into_response(),
        refused => page(refused),
    }
}

async fn index(State(app): Shared) -> Response {
    let made = blocking(move || {
        let mut bots: Vec<String> = app.allowed.specs.iter().map(ToString::to_string).collect();
        bots.extend(app.house.bots().into_iter().map(str::to_owned));
        Ok(index_page(&Index {
            folder: app.folder.display().to_string(),
            games: app.house.games()?,
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

/// A game that a page wants to begin.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Begin {
    game: String,
    seats: Vec<String>,
    #[serde(default)]
    one_screen: bool,
    seed: Option<u64>,
    deal: Option<u64>,
    #[serde(default)]
    explain: bool,
}

async fn begin(State(app): Shared, Json(begin): Json<Begin>) -> Result<Json<Value>, Refusal> {
    let players = begin.seats.iter().map(|text| app.allowed.player(text));
    let players: Vec<Player> = players.collect::<Result<_, _>>().map_err(Refusal::wrong)?;
    let new = NewRoom {
        game: begin.game,
        players,
        one_screen: begin.one_screen,
        seed: begin.seed,
        deal: begin.deal.unwrap_or(1).max(1),
        explain: begin.explain,
    };
    let (id, links) = blocking(move || app.rooms.begin(app.house.as_ref(), &app.allowed, &new)).await?;
    let links: Vec<Value> = links.iter().map(|(who, link)| json!({ "who": who, "link": link })).collect();
    Ok(Json(json!({ "id": id, "links": links })))
}

async fn watch_game(state: Shared, Path(id): Path<String>) -> Response {
    play_game(state, Path((id, "public".to_owned()))).await
}

async fn play_game(State(app): Shared, Path((id, who)): Path<(String, String)>) -> Response {
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

fn sse(stream: impl Stream<Item = Result<Event, Infallible>> + Send + 'static) -> Response {
    Sse::new(stream).keep_alive(KeepAlive::new().interval(SIGN_OF_LIFE)).into_response()
}

async fn game_events(State(app): Shared, Path(id): Path<String>, headers: HeaderMap) -> Result<Response, Refusal> {
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
struct Play {
    at: usize,
    #[serde(rename = "move")]
    mv: String,
}

async fn play(
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
struct At {
    at: usize,
}

async fn undo(
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
struct Ask {
    at: usize,
    bot: String,
}

async fn hint(
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
struct Sit {
    seat: String,
}

async fn sit(
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

async fn go_on(State(app): Shared, Path(id): Path<String>, headers: HeaderMap) -> Result<Json<Value>, Refusal> {
    let (room, role) = role(app, id, &headers).await?;
    room.go_on(role)?;
    Ok(Json(json!({})))
}

async fn game_trace(State(app): Shared, Path(id): Path<String>) -> Response {
    let name = format!("attachment; filename=\"{id}.jsonl\"");
    let read = blocking(move || {
        let (_, mut file) = app.rooms.trace(&id)?;
        let mut text = Vec::new();
        std::io::Read::read_to_end(&mut file, &mut text).map_err(|error| Refusal::absent(error.to_string()))?;
        Ok(text)
    });
    match read.await {
        Ok(text) => trace_file(name, text),
        Err(refusal) => page(Err(refusal)),
    }
}

fn trace_file(disposition: String, text: Vec<u8>) -> Response {
    let headers = [(CONTENT_TYPE, "application/jsonl".to_owned()), (CONTENT_DISPOSITION, disposition)];
    (headers, text).into_response()
}

async fn game_replay(State(app): Shared, Path(id): Path<String>) -> Response {
    closed_page(
        reading(app, move |app| {
            let (game, mut file) = app.rooms.trace(&id)?;
            Ok(app.house.replay(Some(&game), &mut file)?)
        })
        .await,
    )
}

/// Makes a page from files, not too many at a time.
async fn reading(
    app: Arc<App>,
    make: impl FnOnce(&App) -> Result<String, Refusal> + Send + 'static,
) -> Result<String, Refusal> {
    let permit = app.readers.acquire().await;
    let made = blocking({
        let app = Arc::clone(&app);
        move || make(&app)
    })
    .await;
    drop(permit);
    made
}

#[derive(Deserialize)]
struct Dir {
    #[serde(default)]
    dir: String,
}

/// The report of a run, or where games are still missing the page that follows it.
async fn run(State(app): Shared, Query(query): Query<Dir>) -> Response {
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

async fn run_events(State(app): Shared, Query(query): Query<Dir>) -> Result<Response, Refusal> {
    let permit = app.stream_permit()?;
    let folder = find(&app.root, &query.dir)?;
    if !folder.join(MANIFEST).is_file() {
        return Err(Refusal::absent(format!("there is no run \"{}\" here", query.dir)));
    }
    let receiver = Follows::follow(&app.follows, &app.house, &folder)?;
    let following = Following { receiver, version: 0, is_first: true, is_over: false, _permit: permit };
    Ok(sse(unfold(following, Following::event)))
}

#[derive(Deserialize)]
struct GameOf {
    #[serde(default)]
    dir: String,
    game: u64,
}

async fn run_game(State(app): Shared, Query(query): Query<GameOf>) -> Response {
    let made = reading(app, move |app| {
        let folder = find(&app.root, &query.dir)?;
        Ok(app.house.stored_page(&folder, query.game)?)
    });
    closed_page(made.await)
}

async fn run_trace(State(app): Shared, Query(query): Query<GameOf>) -> Response {
    let name = format!("attachment; filename=\"game-{}.jsonl\"", query.game);
    let read = blocking(move || {
        let folder = find(&app.root, &query.dir)?;
        Ok(app.house.stored_game(&folder, query.game)?)
    });
    match read.await {
        Ok(text) => trace_file(name, text),
        Err(refusal) => page(Err(refusal)),
    }
}

#[derive(Deserialize)]
struct TraceFile {
    file: String,
}

/// A finished game; one that is not over cannot be replayed, so that nothing hidden is shown.
async fn replay(State(app): Shared, Query(query): Query<TraceFile>) -> Response {
    let made = reading(app, move |app| {
        let path = find(&app.root, &query.file)?;
        let file = fs::File::open(&path).map_err(|error| Refusal::absent(format!("{}: {error}", query.file)))?;
        let game = app.rooms.game_of(&path);
        let named = |error: crate::error::ArenaError| Refusal::wrong(format!("{}: {error}", query.file));
        app.house.replay(game.as_deref(), &mut { file }).map_err(named)
    });
    closed_page(made.await)
}
