//! What a mail may quote: the words and names of the mail of ours that it answers, written again from its notice.

use turnpost_core::describe;
use turnpost_core::notice::{BoardView, News, Notice};
use turnpost_core::service::Service;
use turnpost_core::text;

use crate::address::OurAddress;
use crate::compose::ALT;
use crate::compose::page::Page;
use crate::read::{Answered, Letter, html};

/// What is known of the mail that a letter answers. Its words are only looked at if its notice went to the sender.
pub(crate) fn quoted(service: &Service, notices: &[(i64, String)], letter: &Letter, ours: &OurAddress) -> Answered {
    let own = |(id, token): &(i64, String)| service.notice_for(*id, token, &letter.from).ok().flatten();
    known(notices.iter().find_map(own).as_ref(), letter, ours)
}

/// What isn't new in a letter that answers this notice's mail; whatever it answers, our addresses and its writer's
/// name above a quote are not.
pub(crate) fn known(notice: Option<&Notice>, letter: &Letter, ours: &OurAddress) -> Answered {
    let (plain, secret) = (ours.plain(), ours.reply(""));
    let secret = secret.split('@').next().unwrap_or_default();
    let answered = notice.map(words_of).unwrap_or_default();
    answered.named([plain.as_str(), secret]).by(&letter.from, letter.display.as_deref())
}

/// The words of a notice's mail, in each of its forms, and what it is called by.
pub fn words_of(notice: &Notice) -> Answered {
    let wording = text::word(notice);
    let plain = text::compose::mail(notice, &wording);
    let page = html::text_of(&Page::of(&wording).html());
    // Clients that make text of the page put this where the picture was.
    let spoken = |board: &BoardView| board.scene().ok().map(|scene| describe::spoken_within(&scene, ALT));
    let rows = if let News::Digest { rows, .. } = &notice.news { rows.as_slice() } else { &[] };
    let boards = notice.board.iter().chain(rows.iter().map(|row| &row.board));
    let diagrams = text::article::pictures(&wording.article).filter_map(|diagram| diagram.scene().ok());
    let diagrams = diagrams.map(|scene| describe::spoken_within(&scene, ALT));
    let pictures = boards.filter_map(spoken).chain(diagrams).chain([text::sheet(&notice.sheet)]);
    let pictures: Vec<String> = pictures
        .chain(text::graph::of(notice).map(|graph| text::graph::spoken(&graph)))
        .chain(text::chart::of(notice).map(|chart| text::chart::spoken(&chart)))
        .collect();
    let answered = Answered::new([plain, page].iter().chain(&pictures).map(String::as_str));
    answered.named([wording.subject.as_str()]).to(notice.name.as_deref().unwrap_or_default())
}
