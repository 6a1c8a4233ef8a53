//! Listens for SMTP and LMTP clients, so many at a time, and gives each a conversation.

use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::io::{AsyncWriteExt, BufStream};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};

use super::Inbox;
use super::dialogue::{Ending, Host, Limits, hold};
use crate::address::OurAddress;

/// Conversations at a time, with this machine, with all others, and with one of those. A whole mail server may be here,
/// and nobody elsewhere takes its places.
const LOCAL: usize = 40;
const STRANGERS: usize = 50;
const PER_STRANGER: usize = 10;

/// Connections at a time; what is beyond the above is told so.
const CONNECTIONS: usize = LOCAL + STRANGERS + 10;

/// The longest conversation.
const SESSION: Duration = Duration::from_secs(1800);

/// The built-in receiver.
pub struct Receiver {
    listener: TcpListener,
    ours: OurAddress,
    inbox: Inbox,
    limits: Limits,
    tls: Option<TlsAcceptor>,
}

impl Receiver {
    /// Opens the port. No mail larger than `max_size` is taken.
    pub async fn bind(
        address: &str,
        ours: OurAddress,
        inbox: Inbox,
        tls: Option<TlsAcceptor>,
        max_size: usize,
    ) -> io::Result<Self> {
        let listener = TcpListener::bind(address).await?;
        Ok(Self { listener, ours, inbox, limits: Limits { size: max_size, ..Limits::default() }, tls })
    }

    /// The address it listens on; the port may have been chosen by the system.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Serves until the future is dropped.
    pub async fn serve(self) {
        let places = Arc::new(Semaphore::new(CONNECTIONS));
        let peers = Peers::default();
        loop {
            let Ok(place) = Arc::clone(&places).acquire_owned().await else {
                return;
            };
            let (stream, from) = match self.listener.accept().await {
                Ok(accepted) => accepted,
                Err(error) => {
                    // Out of file descriptors, most likely: others must end before another can begin.
                    tracing::warn!(%error, "can't accept a connection");
                    tokio::time::sleep(Duration::from_millis(200)).await;
                    continue;
                }
            };
            let host = Host {
                ours: self.ours.clone(),
                inbox: self.inbox.clone(),
                limits: self.limits,
                peer: from.ip().to_canonical(),
                offers_tls: self.tls.is_some(),
            };
            let tls = self.tls.clone();
            let seat = peers.take(host.peer);
            tokio::spawn(async move {
                let ended = match seat {
                    Some(_) => tokio::time::timeout(SESSION, converse(host, stream, tls)).await.unwrap_or(Ok(())),
                    None => turn_away(stream).await,
                };
                if let Err(error) = ended {
                    tracing::debug!(%error, "a conversation broke off");
                }
                drop((seat, place));
            });
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

async fn converse(mut host: Host, stream: TcpStream, tls: Option<TlsAcceptor>) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let mut plain = BufStream::new(stream);
    let (Ending::StartTls, Some(tls)) = (hold(&host, &mut plain, true).await?, tls) else {
        return Ok(());
    };
    // RFC 3207 §5: what the client sent before the handshake is dropped with this buffer, so that nobody can
    // inject commands ahead of the encrypted part.
    let encrypted = tokio::time::timeout(host.limits.command, tls.accept(plain.into_inner())).await??;
    host.offers_tls = false;
    hold(&host, &mut BufStream::new(encrypted), false).await?;
    Ok(())
}

async fn turn_away(mut stream: TcpStream) -> io::Result<()> {
    stream.write_all(b"421 4.7.0 too many connections\r\n").await
}

/// How many conversations each peer has.
#[derive(Clone, Default)]
struct Peers(Arc<Mutex<HashMap<IpAddr, usize>>>);

impl Peers {
    fn take(&self, peer: IpAddr) -> Option<Seat> {
        let peer = network(peer);
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let strangers: usize = counts.iter().filter(|(other, _)| !other.is_loopback()).map(|(_, count)| count).sum();
        let count = counts.get(&peer).copied().unwrap_or_default();
        let free = if peer.is_loopback() { count < LOCAL } else { count < PER_STRANGER && strangers < STRANGERS };
        free.then(|| {
            counts.insert(peer, count + 1);
            Seat { peers: self.clone(), peer }
        })
    }
}

/// What one peer has for sure: of IPv6 a whole /64 (RFC 4291 §2.5.4), of loopback all of it. A socket for both kinds shows
/// IPv4 addresses inside IPv6 ones, which would all be one network.
fn network(peer: IpAddr) -> IpAddr {
    match peer.to_canonical() {
        peer if peer.is_loopback() => IpAddr::V6(Ipv6Addr::LOCALHOST),
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << 64)).into(),
        peer @ IpAddr::V4(_) => peer,
    }
}

/// One conversation's place among its peer's; given back when dropped.
struct Seat {
    peers: Peers,
    peer: IpAddr,
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut counts = self.peers.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.peer) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.peer);
            }
        }
    }
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

    /// Takes all places that such peers get, and holds them.
    fn all(peers: &Peers, from: impl Iterator<Item = String>) -> Vec<Seat> {
        from.filter_map(|peer| peers.take(peer.parse().unwrap())).collect()
    }

    #[test]
    fn nobody_shuts_the_door_for_others() {
        let peers = Peers::default();
        let one = all(&peers, (0..60).map(|_| "192.0.2.1".to_owned()));
        let net = all(&peers, (0..60).map(|host| format!("2001:db8::{host}")));
        assert_eq!((one.len(), net.len()), (PER_STRANGER, PER_STRANGER), "an IPv6 network is one peer");
        let many = all(&peers, (0..200).map(|host| format!("::ffff:198.51.100.{host}")));
        assert_eq!(one.len() + net.len() + many.len(), STRANGERS);
        let local = all(&peers, (1..100).map(|host| format!("127.0.0.{host}")));
        assert_eq!(local.len(), LOCAL, "the mail server here has its own");
        assert!(peers.take("::1".parse().unwrap()).is_none());
        drop(one);
        assert!(peers.take("203.0.113.1".parse().unwrap()).is_some(), "places are given back");
    }
}
