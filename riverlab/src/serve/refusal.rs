//! Why something is not done, with the status that says so.

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use riverlab_arena::error::ArenaError;
use serde_json::json;

/// Why something is not done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Refusal {
    pub(super) status: StatusCode,
    pub(super) message: String,
}

impl Refusal {
    pub(super) fn new(status: StatusCode, message: impl Into<String>) -> Refusal {
        Refusal { status, message: message.into() }
    }

    /// What was asked for is wrong in itself.
    pub(super) fn wrong(message: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::UNPROCESSABLE_ENTITY, message)
    }

    /// There is no such thing.
    pub(super) fn absent(message: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::NOT_FOUND, message)
    }

    /// Not now.
    pub(super) fn conflict(message: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::CONFLICT, message)
    }

    /// Whoever asks may not do that.
    pub(super) fn forbidden(message: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::FORBIDDEN, message)
    }

    /// Too much at a time.
    pub(super) fn busy(message: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::SERVICE_UNAVAILABLE, message)
    }
}

impl From<ArenaError> for Refusal {
    fn from(error: ArenaError) -> Refusal {
        Refusal::wrong(error.to_string())
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.status, Json(json!({ "error": self.message }))).into_response()
    }
}
