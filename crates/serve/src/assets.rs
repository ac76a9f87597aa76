//! The files of the pages.

use axum::http::header::CONTENT_TYPE;
use axum::response::{Html, IntoResponse, Response};
use include_dir::{Dir, include_dir};

use crate::problem::{Named, Problem};

/// The files, compiled into the program.
static ASSETS: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/assets");

/// What frames every page.
const SHELL: &str = include_str!("../assets/shell.html");

/// A page: the frame with this title, whose content the ES module of this name makes.
pub(crate) fn page(title: &str, module: &str) -> Html<String> {
    Html(SHELL.replace("{title}", title).replace("{module}", module))
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
