//! What a transaction made that somebody waits for, perhaps in another process.

use std::fmt;

use super::{Channel, Tx};

/// What workers may find.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "each is a worker of its own")]
pub struct Woken {
    /// Something to send by mail.
    pub mail: bool,
    /// Something to show in Discord.
    pub discord: bool,
    /// Stored mail to handle.
    pub inbox: bool,
    /// Something for the house to think about.
    pub house: bool,
    /// A game that has changed.
    pub games: bool,
}

impl Woken {
    /// Everything there could be.
    pub const ALL: Woken = Woken { mail: true, discord: true, inbox: true, house: true, games: true };

    /// Whether there is nothing.
    pub fn is_empty(self) -> bool {
        self == Woken::default()
    }

    /// This and that.
    #[must_use]
    pub const fn and(self, other: Woken) -> Woken {
        Woken {
            mail: self.mail || other.mail,
            discord: self.discord || other.discord,
            inbox: self.inbox || other.inbox,
            house: self.house || other.house,
            games: self.games || other.games,
        }
    }

    /// What another process said. Words of a later version mean nothing.
    pub(super) fn read(said: &str) -> Woken {
        let has = |word: &str| said.split(' ').any(|one| one == word);
        Woken {
            mail: has("mail"),
            discord: has("discord"),
            inbox: has("inbox"),
            house: has("house"),
            games: has("games"),
        }
    }
}

impl fmt::Display for Woken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = [
            (self.mail, "mail"),
            (self.discord, "discord"),
            (self.inbox, "inbox"),
            (self.house, "house"),
            (self.games, "games"),
        ];
        let said: Vec<&str> = words.iter().filter(|(is, _)| *is).map(|(_, word)| *word).collect();
        f.write_str(&said.join(" "))
    }
}

impl Channel {
    /// Whom something on this channel wakes.
    pub(super) fn wakes(self) -> Woken {
        match self {
            Channel::Mail => Woken { mail: true, ..Woken::default() },
            Channel::Discord => Woken { discord: true, ..Woken::default() },
            // Nobody waits there.
            Channel::Console => Woken::default(),
        }
    }
}

impl Tx<'_> {
    /// Notes whom this transaction wakes once it is committed.
    pub(super) fn wakes(&self, what: Woken) {
        self.woken.set(self.woken.get().and(what));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_is_understood() {
        assert_eq!(Woken::read(&Woken::ALL.to_string()), Woken::ALL);
        let some = Woken { inbox: true, games: true, ..Woken::default() };
        assert_eq!(Woken::read(&some.to_string()), some);
        assert!(Woken::read("weather").is_empty() && Woken::read("").is_empty());
    }
}
