//! The files of the pages.

use axum::http::header::{ACCEPT, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{Html, IntoResponse, Response};
use include_dir::{Dir, include_dir};

use crate::problem::{Named, Problem};

/// The files, compiled into the program.
static ASSETS: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/assets");

/// The frame of every page.
const SHELL: &str = include_str!("../assets/shell.html");

/// The page at an unknown address.
const ABSENT: &str = include_str!("../assets/absent.html");

/// Returns a page: the frame with this title, whose content is made by the ES module of this name.
pub(crate) fn page(title: &str, module: &str) -> Html<String> {
    Html(SHELL.replace("{title}", title).replace("{module}", module))
}

/// Answers at an address without a page: browsers that open the address get a page with a link home, programs
/// get words.
pub(crate) async fn absent(uri: Uri, headers: HeaderMap) -> Response {
    let accepted = headers.get(ACCEPT).and_then(|accepted| accepted.to_str().ok());
    if !accepted.is_some_and(|accepted| accepted.contains("text/html")) {
        return Problem::absent("there is no such page").into_response();
    }
    // Without the base URL, which has the token, links are relative.
    let above = uri.path().trim_start_matches('/').matches('/').count();
    let home = if above == 0 { "./".into() } else { "../".repeat(above) };
    (StatusCode::NOT_FOUND, Html(ABSENT.replace("{home}", &home))).into_response()
}

/// Answers with a file.
pub(crate) async fn file(Named(path): Named) -> Result<Response, Problem> {
    let absent = || Problem::absent(format!("there is no file {path:?}"));
    let kind = match path.rsplit_once('.') {
        Some((_, "js")) => "text/javascript; charset=utf-8",
        Some((_, "css")) => "text/css; charset=utf-8",
        Some((_, "svg")) => "image/svg+xml",
        _ => return Err(absent()),
    };
    let found = ASSETS.get_file(&path).ok_or_else(absent)?;
    Ok(([(CONTENT_TYPE, kind)], found.contents()).into_response())
}
