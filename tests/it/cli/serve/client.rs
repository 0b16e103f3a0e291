//! Starts `riverlab serve` and speaks HTTP/1.1 with it, as little of it as is needed and as raw as is wanted.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::NamedTempFile;

use crate::cli::program::path;

/// Nothing that is waited for takes so long, unless it never comes.
const PATIENCE: Duration = Duration::from_mins(1);
/// How often is looked whether something has happened.
const LOOK_EVERY: Duration = Duration::from_millis(10);

/// The server, which ends with this value.
pub(super) struct Server {
    child: Child,
    /// The link that it has printed.
    pub(super) link: String,
    /// Its address with the port, as in `Host`.
    pub(super) host: String,
    stderr: NamedTempFile,
}

impl Server {
    /// Serves a folder.
    pub(super) fn start(folder: &Path) -> Server {
        Server::with(folder, &[])
    }

    /// Serves a folder with more arguments.
    pub(super) fn with(folder: &Path, arguments: &[&str]) -> Server {
        let stderr = NamedTempFile::new().expect("a file");
        let mut child = Command::new(path())
            .arg("serve")
            .arg(folder)
            .args(["--port", "0"])
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(stderr.reopen().expect("a file"))
            .spawn()
            .expect("the program starts");
        let mut link = String::new();
        let read = BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut link);
        let link = link.trim().to_owned();
        let host = link.strip_prefix("http://").and_then(|rest| rest.split('/').next()).unwrap_or_default().to_owned();
        let server = Server { child, link, host, stderr };
        assert!(read.is_ok() && server.host.starts_with("127.0.0.1:"), "{}: {}", server.link, server.stderr());
        server
    }

    /// What it has written to its terminal.
    pub(super) fn stderr(&self) -> String {
        fs::read_to_string(self.stderr.path()).expect("a file")
    }

    /// The most memory that it has held so far, in kB.
    pub(super) fn memory(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).expect("it runs");
        let most = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("a line");
        most.trim_end_matches("kB").trim().parse().expect("a number")
    }

    /// A new connection.
    pub(super) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.host).expect("the server listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        stream.set_write_timeout(Some(PATIENCE)).expect("a timeout");
        stream
    }

    /// The text of a request as the server's own pages ask.
    pub(super) fn request(&self, method: &str, target: &str, headers: &[&str], body: &str) -> String {
        let headers: String = headers.iter().flat_map(|header| [*header, "\r\n"]).collect();
        let length = body.len();
        let host = &self.host;
        format!(
            "{method} {target} HTTP/1.1\r\nHost: {host}\r\nContent-Length: {length}\r\nConnection: close\r\n{headers}\r\n{body}"
        )
    }

    /// The answer to what is sent, whatever it is.
    pub(super) fn raw(&self, request: &str) -> Answer {
        let mut stream = self.connect();
        stream.write_all(request.as_bytes()).expect("sent");
        Answer::read(stream).unwrap_or_else(|| panic!("no answer to {request}"))
    }

    /// The answer to a request with more headers.
    pub(super) fn ask(&self, method: &str, target: &str, headers: &[&str], body: &str) -> Answer {
        self.raw(&self.request(method, target, headers, body))
    }

    /// The answer to a request for a page.
    pub(super) fn get(&self, target: &str) -> Answer {
        self.ask("GET", target, &[], "")
    }

    /// The answer to JSON that is sent, with the key of a seat if there is one.
    pub(super) fn post(&self, target: &str, key: &str, json: &Value) -> Answer {
        let bearer = format!("Authorization: Bearer {key}");
        let headers = ["Content-Type: application/json", &bearer];
        self.ask("POST", target, &headers[..if key.is_empty() { 1 } else { 2 }], &json.to_string())
    }

    /// An event stream, with the key of a seat if there is one; or why it is refused.
    pub(super) fn events(&self, target: &str, key: &str) -> Result<Events, Answer> {
        let bearer = format!("Authorization: Bearer {key}");
        let headers: &[&str] = if key.is_empty() { &[] } else { &[&bearer] };
        let mut stream = self.connect();
        stream.write_all(self.request("GET", target, headers, "").as_bytes()).expect("sent");
        Events::read(stream)
    }

    /// Ends it at once, as a machine does that loses its power.
    pub(super) fn kill(&mut self) {
        self.child.kill().expect("it is killed");
        self.child.wait().expect("it has ended");
    }

    /// That it is well: it answers, and nothing has panicked.
    pub(super) fn is_well(&self) {
        assert_eq!(self.get("/").status, 200);
        assert!(!self.stderr().contains("panicked"), "{}", self.stderr());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        if !thread::panicking() {
            assert!(!self.stderr().contains("panicked"), "{}", self.stderr());
        }
    }
}

/// Waits until something is so.
pub(super) fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begin = Instant::now();
    while !is_so() {
        assert!(begin.elapsed() < PATIENCE, "{what}");
        thread::sleep(LOOK_EVERY);
    }
}

/// What the server answered.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) status: u16,
    /// Names in lower case.
    headers: Vec<(String, String)>,
    pub(super) body: Vec<u8>,
}

impl Answer {
    /// Reads an answer; nothing if the connection was closed.
    pub(super) fn read(stream: TcpStream) -> Option<Answer> {
        let mut input = BufReader::new(stream);
        let mut answer = Answer::head(&mut input)?;
        if answer.header("transfer-encoding") == Some("chunked") {
            while let Some(chunk) = chunk(&mut input) {
                answer.body.extend(chunk);
            }
        } else if let Some(length) = answer.header("content-length").and_then(|length| length.parse().ok()) {
            answer.body.resize(length, 0);
            input.read_exact(&mut answer.body).ok()?;
        }
        Some(answer)
    }

    fn head(input: &mut impl BufRead) -> Option<Answer> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            if input.read_line(&mut line).ok()? == 0 {
                return None;
            }
            if line.trim().is_empty() {
                break;
            }
            lines.push(line.trim_end().to_owned());
        }
        let status = lines.first()?.split(' ').nth(1)?.parse().ok()?;
        let headers = lines[1..].iter().filter_map(|line| line.split_once(':'));
        let headers = headers.map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned())).collect();
        Some(Answer { status, headers, body: Vec::new() })
    }

    /// The value of the first header with this name, in lower case.
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(other, _)| other == name).map(|(_, value)| value.as_str())
    }

    pub(super) fn text(&self) -> String {
        String::from_utf8(self.body.clone()).expect("UTF-8")
    }

    /// What was answered as JSON.
    pub(super) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error}: {}: {}", self.status, self.text()))
    }

    /// The answer, which is what was asked for.
    pub(super) fn ok(self) -> Answer {
        assert_eq!(self.status, 200, "{}", self.text());
        self
    }

    /// The message of a refusal with this status.
    pub(super) fn refused(&self, status: u16) -> String {
        assert_eq!(self.status, status, "{}", self.text());
        self.json()["error"].as_str().expect("a message").to_owned()
    }
}

/// The next part of a body of unknown length; nothing at its end.
fn chunk(input: &mut impl BufRead) -> Option<Vec<u8>> {
    let mut line = String::new();
    input.read_line(&mut line).ok()?;
    let length = usize::from_str_radix(line.trim(), 16).ok()?;
    let mut bytes = vec![0; length + 2];
    input.read_exact(&mut bytes).ok()?;
    bytes.truncate(length);
    (length > 0).then_some(bytes)
}

/// An open event stream.
pub(super) struct Events {
    input: BufReader<TcpStream>,
    text: String,
}

impl Events {
    /// Reads the head of an answer, which may be a refusal.
    pub(super) fn read(stream: TcpStream) -> Result<Events, Answer> {
        let mut input = BufReader::new(stream);
        let mut answer = Answer::head(&mut input).expect("an answer");
        if answer.status == 200 {
            return Ok(Events { input, text: String::new() });
        }
        let length = answer.header("content-length").and_then(|length| length.parse().ok());
        answer.body.resize(length.unwrap_or(0), 0);
        input.read_exact(&mut answer.body).expect("a body");
        Err(answer)
    }

    /// The name and the data of the next event; nothing once the stream has ended.
    pub(super) fn next(&mut self) -> Option<(String, String)> {
        let begin = Instant::now();
        loop {
            assert!(begin.elapsed() < PATIENCE, "nothing but signs of life");
            while let Some((event, rest)) = self.text.split_once("\n\n") {
                let field = |name: &str| event.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
                let named = field("event:").map(|name| (name.to_owned(), field("data:").unwrap_or("").to_owned()));
                self.text = rest.to_owned();
                if named.is_some() {
                    return named;
                }
            }
            self.text += &String::from_utf8(chunk(&mut self.input)?).expect("UTF-8");
        }
    }
}

/// All files below a folder with what is in them, by path.
pub(super) fn listing(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() && !path.is_symlink() {
            files.extend(listing(&path));
        } else {
            let mut content = Vec::new();
            let read = File::open(&path).and_then(|mut file| file.read_to_end(&mut content));
            files.push((path.display().to_string(), if read.is_ok() { content } else { Vec::new() }));
        }
    }
    files.sort_unstable();
    files
}
