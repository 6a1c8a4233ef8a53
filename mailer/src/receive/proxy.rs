//! The PROXY protocol of HAProxy, versions 1 and 2: what a proxy sends first, to tell whose connection it passes on.
//! Postfix's postscreen, HAProxy, nginx and most load balancers can send it.

use std::io::{Error, ErrorKind, Result};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use tokio::io::{AsyncRead, AsyncReadExt};

use super::network::UNKNOWN;

/// How version 2 begins. No header of version 1 is shorter than this.
const SIGNATURE: [u8; 12] = *b"\r\n\r\n\0\r\nQUIT\n";

/// The longest line of version 1.
const LINE: usize = 107;

/// The most that version 2 may add; what follows the addresses is of no use here.
const BLOCK: usize = 4096;

/// Reads the header and returns the client's address. It is unknown if the proxy speaks for itself, as in health checks,
/// or names this machine: whoever comes through a proxy is no server of ours.
pub(crate) async fn client(reader: &mut (impl AsyncRead + Unpin)) -> Result<IpAddr> {
    let mut start = [0; SIGNATURE.len()];
    reader.read_exact(&mut start).await?;
    let told = match start {
        SIGNATURE => block(reader).await?,
        _ => line(start.to_vec(), reader).await?,
    };
    Ok(told.map(|address| address.to_canonical()).filter(|address| !address.is_loopback()).unwrap_or(UNKNOWN))
}

/// Version 1: `PROXY TCP4 192.0.2.7 198.51.100.1 40000 25`.
async fn line(mut line: Vec<u8>, reader: &mut (impl AsyncRead + Unpin)) -> Result<Option<IpAddr>> {
    while !line.ends_with(b"\r\n") {
        if line.len() >= LINE {
            return Err(wrong());
        }
        line.push(reader.read_u8().await?);
    }
    let text = std::str::from_utf8(&line).map_err(|_| wrong())?;
    let mut words = text.trim_end().split(' ');
    match (words.next(), words.next(), words.next()) {
        (Some("PROXY"), Some("TCP4"), Some(address)) => address.parse().map(IpAddr::V4).map(Some).map_err(|_| wrong()),
        (Some("PROXY"), Some("TCP6"), Some(address)) => address.parse().map(IpAddr::V6).map(Some).map_err(|_| wrong()),
        (Some("PROXY"), Some("UNKNOWN"), _) => Ok(None),
        _ => Err(wrong()),
    }
}

/// Version 2, after its signature.
async fn block(reader: &mut (impl AsyncRead + Unpin)) -> Result<Option<IpAddr>> {
    let (command, family) = (reader.read_u8().await?, reader.read_u8().await?);
    let mut rest = vec![0; usize::from(reader.read_u16().await?)];
    if rest.len() > BLOCK {
        return Err(wrong());
    }
    reader.read_exact(&mut rest).await?;
    match (command, family) {
        // LOCAL: the proxy speaks for itself.
        (0x20, _) => Ok(None),
        (0x21, 0x11) => {
            let address = rest.get(..12).and(rest.first_chunk::<4>()).ok_or_else(wrong)?;
            Ok(Some(Ipv4Addr::from(*address).into()))
        }
        (0x21, 0x21) => {
            let address = rest.get(..36).and(rest.first_chunk::<16>()).ok_or_else(wrong)?;
            Ok(Some(Ipv6Addr::from(*address).into()))
        }
        (0x21, _) => Ok(None),
        _ => Err(wrong()),
    }
}

fn wrong() -> Error {
    Error::new(ErrorKind::InvalidData, "a proxy sent no header of the PROXY protocol")
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// What a header tells, and what is left behind it.
    async fn read(bytes: &[u8]) -> Result<(String, usize)> {
        let mut rest = bytes;
        client(&mut rest).await.map(|address| (address.to_string(), rest.len()))
    }

    fn version_2(command: u8, family: u8, addresses: &[u8]) -> Vec<u8> {
        let length = u16::try_from(addresses.len()).unwrap().to_be_bytes();
        [&SIGNATURE[..], &[command, family], &length, addresses].concat()
    }

    #[tokio::test]
    async fn a_header_tells_the_client() {
        let told = |address: &str| (address.to_owned(), 6);
        for (line, address) in [
            ("PROXY TCP4 192.0.2.7 198.51.100.1 40000 25\r\n", "192.0.2.7"),
            ("PROXY TCP6 2001:db8::7 2001:db8::1 40000 25\r\n", "2001:db8::7"),
            ("PROXY UNKNOWN\r\n", "0.0.0.0"),
            ("PROXY UNKNOWN ffff::1 ffff::2 1 2\r\n", "0.0.0.0"),
            ("PROXY TCP4 127.0.0.1 127.0.0.1 40000 25\r\n", "0.0.0.0"),
        ] {
            assert_eq!(read(format!("{line}EHLO a").as_bytes()).await.unwrap(), told(address), "{line}");
        }
        let v4 = [[192, 0, 2, 7], [198, 51, 100, 1], [0, 1, 0, 2]].concat();
        let v6 = [Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 7).octets(), [1; 16]].concat();
        for (command, family, addresses, address) in [
            (0x21, 0x11, v4.clone(), "192.0.2.7"),
            (0x21, 0x11, [&v4[..], b"further fields"].concat(), "192.0.2.7"),
            (0x21, 0x21, [&v6[..], &[0; 4]].concat(), "2001:db8::7"),
            (0x20, 0x00, Vec::new(), "0.0.0.0"),
            (0x21, 0x31, vec![0; 216], "0.0.0.0"),
        ] {
            let header = [version_2(command, family, &addresses), b"EHLO a".to_vec()].concat();
            assert_eq!(read(&header).await.unwrap(), told(address));
        }
    }

    #[tokio::test]
    async fn whatever_else_it_may_be_is_refused() {
        for header in [
            b"EHLO mx.example.net\r\n".to_vec(),
            b"PROXY TCP4 nobody 198.51.100.1 1 2\r\n".to_vec(),
            b"PROXY TCP4 2001:db8::7 2001:db8::1 1 2\r\n".to_vec(),
            b"PROXY UDP4 192.0.2.7 198.51.100.1 1 2\r\n".to_vec(),
            [b"PROXY UNKNOWN ", &[b'x'; 200][..]].concat(),
            version_2(0x21, 0x11, &[1; 11]),
            version_2(0x21, 0x21, &[1; 35]),
            version_2(0x11, 0x11, &[1; 12]),
            version_2(0x21, 0x11, &[1; 5000]),
            b"PROXY".to_vec(),
        ] {
            assert!(read(&header).await.is_err(), "{:?}", String::from_utf8_lossy(&header));
        }
    }
}
