//! The Message-IDs of our mails: they say which notice a mail answers, and carry its secret.

use turnpost_core::game::GameNumber;

use crate::address::OurAddress;

/// What a Message-ID of ours says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum OurId {
    /// One notice, by its id in the outbox, with its secret where it has one.
    Notice {
        /// The id.
        id: i64,
        /// The secret.
        token: Option<String>,
    },
    /// The thread of a game.
    Game(GameNumber),
}

impl OurId {
    /// The Message-ID, without brackets.
    pub(crate) fn write(&self, ours: &OurAddress) -> String {
        let domain = ours.domain();
        match self {
            Self::Notice { id, token: Some(token) } => format!("{token}.{id}@{domain}"),
            Self::Notice { id, token: None } => format!("notice.{id}@{domain}"),
            Self::Game(number) => format!("game.{number}@{domain}"),
        }
    }

    /// Reads a Message-ID; `None` if it isn't one of ours.
    pub(crate) fn read(text: &str, ours: &OurAddress) -> Option<Self> {
        let (local, domain) = text.rsplit_once('@')?;
        if !domain.eq_ignore_ascii_case(ours.domain()) {
            return None;
        }
        let (word, number) = local.rsplit_once('.')?;
        let number: i64 = number.parse().ok()?;
        Some(match word {
            "game" => Self::Game(number),
            "notice" => Self::Notice { id: number, token: None },
            token => Self::Notice { id: number, token: Some(token.to_ascii_lowercase()) },
        })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn ids_come_back_and_others_are_none_of_ours() {
        let ours = OurAddress::parse("play@example.org").unwrap();
        for id in
            [OurId::Notice { id: 7, token: Some("k7".into()) }, OurId::Notice { id: 8, token: None }, OurId::Game(41)]
        {
            assert_eq!(OurId::read(&id.write(&ours), &ours), Some(id));
        }
        assert_eq!(OurId::read("k7.7@example.net", &ours), None);
        assert_eq!(OurId::read("k7@example.org", &ours), None);
    }
}
