//! The log, on stderr. Whatever a library or somebody else's server puts into a line, no address and no secret of the
//! configuration gets out, unless somebody asked for `debug`.

use std::io::{self, Write};

use tracing_subscriber::fmt::MakeWriter;

use crate::config::{Config, LogFormat};

/// Starts logging as configured.
pub fn start(config: &Config) {
    let level = config.log.level;
    let cover = Cover { secrets: config.secrets(), on: level < tracing::Level::DEBUG };
    let subscriber = tracing_subscriber::fmt()
        .with_writer(cover)
        .with_max_level(level)
        .with_target(false)
        .with_ansi(io::IsTerminal::is_terminal(&io::stderr()));
    match config.log.format {
        LogFormat::Json => subscriber.json().init(),
        LogFormat::Human => subscriber.compact().init(),
    }
}

/// Makes writers that leave out what nobody should read.
struct Cover {
    secrets: Vec<String>,
    on: bool,
}

/// Writes one line.
struct Covered<'a>(&'a Cover);

impl<'a> MakeWriter<'a> for Cover {
    type Writer = Covered<'a>;

    fn make_writer(&'a self) -> Covered<'a> {
        Covered(self)
    }
}

impl Write for Covered<'_> {
    /// A line comes in one piece. One that can't be written, for example to a full disk, is lost without further harm:
    /// the library would report the error on the same stderr, and panic.
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        _ = match self.0.on {
            true => io::stderr().write_all(self.0.cover(&String::from_utf8_lossy(line)).as_bytes()),
            false => io::stderr().write_all(line),
        };
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        _ = io::stderr().flush();
        Ok(())
    }
}

impl Cover {
    fn cover(&self, line: &str) -> String {
        let mut line = line.to_owned();
        for secret in &self.secrets {
            line = line.replace(secret, "…");
        }
        without_addresses(&line)
    }
}

/// Everything around an `@` that could be an address, as one `…`.
fn without_addresses(line: &str) -> String {
    let part = |c: char| c.is_alphanumeric() || ".!#$%&'*+/=?^_`{|}~-".contains(c);
    let mut covered = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = rest.find('@') {
        let begin = rest[..at]
            .rfind(|c| !part(c))
            .map_or(0, |before| before + rest[before..].chars().next().map_or(1, char::len_utf8));
        let after = &rest[at + 1..];
        let end = after.find(|c| !part(c)).unwrap_or(after.len());
        covered.push_str(&rest[..begin]);
        covered.push('…');
        rest = &after[end..];
    }
    covered + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_secrets_are_left_out() {
        let cover = Cover { secrets: vec!["hunter2".to_owned()], on: true };
        for (line, covered) in [
            ("550 <ann@example.org> unknown: é@ü.org, play+k7@x.org.", "550 <…> unknown: …, …"),
            ("password hunter2 at smtp://localhost:25", "password … at smtp://localhost:25"),
            ("@ alone, GET /users/@me", "… alone, GET …"),
            ("nothing", "nothing"),
        ] {
            assert_eq!(cover.cover(line), covered);
        }
    }
}
