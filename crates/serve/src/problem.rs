//! Error responses.

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, FromRequestParts, Path, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;
use serde_json::json;

/// Why a request fails: the status and a human-readable message, which the page shows.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    status: StatusCode,
    words: String,
}

impl Problem {
    /// Returns an error about the content of a request.
    pub(crate) fn wrong(words: impl ToString) -> Self {
        Self { status: StatusCode::UNPROCESSABLE_ENTITY, words: words.to_string() }
    }

    /// Returns the error for a request that is too long.
    pub(crate) fn long(words: impl ToString) -> Self {
        Self { status: StatusCode::PAYLOAD_TOO_LARGE, words: words.to_string() }
    }

    /// Returns the error for a URL that does not exist.
    pub(crate) fn absent(words: impl ToString) -> Self {
        Self { status: StatusCode::NOT_FOUND, words: words.to_string() }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        (self.status, Json(json!({ "error": self.words }))).into_response()
    }
}

impl From<JsonRejection> for Problem {
    fn from(rejection: JsonRejection) -> Self {
        Self { status: rejection.status(), words: rejection.body_text() }
    }
}

/// The variable part of a path.
#[derive(Debug)]
pub(crate) struct PathVariable(pub(crate) String);

impl<S: Send + Sync> FromRequestParts<S> for PathVariable {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let named = Path::<String>::from_request_parts(parts, state).await;
        let Path(name) = named.map_err(|rejection| Problem::absent(rejection.body_text()))?;
        Ok(Self(name))
    }
}

/// The body of a request, parsed from JSON.
#[derive(Debug)]
pub(crate) struct JsonBody<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for JsonBody<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let Json(asked) = Json::<T>::from_request(request, state).await?;
        Ok(Self(asked))
    }
}
