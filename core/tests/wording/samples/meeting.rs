//! How people meet: questions, invitations and challenges.

use turnpost_core::clock::ClockRule;
use turnpost_core::notice::told::incoming::{Against, Asked};
use turnpost_core::notice::told::lobby;
use turnpost_core::notice::{ChallengeNews, News, Notice, Timing};

use super::{heading, mail};

pub fn all() -> Vec<(&'static str, Notice)> {
    vec![
        (
            "confirm",
            Notice {
                game: None,
                board: None,
                ..mail(
                    News::Confirm {
                        asked: vec![Asked::New { game: Some("Amazons".into()), against: Against::AFriend }],
                        name: "Ann".into(),
                        late: false,
                    },
                    1,
                )
            },
        ),
        (
            "words",
            Notice {
                game: None,
                board: None,
                ..mail(
                    News::Told {
                        what: lobby::Told::Sent {
                            number: 41,
                            to: lobby::Recipient::Address,
                            without_words: false,
                            terms: None,
                        }
                        .into(),
                    },
                    1,
                )
            },
        ),
        ("invitation", Notice { game: Some(heading(None, None, 1)), ..mail(News::Challenge(invitation()), 0) }),
        (
            "challenge",
            mail(
                News::Challenge(ChallengeNews {
                    first_contact: false,
                    greeting: None,
                    you_play: None,
                    example: None,
                    rated: Some(true),
                    variant: Some("cassio".into()),
                    ..invitation()
                }),
                0,
            ),
        ),
    ]
}

pub fn invitation() -> ChallengeNews {
    ChallengeNews {
        challenger: "Ann".into(),
        greeting: Some("Hi Ben, Ann from the Tuesday club.".into()),
        you_play: Some("white".into()),
        clock: Timing::Rule(ClockRule::default()),
        rated: Some(false),
        variant: None,
        options: Vec::new(),
        example: Some("d1-d7/g7".into()),
        first_contact: true,
        open: false,
        house: false,
    }
}
