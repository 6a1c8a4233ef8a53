//! Mails to the operator: alerts, and mail to postmaster and abuse, forwarded as it came.

use std::sync::Arc;

use turnpost_core::clock::moment::now;

use crate::address::OurAddress;
use crate::compose::dkim::Signer;
use crate::compose::mime::{Draft, File, MimeError};
use crate::maildir::fresh_name;

/// Writes to the operator.
#[derive(Clone)]
pub struct Operator {
    /// The operator's address.
    pub address: String,
    /// Ours.
    pub ours: OurAddress,
    /// Signs what we write.
    pub signer: Option<Arc<Signer>>,
}

impl Operator {
    /// A mail that forwards another one, attached whole so that nothing in it is taken for our own words.
    pub(crate) fn forward(&self, raw: &[u8]) -> Result<Vec<u8>, MimeError> {
        let words = "A mail to postmaster or abuse arrived. It is attached as it came.";
        let file = File { name: "mail.eml".into(), kind: "application/octet-stream", bytes: raw.to_vec() };
        self.write("Turnpost: mail for the operator", words, vec![file])
    }

    /// A mail that tells of a failure.
    pub fn alert(&self, trouble: &str) -> Result<Vec<u8>, MimeError> {
        self.write("Turnpost: something needs your attention", trouble, Vec::new())
    }

    fn write(&self, subject: &str, words: &str, files: Vec<File>) -> Result<Vec<u8>, MimeError> {
        let draft = Draft {
            from_name: "Turnpost".into(),
            from: self.ours.plain(),
            reply_to: self.ours.plain(),
            to: self.address.clone(),
            subject: subject.into(),
            message_id: format!("{}@{}", fresh_name(), self.ours.domain()),
            at: now(),
            headers: vec![("Auto-Submitted", "auto-generated".into())],
            plain: format!("{words}\n"),
            html: format!("<p>{}</p>", crate::compose::escape(words)),
            files,
            ..Draft::default()
        };
        draft.signed(self.signer.as_deref())
    }
}
