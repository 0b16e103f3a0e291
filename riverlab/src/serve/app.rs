//! What all answers stand on, and the forms that they have.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::fs;
use std::path::{Path as FilePath, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{Html, IntoResponse, Response};
use futures_util::Stream;
use riverlab_arena::store::file_names::{BLOCKS, GAMES, MANIFEST};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;

use super::allowed::Allowed;
use super::follow::Follows;
use super::guard::CLOSED_POLICY;
use super::pages::refusal_page;
use super::refusal::Refusal;
use super::rooms::{Room, Rooms};
use super::served::Served;

/// The longest body of a request.
pub(super) const LONGEST_BODY: usize = 16 * 1024;
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
    pub(super) served: Arc<Served>,
    pub(super) allowed: Allowed,
    /// The folder as it was given, and as it really is.
    pub(super) folder: PathBuf,
    pub(super) root: PathBuf,
    pub(super) rooms: Rooms,
    pub(super) follows: Arc<Follows>,
    streams: Arc<Semaphore>,
    readers: Semaphore,
    reports: Mutex<BTreeMap<PathBuf, (Stamp, Arc<str>)>>,
}

/// What changes when a run does: how long its journal is, and when its manifest was written.
type Stamp = (u64, Option<SystemTime>);
pub(super) type Shared = State<Arc<App>>;

impl App {
    pub(super) fn new(served: Arc<Served>, allowed: Allowed, folder: PathBuf, root: PathBuf) -> App {
        App {
            served,
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

    pub(super) fn room(&self, id: &str) -> Result<Arc<Room>, Refusal> {
        self.rooms.get(&self.served, &self.allowed, id)
    }

    /// The right to one more event stream.
    pub(super) fn stream_permit(&self) -> Result<OwnedSemaphorePermit, Refusal> {
        let permit = Arc::clone(&self.streams).try_acquire_owned();
        permit.map_err(|_| Refusal::busy(format!("{MOST_STREAMS} event streams are open: close some pages")))
    }

    /// The report of a run; one that was made is given again as long as nothing has changed.
    pub(super) fn report(&self, folder: &FilePath) -> Result<Arc<str>, Refusal> {
        let stamp = stamp(folder);
        let kept = || self.reports.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, page)) = kept().get(folder).filter(|(made, _)| *made == stamp) {
            return Ok(Arc::clone(page));
        }
        let page: Arc<str> = self.served.report(folder)?.document.html().into();
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

/// Does something that may take long without keeping others waiting.
pub(super) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let done = spawn_blocking(work).await;
    done.unwrap_or_else(|_| Err(Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "something is broken here")))
}

/// A page, or one that says why there is none.
pub(super) fn page(result: Result<String, Refusal>) -> Response {
    match result {
        Ok(page) => Html(page).into_response(),
        Err(refusal) => (refusal.status, Html(refusal_page(&refusal))).into_response(),
    }
}

/// A page that has everything within it.
pub(super) fn closed_page(result: Result<String, Refusal>) -> Response {
    match result {
        Ok(text) => ([(CONTENT_SECURITY_POLICY, CLOSED_POLICY)], Html(text)).into_response(),
        refused => page(refused),
    }
}

pub(super) fn sse(stream: impl Stream<Item = Result<Event, Infallible>> + Send + 'static) -> Response {
    Sse::new(stream).keep_alive(KeepAlive::new().interval(SIGN_OF_LIFE)).into_response()
}

pub(super) fn trace_file(disposition: String, text: Vec<u8>) -> Response {
    let headers = [(CONTENT_TYPE, "application/jsonl".to_owned()), (CONTENT_DISPOSITION, disposition)];
    (headers, text).into_response()
}

/// Makes a page from files, not too many at a time.
pub(super) async fn reading(
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
