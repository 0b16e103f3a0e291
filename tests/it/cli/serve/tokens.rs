//! What every browser must show where a token is asked for.

use super::client::Server;
use crate::cli::program::{folder, run_in};

const TOKEN: &str = "0123456789abcdef-XYZ";

#[test]
fn with_a_token_nothing_is_answered_without_its_cookie() {
    let dir = folder();
    let server = Server::with(dir.path(), &["--token", TOKEN]);
    assert_eq!(server.link, format!("http://{}/?token={TOKEN}", server.host));
    let cookie = |value: &str| format!("Cookie: a=b; riverlab-token={value}; c=d");
    for target in ["/", "/assets/style.css", "/run", "/games/x/events", "/nothing", "/?token=0123456789abcdef-XYz"] {
        for headers in [&[][..], &[&*cookie("0123456789abcdef-XYz")], &[&*cookie("")], &["Authorization: Bearer x"]] {
            let refused = server.ask("GET", target, headers, "").refused(401);
            assert!(refused.contains("open the link that riverlab serve has printed"), "{refused}");
        }
    }
    assert_eq!(server.ask("POST", "/games", &["Content-Type: application/json"], "{}").status, 401);
    assert_eq!(server.ask("POST", &format!("/games?token={TOKEN}"), &[], "{}").status, 401);
    let foreign = server.raw(&format!("GET /?token={TOKEN} HTTP/1.1\r\nHost: a.example\r\n\r\n"));
    assert!(foreign.status == 403 && foreign.header("set-cookie").is_none());

    let admitted = server.get(&format!("/?token={TOKEN}"));
    let set = admitted.header("set-cookie").expect("a cookie");
    assert_eq!((admitted.status, admitted.header("location")), (303, Some("/")));
    assert!(set.contains("HttpOnly") && set.contains("SameSite=Strict"), "{set}");
    let shown = format!("Cookie: {}", set.split(';').next().expect("a cookie"));
    let page = server.ask("GET", "/", &[&shown], "").ok().text();
    assert!(page.contains("<html") && !page.contains(TOKEN));
    let json = r#"{"game":"the-river","seats":["human","greedy"]}"#;
    server.ask("POST", "/games", &[&shown, "Content-Type: application/json"], json).ok();
}

#[test]
fn addresses_of_others_demand_a_token_that_is_long() {
    let dir = folder();
    for (arguments, message) in [
        ("serve --address 0.0.0.0 --port 0", "--address 0.0.0.0: other machines reach this address: give --token"),
        ("serve --address :: --port 0", "--address ::: other machines reach this address"),
        ("serve --address 192.0.2.7 --port 0", "--address 192.0.2.7: other machines reach this address"),
        ("serve --port 0 --token 0123456789abcde", "at least 16 letters, digits or hyphens"),
        ("serve --port 0 --token 0123456789abcde/?", "at least 16 letters, digits or hyphens"),
        ("serve --port 65536", "65536"),
        ("serve nothing --port 0", "nothing"),
        ("serve --port 0 --bot cmd:mine", "cmd:mine"),
        ("serve --port 0 --bot alphazero:", "alphazero"),
        ("serve --port 0 --max-sims 0", "0"),
    ] {
        let ran = run_in(dir.path(), arguments);
        assert!(ran.code == Some(2) && ran.stderr.contains(message) && ran.stdout.is_empty(), "{arguments}: {ran:?}");
    }
}
