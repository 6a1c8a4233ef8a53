//! Makes a message of a notice, or of a game as somebody sees it: words, picture and buttons.

use std::sync::Arc;

use turnpost_core::notice::told::{people, playing, views};
use turnpost_core::notice::{Destination, GameHeading, News, Notice, Remark, Told};
use turnpost_core::service::Glance;
use turnpost_core::store::Owed;
use turnpost_core::text;
use turnpost_core::text::in_discord::{self, BROKEN, FLIPPED, labels};
use turnpost_core::text::in_mail::EXPORT;

use crate::custom_id::{At, BoardButton, ChallengeReply, Press};
use crate::desk::Desk;
use crate::limits::sizes::{CHOICE, FILES, PLACEHOLDER, THREAD_NAME};
use crate::markdown::{cut, plain};
use crate::outgoing::draw::SHEET;
use crate::outgoing::post::{Button, Look, Post, Row};
use crate::outgoing::{article, draw, pages, phrase};
use crate::picker::{Select, View};

/// The message that a notice becomes.
pub(crate) async fn notice(desk: &Arc<Desk>, owed: Owed) -> Post {
    page(desk, owed, None).await
}

/// One page of a notice that is longer than a message.
pub(crate) async fn page(desk: &Arc<Desk>, owed: Owed, page: Option<usize>) -> Post {
    let rules = matches!(&owed.notice.news, News::Told { what: Told::Views(views::Told::Rules { .. }) });
    let drawn = owed.notice.board.is_some() || !owed.notice.sheet.is_empty();
    let done = match drawn || rules {
        true => desk.draw(move |desk| of_notice(desk, &owed.notice, page)).await,
        false => desk.blocking(move |desk| of_notice(desk, &owed.notice, page)).await,
    };
    done.unwrap_or_else(|| Post::text(BROKEN))
}

/// The name of a game's thread.
pub(crate) fn thread_name(game: &GameHeading) -> String {
    cut(&in_discord::thread_name(game), THREAD_NAME)
}

/// The board as it is now, for a click on an old one, with its buttons if they are to move.
pub(crate) async fn as_it_is(desk: &Arc<Desk>, glance: Glance, words: &str) -> Post {
    let content = words.to_owned();
    let work = move |desk: &Desk| {
        let picture = draw::glance(desk, &glance, false);
        let mine = glance.to_move.is_some() && glance.to_move == glance.side;
        let rows = if mine { board_buttons(at(&glance.heading)) } else { Vec::new() };
        Post { content, picture, rows, ..Post::default() }
    };
    desk.draw(work).await.unwrap_or_default()
}

/// The board from the other side.
pub(crate) async fn flipped(desk: &Arc<Desk>, glance: Glance) -> Post {
    let work = move |desk: &Desk| {
        let picture = draw::glance(desk, &glance, true);
        Post { content: FLIPPED.to_owned(), picture, ..Post::default() }
    };
    desk.draw(work).await.unwrap_or_default()
}

/// The menu behind `More`.
pub(crate) fn menu(glance: &Glance) -> Post {
    let at = at(&glance.heading);
    let plain = |label, button| Button { label, press: Press::Board(at, button), look: Look::Plain };
    let mut first = vec![plain(labels::FLIP, BoardButton::Flip), plain(labels::HISTORY, BoardButton::History)];
    let mut rows = Vec::new();
    if glance.to_move.is_some() {
        first.push(plain(labels::PREVIEW, BoardButton::Preview));
        let mut second = vec![plain(labels::DRAW, BoardButton::Draw)];
        if glance.board.now().is_ok_and(|position| position.counting().is_some()) {
            second.push(plain(labels::CLAIM, BoardButton::Claim));
        }
        second.push(Button { look: Look::Danger, ..plain(labels::RESIGN, BoardButton::Resign) });
        rows.push(Row::Buttons(second));
    }
    rows.insert(0, Row::Buttons(first));
    Post { content: in_discord::menu(glance.heading.number, glance.heading.turn), rows, ..Post::default() }
}

/// A step of the picker. Blocks.
pub(crate) fn picker(desk: &Desk, at: At, glance: &Glance, view: View) -> Post {
    let View { path, title, first, selects, whole, back, scene } = view;
    // What was offered first stays where it was, and leads from the beginning.
    let first = first.map(|select| (String::new(), select));
    let selects = first.into_iter().chain(selects.into_iter().map(|select| (path.clone(), select)));
    let mut rows: Vec<Row> = (0..).zip(selects).map(|(n, (from, select))| choices(at, n, from, select)).collect();
    let mut buttons = Vec::new();
    if let Some(turn) = whole {
        buttons.push(Button { label: labels::PLAY_IT, press: Press::Play(at, turn), look: Look::Main });
    }
    if let Some(back) = back {
        buttons.push(Button { label: labels::BACK, press: Press::Show(at, back), look: Look::Plain });
    }
    buttons.push(Button { label: labels::CANCEL, press: Press::Close, look: Look::Plain });
    rows.push(Row::Buttons(buttons));
    let picture = draw::scene(desk, scene, glance, false);
    Post { content: title, picture, rows, ..Post::default() }
}

fn choices(at: At, n: u8, from: String, select: Select) -> Row {
    let chosen = select.choices.iter().find(|choice| choice.chosen).map(|choice| choice.path.clone());
    let options = select.choices.into_iter().map(|choice| (cut(&choice.label, CHOICE), choice.path)).collect();
    let placeholder = cut(&select.placeholder, PLACEHOLDER);
    Row::Select { press: Press::Pick(at, n, from), placeholder, options, chosen }
}

fn of_notice(desk: &Desk, notice: &Notice, page: Option<usize>) -> Post {
    let picture = match &notice.board {
        Some(_) if !shows_board(notice) => None,
        Some(board) => draw::board(desk, notice, board),
        None => draw::graph(desk, notice).or_else(|| draw::sheet(desk, notice)).or_else(|| draw::chart(desk, notice)),
    };
    // A review has both.
    let beside = draw::sheet(desk, notice).filter(|_| picture.as_ref().is_some_and(|shown| shown.name != SHEET));
    let mut content = phrase::text(notice, desk.hears());
    let article = text::word(notice).article;
    let embeds = article::embeds(&article);
    let records = records(notice);
    let embeds = embeds.unwrap_or_else(|| {
        // Too much for one message's embeds: as text, in pages.
        text::article::plain::lines(&article).iter().for_each(|line| content.extend(["\n", &plain(line)]));
        Vec::new()
    });
    let shown = text::article::pictures(&article).filter(|_| !embeds.is_empty());
    let diagrams = shown.filter_map(|diagram| draw::diagram(desk, diagram, &notice.taste)).chain(beside).collect();
    let (mention, also) = (phrase::mention(notice), phrase::also(notice));
    pages::page(Post { content, picture, embeds, diagrams, rows: rows(notice), mention, also, records }, notice, page)
}

/// The text files that go with a notice.
fn records(notice: &Notice) -> Vec<(String, String)> {
    match (&notice.news, &notice.game, &notice.board) {
        (
            News::Told { what: Told::Views(views::Told::History { replay: Some(replay), .. }) },
            Some(game),
            Some(board),
        ) => vec![(format!("{}-{}.txt", board.game, game.number), replay.record.clone())],
        (News::Told { what: Told::People(people::Told::Everything { json }) }, ..) => {
            vec![(EXPORT.to_owned(), json.join("\n"))]
        }
        (News::Result(result), Some(game), Some(board)) => {
            vec![(format!("{}-{}.txt", board.game, game.number), result.record.clone())]
        }
        _ => few(text::report::of(notice)),
    }
}

/// A report of many groups has more files than a message takes: what is left then stands in the last.
fn few(mut files: Vec<(String, String)>) -> Vec<(String, String)> {
    let rest = files.split_off(files.len().min(FILES));
    if let Some((_, last)) = files.last_mut() {
        rest.iter().for_each(|(_, text)| last.extend(["\n", text]));
    }
    files
}

fn rows(notice: &Notice) -> Vec<Row> {
    let question = |id, yes, no| {
        vec![Row::Buttons(vec![
            Button { label: yes, press: Press::Answer(id, true), look: Look::Main },
            Button { label: no, press: Press::Answer(id, false), look: Look::Plain },
        ])]
    };
    match (&notice.news, &notice.game) {
        (News::Challenge(news), Some(game)) => {
            let button = |label, reply, look| Button { label, press: Press::Challenge(game.number, reply), look };
            let mut buttons = vec![button(labels::ACCEPT, ChallengeReply::Accept, Look::Main)];
            // What is for anyone isn't anybody's to decline.
            buttons.extend((!news.open).then(|| button(labels::DECLINE, ChallengeReply::Decline, Look::Plain)));
            buttons.extend(news.house.then(|| button(labels::PLAY_HOUSE, ChallengeReply::House, Look::Plain)));
            buttons.push(button(labels::RULES, ChallengeReply::Rules, Look::Plain));
            vec![Row::Buttons(buttons)]
        }
        (News::Result(_), Some(game)) => {
            let press = Press::Board(at(game), BoardButton::Rematch);
            vec![Row::Buttons(vec![Button { label: labels::REMATCH, press, look: Look::Plain }])]
        }
        (News::YourTurn(_), Some(game)) => {
            let mut rows = board_buttons(at(game));
            // Whoever has just played sees this board too.
            let shared = matches!(notice.to, Destination::DiscordPlace { .. });
            if let (true, Some(Row::Buttons(buttons))) = (can_claim(notice), rows.first_mut()) {
                let press = Press::Board(at(game), BoardButton::Claim);
                buttons.push(Button { label: labels::CLAIM, press, look: Look::Plain });
            }
            let played = notice.board.as_ref().is_some_and(|board| board.last.is_some());
            if let (true, Some(Row::Buttons(buttons))) = (shared && played, rows.first_mut()) {
                buttons.push(undo(at(game)));
            }
            rows
        }
        (News::Reminder { .. } | News::Aside { mine: true, .. }, Some(game)) => board_buttons(at(game)),
        (News::Question { id, .. }, _) => question(*id, labels::YES, labels::NO),
        (News::Stale { question: Some(id), .. }, _) => question(*id, labels::PLAY_IT, labels::NO),
        _ => Vec::new(),
    }
}

/// Whether the news say that a claim ends the game.
fn can_claim(notice: &Notice) -> bool {
    let News::YourTurn(news) = &notice.news else { return false };
    news.remarks.iter().any(|remark| matches!(remark, Remark::Settled { decided: true, .. }))
}

/// Whether the reader needs the board: not with words that change nothing on it, nor to be told that it is the other's
/// turn.
fn shows_board(notice: &Notice) -> bool {
    match &notice.news {
        News::Aside { mine, .. } => *mine,
        News::Told { what: Told::Playing(playing::Told::Said { .. }) } => false,
        News::Refused { .. } => notice.board.as_ref().is_some_and(|board| {
            let mover = board.now().ok().filter(|_| !board.over).map(|position| position.to_move());
            board.side.is_none() || mover.is_some_and(|mover| board.side.as_deref() == Some(mover.word()))
        }),
        _ => true,
    }
}

/// The button that takes the last turn back.
fn undo(at: At) -> Button {
    Button { label: labels::UNDO, press: Press::Board(at, BoardButton::Undo), look: Look::Plain }
}

/// What somebody is told who has just played, with a way to take it back. Where the board is posted for everybody that
/// is one line, with what else there is to know, such as an offer, below it; otherwise it comes with the board.
pub(crate) async fn receipt(desk: &Arc<Desk>, owed: Owed, played: String) -> Post {
    let game = owed.notice.game.clone();
    let rows: Vec<Row> = game.iter().map(|game| Row::Buttons(vec![undo(at(game))])).collect();
    let place = match game.map(|game| game.number) {
        Some(number) => desk.look_up(move |service| service.place(number)).await.flatten(),
        None => None,
    };
    if place.is_none() {
        return Post { rows, ..notice(desk, owed).await };
    }
    let wording = text::word(&owed.notice);
    let more = wording.second.into_iter().chain(wording.comments).chain(wording.above);
    let lines = std::iter::once(played).chain(more.map(|line| phrase::set(&line)));
    let content = lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n");
    Post { content, rows, ..Post::default() }
}

pub(super) fn board_buttons(at: At) -> Vec<Row> {
    let button = |label, button, look| Button { label, press: Press::Board(at, button), look };
    vec![Row::Buttons(vec![
        button(labels::MOVE, BoardButton::Move, Look::Main),
        button(labels::TYPE, BoardButton::Type, Look::Plain),
        button(labels::MORE, BoardButton::More, Look::Plain),
    ])]
}

pub(super) fn at(heading: &GameHeading) -> At {
    At { game: heading.number, revision: heading.revision }
}
