//! The words with which mail clients frame what they quote, in many languages. Data only.
//!
//! They only help where nothing else tells: a frame around a mail of ours is known by our own names in it, and most
//! others by their shape, see [`super::frame`]. All are lower case.

/// How an attribution line says "wrote".
#[rustfmt::skip]
pub(crate) const WROTE: &[&str] = &[
    "wrote", "writes", "schrieb", "geschrieben", "schreibt", "a écrit", "écrivit", "escribió", "escribio", "ha scritto", "scrive", "escreveu",
    "schreef", "geschreven", "napisał", "pisze", "skrev", "skreiv", "skrifaði", "написал", "написала", "пишет", "писал", "написав", "пише", "написа", "kirjoitti", "napsal", "napísal",
    "a scris", "írta", "έγραψε", "έγραψεν", "yazdı", "şunu yazdı", "napisao", "napisala", "je pisal", "je napisal", "rašė", "parašė", "rakstīja", "kirjutas", "va escriure", "ha escrit",
    "idatzi zuen", "idatzi du", "đã viết", "menulis", "เขียนว่า", "เขียน", "כתב", "כתבה", "כתב/ה", "كتب", "كتبت", "نوشت", "ने लिखा", "写道", "寫道", "のメッセージ", "書きました", "さんは書きました",
    "작성", "썼습니다",
];

/// Words that say so as well, but that people use for themselves: they count only at the end of a short line.
pub(crate) const SAID: &[&str] =
    &["said", "says", "sagte", "meinte", "a dit", "dijo", "ha detto", "disse", "zei", "сказал"];

/// How a line begins that only names whom it quotes.
pub(crate) const QUOTING: &[&str] =
    &["quoting ", "quote from ", "zitat von ", "citando ", "citat från ", "citation de "];

/// How an attribution that runs over several lines begins. A space follows.
#[rustfmt::skip]
pub(crate) const ATTRIBUTION_STARTS: &[&str] = &[
    "on", "am", "le", "el", "il", "in data", "em", "a", "op", "w dniu", "dnia", "den", "på", "в", "dne", "fra", "στις", "la", "pe", "dana", "dňa", "vào", "pada", "ב", "ב-", "في",
    "у", "на", "missatge de",
];

/// The labels of a quoted header block: From, Sent or Date, To, Cc, Subject.
#[rustfmt::skip]
pub(crate) const HEADER_LABELS: &[&str] = &[
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
    "odesláno", "komu", "předmět", "feladó", "elküldve", "címzett", "tárgy", // cs, hu
    "kimden", "gönderilme", "kime", "konu", "lähettäjä", "lähetetty", "vastaanottaja", "aihe", // tr, fi
    "发件人", "发送时间", "收件人", "主题", "抄送", "日期", "寄件者", "寄件人", "寄件日期", "傳送時間", "收件者", "主旨", "副本", "差出人", "送信日時", "送信者", "宛先", "件名", // zh, ja
    "보낸 사람", "보낸사람", "보낸 날짜", "받는 사람", "받는사람", "제목", // ko
    "από", "στάλθηκε", "προς", "θέμα", "ημερομηνία", "де", "від", "надіслано", "дата", "кому", "тема", "от", "изпратено", "до", "относно", // el, uk, bg
    "de la", "trimis", "către", "subiect", "šalje", "poslano", "prima", "predmet", "zadeva", "za", "odesílatel", "odosielateľ", "odoslané", // ro, hr, sl, cs, sk
    "nuo", "išsiųsta", "kam", "tema", "no", "nosūtīts", "saatja", "saadetud", "saaja", "teema", // lt, lv, et
    "từ", "đã gửi", "tới", "đến", "chủ đề", "dari", "dikirim", "kepada", "subjek", "จาก", "ส่ง", "ถึง", "เรื่อง", // vi, id, th
    "מאת", "נשלח", "אל", "נושא", "من", "تم الإرسال", "إلى", "الموضوع", "التاريخ", "از", "به", "موضوع", // he, ar, fa
];

/// The words between dashes above a quoted mail.
pub(crate) const ORIGINAL_MESSAGE: &[&str] = &[
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

/// What the lines that phones and programs add are about, in any language.
#[rustfmt::skip]
pub(crate) const PROGRAMS: &[&str] = &[
    "iphon", "ipad", "ipod", "android", "samsung", "galaxy", "huawei", "xiaomi", "redmi", "oneplus", "motorola", "blackberry", "nokia", "lumia", "htc", "smartphone", "tablet", "handy",
    "ios", "windows phone", "windows 10", "windows mail", "outlook", "gmail", "yahoo", "proton", "thunderbird", "k-9", "k9 mail", "fairemail", "bluemail", "blue mail", "aqua mail", "edison", "airmail", "spark",
    "gmx", "web.de", "freenet", "t-online", "mail.ru", "яндекс", "yandex", "почт", "zoho", "tutanota", "fastmail", "mailbird", "em client", "roundcube", "naver", "네이버", "daum", "qq邮箱", "网易", "foxmail",
    "mobil", "мобильн", "телефон", "telefon", "手机", "スマートフォン", "모바일",
];

/// Those of them that nobody talks about at a board.
pub(crate) const DEVICES: &[&str] = &["iphon", "ipad", "galaxy", "samsung", "huawei", "xiaomi", "blackberry"];

/// A piece of the words for "sent", "get" and "from my" in such lines.
#[rustfmt::skip]
pub(crate) const SENT_WITH: &[&str] = &[
    "sent from", "sent with", "sent using", "sent via", "sent by", "sent on", "gesendet", "von meinem", "verschickt", "envoyé", "enviad", "enviat", "inviat", "verzonden", "verstuurd", "wysłan", "wyslan",
    "skickat", "skickad", "sendt", "lähetetty", "odeslán", "odoslan", "poslán", "trimis", "küldve", "küldöm", "poslano", "poslato", "изпратен", "отправлен", "послан", "послат", "надіслан", "відправлен", "στάλθηκε",
    "εστάλη", "απεστάλη", "αποστολή", "gönderildi", "gönderilmiş", "išsiųsta", "siųsta", "sūtīt", "saadetud", "saadetu", "bidalia", "gửi từ", "được gửi", "ส่งจาก", "נשלח", "رسل", "رسال", "ارسال", "فرستاده",
    "dikirim", "dihantar", "भेजा", "送信", "送自", "发自", "發自", "傳送", "发送", "發送", "보냄", "보낸", "에서 보", "envoye", "elküldve",
];

/// Lines that begin small print where they stand alone, or before a colon.
pub(crate) const ALONE: &[&str] =
    &["disclaimer", "legal notice", "legal disclaimer", "confidential", "haftungsausschluss"];

/// How footers begin that clients and scanners add unasked.
#[rustfmt::skip]
pub(crate) const FOOTERS: &[&str] = &[
    "sent from ", "sent with ", "sent using ", "sent via ", "sent on the go", "get outlook for ", "get the outlook app", "download outlook ", "yahoo mail:", "virus-free",
    "this email has been checked for viruses", "please excuse my brevity", // en
    "von meinem ", "von yahoo mail ", "von gmail ", "gesendet mit ", "gesendet von ", "gesendet über ", "gesendet aus ", "diese nachricht wurde von meinem ",
    "diese e-mail wurde von meinem ", "holen sie sich outlook", "outlook für ", "laden sie outlook", "virenfrei", // de
    "envoyé de ", "envoyé depuis ", "envoyé à partir d", "envoyé avec ", "envoyé via ", "envoyé par ", "provenance :", "provenance:", "télécharger outlook", "téléchargez outlook",
    "obtenir outlook", "obtenez outlook", "garanti sans virus", // fr
    "enviado desde ", "enviada desde ", "enviado con ", "enviado a través de ", "enviado por ", "enviado mediante ", "obtener outlook", "obtenga outlook", "consigue outlook",
    "descargar outlook", "descarga outlook", "libre de virus", // es
    "inviato da ", "inviato dal ", "inviata da ", "inviata dal ", "inviato con ", "inviato tramite ", "inviato attraverso ", "ottieni outlook", "scarica outlook", "privo di virus", // it
    "enviado do ", "enviada do ", "enviado de ", "enviada de ", "enviado a partir ", "enviado com ", "enviado pelo ", "enviado via ", "obter o outlook", "obtenha o outlook", "obter outlook",
    "baixar o outlook", "baixe o outlook", "livre de vírus", "sem vírus", // pt
    "verstuurd vanaf ", "verzonden vanaf ", "verstuurd vanuit ", "verzonden vanuit ", "verstuurd met ", "verzonden met ", "verstuurd via ", "verzonden via ", "outlook voor ", "virusvrij", // nl
    "wysłane z ", "wysłano z ", "wysłane przez ", "wysłano przez ", "wysłane za pomocą ", "wysłano za pomocą ", "pobierz program outlook", "pobierz aplikację outlook", "pobierz outlook",
    "uzyskaj aplikację outlook", "uzyskaj program outlook", "uzyskaj outlook", "wolny od wirusów", // pl
    "skickat från ", "skickad från ", "skickades från ", "sänt från ", "skickat med ", "skickat via ", "hämta outlook", "skaffa outlook", "ladda ned outlook", "virusfritt", // sv
    "отправлено с ", "отправлено со ", "отправлено из ", "отправлено через ", "отправлено от ", "послано с ", "скачать outlook", "скачайте outlook", "получить outlook", "загрузить outlook", "без вирусов", // ru
    "sendt fra ", "sendt med ", "lähetetty ", "odesláno z ", "发自我的", "iphoneから送信",
];

/// How the small print of companies begins, in lines of any length.
#[rustfmt::skip]
pub(crate) const SMALL_PRINT: &[&str] = &[
    "confidentiality notice", "disclaimer:", "this e-mail and any ", "this email and any ", "this message and any ", "this e-mail is confidential", "this email is confidential",
    "this e-mail is intended ", "this email is intended ", "this message is intended ", "this message contains confidential", "the information contained in this ",
    "the information in this e", "the contents of this e", "please consider the environment", // en
    "diese e-mail enthält ", "diese e-mail ist vertraulich", "diese e-mail kann ", "diese nachricht enthält vertraulich", "der inhalt dieser e-mail", "die information in dieser e-mail",
    "die in dieser e-mail", "vertraulichkeitshinweis", "haftungsausschluss", // de
    "ce message et ", "ce courriel et ", "ce message est confidentiel", "ce courriel est ", "avis de confidentialité", // fr
    "este mensaje y ", "este correo electrónico y ", "este mensaje se dirige ", "este mensaje va dirigido ", "aviso legal", "aviso de confidencialidad", // es
    "questo messaggio e ", "questa e-mail e ", "il presente messaggio ", "la presente e-mail ", "le informazioni contenute ", "avviso di riservatezza", // it
    "esta mensagem e ", "esta mensagem pode conter", "este e-mail e ", "as informações contidas ", // pt
    "dit bericht is ", "deze e-mail is ", "deze e-mail en ", "de informatie in dit ", "de informatie in deze ", "aan dit bericht ", // nl
    "niniejsza wiadomość ", "ta wiadomość może ", "treść tej wiadomości ", "informacje zawarte ", "klauzula poufności", // pl
    "detta e-postmeddelande ", "detta meddelande kan ", "detta meddelande är avsett", "informationen i detta ", // sv
    "настоящее сообщение ", "данное сообщение ", "это сообщение и ", "это электронное сообщение ", "информация, содержащаяся ", // ru
];

/// A piece of the word for "confidential".
#[rustfmt::skip]
pub(crate) const CONFIDENTIAL: &[&str] = &[
    "confidential", "vertraulich", "confidentiel", "confidencia", "riservat", "confidenzial", "vertrouwelijk", "poufn", "konfidentiel", "konfidensiel", "fortrolig", "luottamuksel", "důvěrn", "dôvern",
    "bizalmas", "confidenț", "povjerljiv", "zaupn", "poverljiv", "поверљив", "поверител", "конфиденц", "конфіденц", "εμπιστευτικ", "gizli", "konfidenc", "konfidents", "isilpe", "סודי", "חסוי",
    "سري", "محرمان", "गोपनीय", "เป็นความลับ", "ลับ", "bảo mật", "rahasia", "rahsia", "sulit", "機密", "机密", "保密", "기밀", "秘密", "trúnað", "məxfi", "კონფიდენც", "kumpidensyal", "vertroulik", "доверлив",
];

/// A piece of the word for "message" or "mail".
#[rustfmt::skip]
pub(crate) const A_MESSAGE: &[&str] = &[
    "mail", "e-post", "epost", "messag", "nachricht", "mensaje", "mensagem", "bericht", "wiadomo", "meddelande", "melding", "meddelelse", "besked", "viesti", "zpráv", "správ", "üzenet", "levél", "mesaj", "poruk", "sporočil",
    "порук", "съобщени", "сообщени", "повідомлен", "лист", "письм", "μήνυμα", "ileti", "laišk", "pranešim", "ziņojum", "vēstul", "kiri", "sõnum", "missatge", "mezu", "הודע", "رسال", "پیام", "ایمیل", "संदेश", "ईमेल",
    "ข้อความ", "อีเมล", "thư", "tin nhắn", "pesan", "mesej", "邮件", "郵件", "メール", "メッセージ", "메일", "메시지", "correo", "correu", "courriel", "póst", "mensax", "порака", "წერილ", "boodskap", "mesazh", "mensahe",
];

/// How Subject lines of answers begin, before the colon.
#[rustfmt::skip]
pub(crate) const ANSWER_PREFIXES: &[&str] = &[
    "re", "aw", "antw", "antwort", "réf", "rép", "rif", "r", "res", "resp", "odp", "sv", "vs", "vá", "ha", "отв", "ответ", "на", "回复", "答复", "fwd", "fw",
    "wg", "tr", "rv", "i", "enc", "doorst", "pd", "vb", "пересл",
];

/// How Subject lines of automatic answers begin.
#[rustfmt::skip]
pub(crate) const OUT_OF_OFFICE: &[&str] = &[
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
