//! The URLs of mail servers in the configuration: `smtp://user:password@host:587`, `imaps://…/INBOX`.

/// A server, how to log in, and a path.
#[derive(Clone, PartialEq, Eq)]
pub struct ServerUrl {
    /// Lower case, without `://`.
    pub scheme: String,
    /// User and password, percent-decoded.
    pub login: Option<(String, String)>,
    /// A name or address, without brackets.
    pub host: String,
    /// The port, or the scheme's own.
    pub port: u16,
    /// What follows the host, percent-decoded, without the slash; may be empty.
    pub path: String,
}

/// Why a URL can't be used. The URL itself isn't shown: it may hold a password.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the server's URL can't be read: {0}")]
pub struct UrlError(pub &'static str);

impl ServerUrl {
    /// Reads a URL.
    pub fn parse(text: &str) -> Result<Self, UrlError> {
        let (scheme, rest) = text.split_once("://").ok_or(UrlError("there is no ://"))?;
        let scheme = scheme.to_ascii_lowercase();
        let (authority, path) = rest.split_once('/').unwrap_or((rest, ""));
        let (login, place) = match authority.rsplit_once('@') {
            Some((login, place)) => {
                let (user, password) = login.split_once(':').unwrap_or((login, ""));
                (Some((decode(user)?, decode(password)?)), place)
            }
            None => (None, authority),
        };
        let (host, port) = match place.strip_prefix('[') {
            Some(six) => {
                let (host, port) = six.split_once(']').ok_or(UrlError("a ] is missing"))?;
                (host, port.strip_prefix(':'))
            }
            None => place.rsplit_once(':').map_or((place, None), |(host, port)| (host, Some(port))),
        };
        let usual = match scheme.as_str() {
            "smtp" => 587,
            "smtps" => 465,
            "imap" => 143,
            "imaps" => 993,
            _ => return Err(UrlError("its scheme is none of smtp, smtps, imap, imaps")),
        };
        let port = port.map_or(Ok(usual), |port| port.parse().map_err(|_| UrlError("its port is no number")))?;
        if host.is_empty() {
            return Err(UrlError("it names no host"));
        }
        Ok(Self { scheme, login, host: host.to_owned(), port, path: decode(path)? })
    }
}

/// Shows where, never the password.
impl std::fmt::Display for ServerUrl {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}://{}:{}", self.scheme, self.host, self.port)
    }
}

impl std::fmt::Debug for ServerUrl {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(self, f)
    }
}

fn decode(text: &str) -> Result<String, UrlError> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let digits = rest.get(..2).and_then(|two| std::str::from_utf8(two).ok());
        let value = digits.and_then(|two| u8::from_str_radix(two, 16).ok());
        bytes.push(value.ok_or(UrlError("a % is not followed by two hexadecimal digits"))?);
        rest = &rest[2..];
    }
    String::from_utf8(bytes).map_err(|_| UrlError("it is no UTF-8"))
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn urls_are_read_and_passwords_never_shown() {
        let url = ServerUrl::parse("imaps://ann%40x.org:p%3Aw@mail.x.org/INBOX").unwrap();
        assert_eq!(url.login, Some(("ann@x.org".into(), "p:w".into())));
        assert_eq!((url.host.as_str(), url.port, url.path.as_str()), ("mail.x.org", 993, "INBOX"));
        assert_eq!(format!("{url:?}"), "imaps://mail.x.org:993");
        let url = ServerUrl::parse("smtp://[::1]:2500").unwrap();
        assert_eq!((url.host.as_str(), url.port, url.login), ("::1", 2500, None));
        for bad in ["mail.x.org", "http://x", "smtp://", "smtp://x:y", "smtp://a%zz@x", "smtp://[::1"] {
            assert!(ServerUrl::parse(bad).is_err(), "{bad}");
        }
    }
}
