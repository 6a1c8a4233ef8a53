//! An answer as it leaves: its bytes, compressed where the client takes that, and the headers that keep it safe.

use std::io::Write as _;

use axum::body::{Body, Bytes};
use axum::http::header::{self, HeaderName};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::Response;
use flate2::Compression;
use flate2::write::GzEncoder;

/// Something to answer with.
#[derive(Clone, Debug)]
pub(crate) struct Sheet {
    status: StatusCode,
    kind: &'static str,
    /// What it shows at which revision; the same tag is the same sheet.
    tag: Option<String>,
    plain: Bytes,
    compressed: Option<Bytes>,
    care: Care,
}

/// How it may be kept and shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Care {
    /// For anybody; whoever keeps it asks each time whether it still is so.
    Public,
    /// The same, and other pages may frame it.
    Framed,
    /// It never changes under this address.
    Forever,
    /// For whoever has its secret: kept and framed nowhere.
    Secret,
}

/// Only what comes from here is loaded or sent to. The secret pages' own policy, used for all.
const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; \
     form-action 'self'; base-uri 'none'; frame-ancestors ";

impl Sheet {
    pub(crate) fn new(kind: &'static str, bytes: impl Into<Bytes>, care: Care) -> Sheet {
        let plain = bytes.into();
        let text = kind.starts_with("text/") || kind.contains("xml") || kind.contains("json");
        let compressed = if text && plain.len() > 400 { compress(&plain) } else { None };
        Sheet { status: StatusCode::OK, kind, tag: None, plain, compressed, care }
    }

    pub(crate) fn html(page: String, care: Care) -> Sheet {
        Sheet::new("text/html; charset=utf-8", page, care)
    }

    pub(crate) fn with_status(self, status: StatusCode) -> Sheet {
        Sheet { status, ..self }
    }

    pub(crate) fn tagged(self, tag: &str) -> Sheet {
        Sheet { tag: Some(format!("W/\"{tag}\"")), ..self }
    }

    pub(crate) fn size(&self) -> usize {
        self.plain.len() + self.compressed.as_ref().map_or(0, Bytes::len)
    }

    /// The answer to a request with these headers.
    pub(crate) fn answer(&self, asked: &HeaderMap, index: bool) -> Response {
        // Proxies that compress make a tag weak, or not; that doesn't matter here (RFC 9110 §13.1.2).
        let known = |tag: &String| {
            let plain = |tag: &str| tag.trim().trim_start_matches("W/").to_owned();
            let listed = asked.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
            listed.is_some_and(|listed| listed.split(',').any(|one| one.trim() == "*" || plain(one) == plain(tag)))
        };
        let unchanged = self.status == StatusCode::OK && self.tag.as_ref().is_some_and(known);
        let mut response = Response::new(Body::empty());
        let headers = response.headers_mut();
        if let Some(tag) = self.tag.as_ref().and_then(|tag| HeaderValue::from_str(tag).ok()) {
            headers.insert(header::ETAG, tag);
        }
        self.protect(headers, index);
        if unchanged {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            return response;
        }
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.kind));
        let bytes = match self.compressed.as_ref().filter(|_| takes_gzip(asked)) {
            Some(compressed) => {
                headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
                compressed
            }
            None => &self.plain,
        };
        *response.status_mut() = self.status;
        *response.body_mut() = Body::from(bytes.clone());
        response
    }

    fn protect(&self, headers: &mut HeaderMap, index: bool) {
        let mut set = |name: HeaderName, value: &'static str| headers.insert(name, HeaderValue::from_static(value));
        let caching = match self.care {
            Care::Public | Care::Framed => "no-cache",
            Care::Forever => "public, max-age=31536000, immutable",
            Care::Secret => "no-store",
        };
        set(header::CACHE_CONTROL, caching);
        set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
        set(header::REFERRER_POLICY, "no-referrer");
        if self.compressed.is_some() {
            set(header::VARY, "Accept-Encoding");
        }
        if self.care == Care::Secret || !index {
            set(HeaderName::from_static("x-robots-tag"), "noindex, nofollow");
        }
        let frames = if self.care == Care::Framed { "*" } else { "'none'" };
        if let Ok(policy) = HeaderValue::from_str(&format!("{POLICY}{frames}")) {
            headers.insert(header::CONTENT_SECURITY_POLICY, policy);
        }
    }
}

fn takes_gzip(asked: &HeaderMap) -> bool {
    let accepted = asked.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    accepted.split(',').any(|one| one.trim() == "gzip" || one.trim().starts_with("gzip;") && !one.contains("q=0"))
}

fn compress(bytes: &[u8]) -> Option<Bytes> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(bytes.len() / 3), Compression::new(7));
    encoder.write_all(bytes).ok()?;
    encoder.finish().ok().map(Bytes::from)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_known_sheet_is_not_sent_again() {
        let sheet = Sheet::html("x".repeat(1000), Care::Public).tagged("g41.3");
        let mut asked = HeaderMap::new();
        asked.insert(header::ACCEPT_ENCODING, HeaderValue::from_static("br, gzip"));
        let first = sheet.answer(&asked, false);
        assert_eq!((first.status(), &first.headers()["content-encoding"]), (StatusCode::OK, &"gzip".parse().unwrap()));
        asked.insert(header::IF_NONE_MATCH, first.headers()["etag"].clone());
        assert_eq!(sheet.answer(&asked, false).status(), StatusCode::NOT_MODIFIED);
        assert_eq!(sheet.clone().tagged("g41.4").answer(&asked, false).status(), StatusCode::OK);
        for tags in ["\"g41.3\"", "\"g41.2\", W/\"g41.3\"", "*"] {
            asked.insert(header::IF_NONE_MATCH, HeaderValue::from_static(tags));
            assert_eq!(sheet.answer(&asked, false).status(), StatusCode::NOT_MODIFIED, "{tags}");
        }
    }

    #[test]
    fn secret_sheets_are_kept_and_framed_nowhere() {
        let answer = Sheet::html("x".to_owned(), Care::Secret).answer(&HeaderMap::new(), true);
        let header = |name: &str| answer.headers()[name].to_str().unwrap().to_owned();
        assert_eq!((header("cache-control"), header("referrer-policy")), ("no-store".into(), "no-referrer".into()));
        assert_eq!(header("x-robots-tag"), "noindex, nofollow");
        let policy = header("content-security-policy");
        assert!(policy.starts_with("default-src 'none'") && policy.ends_with("frame-ancestors 'none'"), "{policy}");
    }
}
