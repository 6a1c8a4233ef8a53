//! The words for first contacts: was this you, an invitation, a challenge.

use super::clause::capital;
use super::help::topics::TURNPOST;
use super::told::asked_for;
use super::{Line, Reader, Span, Wording, clocks, sentence, terms};
use crate::notice::told::incoming::Asked;
use crate::notice::{ChallengeNews, Timing};
use crate::rules::{GameKind, Side};

/// To an address that may not have written to us: repeats nothing of what came.
pub(super) fn confirm(asked: &[Asked], name: &str, late: bool) -> Wording {
    let why = late.then(|| Line::words("The mail that was answered is too old to show who wrote, so we ask."));
    let if_not = Line::words("If not, reply ").code("no").and(" or ignore this: nothing is sent, nobody is told.");
    Wording {
        subject: "Turnpost: was this you?".to_owned(),
        headline: Line::words("Was this you? Reply ").code("yes").and(" to go ahead."),
        second: Some(Line::words(format!("Asked for: {} You will appear as {name}.", sentence(&asked_for(asked))))),
        above: [if_not].into_iter().chain(why).collect(),
        ..Wording::default()
    }
}

/// A challenge, or an invitation to someone who has never heard of us.
pub(super) fn challenge(reader: &Reader<'_>, news: &ChallengeNews) -> Wording {
    if reader.discord() {
        return challenge_in_discord(reader, news);
    }
    let title = reader.notice.game.as_ref().map_or("a game", |game| game.title.as_str());
    let asks = if news.first_contact {
        format!("{} invites you to a game of {title}", news.challenger)
    } else {
        format!("{} challenges you to {title}", news.challenger)
    };
    let headline = match (&news.greeting, news.first_contact) {
        (Some(greeting), true) => format!("{}: \"{greeting}\"", news.challenger),
        (Some(greeting), false) => format!("{asks}: \"{greeting}\""),
        (None, _) => format!("{asks}."),
    };
    let colour = match &news.you_play {
        Some(side) => Line::words(format!("You play {}. Reply ", capital(side))),
        None => Line::words("Colours are drawn by lot. Reply "),
    };
    let second = match &news.example {
        Some(example) => colour.code("yes").and(", or simply a first move like ").code(example).and("."),
        None => colour.code("yes").and(" to accept."),
    };
    let time = clocks::sentence(&news.clock);
    let game = reader.notice.board.as_ref().and_then(|board| GameKind::named(&board.game).ok());
    let names_game = news.first_contact && news.greeting.is_some();
    let named = names_game.then(|| Line::words(format!("The game is {title}.")));
    let mut body: Vec<Line> = named.into_iter().collect();
    body.extend(game.iter().flat_map(|game| game.blurb().lines()).map(Line::words));
    body.extend(reader.beside_the_board());
    body.extend(news.variant.as_ref().map(|variant| {
        let means = game.and_then(|game| game.variant_explained(variant));
        let means = means.map_or_else(String::new, |means| format!(", {means}"));
        Line::words(format!("Played here: {variant}{means}."))
    }));
    body.extend(options(reader, news, news.you_play.as_deref().and_then(Side::named)));
    if let Timing::Rule(clock) = news.clock {
        body.extend(terms::too_fast_for_mail(clock).map(Line::words));
    }
    if news.first_contact {
        body.push(Line::words(TURNPOST));
        body.push(Line::words(format!("No account, no password. {time}")));
        let decline = Line::default().code("no").and(" = decline · ").code("stop");
        body.push(decline.and(" = never write to me again. We ask only once."));
        body.push(Line::default().code("rules").and(" explains the game in full."));
    } else {
        body.push(Line::words(format!("{time} {}", sentence(&capital(stakes(news.rated))))));
        body.push(Line::default().code("no").and(" = decline · ").code("rules").and(" explains the game in full."));
    }
    Wording { subject: asks, headline: Line::words(headline), second: Some(second), body, ..Wording::default() }
}

/// `ann challenges @ben to Amazons`, and the terms in one line.
fn challenge_in_discord(reader: &Reader<'_>, news: &ChallengeNews) -> Wording {
    let title = reader.notice.game.as_ref().map_or("a game", |game| game.title.as_str());
    let start = Line::words(format!("{} challenges ", news.challenger));
    let mut headline = match reader.mention() {
        Some(user) => start.span(Span::Mention { user }),
        None if news.open => start.and("anyone"),
        None => start.and("you"),
    };
    headline = headline.and(format!(" to {title}"));
    if let Some(greeting) = &news.greeting {
        headline = headline.and(format!(" · \"{greeting}\""));
    }
    let who = match (&reader.notice.name, reader.mention()) {
        _ if news.open => Line::words("whoever accepts is"),
        (Some(name), _) if reader.is_place() => Line::words(format!("{name} is")),
        (None, Some(user)) => Line::default().span(Span::Mention { user }).and(" is"),
        _ => Line::words("you are"),
    };
    let colour = match &news.you_play {
        Some(side) => who.and(format!(" {}", capital(side))),
        None => Line::words("colours by lot"),
    };
    let clock = clocks::term(&news.clock);
    let terms = [Some(clock.as_str()), Some(stakes(news.rated)), news.variant.as_deref()];
    let second = terms.into_iter().flatten().fold(colour, |line, term| line.and(format!(" · {term}")));
    let side = news.you_play.as_deref().and_then(Side::named).filter(|_| !reader.is_place());
    Wording { headline, second: Some(second), above: options(reader, news, side), ..Wording::default() }
}

/// What the options mean, to a player of that side.
fn options(reader: &Reader<'_>, news: &ChallengeNews, side: Option<Side>) -> Vec<Line> {
    let game = reader.notice.board.as_ref().map_or("", |board| board.game.as_str());
    terms::options(game, &news.options, side).into_iter().map(Line::words).collect()
}

/// Whether the game will be rated.
pub(crate) const fn stakes(rated: Option<bool>) -> &'static str {
    match rated {
        Some(true) => "rated",
        Some(false) => "unrated",
        None => "rated unless it is a first game",
    }
}
