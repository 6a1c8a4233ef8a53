//! A database moves to PostgreSQL and back, with everything in it.

use std::path::Path;

use crate::cluster::Cluster;
use crate::turnpost;

fn on_sqlite(folder: &Path) -> std::process::Command {
    let mut command = turnpost(folder, "");
    command.env_remove("TURNPOST_DATABASE");
    command
}

/// Two games, one of them over, a plan, a note, an open question and a challenge.
const SCRIPT: &str = "ben: games
ann: new amazons vs ben as black
ben: accept 1
ben: d1-d7/g7
ann: if any then a7-a5/b5
ann: note 1 watch the left side
ann: new dameo vs ben as white unrated
ben: accept 2
ann: 2 resign yes
ben: 1 resign
ann: new othello
";

#[test]
fn everything_moves_there_and_back() {
    let Some(cluster) = Cluster::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("script.txt"), SCRIPT).unwrap();
    let ran = |mut command: std::process::Command, arguments: &[&str]| {
        let output = command.args(arguments).output().unwrap();
        let text = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap()).concat();
        (output.status.success(), text)
    };
    let (good, told) = ran(on_sqlite(folder.path()), &["console", "--script", "script.txt"]);
    assert!(good, "{told}");
    let url = cluster.primary.url();
    let exported = |command: std::process::Command, number: &str| ran(command, &["admin", "export", number]);
    let before: Vec<_> = ["1", "2"].map(|number| exported(on_sqlite(folder.path()), number)).into();
    let counts = ran(on_sqlite(folder.path()), &["admin", "counts"]).1;

    let (good, told) = ran(on_sqlite(folder.path()), &["admin", "move-to", &url]);
    assert!(good && told.contains("2 games replayed"), "{told}");
    let there: Vec<_> = ["1", "2"].map(|number| exported(turnpost(folder.path(), &url), number)).into();
    assert_eq!(there, before);
    assert_eq!(ran(turnpost(folder.path(), &url), &["admin", "counts"]).1, counts);
    // The file is of no use any more, and says so.
    let (good, told) = ran(on_sqlite(folder.path()), &["admin", "counts"]);
    assert!(!good && told.contains("was moved to PostgreSQL"), "{told}");
    // Nothing is written over what is there.
    let second = tempfile::tempdir().unwrap();
    ran(on_sqlite(second.path()), &["console", "--as", "zoe"]);
    let (good, told) = ran(on_sqlite(second.path()), &["admin", "move-to", &url]);
    assert!(!good && told.contains("must be a new database"), "{told}");

    // The game goes on there, with the plan and the numbers.
    std::fs::write(folder.path().join("on.txt"), "ann: new othello vs ben\nann: plans 1\nann: note 1\nann: a7-a5/b5\n")
        .unwrap();
    let (good, told) = ran(turnpost(folder.path(), &url), &["console", "--script", "on.txt"]);
    assert!(good && told.contains("watch the left side") && told.contains('4'), "{told}");
    let (good, told) = ran(turnpost(folder.path(), &url), &["admin", "move-to", "sqlite"]);
    assert!(good && told.contains("2 games replayed"), "{told}");
    let (good, told) = ran(on_sqlite(folder.path()), &["admin", "export", "1"]);
    assert!(good && told.contains("a7-a5/b5"), "{told}");
    let (good, told) = ran(turnpost(folder.path(), &url), &["admin", "counts"]);
    assert!(!good && told.contains("was moved to SQLite"), "{told}");
}
