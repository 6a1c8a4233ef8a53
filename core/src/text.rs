//! The wording of notices. Line 1 is the news, line 2 the deadline; a refusal opens with what was not done.
//!
//! A [`Wording`] consists of lines of [`Span`]s, so that each front end can set turns in monospace, escape what people
//! wrote, and show times in its own way: mail as absolute times, Discord as its own time stamps.

use std::cell::Cell;

use crate::clock::moment;
use crate::clock::moment::Timestamp;
use crate::notice::{Destination, GameHeading, News, Notice, Told};
use crate::rules::{Position, Side};

pub mod article;
mod beside;
pub mod caption;
pub mod chart;
mod clause;
pub mod clocks;
pub mod compose;
pub(crate) mod count;
mod deeds;
pub mod describe;
mod ending;
pub(crate) mod exporting;
pub mod graph;
pub(crate) mod help;
pub(crate) mod house;
pub mod in_discord;
pub mod in_mail;
pub mod in_page;
pub(crate) mod inviting;
mod line;
mod listing;
mod operating;
mod playing;
pub mod plural;
mod reason;
pub(crate) mod refusing;
pub mod report;
pub(crate) mod rules;
mod terms;
pub mod times;
pub mod told;
mod way;

use article::Block;
use clause::Clause;
use line::{MOMENT, without_moments};
use way::Way;

/// Whom a thread is named after who has no name of their own when it begins.
pub(crate) const NEWCOMER: &str = "newcomer";

pub(crate) use inviting::stakes;
pub use line::{Line, Span, literal};
pub use listing::{columns, sheet};

/// What a notice says, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wording {
    /// The name a mail comes from: `Ann via Turnpost`.
    pub from: String,
    /// The Subject of a mail; the same for all mails of a game.
    pub subject: String,
    /// The news.
    pub headline: Line,
    /// The deadline, and what goes with it.
    pub second: Option<Line>,
    /// What people said: one line per comment, with its author.
    pub comments: Vec<Line>,
    /// Other lines before the board: questions, what was played since.
    pub above: Vec<Line>,
    /// The form of a turn, if one is expected in reply.
    pub pattern: Option<String>,
    /// What to do next, if the pattern doesn't say it: for front ends without "reply above this line".
    pub instruction: Option<Line>,
    /// Lines below the board: rules, lists, what is attached.
    pub body: Vec<Line>,
    /// A longer text below all that: help, rules.
    pub article: Vec<Block>,
    /// The address of the page with the board.
    pub page: Option<String>,
    /// The same for each line of the body, where these are games.
    pub pages: Vec<Option<String>>,
    /// Where the board stands.
    pub standing: Option<Standing>,
    /// Small print: the words that always work.
    pub foot: Vec<Line>,
}

/// Where a board stands, for those who want it as a string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The turn about to be played, where nothing else names it.
    pub turn: Option<u32>,
    /// The position string.
    pub position: String,
    /// Whether the reader asked to see it.
    pub asked: bool,
}

impl Standing {
    /// `Turn 3 · 3B2B3/… w 3` in plain text; elsewhere the string is left out unless it was asked for.
    pub fn line(&self, plain: bool) -> Option<Line> {
        let position = (plain || self.asked).then_some(&self.position);
        let turn = self.turn.map(|turn| format!("Turn {turn}"));
        match (turn, position) {
            (None, None) => None,
            (Some(turn), None) => Some(Line::words(turn)),
            (None, Some(position)) if !plain => Some(Line::words("The position: ").code(position)),
            (None, Some(position)) => Some(Line::default().code(position)),
            (Some(turn), Some(position)) => Some(Line::words(turn + " · ").code(position)),
        }
    }
}

/// The wording of a notice, for its destination.
pub fn word(notice: &Notice) -> Wording {
    let reader = Reader::of(notice);
    let mut wording = match &notice.news {
        News::Confirm { asked, name, late } => inviting::confirm(asked, name, *late),
        News::Challenge(news) => inviting::challenge(&reader, news),
        News::YourTurn(news) => playing::your_turn(&reader, news),
        News::Receipt(news) => playing::receipt(&reader, news),
        News::Watched(news) => playing::watched(&reader, news),
        News::Aside { what, to_move, mine, comments } => Wording {
            comments: self::comments(&reader, comments),
            ..beside::aside(&reader, what, to_move.as_deref(), *mine)
        },
        News::Refused { undone, why, last, deadline } => {
            refusing::refused(&reader, *undone, &told::why(&reader, why, *last), *deadline)
        }
        News::Stale { .. } => refusing::stale(&reader, &notice.news),
        News::Reminder { last, deadline, also } => listing::reminder(&reader, last.as_ref(), *deadline, also),
        News::Result(news) => ending::result(&reader, news),
        News::Digest { rows, events } => listing::digest(&reader, rows, events),
        News::Told { what } => told::wording(&told::told(&reader, what)),
        News::Question { ask, .. } => told::wording(&told::asked(&reader, ask)),
    };
    if let Some(subject) = notice.game.as_ref().and_then(GameHeading::thread_name) {
        // Invitations and confirmations have subjects of their own.
        if !matches!(notice.news, News::Challenge(_) | News::Confirm { .. }) {
            wording.subject = subject;
        }
    }
    if wording.subject.is_empty() {
        wording.subject = "Turnpost: a message".to_owned();
    }
    wording.above.extend(notice.last.map(|last| Line::marked(&refusing::last_for_now(last))));
    wording.from = reader.opponent().map_or_else(|| "Turnpost".to_owned(), |name| format!("{name} via Turnpost"));
    wording.page.clone_from(&notice.page);
    wording.standing = reader.standing();
    wording.foot = reader.foot();
    wording.typed_as(reader.way);
    wording
}

impl Wording {
    /// Sets what is to be typed as it is typed on this way.
    fn typed_as(&mut self, way: Way) {
        let Wording { headline, second, comments, above, instruction, body, article, .. } = self;
        let lines = [headline].into_iter().chain(second).chain(comments).chain(above).chain(instruction).chain(body);
        for span in lines.chain(article.iter_mut().flat_map(Block::lines)).flat_map(|line| &mut line.0) {
            if let Span::Code(text) = span {
                *text = way.typed(text);
            }
        }
    }
}

/// What an answer, question or refusal says, line by line; `None` for news of a turn.
pub fn said(notice: &Notice) -> Option<told::Said> {
    let reader = Reader::of(notice);
    let said = match &notice.news {
        News::Confirm { asked, .. } => Some(told::Said::of(vec![told::asked_for(asked)])),
        News::Told { what } => Some(told::told(&reader, what)),
        News::Question { ask, .. } => Some(told::asked(&reader, ask)),
        News::Refused { why, last, .. } => Some(told::Said::of(told::why(&reader, why, *last))),
        News::Stale { why_not: Some(why), .. } => Some(told::Said::of(vec![told::not_now(why)])),
        _ => None,
    };
    let told::Said { subject, lines, article } = said?;
    Some(told::Said { subject, lines: lines.iter().map(|line| without_moments(line)).collect(), article })
}

/// Who reads this, where, and about which game.
struct Reader<'a> {
    notice: &'a Notice,
    zone: jiff::tz::TimeZone,
    /// Whether a time was told with its zone: the others are in the same.
    zone_told: Cell<bool>,
    /// How it reaches them.
    way: Way,
}

impl<'a> Reader<'a> {
    fn of(notice: &'a Notice) -> Reader<'a> {
        let zone = moment::zone(&notice.taste.zone).unwrap_or(jiff::tz::TimeZone::UTC);
        Reader { notice, zone, zone_told: Cell::new(false), way: Way::to(&notice.to) }
    }

    /// News that ask for nothing.
    fn settled(&self, news: Clause) -> Line {
        match self.way {
            Way::Discord => news.opening(),
            Way::Mail | Way::Console => Line::words(way::NO_ACTION).then(news.going_on()),
        }
    }

    fn discord(&self) -> bool {
        self.way == Way::Discord
    }

    /// `41`, if there is a game.
    fn number(&self) -> String {
        self.notice.game.as_ref().map_or_else(String::new, |game| game.number.to_string())
    }

    /// The name of the player on that side.
    fn name_of(&self, side: &str) -> &'a str {
        let game = self.notice.game.as_ref();
        let name = game.and_then(|game| if side == "white" { game.white.as_deref() } else { game.black.as_deref() });
        name.unwrap_or(if side == "white" { "White" } else { "Black" })
    }

    /// `you`, or the name.
    fn called<'b>(&self, who: &'b str) -> &'b str {
        if self.is(who) { "you" } else { who }
    }

    /// Whether that name is the reader's.
    fn is(&self, who: &str) -> bool {
        self.notice.name.as_deref() == Some(who) && !self.is_place()
    }

    /// Whether that side is the reader's.
    fn plays(&self, side: Side) -> bool {
        self.side() == Some(side)
    }

    /// The reader's side; none for watchers, and where everybody reads it.
    fn side(&self) -> Option<Side> {
        let own = self.notice.board.as_ref().and_then(|board| board.side.as_deref());
        own.and_then(Side::named).filter(|_| !self.is_place())
    }

    /// What the reader must know of the position that the board doesn't show.
    fn beside_the_board(&self) -> Vec<Line> {
        let position = self.position().filter(|_| self.notice.board.as_ref().is_some_and(|board| !board.over));
        let Some(position) = position else { return Vec::new() };
        // At the very beginning nobody has made any.
        let score = position.stones().filter(|_| position.turn_number() > 1);
        let score = score.map(|stones| count::stones(self, position.game().counted(), stones));
        score.into_iter().chain(position.beside_the_board(self.side())).map(Line::words).collect()
    }

    fn is_place(&self) -> bool {
        matches!(self.notice.to, Destination::DiscordPlace { .. })
    }

    /// Who is mentioned besides the one to act.
    fn also(&self) -> Option<u64> {
        match self.notice.to {
            Destination::DiscordPlace { also, .. } => also,
            _ => None,
        }
    }

    fn mention(&self) -> Option<u64> {
        match self.notice.to {
            Destination::DiscordPlace { mention, .. } => mention,
            _ => None,
        }
    }

    /// `Thu 4 Jun 18:00`, or Discord's own time stamp.
    fn time(&self, at: Timestamp) -> Span {
        Span::Time { at, shown: self.shown(at) }
    }

    /// `Thu 4 Jun 18:00`, within a line that is marked; in Discord a time stamp.
    fn local(&self, at: Timestamp) -> String {
        if self.discord() {
            return format!("{MOMENT}{at} {}{MOMENT}", self.shown(at));
        }
        let zone = if self.zone_told.replace(true) { String::new() } else { times::zone(at, &self.zone) };
        format!("{}{zone}", times::absolute(at, self.notice.at, &self.zone))
    }

    /// `Thu 4 Jun 18:00 (10 days)`.
    fn deadline(&self, at: Timestamp) -> Span {
        let left = times::roughly(at - self.notice.at);
        Span::Time { at, shown: format!("{} ({left})", self.shown(at)) }
    }

    /// The first time in a mail names its zone. A time stamp of Discord's is in its reader's.
    fn shown(&self, at: Timestamp) -> String {
        if self.discord() { times::absolute(at, self.notice.at, &self.zone) } else { self.local(at) }
    }

    /// The reader's opponent, present or prospective.
    fn opponent(&self) -> Option<&'a str> {
        if let News::Challenge(news) = &self.notice.news {
            return Some(&news.challenger);
        }
        let game = self.notice.game.as_ref()?;
        match self.notice.board.as_ref()?.side.as_deref()? {
            "white" => game.black.as_deref(),
            _ => game.white.as_deref(),
        }
    }

    /// The position on the board, for questions to its game.
    fn position(&self) -> Option<Position> {
        self.notice.board.as_ref().and_then(|board| board.now().ok())
    }

    /// Whether the reader isn't a player yet.
    fn is_stranger(&self) -> bool {
        match &self.notice.news {
            News::Confirm { .. } => true,
            News::Challenge(news) => news.first_contact,
            _ => false,
        }
    }

    /// For mail the words that always work; each does what it says if it is sent alone.
    fn foot(&self) -> Vec<Line> {
        // Without a secret it can't be answered: the last mail to someone who is forgotten.
        if self.discord() || self.is_stranger() || self.notice.token.is_none() {
            return Vec::new();
        }
        let over = matches!(self.notice.news, News::Result(_));
        let words: &[&str] = match (&self.notice.name, over) {
            // Someone who isn't a player yet has no games and no clocks.
            (None, _) => &["help", "stop"],
            (Some(_), true) => &["help", "games", "stop"],
            (Some(_), false) => &["help", "games", "away 7d", "stop"],
        };
        let line = words.iter().fold(Line::default(), |line, word| {
            if line.is_empty() { line.code(*word) } else { line.and(" · ").code(*word) }
        });
        vec![line]
    }

    /// Where the board stands. Only mail names the turn, since a Discord message already has.
    fn standing(&self) -> Option<Standing> {
        use crate::notice::told::views;
        let board = self.notice.board.as_ref().filter(|_| !self.is_stranger())?;
        let turn = self.notice.game.as_ref().filter(|_| !self.discord() && !board.over).map(|game| game.turn);
        let asked = matches!(
            &self.notice.news,
            News::Told {
                what: Told::Views(views::Told::Standing(_) | views::Told::Before { .. } | views::Told::Preview { .. })
            }
        );
        Some(Standing { turn, position: board.position.clone(), asked })
    }
}

/// Lines joined by spaces; `None` if they are all empty.
fn joined(lines: impl IntoIterator<Item = Line>) -> Option<Line> {
    let line = lines.into_iter().fold(Line::default(), Line::then);
    (!line.is_empty()).then_some(line)
}

/// Adds a full stop unless the text already ends like a sentence.
fn sentence(text: &str) -> String {
    let text = text.trim();
    if text.ends_with(['.', '?', '!', ':', '"', '…']) { text.to_owned() } else { format!("{text}.") }
}

/// `Ann: "Good luck."`
fn comments(reader: &Reader<'_>, comments: &[(String, String)]) -> Vec<Line> {
    let quoted = |(who, text): &(String, String)| Line::words(format!("{}: \"{text}\"", reader.called(who)));
    comments.iter().map(quoted).collect()
}
