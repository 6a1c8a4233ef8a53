//! The mail servers: the relay we send through, the mailbox we fetch, and our own receiver and folders.

use std::net::ToSocketAddrs;
use std::path::Path;

use turnpost_mailer::checkup;
use turnpost_mailer::compose::dkim::Signer;
use turnpost_mailer::receive::listen;

use super::Finding;
use crate::config::Config;
use crate::monitor::greets;

/// Looks at every way in and out.
pub async fn check(config: &Config) -> Vec<Finding> {
    let mut found = vec![relay(config).await, mailbox(config).await, receiver(config).await];
    let mail = &config.mail;
    if let Some(folder) = &mail.maildir {
        found.push(folder_of_mail(folder));
    }
    if mail.imap.is_none() && mail.maildir.is_none() && mail.listen.is_none() {
        let advice = "set mail.listen, mail.imap or mail.maildir, or let the mail server call `turnpost deliver`";
        found.push(Finding::warning("mail in", "nothing takes mail in", advice));
    }
    if let Some((selector, key)) = mail.dkim()
        && let Err(error) = Signer::load(key, selector, domain(config))
    {
        found.push(Finding::fault("DKIM key", error.to_string(), "mail.dkim_key is a PEM file, RSA or Ed25519"));
    }
    if mail.operator.is_none() {
        let advice = "set mail.operator to your own address";
        found.push(Finding::warning("operator", "nobody gets postmaster and abuse mail", advice));
    }
    found
}

/// The domain of `mail.address`.
pub fn domain(config: &Config) -> &str {
    config.mail.address.domain()
}

async fn relay(config: &Config) -> Finding {
    let Some(url) = config.mail.smtp.clone() else {
        let seen = format!("mails are written to {}; to send them set mail.smtp", config.outbox().display());
        return Finding::off("smtp", seen);
    };
    match checkup::relay(url, config.mail.authority.as_deref(), domain(config)).await {
        Ok(relay) => {
            let login = if relay.logged_in { "logged in" } else { "reached, without a login" };
            let secure = if relay.encrypted { "encrypted" } else { "not encrypted" };
            let seen = format!("{login} at {}, {secure}", relay.place);
            let near = ["127.", "localhost", "[::1]", "::1"].iter().any(|host| relay.place.contains(host));
            if relay.encrypted || near {
                Finding::good("smtp", seen)
            } else {
                Finding::warning("smtp", seen, "use smtps://, or a relay that offers STARTTLS")
            }
        }
        Err(why) => Finding::fault("smtp", why, "check mail.smtp: smtp://user:password@host:587, or smtps://…:465"),
    }
}

async fn mailbox(config: &Config) -> Finding {
    let Some(url) = config.mail.imap.clone() else {
        return Finding::off("imap", "no mailbox is fetched (mail.imap)");
    };
    match checkup::mailbox(url, config.mail.authority.as_deref()).await {
        Ok((place, true)) => {
            Finding::good("imap", format!("logged in at {place}; it tells of new mail at once (IDLE)"))
        }
        Ok((place, false)) => {
            let seen = format!("logged in at {place}; it has no IDLE, so it is asked twice a minute");
            Finding::good("imap", seen)
        }
        Err(why) => {
            let advice = "check mail.imap: imaps://user:password@host/INBOX, with %40 for an @ in the user's name";
            Finding::fault("imap", why, advice)
        }
    }
}

/// The built-in receiver: it greets, or its port is free for it.
async fn receiver(config: &Config) -> Finding {
    let Some(listen) = &config.mail.listen else {
        return Finding::off("receiver", "mail.listen is off");
    };
    if let Some((chain, key)) = config.mail.certificate()
        && let Err(error) = listen::acceptor(chain, key)
    {
        return Finding::fault("receiver", format!("its certificate: {error}"), "check mail.tls_cert and mail.tls_key");
    }
    let Some(at) = listen.to_socket_addrs().ok().and_then(|mut all| all.next()) else {
        return Finding::fault("receiver", format!("{listen} is no address of this machine"), "check mail.listen");
    };
    match greets(at) {
        Ok(()) => Finding::good("receiver", format!("{listen} takes mail")),
        Err(why) => match std::net::TcpListener::bind(at) {
            Ok(_) => Finding::warning("receiver", format!("nobody listens at {listen}"), "start the server"),
            Err(error) => {
                Finding::fault("receiver", format!("{why}; {error}"), "another program has the port, or root is needed")
            }
        },
    }
}

fn folder_of_mail(folder: &Path) -> Finding {
    let missing: Vec<&str> = ["new", "cur", "tmp"].into_iter().filter(|part| !folder.join(part).is_dir()).collect();
    if missing.is_empty() {
        Finding::good("maildir", format!("{} is one", folder.display()))
    } else {
        let seen = format!("{} has no {}", folder.display(), missing.join(", "));
        Finding::warning("maildir", seen, "the server makes it; make it yourself if the mail server must write there")
    }
}
