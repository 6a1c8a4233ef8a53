//! Networks of addresses: those that the operator names, the one that a peer shares with its neighbours, and how much an
//! address says about who is behind it.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

/// One network, such as `10.0.0.0/8`, or one address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Network {
    base: IpAddr,
    prefix: u8,
}

/// Several networks, written with commas or spaces in between.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Networks(Vec<Network>);

/// A text that isn't a network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no network: write one such as 10.0.0.0/8, fd00::/8 or 192.0.2.7")]
pub struct NoNetwork(String);

/// What the operator says about the receiver's peers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Peers {
    /// `mail.proxies`: these say, before anything else, who is behind them.
    pub proxies: Networks,
    /// `mail.nat`: many unrelated clients share these addresses.
    pub nat: Networks,
}

/// How much an address says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    /// It is this machine's, so its user is a mail server of ours.
    Here,
    /// It is shared by everybody, so it neither proves nor disproves anything.
    Shared,
    /// It is the client's own.
    Elsewhere,
}

/// The address of a client whose address isn't known. No real client has it.
pub(crate) const UNKNOWN: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

impl Peers {
    /// What a peer's address says. The operator's word comes first: behind some containers' NAT everybody comes from
    /// loopback.
    pub(crate) fn standing(&self, peer: IpAddr) -> Standing {
        match peer.to_canonical() {
            peer if peer.is_unspecified() || self.nat.contain(peer) => Standing::Shared,
            peer if peer.is_loopback() => Standing::Here,
            _ => Standing::Elsewhere,
        }
    }
}

impl Networks {
    /// Whether an address is in one of them.
    pub fn contain(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.0.iter().any(|network| same_kind(network.base, address) && cut(address, network.prefix) == network.base)
    }
}

/// The network that surely includes all of one person's addresses and usually belongs to one provider: a /24 of IPv4, a
/// /48 of IPv6.
pub(crate) fn neighbourhood(peer: IpAddr) -> IpAddr {
    match peer.to_canonical() {
        peer @ IpAddr::V4(_) => cut(peer, 24),
        peer @ IpAddr::V6(_) => cut(peer, 48),
    }
}

impl FromStr for Network {
    type Err = NoNetwork;

    fn from_str(text: &str) -> Result<Self, NoNetwork> {
        let wrong = || NoNetwork(text.to_owned());
        let (address, prefix) = text.split_once('/').map_or((text, None), |(address, prefix)| (address, Some(prefix)));
        let address = address.parse::<IpAddr>().map_err(|_| wrong())?.to_canonical();
        let most = if address.is_ipv4() { 32 } else { 128 };
        let prefix = prefix.map_or(Ok(most), str::parse).map_err(|_| wrong())?;
        // A network is written by its first address; any other is a slip, and means more than its writer believes.
        if prefix > most || cut(address, prefix) != address {
            return Err(wrong());
        }
        Ok(Self { base: address, prefix })
    }
}

impl FromStr for Networks {
    type Err = NoNetwork;

    fn from_str(text: &str) -> Result<Self, NoNetwork> {
        let words = text.split([',', ' ']).filter(|word| !word.is_empty());
        words.map(str::parse).collect::<Result<_, _>>().map(Self)
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.base, self.prefix)
    }
}

fn same_kind(one: IpAddr, other: IpAddr) -> bool {
    one.is_ipv4() == other.is_ipv4()
}

/// An address with all bits after the prefix cleared.
fn cut(address: IpAddr, prefix: u8) -> IpAddr {
    let prefix = u32::from(prefix);
    match address {
        IpAddr::V4(address) => {
            let mask = u32::MAX.checked_shl(32_u32.saturating_sub(prefix)).unwrap_or(0);
            Ipv4Addr::from_bits(address.to_bits() & mask).into()
        }
        IpAddr::V6(address) => {
            let mask = u128::MAX.checked_shl(128_u32.saturating_sub(prefix)).unwrap_or(0);
            Ipv6Addr::from_bits(address.to_bits() & mask).into()
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn at(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn networks_are_read_and_contain_their_addresses() {
        let networks: Networks = "10.0.0.0/8, 172.17.0.1 fd00::/8".parse().unwrap();
        for (address, inside) in [
            ("10.255.0.1", true),
            ("11.0.0.1", false),
            ("172.17.0.1", true),
            ("172.17.0.2", false),
            ("::ffff:10.1.2.3", true),
            ("fd12::1", true),
            ("fe80::1", false),
        ] {
            assert_eq!(networks.contain(at(address)), inside, "{address}");
        }
        assert!("0.0.0.0/0".parse::<Networks>().unwrap().contain(at("192.0.2.1")));
        assert!(!"".parse::<Networks>().unwrap().contain(at("192.0.2.1")));
        for wrong in ["10.0.0.0/33", "10.0.0.1/8", "example.org", "10.0.0.0/", "10.0.0.0/-1", "fd00::/129", "10.0.0"] {
            assert!(wrong.parse::<Networks>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn an_address_tells_as_much_as_the_operator_says() {
        let peers = Peers { nat: "172.16.0.0/12 127.0.0.0/8".parse().unwrap(), ..Peers::default() };
        assert_eq!(Peers::default().standing(at("127.0.0.9")), Standing::Here);
        assert_eq!(Peers::default().standing(at("::ffff:127.0.0.1")), Standing::Here);
        assert_eq!(Peers::default().standing(at("172.17.0.1")), Standing::Elsewhere);
        assert_eq!(Peers::default().standing(UNKNOWN), Standing::Shared);
        assert_eq!(peers.standing(at("127.0.0.1")), Standing::Shared, "it is no longer a server of ours");
        assert_eq!(peers.standing(at("172.17.0.1")), Standing::Shared);
        assert_eq!(peers.standing(at("::1")), Standing::Here);
    }

    #[test]
    fn neighbours_share() {
        assert_eq!(neighbourhood(at("192.0.2.7")), at("192.0.2.0"));
        assert_eq!(neighbourhood(at("::ffff:192.0.2.7")), at("192.0.2.0"));
        assert_eq!(neighbourhood(at("2001:db8:7:8::9")), at("2001:db8:7::"));
    }
}
