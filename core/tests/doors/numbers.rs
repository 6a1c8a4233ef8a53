//! Numbers out of messages: what is somebody else's is as if it weren't there. Games are mostly public to look at (see
//! `private.rs` for those that aren't); challenges between two people, questions, notes, plans and digests are not.

use turnpost_core::notice::{News, Notice};
use turnpost_core::request::{Context, Proof};
use turnpost_core::token::{Subject, Token, TokenKey};

use crate::world::{World, mailbox, user, words};

/// A number that nothing has.
pub const NOTHING: i64 = 99;

/// Ann and Ben play game 1, with a plan, a note and a question of theirs in it; Ann challenges Ben once more
/// (challenge 2, open), and he declined another (3) and she withdrew one (4). Carl is a Discord user and a stranger.
pub fn world() -> World {
    let mut world = World::new();
    world.game();
    let ben = world.last("ben").token.clone().unwrap();
    let board = world.last("ann").token.clone().unwrap();
    for _ in 0..3 {
        world.with("ann", &board, "new dameo vs Ben");
    }
    world.with("ben", &ben, "decline 3");
    world.with("ann", &board, "cancel 4");
    world.with("ann", &board, "note zebra");
    world.with("ben", &ben, "if j7-h7/h3 then d7-d5/b3");
    world.with("ann", &board, "draw");
    assert_eq!(
        [1, 2, 3, 4].map(|n| world.value::<String>(&format!("SELECT state FROM challenges WHERE number = {n}"))),
        ["accepted", "open", "declined", "cancelled"]
    );
    assert_eq!(world.value::<i64>("SELECT count(*) FROM plans"), 1);
    assert_eq!(world.value::<i64>("SELECT count(*) FROM notes"), 1);
    world.dm(3, "games");
    world
}

pub fn all(told: &[Notice]) -> String {
    let each = |notice: &Notice| match &notice.news {
        News::Told { .. } | News::Question { .. } | News::Refused { .. } => words(notice),
        other => format!("{other:?}"),
    };
    told.iter().map(each).collect::<Vec<_>>().join("\n---\n")
}

/// Every command that takes a number, with the number in place of `N`.
pub const COMMANDS: [&str; 26] = [
    "show N",
    "show N #1",
    "history N",
    "moves N",
    "moves N d7",
    "preview N c3-c4",
    "count N",
    "note N",
    "note N okapi",
    "plans N",
    "plans N cancel",
    "N if c3-c4 then c6-c5",
    "watch N",
    "unwatch N",
    "accept N",
    "decline N",
    "cancel N",
    "rematch N",
    "resign N",
    "resign N yes",
    "draw N",
    "undo N",
    "claim N",
    "say N hello",
    "N c3-c4",
    "N #1 c3-c4",
];

/// What is said in answer to something that a transport says it answers.
pub const ANSWERS: [&str; 9] = ["yes", "no", "accept", "decline", "cancel", "rules", "c3-c4", "show", "plans"];

#[test]
fn a_strangers_challenge_is_as_if_it_were_not_there() {
    let mut world = world();
    for challenge in [2, 3, 4] {
        for command in COMMANDS {
            let said = |number: i64| command.replace('N', &number.to_string());
            let theirs = all(&world.dm(3, &said(challenge)));
            let nothing = all(&world.dm(3, &said(NOTHING)));
            let same = theirs.replace(&challenge.to_string(), "N") == nothing.replace(&NOTHING.to_string(), "N");
            assert!(same, "{command} tells of challenge {challenge}:\n{theirs}\n{nothing}");
            assert!(!theirs.is_empty(), "{command}: a person is told");
        }
        for (i, answer) in ANSWERS.into_iter().enumerate() {
            let mut told = |number| {
                let game = Context::Game { number, revision: None };
                let click = all(&world.say(user(3), Proof::Transport, game, answer));
                // Refusals by mail are limited, so each is somebody else's.
                let carl = format!("carl-{challenge}-{number}-{i}");
                let hint = all(&world.say(mailbox(&carl), Proof::Dmarc, Context::Hint(number), answer));
                format!("{click}\n{hint}")
            };
            let theirs = told(challenge).replace(&challenge.to_string(), "N");
            let nothing = told(NOTHING).replace(&NOTHING.to_string(), "N");
            assert_eq!(theirs, nothing, "{answer} in reply to challenge {challenge}");
        }
    }
    assert_eq!(world.value::<String>("SELECT state FROM challenges WHERE number = 2"), "open");
}

#[test]
fn another_players_question_is_as_if_it_were_not_there() {
    let mut world = world();
    let questions: i64 = world.value("SELECT max(id) FROM questions");
    for question in 1..=questions {
        for answer in ANSWERS {
            let mut told = |id| all(&world.say(user(3), Proof::Transport, Context::Question(id), answer));
            assert_eq!(told(question), told(9_999), "{answer} to question {question}");
        }
    }
    assert_eq!(world.value::<String>("SELECT state FROM questions ORDER BY id DESC LIMIT 1"), "open");
    assert!(world.value::<bool>("SELECT ended IS NULL FROM games WHERE number = 1"));
}

#[test]
fn of_another_players_game_only_the_board_is_shown() {
    let mut world = world();
    let before: String = world.value("SELECT revision || ' ' || position FROM games WHERE number = 1");
    for command in COMMANDS {
        let told = all(&world.dm(3, &command.replace('N', "1")));
        for private in ["zebra", "d7-d5/b3", "@example.net"] {
            assert!(!told.contains(private), "{command}: {told}");
        }
    }
    assert_eq!(world.value::<String>("SELECT revision || ' ' || position FROM games WHERE number = 1"), before);
    // Not even by opponents.
    let mut told = String::new();
    for command in ["note 1", "plans 1", "plans 1 cancel", "show 1", "history 1"] {
        told += &all(&world.say(mailbox("ann"), Proof::Dmarc, Context::Fresh, command));
    }
    assert!(told.contains("zebra") && !told.contains("d7-d5/b3"), "{told}");
    assert_eq!(world.value::<i64>("SELECT count(*) FROM plans"), 1, "they are Ben's");
}

/// A secret of ours names a digest; the list is the one of its owner alone, whoever has that address by now.
#[test]
fn a_digest_of_somebody_else_lists_nothing() {
    let mut world = world();
    world.signed("ann", "games");
    let key = TokenKey::new(world.value::<Vec<u8>>("SELECT key FROM keys WHERE name = 'token_key'"));
    world.database.execute(&format!("INSERT INTO digests (player, games, at) VALUES (1, '[[1,1]]', {})", world.now));
    let digest: i64 = world.value("SELECT max(id) FROM digests");
    world.signed("carl", "games");
    let carl: i64 = world.value("SELECT id FROM addresses WHERE address = 'carl@example.net'");
    let token = key.sign(Token { address: carl, subject: Subject::Digest(digest), issued: Some(20_600) });
    let told = all(&world.with("carl", &token, "j7-h7/h3"));
    assert!(told.contains("you have no running game"), "{told}");
}
