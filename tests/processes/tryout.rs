//! `turnpost mail` beside a running server, as somebody tries it who has no mail client at hand.

use std::path::Path;

use crate::rig::{Server, turnpost};

/// Writes as that person; gives the exit code, and what was printed there and as an error.
fn mail(server: &Server, folder: &Path, from: &str, args: &[&str]) -> (i32, String, String) {
    let mut command = turnpost(folder);
    command.args(["mail", "--as", from]).args(args).env("TURNPOST_MAIL__LISTEN", &server.mail);
    let output = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn a_game_begins_by_turnpost_mail_alone() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[], &[]);
    let (ann, ben) = ("ann@example.org", "ben@example.org");
    let says = |from: &str, args: &[&str]| {
        let (code, stdout, stderr) = mail(&server, folder.path(), from, args);
        assert_eq!((code, stderr.as_str()), (0, ""), "{args:?}");
        assert!(stdout.starts_with(&format!("To: {from}\nSubject: ")), "{args:?}: {stdout}");
        stdout
    };
    let (code, stdout, stderr) = mail(&server, folder.path(), ann, &["--reply-to-last", "yes"]);
    assert_eq!((code, stdout.as_str()), (1, ""));
    assert!(stderr.contains("there is no mail to ann@example.org yet that could be answered"), "{stderr}");

    let asked = says(ann, &["new amazons vs ben@example.org"]);
    assert!(asked.contains("\n\nWas this you?") && !asked.contains(ben), "{asked}");
    let invited = says(ann, &["--reply-to-last", "yes"]);
    assert!(invited.contains("(also sent: \"") && invited.trim_end().ends_with(" to ben@example.org)"), "{invited}");
    let begun = says(ben, &["--reply-to-last", "yes"]);
    assert!(begun.contains("\n\nYour turn") && begun.trim_end().ends_with(" to ann@example.org)"), "{begun}");
    let (_, picture) = begun.split_once("\n[picture: ").unwrap();
    let picture = std::fs::read(picture.split(']').next().unwrap()).unwrap();
    assert!(picture.starts_with(b"\x89PNG"));
}
