//! A Maildir: mail as files, written in `tmp`, offered in `new`, kept in `cur`. Used for mail in and out.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

/// A folder with `tmp`, `new` and `cur` in it.
#[derive(Clone, Debug)]
pub struct Maildir(PathBuf);

impl Maildir {
    /// Opens a Maildir, creating what is missing.
    pub fn open(path: impl Into<PathBuf>) -> io::Result<Self> {
        let path = path.into();
        for part in ["tmp", "new", "cur"] {
            fs::create_dir_all(path.join(part))?;
        }
        Ok(Self(path))
    }

    /// Puts a mail into `new`, on disk when this returns. A mail of that name that is already there is the same one,
    /// delivered before a crash: it is written once more in its place.
    pub fn put(&self, name: &str, mail: &[u8]) -> io::Result<PathBuf> {
        let written = self.0.join("tmp").join(name);
        let offered = self.0.join("new").join(name);
        let mut file = File::create(&written)?;
        file.write_all(mail)?;
        file.sync_all()?;
        fs::rename(&written, &offered)?;
        File::open(self.0.join("new"))?.sync_all()?;
        Ok(offered)
    }

    /// The mails in `new`, oldest name first.
    pub fn waiting(&self) -> io::Result<Vec<PathBuf>> {
        let mut found = Vec::new();
        for entry in fs::read_dir(self.0.join("new"))? {
            let entry = entry?;
            let hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
            if !hidden && entry.file_type()?.is_file() {
                found.push(entry.path());
            }
        }
        found.sort();
        Ok(found)
    }

    /// Moves a mail to `cur`, marked as seen.
    pub fn put_by(&self, mail: &Path) -> io::Result<()> {
        let Some(name) = mail.file_name() else {
            return Ok(());
        };
        let mut seen = name.to_owned();
        if !name.as_encoded_bytes().windows(3).any(|part| part == b":2,") {
            seen.push(":2,S");
        }
        fs::rename(mail, self.0.join("cur").join(seen))
    }
}

/// A file's first bytes, up to a limit.
pub(crate) fn beginning(path: &Path, limit: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(u64::try_from(limit).unwrap_or(u64::MAX)).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// A name that no other mail has: time, process, count.
pub fn fresh_name() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let time = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    format!("{}.M{:06}P{}Q{count}.turnpost", time.as_secs(), time.subsec_micros(), std::process::id())
}
