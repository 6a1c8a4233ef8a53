//! Makes mails from notices: words, pictures, headers, MIME.

mod article;
pub mod dkim;
pub(crate) mod mailto;
pub(crate) mod markup;
pub mod mime;
pub(crate) mod page;
pub(crate) mod replay;
pub(crate) mod strip;

use std::sync::Arc;

use turnpost_core::clock::moment::Timestamp;
use turnpost_core::describe;
use turnpost_core::notice::told::{people, views};
use turnpost_core::notice::{Destination, News, Notice, Taste, Told};
use turnpost_core::rules::Side;
use turnpost_core::scene::{Layout, Scene};
use turnpost_core::text::article::Block;
use turnpost_core::text::caption::Caption;
use turnpost_core::text::in_mail::EXPORT;
use turnpost_core::text::{self, Line};
use turnpost_render::Picture;
use turnpost_render::album::Album;
use turnpost_render::theme::Theme;

use crate::address::OurAddress;
use crate::message_id::OurId;
use dkim::Signer;
use mailto::Replies;
use markup::Shown;
use mime::{Draft, File, Inline, MimeError, whole_lines};
use page::Page;

pub use markup::escape;

/// A board's width in pixels, and the width it is shown at: sharp on screens with a pixel ratio of two.
const BOARD: (u32, u32) = (800, 400);
/// The same for the boards of a digest.
const SMALL_BOARD: (u32, u32) = (400, 200);
/// The same for boards that stand on a corner, which fill only half of their picture.
const SMALL_DIAMOND: (u32, u32) = (600, 300);
/// The same for the pictures of rules.
const DIAGRAM: (u32, u32) = (2 * article::WIDTH, article::WIDTH);

/// The longest alternative text; clients cut longer ones.
pub(crate) const ALT: usize = 900;

/// The media type of texts.
const TEXT: &str = "text/plain; charset=utf-8";

/// Makes mails.
pub struct Composer {
    ours: OurAddress,
    signer: Option<Arc<Signer>>,
    album: &'static Album,
}

/// Why a notice can't be made into a mail.
#[derive(Debug, thiserror::Error)]
pub enum ComposeError {
    /// Its recipient or a header is unusable.
    #[error(transparent)]
    Mime(#[from] MimeError),
    /// It isn't for a mail address.
    #[error("it is for no mail address")]
    NoMail,
}

impl ComposeError {
    /// Whether no mail can ever be written to that address.
    pub(crate) const fn is_about_address(&self) -> bool {
        matches!(self, Self::Mime(MimeError::Address(_)))
    }
}

impl Composer {
    /// A composer for mails from that address, signed if there is a signer.
    pub fn new(ours: OurAddress, signer: Option<Arc<Signer>>) -> Self {
        Self { ours, signer, album: Album::shared() }
    }

    /// The mail's bytes and its envelope sender, which bears that mark.
    pub fn mail(
        &self,
        id: i64,
        notice: &Notice,
        mark: &str,
        now: Timestamp,
    ) -> Result<(Vec<u8>, String), ComposeError> {
        let Destination::Email(to) = &notice.to else {
            return Err(ComposeError::NoMail);
        };
        let wording = text::word(notice);
        let (mut pictures, shown) = self.pictures(id, notice);
        let (in_strip, strip) = self.strip(id, notice);
        pictures.extend(in_strip);
        let (in_article, diagrams) = self.diagrams(id, &wording.article, &notice.taste);
        pictures.extend(in_article);
        let reply_to = notice.token.as_ref().map(|token| self.ours.reply(token));
        // Only where there is a secret: without one nothing says whom a reply is from.
        let replies = reply_to.as_ref().map(|address| Replies::new(address.clone(), &wording.subject));
        let page = Page {
            boards: &shown,
            strip: &strip,
            diagrams: &diagrams,
            replies: replies.as_ref(),
            ..Page::of(&wording)
        };
        let draft = Draft {
            from_name: wording.from.clone(),
            from: self.ours.plain(),
            reply_to: reply_to.unwrap_or_else(|| self.ours.plain()),
            to: to.clone(),
            to_name: notice.name.clone(),
            subject: wording.subject.clone(),
            message_id: OurId::Notice { id, token: notice.token.clone() }.write(&self.ours),
            references: self.thread(notice),
            at: now,
            headers: self.headers(notice),
            plain: text::compose::mail(notice, &wording),
            html: page.html(),
            pictures,
            files: self.files(notice),
        };
        // A failure report comes back to an address that names the mail; without a secret, to nobody.
        let sender = notice.token.as_ref().map_or_else(String::new, |_| self.ours.bounce(mark, id));
        Ok((draft.signed(self.signer.as_deref())?, sender))
    }

    /// What a mail refers to: the root of its game's thread. Nobody has that mail; clients list all mails that refer to it
    /// below it, in the order of their dates (RFC 5256 §3, REFERENCES).
    ///
    /// The reader's last mail of the game could follow it. But only the outbox knows which one that is, finding it would
    /// take an index over everything ever sent, updated with every turn, and the mail may have been superseded, refused or
    /// deleted since. That is a high price for an order that the dates give as well.
    fn thread(&self, notice: &Notice) -> Vec<String> {
        notice.game.iter().map(|game| OurId::Game(game.number).write(&self.ours)).collect()
    }

    /// What tells machines not to answer (RFC 3834 §5.2), and people's clients how to stop it (RFC 2369).
    fn headers(&self, notice: &Notice) -> Vec<(&'static str, String)> {
        let mut headers = vec![
            ("Auto-Submitted", "auto-generated".to_owned()),
            ("X-Auto-Response-Suppress", "All".to_owned()),
            ("List-Id", format!("Turnpost <turnpost.{}>", self.ours.domain())),
        ];
        if let Some(token) = &notice.token {
            headers.push(("List-Unsubscribe", format!("<mailto:{}?subject=stop>", self.ours.reply(token))));
        }
        headers
    }

    /// The notice's board, or those of a digest. One that can't be drawn is left out; the words are sent all the same.
    fn pictures(&self, id: i64, notice: &Notice) -> (Vec<Inline>, Vec<Shown>) {
        let name = |number: usize| format!("board{number}.{id}@{}", self.ours.domain());
        let mut boards = Vec::new();
        if let Some(board) = &notice.board {
            boards.push((board, BOARD, None, None, None));
        }
        if let News::Digest { rows, .. } = &notice.news {
            for (row, line) in rows.iter().zip(text::word(notice).body) {
                let subject = row.game.thread_name().unwrap_or_default();
                let reply = row.token.as_ref().map(|token| Replies::new(self.ours.reply(token), &subject));
                boards.push((&row.board, SMALL_BOARD, Some(line), reply, row.page.clone()));
            }
        }
        let drawn =
            boards.into_iter().enumerate().filter_map(|(number, (board, (size, width), caption, reply, page))| {
                let scene = board.scene().inspect_err(|error| tracing::error!(%error, "a board can't be read")).ok()?;
                let alt = describe::spoken_within(&scene, ALT);
                // On small boards it couldn't be read; the line above them says the same.
                let words = if size == BOARD.0 { text::caption::of(notice, &scene) } else { None };
                let side = board.bottom(notice.taste.my_side);
                let (size, width) = if size == BOARD.0 { (size, width) } else { small(&scene) };
                let png = self.draw(scene, side, &notice.taste, size, words)?;
                let id = name(number);
                Some((Inline { id: id.clone(), png }, Shown { id, alt, width, caption, reply, page }))
            });
        let charted = self.chart(id, notice);
        drawn.chain(self.graph(id, notice)).chain(self.sheet(id, notice)).chain(charted).unzip()
    }

    /// The reader's games on one picture, in the answer to `games`.
    fn sheet(&self, id: i64, notice: &Notice) -> Option<(Inline, Shown)> {
        let sheet = Some(&notice.sheet).filter(|sheet| !sheet.is_empty())?;
        let png = self.album.renderer.sheet_in(sheet, &notice.taste, text::columns(notice));
        let png = png.inspect_err(|error| tracing::error!(%error, "a sheet can't be drawn")).ok()?;
        let id = format!("games.{id}@{}", self.ours.domain());
        let alt = text::sheet(sheet);
        // A single board is half as wide.
        let width = if sheet.len() > 1 { BOARD.1 } else { SMALL_BOARD.1 };
        Some((Inline { id: id.clone(), png }, Shown { id, alt, width, caption: None, reply: None, page: None }))
    }

    /// How a player's ratings went, in the answer to `who`.
    fn graph(&self, id: i64, notice: &Notice) -> Option<(Inline, Shown)> {
        let graph = text::graph::of(notice)?;
        let png = self.album.renderer.graph(&graph, theme(&notice.taste));
        let png = png.inspect_err(|error| tracing::error!(%error, "a graph can't be drawn")).ok()?;
        let id = format!("ratings.{id}@{}", self.ours.domain());
        let alt = text::graph::spoken(&graph);
        Some((
            Inline { id: id.clone(), png },
            Shown { id, alt, width: BOARD.1, caption: None, reply: None, page: None },
        ))
    }

    /// The table of an event, in what is told of it.
    fn chart(&self, id: i64, notice: &Notice) -> Option<(Inline, Shown)> {
        let chart = text::chart::of(notice)?;
        let png = self.album.renderer.chart(&chart, theme(&notice.taste));
        let png = png.inspect_err(|error| tracing::error!(%error, "a table can't be drawn")).ok()?;
        let id = format!("table.{id}@{}", self.ours.domain());
        let alt = text::chart::spoken(&chart);
        Some((
            Inline { id: id.clone(), png },
            Shown { id, alt, width: BOARD.1, caption: None, reply: None, page: None },
        ))
    }

    /// How the game is played, in three pictures, for somebody who is invited and may never have heard of it.
    fn strip(&self, id: i64, notice: &Notice) -> (Vec<Inline>, Vec<Shown>) {
        let (News::Challenge(news), Some(board)) = (&notice.news, &notice.board) else {
            return Default::default();
        };
        let steps = if news.first_contact { strip::steps(board, news.example.as_deref()) } else { None };
        let drawn = steps.into_iter().flatten().enumerate().filter_map(|(number, step)| {
            let side = board.bottom(notice.taste.my_side);
            let (size, width) = small(&step.scene);
            let png = self.draw(step.scene, side, &notice.taste, size, None)?;
            let id = format!("step{number}.{id}@{}", self.ours.domain());
            let caption = Some(Line::words(step.words));
            let shown = Shown { id: id.clone(), alt: step.words.to_owned(), width, caption, reply: None, page: None };
            Some((Inline { id, png }, shown))
        });
        drawn.unzip()
    }

    /// The record of a game that is over, and its replay for those who played it or asked for it; an export; the report of an event. One that can't be drawn is
    /// left out.
    fn files(&self, notice: &Notice) -> Vec<File> {
        if let News::Told { what: Told::People(people::Told::Everything { json }) } = &notice.news {
            let bytes = whole_lines(&json.join("\n")).into_bytes();
            return vec![File { name: EXPORT.to_owned(), kind: "application/json", bytes }];
        }
        let reports = text::report::of(notice);
        if !reports.is_empty() {
            let file =
                |(name, text): (String, String)| File { name, kind: TEXT, bytes: whole_lines(&text).into_bytes() };
            return reports.into_iter().map(file).collect();
        }
        let board = notice.board.as_ref();
        // It is large and slow to draw, and many may be watching: of those who didn't ask only the players get it.
        let moving = board.is_some_and(|board| board.side.is_some() && board.last.is_some());
        let (record, animated, game) = match (&notice.news, &notice.game) {
            (News::Result(news), Some(game)) => (&news.record, moving, game),
            (News::Told { what: Told::Views(views::Told::History { replay: Some(replay), .. }) }, Some(game)) => {
                (&replay.record, replay.animated, game)
            }
            _ => return Vec::new(),
        };
        let name = format!("{}-{}", board.map_or("game", |board| board.game.as_str()), game.number);
        // RFC 2046 §4.1.1: text has CRLF at the ends of its lines, also inside its encoding.
        let text = whole_lines(record).into_bytes();
        let mut files = vec![File { name: format!("{name}.txt"), kind: TEXT, bytes: text }];
        let Some(board) = board.filter(|_| animated) else { return files };
        let side = board.bottom(notice.taste.my_side);
        match replay::gif(&self.album.renderer, record, side, theme(&notice.taste)) {
            Ok(bytes) => files.push(File { name: format!("{name}.gif"), kind: "image/gif", bytes }),
            Err(error) => tracing::error!(%error, "a game can't be drawn"),
        }
        files
    }

    /// The pictures of a longer text, in its order. One that can't be drawn is left out.
    fn diagrams(&self, id: i64, article: &[Block], taste: &Taste) -> (Vec<Inline>, Vec<Option<Shown>>) {
        let (mut pictures, mut diagrams) = (Vec::new(), Vec::new());
        for (number, diagram) in text::article::pictures(article).enumerate() {
            let id = format!("rule{number}.{id}@{}", self.ours.domain());
            let scene = diagram.scene().inspect_err(|error| tracing::error!(%error, "a rule's board can't be read"));
            let drawn = scene.ok().and_then(|scene| {
                let alt = describe::spoken_within(&scene, ALT);
                Some((alt, self.draw(scene, Side::White, taste, DIAGRAM.0, None)?))
            });
            diagrams.push(drawn.map(|(alt, png)| {
                pictures.push(Inline { id: id.clone(), png });
                Shown { id, alt, width: DIAGRAM.1, caption: None, reply: None, page: None }
            }));
        }
        (pictures, diagrams)
    }

    /// A board's PNG.
    fn draw(&self, scene: Scene, side: Side, taste: &Taste, size: u32, caption: Option<Caption>) -> Option<Vec<u8>> {
        let picture = Picture { side, theme: theme(taste), size, caption, ..Picture::new(scene) };
        self.album.png(&picture).inspect_err(|error| tracing::error!(%error, "a board can't be drawn")).ok()
    }
}

/// How large a small board is.
fn small(scene: &Scene) -> (u32, u32) {
    match scene.layout {
        Layout::Square => SMALL_BOARD,
        Layout::Diamond => SMALL_DIAMOND,
    }
}

fn theme(taste: &Taste) -> Theme {
    taste.theme.parse().unwrap_or_default()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use turnpost_core::rules::{Position, Setup};

    #[test]
    fn a_board_on_its_corner_is_larger_where_boards_are_small() {
        let of = |game: &str| small(&Position::start(&Setup::new(game, None, &[]).unwrap()).unwrap().scene());
        assert_eq!((of("amazons"), of("diamond")), (SMALL_BOARD, SMALL_DIAMOND));
    }
}
