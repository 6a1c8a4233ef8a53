//! Makes spam, and other mail that nobody meant for a game server, as many different ones as are wanted: the same number
//! always gives the same mail. None of it is anybody's, and every name on it is somebody who never wrote.
#![allow(dead_code)]

/// One unwanted mail.
pub struct Spam {
    /// The envelope's sender; `None` where nobody tells.
    pub sender: Option<String>,
    /// The name on it.
    pub from: String,
    pub raw: Vec<u8>,
}

/// Texts that end up in every mailbox, in the languages in which they do; some begin like a command of ours.
const TEXTS: &[&str] = &[
    "Dear friend,\r\n\r\nI am the widow of a late oil minister and need your help to move 14,5 million.",
    "Help me please, I am stuck in London and lost my wallet.",
    "help me\r\n\r\nI saw your page and wonder if you can help me.",
    "Stop paying too much for your insurance!",
    "New games at our casino: 200 free spins.\r\nyes\r\nno\r\nplay now",
    "Rules of successful investing\r\n\r\n1. Buy low.\r\n2. Sell high.",
    "Who is behind your website? Our SEO experts bring you to page one.",
    "Your mailbox is almost full.\r\n\r\nmove 41 to archive\r\n\r\nresign yes",
    "Start your free trial today, stop any time.\r\n\r\nstop\r\nstart",
    "Sehr geehrter Kunde,\r\n\r\nIhr Konto wurde gesperrt. Bestätigen Sie Ihre Daten: http://bank.example/x",
    "Cher client, votre colis est en attente. Payez 1,99 EUR de frais de port.",
    "Estimado cliente:\r\n\r\nSu factura está adjunta. no conteste a este correo.",
    "Gentile cliente, la tua carta è stata bloccata.\r\n\r\naccept",
    "Уважаемый клиент! Ваш аккаунт будет удалён через 24 часа.",
    "尊敬的用户：您的邮箱即将停用，请点击以下链接确认。",
    "お客様のアカウントが一時停止されました。今すぐ確認してください。",
    "عزيزي العميل، تم تعليق حسابك. اضغط هنا للتحقق.",
    "Prezado cliente, seu boleto vence hoje.\r\n\r\nshow 12\r\nhistory 12",
    "Szanowny Kliencie, Twoja paczka czeka na dopłatę.\r\n\r\nd1-d7/g7",
    "Hei, jeg fant profilen din. Skal vi chatte?\r\n\r\nsay hello",
    "I recorded you through your camera. Send 0.5 BTC to bc1qxyz within 48 hours.\r\n\r\naway 2d",
    "Hi,\r\n\r\njust following up on my last mail. Is Tuesday 10-12 good?\r\n\r\ngames",
    "Meeting notes attached.\r\n\r\n3. e3-e4 was discussed\r\n4. name the new lead",
    "I am out of the office until Monday.",
    "Your message could not be delivered and was quarantined.\r\n\r\nlink https://quarantine.example/release",
    "",
];

const SUBJECTS: &[&str] = &[
    "Re: your invoice 4711",
    "URGENT: help me",
    "New games inside",
    "Stop! Your account",
    "=?utf-8?b?0JLQsNGI0LUg0YHQvtC+0LHRidC10L3QuNC1?=",
    "=?iso-8859-1?q?Gl=FCckwunsch=21?=",
    "You won",
    "Who are you?",
    "Rules update",
    "FWD: settings",
    "yes",
    "no",
    "",
];

/// So many different unwanted mails.
pub fn spam(count: usize) -> Vec<Spam> {
    (0..count).map(one).collect()
}

fn one(number: usize) -> Spam {
    // Spread, so that every text meets every shape.
    let mixed = |most: usize, salt: usize| (number.wrapping_mul(7919) ^ (number >> 3).wrapping_mul(salt)) % most;
    let text = TEXTS[mixed(TEXTS.len(), 31)];
    let subject = SUBJECTS[mixed(SUBJECTS.len(), 17)];
    let from = format!("victim{number}@{}", ["example.com", "example.net", "mail.example", "uni.example"][number % 4]);
    let display = ["Ann Example <", "\"Support Team\" <", "=?utf-8?q?J=C3=BCrgen?= <", "<"][mixed(4, 13)];
    let mut sender = Some(from.clone());
    let mut headers = format!("To: play@example.org\r\nSubject: {subject}\r\nMessage-ID: <spam{number}@x.example>\r\n");
    match number % 10 {
        // The name on it is forged, and the envelope somebody else's.
        0..=2 => sender = Some(format!("bounce-{number}@sender{}.example", number % 50)),
        // Found in a mailbox, with the trace of its envelope, or none.
        3 => {
            sender = None;
            headers.insert_str(0, &format!("Return-Path: <bulk{number}@sender.example>\r\n"));
        }
        4 => sender = None,
        // Newsletters that say so.
        5 => headers += "List-Unsubscribe: <https://news.example/off>\r\nPrecedence: bulk\r\n",
        // Somebody else's mail to this person came back to us.
        6 => {
            sender = Some(String::new());
            headers += "Auto-Submitted: auto-replied\r\n";
        }
        // Forged throughout: nothing here can be checked.
        _ => {}
    }
    let body = match mixed(4, 23) {
        0 => format!(
            "Content-Type: text/html; charset=utf-8\r\n\r\n<html><body><table><tr><td>{}</td></tr></table>\
             <img src=\"https://t.example/p.gif\"></body></html>\r\n",
            text.replace("\r\n", "<br>")
        ),
        1 => format!(
            "MIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary=b{number}\r\n\r\n--b{number}\r\n\
             Content-Type: text/plain; charset=utf-8\r\n\r\n{text}\r\n--b{number}\r\n\
             Content-Type: text/html; charset=utf-8\r\n\r\n<p>{text}</p>\r\n--b{number}--\r\n"
        ),
        _ => format!("Content-Type: text/plain; charset=utf-8\r\n\r\n{text}\r\n"),
    };
    let closed = if display.ends_with('<') { ">" } else { "" };
    let raw = format!("From: {display}{from}{closed}\r\n{headers}{body}").into_bytes();
    Spam { sender, from, raw }
}
