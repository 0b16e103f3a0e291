use super::*;

fn guard(address: &str) -> Guard {
    Guard { address: address.parse().expect("an address"), token: None }
}

fn check(guard: &Guard, method: &Method, headers: &[(&'static str, &str)]) -> Result<(), String> {
    let mut map = HeaderMap::new();
    for (name, value) in headers {
        map.append(*name, HeaderValue::from_str(value).expect("a value"));
    }
    guard.check(method, &Uri::from_static("/"), &map).map_err(|refusal| refusal.message)
}

#[test]
fn only_own_pages_and_links_are_answered() {
    let local = guard("127.0.0.1:4747");
    for host in ["127.0.0.1:4747", "localhost:4747"] {
        let origin = format!("http://{host}");
        assert_eq!(check(&local, &Method::GET, &[("host", host)]), Ok(()));
        assert_eq!(check(&local, &Method::POST, &[("host", host), ("origin", &origin)]), Ok(()));
    }
    for host in ["", "evil.example:4747", "127.0.0.1", "127.0.0.1:80", "127.0.0.2:4747", "localhost", "0.0.0.0:4747"] {
        assert!(check(&local, &Method::GET, &[("host", host)]).is_err(), "{host}");
    }
    let host = ("host", "127.0.0.1:4747");
    for origin in ["http://evil.example", "null", "https://127.0.0.1:4747", "http://localhost:4747", "http://127.0.0.1"]
    {
        assert!(check(&local, &Method::POST, &[host, ("origin", origin)]).is_err(), "{origin}");
        assert!(check(&local, &Method::GET, &[host, ("origin", origin)]).is_err(), "{origin}");
    }
    assert!(check(&local, &Method::GET, &[host, host]).is_err(), "two hosts");
    let from = |method, site, mode| check(&local, method, &[host, ("sec-fetch-site", site), ("sec-fetch-mode", mode)]);
    assert_eq!(from(&Method::POST, "same-origin", "cors"), Ok(()));
    assert_eq!(from(&Method::GET, "none", "navigate"), Ok(()));
    assert_eq!(from(&Method::GET, "cross-site", "navigate"), Ok(()), "a link that somebody has sent");
    assert!(from(&Method::GET, "cross-site", "no-cors").is_err(), "a picture of another page");
    assert!(from(&Method::POST, "cross-site", "navigate").is_err(), "a form of another page");
    assert!(from(&Method::GET, "same-site", "cors").is_err(), "another port of this machine");
}

#[test]
fn addresses_that_others_reach_are_asked_for_by_number() {
    let open = guard("0.0.0.0:80");
    for (host, is_own) in
        [("192.0.2.7", true), ("192.0.2.7:80", true), ("[2001:db8::1]:80", true), ("a.example", false), ("x:80", false)]
    {
        assert_eq!(check(&open, &Method::GET, &[("host", host)]).is_ok(), is_own, "{host}");
    }
}

#[test]
fn the_token_is_shown_by_a_cookie_that_a_link_gives() {
    let guard = Guard { token: Some(Key::chosen("0123456789abcdef")), ..guard("127.0.0.1:4747") };
    let shows =
        |cookie: &'static str| guard.has_token(&HeaderMap::from_iter([(COOKIE, HeaderValue::from_static(cookie))]));
    assert!(shows("a=b; riverlab-token=0123456789abcdef"));
    assert!(
        !shows("riverlab-token=0123456789abcdee")
            && !shows("token=0123456789abcdef")
            && !guard.has_token(&HeaderMap::new())
    );
    let link = |method: &Method, uri: &'static str| guard.admission(method, &Uri::from_static(uri));
    let answer = link(&Method::GET, "/run?dir=a&token=0123456789abcdef").expect("let in");
    assert_eq!((answer.status(), answer.headers()[LOCATION].as_bytes()), (StatusCode::SEE_OTHER, &b"/run"[..]));
    assert!(link(&Method::GET, "/?token=wrong").is_none() && link(&Method::GET, "/").is_none());
    assert!(link(&Method::POST, "/?token=0123456789abcdef").is_none());
}
