//! Reads an SMTP client's lines and mail data, bounded in length; the caller bounds the time.

use std::io::{Error, ErrorKind, Result};

use tokio::io::{AsyncBufRead, AsyncBufReadExt};

/// The longest command line accepted. RFC 5321 §4.5.3.1.4 wants 512, and the parameters of extensions add to it.
pub(crate) const MAX_LINE: usize = 2048;

/// One command line with its line end; `None` at the end of the stream, an error if it is too long.
pub(crate) async fn command(reader: &mut (impl AsyncBufRead + Unpin)) -> Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    loop {
        let chunk = reader.fill_buf().await?;
        if chunk.is_empty() {
            return Ok(None);
        }
        let end = chunk.iter().position(|&byte| byte == b'\n').map(|at| at + 1);
        let taken = end.unwrap_or(chunk.len());
        if line.len() + taken > MAX_LINE {
            return Err(Error::new(ErrorKind::InvalidData, "line too long"));
        }
        line.extend_from_slice(&chunk[..taken]);
        reader.consume(taken);
        if end.is_some() {
            return Ok(Some(line));
        }
    }
}

/// What came after DATA.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Data {
    /// The mail, without the dots that were stuffed.
    Mail(Vec<u8>),
    /// More than the limit came; it was read to its end and dropped.
    TooLarge,
}

/// Reads mail data up to the line with a single dot. Only CRLF.CRLF ends it (RFC 5321 §4.1.1.4): a looser reading lets one
/// mail smuggle in another behind a server that reads strictly. `came` is told how many bytes have come, as they do.
pub(crate) async fn data(
    reader: &mut (impl AsyncBufRead + Unpin),
    limit: usize,
    mut came: impl FnMut(usize),
) -> Result<Data> {
    let mut mail = Vec::new();
    let mut total = 0_usize;
    let mut state = State::LineStart;
    loop {
        let chunk = reader.fill_buf().await?;
        if chunk.is_empty() {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        let mut used = 0;
        let mut ended = false;
        while let Some(&byte) = chunk.get(used) {
            if state == State::Text {
                // Most of a mail is the inside of lines: everything up to the next CR is copied.
                let rest = &chunk[used..];
                let text = &rest[..rest.iter().position(|&byte| byte == b'\r').unwrap_or(rest.len())];
                mail.extend_from_slice(&text[..text.len().min(limit.saturating_add(1).saturating_sub(mail.len()))]);
                used += text.len();
                if !text.is_empty() {
                    continue;
                }
            }
            used += 1;
            let (next, keep) = state.step(byte);
            state = next;
            if state == State::End {
                ended = true;
                break;
            }
            if keep == Keep::CrToo && mail.len() <= limit {
                // The CR after a dot was held back, but did not end the data after all.
                mail.push(b'\r');
            }
            if keep != Keep::Nothing && mail.len() <= limit {
                mail.push(byte);
            }
        }
        reader.consume(used);
        came(used);
        total = total.saturating_add(used);
        if total > limit.saturating_mul(20) {
            return Err(Error::new(ErrorKind::InvalidData, "far too much data"));
        }
        if ended {
            return Ok(if mail.len() > limit { Data::TooLarge } else { Data::Mail(mail) });
        }
    }
}

/// Where in the line the reader is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    LineStart,
    Text,
    Cr,
    /// A dot at the start of a line: it ends the data, or was stuffed and is dropped.
    Dot,
    /// A dot and a CR.
    DotCr,
    End,
}

/// What of the byte goes into the mail.
#[derive(PartialEq, Eq)]
enum Keep {
    It,
    Nothing,
    /// The CR that was held back, then it.
    CrToo,
}

impl State {
    fn step(self, byte: u8) -> (Self, Keep) {
        match (self, byte) {
            (Self::LineStart, b'.') => (Self::Dot, Keep::Nothing),
            (Self::Dot, b'\r') => (Self::DotCr, Keep::Nothing),
            (Self::DotCr, b'\n') => (Self::End, Keep::Nothing),
            (Self::DotCr, b'\r') => (Self::Cr, Keep::CrToo),
            (Self::DotCr, _) => (Self::Text, Keep::CrToo),
            (Self::Cr, b'\n') => (Self::LineStart, Keep::It),
            (_, b'\r') => (Self::Cr, Keep::It),
            _ => (Self::Text, Keep::It),
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    async fn read(bytes: &[u8], limit: usize) -> Result<Data> {
        data(&mut &*bytes, limit, |_| ()).await
    }

    #[tokio::test]
    async fn only_a_dot_between_crlfs_ends_the_data() {
        assert_eq!(read(b"a\r\n.\r\nQUIT\r\n", 99).await.unwrap(), Data::Mail(b"a\r\n".to_vec()));
        assert_eq!(read(b".\r\n", 99).await.unwrap(), Data::Mail(Vec::new()));
        assert_eq!(read(b"a\n.\nb\n.\r\nc\r\n.\r\n", 99).await.unwrap(), Data::Mail(b"a\n.\nb\n.\r\nc\r\n".to_vec()));
        assert_eq!(read(b"a\r\n..b\r\n.c\r\n.\r\n", 99).await.unwrap(), Data::Mail(b"a\r\n.b\r\nc\r\n".to_vec()));
        assert_eq!(read(b"\r\n.\rx\r\n.\r\n", 99).await.unwrap(), Data::Mail(b"\r\n\rx\r\n".to_vec()));
        assert!(read(b"a\r\n.\r", 99).await.is_err());
    }

    #[tokio::test]
    async fn length_is_bounded() {
        assert_eq!(read(b"12345\r\n.\r\n", 4).await.unwrap(), Data::TooLarge);
        assert!(read(&[b'x'; 1000], 4).await.is_err());
        let long = [b'x'; MAX_LINE + 1];
        assert!(command(&mut &long[..]).await.is_err());
        assert_eq!(command(&mut &b"NOOP\r\nQ"[..]).await.unwrap(), Some(b"NOOP\r\n".to_vec()));
        assert_eq!(command(&mut &b"NOO"[..]).await.unwrap(), None);
    }
}
