//! What others than the server's own pages ask for is refused with a message, and so is what makes no sense.

use std::fs;
use std::io::{Read, Write};
use std::os::unix::fs::symlink;

use serde_json::{Value, json};

use super::client::{Answer, Server};
use super::page::Begun;
use crate::cli::program::folder;

/// So many bytes are sent where far fewer are allowed.
const HUGE: usize = 100_000_000;
/// The server may hold so much more memory after it was abused, in kB.
const MORE_MEMORY: u64 = 20_000;

#[test]
fn only_its_own_pages_are_answered() {
    let dir = folder();
    let server = Server::start(dir.path());
    let own = format!("Host: {}", server.host);
    let port = server.host.rsplit(':').next().expect("a port");
    let ask = |target: &str, headers: &[&str]| {
        server.raw(&format!("{target} HTTP/1.1\r\n{}\r\nConnection: close\r\n\r\n", headers.join("\r\n")))
    };
    let hosts =
        ["a.example", &format!("a.example:{port}"), "127.0.0.1", "", "127.0.0.2:80", &format!("0.0.0.0:{port}")];
    for host in hosts {
        let refused = ask("GET /", &[&format!("Host: {host}")]).refused(403);
        assert_eq!(refused, format!("host \"{host}\": this server is {}", server.host));
    }
    let script = ask("GET /", &["Host: <script>alert(1)</script>"]);
    assert!(script.header("content-type").is_some_and(|kind| kind.starts_with("application/json")), "{script:?}");
    for headers in [&["Accept: */*"][..], &[&own, &own], &[&own, "Host: a.example"], &["Host: a.example", &own]] {
        assert!(ask("GET /", headers).refused(403).starts_with("host "), "{headers:?}");
    }
    assert_eq!(server.raw("GET / HTTP/1.0\r\n\r\n").status, 403);
    for target in ["http://a.example/", &format!("http://{}/", server.host)] {
        assert!(ask(&format!("GET {target}"), &[&own]).refused(403).starts_with("host "), "{target}");
    }
    let origins =
        ["http://a.example", "null", "", &format!("https://{}", server.host), &format!("http://localhost:{port}")];
    for origin in origins {
        for method in ["GET /", "POST /games"] {
            let refused = ask(method, &[&own, &format!("Origin: {origin}")]).refused(403);
            assert_eq!(refused, format!("origin \"{origin}\": only pages of this server ask"), "{method}");
        }
    }
    for site in ["cross-site", "same-site", "x"] {
        for target in ["GET /", "POST /games", "GET /games/x/events"] {
            assert_eq!(
                ask(target, &[&own, &format!("Sec-Fetch-Site: {site}")]).refused(403),
                "only pages of this server ask"
            );
        }
    }
    let link = ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate"];
    assert_eq!(ask("GET /", &[&own, link[0], link[1]]).status, 200, "a link that somebody has sent");
    assert_eq!(ask("GET /", &[&format!("Host: localhost:{port}")]).status, 200);
    let page = ask("GET /", &[&own]).ok();
    for (header, value) in [
        ("x-content-type-options", "nosniff"),
        ("cache-control", "no-store"),
        ("cross-origin-resource-policy", "same-origin"),
    ] {
        assert_eq!(page.header(header), Some(value));
    }
    assert!(page.header("content-security-policy").is_some_and(|policy| policy.starts_with("default-src 'none'")));
    assert!(page.header("access-control-allow-origin").is_none());
    server.is_well();
}

#[test]
fn each_page_is_asked_for_in_its_own_way() {
    let dir = folder();
    let server = Server::start(dir.path());
    let id = Begun::new(&server, "the-river", &["human", "greedy"], &json!({})).id;
    let game = |what: &str| format!("/games/{id}/{what}");
    for target in ["/", "/games", "/run", "/replay", "/assets/style.css", &game("events"), &game("move"), &game("p1")] {
        for method in ["PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "X-Y"] {
            let refused = server.ask(method, target, &[], "").refused(405);
            assert!(refused.contains(method), "{method} {target}: {refused}");
        }
    }
    for target in ["/", "/run", "/run/events", "/run/game", "/run/trace", "/replay", "/assets/style.css"] {
        assert!(server.post(target, "", &json!({})).refused(405).contains("POST"), "{target}");
    }
    for what in ["events", "trace", "replay", "p1"] {
        assert!(server.post(&game(what), "", &json!({})).refused(405).contains("POST"), "{what}");
    }
    for target in ["/games", &game("move"), &game("undo"), &game("hint"), &game("sit"), &game("go-on")] {
        assert!(server.get(target).refused(405).contains("GET"), "{target}");
    }
    let mut stream = server.connect();
    stream.write_all(server.request("CONNECT", "a.example:443", &[], "").as_bytes()).expect("sent");
    assert!(Answer::read(stream).is_none_or(|answer| answer.status == 403));
    for broken in ["\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "\0\0\0\r\n\r\n", "\u{16}\u{3}\u{1}\r\n\r\n"] {
        let mut stream = server.connect();
        stream.write_all(broken.as_bytes()).expect("sent");
        stream.shutdown(std::net::Shutdown::Write).expect("ended");
        assert!(Answer::read(stream).is_none_or(|answer| answer.status == 400), "{broken:?}");
    }
    let long = format!("GET /?{} HTTP/1.1\r\n", "x".repeat(70_000));
    let mut stream = server.connect();
    let _ = stream.write_all(long.as_bytes());
    assert!(Answer::read(stream).is_none_or(|answer| [414, 431].contains(&answer.status)));
    server.is_well();
}

#[test]
fn nothing_outside_of_the_folder_is_shown_and_nothing_hidden_within() {
    let outer = folder();
    let root = outer.path().join("root");
    fs::create_dir_all(root.join(".git")).expect("made");
    let manifest = "{\"complete\":false,\"secret\":\"not for others\"}";
    for place in ["manifest.json", "root/.git/manifest.json"] {
        fs::write(outer.path().join(place), manifest).expect("written");
    }
    for place in ["secret", "root/.secret"] {
        fs::write(outer.path().join(place), "not for others").expect("written");
    }
    symlink(outer.path().join("secret"), root.join("link.jsonl")).expect("made");
    symlink(outer.path(), root.join("up")).expect("made");
    symlink("/", root.join("slash")).expect("made");
    symlink("self", root.join("self")).expect("made");
    let server = Server::start(&root);
    let absolute = outer.path().display().to_string();
    let names = [
        "..",
        "%2e%2e",
        ".%2e",
        "up",
        "up/root/..",
        "slash",
        "slash/etc",
        "self",
        "/",
        "/etc",
        ".git",
        "%2egit",
        "a/../..",
        "..%2f",
        "..%5c",
        "%00",
        "x%00y",
        "%2e%2e%2fsecret",
        "../../etc/passwd",
        "../secret",
        ".secret",
        "link.jsonl",
        "up/secret",
        "slash/etc/passwd",
        "/proc/self/environ",
        "nothing",
        &absolute,
    ];
    for name in names {
        let targets = [
            format!("/run?dir={name}"),
            format!("/run/events?dir={name}"),
            format!("/run/game?dir={name}&game=1"),
            format!("/run/trace?dir={name}&game=1"),
            format!("/replay?file={name}"),
        ];
        for target in targets {
            let answer = server.get(&target);
            assert_eq!(answer.status, 404, "{target}: {}", answer.text());
            assert!(answer.text().contains("there is no") && !answer.text().contains("not for others"), "{target}");
        }
    }
    for target in [
        "/assets/..%2f..%2fetc%2fpasswd",
        "/assets/%2e%2e",
        "/assets/../Cargo.toml",
        "/assets/style.css%00",
        "/assets/",
        "/..",
        "/games/..%2f..%2fx",
        "/games/..%2fx/events",
        "/games/%00",
        "/games/%2e%2e%2fsecret/trace",
        "/games/../../secret",
        "/games/..%2fsecret/replay",
        "/secret",
        "/.secret",
        "//etc/passwd",
        "/%2e%2e/secret",
    ] {
        let answer = server.get(target);
        assert_eq!(answer.status, 404, "{target}: {}", answer.text());
        assert!(!answer.text().contains("not for others"), "{target}");
    }
    for target in
        ["/run/game?dir=&game=x", "/run/game?dir=&game=99999999999999999999999", "/run/game", "/replay", "/games/%ff"]
    {
        let answer = server.get(target);
        assert_eq!(answer.status, 400, "{target}: {}", answer.text());
        assert!(answer.text().contains("<html"), "{target}: {}", answer.text());
    }
    server.is_well();
}

#[test]
fn keys_of_seats_are_not_shown() {
    let dir = folder();
    let server = Server::start(dir.path());
    let begun = Begun::new(&server, "rio-grande", &["human", "human"], &json!({}));
    let names = [format!("games/{}.seats.json", begun.id), format!("games/{}.jsonl", begun.id), "games".to_owned()];
    for target in names.iter().flat_map(|name| {
        ["/run?dir=", "/run/events?dir=", "/run/trace?game=1&dir=", "/run/game?game=1&dir=", "/replay?file="]
            .map(|target| format!("{target}{name}"))
    }) {
        let answer = server.get(&target);
        assert!(answer.status >= 400, "{target}: {}", answer.status);
        assert!(!answer.text().contains(begun.key("p1")) && !answer.text().contains(begun.key("p2")), "{target}");
        assert!(!answer.text().contains("deal:"), "no hidden card: {target}: {}", answer.text());
    }
    let page = server.get("/").ok().text();
    assert!(page.contains(&begun.id) && !page.contains(begun.key("p1")));
}

#[test]
fn bodies_that_are_too_long_are_not_read() {
    let dir = folder();
    let server = Server::start(dir.path());
    let id = Begun::new(&server, "the-river", &["human", "greedy"], &json!({})).id;
    let before = server.memory();
    let host = &server.host;
    for target in [
        "POST /games",
        &format!("POST /games/{id}/move"),
        &format!("POST /games/{id}/go-on"),
        "POST /",
        "GET /",
        "GET /run",
    ] {
        for (kind, length) in
            [("chunked", "Transfer-Encoding: chunked".to_owned()), ("whole", format!("Content-Length: {HUGE}"))]
        {
            let mut stream = server.connect();
            let head =
                format!("{target} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n{length}\r\n\r\n");
            stream.write_all(head.as_bytes()).expect("sent");
            let part = match kind {
                "chunked" => format!("10000\r\n{}\r\n", " ".repeat(1 << 16)),
                _ => " ".repeat(1 << 16),
            };
            let sent = (0..HUGE / part.len()).take_while(|_| stream.write_all(part.as_bytes()).is_ok()).count();
            assert!(sent < 500, "{target}, {kind}: {sent} parts were taken");
            // What was sent after the answer may make the system forget the answer.
            let mut answer = Vec::new();
            let _ = stream.read_to_end(&mut answer);
            let answer = String::from_utf8_lossy(&answer);
            assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 413"), "{target}, {kind}: {answer}");
        }
    }
    let just_too_long = server.post("/games", "", &json!({ "game": "x".repeat(17_000), "seats": [] }));
    assert!(just_too_long.refused(413).contains("16384"), "{}", just_too_long.text());
    let broken =
        format!("POST /games HTTP/1.1\r\nHost: {host}\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{{}}\r\n0\r\n\r\n");
    server.raw(&broken).refused(400);
    let deep = "[".repeat(16_000);
    server.ask("POST", "/games", &["Content-Type: application/json"], &deep).refused(422);
    server.is_well();
    assert!(server.memory() < before + MORE_MEMORY, "{} kB after {before} kB", server.memory());
}

#[test]
fn what_makes_no_sense_is_refused_with_a_message() {
    let dir = folder();
    let server = Server::start(dir.path());
    let begun = Begun::new(&server, "the-river", &["human", "greedy"], &json!({}));
    let json = "Content-Type: application/json";
    for (headers, body, status) in [
        (&[json][..], "{", 400),
        (&[json], "", 400),
        (&[json], "\0", 400),
        (&[], "{}", 415),
        (&["Content-Type: text/plain"], "{}", 415),
        (&["Content-Type: application/x-www-form-urlencoded"], "game=the-river", 415),
    ] {
        for target in ["/games", &format!("/games/{}/move", begun.id), &format!("/games/{}/hint", begun.id)] {
            assert_ne!(server.ask("POST", target, headers, body).refused(status), "", "{target}: {body}");
        }
    }
    let two = || json!(["human", "greedy"]);
    for (request, message) in [
        (json!({}), "game"),
        (json!([]), "expected struct"),
        (json!({ "game": "the-river" }), "seats"),
        (json!({ "game": 1, "seats": two() }), "string"),
        (json!({ "game": "the-river", "seats": "human" }), "sequence"),
        (json!({ "game": "the-river", "seats": two(), "colour": "red" }), "colour"),
        (json!({ "game": "the-river", "seats": two(), "seed": -1 }), "seed"),
        (json!({ "game": "the-river", "seats": two(), "seed": 1.5 }), "seed"),
        (json!({ "game": "the-river", "seats": two(), "seed": 1e300 }), "seed"),
        (json!({ "game": "the-river", "seats": two(), "seed": 1u64 << 53 }), "from 0 to 9007199254740991"),
        (json!({ "game": "the-river", "seats": two(), "deal": 0 }), "deal 0: expected"),
        (json!({ "game": "the-river", "seats": two(), "one_screen": "yes" }), "one_screen"),
        (json!({ "game": "chess", "seats": two() }), "game \"chess\" is unknown"),
        (json!({ "game": "", "seats": two() }), "unknown"),
        (json!({ "game": "../x", "seats": two() }), "unknown"),
        (json!({ "game": "carcassonne:rivers=7", "seats": two() }), "rivers"),
        (json!({ "game": "the-river", "seats": ["human"] }), "2 to 4 players"),
        (json!({ "game": "the-river", "seats": vec!["human"; 1000] }), "2 to 4 players"),
        (json!({ "game": "the-river", "seats": [] }), "2 to 4 players"),
        (json!({ "game": "the-river", "seats": ["human", "alphazero"] }), "bot \"alphazero\""),
        (json!({ "game": "the-river", "seats": ["human", "human:x"] }), "human"),
        (json!({ "game": "the-river", "seats": ["human", ""] }), "bot"),
        (json!({ "game": "the-river", "seats": ["human", "mcts:sims=0"] }), "sims"),
        (json!({ "game": "the-river", "seats": ["human", "mcts:sims=-1"] }), "sims"),
        (json!({ "game": "the-river", "seats": ["human", "mcts:sims=10001"] }), "--bot mcts:sims=10001"),
        (json!({ "game": "the-river", "seats": ["human", "mcts:sims=99999999999999999999999"] }), "sims"),
        (json!({ "game": "the-river", "seats": ["human", "mcts:ms=3600000"] }), "--bot mcts:ms=3600000"),
        (json!({ "game": "the-river", "seats": ["human", "mcts:sims=10,threads=1000"] }), "--bot"),
        (json!({ "game": "the-river", "seats": ["human", "cmd:x"] }), "--bot cmd:x"),
        (
            json!({ "game": "the-river", "seats": ["human", "greedy:eval=/etc/passwd"] }),
            "--bot greedy:eval=/etc/passwd",
        ),
        (json!({ "game": "the-river", "seats": ["human", "greedy:path=x"] }), "--bot"),
    ] {
        let refused = server.post("/games", "", &request).refused(422);
        assert!(refused.contains(message), "{request}: {refused}");
    }
    let key = begun.key("p1");
    for (what, request) in [
        ("move", json!({ "at": -1, "move": "x" })),
        ("move", json!({ "at": "0", "move": "x" })),
        ("move", json!({ "at": 1e300, "move": "x" })),
        ("move", json!({ "at": 0, "move": 1 })),
        ("move", json!({ "at": 0 })),
        ("undo", json!({ "at": null })),
        ("hint", json!({ "at": 0, "bot": "greedy", "x": 1 })),
        ("hint", json!({ "at": 0, "bot": "cmd:x" })),
        ("hint", json!({ "at": 0, "bot": "mcts:sims=1000000" })),
        ("sit", json!({ "seat": "p9" })),
        ("sit", json!({ "seat": 1 })),
    ] {
        assert_ne!(begun.post(&server, what, key, &request).refused(422), "", "{what}: {request}");
    }
    let now = begun.look(&server, key).turn(0);
    for bot in ["human", "alphazero", "", "mcts:sims=0"] {
        assert_ne!(begun.hint(&server, key, &now["at"], bot).refused(422), "", "{bot}");
    }
    let most = u64::MAX;
    for at in [json!(most), json!(1u64 << 53)] {
        assert!(begun.play(&server, key, &at, &json!("x")).refused(409).contains("the game has gone on"));
    }
    let far = Begun::new(
        &server,
        "carcassonne",
        &["human", "greedy"],
        &json!({ "seed": (1u64 << 53) - 1, "deal": 1_000_000_000 }),
    );
    let sight: Value = far.look(&server, far.key("p1")).turn(0);
    assert_eq!(sight["failed"], false);
    server.is_well();
}
