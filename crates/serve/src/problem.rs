//! Answers to requests that cannot be carried out.

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{FromRequest, FromRequestParts, Path, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;
use serde_json::json;

/// The reason why a request is not carried out: a status, and words for people, which the page shows.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    status: StatusCode,
    words: String,
}

impl Problem {
    /// The request cannot be carried out.
    pub(crate) fn wrong(words: impl ToString) -> Self {
        Self { status: StatusCode::UNPROCESSABLE_ENTITY, words: words.to_string() }
    }

    /// The request is longer than the limit.
    pub(crate) fn long(words: impl ToString) -> Self {
        Self { status: StatusCode::PAYLOAD_TOO_LARGE, words: words.to_string() }
    }

    /// There is nothing at the address.
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

/// The variable part of an address.
#[derive(Debug)]
pub(crate) struct Named(pub(crate) String);

impl<S: Send + Sync> FromRequestParts<S> for Named {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let named = Path::<String>::from_request_parts(parts, state).await;
        let Path(name) = named.map_err(|rejection| Problem::absent(rejection.body_text()))?;
        Ok(Self(name))
    }
}

/// The body of a request, read from JSON.
#[derive(Debug)]
pub(crate) struct Asked<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Asked<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let Json(asked) = Json::<T>::from_request(request, state).await?;
        Ok(Self(asked))
    }
}
