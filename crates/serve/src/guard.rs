//! Checks which requests are answered, and restricts what pages may do.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::{StatusCode, Uri};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::set_header::SetResponseHeaderLayer;

use crate::Token;
use crate::problem::Problem;

/// The maximum size of a request, in bytes.
pub const MOST_BYTES: usize = 256 * 1024;

/// The port of an address that does not specify one.
const DEFAULT_PORT: u16 = 80;

/// The headers of every response.
const HEADERS: [(HeaderName, &str); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (header::CACHE_CONTROL, "no-store"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Checks requests: only requests to the server's own address, from its own pages, and with its token are
/// answered.
#[derive(Clone, Debug)]
pub struct Guard {
    token: Token,
    address: SocketAddr,
}

impl Guard {
    /// Returns the guard of a server that listens on `address`.
    pub fn new(token: Token, address: SocketAddr) -> Self {
        Self { token, address }
    }

    /// The URL of the first page. If the server listens on all addresses of the machine, the URL contains the
    /// loopback address.
    pub fn url(&self) -> String {
        let mut address = self.address;
        if address.ip().is_unspecified() {
            address.set_ip(match address.ip() {
                IpAddr::V4(_) => IpAddr::from([127, 0, 0, 1]),
                IpAddr::V6(_) => IpAddr::V6(Ipv6Addr::LOCALHOST),
            });
        }
        format!("http://{address}/{}/", self.token.as_str())
    }

    /// Checks a request, and returns why it is refused.
    fn check(&self, headers: &HeaderMap, uri: &Uri) -> Result<(), (StatusCode, &'static str)> {
        let host = only(headers, &header::HOST).filter(|host| self.is_own(host));
        let host = host.ok_or((
            StatusCode::MISDIRECTED_REQUEST,
            "the header Host does not name the address that this server listens on\n",
        ))?;
        if headers.contains_key(header::ORIGIN) {
            let origin = only(headers, &header::ORIGIN).and_then(|origin| origin.strip_prefix("http://"));
            if !origin.is_some_and(|origin| origin.eq_ignore_ascii_case(host)) {
                return Err((StatusCode::FORBIDDEN, "the header Origin names a page of another server\n"));
            }
        }
        let first = uri.path().split('/').nth(1).unwrap_or_default();
        if !self.token.is(first) {
            return Err((
                StatusCode::NOT_FOUND,
                "Missing access token. Open the URL that `bustan serve` printed.\n",
            ));
        }
        Ok(())
    }

    /// Whether `host` denotes this server. No name except `localhost` does, because the owner of a domain can
    /// make it resolve to this machine.
    fn is_own(&self, host: &str) -> bool {
        let Ok(authority) = host.parse::<axum::http::uri::Authority>() else { return false };
        // Text before an `@` is not a valid part of the header.
        if host.contains('@') || authority.port_u16().unwrap_or(DEFAULT_PORT) != self.address.port() {
            return false;
        }
        let listens = self.address.ip();
        let name = authority.host();
        if name.eq_ignore_ascii_case("localhost") {
            return listens.is_loopback() || listens.is_unspecified();
        }
        let Ok(ip) = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>() else {
            return false;
        };
        ip == listens || listens.is_unspecified()
    }
}

/// Returns the value of a header that occurs exactly once.
fn only<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    let mut all = headers.get_all(name).iter();
    let first = all.next()?.to_str().ok()?;
    all.next().is_none().then_some(first)
}

/// The length in the header of a request.
fn announced(headers: &HeaderMap) -> Option<u64> {
    only(headers, &header::CONTENT_LENGTH)?.parse().ok()
}

async fn admit(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    match guard.check(request.headers(), request.uri()) {
        // A request without a length is cut off while it is read.
        Ok(()) if announced(request.headers()).is_some_and(|bytes| bytes > MOST_BYTES as u64) => {
            Problem::long(format!("the request is longer than {MOST_BYTES} bytes")).into_response()
        }
        Ok(()) => next.run(request).await,
        Err(refused) => refused.into_response(),
    }
}

/// Protects pages with the guard. The paths of the pages are relative to the token, so they need not know it.
pub fn shielded(pages: Router, guard: Guard) -> Router {
    let below = format!("/{}/", guard.token.as_str());
    let mut router = Router::new()
        .nest(&below, pages)
        .layer(RequestBodyLimitLayer::new(MOST_BYTES))
        .layer(middleware::from_fn_with_state(Arc::new(guard), admit));
    for (name, value) in HEADERS {
        router = router.layer(SetResponseHeaderLayer::overriding(name, HeaderValue::from_static(value)));
    }
    router
}
