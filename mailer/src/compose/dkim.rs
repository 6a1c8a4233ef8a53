//! Signs outgoing mail (RFC 6376), relaxed/relaxed, with an RSA or Ed25519 key.

use std::path::Path;

use mail_auth::common::crypto::{Ed25519Key, RsaKey, Sha256, SigningKey};
use mail_auth::common::headers::HeaderWriter;
use mail_auth::dkim::{Canonicalization, DkimSigner, Done};
use tokio_rustls::rustls::pki_types::PrivateKeyDer;
use tokio_rustls::rustls::pki_types::pem::PemObject;

/// The signed header fields. From is listed twice so that nobody can add another one (RFC 6376 §8.15).
const HEADERS: &[&str] = &[
    "From",
    "From",
    "To",
    "Reply-To",
    "Subject",
    "Date",
    "Message-ID",
    "In-Reply-To",
    "References",
    "MIME-Version",
    "Content-Type",
    "Auto-Submitted",
    "List-Id",
    "List-Unsubscribe",
];

/// A key, and the name it is published under.
pub enum Signer {
    /// RSA, which every verifier supports.
    Rsa(DkimSigner<RsaKey<Sha256>, Done>),
    /// Ed25519 (RFC 8463).
    Ed25519(DkimSigner<Ed25519Key, Done>),
}

/// Why a key can't be used.
#[derive(Debug, thiserror::Error)]
pub enum SignerError {
    /// The file can't be read.
    #[error("the DKIM key can't be read: {0}")]
    File(#[from] tokio_rustls::rustls::pki_types::pem::Error),
    /// It holds no usable key.
    #[error("the DKIM key is neither RSA nor Ed25519: {0}")]
    Key(#[from] mail_auth::Error),
}

impl Signer {
    /// Reads a private key from a PEM file.
    pub fn load(path: &Path, selector: &str, domain: &str) -> Result<Self, SignerError> {
        let key = PrivateKeyDer::from_pem_file(path)?;
        if let PrivateKeyDer::Pkcs8(pkcs8) = &key
            && let Ok(key) = Ed25519Key::from_pkcs8_maybe_unchecked_der(pkcs8.secret_pkcs8_der())
        {
            return Ok(Self::Ed25519(signer(key, selector, domain)));
        }
        Ok(Self::Rsa(signer(RsaKey::<Sha256>::from_key_der(key)?, selector, domain)))
    }

    /// The mail with its signature on top.
    pub(crate) fn sign(&self, mail: &[u8]) -> Result<Vec<u8>, SignerError> {
        let header = match self {
            Self::Rsa(signer) => signer.sign(mail)?.to_header(),
            Self::Ed25519(signer) => signer.sign(mail)?.to_header(),
        };
        let mut signed = header.into_bytes();
        signed.extend_from_slice(mail);
        Ok(signed)
    }
}

fn signer<K: SigningKey>(key: K, selector: &str, domain: &str) -> DkimSigner<K, Done> {
    DkimSigner::from_key(key)
        .domain(domain)
        .selector(selector)
        .headers(HEADERS.iter().copied())
        .header_canonicalization(Canonicalization::Relaxed)
        .body_canonicalization(Canonicalization::Relaxed)
}
