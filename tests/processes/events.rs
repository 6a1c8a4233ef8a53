//! An event that somebody hosts by mail, with computers in it: what it costs in mails, and its tables as attached files.

use turnpost_mailer::tryout::Seen;

use crate::rig::{Server, until};

/// The number behind `join T` in a mail.
fn number_in(text: &str) -> String {
    text.split("join T").nth(1).unwrap_or_else(|| panic!("{text}")).chars().take_while(char::is_ascii_digit).collect()
}

#[test]
fn hosted_by_mail_with_computers() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[], &[]);
    let mia = "Mia <mia@example.net>";
    let client = server.client(mia);
    // She is new: her first mail is asked about, and what it wanted is refused.
    server.says(mia, "join T1", false);
    server.says(mia, "yes", true);
    let hosted = server.says(mia, "host dameo roundrobin players 3-3 when full unrated", true);
    let number = number_in(&hosted.text);
    assert!(server.says(mia, &format!("export T{number}"), true).text.contains("has no table yet"));
    assert!(server.says(mia, &format!("join T{number}"), true).text.contains("you are in Dameo round robin"));
    for computer in ["house-1", "house-2"] {
        let said = server.says(mia, &format!("invite T{number} {computer}"), true);
        assert!(said.text.contains("(computer) is in Dameo round robin"), "{}", said.text);
    }
    let find = |part: &str| {
        let found = |seen: &Seen| seen.text.contains(part);
        until(part, || client.got().ok()?.into_iter().find(found))
    };
    let round = find("Its last day is");
    assert!(round.text.contains("against House 1 (computer)"), "{}", round.text);
    let games: Vec<&str> =
        round.text.lines().filter_map(|line| line.strip_prefix("Game ")?.split(':').next()).collect();
    assert_eq!(games.len(), 2);
    for game in &games {
        crate::rig::block_on(client.send(&format!("resign {game} yes"), Some(&round))).unwrap();
    }
    // The two computers play their game by themselves.
    let over = find("is over.");
    assert!(over.text.contains("You are 3rd of 3"), "{}", over.text);
    let export = server.says(mia, &format!("export T{number}"), true);
    let names: Vec<&str> = export.files.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, [format!("t{number}.txt"), format!("t{number}-round1-group1.trf")], "{}", export.text);
    let text = |n: usize| String::from_utf8(export.files[n].1.clone()).unwrap();
    assert!(text(0).contains("House 2 (computer)") && text(0).contains("SB"), "{}", text(0));
    assert!(text(1).starts_with("012 Dameo T") && text(1).contains("001    3"), "{}", text(1));
    assert!(export.text.contains("is attached") && !export.text.contains("001    1"), "{}", export.text);
    let got = client.got().unwrap();
    println!("Mia got {} mails", got.len());
}
