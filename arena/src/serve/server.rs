//! Where the server listens, and how connections are bounded.

use std::io::{self, Write};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;

use super::allowed::Allowed;
use super::app::{App, router};
use super::guard::Guard;
use super::house::House;
use super::rooms::Key;
use crate::error::ArenaError;

/// So many connections are open at a time; others wait.
const MOST_CONNECTIONS: usize = 256;
/// How long a request may take to say what it wants, and a connection to say anything.
const HEADERS_WITHIN: Duration = Duration::from_secs(20);
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
    house: Arc<dyn House>,
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
        let app = Arc::new(App::new(house, allowed, folder, root));
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

/// Takes connections, as long as there is room for one more.
async fn accept(listener: &TcpListener, answers: Router) {
    let places = Arc::new(Semaphore::new(MOST_CONNECTIONS));
    loop {
        let place = Arc::clone(&places).acquire_owned().await.expect("it is never closed");
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(error) => {
                let _ = writeln!(io::stderr(), "a connection could not be taken: {error}");
                tokio::time::sleep(LOOK_EVERY).await;
                continue;
            }
        };
        let answers = answers.clone();
        tokio::spawn(async move {
            answer(stream, answers).await;
            drop(place);
        });
    }
}

/// Answers on one connection until it ends. What the other side does wrong is no matter of ours.
async fn answer(stream: TcpStream, answers: Router) {
    let _ = stream.set_nodelay(true);
    drop_if_not_taken(&stream);
    let _ = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADERS_WITHIN)
        .max_buf_size(BUFFER)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(answers))
        .await;
}

/// Ends a connection whose other side takes nothing of what it is sent.
#[cfg(target_os = "linux")]
fn drop_if_not_taken(stream: &TcpStream) {
    let _ = rustix::net::sockopt::set_tcp_user_timeout(stream, TAKEN_WITHIN.as_millis() as u32);
}

#[cfg(not(target_os = "linux"))]
fn drop_if_not_taken(_stream: &TcpStream) {}
