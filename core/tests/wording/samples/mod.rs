//! One notice of each kind, as in the life of game 41: by theme in the files below, built from the parts here.

use turnpost_core::game::{Course, Means};
use turnpost_core::notice::{
    Audience, BoardView, Destination, Ending, GameHeading, News, Notice, PlayedNews, Taste, TurnNews,
};
use turnpost_core::rules::{Bounds, GameKind, Position, Reason, Setup, Side};

mod answers;
mod diamond;
mod discord;
mod looking;
mod meeting;
mod results;
mod turns;

/// 2026-05-25 16:00 UTC, a Monday; 18:00 in Berlin.
pub const NOW: i64 = 1_779_724_800;
pub const DAY: i64 = 86_400;

/// All of them, with the names of their files.
pub fn all() -> Vec<(&'static str, Notice)> {
    let mails = [meeting::all(), turns::all(), answers::all(), results::all(), diamond::all(), looking::all()].concat();
    let mut all = mails.clone();
    all.extend(discord::all(mails));
    all.push(("console-your-turn", Notice { to: Destination::Console("Ben".into()), ..turns::ben_to_move() }));
    all
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
        last: None,
        secret: None,
        audience: Audience::Asker,
        page: None,
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
        before: None,
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

/// A mail to Ben, who is White, about a position of another game.
fn in_position(game: &str, position: &str, is_over: bool, news: News) -> Notice {
    let setup = Setup::new(game, None, &[]).unwrap();
    let now = Position::parse(&setup, position).unwrap();
    let mut notice = mail(news, 0);
    notice.game =
        Some(GameHeading { title: setup.game.title().into(), ..heading(Some("Ben"), Some("Ann"), now.turn_number()) });
    if let Some(board) = &mut notice.board {
        board.game = game.into();
        board.variant = setup.variant.into();
        board.position = position.into();
        board.over = is_over;
    }
    notice
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
