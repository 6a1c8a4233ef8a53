//! The laws of the language: what is printed is read back, reading is stable, nothing panics.

use proptest::prelude::*;

use crate::clock::ClockRule;
use crate::command::parse::{Parsed, parse_chatter, parse_command, parse_line};
use crate::command::{
    Answer, Cancel, Colour, Command, NewGame, Opponent, Setting, THEMES, Transport, table, turn_text,
};
use crate::command::{Day, HostEvent, HostStart};
use crate::game::GameNumber;
use crate::rules::{GameKind, Side};

fn number() -> impl Strategy<Value = Option<GameNumber>> {
    proptest::option::of(1..100_000i64)
}

fn name() -> impl Strategy<Value = String> {
    "[A-Za-z][A-Za-z0-9_-]{2,19}".prop_filter("a keyword", |name| {
        !["anyone", "anybody", "everyone", "all"].contains(&name.to_lowercase().as_str())
    })
}

fn turn() -> impl Strategy<Value = String> {
    let square = "[a-h][1-8]|[a-j]10";
    prop_oneof![
        (square, square, square).prop_map(|(a, b, c)| format!("{a}-{b}/{c}")),
        (square, square).prop_map(|(a, b)| format!("{a}x{b}")),
        (square, square, square, square).prop_map(|(a, b, c, d)| format!("{a}-{b} {c}-{d}")),
        ("[cgkhorsz]", square).prop_map(|(a, b)| format!("{a}@{b}")),
        (square, square).prop_map(|(a, b)| format!("spur {a}-{b}")),
        Just("pass".to_owned()),
        Just("r o h k s c c g z c".to_owned()),
    ]
}

fn text() -> impl Strategy<Value = String> {
    "[A-Za-zäöü][A-Za-zäöü ,.!]{0,40}[a-z]".prop_filter("that", |text| !text.to_lowercase().starts_with("that"))
}

fn new_game() -> impl Strategy<Value = NewGame> {
    use proptest::option::of;
    let opponent = prop_oneof![
        Just(Opponent::Anyone),
        name().prop_map(Opponent::Player),
        "[a-z]{1,5}(\\.[a-z]{1,4})?@[a-z]{1,10}\\.[a-z]{2,3}".prop_map(Opponent::Email),
        any::<u64>().prop_map(Opponent::Discord),
        of(1..=8u8).prop_map(Opponent::House),
    ];
    let colour = prop_oneof![Just(Colour::Side(Side::White)), Just(Colour::Side(Side::Black)), Just(Colour::Random)];
    let clock = prop_oneof![
        (60..9_000_000u32, 0..9_000_000u32).prop_map(|(start, add)| ClockRule::bank(start, add)),
        (60..9_000_000u32, 0..9_000_000u32, 9_000_000..30_000_000u32)
            .prop_map(|(start, add, max)| ClockRule::bank(start, add).at_most(max)),
        (60..9_000_000u32).prop_map(ClockRule::per_turn),
        (60..9_000_000u32, 9_000_000..30_000_000u32).prop_map(|(each, max)| ClockRule::per_turn(each).at_most(max)),
        Just(ClockRule::None),
    ];
    let game = proptest::sample::select(GameKind::ALL.to_vec());
    let options = proptest::collection::vec(("[a-z]{1,8}", "[a-z0-9:]{0,6}[a-z0-9]"), 0..3);
    (game, any::<proptest::sample::Index>(), opponent, of(colour), of(clock), of(any::<bool>()), options).prop_map(
        |(game, index, opponent, colour, clock, rated, options)| {
            let variant = Some(*index.get(game.variants())).filter(|&variant| variant != game.name());
            let variant = variant.map(str::to_owned);
            NewGame { game: game.name().to_owned(), variant, opponent, colour, clock, rated, options }
        },
    )
}

fn setting() -> impl Strategy<Value = Setting> {
    prop_oneof![
        Just(Setting::AtOnce),
        Just(Setting::RemindersOnly),
        (0..1440u16).prop_map(|minute| Setting::Digest { minute }),
        proptest::collection::btree_set(1..=720u32, 0..=5)
            .prop_map(|hours| Setting::Reminders(hours.into_iter().rev().collect())),
        any::<bool>().prop_map(Setting::Receipts),
        any::<bool>().prop_map(Setting::Public),
        any::<bool>().prop_map(Setting::PageLinks),
        any::<bool>().prop_map(Setting::MySide),
        any::<bool>().prop_map(Setting::Confirm),
        any::<bool>().prop_map(Setting::News),
        proptest::option::of(1..=500u32).prop_map(Setting::Games),
        proptest::sample::select(THEMES).prop_map(|name| Setting::Theme(name.to_owned())),
        Just(Setting::Zone("Europe/Berlin".to_owned())),
        (-12 * 60..14 * 60i16).prop_map(|minutes| Setting::Zone(crate::clock::moment::offset_name(minutes))),
        Just(Setting::Transport(Transport::Mail)),
        Just(Setting::Transport(Transport::Discord)),
    ]
}

fn command() -> impl Strategy<Value = Command> {
    use proptest::option::of;
    let answer = prop_oneof![Just(Answer::Offer), Just(Answer::Accept), Just(Answer::Decline)];
    let cancel = of(prop_oneof![Just(Cancel::All), (1..99usize).prop_map(Cancel::One)]);
    let pairs = proptest::collection::vec((of(turn()), turn()), 1..4);
    let game_name = of(proptest::sample::select(GameKind::ALL.to_vec()).prop_map(|game| game.name().to_owned()));
    let in_game = prop_oneof![
        new_game().prop_map(Command::New),
        (number(), of(1..999u32), turn()).prop_map(|(game, guard, text)| Command::Turn { game, guard, text }),
        (number(), of(1..=8u8)).prop_map(|(game, level)| Command::House { game, level }),
        (number(), of(1..999u32)).prop_map(|(game, turn)| Command::Show { game, turn }),
        (number(), of(turn())).prop_map(|(game, from)| Command::Moves { game, from }),
        (number(), proptest::collection::vec(turn(), 1..4)).prop_map(|(game, turns)| Command::Preview { game, turns }),
        (number(), any::<bool>()).prop_map(|(game, sure)| Command::Resign { game, sure }),
        (number(), answer).prop_map(|(game, answer)| Command::Draw { game, answer }),
        (number(), text()).prop_map(|(game, text)| Command::Say { game, text }),
        (number(), of(text())).prop_map(|(game, text)| Command::Note { game, text }),
        (number(), pairs).prop_map(|(game, pairs)| Command::Plan {
            game,
            line: pairs.into_iter().flat_map(|(theirs, mine)| [theirs, Some(mine)]).collect(),
        }),
        (number(), cancel).prop_map(|(game, cancel)| Command::Plans { game, cancel }),
    ];
    let by_number = number().prop_flat_map(|game| {
        proptest::sample::select(vec![
            Command::Accept(game),
            Command::Decline(game),
            Command::Cancel(game),
            Command::AskHint(game),
            Command::Review(game),
            Command::Rematch(game),
            Command::History(game),
            Command::Undo(game),
            Command::Claim(game),
            Command::Count(game),
            Command::Watch(game.unwrap_or(1)),
            Command::Unwatch(game.unwrap_or(1)),
        ])
    });
    let plain = proptest::sample::select(vec![
        Command::Challenges,
        Command::Yes,
        Command::No,
        Command::Games,
        Command::GamesAnyone,
        Command::Settings(None),
        Command::Link(None),
        Command::Unlink(Some("discord".to_owned())),
        Command::Stop,
        Command::Start,
        Command::ExportMe,
        Command::ForgetMe,
    ]);
    let named = prop_oneof![
        name().prop_map(Command::Name),
        name().prop_map(Command::Block),
        name().prop_map(Command::Unblock),
        of(name()).prop_map(Command::Who),
        (of(name()), 1..=500u32).prop_map(|(player, page)| Command::Finished { player, page }),
        setting().prop_map(|setting| Command::Settings(Some(setting))),
        of(1..=366u32).prop_map(Command::Away),
        (0..7u8).prop_map(|day| Command::AwayUntil(Day::Weekday(day))),
        "[a-z0-9]{8}".prop_map(|code| Command::Link(Some(code))),
        of(proptest::sample::select(table::all().map(|entry| entry.word).collect::<Vec<_>>()))
            .prop_map(|word| Command::Help(word.map(str::to_owned))),
        game_name.clone().prop_map(Command::Rules),
        game_name.prop_map(Command::Ratings),
    ];
    prop_oneof![4 => in_game, 2 => by_number, 1 => plain, 3 => named, 2 => of_events()]
}

fn of_events() -> impl Strategy<Value = Command> {
    use proptest::option::of;
    let event = || 1..99_999i64;
    let game = || proptest::sample::select(GameKind::ALL.to_vec()).prop_map(|game| game.name().to_owned());
    prop_oneof![
        of(game()).prop_map(Command::Tournaments),
        (event(), any::<bool>(), of("[a-z0-9]{3,20}")).prop_map(|(event, once, code)| Command::Join {
            event,
            once,
            code
        }),
        (event(), "house-[1-8]").prop_map(|(event, name)| Command::Invite { event, name }),
        event().prop_map(Command::Leave),
        (event(), any::<bool>()).prop_map(|(event, sure)| Command::Withdraw { event, sure }),
        of(event()).prop_map(Command::Standings),
        (game(), of(name())).prop_map(|(game, against)| Command::Ladder { game, against }),
        event().prop_map(Command::CancelEvent),
        event().prop_map(Command::ExportEvent),
        hosted().prop_map(Command::Host),
    ]
}

fn hosted() -> impl Strategy<Value = HostEvent> {
    use proptest::option::of;
    let day = (1..29i8, 1..13i8, of(2026..2100i16)).prop_map(|(day, month, year)| HostStart::Day { day, month, year });
    let named = prop_oneof![Just(Day::Tomorrow), (0..7u8).prop_map(Day::Weekday)].prop_map(HostStart::Named);
    let start = prop_oneof![Just(HostStart::WhenFull), day, named];
    let clock = (60..9_000_000u32, 0..9_000_000u32, 9_000_000..30_000_000u32)
        .prop_map(|(start, add, max)| ClockRule::bank(start, add).at_most(max));
    let players = (0..99u32, 0..99u32);
    let game = proptest::sample::select(GameKind::ALL.to_vec());
    (game, any::<bool>(), of(players), of(start), of(clock), of("[a-z0-9]{3,20}"), of(any::<bool>())).prop_map(
        |(game, cup, players, start, clock, code, rated)| {
            let game = game.name().to_owned();
            HostEvent { game, variant: None, cup, players, start, clock, code, rated }
        },
    )
}

/// Lines made of what lines are made of.
fn wild_line() -> impl Strategy<Value = String> {
    let words: Vec<&'static str> = table::vocabulary()
        .chain([
            "if", "then", "any", "vs", "as", "clock", "white", "41", "#12", "d1-d7/g7", "c@g1", "yes", "no", "please",
            ";", ",", "?",
        ])
        .chain([
            "amazons",
            "10d+36h",
            "ben@example.net",
            "<@1>",
            "handicap=2",
            "ü",
            "\u{a0}",
            "7.",
            "-",
            "x",
            ":z",
            "a1",
        ])
        .collect();
    proptest::collection::vec(
        prop_oneof![4 => proptest::sample::select(words).prop_map(str::to_owned), 1 => "\\PC{0,6}"],
        0..9,
    )
    .prop_map(|words| words.join(" "))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    #[test]
    fn what_is_printed_is_read_back(command in command()) {
        let printed = command.to_string();
        let read = parse_command(&printed);
        prop_assert_eq!(read, Ok((vec![command], None)), "{}", printed);
    }

    #[test]
    fn nothing_panics(line in prop_oneof!["\\PC*", wild_line()]) {
        let _ = (parse_line(&line), parse_chatter(&line), turn_text::looks_like_turn(&line));
    }

    /// Whatever a line is read as prints as something that is read the same way.
    #[test]
    fn reading_is_stable(line in wild_line()) {
        if let Parsed::Commands { commands, .. } = parse_line(&line) {
            for command in commands {
                let printed = command.to_string();
                prop_assert_eq!(parse_command(&printed), Ok((vec![command], None)), "{}", printed);
            }
        }
    }
}
