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
    /// Of a body that is wrong: where, a code and words.
    pub detail: Option<(String, &'static str, String)>,
}

/// The outcome of a check.
pub type Checked = Result<(), ApiError>;

impl ApiError {
    /// A refusal.
    pub fn new(status: u16, code: u64, message: &str) -> ApiError {
        ApiError { status, code, message: message.to_owned(), detail: None }
    }

    /// As the body of an answer.
    pub fn body(&self) -> Value {
        let mut body = json!({"code": self.code, "message": self.message});
        if let Some((at, code, words)) = &self.detail {
            let mut errors = json!({"_errors": [{"code": code, "message": words}]});
            for part in at.rsplit('.').filter(|part| !part.is_empty()) {
                errors = json!({part: errors});
            }
            body["errors"] = errors;
        }
        body
    }
}

/// 50035, as the documentation shows it: where in the body, a code for what is wrong, and words.
pub fn wrong<T>(at: &str, code: &'static str, words: &str) -> Result<T, ApiError> {
    let detail = Some((at.to_owned(), code, words.to_owned()));
    Err(ApiError { detail, ..ApiError::new(400, 50035, "Invalid Form Body") })
}

/// 10003 and its like: something that does not exist.
pub fn unknown(code: u64, what: &str) -> ApiError {
    ApiError::new(404, code, &format!("Unknown {what}"))
}
