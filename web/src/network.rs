//! Where a request comes from. A proxy's word is taken only where the operator says that it is one.

use std::net::{IpAddr, Ipv6Addr};

use axum::http::{Extensions, HeaderMap};

use crate::server::Peer;
use crate::settings::Trust;

/// The address to count a request by: a network of 64 bits for IPv6, since that is one household.
pub(crate) fn counted(headers: &HeaderMap, extensions: &Extensions, trust: &Trust) -> Option<IpAddr> {
    let Peer(peer) = extensions.get::<Peer>()?;
    let peer = peer.ip().to_canonical();
    let from = if trust.is_proxy(peer) { forwarded(headers, trust).unwrap_or(peer) } else { peer };
    Some(household(from))
}

/// What the proxies say: of `X-Forwarded-For` the last address that is none of theirs, since whatever stands in front of
/// it was written by anybody.
fn forwarded(headers: &HeaderMap, trust: &Trust) -> Option<IpAddr> {
    let lines: Vec<&str> = headers.get_all("x-forwarded-for").iter().filter_map(|line| line.to_str().ok()).collect();
    let whole = lines.join(",");
    let mut listed = whole.rsplit(',').map(|one| one.trim().parse::<IpAddr>().ok());
    listed.by_ref().map_while(|one| one.map(|one| one.to_canonical())).find(|one| !trust.is_proxy(*one))
}

fn household(from: IpAddr) -> IpAddr {
    match from {
        IpAddr::V4(_) => from,
        IpAddr::V6(from) => {
            let [a, b, c, d, ..] = from.segments();
            Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn from(peer: &str, forwarded: &[&str]) -> String {
        let (mut headers, mut extensions) = (HeaderMap::new(), Extensions::new());
        for line in forwarded {
            headers.append("x-forwarded-for", line.parse().unwrap());
        }
        extensions.insert(Peer(peer.parse().unwrap()));
        let trust =
            Trust::of(|peer| ["127.0.0.1", "10.0.0.1"].iter().any(|proxy| peer == proxy.parse::<IpAddr>().unwrap()));
        counted(&headers, &extensions, &trust).unwrap().to_string()
    }

    #[test]
    fn only_a_proxy_says_where_a_request_comes_from() {
        assert_eq!(from("192.0.2.7:1", &["198.51.100.1"]), "192.0.2.7");
        assert_eq!(from("127.0.0.1:1", &["198.51.100.1"]), "198.51.100.1");
        assert_eq!(from("127.0.0.1:1", &["8.8.8.8, 198.51.100.1", "10.0.0.1"]), "198.51.100.1", "the rest is hearsay");
        assert_eq!(from("127.0.0.1:1", &["nonsense"]), "127.0.0.1");
        assert_eq!(from("127.0.0.1:1", &[]), "127.0.0.1");
        assert_eq!(from("[::ffff:127.0.0.1]:1", &["2001:db8:1:2:3:4:5:6"]), "2001:db8:1:2::");
    }
}
