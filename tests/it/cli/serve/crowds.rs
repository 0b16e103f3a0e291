//! Connections that stay open: event streams, readers that do not read, requests that never end. All others are answered.

use std::io::Write;
use std::net::TcpStream;

use serde_json::json;

use super::client::{Answer, Events, Server, until};
use super::page::{Begun, is_over, some_move};
use crate::cli::program::folder;

/// So many event streams are served at a time.
const STREAMS: usize = 100;
/// More connections than the server holds.
const CROWD: usize = 300;
/// The server may hold so much more memory while it is abused, in kB.
const MORE_MEMORY: u64 = 20_000;

#[test]
fn a_hundred_event_streams_are_served_and_others_once_some_have_ended() {
    let dir = folder();
    let server = Server::start(dir.path());
    let begun = Begun::new(&server, "the-river", &["human", "greedy"], &json!({}));
    let sight = begun.look(&server, begun.key("p1")).turn(0);
    let open = || server.events(&begun.events(), "");
    // The stream that has just been closed may still count for a moment.
    let mut streams: Vec<Events> = Vec::new();
    until("a hundred are served", || {
        streams.extend(open());
        streams.len() == STREAMS
    });
    for _ in 0..STREAMS {
        let refused = open().err().expect("too many").refused(503);
        assert_eq!(refused, "100 event streams are open: close some pages");
    }
    begun.play(&server, begun.key("p1"), &sight["at"], some_move(&sight)).ok();
    for stream in &mut streams {
        let (first, second) = (stream.next().expect("an event"), stream.next().expect("an event"));
        assert!(first.0 == "sight" && second.0 == "sight" && first.1 != second.1);
    }
    streams.truncate(STREAMS - 10);
    until("ten more are served", || {
        streams.extend(open());
        streams.len() == STREAMS
    });
    server.is_well();
}

#[test]
fn readers_that_do_not_read_cost_little_and_keep_nobody_waiting() {
    let dir = folder();
    let server = Server::start(dir.path());
    let begun = Begun::new(&server, "carcassonne", &["mcts:sims=20", "greedy"], &json!({}));
    let before = server.memory();
    let request = server.request("GET", &begun.events(), &[], "");
    let slow = |_| -> TcpStream {
        let mut stream = server.connect();
        stream.write_all(request.as_bytes()).expect("sent");
        stream
    };
    let slow: Vec<TcpStream> = (0..60).map(slow).collect();
    let end = begun.look(&server, "").until(is_over);
    assert_eq!(server.get("/").status, 200);
    assert!(server.memory() < before + MORE_MEMORY, "{} kB after {before} kB", server.memory());
    // Who reads at last learns how the game has ended.
    let mut late = super::page::Looking::of(slow.into_iter().next().expect("a stream"));
    assert_eq!(late.until(is_over)["outcome"], end["outcome"]);
    server.is_well();
}

#[test]
fn connections_that_say_nothing_or_half_of_it_keep_nobody_out() {
    let dir = folder();
    let server = Server::start(dir.path());
    let host = &server.host;
    let json = "Content-Type: application/json\r\nContent-Length: 1000\r\n";
    let mut crowds: Vec<TcpStream> = Vec::new();
    for half in [
        "",
        "GET / HT",
        &format!("POST /games HTTP/1.1\r\nHost: {host}\r\n{json}\r\n{{"),
        "POST / HTTP/1.1\r\nHost: x\r\n",
    ] {
        for _ in 0..CROWD {
            let mut stream = server.connect();
            let _ = stream.write_all(half.as_bytes());
            crowds.push(stream);
        }
        assert_eq!(server.get("/").status, 200, "after {CROWD} of {half:?}");
        let begun = Begun::new(&server, "the-river", &["human", "greedy"], &json!({}));
        let sight = begun.look(&server, begun.key("p1")).turn(0);
        begun.play(&server, begun.key("p1"), &sight["at"], some_move(&sight)).ok();
    }
    server.is_well();
}

#[test]
fn one_connection_asks_for_many_pages() {
    let dir = folder();
    let server = Server::start(dir.path());
    let host = &server.host;
    let mut stream = server.connect();
    for _ in 0..50 {
        stream.write_all(format!("GET / HTTP/1.1\r\nHost: {host}\r\n\r\n").as_bytes()).expect("sent");
        let answer = Answer::read(stream.try_clone().expect("a stream")).expect("an answer");
        assert_eq!(answer.status, 200);
    }
}
