//! What clients put around a quote, by its shape and not by its language: a turn above it is read with nothing but the
//! words below it that its writer added, and a turn that stands only in it is not. Made up after reports of replies that
//! were read wrongly; the great numbers are in `replies`.
#![allow(clippy::unwrap_used)]

use turnpost_core::message;
use turnpost_mailer::read::{Answered, new_text};

const OURS: &str = "Your turn. Ann played j7-h7/h3.\nBy Fri 5 Jun 09:30 UTC (10 days). Ann: \"Good luck.\"\n\
    --- reply above this line: from-to/arrow ---\n10 . . . B . . B . . .\n 9 . . . . . . . . . .\n\
    help · games · away 7d · stop";

fn answered() -> Answered {
    let names = ["Amazons 41: Ann vs Ben", "play@example.org", "play+"];
    Answered::new([OURS]).named(names).by("ben@example.net", Some("Ben Miller"))
}

/// The commands and the comment that are read in a text.
fn read(text: &str, answered: &Answered) -> (usize, Option<String>) {
    let read = message::read(&new_text(text, answered));
    (read.commands.len(), read.comment)
}

/// Frames above our mail, unmarked or marked, as clients write them.
const ABOUT_OURS: &[&str] = &[
    "ann via Turnpost wrote:",
    "Ann via Turnpost schrieb:",
    "Ann via Turnpost writes:",
    "Ann via Turnpost wrote",
    "On Mon, 1 Jun 2026 at 18:00, Ann via Turnpost <play@example.org> wrote",
    "W dniu 1 cze 2026, o godz. 18:00, Ann via Turnpost play@example.org napisał(a):",
    "في الاثنين، ١ يونيو ٢٠٢٦ في ٦:٠٠ م تمت كتابة ما يلي بواسطة Ann via Turnpost\n<play@example.org>:",
    "Στις Δευ 1 Ιουν 2026 στις 6:00 μ.μ., ο χρήστης Ann via Turnpost\n<play@example.org> έγραψε:",
    "Em seg., 1 de jun. de 2026 às 18:00, Ann via Turnpost <\nplay@example.org> escreveu:",
    "Ann via Turnpost <play@example.org> 于2026年6月1日周一\n18:00写道：",
    "Ann via\nTurnpost <play@example.org> ezt írta (időpont: 2026. jún. 1., H,\n18:00):",
    "1 Haz 2026 Pzt, saat 18:00 tarihinde Ann via Turnpost <\nplay@example.org> şunu yazdı:",
    "Missatge de Ann via Turnpost <play@example.org> del\ndia dl., 1 de juny 2026 a les 18:00:",
    "Bob said:",
    "Once upon a time, X wrote :",
    "Από: Ann via Turnpost <play@example.org>\nΣτάλθηκε: Δευτέρα, 1 Ιουνίου 2026 6:00 μμ\nΠρος: Ben Miller <ben@example.net>\nΘέμα: Amazons 41: Ann vs Ben",
    "Saatja: Ann via Turnpost\nKuupäev: esmaspäev\nAdressaat: Ben Miller\nTeema: Amazons 41: Ann vs Ben",
    "บางคน: Ann via Turnpost\nเมื่อ: วันจันทร์\nแก่: Ben Miller",
    "-------- Ursprüngliche Nachricht --------Von: Ann via Turnpost Datum: 01.06.26 18:00 (GMT+01:00) An: Ben Miller",
    "----- Forwarded Message ----- From: Ann via Turnpost <play@example.org> To: Ben <ben@example.net> Sent: Monday",
    "----- Przesłana wiadomość ----- Od: X <x@y.z> Do: Ben <ben@example.net> Wysłano: poniedziałek",
    "From: Ann via Turnpost Sent: Monday To: Ben Subject: Amazons",
];

/// Frames above anybody's mail.
const ABOUT_OTHERS: &[&str] = &[
    "On Mon, 1 Jun 2026 at 18:00, Ann Miller <ann@example.net> wrote",
    "Am 1. Juni 2026 um 18:00 schrieb Ann Miller:",
    "Στις 1/6/2026 18:00, η Άννα έγραψε:",
    "في ١‏/٦‏/٢٠٢٦ ١٨:٠٠، كتب آن:",
    "Bob said:",
    "Once upon a time, Bob wrote :",
    "Lähettäjä: Ann <ann@example.net>\nPäivä: 1.6.2026\nAihe: peli",
    "X: Ann <ann@example.net>\nY: 1.6.2026 18:00",
    "Kas: Ann <ann@example.net>\n\nKada: pirmadienį\n\nKam: Ben\n\nTema: x",
    "--------- Forwarded message -------- From: Ann <ann@example.net>",
    "----- Original Message ----- From: X To: Y Sent: Z",
];

#[test]
fn a_turn_above_a_frame_is_read_and_nothing_of_the_frame() {
    for (frames, answered) in [(ABOUT_OURS, answered()), (ABOUT_OTHERS, Answered::default())] {
        for frame in frames {
            for between in ["\n", "\n\n", "\n\n\n"] {
                for quote in [OURS.to_owned(), OURS.replace('\n', "\n> ").replace("Your turn", "> Your turn")] {
                    let text = format!("d1-d7/g7{between}{frame}\n\n{quote}\n\nc3-c4\n");
                    let marked = quote.starts_with('>');
                    let text = if marked { text.replace("\n\nc3-c4", "") } else { text };
                    assert_eq!(read(&text, &answered), (1, None), "{text}");
                    let said = text.replacen("d1-d7/g7", "d1-d7/g7\n\nNice one.", 1);
                    assert_eq!(read(&said, &answered), (1, Some("Nice one.".to_owned())), "{said}");
                }
            }
        }
    }
}

#[test]
fn a_turn_below_a_frame_is_not_read() {
    for (frames, answered) in [(ABOUT_OURS, answered()), (ABOUT_OTHERS, Answered::default())] {
        for frame in frames {
            for old in ["d1-d7/g7", "Hi,\n\nd1-d7/g7"] {
                for said in ["", "I'll think about it.\n\n", "Sent from my iPhone\n\n"] {
                    let text = format!("{said}{frame}\n\n{old}\n");
                    assert_eq!(read(&text, &answered), (0, None), "{text}");
                }
            }
        }
    }
}

#[test]
fn footers_on_top_and_below_are_nobodys_words() {
    for footer in [
        "Sent from my iPhone",
        "Von meinem iPhone gesendet",
        "Elküldve az iPhone-omról",
        "Trimis de pe iPhone-ul meu",
        "Trimis de pe Yahoo Mail pe Android",
        "Az Android Yahoo Mail alkalmazásból küldve",
        "iPhone'umdan gönderildi",
        "나의 iPhone에서 보냄",
        "Poslano z mojega iPhona",
        "Στάλθηκε από το iPhone μου",
        "Изпратено от моя iPhone",
        "נשלח מה-iPhone שלי",
        "Išsiųsta iš mano iPhone",
    ] {
        assert_eq!(
            read(&format!("{footer}\n\nd1-d7/g7\n\nHello"), &answered()),
            (1, Some("Hello".to_owned())),
            "{footer}"
        );
        assert_eq!(read(&format!("d1-d7/g7\n\n{footer}\n"), &answered()), (1, None), "{footer}");
        assert_eq!(read(&format!("d1-d7/g7\n{footer}\n\nx"), &answered()), (1, None), "{footer}");
    }
    for kept in ["My iPhone broke, sorry", "The android moves", "Get well soon", "Handy, that arrow"] {
        assert_eq!(read(&format!("d1-d7/g7\n\n{kept}\n"), &answered()), (1, Some(kept.to_owned())), "{kept}");
    }
    let banner = "CAUTION: This email originated from outside the organization.";
    assert_eq!(read(&format!("{banner}\n\nsay Hello there"), &answered()).0, 1, "a banner is nobody's first line");
    assert_eq!(read("d1-d7/g7\n\nDisclaimer\nThis is confidential.", &answered()), (1, None));
    assert_eq!(read("d1-d7/g7\n\nF> I said\nF> c3-c4\nF> and d4-d5\n", &answered()), (1, None));
    assert_eq!(read("F> I said\nF> c3-c4\nF> and d4-d5\n", &answered()), (0, None));
}

#[test]
fn the_writers_own_words_stay() {
    for said in [
        "My move:",
        "As I said at 18:00, I must go now.",
        "White: 12, Black: 10",
        "You wrote that it is hard: it is.",
        "PS: I like Turnpost.",
        "In 2026: c3-c4.",
    ] {
        let (commands, comment) = read(&format!("d1-d7/g7\n\n{said}\n"), &answered());
        assert_eq!((commands, comment.as_deref()), (1, Some(said)));
    }
    assert_eq!(read("My move:\nd1-d7/g7", &answered()).0, 1);
    assert_eq!(read("Hello Ann,\nmy move is:\n\nd1-d7/g7", &Answered::default()).0, 1);
    assert_eq!(read("> Your turn. Ann played j7-h7/h3.\n\nd1-d7/g7\n\n> By Fri 5 Jun 09:30", &answered()).0, 1);
}
