//! The static files of the pages.

use axum::http::header::{ACCEPT, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{Html, IntoResponse, Response};
use include_dir::{Dir, include_dir};

use crate::problem::{PathVariable, Problem};

/// The files, which are compiled into the program.
static ASSETS: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/assets");

/// The HTML frame of every page.
const SHELL: &str = include_str!("../assets/shell.html");

/// The page for an unknown URL.
const ABSENT: &str = include_str!("../assets/absent.html");

/// Returns a page with this title: the frame, whose content is created by the ES module `module`.
pub(crate) fn page(title: &str, module: &str) -> Html<String> {
    Html(SHELL.replace("{title}", title).replace("{module}", module))
}

/// Responds to a request for an unknown URL: with a page that has a link to the first page if the client
/// accepts HTML, otherwise with plain text.
pub(crate) async fn absent(uri: Uri, headers: HeaderMap) -> Response {
    let accepted = headers.get(ACCEPT).and_then(|accepted| accepted.to_str().ok());
    if !accepted.is_some_and(|accepted| accepted.contains("text/html")) {
        return Problem::absent("page not found").into_response();
    }
    // The base URL contains the token and is not known here, so the link is relative.
    let above = uri.path().trim_start_matches('/').matches('/').count();
    let home = if above == 0 { "./".into() } else { "../".repeat(above) };
    (StatusCode::NOT_FOUND, Html(ABSENT.replace("{home}", &home))).into_response()
}

/// Responds with a file.
pub(crate) async fn file(PathVariable(path): PathVariable) -> Result<Response, Problem> {
    let absent = || Problem::absent(format!("unknown file {path:?}"));
    let kind = match path.rsplit_once('.') {
        Some((_, "js")) => "text/javascript; charset=utf-8",
        Some((_, "css")) => "text/css; charset=utf-8",
        Some((_, "svg")) => "image/svg+xml",
        _ => return Err(absent()),
    };
    let found = ASSETS.get_file(&path).ok_or_else(absent)?;
    Ok(([(CONTENT_TYPE, kind)], found.contents()).into_response())
}
