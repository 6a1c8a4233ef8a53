//! Why a relay did not take a mail, and what that means: for this mail, for its recipient, for all mail.

use super::enhanced;

/// Where in the conversation something was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Before any mail: greeting, TLS, login.
    Opening,
    /// MAIL: it is about us.
    Sender,
    /// RCPT: it is about the recipient.
    Recipient,
    /// DATA and the mail itself.
    Content,
}

/// Why a mail was not sent.
#[derive(Debug, thiserror::Error)]
pub enum SmtpError {
    /// The connection broke or could not be made.
    #[error("the relay can't be reached: {0}")]
    Io(#[from] std::io::Error),
    /// No answer in time.
    #[error("the relay does not answer")]
    Timeout(#[from] tokio::time::error::Elapsed),
    /// The relay said no.
    #[error("the relay said {code} {text}")]
    Refused {
        /// To what.
        stage: Stage,
        /// The reply code.
        code: u16,
        /// Its text, in one line.
        text: String,
    },
    /// The relay doesn't offer what is needed.
    #[error("{0}")]
    Unfit(&'static str),
}

impl SmtpError {
    /// Whether this very mail will never be accepted: the recipient or the content was refused for good.
    pub(crate) fn is_permanent(&self) -> bool {
        matches!(self, Self::Refused { stage: Stage::Recipient | Stage::Content, code: 500.., .. })
    }

    /// Whether nothing will ever be accepted for this address.
    pub(crate) fn is_about_address(&self) -> bool {
        matches!(self, Self::Refused { stage: Stage::Recipient, code: code @ 500.., text }
            if enhanced::is_about_address(*code, text))
    }

    /// Whether it is about the relay, not about this mail. So is a 421, whatever it answers (RFC 5321 §3.8), and a success
    /// code in the wrong place.
    pub(crate) fn is_general(&self) -> bool {
        !matches!(self, Self::Refused { stage: Stage::Recipient | Stage::Content, code, .. }
            if *code >= 400 && *code != 421)
    }
}
