//! What a mail may quote: the lines of the mail of ours that it answers, written again from its notice.

use turnpost_core::notice::Notice;
use turnpost_core::service::Service;
use turnpost_core::text;

use crate::compose::page;
use crate::read::{Answered, html};

/// The lines of the mail that is answered, rendered again from its notice, if that notice went to the sender.
pub(crate) fn quoted(service: &Service, notices: &[(i64, String)], from: &str) -> Answered {
    let own = |(id, token): &(i64, String)| service.notice_for(*id, token, from).ok().flatten();
    notices.iter().find_map(own).map(|notice| lines_of(&notice)).unwrap_or_default()
}

/// The lines of a notice's mail, in each of its forms: any of them that come back in an answer are quotes.
pub fn lines_of(notice: &Notice) -> Answered {
    let wording = text::word(notice);
    let plain = text::compose::mail(notice, &wording);
    Answered::new([plain.as_str(), html::text_of(&page::html(&wording, &[], &[])).as_str()])
}
