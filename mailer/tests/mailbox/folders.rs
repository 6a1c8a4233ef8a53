//! Where mails go when they are stored, and what becomes of those that can't go there.

use super::server::{Mail, Server, State};
use super::world::{self, World};
use super::{IDLE, SECOND, alerted, answered, help, mailbox, pass, watch};

#[tokio::test]
async fn where_folders_lie_in_the_inbox_processed_mail_goes_there() {
    let world = World::new().await;
    let mails = [help(1, "ann@example.com"), help(2, "ben@example.com")];
    let server = Server::start(State { prefix: "INBOX.", ..State::with(mails) }).await;
    let watching = watch(&world, mailbox(&world, &server));
    server.until(|state| state.count("IDLE") == 1).await;
    assert_eq!(server.with(|state| state.uids("INBOX.Turnpost-done")), [1, 2]);
    assert_eq!(answered(&world).await, ["ann@example.com", "ben@example.com"]);
    watching.abort();
}

#[tokio::test]
async fn where_no_folder_can_be_made_processed_mail_is_marked() {
    for (keywords, flag) in [(true, "Turnpost-done"), (false, "\\Seen")] {
        let world = World::new().await;
        let mails = [help(1, "ann@example.com"), help(2, "ben@example.com")];
        let server = Server::start(State { prefix: "/", keywords, ..State::with(mails) }).await;
        let watching = watch(&world, mailbox(&world, &server));
        server.until(|state| state.count("IDLE") == 1).await;
        server.with(|state| {
            assert_eq!(state.uids("INBOX"), [1, 2]);
            assert!(state.all_have(flag), "{flag}");
            state.arrive(help(3, "cat@example.com"));
        });
        pass(IDLE).await;
        server.until(|state| state.count("IDLE") == 2).await;
        assert_eq!(server.with(|state| (state.count("UID FETCH 1 BODY"), state.count("UID FETCH 3 BODY"))), (1, 1));
        assert_eq!(answered(&world).await, ["ann@example.com", "ben@example.com", "cat@example.com"], "{flag}");
        watching.abort();
    }
}

#[tokio::test]
async fn a_mail_that_cannot_be_moved_holds_up_no_other_and_is_told_of() {
    let world = World::new().await;
    let mails = [help(1, "ann@example.com"), help(2, "ben@example.com")];
    let server = Server::start(State { refused: vec!["UID MOVE 1"], ..State::with(mails) }).await;
    let watching = watch(&world, mailbox(&world, &server));
    server.until(|state| state.count("UID SEARCH") == 2).await;
    assert_eq!(server.with(|state| state.uids("Turnpost-done")), [2]);
    assert_eq!(answered(&world).await, ["ann@example.com", "ben@example.com"]);
    for round in 2..9 {
        pass(300 * SECOND).await;
        server.until(|state| state.count("UID SEARCH") == 2 * round).await;
    }
    assert_eq!(server.with(|state| state.count("LOGIN")), 8);
    alerted(&world).await;
    assert!(answered(&world).await.is_empty());
    watching.abort();
}

#[tokio::test]
async fn a_mail_that_cannot_be_copied_and_deleted_is_tried_again_after_a_pause() {
    for refused in ["UID COPY", "UID STORE", "UID EXPUNGE"] {
        let world = World::new().await;
        let state = State::with([help(1, "ann@example.com")]);
        let server = Server::start(State { can: "UIDPLUS", refused: vec![refused], ..state }).await;
        let watching = watch(&world, mailbox(&world, &server));
        server.until(|state| state.count(refused) == 1).await;
        server.with(|state| state.refused.clear());
        pass(2 * SECOND).await;
        // One that was marked but not deleted stays so: it is not found again.
        server.until(|state| state.count("LOGIN") == 2 && state.all_have("\\Deleted")).await;
        assert_eq!(server.with(|state| state.uids("Turnpost-done")), [1], "{refused}");
        assert_eq!(answered(&world).await, ["ann@example.com"], "{refused}");
        watching.abort();
    }
}

#[tokio::test]
async fn processed_mail_goes_when_the_database_lets_go_of_it() {
    let done = |old: bool| Mail { old, flags: ["Turnpost-done".to_owned()].into(), ..Mail::default() };
    for (prefix, folder) in [("", "Turnpost-done"), ("/", "INBOX")] {
        let world = World::new().await;
        let mut state = State { prefix, ..State::with([help(3, "ann@example.com")]) };
        state.folders.entry(folder.to_owned()).or_default().extend([(1, done(true)), (2, done(false))]);
        let server = Server::start(state).await;
        let watching = watch(&world, mailbox(&world, &server).keeping(30));
        server.until(|state| state.count("IDLE") == 1).await;
        assert_eq!(server.with(|state| state.uids(folder)), [2, 3], "what is younger stays");
        assert_eq!(answered(&world).await, ["ann@example.com"], "and what is new is taken");
        // A day later it is looked at again, over the same connection.
        server.with(|state| state.folders.get_mut(folder).unwrap().insert(2, done(true)));
        world::pass(24 * 60 * 60);
        pass(IDLE).await;
        server.until(|state| state.count("IDLE") == 2).await;
        assert_eq!(server.with(|state| (state.uids(folder), state.count("LOGIN"))), (vec![3], 1));
        watching.abort();
    }
}
