//! The language as a table of lines.
#![allow(clippy::unwrap_used)]

mod laws;

use super::parse::{Parsed, parse_command, parse_line, parse_perhaps};
use super::table::{self, Kind};
use super::*;

fn said(error: &crate::request::CommandError) -> String {
    crate::text::told::command::why(&error.why).join(" ")
}

/// A line's reading in one string: the commands printed and joined by `&`, `// comment`, `wrong: …`, or `prose`.
fn shown(line: &str) -> String {
    match parse_line(line) {
        Parsed::Prose => "prose".to_owned(),
        Parsed::Wrong(error) => format!("wrong: {}", said(&error)),
        Parsed::Commands { commands, comment } => {
            let commands: Vec<String> = commands.iter().map(Command::to_string).collect();
            commands.join(" & ") + &comment.map(|comment| format!(" // {comment}")).unwrap_or_default()
        }
    }
}

#[test]
fn a_short_turn_with_words_behind_it_is_left_to_the_position() {
    let perhaps = |line| parse_perhaps(line).map(|command| command.to_string());
    for line in ["d3 Good luck", "41 d3 Good luck", "yes d3 Hello Ann", "41 #3 d3 Good luck", "D3, good luck", "c Hi"] {
        assert_eq!(perhaps(line).as_deref(), Some(line));
    }
    for line in
        ["d3", "d3 was better", "d3? no", "d1-d7/g7 Hello", "Good luck", "> d3 Good luck", "resign", "7  h o c", ""]
    {
        assert_eq!(perhaps(line), None, "{line}");
    }
}

#[test]
fn what_people_type() {
    for (line, read) in [
        // Turns.
        ("d1-d7/g7", "move d1-d7/g7"),
        ("D1–D7/G7", "move d1-d7/g7"),
        ("move 41 d1-d7/g7", "move 41 d1-d7/g7"),
        ("Move game 41: d1-d7/g7", "move 41 d1-d7/g7"),
        ("move#12 d1-d7/g7", "move #12 d1-d7/g7"),
        ("move 41#12 d1-d7/g7", "move 41 #12 d1-d7/g7"),
        ("41 d1-d7/g7", "move 41 d1-d7/g7"),
        ("41: d1-d7/g7", "move 41 d1-d7/g7"),
        ("#3 d1-d7/g7", "move #3 d1-d7/g7"),
        ("41 #3 d1-d7/g7", "move 41 #3 d1-d7/g7"),
        ("7. d1-d7/g7", "move d1-d7/g7"),
        ("7... d1-d7/g7!", "move d1-d7/g7"),
        ("play 41 d1-d7/g7", "move 41 d1-d7/g7"),
        ("/move d1-d7/g7", "move d1-d7/g7"),
        ("`d1-d7/g7`", "move d1-d7/g7"),
        ("place cani at g1", "move c@g1"),
        ("place 41 cani", "move 41 c"),
        ("spur 41 c3-c4", "move 41 spur c3-c4"),
        ("41 spur c3-c4", "move 41 spur c3-c4"),
        ("pass", "move pass"),
        ("pass 41", "move 41 pass"),
        ("r o h k s c c g z c", "move r o h k s c c g z c"),
        ("new dameo vs house 2", "new dameo vs house level 2"),
        ("new dameo against House 2 (computer)", "new dameo vs house level 2"),
        ("new dameo vs house-2", "new dameo vs house level 2"),
        ("play dameo against the easiest level", "new dameo vs house level 1"),
        ("new dameo vs house 3 days per turn", "new dameo vs house clock 3d/turn"),
        ("new othello with my brother Tom <tom@example.net>", "new othello vs tom@example.net"),
        ("play othello with me", "new othello"),
        ("play othello against a human", "new othello"),
        ("help please", "help"),
        ("help digest", "help set"),
        ("digest at 9 in the evening", "set digest 21:00"),
        ("I'm back already", "away off"),
        // Turns with a comment.
        ("d1-d7/g7 Hello Ann", "move d1-d7/g7 // Hello Ann"),
        ("d1-d7/g7. hello ann", "move d1-d7/g7 // hello ann"),
        ("d1-d7/g7, Hello", "move d1-d7/g7 // Hello"),
        ("d1-d7/g7 :)", "move d1-d7/g7 // :)"),
        ("d1-d7/g7 - \"hi\"", "move d1-d7/g7 // \"hi\""),
        ("d1-d7/g7 please", "move d1-d7/g7"),
        ("d1-d7/g7…", "move d1-d7/g7"),
        ("D1-D7\\G7", "move d1-d7/g7"),
        ("41 d1-d7/g7 hello ann", "move 41 d1-d7/g7 // hello ann"),
        ("move d1-d7/g7 hello ann", "move d1-d7/g7 // hello ann"),
        ("yes d1-d7/g7 Hello Ann", "yes & move d1-d7/g7 // Hello Ann"),
        ("Yes, d1-d7/g7", "yes & move d1-d7/g7"),
        ("no d1-d7/g7", "no & move d1-d7/g7"),
        // Answers.
        ("yes", "yes"),
        ("**Yes**", "yes"),
        ("\"resign 41\"", "resign 41"),
        ("YES!", "yes"),
        ("Yes, please.", "yes"),
        ("Yes! 🙂", "yes"),
        ("yes 👍🏽 thanks ❤️", "yes"),
        ("resign 😢", "resign"),
        ("no thanks", "no"),
        ("no, thank you", "no"),
        ("y", "yes"),
        // Challenges.
        ("new amazons", "new amazons"),
        ("new amazons vs ben", "new amazons vs ben"),
        ("New Amazons against Ben", "new amazons vs Ben"),
        ("new amazons ben", "new amazons vs ben"),
        ("new amazons vs ben@example.net", "new amazons vs ben@example.net"),
        ("new amazons vs Ben <ben@example.net>", "new amazons vs ben@example.net"),
        ("new amazons vs <mailto:ben@example.net>", "new amazons vs ben@example.net"),
        ("new amazons vs <@!123>", "new amazons vs <@123>"),
        ("/new amazons @ben", "new amazons vs ben"),
        ("challenge ben to amazons", "new amazons vs ben"),
        ("invite ben@example.net to a game of Diamond Chess", "new diamond vs ben@example.net"),
        ("play dameo", "new dameo"),
        ("new cassio", "new desdemona cassio"),
        ("new desdemona classic anyone", "new desdemona classic"),
        ("new classic desdemona", "new desdemona classic"),
        ("new quick diamond", "new diamond quick"),
        ("new quick", "new diamond quick"),
        ("new black amazons clock 3 days per turn unrated vs ben", "new amazons vs ben as black clock 3d/turn unrated"),
        (
            "new amazons as White clock 10 days, plus 36 hours per turn, rated",
            "new amazons as white clock 10d+36h rated",
        ),
        ("new amazons 3d/turn", "new amazons clock 3d/turn"),
        ("new amazons no clock", "new amazons clock none"),
        ("new diamond vs mia handicap=2 Pounce=Adjacent", "new diamond vs mia handicap=2 pounce=adjacent"),
        ("accept", "accept"),
        ("accept 41", "accept 41"),
        ("41 accept", "accept 41"),
        ("decline 41", "decline 41"),
        ("cancel 41", "cancel 41"),
        ("lobby", "challenges"),
        ("rematch", "rematch"),
        // In a game.
        ("show", "show"),
        ("show 41 #12", "show 41 #12"),
        ("board 41 turn 12", "show 41 #12"),
        ("show #12", "show #12"),
        ("history 41", "history 41"),
        ("moves 41 d7", "moves 41 d7"),
        ("moves d1-d7", "moves d1-d7"),
        ("preview 41 d1-d7/g7; d10-d5/f5", "preview 41 d1-d7/g7; d10-d5/f5"),
        ("resign", "resign"),
        ("I resign.", "resign"),
        ("resign yes", "resign yes"),
        ("resign yes 41", "resign 41 yes"),
        ("41 resign", "resign 41"),
        ("please resign 41", "resign 41"),
        ("give up", "resign"),
        ("draw", "draw"),
        ("Draw?", "draw"),
        ("draw 41 accept", "draw 41 accept"),
        ("accept draw", "draw accept"),
        ("draw no", "draw decline"),
        ("takeback", "undo"),
        ("take back 41", "undo 41"),
        ("claim", "claim"),
        ("count 41", "count 41"),
        ("say 41 Good luck, Ben!", "say 41 Good luck, Ben!"),
        ("say: hello", "say hello"),
        ("note", "note"),
        ("note 41 watch the left side", "note 41 watch the left side"),
        ("if d1-d7/g7 then d10-d5/f5", "plan if d1-d7/g7 then d10-d5/f5"),
        ("If 41 d1-d7/g7, then d10-d5/f5", "plan 41 if d1-d7/g7 then d10-d5/f5"),
        ("41 if a1-a2 then b1-b2 then a2-a3 then b2-b3", "plan 41 if a1-a2 then b1-b2 then a2-a3 then b2-b3"),
        ("any then d10-d5/f5", "plan any then d10-d5/f5"),
        ("whatever then c@g1", "plan any then c@g1"),
        ("if a1-a2 then b1-b2 then any then b2-b3", "plan if a1-a2 then b1-b2 then any then b2-b3"),
        ("plans 41", "plans 41"),
        ("plans 41 cancel", "plans 41 cancel"),
        ("plans 41 cancel 2", "plans 41 cancel 2"),
        ("watch 41", "watch 41"),
        ("unwatch game 41", "unwatch 41"),
        // Oneself.
        ("games", "games"),
        ("name Ann", "name Ann"),
        ("settings", "set"),
        ("set digest 8:00", "set digest 8:00"),
        ("digest 8pm", "set digest 20:00"),
        ("digest off", "set notices at-once"),
        ("notices none", "set notices reminders"),
        ("receipts off", "set receipts off"),
        ("theme Dark", "set theme dark"),
        ("reminders 24h 6h", "set reminders 24h 6h"),
        ("reminders 6 hours and 1 days", "set reminders 24h 6h"),
        ("reminders off", "set reminders off"),
        ("reminders only", "set notices reminders"),
        ("zone europe/berlin", "set zone Europe/Berlin"),
        ("time zone +2", "set zone +02:00"),
        ("set board white", "set board white"),
        ("board mine", "set board mine"),
        ("transport discord", "set transport discord"),
        ("away 7d", "away 7d"),
        ("vacation 2 weeks", "away 14d"),
        ("away for 3 days", "away 3d"),
        ("away until monday", "away until Monday"),
        ("I'm back", "away off"),
        ("undo that", "undo"),
        ("stop sending me mails", "stop"),
        ("If he plays g10-g8/e8 then I play g1-g4/e4", "plan if g10-g8/e8 then g1-g4/e4"),
        ("vacation till 1 December", "away until 1 Dec"),
        ("away until 2026-12-01.", "away until 1 Dec 2026"),
        ("back", "away off"),
        ("link", "link"),
        ("link ABCD-2345", "link abcd2345"),
        ("unlink 2", "unlink 2"),
        ("STOP", "stop"),
        ("unsubscribe", "stop"),
        ("start", "start"),
        ("block Mallory", "block Mallory"),
        ("export me", "export me"),
        ("forget me", "forget me"),
        // Asking.
        ("help", "help"),
        ("?", "help"),
        ("help challenge", "help new"),
        ("help me", "help"),
        ("rules of Diamond Chess", "rules diamond"),
        ("standings amazons", "ratings amazons"),
        ("who ben", "who ben"),
        ("who", "who"),
    ] {
        assert_eq!(shown(line), read, "{line}");
    }
}

#[test]
fn a_comment_may_follow_a_turn_on_its_line() {
    for line in
        ["d1-d7/g7 good luck", "d1-d7/g7 hello", "d1-d7/g7 Hello Ann", "yes d1-d7/g7 hello ann", "41 d1-d7/g7 was fun"]
    {
        let read = shown(line);
        assert!(read.contains("d1-d7/g7") && read.contains("//"), "{line} was read as {read}");
    }
    for line in ["d1-d7/g7 is what I feared", "yes d1-d7/g7 looks good", "d1-d7/g7 or d1-d5/g8"] {
        assert_eq!(shown(line), "prose", "{line}");
    }
}

#[test]
fn prose_is_not_obeyed() {
    for line in [
        "",
        "Hi Ben, Ann from the Tuesday club.",
        "No way, great move",
        "No = decline",
        "no = decline · stop = never write to me again. We ask only once.",
        "Yes, I saw that coming",
        "Yes e3-e4 was better",
        "No, e3-e4 was better",
        "yes?",
        "e3-e4 was better",
        "e3-e4, which I saw too late, was better",
        "O well, that is life",
        "A4 paper is fine",
        "10 . . . B . . B . . .",
        " 9 . . . . . . . . . .",
        " 7 h o c . . . ~ .",
        "Turn 3 · 3B2B3/10/10/B2W2xB2/10/10/W8W/7x2/10/6W3 w 3",
        "37 Dameo vs Mia · turn 9 · Mia played f6-f5 · by Fri 29 May 20:00",
        "Your turn. Ann played j7-h7/h3.",
        "--- reply above this line: from-to/arrow ---",
        "> d1-d7/g7",
        "Same to you",
        "Thanks for the game",
        "3 days is enough",
        "Hello",
        "12:30 at the club",
        "\"notes\": [],",
        "“Yes” is what she said",
    ] {
        assert_eq!(shown(line), "prose", "{line}");
    }
    // These begin like a command; they are reported only when a message has nothing better.
    for line in [
        "Note that I am away next week",
        "Watch out for the left side",
        "Show me what you have",
        "If you like, then we stop",
        "Help yourself to a drink",
        "Draw would be fair",
        "Stop it",
        "New ideas are welcome",
        "Name one better move",
        "help · games · away 7d · stop",
        "Pass the salt",
        "Rules are rules",
        "Undo would be nice",
        "Who is that man",
        "I resign myself to fate",
    ] {
        let read = shown(line);
        assert!(read.starts_with("wrong: ") || read == "prose" || read.contains("//"), "{line} was read as {read}");
    }
}

#[test]
fn mistakes_are_answered_with_what_is_right() {
    for (line, part) in [
        ("new", "which game? For example: `new amazons vs ben as black clock 3d/turn`; `help new` tells all about it."),
        ("new amazosn vs ben", "no game \"amazosn\"; did you mean amazons?"),
        ("new chess", "no game \"chess\"; there are amazons, desdemona, dameo, diamond,"),
        ("new desdemona casio", "no variant \"casio\"; did you mean cassio?"),
        ("new amazons clock soon", "a clock is written 10d+36h"),
        ("new amazons vs ben vs mia", "the opponent is given twice."),
        ("new amazons vs ben@", "\"ben@\" is no mail address: it has the form name@domain."),
        ("new amazons handicap=", "an option is written name=value"),
        ("resing 41", "did you mean `resign 41`?"),
        ("undoo", "did you mean `undo`?"),
        ("41 resing", "did you mean `resign`?"),
        ("ok", "did you mean `yes`?"),
        ("help nwe", "did you mean new?"),
        ("set colour red", "no setting \"colour\"; there are notices,"),
        ("zone Middle-earth", "Type `zone Europe/Berlin`, or `zone +02:00`."),
        ("set receipts maybe", "on, or off? Type `receipts on` or `receipts off`."),
        ("set theem dark", "did you mean theme? Type `theme classic`"),
        ("set theme dark please, blue", "Type `theme dark`."),
        ("digest noon", "is no time of the day"),
        ("away", "for how many days?"),
        ("watch", "which game?"),
        ("move 41", "which turn?"),
        ("e3-e4?", "e3-e4 ends in a question mark"),
        ("if d1-d7/g7", "what shall be played then?"),
        ("if d1-d7/g7 then a1-a2 then b1-b2", "your opponent's turn; what shall"),
        ("41 draw 42", "two different games are named."),
        ("41 games", "it takes no game's number"),
        ("yes 41", "type `accept 41`"),
        ("undo the last one", "I can't read \"the last one\" there. Type `undo [N]`, for example: `undo 41`."),
    ] {
        let read = shown(line);
        assert!(read.starts_with("wrong: ") && read.contains(part), "{line} was read as {read}");
    }
    let at_prompt = |line| said(&parse_command(line).unwrap_err());
    assert_eq!(at_prompt("same to you"), "no command \"same\"; did you mean `name`?");
    assert_eq!(at_prompt("good morning"), "that is neither a turn nor a command; `help` lists them.");
}

#[test]
fn the_table_is_sound() {
    let mut names: Vec<&str> = table::all().flat_map(|entry| entry.names()).collect();
    let count = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), count, "a name stands twice");
    for entry in table::all() {
        let (commands, comment) = parse_command(entry.example).unwrap();
        assert_eq!((commands.len(), comment), (1, None), "{}", entry.example);
        assert!(entry.help.ends_with('.') && entry.help.len() <= 100, "Discord's limit: {}", entry.help);
        let first = commands[0].to_string();
        assert!(
            first.starts_with(entry.word)
                || (first.starts_with("move") && ["place", "spur", "pass"].contains(&entry.word)),
            "the example of {} reads as {first}",
            entry.word
        );
        let options = entry.slash_options();
        assert!(options.len() <= 25 && options.is_sorted_by_key(|option| !option.required));
        for option in options {
            assert!(option.name.len() <= 32 && option.help.len() <= 100, "{}", option.name);
        }
        assert!(entry.slash_name().chars().all(|c| c.is_ascii_lowercase() || c == '-'));
    }
}

#[test]
fn slash_options_make_a_line() {
    let line = |word: &str, values: &[(&str, &str)]| table::entry(word).unwrap().line(values.iter().copied());
    assert_eq!(line("move", &[("turn", "d1-d7/g7"), ("game", "41")]), "move 41 d1-d7/g7");
    assert_eq!(
        line("new", &[("opponent", "<@7>"), ("game", "amazons"), ("colour", "black"), ("clock", "3d/turn")]),
        "new amazons vs <@7> as black clock 3d/turn"
    );
    assert_eq!(shown(&line("plans", &[("cancel", "2"), ("game", "41")])), "plans 41 cancel 2");
    assert_eq!(shown(&line("export me", &[("nonsense", "x")])), "export me");
    assert!(table::entry("new").unwrap().arguments.iter().any(|a| a.kind == Kind::GameName));
}

#[test]
fn help_speaks_of_every_command() {
    use crate::text::article::plain;
    use crate::text::help::{about, introductions, overview};
    let lines = plain::lines(&overview());
    // A sentence may go on in the next line.
    let overview = lines.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ");
    let readme = help::markdown();
    for entry in table::all() {
        assert!(overview.contains(&format!("- {}", entry.word)) && overview.contains(entry.help));
        assert!(readme.contains(&format!("`{}`", entry.example)));
        let (first, below) = about(entry.word).unwrap();
        let below = plain::lines(&below);
        let usage = below.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ");
        assert!(first.contains(entry.help) && usage.contains(&entry.usage()));
        // Quoted back to us, the help must not be obeyed.
        for line in below.iter().chain(&lines).chain(&introductions()).chain([&first]) {
            assert!(!matches!(parse_line(line), Parsed::Commands { .. }), "{line}");
        }
    }
    assert_eq!(about("nonsense"), None);
}
