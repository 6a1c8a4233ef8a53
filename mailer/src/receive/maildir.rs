//! Takes mail from a Maildir that some other program delivers into.

use std::io;
use std::time::Duration;

use super::{Arrival, Inbox, Via, now};
use crate::maildir::{Maildir, read_up_to};

/// How often the folder is looked at.
const PAUSE: Duration = Duration::from_secs(1);

/// Takes mail until the future is dropped. A mail that can't be stored stays where it is.
pub async fn watch(folder: Maildir, inbox: Inbox, max_size: usize) {
    loop {
        let (folder, inbox) = (folder.clone(), inbox.clone());
        let swept = tokio::task::spawn_blocking(move || sweep(&folder, &inbox, max_size)).await;
        if let Ok(Err(error)) = swept {
            tracing::error!(%error, "can't take mail from the Maildir");
        }
        tokio::time::sleep(PAUSE).await;
    }
}

/// Takes all mails that wait, and gives their number.
pub fn sweep(folder: &Maildir, inbox: &Inbox, max_size: usize) -> io::Result<usize> {
    let waiting = folder.waiting()?;
    for path in &waiting {
        match read_up_to(path, max_size)? {
            Some(raw) => {
                let arrival = Arrival { raw, via: Via::Maildir, sender: None, recipients: Vec::new(), at: now() };
                inbox.store_now(arrival).map_err(io::Error::other)?;
            }
            None => tracing::warn!(file = %path.display(), "a mail is too large and was put by unread"),
        }
        folder.put_by(path)?;
    }
    Ok(waiting.len())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::super::NotStored;
    use super::*;

    #[test]
    fn mail_is_taken_once_and_kept_until_it_is_stored() {
        let path = std::env::temp_dir().join(crate::maildir::fresh_name());
        let folder = Maildir::open(&path).unwrap();
        folder.put("1", b"first").unwrap();
        folder.put("2", b"too large").unwrap();
        assert!(sweep(&folder, &Inbox::new(|_| Err(NotStored("full".into()))), 5).is_err());
        assert_eq!(folder.waiting().unwrap().len(), 2);
        let got = Arc::new(Mutex::new(Vec::new()));
        let keep = Arc::clone(&got);
        let inbox = Inbox::new(move |arrival| {
            keep.lock().unwrap().push(arrival.raw);
            Ok(())
        });
        assert_eq!(sweep(&folder, &inbox, 5).unwrap(), 2);
        assert_eq!(sweep(&folder, &inbox, 5).unwrap(), 0);
        assert_eq!(*got.lock().unwrap(), [b"first".to_vec()]);
        assert!(path.join("cur/1:2,S").exists() && path.join("cur/2:2,S").exists());
        std::fs::remove_dir_all(path).unwrap();
    }
}
