//! Undoes format=flowed (RFC 3676): lines that were wrapped for transport become whole again.

/// Joins flowed lines. Quote marks are kept, so that what follows can see them; a line is only joined
/// with one of the same quote depth (§4.5), and never the signature separator (§4.3).
pub(crate) fn unflow(text: &str, delete_space: bool) -> String {
    let mut out = String::with_capacity(text.len());
    let mut open: Option<usize> = None;
    for raw in text.lines() {
        let raw = raw.strip_suffix('\r').unwrap_or(raw);
        let unquoted = raw.trim_start_matches('>');
        let depth = raw.len() - unquoted.len();
        // §4.4: a space after the quote marks was stuffed by the sender.
        let content = unquoted.strip_prefix(' ').unwrap_or(unquoted);
        let separator = content == "-- ";
        let joins = open == Some(depth) && !separator;
        if !joins {
            if open.is_some() {
                out.push('\n');
            }
            if depth > 0 {
                out.extend(std::iter::repeat_n('>', depth));
                out.push(' ');
            }
        }
        let flowed = content.ends_with(' ') && !separator;
        match (flowed, delete_space) {
            (true, true) => out.push_str(content.strip_suffix(' ').unwrap_or(content)),
            _ => out.push_str(content),
        }
        if flowed {
            open = Some(depth);
        } else {
            out.push('\n');
            open = None;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::unflow;

    #[test]
    fn soft_breaks_vanish_and_hard_ones_stay() {
        assert_eq!(unflow("one \r\ntwo\r\nthree\r\n", false), "one two\nthree\n");
        assert_eq!(unflow("Zeilen \numbruch\n", true), "Zeilenumbruch\n");
    }

    #[test]
    fn depth_signature_and_stuffing_are_kept() {
        assert_eq!(unflow(">> a \n> b\n", false), ">> a \n> b\n");
        assert_eq!(unflow("bye \n-- \nAnn\n", false), "bye \n-- \nAnn\n");
        assert_eq!(unflow(" > no quote\n", false), "> no quote\n");
    }
}
