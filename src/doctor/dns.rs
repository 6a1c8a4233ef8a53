//! What the world finds in DNS about our address: who takes its mail (MX), who may send it (SPF), its signatures
//! (DKIM), and what to do with forgeries (DMARC).

use std::net::SocketAddr;

use turnpost_mailer::checkup::Names;

use super::Finding;
use super::mail::domain;
use crate::config::Config;

const UNASKED: &str = "ask again later, or elsewhere: doctor --nameserver 9.9.9.9:53";

/// Asks for the records of the domain of `mail.address`.
pub async fn check(config: &Config, nameserver: Option<SocketAddr>) -> Vec<Finding> {
    let domain = domain(config);
    if !domain.contains('.') {
        return vec![Finding::off("dns", format!("{domain} is only this machine; set mail.address"))];
    }
    let names = match Names::new(nameserver) {
        Ok(names) => names,
        Err(why) => return vec![Finding::warning("dns", format!("no name server: {why}"), UNASKED)],
    };
    vec![mx(&names, domain).await, spf(&names, domain).await, dkim(&names, config).await, dmarc(&names, domain).await]
}

async fn mx(names: &Names, domain: &str) -> Finding {
    match names.exchanges(domain).await {
        Ok(hosts) if hosts.is_empty() => {
            let advice = format!("publish one, or nobody outside can write: {domain}. MX 10 the.receiving.host.");
            Finding::warning("dns MX", format!("{domain} has none"), advice)
        }
        Ok(hosts) => Finding::good("dns MX", format!("{domain} is taken by {}", hosts.join(", "))),
        Err(why) => Finding::warning("dns MX", why, UNASKED),
    }
}

async fn spf(names: &Names, domain: &str) -> Finding {
    let records = match names.texts(domain).await {
        Ok(texts) => texts.into_iter().filter(|text| is_spf(text)).collect::<Vec<_>>(),
        Err(why) => return Finding::warning("dns SPF", why, UNASKED),
    };
    match records.as_slice() {
        [] => {
            let advice = format!("publish who may send: {domain}. TXT \"v=spf1 include:the.relay -all\"");
            Finding::warning("dns SPF", format!("{domain} has none"), advice)
        }
        [record] => Finding::good("dns SPF", format!("{record}: see that it names your relay")),
        // RFC 7208 §3.2: more than one is an error, and then none counts.
        several => Finding::fault("dns SPF", format!("{} records", several.len()), "leave one of them"),
    }
}

/// `v=spf1` alone or before a space (RFC 7208 §4.5).
fn is_spf(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    text == "v=spf1" || text.starts_with("v=spf1 ")
}

async fn dkim(names: &Names, config: &Config) -> Finding {
    let Some((selector, key)) = config.mail.dkim() else {
        return Finding::off("dns DKIM", "mail is not signed here; see that the relay does, or set mail.dkim_key");
    };
    let name = format!("{selector}._domainkey.{}", domain(config));
    match names.texts(&name).await {
        Ok(texts) if texts.is_empty() => {
            let advice = format!("publish the public key: {name}. TXT \"v=DKIM1; k=rsa; p=…\"");
            return Finding::fault("dns DKIM", format!("{name} has no record, so every signature fails"), advice);
        }
        Ok(_) => {}
        Err(why) => return Finding::warning("dns DKIM", why, UNASKED),
    }
    match names.signature_passes(key, selector, domain(config)).await {
        Ok(()) => Finding::good("dns DKIM", format!("{name} fits mail.dkim_key")),
        Err(why) => {
            let seen = format!("what mail.dkim_key signs does not pass by {name}: {why}");
            Finding::fault("dns DKIM", seen, "publish the public part of that very key")
        }
    }
}

async fn dmarc(names: &Names, domain: &str) -> Finding {
    let name = format!("_dmarc.{domain}");
    let advice = format!("publish one: {name}. TXT \"v=DMARC1; p=quarantine\"");
    match names.texts(&name).await {
        Ok(texts) => match texts.iter().filter(|text| text.starts_with("v=DMARC1")).collect::<Vec<_>>().as_slice() {
            [] => Finding::warning("dns DMARC", format!("{name} has no record"), advice),
            [record] => Finding::good("dns DMARC", record.as_str()),
            several => Finding::fault("dns DMARC", format!("{} records", several.len()), "leave one of them"),
        },
        Err(why) => Finding::warning("dns DMARC", why, UNASKED),
    }
}
