//! Bounds the work that a mail can cause. Its writer decides what is in it, but not what it costs: bytes are counted each
//! time they are scanned, and headers are measured before anything tries to parse them.

/// What reading a mail may cost, in bytes scanned. A mail of ordinary size can't reach it, however it nests.
const EFFORT: usize = 128 << 20;

/// No real mail gathers more headers than this: the number of fields, the bytes of all, and the bytes of one.
const MOST_FIELDS: usize = 1000;
const MOST_HEAD: usize = 128 * 1024;
const LONGEST_FIELD: usize = 32 * 1024;

/// Nor more encoded words than this (RFC 2047). For each unterminated one the parser scans to the end of the field.
const MOST_ENCODED: usize = 500;

/// The mail would cost too much to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TooMuch;

/// What may still be spent on a mail.
#[derive(Debug)]
pub(crate) struct Effort(usize);

impl Default for Effort {
    fn default() -> Self {
        Self(EFFORT)
    }
}

impl Effort {
    /// Counts what is about to be scanned.
    pub(crate) fn spend(&mut self, bytes: usize) -> Result<(), TooMuch> {
        self.0 = self.0.checked_sub(bytes).ok_or(TooMuch)?;
        Ok(())
    }
}

/// The headers of a mail or of a part, with the empty line that ends them, if they are of reasonable size.
pub(crate) fn head(part: &[u8]) -> Result<&[u8], TooMuch> {
    let (mut end, mut fields, mut field, mut encoded) = (0, 0, 0, 0);
    for line in part.split_inclusive(|&byte| byte == b'\n') {
        end += line.len();
        if matches!(line, b"\n" | b"\r\n") {
            break;
        }
        let folded = line.starts_with(b" ") || line.starts_with(b"\t");
        field = if folded { field + line.len() } else { line.len() };
        fields += usize::from(!folded);
        encoded += line.windows(2).filter(|pair| pair == b"=?").count();
        if end > MOST_HEAD || field > LONGEST_FIELD || fields > MOST_FIELDS || encoded > MOST_ENCODED {
            return Err(TooMuch);
        }
    }
    Ok(part.get(..end).unwrap_or(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_of_people_are_read_and_others_are_not() {
        assert_eq!(head(b"From: a@b\r\nTo: c\r\n\r\ntext\n\n"), Ok(&b"From: a@b\r\nTo: c\r\n\r\n"[..]));
        assert_eq!(head(b"\ntext"), Ok(&b"\n"[..]));
        assert_eq!(head(b"no end"), Ok(&b"no end"[..]));
        for (much, few) in [
            ("X: y\n".repeat(MOST_FIELDS + 1), "X: y\n".repeat(MOST_FIELDS)),
            (format!("X: {}\n", "y".repeat(LONGEST_FIELD)), format!("X: {}\n", "y".repeat(LONGEST_FIELD - 4))),
            (format!("X:\n{}", " y\n".repeat(LONGEST_FIELD / 3)), format!("X:\n{}", " y\n".repeat(1000))),
            (
                format!("X: {}\n", "=?aa?q?".repeat(MOST_ENCODED + 1)),
                format!("X: {}\n", "=?aa?q?".repeat(MOST_ENCODED)),
            ),
            (format!("X: {}\n", "y".repeat(30_000)).repeat(5), format!("X: {}\n", "y".repeat(30_000)).repeat(4)),
        ] {
            assert_eq!(head(format!("{much}\n").as_bytes()), Err(TooMuch));
            assert!(head(format!("{few}\n").as_bytes()).is_ok());
        }
    }

    #[test]
    fn what_is_spent_is_gone() {
        let mut effort = Effort::default();
        assert_eq!(effort.spend(EFFORT), Ok(()));
        assert_eq!(effort.spend(1), Err(TooMuch));
        assert_eq!(effort.spend(0), Ok(()));
    }
}
