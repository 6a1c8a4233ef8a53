//! Where processed mail goes: into a folder of its own or, where none can be created, it stays and is marked.

use async_imap::Session;
use async_imap::imap_proto::{MailboxDatum, Response};
use async_imap::types::{Capabilities, Flag, Mailbox};

use mail_parser::DateTime;
use turnpost_core::clock::moment::Timestamp;

use super::asking::{ImapError, Result, Wire, ask, order, quoted, search};

/// The name of the folder, and of the mark.
const NAME: &str = "Turnpost-done";

/// As in a date (RFC 3501 §9).
const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// How processed mail is distinguished from new mail.
#[derive(Debug)]
pub(crate) enum Done {
    /// It is moved to this folder.
    Folder(String),
    /// It bears a keyword.
    Keyword,
    /// It is marked as seen, if the server keeps no other marks.
    Seen,
}

impl Done {
    /// Finds the folder or creates it. Some servers allow folders only inside INBOX.
    pub(crate) async fn find(session: &mut Session<Box<dyn Wire>>, opened: &Mailbox) -> Result<Done> {
        if make(session, NAME).await? {
            return Ok(Done::Folder(NAME.to_owned()));
        }
        // An empty name asks for the delimiter (RFC 3501 §6.3.8).
        let delimiter = list(session, "").await?.flatten();
        let inside = format!("INBOX{}{NAME}", delimiter.as_deref().unwrap_or("."));
        if make(session, &inside).await? {
            return Ok(Done::Folder(inside));
        }
        tracing::warn!("no folder {NAME} can be made; processed mail stays in the mailbox, marked");
        Ok(if opened.permanent_flags.contains(&Flag::MayCreate) { Done::Keyword } else { Done::Seen })
    }

    /// What to search for to find mail that isn't processed.
    pub(crate) fn not_yet(&self) -> String {
        match self {
            Done::Folder(_) => "UNDELETED".to_owned(),
            Done::Keyword => format!("UNDELETED UNKEYWORD {NAME}"),
            Done::Seen => "UNDELETED UNSEEN".to_owned(),
        }
    }

    /// Moves a mail away (RFC 6851, or by copy and delete where the server can't move).
    pub(crate) async fn put_by(
        &self,
        session: &mut Session<Box<dyn Wire>>,
        capabilities: &Capabilities,
        uid: u32,
    ) -> Result<()> {
        let folder = match self {
            Done::Folder(name) => quoted(name),
            Done::Keyword => return mark(session, &uid.to_string(), NAME).await,
            Done::Seen => return mark(session, &uid.to_string(), "\\Seen").await,
        };
        if capabilities.has_str("MOVE") {
            return order(session, &format!("UID MOVE {uid} {folder}")).await;
        }
        order(session, &format!("UID COPY {uid} {folder}")).await?;
        mark(session, &uid.to_string(), "\\Deleted").await?;
        // Without UIDPLUS (RFC 4315) it stays, marked: a plain EXPUNGE would also remove what others deleted.
        if capabilities.has_str("UIDPLUS") {
            order(session, &format!("UID EXPUNGE {uid}")).await?;
        }
        Ok(())
    }

    /// Deletes the mails that were processed and came before a time. It may leave another folder open. What is only marked
    /// as seen stays: somebody may have read it before it was processed.
    pub(crate) async fn delete_before(
        &self,
        session: &mut Session<Box<dyn Wire>>,
        capabilities: &Capabilities,
        time: Timestamp,
    ) -> Result<()> {
        let day = DateTime::from_timestamp(time);
        let month = MONTHS.get(usize::from(day.month).wrapping_sub(1)).copied().unwrap_or("Jan");
        let before = format!("BEFORE {}-{month}-{}", day.day, day.year);
        let keys = match self {
            Done::Folder(name) => {
                order(session, &format!("SELECT {}", quoted(name))).await?;
                before
            }
            Done::Keyword => format!("KEYWORD {NAME} {before}"),
            Done::Seen => return Ok(()),
        };
        let (uids, _) = search(session, &keys).await?;
        // A line has its bounds.
        for some in uids.chunks(500) {
            let uids = some.iter().map(u32::to_string).collect::<Vec<_>>().join(",");
            mark(session, &uids, "\\Deleted").await?;
            if capabilities.has_str("UIDPLUS") {
                order(session, &format!("UID EXPUNGE {uids}")).await?;
            }
        }
        match self {
            // Nobody else uses this folder.
            Done::Folder(_) if !uids.is_empty() && !capabilities.has_str("UIDPLUS") => order(session, "EXPUNGE").await,
            _ => Ok(()),
        }
    }
}

/// Whether there is a folder of that name; creates it if need be.
async fn make(session: &mut Session<Box<dyn Wire>>, name: &str) -> Result<bool> {
    if list(session, name).await?.is_some() {
        return Ok(true);
    }
    match order(session, &format!("CREATE {}", quoted(name))).await {
        Ok(()) => Ok(true),
        Err(ImapError::Refused(why)) => {
            tracing::debug!(name, why, "the folder can't be made");
            Ok(false)
        }
        Err(error) => Err(error),
    }
}

/// The delimiter that the server reports with a folder; `None` if there is no such folder.
async fn list(session: &mut Session<Box<dyn Wire>>, name: &str) -> Result<Option<Option<String>>> {
    let found = ask(session, &format!("LIST \"\" {}", quoted(name)), |answer| match answer {
        Response::MailboxData(MailboxDatum::List(found)) => Some(found.delimiter.as_ref().map(ToString::to_string)),
        _ => None,
    })
    .await;
    match found {
        Err(ImapError::Refused(_)) => Ok(None),
        found => Ok(found?.into_iter().next()),
    }
}

async fn mark(session: &mut Session<Box<dyn Wire>>, uids: &str, flag: &str) -> Result<()> {
    order(session, &format!("UID STORE {uids} +FLAGS.SILENT ({flag})")).await
}
