//! Listens for SMTP and LMTP clients, a bounded number at a time, and holds a conversation with each.

use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncWriteExt, BufStream};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::timeout;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

use super::dialogue::{Ending, Host, Limits, hold};
use super::network::Peers;
use super::places::{LOCAL, Places, SHARED, STRANGERS};
use super::{Inbox, proxy};
use crate::address::OurAddress;

/// Connections at a time; a few more than there are seats, so that the others can be told.
const CONNECTIONS: usize = LOCAL + SHARED + STRANGERS + 10;

/// The time limit for a conversation.
const SESSION: Duration = Duration::from_secs(1800);

/// The time limit for a proxy to say whom it speaks for.
const PROXY: Duration = Duration::from_secs(5);

/// How long a client that must leave has to read the goodbye.
const FAREWELL: Duration = Duration::from_secs(1);

/// The built-in receiver.
pub struct Receiver {
    listener: TcpListener,
    door: Door,
}

/// All that a new connection needs.
#[derive(Clone)]
struct Door {
    ours: OurAddress,
    inbox: Inbox,
    limits: Limits,
    tls: Option<TlsAcceptor>,
    peers: Peers,
    places: Places,
}

impl Receiver {
    /// Opens the port. Mail larger than `max_size` is refused.
    pub async fn bind(
        address: &str,
        ours: OurAddress,
        inbox: Inbox,
        tls: Option<TlsAcceptor>,
        max_size: usize,
    ) -> io::Result<Self> {
        let listener = TcpListener::bind(address).await?;
        let limits = Limits { size: max_size, ..Limits::default() };
        let (peers, places) = (Peers::default(), Places::default());
        Ok(Self { listener, door: Door { ours, inbox, limits, tls, peers, places } })
    }

    /// Adds what the operator says about its peers.
    pub fn knowing(mut self, peers: Peers) -> Self {
        self.door.places = Places::new(peers.clone());
        self.door.peers = peers;
        self
    }

    /// The address it listens on; the port may have been chosen by the system.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until the future is dropped.
    pub async fn serve(self) {
        let places = Arc::new(Semaphore::new(CONNECTIONS));
        loop {
            let Ok(place) = Arc::clone(&places).acquire_owned().await else {
                return;
            };
            let (stream, from) = match self.listener.accept().await {
                Ok(accepted) => accepted,
                Err(error) => {
                    // Out of file descriptors, most likely: others must end before this one can start.
                    tracing::warn!(%error, "can't accept a connection");
                    tokio::time::sleep(Duration::from_millis(200)).await;
                    continue;
                }
            };
            let door = self.door.clone();
            tokio::spawn(async move {
                if let Err(error) = door.welcome(stream, from).await {
                    tracing::debug!(%error, "a conversation broke off");
                }
                drop(place);
            });
        }
    }
}

impl Door {
    /// Finds out who it is, and holds the conversation if there is a seat.
    async fn welcome(self, stream: TcpStream, from: SocketAddr) -> io::Result<()> {
        stream.set_nodelay(true)?;
        let mut stream = BufStream::new(stream);
        let mut peer = from.ip().to_canonical();
        if self.peers.proxies.contain(peer) {
            peer = timeout(PROXY, proxy::client(&mut stream)).await??;
        }
        let Some(seat) = self.places.take(peer) else {
            stream.write_all(b"421 4.7.0 too many connections\r\n").await?;
            return stream.flush().await;
        };
        let seat = Arc::new(seat);
        let host = Host {
            ours: self.ours,
            inbox: self.inbox,
            limits: self.limits,
            standing: self.peers.standing(peer),
            peer,
            offers_tls: self.tls.is_some(),
            seat: Arc::clone(&seat),
        };
        let lost = async {
            seat.lost().await;
            tokio::time::sleep(FAREWELL).await;
        };
        tokio::select! {
            ended = timeout(SESSION, converse(host, stream, self.tls)) => ended.unwrap_or(Ok(())),
            () = lost => Ok(()),
        }
    }
}

/// A TLS acceptor from PEM files: a certificate chain and its key.
pub fn acceptor(chain: &Path, key: &Path) -> Result<TlsAcceptor, Box<dyn std::error::Error + Send + Sync>> {
    let chain = CertificateDer::pem_file_iter(chain)?.collect::<Result<Vec<_>, _>>()?;
    let key = PrivateKeyDer::from_pem_file(key)?;
    let provider = Arc::new(tokio_rustls::rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .with_no_client_auth()
        .with_single_cert(chain, key)?;
    Ok(TlsAcceptor::from(Arc::new(config)))
}

async fn converse(mut host: Host, mut plain: BufStream<TcpStream>, tls: Option<TlsAcceptor>) -> io::Result<()> {
    let (Ending::StartTls, Some(tls)) = (hold(&host, &mut plain, true).await?, tls) else {
        return Ok(());
    };
    // RFC 3207 §5: what the client sent before the handshake is dropped with this buffer, so that nobody can
    // inject commands ahead of the encrypted part.
    let encrypted = timeout(host.limits.command, tls.accept(plain.into_inner())).await??;
    host.offers_tls = false;
    hold(&host, &mut BufStream::new(encrypted), false).await?;
    Ok(())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use tokio::io::{AsyncBufReadExt, BufReader};

    use super::*;

    /// A new connection, and how it is greeted.
    async fn greeting(address: SocketAddr) -> (BufReader<TcpStream>, String) {
        let mut stream = BufReader::new(TcpStream::connect(address).await.unwrap());
        let mut line = String::new();
        stream.read_line(&mut line).await.unwrap();
        (stream, line)
    }

    #[tokio::test]
    async fn so_many_connections_are_held_at_a_time() {
        let ours = OurAddress::parse("play@example.org").unwrap();
        let inbox = Inbox::new(|_| Ok(()));
        let receiver = Receiver::bind("127.0.0.1:0", ours, inbox, None, 1000).await.unwrap();
        let address = receiver.address().unwrap();
        let serving = tokio::spawn(receiver.serve());
        let mut held = Vec::new();
        for number in 0..LOCAL {
            let (stream, line) = greeting(address).await;
            assert!(line.starts_with("220"), "{number}: {line}");
            held.push(stream);
        }
        let (mut turned_away, line) = greeting(address).await;
        assert!(line.starts_with("421"), "{line}");
        assert_eq!(turned_away.read_line(&mut String::new()).await.unwrap(), 0, "and is closed");
        // Another one's end makes room, as soon as the receiver has seen it.
        held.pop();
        let mut tries = 0;
        while !greeting(address).await.1.starts_with("220") {
            tries += 1;
            assert!(tries < 1000, "its place is never given back");
        }
        serving.abort();
    }
}
