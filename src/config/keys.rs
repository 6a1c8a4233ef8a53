//! The table of configuration keys: name, kind, default and meaning. Reading, checking, printing and the
//! operator's guide all come from it.

/// One key of `turnpost.toml`.
pub struct Key {
    /// Its full name, `mail.smtp`.
    pub name: &'static str,
    /// What values it takes.
    pub kind: Kind,
    /// Its value where none is given; empty means off or unset.
    pub default: &'static str,
    /// Whether it must never be shown.
    pub secret: bool,
    /// One line that says what it is for.
    pub help: &'static str,
}

/// What values a key takes.
pub enum Kind {
    /// Any text.
    Text,
    /// A file or folder.
    Path,
    /// A mail address.
    Address,
    /// Networks of addresses, with commas between; empty is none.
    Networks,
    /// `host:port` to listen on; empty is off.
    Listen,
    /// The URL of a mail server, with one of these schemes.
    Server(&'static [&'static str]),
    /// A URL with one of these schemes.
    Url(&'static [&'static str]),
    /// A whole number in this range.
    Number(u64, u64),
    /// One of these words.
    Word(&'static [&'static str]),
    /// A time control such as `10d+36h`.
    Clock,
}

impl Kind {
    /// What is allowed, for messages.
    pub fn allowed(&self) -> String {
        match self {
            Kind::Text => "a text".into(),
            Kind::Path => "a path".into(),
            Kind::Address => "a mail address such as \"play@example.org\"".into(),
            Kind::Listen => "\"address:port\" such as \"127.0.0.1:2525\", or \"\" for off".into(),
            Kind::Networks => "networks such as \"10.0.0.0/8, 192.0.2.7\", or \"\" for none".into(),
            Kind::Server(schemes) => {
                let forms: Vec<String> = schemes.iter().map(|s| format!("{s}://user:password@host:port")).collect();
                format!("a URL: {}, with %40 for an @ in the user's name", forms.join(" or "))
            }
            Kind::Url(schemes) => {
                let forms: Vec<String> = schemes.iter().map(|scheme| format!("{scheme}://…")).collect();
                format!("a URL: {}", forms.join(" or "))
            }
            Kind::Number(least, most) => format!("a whole number from {least} to {most}"),
            Kind::Word(words) => format!("one of {}", words.join(", ")),
            Kind::Clock => "a clock: \"10d+36h\", \"3d/turn\" or \"none\"".into(),
        }
    }
}

impl Key {
    /// What is allowed, for messages.
    pub fn allowed(&self) -> String {
        match (&self.kind, self.default) {
            (kind @ (Kind::Path | Kind::Address | Kind::Server(_) | Kind::Url(_)), "") => {
                format!("{}, or \"\" for none", kind.allowed())
            }
            (kind, _) => kind.allowed(),
        }
    }
}

const fn key(name: &'static str, kind: Kind, default: &'static str, help: &'static str) -> Key {
    Key { name, kind, default, secret: false, help }
}

const fn secret(name: &'static str, kind: Kind, help: &'static str) -> Key {
    Key { name, kind, default: "", secret: true, help }
}

/// Every key there is.
pub const KEYS: &[Key] = &[
    key("data_dir", Kind::Path, "turnpost-data", "folder of the database and, by default, the outbox"),
    key("mail.address", Kind::Address, "play@localhost", "the address people write to"),
    key("mail.listen", Kind::Listen, "127.0.0.1:2525", "built-in SMTP/LMTP receiver"),
    key("mail.tls_cert", Kind::Path, "", "PEM certificate chain; the receiver then offers STARTTLS"),
    key("mail.tls_key", Kind::Path, "", "PEM private key of that certificate"),
    key("mail.max_size", Kind::Number(10_000, 100_000_000), "1000000", "largest mail taken, in bytes"),
    key("mail.proxies", Kind::Networks, "", "who tells the receiver by the PROXY protocol whom a connection is from"),
    key("mail.nat", Kind::Networks, "", "addresses that all clients share, behind a NAT, so that none stands for one"),
    secret("mail.imap", Kind::Server(&["imaps", "imap"]), "mailbox to fetch: imaps://user:password@host/INBOX"),
    key("mail.maildir", Kind::Path, "", "Maildir to take mail from"),
    secret("mail.smtp", Kind::Server(&["smtp", "smtps"]), "relay to send through: smtp://user:password@host:587"),
    key("mail.ca", Kind::Path, "", "PEM file of a further certificate authority for smtp and imap"),
    key("mail.outbox", Kind::Path, "outbox", "Maildir that replies are written to where no smtp is set; in data_dir"),
    key("mail.trusted_authserv", Kind::Text, "", "authserv-id whose Authentication-Results header is believed"),
    key("mail.operator", Kind::Address, "", "gets postmaster and abuse mail and failure alerts"),
    key("mail.dkim_selector", Kind::Text, "", "selector of the DKIM key that signs our mail"),
    key("mail.dkim_key", Kind::Path, "", "PEM file of that private key (RSA or Ed25519)"),
    key(
        "mail.invitations",
        Kind::Number(0, 1_000_000),
        "200",
        "invitations by mail that are sent in a day; a quarter of them in an hour, a fifth of them from one domain",
    ),
    key("mail.keep_days", Kind::Number(1, 3650), "30", "how long raw mails are kept for the operator's eyes"),
    key(
        "mail.disk_floor",
        Kind::Number(0, 1_000_000_000),
        "64",
        "megabytes that mail leaves free on the disk of data_dir; below, it is answered 452",
    ),
    secret("discord.token", Kind::Text, "bot token; the variable DISCORD_TOKEN does too"),
    key("discord.api", Kind::Url(&["http", "https"]), "", "another base URL of the REST API, for tests"),
    key("discord.gateway", Kind::Url(&["ws", "wss"]), "", "another URL of the gateway, for tests"),
    key("discord.shards", Kind::Number(0, 10_000), "0", "number of shards; 0 asks Discord"),
    key(
        "discord.pace",
        Kind::Number(1, 10_000),
        "5",
        "requests a second that one user may make; 12 times that at once",
    ),
    key("game.clock", Kind::Clock, "10d+36h", "clock of challenges that name none"),
    key("http.listen", Kind::Listen, "127.0.0.1:2580", "/healthz and /metrics, for loopback"),
    key("log.format", Kind::Word(&["human", "json"]), "human", "how log lines look"),
    key("log.level", Kind::Word(&["error", "warn", "info", "debug"]), "info", "how much is logged"),
];
