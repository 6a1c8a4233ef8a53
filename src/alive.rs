//! Which of the processes that share a data directory are alive. Each holds a lock on a file of its own there; the
//! system releases it when the process ends, however it ends. So the next one to start knows at once which are dead and
//! takes over what they held; otherwise their leases would have to run out, which takes up to a minute.

use std::fs::{self, DirBuilder, File, TryLockError};
use std::io;
use std::path::Path;

/// The folder in the data directory, and the lock that lets one process at a time look around in it.
const FOLDER: &str = "running";
const GATE: &str = "gate";

/// While this exists, the other processes take this one for alive.
pub struct Alive(#[expect(dead_code, reason = "held, never looked at")] File);

/// What a process finds when it starts.
pub struct Found {
    /// The names of those that are dead.
    pub dead: Vec<String>,
    /// Whether anybody else is alive.
    pub others: bool,
    /// No other process can start until this is dropped.
    _gate: File,
}

/// Marks this process as alive, under its name among those that share the directory, and finds out which others are.
pub fn announce(data: &Path, name: &str) -> io::Result<(Alive, Found)> {
    let folder = data.join(FOLDER);
    DirBuilder::new().recursive(true).create(&folder)?;
    let gate = File::create(folder.join(GATE))?;
    gate.lock()?;
    let own = File::create(folder.join(name))?;
    own.lock()?;
    let mut found = Found { dead: Vec::new(), others: false, _gate: gate };
    for entry in fs::read_dir(&folder)? {
        let entry = entry?;
        let Ok(other) = entry.file_name().into_string() else { continue };
        if other == name || other == GATE {
            continue;
        }
        match File::open(entry.path())?.try_lock() {
            Ok(()) => {
                fs::remove_file(entry.path())?;
                found.dead.push(other);
            }
            Err(TryLockError::WouldBlock) => found.others = true,
            Err(TryLockError::Error(error)) => return Err(error),
        }
    }
    Ok((Alive(own), found))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn the_dead_are_told_from_the_living() {
        let data = tempfile::tempdir().unwrap();
        let come = |name: &str| announce(data.path(), name).unwrap();
        let (first, found) = come("first");
        assert!(found.dead.is_empty());
        drop(found);
        let (second, found) = come("second");
        assert!(found.dead.is_empty());
        drop(found);
        drop(second);
        let (third, found) = come("third");
        assert_eq!((found.dead.as_slice(), found.others), (["second".to_owned()].as_slice(), true));
        drop((found, first, third));
        let (_fourth, mut found) = come("fourth");
        found.dead.sort();
        assert_eq!((found.dead.len(), found.others), (2, false));
        assert_eq!(found.dead, ["first", "third"]);
    }
}
