//! Where the server listens, and how connections are bounded.

use std::collections::VecDeque;
use std::error::Error as _;
use std::io::{self, Write};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes, HttpBody, to_bytes};
use axum::http::{Request, StatusCode};
use hyper::body::{Frame, Incoming, SizeHint};
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use riverlab_arena::error::ArenaError;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::task::AbortHandle;

use super::allowed::Allowed;
use super::answers::router;
use super::app::{App, LONGEST_BODY};
use super::guard::Guard;
use super::refusal::Refusal;
use super::rooms::Key;
use super::served::Served;

/// So many connections are open at a time. For one more, that is closed which has been open longest of those that are asking
/// for nothing.
const MOST_CONNECTIONS: usize = 256;
/// How long a request may take to say what it wants, and a connection to say anything.
const HEADERS_WITHIN: Duration = Duration::from_secs(20);
/// How long the rest of a request may take.
const BODY_WITHIN: Duration = Duration::from_secs(20);
/// What is sent must be taken within this time.
const TAKEN_WITHIN: Duration = Duration::from_mins(1);
/// What is kept of a request before it is read, at most.
const BUFFER: usize = 64 * 1024;
/// How often is looked whether the server is to end.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// Where and what is served.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The folder; games are saved in its folder `games`, and nothing is written elsewhere.
    pub folder: PathBuf,
    /// The address; with port 0 the system chooses one.
    pub address: SocketAddr,
    /// What every browser must show; demanded where the address is none of this machine alone.
    pub token: Option<String>,
    /// Which bots pages may ask for.
    pub allowed: Allowed,
}

/// Serves until `stop` is set; `ready` is told the address of the first page once it can be asked for.
pub(super) fn run(
    served: Arc<Served>,
    settings: Settings,
    stop: &AtomicBool,
    ready: impl FnOnce(&str) -> Result<(), ArenaError>,
) -> Result<(), ArenaError> {
    let Settings { folder, address, token, allowed } = settings;
    let root = folder.canonicalize().map_err(|error| ArenaError::file("read", &folder, error))?;
    if !root.is_dir() {
        return Err(ArenaError::folder(&folder, "is no folder"));
    }
    let failed = |error: io::Error| ArenaError::Usage(format!("--address {address}: {error}"));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(failed)?;
    runtime.block_on(async {
        let listener = TcpListener::bind(address).await.map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let link = token
            .as_ref()
            .map(|token| form_urlencoded::Serializer::new(String::new()).append_pair("token", token).finish());
        let query = link.map_or(String::new(), |query| format!("?{query}"));
        let guard = Guard { address, token: token.as_deref().map(Key::chosen) };
        let app = Arc::new(App::new(served, allowed, folder, root));
        let answers = router(Arc::clone(&app), guard);
        ready(&format!("http://{address}/{query}"))?;
        tokio::select! {
            () = accept(&listener, answers) => {}
            () = stopped(stop) => {}
        }
        app.rooms.close();
        Ok(())
    })
}

async fn stopped(stop: &AtomicBool) {
    while !stop.load(Ordering::Relaxed) {
        tokio::time::sleep(LOOK_EVERY).await;
    }
}

/// A connection, and whether it is being answered: somebody has asked for something as a whole, and has not got it yet.
type Connection = (AbortHandle, Arc<AtomicBool>);

/// Takes connections, as long as there is room for one more.
async fn accept(listener: &TcpListener, answers: Router) {
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    let mut connections: VecDeque<Connection> = VecDeque::new();
    loop {
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(error) => {
                let _ = writeln!(io::stderr(), "a connection could not be taken: {error}");
                tokio::time::sleep(LOOK_EVERY).await;
                continue;
            }
        };
        connections.retain(|(task, _)| !task.is_finished());
        if places.available_permits() == 0 {
            let idle = connections.iter().position(|(_, is_answered)| !is_answered.load(Ordering::Relaxed));
            if let Some((task, _)) = idle.and_then(|idle| connections.remove(idle)) {
                task.abort();
            }
        }
        let place = Arc::clone(&places).acquire_owned().await.expect("it is never closed");
        let (answers, is_answered) = (answers.clone(), Arc::new(AtomicBool::new(false)));
        let connection = Arc::clone(&is_answered);
        let task = tokio::spawn(async move {
            answer(stream, answers, is_answered).await;
            drop(place);
        });
        connections.push_back((task.abort_handle(), connection));
    }
}

/// Answers on one connection until it ends.
async fn answer(stream: TcpStream, answers: Router, is_answered: Arc<AtomicBool>) {
    let _ = stream.set_nodelay(true);
    drop_if_not_taken(&stream);
    converse(stream, answers, is_answered).await;
}

/// Answers what is asked until the other side has no more to say. What that does wrong is no matter of ours.
async fn converse<S: AsyncRead + AsyncWrite + Unpin>(stream: S, answers: Router, is_answered: Arc<AtomicBool>) {
    let answers = TowerToHyperService::new(answers);
    let service = service_fn(move |request: Request<Incoming>| {
        let (answers, is_answered) = (answers.clone(), Arc::clone(&is_answered));
        async move {
            let request = whole(request).await;
            is_answered.store(true, Ordering::Relaxed);
            let until_sent = Answering(is_answered);
            let response = answers.call(request).await;
            response.map(|response| response.map(|body| Body::new(Sending { body, _until_sent: until_sent })))
        }
    });
    let _ = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADERS_WITHIN)
        .max_buf_size(BUFFER)
        .serve_connection(TokioIo::new(stream), service)
        .await;
}

/// A request with all of its body. Where that is too long or does not come, there is the refusal instead.
async fn whole(request: Request<Incoming>) -> Request<Body> {
    let (mut parts, body) = request.into_parts();
    let read = tokio::time::timeout(BODY_WITHIN, to_bytes(Body::new(body), LONGEST_BODY)).await;
    let refusal = match read {
        Ok(Ok(bytes)) => return Request::from_parts(parts, Body::from(bytes)),
        Ok(Err(error)) if is_broken(&error) => Refusal::new(StatusCode::BAD_REQUEST, "the request is broken"),
        Ok(Err(_)) => {
            let message = format!("nothing is read that is longer than {LONGEST_BODY} bytes");
            Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, message)
        }
        Err(_) => Refusal::new(StatusCode::REQUEST_TIMEOUT, "the request was not sent to its end"),
    };
    parts.extensions.insert(refusal);
    Request::from_parts(parts, Body::empty())
}

/// Whether what was sent is no body, rather than one that is too long.
fn is_broken(error: &axum::Error) -> bool {
    std::iter::successors(error.source(), |&error| error.source())
        .any(|error| error.downcast_ref::<hyper::Error>().is_some())
}

/// The connection is being answered as long as this is there.
struct Answering(Arc<AtomicBool>);

impl Drop for Answering {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Relaxed);
    }
}

/// An answer that is sent.
struct Sending {
    body: Body,
    _until_sent: Answering,
}

impl HttpBody for Sending {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// Ends a connection whose other side takes nothing of what it is sent.
#[cfg(target_os = "linux")]
fn drop_if_not_taken(stream: &TcpStream) {
    let _ = rustix::net::sockopt::set_tcp_user_timeout(stream, TAKEN_WITHIN.as_millis() as u32);
}

#[cfg(not(target_os = "linux"))]
fn drop_if_not_taken(_stream: &TcpStream) {}

/// A server that is asked without a port, with what is usual otherwise.
#[cfg(fuzzing)]
pub(crate) struct Fuzzed {
    answers: Router,
}

#[cfg(fuzzing)]
impl Fuzzed {
    /// Serves this folder as if at this address.
    pub(crate) fn new(folder: &std::path::Path, address: SocketAddr) -> Fuzzed {
        let served = Arc::new(Served::new(riverlab_lab::games::Registry::standard().catalog()));
        let hint = "greedy".parse().expect("a bot");
        let allowed = Allowed {
            specs: Vec::new(),
            programs: riverlab_arena::external::programs::Programs::default(),
            hint,
            most_simulations: 10,
        };
        let app = App::new(served, allowed, folder.to_owned(), folder.canonicalize().expect("a folder"));
        Fuzzed { answers: router(Arc::new(app), Guard { address, token: None }) }
    }

    /// Answers until the other side has no more to say.
    pub(crate) async fn answer(&self, stream: impl AsyncRead + AsyncWrite + Unpin) {
        converse(stream, self.answers.clone(), Arc::default()).await;
    }
}
