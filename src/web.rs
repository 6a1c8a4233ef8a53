//! The pages as they are configured.

use std::io;
use std::sync::Arc;

use tokio::net::TcpListener;
use turnpost_core::service::Service;
use turnpost_web::{Settings, Site, Trust};

use crate::config::Config;
use crate::server::Parts;
use crate::world;

/// Where they are served, if that is possible: a second process on the same data directory is common, and does without.
pub async fn listen(config: &Config) -> Option<(String, io::Result<TcpListener>)> {
    let at = config.web.listen.clone()?;
    let listener = TcpListener::bind(&at).await;
    Some((at, listener))
}

/// The pages of a service.
pub fn site(config: &Config, parts: Parts, service: Arc<Service>) -> Arc<Site> {
    let proxies = config.web.proxies.clone();
    let settings = Settings {
        url: config.web.address(),
        mail: parts.mail.then(|| config.mail.address.plain()),
        discord: parts.discord && config.discord.token.is_some(),
        index: config.web.index == 1,
        pace: config.web.pace,
        proxies: Trust::of(move |peer| proxies.contain(peer)),
        ..Settings::new(world::chance)
    };
    Site::new(service, settings)
}
