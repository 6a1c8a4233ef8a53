//! What the stand-in answers when something is wrong, as Discord words it: a status and a JSON code.

use serde_json::{Value, json};

/// A refusal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiError {
    /// The HTTP status.
    pub status: u16,
    /// The JSON error code.
    pub code: u64,
    /// The message.
    pub message: String,
}

/// The outcome of a check.
pub type Checked = Result<(), ApiError>;

impl ApiError {
    /// A refusal.
    pub fn new(status: u16, code: u64, message: &str) -> ApiError {
        ApiError { status, code, message: message.to_owned() }
    }

    /// As the body of an answer.
    pub fn body(&self) -> Value {
        json!({"code": self.code, "message": self.message})
    }
}

/// 50035, with the place and the reason.
pub fn invalid<T>(why: &str) -> Result<T, ApiError> {
    Err(ApiError::new(400, 50035, &format!("Invalid Form Body: {why}")))
}

/// 10003 and its like: something that does not exist.
pub fn unknown(code: u64, what: &str) -> ApiError {
    ApiError::new(404, code, &format!("Unknown {what}"))
}
