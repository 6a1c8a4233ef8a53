//! One command and what the server says to it.

use async_imap::Session;
use async_imap::imap_proto::{Response, Status};
use tokio::time::timeout;

use super::{ANSWER, ImapError, Result, Wire};

/// Runs a command and gives what `pick` takes of what the server says before it is done. A no is an error, and so is the
/// end of the connection: the crate's own streams end in silence after either, as if there was nothing to say.
pub async fn ask<T>(
    session: &mut Session<Box<dyn Wire>>,
    command: &str,
    pick: impl Fn(&Response<'_>) -> Option<T>,
) -> Result<Vec<T>> {
    timeout(ANSWER, async {
        let id = session.run_command(command).await?;
        let mut picked = Vec::new();
        while let Some(answer) = session.read_response().await? {
            match answer.parsed() {
                Response::Done { tag, status: Status::Ok, .. } if *tag == id => return Ok(picked),
                Response::Done { tag, outcome, .. } if *tag == id => {
                    let why = outcome.information.as_deref().unwrap_or("it does not say why");
                    return Err(ImapError::Refused(why.to_owned()));
                }
                other => picked.extend(pick(other)),
            }
        }
        Err(async_imap::error::Error::ConnectionLost.into())
    })
    .await?
}

/// Runs a command of which nothing is wanted but that it is done.
pub async fn order(session: &mut Session<Box<dyn Wire>>, command: &str) -> Result<()> {
    ask(session, command, |_| None::<()>).await?;
    Ok(())
}

/// A name as a command's argument (RFC 3501 §4.3).
pub fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""))
}
