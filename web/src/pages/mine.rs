//! A player's own board: what they may tap, what they are asked, what they can send. Every step of a turn is an address,
//! so that it works without script; the addresses are relative, so that the secret stands in no page.

use maud::{Markup, PreEscaped, html};
use turnpost_core::board::{Square, SquareSet};
use turnpost_core::clock::moment::Timestamp;
use turnpost_core::notice::Notice;
use turnpost_core::rules::{Position, Side};
use turnpost_core::scene::Scene;
use turnpost_core::service::MyBoard;
use turnpost_core::steps::{self, Fork, Way};
use turnpost_core::text::in_page::{self, labels, mine};
use turnpost_core::text::{self, Line};
use turnpost_render::page::Place;
use turnpost_render::theme::Theme;

use crate::drawing;
use crate::layout::{Head, line, moment, page};
use crate::pages::game::{encoded, status};
use crate::settings::Settings;

/// How far a turn is chosen, as the address says; anybody may have written it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Chosen {
    /// The part of the turn.
    pub path: String,
    /// A square that several ways lead to.
    pub at: Option<Square>,
}

/// What a form that was just sent led to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Answers<'a> {
    /// What the service told.
    Notices(&'a [Notice]),
    /// A headline and a sentence.
    Words([&'static str; 2]),
}

/// The whole page, with the answer to a form that was just sent. Blocks.
pub(crate) fn html(
    settings: &Settings,
    board: &MyBoard,
    chosen: &Chosen,
    answers: Answers<'_>,
    now: Timestamp,
) -> Option<String> {
    let game = &board.game;
    let position = game.board.now().inspect_err(|error| tracing::error!(%error, "a board can't be read")).ok()?;
    let over = game.result.is_some();
    let my_turn = !over && !game.adjourned && game.to_move == Some(board.side);
    let fork = if my_turn { steps::fork(&position, &chosen.path).or_else(|| steps::fork(&position, "")) } else { None };
    let fresh = fork.as_ref().is_none_or(|fork| fork.path.is_empty());
    let scene = match &fork {
        // Nothing is chosen yet: what the opponent did is worth seeing.
        Some(fork) if fresh => Scene { targets: SquareSet::EMPTY, ..game.board.scene().unwrap_or(fork.scene.clone()) },
        Some(fork) => fork.scene.clone(),
        None => game.board.scene().ok()?,
    };
    let bottom = if board.taste.my_side { board.side } else { Side::White };
    let theme = board.chose_theme.then(|| board.taste.theme.parse::<Theme>().unwrap_or_default());
    let first = steps::fork(&position, "").filter(|_| !fresh);
    let places = fork.as_ref().map(|fork| places(fork, first.as_ref(), &scene)).unwrap_or_default();
    let title = match board.guest {
        true => mine::guest_title(&game.heading, in_page::name(&game.heading, board.side.other())),
        false => in_page::title(&game.heading),
    };
    let main = html! {
        main.game.mine #main data-live data-lost=(in_page::LOST) data-full=(in_page::FULL)
            data-revision=(game.heading.revision) data-mine=[my_turn.then_some("")] {
            h1 { (title) }
            @match answers {
                Answers::Notices(answers) => @for answer in answers { (told(answer)) },
                Answers::Words([headline, words]) => div.told role="alert" { p { strong { (headline) } " " (words) } },
            }
            p.status role="status" #step tabindex="-1" { (asked(board, &position, fork.as_ref(), chosen, now)) }
            div.with-side {
                div.board-frame {
                    (PreEscaped(drawing::element(&scene, bottom, &places, theme)))
                }
                div.side {
                    @if let Some(fork) = &fork { (ways(fork, chosen)) (sending(board, fork, now)) }
                    (said(board))
                    @if !over { (besides(board, my_turn, now)) }
                    details { summary { (labels::IN_WORDS) } p { (in_page::alt(&scene)) } p { code.position { (position.text()) } } }
                    @if board.public { p { a href={ "/g/" (game.heading.number) } { (labels::PUBLIC_PAGE) } } }
                    @if board.guest && over { p { a.button href="/#play" { (labels::PLAY_AGAIN) } } }
                    @if board.guest && !over && settings.mail.is_some() { (take_along()) }
                    p.quiet { (if board.guest { mine::GUEST } else { mine::KEEP_SECRET }) }
                }
            }
        }
    };
    Some(page(settings, &Head { title, script: true, ..Head::default() }, &main))
}

/// What happened, and what is asked for now.
fn asked(board: &MyBoard, position: &Position, fork: Option<&Fork>, chosen: &Chosen, now: Timestamp) -> Markup {
    let game = &board.game;
    let opponent = in_page::name(&game.heading, board.side.other());
    let Some(fork) = fork else {
        return match game.result.is_some() || game.adjourned {
            true => status(game, now),
            false => html! {
                @if let Some(last) = game.record.turns.last() {
                    (mine::played(last.side == board.side, opponent, &last.text)) " "
                }
                span.with-script { (mine::status(false, opponent)) }
                span.without-script { (mine::wait(opponent)) }
            },
        };
    };
    let (prompt, whole) = (fork.prompt.as_deref(), fork.whole.as_deref());
    html! {
        @if fork.path.is_empty() {
            strong { (mine::status(true, opponent)) } " "
            @if let Some(last) = game.record.turns.last().filter(|last| last.side != board.side) {
                (mine::played(false, opponent, &last.text)) " "
            } @else if game.record.turns.len() < 2 {
                (mine::you_are(board.side)) " "
            }
        }
        @match (chosen.at, prompt, whole) {
            (Some(at), ..) if several(fork, at) => (mine::which_at(&at.to_string())),
            (_, Some(prompt), Some(turn)) => (mine::go_on_or_play(prompt, turn)),
            (_, Some(prompt), None) => (mine::step(prompt)),
            (_, None, Some(turn)) => strong { (mine::chosen(turn)) },
            (_, None, None) => "",
        }
        @if position.can_only_pass() { " " (mine::ONLY_PASS) }
        @if fork.path.is_empty() {
            @if let Some(deadline) = game.deadline { " " span.quiet { (in_page::BY) " " (moment(deadline, now)) } }
        }
    }
}

/// The squares: those that can be chosen are links. A tap on what could have been chosen first chooses afresh.
fn places(fork: &Fork, first: Option<&Fork>, scene: &Scene) -> Vec<Place> {
    let board = SquareSet::board(scene.files, scene.ranks);
    let of = |fork: &Fork, square: Square| {
        let mut here = fork.ways.iter().filter(|way| way.square == Some(square));
        let first = here.next()?;
        Some(match here.next() {
            None => to(&first.path, None),
            Some(_) => to(&fork.path, Some(square)),
        })
    };
    let href = |square: Square| of(fork, square).or_else(|| of(first?, square));
    board
        .into_iter()
        .map(|square| Place { square, href: href(square), label: in_page::square(scene, square) })
        .collect()
}

/// The address of a step.
fn to(path: &str, at: Option<Square>) -> String {
    let at = at.map(|at| format!("&at={at}")).unwrap_or_default();
    format!("?p={}{at}", encoded(path))
}

fn several(fork: &Fork, at: Square) -> bool {
    fork.ways.iter().filter(|way| way.square == Some(at)).count() > 1
}

/// The ways on that no square stands for, or that share the one that was chosen; and back.
fn ways(fork: &Fork, chosen: &Chosen) -> Markup {
    let at = chosen.at.filter(|at| several(fork, *at));
    let listed: Vec<&Way> = fork.ways.iter().filter(|way| way.square == at).collect();
    html! {
        @if !listed.is_empty() {
            ul.ways { @for way in &listed { li { a.button href=(to(&way.path, None)) data-step { (way.label) } } } }
        }
        @if fork.back.is_some() || at.is_some() {
            p.row {
                @let back = if at.is_some() { Some(&fork.path) } else { fork.back.as_ref().filter(|back| !back.is_empty()) };
                @if let Some(back) = back { a.button href=(to(back, None)) data-step { (labels::BACK) } " " }
                a.button href="?" data-step { (labels::AFRESH) }
            }
        }
    }
}

/// Plays what was chosen, or what is typed.
fn sending(board: &MyBoard, fork: &Fork, now: Timestamp) -> Markup {
    html! {
        @if let Some(turn) = &fork.whole {
            form.play method="post" action="?" {
                (hidden(board, now))
                input type="hidden" name="turn" value=(turn);
                label { (labels::COMMENT) textarea name="comment" rows="2" maxlength="500" {} }
                button.main name="do" value="play" { (labels::PLAY_IT) " " code { (turn) } }
            }
        } @else {
            details.typed {
                summary { (labels::TYPED) }
                form method="post" action="?" {
                    (hidden(board, now))
                    label {
                        (labels::TYPED)
                        input type="text" name="turn" required maxlength="200" autocomplete="off" autocapitalize="off"
                            spellcheck="false" placeholder=(board.game.record.setup.game.pattern());
                    }
                    label { (labels::COMMENT) textarea name="comment" rows="2" maxlength="500" {} }
                    button name="do" value="play" { (labels::PLAY) }
                }
            }
        }
    }
}

/// What was said.
fn said(board: &MyBoard) -> Markup {
    let own = in_page::name(&board.game.heading, board.side);
    let who = |name: &str| if name == own { mine::YOU.to_owned() } else { name.to_owned() };
    html! {
        @if !board.said.is_empty() {
            ul.said { @for (name, words) in &board.said { li { (mine::said(&who(name), words)) } } }
        }
    }
}

/// Draws, words alone, and resigning.
fn besides(board: &MyBoard, my_turn: bool, now: Timestamp) -> Markup {
    let opponent = in_page::name(&board.game.heading, board.side.other());
    let button = |action: &str, label: &str| {
        html! { form method="post" action="?" { (hidden(board, now)) button name="do" value=(action) { (label) } } }
    };
    let offered = board.game.draw_by;
    html! {
        @if let Some(by) = offered {
            p.offer { (mine::draw_offered(by == board.side, opponent)) }
            div.row {
                @if by == board.side { (button("decline", labels::WITHDRAW_DRAW)) } @else {
                    (button("accept", labels::ACCEPT_DRAW)) (button("decline", labels::DECLINE_DRAW))
                }
            }
        }
        details {
            summary { (labels::MORE) }
            form method="post" action="?" {
                (hidden(board, now))
                label { (labels::SAY) textarea name="comment" rows="2" maxlength="500" required {} }
                button name="do" value="say" { (labels::SEND) }
            }
            div.row {
                @if offered.is_none() { (button("draw", labels::OFFER_DRAW)) }
                @if board.guest { (button("undo", labels::UNDO)) } @else { (button("resign", labels::RESIGN)) }
            }
            @if board.guest {
                form method="post" action="?" {
                    (hidden(board, now))
                    label.check { input type="checkbox" required; " " (labels::SURE) }
                    button name="do" value="give-up" { (labels::GIVE_UP) }
                }
            }
        }
        @if !my_turn { noscript { p { a.button href="?" { (labels::NEXT) } } } }
    }
}

/// How a guest goes on by mail.
fn take_along() -> Markup {
    html! {
        details {
            summary { (mine::TAKE_ALONG) }
            p { (mine::TAKE_ALONG_HOW) }
            form method="post" action="?" {
                label { (mine::SEND_TO) input type="email" name="address" required maxlength="254" autocomplete="email"; }
                button name="do" value="send" { (labels::SEND) }
            }
        }
    }
}

/// What each form carries: the board that it stands on, and when it was made, so that it counts once.
fn hidden(board: &MyBoard, now: Timestamp) -> Markup {
    html! {
        input type="hidden" name="revision" value=(board.game.heading.revision);
        input type="hidden" name="made" value=(now);
    }
}

/// The answer to a form, in the words that it has everywhere.
fn told(notice: &Notice) -> Markup {
    let wording = text::word(notice);
    let lines: Vec<&Line> = [&wording.headline].into_iter().chain(&wording.second).chain(&wording.above).collect();
    html! {
        div.told role="alert" {
            @for (number, words) in lines.into_iter().enumerate() {
                p { @if number == 0 { strong { (line(words)) } } @else { (line(words)) } }
            }
        }
    }
}
