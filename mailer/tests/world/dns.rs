//! A name server that knows nothing, and is silent about some names.

use std::net::SocketAddr;

use tokio::net::UdpSocket;

/// Answers that there is no such name, to everybody who asks; never for names with this word in them. It ends with the
/// test's runtime.
pub async fn silent_about(word: &'static str) -> SocketAddr {
    let socket = UdpSocket::bind("127.0.0.1:0").await.unwrap();
    let address = socket.local_addr().unwrap();
    tokio::spawn(async move {
        let mut query = [0; 1500];
        while let Ok((length, from)) = socket.recv_from(&mut query).await {
            let (name, question) = question(&query[..length]);
            if !name.contains(word) {
                // RFC 1035 §4.1.1: a response, recursion available, NXDOMAIN, to one question.
                let header = [query[0], query[1], 0x81, 0x83, 0, 1, 0, 0, 0, 0, 0, 0];
                let _ = socket.send_to(&[&header[..], question].concat(), from).await;
            }
        }
    });
    address
}

/// The name that is asked for, and the bytes of the question.
fn question(query: &[u8]) -> (String, &[u8]) {
    let (mut at, mut name) = (12, String::new());
    while query[at] != 0 {
        let end = at + 1 + usize::from(query[at]);
        name += &String::from_utf8_lossy(&query[at + 1..end]).to_lowercase();
        name.push('.');
        at = end;
    }
    (name, &query[12..at + 5])
}
