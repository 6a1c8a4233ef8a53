//! Bodies of `multipart/form-data`, as far as Discord's clients write them (RFC 7578).

use serde_json::Value;

/// A body: its JSON and its files.
#[derive(Clone, Debug, Default)]
pub struct Body {
    /// The JSON, whole or from `payload_json`.
    pub json: Value,
    /// The files, `(n of files[n], name, bytes)`.
    pub files: Vec<(usize, String, Vec<u8>)>,
}

/// Reads a body of either kind. `None` if it can't be read.
pub fn read(content_type: &str, bytes: &[u8]) -> Option<Body> {
    let Some((_, boundary)) = content_type.split_once("boundary=") else {
        let json = if bytes.is_empty() { Value::Null } else { serde_json::from_slice(bytes).ok()? };
        return Some(Body { json, files: Vec::new() });
    };
    let mark = format!("--{}", boundary.trim_matches('"'));
    let mut body = Body::default();
    let mut rest = bytes;
    while let Some(start) = find(rest, mark.as_bytes()) {
        rest = &rest[start + mark.len()..];
        if rest.starts_with(b"--") {
            break;
        }
        let head_end = find(rest, b"\r\n\r\n")?;
        let head = String::from_utf8_lossy(&rest[..head_end]).into_owned();
        rest = &rest[head_end + 4..];
        let end = find(rest, format!("\r\n{mark}").as_bytes())?;
        let content = &rest[..end];
        rest = &rest[end + 2..];
        let name = parameter(&head, " name=")?;
        if name == "payload_json" {
            body.json = serde_json::from_slice(content).ok()?;
        } else {
            let number = name.strip_prefix("files[")?.strip_suffix(']')?.parse().ok()?;
            body.files.push((number, parameter(&head, "filename=")?, content.to_vec()));
        }
    }
    Some(body)
}

fn parameter(head: &str, name: &str) -> Option<String> {
    let rest = head.split_once(name)?.1;
    Some(rest.trim_start_matches('"').split(['"', ';', '\r']).next()?.to_owned())
}

fn find(hay: &[u8], needle: &[u8]) -> Option<usize> {
    hay.windows(needle.len()).position(|window| window == needle)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    #[test]
    fn reads_json_and_files() {
        let raw = b"--B\r\nContent-Disposition: form-data; name=\"files[0]\"; filename=\"a.png\"\r\n\r\n\x01\r\n\x02\r\n--B\r\n\
            Content-Disposition: form-data; name=\"payload_json\"\r\n\r\n{\"content\":\"x\"}\r\n--B--\r\n";
        let body = super::read("multipart/form-data; boundary=B", raw).unwrap();
        assert_eq!(body.json["content"], "x");
        assert_eq!(body.files, vec![(0, "a.png".to_owned(), b"\x01\r\n\x02".to_vec())]);
        assert_eq!(super::read("application/json", b"{}").unwrap().json, serde_json::json!({}));
    }
}
