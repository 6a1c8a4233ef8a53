//! The words by which mail clients frame what they quote, in the languages that they speak. Data only.
//!
//! Covered are English, German, French, Spanish, Italian, Portuguese, Dutch, Polish, Swedish and Russian;
//! a few more where one word does it. All are lower case.

/// How an attribution line says "wrote".
pub const WROTE: &[&str] = &[
    "wrote",
    "schrieb",
    "geschrieben",
    "a écrit",
    "escribió",
    "escribio",
    "ha scritto",
    "escreveu",
    "schreef",
    "geschreven",
    "napisał",
    "pisze",
    "skrev",
    "skreiv",
    "написал",
    "пишет",
    "kirjoitti",
    "napsal",
    "写道",
    "のメッセージ",
    "작성",
];

/// How an attribution that runs over several lines begins. A space follows.
#[rustfmt::skip]
pub const ATTRIBUTION_STARTS: &[&str] = &[
    "on", "am", "le", "el", "il", "in data", "em", "a", "op", "w dniu", "dnia", "den", "på", "в", "dne", "fra",
];

/// The labels of a quoted header block: From, Sent or Date, To, Cc, Subject.
#[rustfmt::skip]
pub const HEADER_LABELS: &[&str] = &[
    "from", "sent", "date", "to", "cc", "subject", "reply-to", // en
    "von", "gesendet", "datum", "an", "betreff", "antwort an", // de
    "de", "envoyé", "envoyé le", "à", "objet", "répondre à", // fr
    "enviado", "enviado el", "enviados", "fecha", "para", "asunto", "responder a", // es
    "da", "inviato", "data", "a", "oggetto", // it
    "enviada", "enviada em", "enviado em", "assunto", // pt
    "van", "verzonden", "aan", "onderwerp", // nl
    "od", "wysłano", "wysłane", "do", "dw", "temat", // pl
    "från", "skickat", "till", "kopia", "ämne", // sv
    "от", "от кого", "отправлено", "дата", "кому", "копия", "тема", // ru
    "fra", "sendt", "til", "emne", // da, no
    "发件人", "发送时间", "收件人", "主题", "差出人", "送信日時", "宛先", "件名",
];

/// What stands between dashes above a quoted mail.
pub const ORIGINAL_MESSAGE: &[&str] = &[
    "original message",
    "forwarded message",
    "ursprüngliche nachricht",
    "originalnachricht",
    "original-nachricht",
    "weitergeleitete nachricht",
    "message d'origine",
    "message original",
    "message transféré",
    "mensaje original",
    "messaggio originale",
    "mensagem original",
    "oorspronkelijk bericht",
    "wiadomość oryginalna",
    "oryginalna wiadomość",
    "originalmeddelande",
    "ursprungligt meddelande",
    "исходное сообщение",
    "оригинальное сообщение",
    "oprindelig besked",
    "begin forwarded message",
];

/// How footers begin that a client or scanner adds without being asked.
#[rustfmt::skip]
pub const FOOTERS: &[&str] = &[
    "sent from ", "sent with ", "sent using ", "get outlook for ", "virus-free", "this email has been checked for viruses", // en
    "von meinem ", "gesendet mit ", "gesendet von ", "diese nachricht wurde von meinem ", "holen sie sich outlook", "virenfrei", // de
    "envoyé de ", "envoyé depuis ", "envoyé à partir d", "envoyé avec ", "télécharger outlook", "obtenir outlook", "garanti sans virus", // fr
    "enviado desde ", "enviado con ", "enviado a través de ", "obtener outlook", "libre de virus", // es
    "inviato da ", "inviato dal ", "inviato con ", "ottieni outlook", "privo di virus", // it
    "enviado do ", "enviado de ", "enviado a partir ", "enviado com ", "obter o outlook", "obtenha o outlook", "livre de vírus", // pt
    "verstuurd vanaf ", "verzonden vanaf ", "verzonden met ", "verstuurd met ", "outlook voor ", "virusvrij", // nl
    "wysłane z ", "wysłano z ", "pobierz program outlook", "uzyskaj aplikację outlook", // pl
    "skickat från ", "skickad från ", "skickat med ", "hämta outlook", // sv
    "отправлено с ", "отправлено из ", "скачать outlook", "получить outlook", // ru
    "sendt fra ", "sendt med ", "lähetetty ", "odesláno z ", "发自我的", "iphoneから送信",
];

/// How Subject lines of answers begin, before the colon.
#[rustfmt::skip]
pub const ANSWER_PREFIXES: &[&str] = &[
    "re", "aw", "antw", "antwort", "réf", "rép", "rif", "r", "res", "resp", "odp", "sv", "vs", "vá", "ha", "отв", "ответ", "на", "回复", "答复", "fwd", "fw",
    "wg", "tr", "rv", "i", "enc", "doorst", "pd", "vb", "пересл",
];

/// How Subject lines of automatic answers begin.
#[rustfmt::skip]
pub const OUT_OF_OFFICE: &[&str] = &[
    "out of office", "out of the office", "automatic reply", "auto reply", "autoreply", "auto:", "vacation", "on vacation", "i am away", // en
    "abwesenheit", "automatische antwort", "abwesend", "ich bin nicht im", // de
    "réponse automatique", "absence du bureau", "absent du bureau", "absence", // fr
    "respuesta automática", "fuera de la oficina", "ausente", // es
    "risposta automatica", "fuori ufficio", "assente dall'ufficio", // it
    "resposta automática", "fora do escritório", "ausência", // pt
    "automatisch antwoord", "afwezig", "niet aanwezig", // nl
    "automatyczna odpowiedź", "odpowiedź automatyczna", "nieobecność", "poza biurem", // pl
    "autosvar", "automatiskt svar", "frånvaro", "frånvarande", // sv
    "автоматический ответ", "автоответ", "отсутствую", "нет на месте", // ru
    "undelivered mail", "undeliverable", "delivery status notification", "mail delivery failed", "failure notice", "returned mail",
];
