//! A port that stays one's own while nobody listens on it.

use tokio::net::TcpSocket;

/// A port of 127.0.0.1, held as long as this lives. Whoever asks for it by number can listen on it, again and again;
/// nobody is given it by chance in between, not even as the near end of a connection.
pub struct Port {
    pub number: u16,
    _held: TcpSocket,
}

impl Port {
    /// A free one.
    pub fn reserve() -> Port {
        let held = TcpSocket::new_v4().unwrap();
        // Bound but never listening: with this option on both sides the system lets one more bind, and listen.
        held.set_reuseaddr(true).unwrap();
        held.bind("127.0.0.1:0".parse().unwrap()).unwrap();
        Port { number: held.local_addr().unwrap().port(), _held: held }
    }
}
