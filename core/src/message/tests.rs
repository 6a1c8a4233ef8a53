//! Messages as tables: what is written, and what is read of it.

use super::*;
use crate::command::hint::Hint;
use proptest::prelude::*;

/// `command & command // comment`, errors as `!why`.
fn shown(message: Message) -> String {
    let commands: Vec<String> = message
        .commands
        .iter()
        .filter(|command| !matches!(command, Ok(Command::Hint(_))))
        .map(|command| match command {
            Ok(command) => command.to_string(),
            Err(error) => format!(
                "!{}",
                crate::text::told::command::why(&error.why).concat().chars().take(24).collect::<String>()
            ),
        })
        .collect();
    let guessed = |command: &&_| matches!(command, Ok(Command::Hint(Hint { answer: Some(_), .. })));
    let answers = message.commands.first().filter(guessed).is_some();
    // Beside places stands what would go along with them.
    let names = message.commands.iter().any(|command| matches!(command, Ok(Command::Nearly(_))));
    let beside = message.commands.iter().filter(|_| names).find_map(|command| match command {
        Ok(Command::Hint(hint)) => hint.beside.clone(),
        _ => None,
    });
    commands.join(" & ")
        + &message.comment.or(beside).filter(|_| !answers).map(|comment| format!(" // {comment}")).unwrap_or_default()
}

#[test]
fn replies() {
    for (text, read_as) in [
        ("d1-d7/g7", "move d1-d7/g7"),
        ("d1-d7/g7\n\nGood luck.\n\nAnn", "move d1-d7/g7 // Good luck."),
        ("d1-d7/g7\nGood\nluck.\n\nAnn", "move d1-d7/g7 // Good luck."),
        ("Hi Ben,\n\nd1-d7/g7\n\nCheers,\nAnn", "move d1-d7/g7"),
        ("d1-d7/g7\n\nNice move.\nCheers,\nAnn", "move d1-d7/g7 // Nice move."),
        ("d1-d7/g7\n\nThanks", "move d1-d7/g7 // Thanks"),
        ("yes d1-d7/g7 Hello Ann", "yes & move d1-d7/g7 // Hello Ann"),
        ("yes d1-d7/g7 Hello Ann\nhow are you?\n\nBen", "yes & move d1-d7/g7 // Hello Ann how are you?"),
        ("37 f6-f5\n41 d7-d5/b3\nSee you", "move 37 f6-f5 & move 41 d7-d5/b3 // See you"),
        ("37 f6-f5\n\n41 d7-d5/b3\n", "move 37 f6-f5 & move 41 d7-d5/b3"),
        ("37 f6-f5\n41 resing", "move 37 f6-f5 & !no command \"resing\"; did"),
        ("new amazosn vs ben\nnew dameo vs mia", "!no game \"amazosn\"; did y & new dameo vs mia"),
        ("d1-d7/g7\nShow must go on, good luck", "move d1-d7/g7 // Show must go on, good luck"),
        ("d1-d7/g7\na4-a6/b6", "move d1-d7/g7 & move a4-a6/b6"),
        ("No way, great move", ""),
        ("No way, great move\nd1-d7/g7", "move d1-d7/g7"),
        ("No.\nNot yet", "no // Not yet"),
        ("e3-e4 was better", "e3 e4 // e3-e4 was better"),
        ("Show me the board please, I am lost", ""),
        ("Watch out\n\nd1-d7/g7", "move d1-d7/g7"),
        ("resing", "!no command \"resing\"; did"),
        ("Hello there", ""),
        ("", ""),
        ("ok", "!no command \"ok\"; did you"),
        ("Well played, thanks!", ""),
        ("That was fun.", ""),
        ("Same to you", ""),
        ("syay thanks", "!no command \"syay\"; did y"),
        ("ok\nd1-d7/g7", "move d1-d7/g7"),
        // Initials sign; letters alone are an answer.
        ("I am not sure about a draw.\n\nY", ""),
        ("I will think about it.\n\nK.", ""),
        ("I will think about it.\n\nC. S.", ""),
        ("d1-d7/g7\n\nN", "move d1-d7/g7 // N"),
        ("y", "yes"),
        ("c\ng", "move c & move g"),
        ("Hi,\n\nr o h k s c c g z c", "move r o h k s c c g z c"),
        // Quotes and signatures.
        ("> d1-d7/g7", ""),
        ("Thanks!\n\nOn Tue, 2 Jun 2026, Turnpost wrote:\nd1-d7/g7", ""),
        ("Thanks!\n\nOn Tue, 2 Jun 2026 at 9:30, Turnpost <play@example.org>\nwrote:\n\nyes", ""),
        ("d1-d7/g7\n-- \nresign", "move d1-d7/g7"),
        ("d1-d7/g7\n\nSent from my phone", "move d1-d7/g7"),
        ("d1-d7/g7\n\nFrom: Turnpost\nSent: Tuesday\n\nresign yes", "move d1-d7/g7"),
        (
            "Your turn. Ann played j7-h7/h3.\nBy Fri 5 Jun 09:30\n--- reply above this line: from-to/arrow ---\nresign",
            "j7 h7 h3 // Your turn. By Fri 5 Jun 09:30",
        ),
    ] {
        assert_eq!(shown(read(text)), read_as, "{text:?}");
    }
}

#[test]
fn subjects() {
    for (subject, text, read_as) in [
        (
            "new amazons vs ben@example.net",
            "Hi Ben, Ann from the Tuesday club.\n\n-- \nAnn",
            "new amazons vs ben@example.net // Hi Ben, Ann from the Tuesday club.",
        ),
        ("new amazons", "", "new amazons"),
        ("new amazons", "new amazons\nHi", "new amazons // Hi"),
        ("help", "rules dameo", "rules dameo"),
        ("Turnpost", "new amazons", "new amazons"),
        ("Re: new amazons", "yes", "yes"),
        ("AW: resign yes", "Hello", ""),
        ("Re[2]: resign yes", "Hello", ""),
        ("Amazons 41: Ben vs Ann", "d1-d7/g7", "move d1-d7/g7"),
        ("new amazosn", "Hi Ben", "!no game \"amazosn\"; did y"),
        ("new amazosn", "new amazons", "new amazons"),
        ("rematch", "Again, Ann?", "rematch // Again, Ann?"),
    ] {
        assert_eq!(shown(read_with_subject(subject, text)), read_as, "{subject}: {text}");
    }
}

#[test]
fn chatter() {
    assert_eq!(shown(read_chatter("d7-d5/b3\nnice shot")), "move d7-d5/b3 // nice shot");
    assert_eq!(shown(read_chatter("#3 d7-d5/b3")), "move #3 d7-d5/b3");
    assert_eq!(shown(read_chatter("d7-d5/b3\na4-a6/b6\nor so")), "move d7-d5/b3 & move a4-a6/b6 // or so");
    for text in ["e3-e4 was better", "nice shot\nd7-d5/b3", "resign yes", "yes", "", "lol"] {
        assert_eq!(read_chatter(text), Message::default(), "{text}");
    }
}

#[test]
fn comments_are_masked_wherever_they_stand() {
    let said = "me: a@b.example, 0170 1234567, example.org/x, play+aems2amj2rpech9h4tkhyqyx52";
    let shown = Some("me: [address], [number], [link], [secret]");
    for text in [format!("d1-d7/g7 {said}"), format!("d1-d7/g7\n{said}"), format!("yes\n\n{said}")] {
        assert_eq!(read(&text).comment.as_deref(), shown, "{text}");
    }
    assert_eq!(read_with_subject("new amazons vs ben", said).comment.as_deref(), shown);
    assert_eq!(read_chatter(&format!("d1-d7/g7\n{said}")).comment.as_deref(), shown);
}

#[test]
fn a_flood_is_cut() {
    let message = read(&"show 1\n".repeat(100));
    assert_eq!(message.commands.len(), MOST_COMMANDS + 1);
    assert!(message.commands.last().is_some_and(Result::is_err));
}

proptest! {
    #[test]
    fn nothing_panics(subject in "\\PC{0,40}", text in "(\\PC|\n|yes|41 d1-d7/g7|resign ){0,60}") {
        let _ = (read_with_subject(&subject, &text), read_chatter(&text));
        prop_assert!(read(&text).commands.len() <= MOST_COMMANDS + 1);
    }
}

/// Letters of prose whose lines begin with the words of commands, as lines happen to.
const LETTERS: &str = include_str!("letters.txt");

#[test]
fn letters_are_no_commands() {
    let letters: Vec<&str> = LETTERS.split("====\n").collect();
    assert!(letters.len() >= 40, "{}", letters.len());
    let read: Vec<String> = letters
        .iter()
        .filter(|l| read(l).commands.iter().len() > 0)
        .map(|l| format!("{}: {l}", shown(read(l))))
        .collect();
    assert!(read.is_empty(), "{} letters were read as commands:\n{}", read.len(), read.join("\n"));
}

#[test]
fn letters_below_a_turn_are_for_the_opponent() {
    // Directly below a turn a command's words count; a sentence doesn't, nor does anything after a blank line.
    for letter in LETTERS.split("====\n") {
        let below = read(&format!("d1-d7/g7\n\n{letter}"));
        assert_eq!(shown(Message { comment: None, ..below.clone() }), "move d1-d7/g7", "{letter}");
        assert!(below.comment.is_some(), "{letter}");
    }
}

#[test]
fn ordinary_words_count_where_commands_stand() {
    for (text, read_as) in [
        // At the top, also below a greeting.
        ("say Good luck", "say Good luck"),
        ("Say good luck to you\nBen", "say good luck to you // Ben"),
        ("stop", "stop"),
        ("Stop.\n\nThis is too much.", "stop // This is too much."),
        ("Hi Ann,\n\nshow", "show"),
        ("Hello\nsay see you on Tuesday", "say see you on Tuesday"),
        ("Guten Tag,\n\nhelp", "help"),
        ("note watch the left side", "note watch the left side"),
        ("/say Good luck", "say Good luck"),
        ("who ben", "who ben"),
        ("draw?", ""),
        ("away 7d\n\nSorry about that.", "away 7d // Sorry about that."),
        // Directly below a turn or command.
        ("d1-d7/g7\nsay Good luck", "move d1-d7/g7 & say Good luck"),
        ("d1-d7/g7\ndraw", "move d1-d7/g7 & draw"),
        ("no\nstop", "no & stop"),
        ("yes\nname Ben", "yes & name Ben"),
        ("show\ngames\nhelp", "show & games & help"),
        // Clients that make paragraphs of lines.
        ("d1-d7/g7\n\ndraw", "move d1-d7/g7 & draw"),
        ("d1-d7/g7\n\ndraw\n\nBest regards\nBen", "move d1-d7/g7 & draw"),
        ("37 f6-f5\n\n41 resign", "move 37 f6-f5 & resign 41"),
        ("show\n\ngames\n\nBen", "show & games // Ben"),
        // Among sentences with what prose hasn't: a number, a colon, a person.
        ("It was a long week, as you know.\n\nsay: sorry for the delay", "say sorry for the delay"),
        ("It was a long week, as you know.\nsay 41 sorry for the delay", "say 41 sorry for the delay"),
        ("It was a long week, as you know.\nnote: the left side", "note the left side"),
        ("I would like to play with my friend Ben.\nnew amazons vs ben", "new amazons vs ben"),
        ("I would like to play a game.\n\nnew amazons", "new amazons"),
        ("I have too much to do these days.\n\n41 resign", "resign 41"),
        ("I have too much to do these days.\n\nI resign.\n\nBen", "resign // Ben"),
        ("That sounds good, and I have the time.\n\nYes please!\n\nSee you, Ben", "yes // See you, Ben"),
        ("Thanks!\nyes", "yes"),
        ("Sure, why not\nyes please\nBen", "yes // Ben"),
        ("I wonder what you are up to.\nd1-d7/g7", "move d1-d7/g7"),
        ("I wonder what you are up to.\n\nif d1-d7/g7 then d10-d5/f5", "plan if d1-d7/g7 then d10-d5/f5"),
        // Slips at the top are told.
        ("show me the board", "!I can't read \"the board\""),
        ("say", "!say what? Type `say [N] "),
        ("digest 25:00", "!\"25:00\" is no time of th"),
        ("d1-d7/g7\ndigest 25:00", "move d1-d7/g7 & !\"25:00\" is no time of th"),
        ("d1-d7/g7\n41 resing", "move d1-d7/g7 & !no command \"resing\"; did"),
        // But not sentences, wherever they stand.
        ("d1-d7/g7\nwatch your left side", "move d1-d7/g7 // watch your left side"),
        ("d1-d7/g7\n12 games in a row now", "move d1-d7/g7 // 12 games in a row now"),
        ("d1-d7/g7\n\nTell your wife I said hello.", "move d1-d7/g7 // Tell your wife I said hello."),
        ("d1-d7/g7\n\nHelp!\n\nYou are too strong for me.", "move d1-d7/g7 // Help!"),
    ] {
        assert_eq!(shown(read(text)), read_as, "{text:?}");
    }
}

#[test]
fn subjects_of_letters_are_no_commands() {
    let text = "Dear Ben,\n\nI hope this finds you well.\n\nAnn";
    for subject in
        ["Tell me about your week", "Show me the money!", "Note to self, buy milk", "Stop by on Friday, will you?"]
    {
        assert_eq!(read_with_subject(subject, text), Message::default(), "{subject}");
    }
    assert_eq!(shown(read_with_subject("say 41 Good luck", text)), "say 41 Good luck // Dear Ben,");
    assert_eq!(shown(read_with_subject("say Good luck", "")), "say Good luck");
}

#[test]
fn courtesy_is_no_command() {
    for (text, read_as) in [
        ("yes\n\nAgain", "yes // Again"),
        ("yes\nAgain", "yes // Again"),
        ("decline\n\nNo thanks", "decline // No thanks"),
        ("decline\nNo thanks", "decline // No thanks"),
        ("no\n\nNo, sorry", "no // No, sorry"),
        ("accept\n\nYes!", "accept // Yes!"),
        ("draw accept\n\nAgain?", "draw accept // Again?"),
        ("d1-d7/g7\n\nNo thanks", "move d1-d7/g7 // No thanks"),
        ("d1-d7/g7\n\nAgain", "move d1-d7/g7 // Again"),
        ("yes please", "yes"),
        ("Yes, gladly!", "yes // gladly!"),
        ("yes, gladly!\n\nBen", "yes // gladly!"),
        ("yes - looking forward", "yes // looking forward"),
        ("accept - looking forward to it", "accept // looking forward to it"),
        ("accept 41, good luck", "accept 41 // good luck"),
        ("no thanks", "no"),
        ("No, sorry", "no // sorry"),
        ("No. Not yet", "no // Not yet"),
        ("decline, sorry", "decline // sorry"),
        ("decline – too busy this week", "decline // too busy this week"),
        ("draw accept, well played", "draw accept // well played"),
        ("draw decline, sorry", "draw decline // sorry"),
        ("undo, sorry", "undo // sorry"),
        ("resign yes, good game", "resign yes // good game"),
        ("resign yes\n\nGood game", "resign yes // Good game"),
        ("I resign. Well played!", "resign // Well played!"),
        ("rematch, please", "rematch"),
        ("accept\nlooking forward", "accept // looking forward"),
        ("undo\n\nSorry, I slipped", "undo // Sorry, I slipped"),
        // Two answers with numbers are two.
        ("accept 41\ndecline 42", "accept 41 & decline 42"),
        ("no\nrematch 40", "no & rematch 40"),
        // What takes it back, or may be about something else, is no answer.
        ("Yes, but not this week", ""),
        ("yes, if I may have white", ""),
        ("No, wait", ""),
        ("Yes, that was a nice game", ""),
        ("Yes, really?", ""),
        ("No way, great move", ""),
    ] {
        assert_eq!(shown(read(text)), read_as, "{text:?}");
    }
}

#[test]
fn a_turn_may_be_the_subject_of_an_empty_reply() {
    for (subject, read_as) in [
        ("d1-d7/g7", "move d1-d7/g7"),
        ("Re: d1-d7/g7", "move d1-d7/g7"),
        ("AW: Re: D1–D7/G7", "move d1-d7/g7"),
        ("Re[2]: 41 d1-d7/g7", "move 41 d1-d7/g7"),
        ("Re: d3", "move d3"),
        // Our own words are no turn, whatever is added to them.
        ("Re: Amazons 41: Ben vs Ann", ""),
        ("Re: Amazons 41: your turn d1-d7/g7", ""),
        ("Re: Turnpost: d1-d7/g7 is played", ""),
        ("Re: d1-d7/g7 Hello", ""),
        ("Re: d1-d7/g7?", ""),
        ("Re: resign yes", ""),
        ("Re: yes", ""),
        ("Re:", ""),
    ] {
        for text in ["", "\n \n", "-- \nAnn", "\n> d10-d5/f5\n> resign"] {
            assert_eq!(shown(read_reply(subject, text)), read_as, "{subject} {text:?}");
        }
        assert_eq!(shown(read_reply(subject, "yes")), "yes");
        assert_eq!(shown(read_reply(subject, "Thanks!")), "");
    }
    assert_eq!(shown(read_with_subject("Re: d1-d7/g7", "")), "move d1-d7/g7");
}

#[test]
fn near_misses_name_their_places() {
    for (text, read_as) in [
        ("I play e8 to h5 and shoot f7", "e8 h5 f7"),
        ("Hi Ann,\n\nDame e8 nach h5, Pfeil f7\n\nBen", "e8 h5 f7"),
        (
            "Hi Ann, nice shot! I play e8 to h5 and shoot f7\nGood luck!\n\nBen",
            "e8 h5 f7 // Hi Ann, nice shot! Good luck!",
        ),
        ("move my amazon from e8 to h5 and shoot f7", "move e8-h5/f7"),
        ("move my man b2 to b3", "move b2-b3"),
        ("How do I move?", ""),
        ("e8 h5 f7", "move e8 h5 f7"),
        ("E8–H5 → F7", "move e8-h5 - f7"),
        // What is wrong is told instead, and with a command there is nothing to guess.
        ("d1-d7/g7?", "!d1-d7/g7 ends in a quest"),
        ("preview d1-d7/g7 now and then", "!\"d1-d7/g7 now and then\" "),
        ("show\nI play e8 to h5 and shoot f7", "show // I play e8 to h5 and shoot f7"),
    ] {
        assert_eq!(shown(read(text)), read_as, "{text:?}");
    }
}

#[test]
fn answers_in_own_words_are_guesses() {
    let guess = |text: &str| match read(text).commands.first() {
        Some(Ok(Command::Hint(hint))) => hint.answer.as_ref().map(|answer| answer.yes),
        _ => None,
    };
    for (text, yes, said) in [
        ("Yes, that was me!\n\nAnn", true, Some("that was me!")),
        ("Hi Ann,\n\nNo, sorry, I play it with Cyril first\n\nBen", false, Some("sorry, I play it with Cyril first")),
        ("Yes, that was me!\nKind regards\nAnn Example", true, Some("that was me!")),
        ("Hi Ann, yes I'm in!\n\nBen", true, Some("Hi Ann, I'm in!")),
        ("ok", true, None),
        ("No way :-)", false, Some(":-)")),
    ] {
        assert_eq!((guess(text), read(text).comment.as_deref()), (Some(yes), said), "{text:?}");
        assert!(!read(text).is_clear(), "{text:?}");
    }
    for text in [
        "Yes, that is a nice offer.\nBut I play on.",
        "Thanks!\n\nYes, that was me, I wrote it",
        "No idea what you mean by that",
        "> Yes, that was me!",
    ] {
        assert_eq!(guess(text), None, "{text:?}");
    }
    // A command is what it was.
    assert_eq!(shown(read("yes, gladly!")), "yes // gladly!");
}

#[test]
fn a_game_is_misspelled_in_a_sentence() {
    for (text, read_as) in [
        ("new othelo against ben@example.net", "!no game \"othelo\"; did yo"),
        ("new othelo vs ben@example.net", "!no game \"othelo\"; did yo"),
        ("new othelo, please, with ben", "!no game \"othelo\"; did yo"),
        ("New shoes, a new hat.", ""),
        ("Rules please!", "rules"),
    ] {
        assert_eq!(shown(read(text)), read_as, "{text:?}");
    }
}

#[test]
fn a_draw_may_be_offered_behind_a_turn() {
    for (text, read_as) in [
        ("d4-d5 offer draw", "move d4-d5 & draw"),
        ("d4-d5 draw?", "move d4-d5 & draw"),
        ("41 d4-d5, I offer a draw.", "move 41 d4-d5 & draw 41"),
        ("move d4-d5 draw", "move d4-d5 & draw"),
        ("d4-d5 draw near", "move d4-d5 // draw near"),
        ("d4-d5 I won't offer a draw", "move d4-d5 // I won't offer a draw"),
        ("d4-d5 Good luck", "move d4-d5 // Good luck"),
    ] {
        assert_eq!(shown(read(text)), read_as, "{text:?}");
    }
}
