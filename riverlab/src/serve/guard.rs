//! Who may ask at all: only pages of this server, on this machine or with the token.
//!
//! A page of another site can make a browser send requests to this address. Such a request bears the name of the other site
//! as its origin, or, where a name was made to point here, as its host: both are refused. What is asked for by the server's
//! own pages has neither.

use std::net::SocketAddr;

use axum::extract::{Request, State};
use axum::http::header::{
    self, AUTHORIZATION, CACHE_CONTROL, CONTENT_SECURITY_POLICY, COOKIE, HOST, LOCATION, ORIGIN, REFERRER_POLICY,
    SET_COOKIE, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::refusal::Refusal;
use super::rooms::Key;

/// The cookie that holds the token.
const TOKEN: &str = "riverlab-token";
/// What the server's own pages may load.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; connect-src 'self'; img-src data:; \
    form-action 'self'; frame-ancestors 'none'; base-uri 'none'";
/// What reports and replays may load, which have everything within them.
pub(super) const CLOSED_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; \
    img-src data:; frame-ancestors 'none'; base-uri 'none'";

/// To whom the server answers.
#[derive(Clone, Debug)]
pub(super) struct Guard {
    /// Where it listens.
    pub(super) address: SocketAddr,
    /// What everybody must show, if anything.
    pub(super) token: Option<Key>,
}

impl Guard {
    fn check(&self, method: &Method, uri: &Uri, headers: &HeaderMap) -> Result<(), Refusal> {
        let mut hosts = headers.get_all(HOST).iter();
        let host = hosts.next().and_then(|host| host.to_str().ok()).unwrap_or_default();
        if hosts.next().is_some() || uri.authority().is_some() || !self.is_own_host(host) {
            return Err(Refusal::forbidden(format!("host \"{}\": this server is {}", shown(host), self.address)));
        }
        if let Some(origin) = headers.get(ORIGIN) {
            let origin = origin.to_str().unwrap_or_default();
            if origin.strip_prefix("http://") != Some(host) {
                return Err(Refusal::forbidden(format!("origin \"{}\": only pages of this server ask", shown(origin))));
            }
        }
        let fetch = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
        let is_own = fetch("sec-fetch-site").is_none_or(|site| ["same-origin", "none"].contains(&site));
        let is_link = *method == Method::GET && fetch("sec-fetch-mode") == Some("navigate");
        if is_own || is_link { Ok(()) } else { Err(Refusal::forbidden("only pages of this server ask")) }
    }

    /// Whether a browser that was told this host meant this server. Names other than `localhost` may point anywhere.
    fn is_own_host(&self, host: &str) -> bool {
        let port = self.address.port();
        let address = host.parse::<SocketAddr>().ok();
        let address = address.or_else(|| (port == 80).then(|| Some(SocketAddr::new(host.parse().ok()?, 80)))?);
        let is_loopback = self.address.ip().is_loopback();
        match address {
            Some(address) if address.port() != port => false,
            Some(address) if is_loopback => address.ip() == self.address.ip(),
            Some(_) => true,
            None => is_loopback && host == format!("localhost:{port}"),
        }
    }

    /// Whether a request shows the token, if one is asked for.
    fn has_token(&self, headers: &HeaderMap) -> bool {
        let Some(token) = &self.token else { return true };
        let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
        let mut values =
            cookies.flat_map(|cookies| cookies.split(';')).filter_map(|cookie| cookie.trim().split_once('='));
        values.any(|(name, value)| name == TOKEN && token.opens(value))
    }

    /// The answer to a link that has the token: it becomes a cookie, and goes from the address.
    fn admission(&self, method: &Method, uri: &Uri) -> Option<Response> {
        let token = self.token.as_ref().filter(|_| *method == Method::GET)?;
        let mut pairs = form_urlencoded::parse(uri.query()?.as_bytes());
        let given = pairs.find(|(name, _)| name == "token")?.1;
        if !token.opens(&given) {
            return None;
        }
        let cookie = format!("{TOKEN}={given}; Path=/; HttpOnly; SameSite=Strict");
        let cookie = HeaderValue::from_str(&cookie).ok()?;
        let to = HeaderValue::from_str(uri.path()).ok()?;
        Some((StatusCode::SEE_OTHER, [(LOCATION, to), (SET_COOKIE, cookie)]).into_response())
    }
}

/// A text of a stranger, cut short.
fn shown(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(100).collect()
}

/// Refuses what is not for this server, and tells browsers how to treat its answers.
pub(super) async fn guard(State(guard): State<Guard>, request: Request, next: Next) -> Response {
    let (method, uri, headers) = (request.method(), request.uri(), request.headers());
    let mut response = match guard.check(method, uri, headers) {
        Err(refusal) => refusal.into_response(),
        Ok(()) if guard.has_token(headers) => match request.extensions().get::<Refusal>() {
            Some(unread) => unread.clone().into_response(),
            None => next.run(request).await,
        },
        Ok(()) => guard.admission(method, uri).unwrap_or_else(|| {
            let message = "this server asks for a token: open the link that riverlab serve has printed";
            Refusal::new(StatusCode::UNAUTHORIZED, message).into_response()
        }),
    };
    let headers = response.headers_mut();
    let fixed: [(HeaderName, &'static str); 6] = [
        (CACHE_CONTROL, "no-store"),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "no-referrer"),
        (header::VARY, "authorization, cookie"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(CONTENT_SECURITY_POLICY).or_insert(HeaderValue::from_static(POLICY));
    response
}

/// The key of a seat that a request shows.
pub(super) fn key_of(headers: &HeaderMap) -> Option<&str> {
    headers.get(AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ")
}

#[cfg(test)]
#[path = "guard_tests.rs"]
mod tests;
