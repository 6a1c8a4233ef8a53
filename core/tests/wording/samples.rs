//! One notice of each kind, as in the life of game 41.

use turnpost_core::clock::ClockRule;
use turnpost_core::game::{Course, Means};
use turnpost_core::notice::told::incoming::{Against, Asked};
use turnpost_core::notice::told::lobby;
use turnpost_core::notice::told::playing;
use turnpost_core::notice::told::playing::NotNow;
use turnpost_core::notice::{
    Ask, Audience, Beside, BoardView, ChallengeNews, Destination, DigestRow, Ending, GameHeading, News, Notice,
    PlayedNews, Preface, Remark, ResultNews, Tally, Taste, Timing, TurnNews, Undone, Why,
};
use turnpost_core::rules::{Bounds, Count, GameKind, Position, Reason, Setup, Side};

/// 2026-05-25 16:00 UTC, a Monday; 18:00 in Berlin.
pub const NOW: i64 = 1_779_724_800;
pub const DAY: i64 = 86_400;

/// All of them, with the names of their files.
pub fn all() -> Vec<(&'static str, Notice)> {
    let mut all = mails();
    all.extend(in_discord());
    all.push(("console-your-turn", Notice { to: Destination::Console("Ben".into()), ..ben_to_move() }));
    all
}

fn mails() -> Vec<(&'static str, Notice)> {
    let words = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>();
    vec![
        (
            "confirm",
            Notice {
                game: None,
                board: None,
                ..mail(
                    News::Confirm {
                        asked: vec![Asked::New { game: Some("Amazons".into()), against: Against::AFriend }],
                        name: "Ann".into(),
                        late: false,
                    },
                    1,
                )
            },
        ),
        (
            "words",
            Notice {
                game: None,
                board: None,
                ..mail(
                    News::Told {
                        what: lobby::Told::Sent {
                            number: 41,
                            to: lobby::Recipient::Address,
                            without_words: false,
                            terms: None,
                        }
                        .into(),
                    },
                    1,
                )
            },
        ),
        ("invitation", Notice { game: Some(heading(None, None, 1)), ..mail(News::Challenge(invitation()), 0) }),
        (
            "challenge",
            mail(
                News::Challenge(ChallengeNews {
                    first_contact: false,
                    greeting: None,
                    you_play: None,
                    example: None,
                    rated: Some(true),
                    variant: Some("cassio".into()),
                    ..invitation()
                }),
                0,
            ),
        ),
        (
            "receipt-first",
            mail(
                News::Receipt(TurnNews {
                    played: vec![played("Ben", true, "d1-d7/g7", "mail")],
                    remarks: vec![Remark::YouAre { name: "Ben".into() }, Remark::UndoUntil { plays: "Ann".into() }],
                    ..turn("Ann", "black", &[])
                }),
                1,
            ),
        ),
        (
            "your-turn-accepted",
            to(
                "black",
                "Ann",
                mail(
                    News::YourTurn(TurnNews {
                        played: vec![played("Ben", false, "d1-d7/g7", "mail")],
                        preface: vec![Preface::Accepted { by: "Ben".into() }],
                        ..turn("Ann", "black", &[("Ben", "Hello Ann")])
                    }),
                    1,
                ),
            ),
        ),
        ("your-turn", ben_to_move()),
        (
            "your-turn-beside-the-turns",
            mail(
                News::YourTurn(TurnNews {
                    preface: vec![Preface::Beside(Beside::DrawDeclined)],
                    ..turn("Ben", "white", &[])
                }),
                2,
            ),
        ),
        (
            "receipt-beside-the-turns",
            mail(
                News::Receipt(TurnNews {
                    preface: vec![Preface::Beside(Beside::DrawDeclined)],
                    ..turn("Ann", "black", &[])
                }),
                1,
            ),
        ),
        (
            "your-turn-after-a-plan",
            mail(
                News::YourTurn(TurnNews {
                    played: vec![
                        played("Ann", false, "j7-h7/h3", "discord"),
                        played("Ben", true, "d7-d5/b3", "plan"),
                        played("Ann", false, "h7-h4/f6", "mail"),
                    ],
                    remarks: vec![Remark::DrawOffered { by: "Ann".into() }],
                    deadline: None,
                    forfeit: None,
                    ..turn("Ben", "white", &[])
                }),
                4,
            ),
        ),
        (
            "your-turn-settled",
            mail(
                News::YourTurn(TurnNews {
                    played: vec![played("Ann", false, "h7-h4/f6", "mail")],
                    remarks: vec![Remark::Settled {
                        count: Count { settled: true, white: exactly(1), black: exactly(12) },
                        decided: true,
                    }],
                    ..turn("Ben", "white", &[])
                }),
                4,
            ),
        ),
        (
            "refused-unfinished",
            with_about(
                "d7-d5",
                mail(
                    News::Refused {
                        undone: Undone::Played,
                        why: playing::Why::Illegal(playing::Illegal::Unfinished {
                            path: "d7-d5".into(),
                            some: vec!["d7-d5/a2".into(), "d7-d5/a5".into()],
                            all: 25,
                        })
                        .into(),
                        last: None,
                        deadline: Some(NOW + 10 * DAY),
                    },
                    2,
                ),
            ),
        ),
        (
            "refused",
            with_about(
                "d7",
                mail(
                    News::Refused {
                        undone: Undone::Played,
                        why: Why::Words(words(&[
                            "d7 cannot reach h7, the arrow on g7 is in the way",
                            "On that line: e7, f7.",
                        ])),
                        last: None,
                        deadline: Some(NOW + 10 * DAY),
                    },
                    2,
                ),
            ),
        ),
        (
            "stale",
            mail(
                News::Stale {
                    answered: 3,
                    taken_back: Vec::new(),
                    since: vec![("Ben".into(), "d7-d5/b3".into()), ("Ann".into(), "h7-h4/f6".into())],
                    still_legal: Some("g1-g4/e4".into()),
                    why_not: None,
                    question: Some(7),
                    deadline: Some(NOW + 10 * DAY),
                },
                4,
            ),
        ),
        (
            "stale-taken-back",
            mail(
                News::Stale {
                    answered: 3,
                    taken_back: vec![("Ann".into(), "j7-h7/h3".into())],
                    since: Vec::new(),
                    still_legal: None,
                    why_not: Some(NotNow::TheirTurn { opponent: "Ann".into() }),
                    question: None,
                    deadline: None,
                },
                1,
            ),
        ),
        (
            "reminder",
            mail(
                News::Reminder {
                    last: Some(("Ann".into(), "j7-h7/h3".into())),
                    deadline: NOW + 6 * 3600,
                    also: vec![(37, NOW + 7 * 3600)],
                },
                2,
            ),
        ),
        ("result", over(mail(News::Result(resigned()), 2))),
        (
            "result-aborted",
            over(mail(
                News::Result(ResultNews {
                    winner: None,
                    you_won: None,
                    aborted: true,
                    reason: ended_by(Reason::Timeout, Some(Side::Black), 1),
                    ..resigned()
                }),
                1,
            )),
        ),
        (
            "result-lost-by-a-turn",
            over(mail(
                News::Result(ResultNews {
                    winner: Some("black".into()),
                    you_won: Some(false),
                    reason: ended_by(Reason::NoTurn, None, 93),
                    margin: Some("3½".into()),
                    tally: Some(Tally::TurnsLeft([exactly(0), exactly(3)])),
                    played: vec![played("Ann", false, "h7-h4/f6", "mail")],
                    comments: vec![("Ann".into(), "Thank you.".into())],
                    rating: Some("1500? → 1338? (-162)".into()),
                    ..resigned()
                }),
                4,
            )),
        ),
        (
            "result-by-a-claim",
            over(mail(
                News::Result(ResultNews {
                    reason: ended_by(Reason::Counted, None, 51),
                    margin: Some("3½".into()),
                    tally: Some(Tally::TurnsLeft([Bounds { min: 11, max: 12 }, exactly(8)])),
                    ..resigned()
                }),
                4,
            )),
        ),
        (
            "result-by-stones",
            over(mail(
                News::Result(ResultNews {
                    winner: Some("black".into()),
                    you_won: Some(false),
                    reason: ended_by(Reason::Stones, None, 61),
                    margin: Some("12".into()),
                    tally: Some(Tally::Stones([22, 34])),
                    ..resigned()
                }),
                4,
            )),
        ),
        (
            "result-town-captured",
            over(mail(News::Result(ResultNews { reason: ended_by(Reason::TownCaptured, None, 74), ..resigned() }), 4)),
        ),
        (
            "watched",
            watched(mail(
                News::Watched(TurnNews {
                    played: vec![played("Ann", false, "j7-h7/h3", "discord")],
                    ..turn("Ben", "white", &[])
                }),
                2,
            )),
        ),
        (
            "question",
            mail(
                News::Question {
                    ask: Ask::Words(words(&[
                        "Resign game 41 against Ann? Reply `yes` to give it up.",
                        "`no`, or any move, and the game goes on.",
                    ])),
                    id: 9,
                },
                2,
            ),
        ),
        ("your-turn-in-the-setup", diamond_setup()),
        ("challenge-with-options", to("white", "Ben", diamond(challenge_with_options(), "", None))),
        ("your-turn-resisted", diamond(told_of("e8xd8"), RESISTED, Some("e8xd8"))),
        ("your-turn-pounced-on", diamond(told_of("b6^b7"), POUNCED, Some("b6^b7"))),
        ("your-turn-in-checkmate", diamond(told_of("f5-d7 g8-f8"), OWING, None)),
        ("receipt-of-a-checkmate", to("white", "Ben", diamond(receipt_by_customs(), MATED, None))),
        ("receipt-of-many", mail(News::Receipt(many()), 4)),
        ("digest", Notice { game: None, board: None, ..mail(digest(), 2) }),
    ]
}

fn in_discord() -> Vec<(&'static str, Notice)> {
    let discord = |mention: Option<u64>, notice: Notice| Notice {
        to: Destination::DiscordPlace { channel: 5, mention, also: None },
        ..notice
    };
    // Everything that can also be told there, with the name it goes by there.
    let kept = [
        "invitation",
        "receipt-first",
        "your-turn-accepted",
        "your-turn",
        "your-turn-after-a-plan",
        "refused",
        "stale",
        "reminder",
        "result",
        "result-lost-by-a-turn",
        "watched",
        "question",
        "words",
        "digest",
    ];
    let names = [
        "discord-challenge",
        "discord-receipt",
        "discord-accepted",
        "discord-your-turn",
        "discord-after-a-plan",
        "discord-refused",
        "discord-stale",
        "discord-reminder",
        "discord-result",
        "discord-result-by-a-turn",
        "discord-watched",
        "discord-question",
        "discord-words",
        "discord-digest",
    ];
    let mut all = Vec::new();
    for (name, notice) in mails() {
        let Some(place) = kept.iter().position(|kept| *kept == name) else { continue };
        let notice = match &notice.news {
            // Everybody in the thread reads it; nobody there is "you".
            News::Result(result) => {
                let news = News::Result(ResultNews { you_won: None, ..result.clone() });
                discord(None, Notice { news, ..notice })
            }
            News::YourTurn(_) | News::Reminder { .. } | News::Challenge(_) => discord(Some(77), notice),
            _ => Notice { to: Destination::DiscordUser(77), ..notice },
        };
        all.push((names[place], notice));
    }
    let first = TurnNews { preface: vec![Preface::Accepted { by: "Ann".into() }], ..turn("Ben", "white", &[]) };
    all.push(("discord-first-turn", discord(Some(77), mail(News::YourTurn(first), 0))));
    let aside = News::Aside {
        what: Beside::DrawAsked { whom: "Ann".into() },
        to_move: Some("Ben".into()),
        mine: true,
        comments: Vec::new(),
    };
    all.push(("discord-aside", Notice { to: Destination::DiscordUser(77), ..mail(aside, 0) }));
    let aside = News::Aside {
        what: Beside::DrawRefused { by: "Ann".into() },
        to_move: Some("Ann".into()),
        mine: false,
        comments: vec![("Ann".into(), "Not yet".into())],
    };
    all.push(("discord-aside-of-the-other", Notice { to: Destination::DiscordUser(77), ..mail(aside, 0) }));
    all.push(("discord-direct", Notice { to: Destination::DiscordUser(77), ..ben_to_move() }));
    all
}

/// The first turn of Diamond Chess, when nothing is put down yet.
fn diamond_setup() -> Notice {
    let setup = Setup::new("diamond", None, &[]).unwrap();
    let mut notice = mail(News::YourTurn(TurnNews { preface: vec![Preface::GameOn], ..turn("Ben", "white", &[]) }), 0);
    if let Some(board) = &mut notice.board {
        board.game = "diamond".into();
        board.position = Course::new(&setup).unwrap().position().text();
    }
    if let Some(game) = &mut notice.game {
        game.title = "Diamond Chess".into();
    }
    notice
}

const RESISTED: &str = "t2gC3/1r'cc4/o3hk2/1H1c3C/5(Zs)KR/2O3S1/4(Gz)2C/7T w 48 play -";
const POUNCED: &str = "tkz2c2/sr6/1Sc4O/3c2C1/8/5RCK/h3HGZ1/6CT w 31 play -";
const OWING: &str = "t7/8/8/8/8/8/8/7T b 32 play customs=1d!,handicap=white:2";
const MATED: &str = "t7/8/8/8/8/8/8/7T b 32 play customs=1d,handicap=white:2!";

fn challenge_with_options() -> News {
    let options = [("customs", "1d"), ("handicap", "black:3"), ("pounce", "adjacent")];
    News::Challenge(ChallengeNews {
        first_contact: false,
        options: options.map(|(name, value)| (name.to_owned(), value.to_owned())).into(),
        clock: Timing::Rule(ClockRule::Bank { start: 300, add: 60 }),
        example: Some("f2-e3 h4-g6".into()),
        ..invitation()
    })
}

/// Ben's turn as Ann, who is Black, hears of it.
fn told_of(turn_text: &str) -> News {
    News::YourTurn(TurnNews {
        played: vec![played("Ben", false, turn_text, "mail")],
        forfeit: turn_text.contains(' ').then_some(NOW + 2 * DAY),
        ..turn("Ann", "black", &[])
    })
}

fn receipt_by_customs() -> News {
    News::Receipt(TurnNews {
        played: vec![played("Ben", true, "f5-d7 g8-f8", "mail")],
        forfeit: Some(NOW + 2 * DAY),
        ..turn("Ann", "black", &[])
    })
}

/// A notice of a game of Diamond Chess to Ann, who is Black, after that turn in that position.
fn diamond(news: News, position: &str, turn: Option<&str>) -> Notice {
    let mut notice = to("black", "Ann", mail(news, 0));
    let setup = Setup::new("diamond", Some("quick"), &[]).unwrap();
    let mut after = Position::parse(&setup, position).unwrap_or_else(|_| Position::start(&setup).unwrap());
    let number = after.turn_number() + u32::from(turn.is_some());
    if let Some(turn) = turn {
        after.play(turn).unwrap();
    }
    notice.game =
        Some(GameHeading { title: "Diamond Chess (quick)".into(), ..heading(Some("Ben"), Some("Ann"), number) });
    if let Some(board) = &mut notice.board {
        *board = BoardView {
            game: "diamond".into(),
            variant: "quick".into(),
            position: after.text(),
            last: turn.map(|turn| (position.to_owned(), turn.to_owned())),
            ..board.clone()
        };
    }
    notice
}

/// Plans on both sides answered each other.
fn many() -> TurnNews {
    let turns = ["d1-d7/g7", "j7-h7/h3", "d7-d5/b3", "h7-h4/f6", "g1-g4/e4"];
    let all = turns.iter().enumerate().map(|(i, turn)| {
        let own = i % 2 == 0;
        let by = if i == 0 { "mail" } else { "plan" };
        played(if own { "Ben" } else { "Ann" }, own, turn, by)
    });
    TurnNews { played: all.collect(), ..turn("Ann", "black", &[]) }
}

fn ben_to_move() -> Notice {
    let news = TurnNews {
        played: vec![played("Ann", false, "j7-h7/h3", "mail")],
        ..turn("Ben", "white", &[("Ann", "Good luck.")])
    };
    mail(News::YourTurn(news), 2)
}

/// A mail to Ben, who is White, after so many turns.
pub fn mail(news: News, turns: usize) -> Notice {
    let number = u32::try_from(turns).unwrap() + 1;
    Notice {
        to: Destination::Email("ben@example.net".into()),
        name: Some("Ben".into()),
        taste: Taste { theme: "classic".into(), zone: "Europe/Berlin".into(), my_side: true },
        at: NOW,
        token: Some("secret".into()),
        game: Some(heading(Some("Ben"), Some("Ann"), number)),
        news,
        board: Some(board(turns)),
        sheet: Vec::new(),
        tried: Vec::new(),
        secret: None,
        audience: Audience::Asker,
    }
}

fn to(side: &str, name: &str, mut notice: Notice) -> Notice {
    notice.name = Some(name.into());
    if let Some(board) = &mut notice.board {
        board.side = Some(side.into());
    }
    notice
}

fn watched(mut notice: Notice) -> Notice {
    notice.name = Some("Mia".into());
    if let Some(board) = &mut notice.board {
        board.side = None;
    }
    notice
}

fn over(mut notice: Notice) -> Notice {
    if let Some(board) = &mut notice.board {
        board.over = true;
    }
    notice
}

fn with_about(square: &str, mut notice: Notice) -> Notice {
    if let Some(board) = &mut notice.board {
        board.about = Some(square.into());
    }
    notice
}

fn heading(white: Option<&str>, black: Option<&str>, turn: u32) -> GameHeading {
    GameHeading {
        number: 41,
        title: "Amazons".into(),
        thread: None,
        white: white.map(str::to_owned),
        black: black.map(str::to_owned),
        revision: i64::from(turn) - 1,
        turn,
    }
}

fn board(turns: usize) -> BoardView {
    let mut game = Course::new(&Setup::new("amazons", None, &[]).unwrap()).unwrap();
    let mut last = None;
    for turn in ["d1-d7/g7", "j7-h7/h3", "d7-d5/b3", "h7-h4/f6"].into_iter().take(turns) {
        last = Some((game.position().text(), turn.to_owned()));
        game.play(turn).unwrap();
    }
    BoardView {
        game: "amazons".into(),
        variant: "standard".into(),
        options: Vec::new(),
        last,
        position: game.position().text(),
        over: false,
        side: Some("white".into()),
        about: None,
    }
}

fn turn(name: &str, side: &str, comments: &[(&str, &str)]) -> TurnNews {
    TurnNews {
        played: Vec::new(),
        preface: Vec::new(),
        comments: comments.iter().map(|(who, text)| ((*who).to_owned(), (*text).to_owned())).collect(),
        to_move: Some((name.into(), side.into())),
        deadline: Some(NOW + 10 * DAY),
        forfeit: None,
        pattern: GameKind::Amazons.pattern().to_owned(),
        remarks: Vec::new(),
    }
}

fn exactly(turns: u32) -> Bounds {
    Bounds { min: turns, max: turns }
}

fn ended_by(reason: Reason, loser: Option<Side>, turn: u32) -> Ending {
    Ending::By { reason, loser, turn }
}

fn played(who: &str, own: bool, turn: &str, by: &str) -> PlayedNews {
    PlayedNews { who: who.into(), own, turn: turn.into(), by: Means::named(by).unwrap() }
}

fn invitation() -> ChallengeNews {
    ChallengeNews {
        challenger: "Ann".into(),
        greeting: Some("Hi Ben, Ann from the Tuesday club.".into()),
        you_play: Some("white".into()),
        clock: Timing::Rule(ClockRule::default()),
        rated: Some(false),
        variant: None,
        options: Vec::new(),
        example: Some("d1-d7/g7".into()),
        first_contact: true,
        open: false,
    }
}

fn resigned() -> ResultNews {
    ResultNews {
        winner: Some("white".into()),
        you_won: Some(true),
        aborted: false,
        reason: ended_by(Reason::Resigned, Some(Side::Black), 38),
        margin: None,
        tally: None,
        played: Vec::new(),
        comments: Vec::new(),
        rating: None,
        record: "Turnpost record 1\n".into(),
    }
}

fn digest() -> News {
    let row = |number: i64, game: &str, opponent: &str, turn: u32, last: &str, deadline: i64| DigestRow {
        game: GameHeading { number, title: game.into(), turn, ..heading(Some("Ben"), Some(opponent), 1) },
        opponent: opponent.into(),
        last: Some((opponent.into(), last.into())),
        comments: Vec::new(),
        deadline: Some(deadline),
        board: BoardView { game: game.to_lowercase(), ..board(2) },
        token: Some("secret".into()),
    };
    News::Digest {
        rows: vec![
            row(37, "Dameo", "Mia", 9, "f6-f5", NOW + 4 * DAY),
            DigestRow {
                comments: vec![("Ann".into(), "Good luck.".into())],
                ..row(41, "Amazons", "Ann", 3, "j7-h7/h3", NOW + 10 * DAY)
            },
        ],
    }
}
