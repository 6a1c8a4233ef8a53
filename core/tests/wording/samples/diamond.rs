//! What only Diamond Chess has: a setup, options, attacks, handicaps and customs.

use turnpost_core::clock::ClockRule;
use turnpost_core::game::Course;
use turnpost_core::notice::{BoardView, ChallengeNews, GameHeading, News, Notice, Preface, Timing, TurnNews};
use turnpost_core::rules::{Position, Setup};

use super::meeting::invitation;
use super::{DAY, NOW, heading, mail, played, to, turn};

const RESISTED: &str = "t2gC3/1r'cc4/o3hk2/1H1c3C/5(Zs)KR/2O3S1/4(Gz)2C/7T w 48 play -";
const POUNCED: &str = "tkz2c2/sr6/1Sc4O/3c2C1/8/5RCK/h3HGZ1/6CT w 31 play -";
const OWING: &str = "t7/8/8/8/8/8/8/7T b 32 play customs=1d!,handicap=white:2";
const MATED: &str = "t7/8/8/8/8/8/8/7T b 32 play customs=1d,handicap=white:2!";

pub fn all() -> Vec<(&'static str, Notice)> {
    vec![
        ("your-turn-in-the-setup", diamond_setup()),
        ("challenge-with-options", to("white", "Ben", diamond(challenge_with_options(), "", None))),
        ("your-turn-resisted", diamond(told_of("e8xd8"), RESISTED, Some("e8xd8"))),
        ("your-turn-pounced-on", diamond(told_of("b6^b7"), POUNCED, Some("b6^b7"))),
        ("your-turn-in-checkmate", diamond(told_of("f5-d7 g8-f8"), OWING, None)),
        ("receipt-of-a-checkmate", to("white", "Ben", diamond(receipt_by_customs(), MATED, None))),
    ]
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

fn challenge_with_options() -> News {
    let options = [("customs", "1d"), ("handicap", "black:3"), ("pounce", "adjacent")];
    News::Challenge(ChallengeNews {
        first_contact: false,
        options: options.map(|(name, value)| (name.to_owned(), value.to_owned())).into(),
        clock: Timing::Rule(ClockRule::bank(300, 60)),
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
