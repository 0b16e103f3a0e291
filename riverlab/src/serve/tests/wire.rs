//! What comes over a connection, byte by byte, without the line of the head that says when.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use serde_json::Value;

/// Who waits longer will wait for ever.
const PATIENCE: Duration = Duration::from_mins(1);

/// A request.
#[derive(Clone, Copy, Default)]
pub(super) struct Request<'a> {
    /// How and what is asked for, as in `GET /`.
    pub(super) line: &'a str,
    /// The key of a seat.
    pub(super) key: Option<&'a str>,
    /// Another line of the head, with its end.
    pub(super) head: &'a str,
    pub(super) body: &'a str,
}

impl Request<'_> {
    fn send(&self, address: SocketAddr) -> BufReader<TcpStream> {
        let Request { line, key, head, body } = self;
        let key = key.map_or(String::new(), |key| format!("Authorization: Bearer {key}\r\n"));
        let length = body.len();
        let text = format!(
            "{line} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{key}{head}\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        );
        let mut stream = TcpStream::connect(address).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a time");
        stream.write_all(text.as_bytes()).expect("sent");
        BufReader::new(stream)
    }

    /// The whole answer, and its status.
    pub(super) fn answer(&self, address: SocketAddr) -> (u16, Vec<u8>) {
        let mut stream = self.send(address);
        let mut bytes = head(&mut stream);
        stream.read_to_end(&mut bytes).expect("an answer");
        (status(&bytes), bytes)
    }

    /// The events that are the answer.
    pub(super) fn events(&self, address: SocketAddr) -> Events {
        let mut stream = self.send(address);
        let bytes = head(&mut stream);
        assert_eq!(status(&bytes), 200, "{}", String::from_utf8_lossy(&bytes));
        Events { stream, bytes }
    }
}

fn status(bytes: &[u8]) -> u16 {
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(16)]).into_owned();
    text.split(' ').nth(1).and_then(|number| number.parse().ok()).expect("a status")
}

fn line(stream: &mut impl BufRead) -> Vec<u8> {
    let mut line = Vec::new();
    stream.read_until(b'\n', &mut line).expect("a line");
    assert!(line.ends_with(b"\r\n"), "the connection has ended");
    line
}

/// The head of an answer, without its date.
fn head(stream: &mut impl BufRead) -> Vec<u8> {
    let mut bytes = Vec::new();
    loop {
        let line = line(stream);
        if !line.starts_with(b"date: ") {
            bytes.extend(&line);
        }
        if line == b"\r\n" {
            return bytes;
        }
    }
}

/// A stream of events, with all that has come so far.
pub(super) struct Events {
    stream: BufReader<TcpStream>,
    pub(super) bytes: Vec<u8>,
}

impl Events {
    /// The next event. Signs of life, which say nothing and come by the clock, are passed over.
    pub(super) fn next(&mut self) -> Value {
        loop {
            let size = line(&mut self.stream);
            let digits = String::from_utf8_lossy(&size).trim().to_owned();
            let length = usize::from_str_radix(&digits, 16).expect("a number of bytes");
            assert!(length > 0, "the events have ended");
            let mut chunk = vec![0; length + 2];
            self.stream.read_exact(&mut chunk).expect("as many bytes");
            if !chunk.starts_with(b":") {
                self.bytes.extend(size.iter().chain(&chunk));
                return data(&chunk);
            }
        }
    }
}

fn data(chunk: &[u8]) -> Value {
    let text = String::from_utf8_lossy(chunk);
    let data = text.lines().find_map(|line| line.strip_prefix("data: ")).expect("an event with data");
    serde_json::from_str(data).unwrap_or_else(|error| panic!("{error}: {text}"))
}
