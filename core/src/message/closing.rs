//! How letters close, in the languages that mail clients speak: what follows such a line is a signature, which is
//! not for the opponent.

use std::collections::HashMap;
use std::sync::LazyLock;

/// A line that closes a letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Closing {
    /// It says nothing of its own: "Kind regards".
    Formula,
    /// It may be all that somebody wants to say: "Thanks!"
    Kindness,
}

/// These say nothing. All are lower case.
#[rustfmt::skip]
const FORMULAS: &[&str] = &[
    // English
    "best", "all best", "all my best", "best regards", "with best regards", "kind regards", "kindest regards", "with kind regards", "warm regards",
    "warmest regards", "with regards", "regards", "best rgds", "rgds", "br", "kr", "yours", "yours truly", "yours sincerely", "yours faithfully",
    "yours ever", "sincerely", "sincerely yours", "very truly yours", "faithfully", "respectfully", "respectfully yours", "cordially", "love", "lots of love", "xoxo",
    // German
    "mit freundlichen grüßen", "mit freundlichem gruß", "freundliche grüße", "freundlichen gruß", "freundlicher gruß", "mit besten grüßen", "mit bestem gruß",
    "beste grüße", "besten gruß", "viele grüße", "viele liebe grüße", "mit vielen grüßen", "liebe grüße", "ganz liebe grüße", "lieben gruß", "lieber gruß",
    "mit lieben grüßen", "mit liebem gruß", "herzliche grüße", "herzlichen gruß", "mit herzlichen grüßen", "mit herzlichem gruß", "herzlichst", "schöne grüße",
    "schönen gruß", "sonnige grüße", "gruß", "grüße", "grüßle", "grüßli", "mfg", "mfg.", "lg", "glg", "vg", "vlg", "bg", "hg", "fg", "hochachtungsvoll", "dein", "deine", "ihr", "ihre",
    // French
    "cordialement", "bien cordialement", "très cordialement", "cordialement vôtre", "cdt", "cdlt", "sincèrement", "sincèrement vôtre", "bien à vous", "bien à toi",
    "salutations", "salutations cordiales", "salutations distinguées", "sincères salutations", "cordiales salutations", "meilleures salutations", "mes meilleures salutations",
    "avec mes meilleures salutations", "amicalement", "bien amicalement", "amitiés", "respectueusement", "affectueusement", "bises", "bisous", "grosses bises", "gros bisous",
    // Spanish
    "saludos", "un saludo", "muchos saludos", "saludos cordiales", "cordiales saludos", "un cordial saludo", "un saludo cordial", "reciba un cordial saludo",
    "con un cordial saludo", "mis mejores saludos", "atentos saludos", "un atento saludo", "slds", "atentamente", "muy atentamente", "atte", "cordialmente",
    "un abrazo", "abrazos", "un fuerte abrazo", "besos", "un beso", "sinceramente", "afectuosamente",
    // Italian
    "cordiali saluti", "i più cordiali saluti", "con cordiali saluti", "distinti saluti", "saluti", "un saluto", "un caro saluto", "un cordiale saluto", "tanti saluti",
    "cari saluti", "tanti cari saluti", "migliori saluti", "i migliori saluti", "con i migliori saluti", "un abbraccio", "abbracci", "baci", "in fede", "affettuosamente",
    // Portuguese
    "atenciosamente", "att", "atentamente", "com os melhores cumprimentos", "os melhores cumprimentos", "melhores cumprimentos", "cumprimentos", "saudações",
    "saudações cordiais", "cordiais saudações", "abraço", "abraços", "um abraço", "grande abraço", "um grande abraço", "forte abraço", "abs", "beijos", "beijinhos", "bjs", "respeitosamente",
    // Dutch
    "met vriendelijke groet", "met vriendelijke groeten", "vriendelijke groet", "vriendelijke groeten", "met hartelijke groet", "met hartelijke groeten", "hartelijke groet",
    "hartelijke groeten", "beste groeten", "met beste groeten", "veel groeten", "vele groeten", "lieve groet", "lieve groeten", "warme groet", "groet", "groeten", "groetjes",
    "mvg", "m.v.g", "gr", "grt", "hoogachtend", "liefs",
    // Polish
    "pozdrawiam", "pozdrawiam serdecznie", "serdecznie pozdrawiam", "pozdrowienia", "serdeczne pozdrowienia", "z pozdrowieniami", "łączę pozdrowienia", "pozdrówka",
    "pozdro", "pzdr", "z poważaniem", "z wyrazami szacunku", "łączę wyrazy szacunku", "z szacunkiem", "ściskam",
    // Swedish
    "hälsningar", "med vänliga hälsningar", "med vänlig hälsning", "vänliga hälsningar", "vänlig hälsning", "bästa hälsningar", "med bästa hälsningar", "många hälsningar",
    "varma hälsningar", "hjärtliga hälsningar", "vänligen", "mvh", "vh", "kram", "kramar", "högaktningsfullt",
    // Russian
    "с уважением", "с глубоким уважением", "с искренним уважением", "с наилучшими пожеланиями", "с лучшими пожеланиями", "с добрыми пожеланиями", "наилучшие пожелания",
    "с приветом", "с благодарностью", "с теплом", "с любовью", "искренне ваш", "искренне ваша", "ваш", "ваша", "твой", "твоя", "обнимаю", "целую",
];

/// These are both closings and words for the opponent. All are lower case.
#[rustfmt::skip]
const KINDNESSES: &[&str] = &[
    "thanks", "thx", "many thanks", "thanks a lot", "thanks again", "thanks in advance", "thank you", "thank you very much", "cheers", "best wishes", "with best wishes", "greetings",
    "all the best", "take care", "see you", "see you soon", "talk soon", "bye", // en
    "danke", "danke schön", "dankeschön", "vielen dank", "besten dank", "herzlichen dank", "dank", "alles gute", "bis bald", "bis dann", "tschüss", "ciao", "servus", // de
    "merci", "merci beaucoup", "merci d'avance", "merci bien", "à bientôt", "à plus", "au revoir", "bonne journée", "bonne soirée", // fr
    "gracias", "muchas gracias", "mil gracias", "gracias de antemano", "hasta pronto", "hasta luego", "buen día", // es
    "grazie", "grazie mille", "molte grazie", "tante grazie", "a presto", "buona giornata", "buona serata", // it
    "obrigado", "obrigada", "muito obrigado", "muito obrigada", "até logo", "até breve", "até já", // pt
    "bedankt", "dank je", "dank je wel", "dank u wel", "alvast bedankt", "hartelijk dank", "tot ziens", "tot snel", "tot gauw", "fijne dag", // nl
    "dzięki", "dziękuję", "dziękuję bardzo", "wielkie dzięki", "z góry dziękuję", "do zobaczenia", "do usłyszenia", "miłego dnia", // pl
    "tack", "tack så mycket", "tusen tack", "tack på förhand", "vi ses", "hej då", "ha det bra", "allt gott", // sv
    "спасибо", "большое спасибо", "спасибо большое", "заранее спасибо", "благодарю", "до встречи", "до свидания", "пока", "всего доброго", "всего хорошего", "всего наилучшего", // ru
];

/// "Thanks and best regards" joins two with one of these.
const AND: &[&str] = &["&", "+", "and", "und", "et", "y", "e", "en", "i", "och", "и"];

/// Longer lines are sentences.
const MOST_WORDS: usize = 8;
/// So are these, however few spaces they have.
const LONGEST: usize = 160;

/// How a line closes a letter, if it does nothing else. A name may follow a formula and its comma.
pub(super) fn closing(line: &str) -> Option<Closing> {
    if line.len() > LONGEST || line.split_whitespace().count() > MOST_WORDS {
        return None;
    }
    let (before, behind) = line.split_once(',').unwrap_or((line, ""));
    let named = !behind.trim().is_empty() && behind.split_whitespace().all(|word| word.starts_with(char::is_uppercase));
    known(line).or_else(|| joined(line)).or_else(|| known(before).filter(|&how| named && how == Closing::Formula))
}

/// Two or more that are joined; one formula makes all of it one.
fn joined(line: &str) -> Option<Closing> {
    let words: Vec<&str> = line.trim_end_matches(|c: char| !c.is_alphanumeric()).split_whitespace().collect();
    let parts = words.split(|word| AND.contains(&word.to_lowercase().as_str()));
    let parts = parts.map(|part| part.join(" ")).flat_map(|part| part.split(',').map(known).collect::<Vec<_>>());
    let all = parts.collect::<Option<Vec<Closing>>>()?;
    all.iter().find(|&&how| how == Closing::Formula).or(all.first()).copied()
}

fn known(text: &str) -> Option<Closing> {
    /// All of them in the one spelling that is compared.
    static KNOWN: LazyLock<HashMap<String, Closing>> = LazyLock::new(|| {
        let as_one = |list: &[&str], how| list.iter().map(|closing| (plain(closing), how)).collect::<Vec<_>>();
        // Where one is both, it is a formula.
        as_one(KINDNESSES, Closing::Kindness).into_iter().chain(as_one(FORMULAS, Closing::Formula)).collect()
    });
    KNOWN.get(&plain(text.trim_matches(|c: char| !c.is_alphanumeric()))).copied()
}

/// One spelling for what varies with keyboards and customs: capitals, spaces, `Gruesse`, `Grüsse`, `d’avance`.
fn plain(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.join(" ").to_lowercase().replace('’', "'").replace('ß', "ss").replace("ue", "ü").replace("oe", "ö")
}

#[cfg(test)]
mod tests {
    use super::super::read;

    const SIGNATURE: &str = "Dr. Anna Müller\nKanzlei Müller & Partner\nMusterstr. 1, 12345 Berlin";

    /// What of a text goes to the opponent, below a turn.
    fn comment(text: &str) -> Option<String> {
        read(&format!("j7-h7/h3\n\n{text}")).comment
    }

    #[test]
    #[rustfmt::skip]
    fn a_formula_and_what_is_below_it_are_not_for_the_opponent() {
        for (language, closings) in [
            ("en", &["Best", "Best,", "Best regards", "KIND REGARDS,", "Kindest regards.", "Regards,", "Yours sincerely,", "Thanks & regards", "Thanks and best regards,"][..]),
            ("de", &["Mit freundlichen Grüßen", "Mit freundlichen Grüssen,", "Mit freundlichen Gruessen", "Mit freundlichem Gruß", "Viele Grüße", "Liebe Grüße!", "Beste Grüße,", "Herzliche Grüße", "Gruß", "MfG", "LG", "VG,", "Danke und viele Grüße", "Vielen Dank, viele Grüße"]),
            ("fr", &["Cordialement", "Bien cordialement,", "Bien à vous,", "Salutations distinguées", "Amicalement,", "Cdlt", "Merci, cordialement"]),
            ("es", &["Saludos", "Un saludo,", "Saludos cordiales,", "Un cordial saludo", "Atentamente,", "Un abrazo", "Gracias y saludos"]),
            ("it", &["Cordiali saluti", "Distinti saluti,", "Saluti,", "Un caro saluto", "Con i migliori saluti", "Grazie e saluti"]),
            ("pt", &["Atenciosamente,", "Att.", "Com os melhores cumprimentos,", "Cumprimentos", "Abraço,", "Um abraço!", "Abs,"]),
            ("nl", &["Met vriendelijke groet,", "Met vriendelijke groeten", "Hartelijke groet,", "Groeten,", "Groetjes", "Mvg,", "m.v.g."]),
            ("pl", &["Pozdrawiam", "Pozdrawiam serdecznie,", "Z poważaniem", "Z wyrazami szacunku,", "Pzdr"]),
            ("sv", &["Med vänliga hälsningar", "Med vänlig hälsning,", "Vänliga hälsningar", "Hälsningar,", "Mvh", "Kram"]),
            ("ru", &["С уважением,", "С уважением", "С наилучшими пожеланиями,", "Искренне Ваш,", "Спасибо, с уважением"]),
        ] {
            for closing in closings {
                assert_eq!(comment(&format!("{closing}\n{SIGNATURE}")), None, "{language}: {closing}");
                assert_eq!(comment(&format!("{closing}\n\n{SIGNATURE}")), None, "{language}: {closing}, a blank line");
                assert_eq!(comment(closing), None, "{language}: {closing} alone");
                let said = Some("Nice move.".to_owned());
                assert_eq!(comment(&format!("Nice move.\n{closing}\n{SIGNATURE}")), said, "{language}: {closing} below");
                assert_eq!(comment(&format!("Nice move.\n\n{closing}\n{SIGNATURE}")), said, "{language}: {closing} apart");
                let behind = read(&format!("j7-h7/h3 {closing}\n{SIGNATURE}")).comment;
                assert_eq!(behind, None, "{language}: {closing} behind the turn");
            }
        }
    }

    #[test]
    #[rustfmt::skip]
    fn a_kindness_may_be_the_comment_and_ends_it() {
        for (language, words) in [
            ("en", &["Thanks", "Thanks!", "Cheers.", "All the best", "Thank you very much!", "See you soon"][..]),
            ("de", &["Danke", "Vielen Dank!", "Alles Gute", "Bis bald"]),
            ("fr", &["Merci", "Merci d’avance", "À bientôt", "Bonne journée !"]),
            ("es", &["Gracias", "¡Muchas gracias!", "Hasta pronto"]),
            ("it", &["Grazie", "Grazie mille!", "A presto"]),
            ("pt", &["Obrigado", "Muito obrigada!", "Até breve"]),
            ("nl", &["Bedankt", "Dank je wel!", "Tot ziens"]),
            ("pl", &["Dzięki", "Dziękuję bardzo!", "Do zobaczenia"]),
            ("sv", &["Tack", "Tack så mycket!", "Vi ses"]),
            ("ru", &["Спасибо", "Большое спасибо!", "До встречи"]),
        ] {
            for word in words {
                assert_eq!(comment(&format!("{word}\n{SIGNATURE}")).as_deref(), Some(*word), "{language}: {word}");
                assert_eq!(comment(word).as_deref(), Some(*word), "{language}: {word} alone");
                let closed = format!("{},\n{SIGNATURE}", word.trim_end_matches(|c: char| !c.is_alphanumeric()));
                assert_eq!(comment(&closed), None, "{language}: {closed}");
            }
        }
    }

    #[test]
    fn names_behind_a_comma_close_and_sentences_do_not() {
        for closing in ["Best regards, Ann", "Viele Grüße, Anna Müller", "Best, A. B. Miller"] {
            assert_eq!(comment(&format!("{closing}\n{SIGNATURE}")), None, "{closing}");
        }
        for said in [
            "Best move of the game",
            "Love it, really",
            "Regards to your wife",
            "Thanks, Ben",
            "Viele Grüße aus Berlin",
            "Merci pour la partie",
            "Ihr seid stark",
            "e",
            "& and",
        ] {
            assert_eq!(comment(said).as_deref(), Some(said), "{said}");
        }
    }
}
