//! Takes mail from a Maildir that some other program delivers into.

use std::collections::HashSet;
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use turnpost_core::clock::moment::now;

use super::{Arrival, Inbox, NotStored, Via};
use crate::maildir::{Maildir, beginning};
use crate::send::alarm::{Alarm, Since, Trouble};

/// How often the folder is looked at.
const PAUSE: Duration = Duration::from_secs(1);

/// Takes mail until the future is dropped. A mail that can't be stored stays where it is; if that persists, the operator
/// is alerted.
pub(crate) async fn watch(folder: Maildir, inbox: Inbox, max_size: usize, alarm: Arc<Alarm>) {
    let fails = Since::default();
    let mut known = HashSet::new();
    loop {
        let (folder, inbox) = (folder.clone(), inbox.clone());
        let swept = tokio::task::spawn_blocking(move || sweep(&folder, &inbox, max_size)).await;
        let trouble = match swept {
            Ok(Ok(left)) => {
                // Each is logged once, not every second.
                for (path, error) in left.iter().filter(|(path, _)| !known.contains(path)) {
                    tracing::error!(file = %path.display(), %error, "can't take a mail from the Maildir; it stays there");
                }
                let trouble = left.first().map(|(path, error)| format!("{}: {error}", path.display()));
                known = left.into_iter().map(|(path, _)| path).collect();
                trouble
            }
            Ok(Err(error)) => {
                tracing::error!(%error, "can't take mail from the Maildir");
                Some(error.to_string())
            }
            Err(panic) => Some(panic.to_string()),
        };
        match trouble {
            None => fails.works(),
            Some(trouble) if fails.fails(alarm.now()) => {
                alarm.raise(Trouble::Maildir, &format!("Mail can't be taken from the Maildir: {trouble}"));
            }
            Some(_) => {}
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// Takes all waiting mails. Returns those that had to be left, and why.
pub(crate) fn sweep(folder: &Maildir, inbox: &Inbox, max_size: usize) -> io::Result<Vec<(PathBuf, io::Error)>> {
    take(&folder.waiting()?, inbox, max_size)
}

/// Takes these files. One that can't be read or removed doesn't hold up others; if nothing can be stored it stops.
fn take(waiting: &[PathBuf], inbox: &Inbox, max_size: usize) -> io::Result<Vec<(PathBuf, io::Error)>> {
    let mut left = Vec::new();
    for path in waiting {
        let raw = match beginning(path, max_size) {
            Ok(raw) => raw,
            Err(error) => {
                left.push((path.clone(), error));
                continue;
            }
        };
        let arrival = Arrival { raw, via: Via::Maildir, sender: None, recipients: Vec::new(), at: now() };
        match inbox.store_now(arrival) {
            Ok(()) => {}
            // It is taken once its sender's earlier ones are handled.
            Err(NotStored::Busy(_)) => continue,
            Err(error) => return Err(io::Error::other(error)),
        }
        // The database has it now, for as long as it keeps any mail, and not beyond a request to be forgotten.
        if let Err(error) = std::fs::remove_file(path) {
            left.push((path.clone(), error));
        }
    }
    Ok(left)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    #[test]
    fn mail_is_taken_once_and_kept_until_it_is_stored() {
        let path = std::env::temp_dir().join(crate::maildir::fresh_name());
        let folder = Maildir::open(&path).unwrap();
        folder.put("1", b"first").unwrap();
        folder.put("2", b"too large").unwrap();
        assert!(sweep(&folder, &Inbox::new(|_| Err(NotStored::NoRoom("full".into()))), 5).is_err());
        assert_eq!(folder.waiting().unwrap().len(), 2);
        let (inbox, got) = keeping();
        assert!(sweep(&folder, &inbox, 5).unwrap().is_empty() && sweep(&folder, &inbox, 5).unwrap().is_empty());
        assert_eq!(*got.lock().unwrap(), [b"first".to_vec(), b"too l".to_vec()], "of the second its beginning");
        let left = |part: &str| std::fs::read_dir(path.join(part)).unwrap().count();
        assert_eq!((left("new"), left("cur")), (0, 0), "the database has them");
        std::fs::remove_dir_all(path).unwrap();
    }

    #[test]
    fn a_mail_whose_sender_must_wait_stays_and_holds_up_no_other() {
        let path = std::env::temp_dir().join(crate::maildir::fresh_name());
        let folder = Maildir::open(&path).unwrap();
        for (name, mail) in [("1", "first"), ("2", "busy"), ("3", "third")] {
            folder.put(name, mail.as_bytes()).unwrap();
        }
        let (inbox, got) = keeping();
        let door = |arrival: &Arrival| (arrival.raw == b"busy").then(|| NotStored::Busy("wait".into()));
        assert!(sweep(&folder, &inbox.behind(door), 5).unwrap().is_empty(), "and it is no trouble");
        assert_eq!(*got.lock().unwrap(), [b"first".to_vec(), b"third".to_vec()]);
        assert_eq!(folder.waiting().unwrap().len(), 1);
        std::fs::remove_dir_all(path).unwrap();
    }

    #[test]
    fn a_file_that_cannot_be_read_holds_up_no_other() {
        let path = std::env::temp_dir().join(crate::maildir::fresh_name());
        let folder = Maildir::open(&path).unwrap();
        folder.put("1", b"first").unwrap();
        folder.put("3", b"third").unwrap();
        let (inbox, got) = keeping();
        // Whoever runs the tests may read everything: a folder is what nobody can read as a file.
        std::fs::create_dir(path.join("new/2")).unwrap();
        let waiting = ["1", "2", "3"].map(|name| path.join("new").join(name));
        let left = take(&waiting, &inbox, 5).unwrap();
        assert_eq!(left.iter().map(|(path, _)| path).collect::<Vec<_>>(), [&path.join("new/2")]);
        assert_eq!(*got.lock().unwrap(), [b"first".to_vec(), b"third".to_vec()]);
        std::fs::remove_dir_all(path).unwrap();
    }

    type Got = Arc<Mutex<Vec<Vec<u8>>>>;

    /// An inbox, and what came into it.
    fn keeping() -> (Inbox, Got) {
        let got = Got::default();
        let keep = Arc::clone(&got);
        let inbox = Inbox::new(move |arrival| {
            keep.lock().unwrap().push(arrival.raw);
            Ok(())
        });
        (inbox, got)
    }
}
